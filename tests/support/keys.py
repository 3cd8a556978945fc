"""What each key of the dashboard must do, collected from the tests of keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .dashboard import Watched

Effect = Callable[[Watched], Awaitable[None]]


class Effects(dict[str, Effect]):
    """What checks the effect of a key, by the key as a person reads it."""

    def of(self, shown: str) -> Callable[[Effect], Effect]:
        """Decorate the check of a key."""

        def keep(check: Effect) -> Effect:
            self[shown] = check
            return check

        return keep
