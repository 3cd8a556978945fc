"""div-tui: watch a training run from a terminal.

The package's parts, each importing only the ones after it: ``app`` (ingest, headless output, the dashboard,
the command line), ``widgets`` (charts and the pieces of the screen), ``layouts`` (``telemetry.toml``).
"""
