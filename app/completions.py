"""Scripts with which shells complete the command."""
