"""The dashboard: its screens, its keys, and the Textual app."""
