"""Layouts: reading ``telemetry.toml``, the automatic and bundled layouts, grid placement, and safe text."""
