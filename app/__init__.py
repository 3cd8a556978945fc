"""The application: reading a run, printing it, and the dashboard."""
