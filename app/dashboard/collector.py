"""Settings of the garbage collector that keep it from delaying frames."""

import gc


def ignore_existing_objects() -> None:
    """Exclude the objects created so far from collection, and collect rarely, as frames create few cycles."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
