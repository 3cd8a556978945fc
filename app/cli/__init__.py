"""The command line: arguments, settings, completions, and the commands."""
