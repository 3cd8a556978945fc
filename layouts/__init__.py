"""Layouts: ``telemetry.toml``, the automatic layout, and placing panels."""
