"""Runs as text on standard output: tables, rows, JSON, and panels drawn once."""
