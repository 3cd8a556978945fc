"""``python -m div_tui`` is ``div-tui``."""

import sys

from .app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
