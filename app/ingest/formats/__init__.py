"""The formats of lines: what their objects become, and how the format of a run is found out."""
