"""Python's garbage collector, kept from delaying frames."""

import gc


def ignore_existing_objects() -> None:
    """Let the collector skip all that starting has made, and run seldom: a frame leaves few cycles."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
