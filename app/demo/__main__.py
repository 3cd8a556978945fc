"""``python -m div_tui.app.demo FILE`` writes a made-up run live."""

from .writer import main

if __name__ == "__main__":
    main()
