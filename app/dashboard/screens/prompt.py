"""One line at the bottom that asks for text: the filter, a file name, a yes."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from ....layouts.text import cell_width, crop

LEAST_ANSWER = 24
"""Cells that an answer has: a question that leaves it less is asked in fewer words."""


def asked(question: str, short: str, width: int) -> str:
    """Return a question, or the short one, or its first words, or as much of that as half of the width has room for."""
    room = width - LEAST_ANSWER
    if cell_width(question) <= room:
        return question
    words = question.split()
    while not short and len(words) > 1 and cell_width(" ".join(words)) >= room:
        words.pop()
    few = short or " ".join(words).rstrip(":;,") + ":"
    return few if cell_width(few) <= max(room, width // 2) else crop(few, width // 2)


class Prompt(Horizontal):
    """A question and a line to answer it in; escape takes it back.

    It takes itself away once it is answered or taken back.

    Attributes:
        over: whether it is.
    """

    class Over(Message):
        """It is answered, and what is told of the answer was told; or the answer is refused, or it is taken back."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape", "take_back", "take back", show=False),
        Binding("ctrl+c", "app.interrupt", "leave", show=False),
    ]

    def __init__(
        self,
        question: str,
        answer: str,
        *,
        done: Callable[[str], None],
        changed: Callable[[str], None] | None = None,
        taken_back: Callable[[], None] | None = None,
        refused: Callable[[str], bool] | None = None,
        short: str = "",
    ) -> None:
        """Take the question, the answer to begin with, and what is told of the answer.

        Args:
            question: shown before the line.
            answer: in the line at first.
            done: told the answer when it is given with enter.
            changed: told the answer at each change.
            taken_back: told when it is taken back.
            refused: tells whether an answer is none; the line then stays.
            short: the question where the whole of it leaves too little room for the answer; its first words if "".
        """
        super().__init__()
        self.over = False
        self._question = question
        self._answer = answer
        self._done = done
        self._changed = changed
        self._taken_back = taken_back
        self._refused = refused
        self._short = short

    def compose(self) -> ComposeResult:
        """Make the question and the line."""
        yield Static(self._asked(self.app.size.width), id="question")
        yield Input(self._answer, id="answer", select_on_focus=False, compact=True)

    def on_mount(self) -> None:
        """Let keys go to the line."""
        # At once: the keys that follow are for it. There is none where it was taken away before it was there.
        for line in self.query(Input):
            self.screen.set_focus(line)

    def on_resize(self, event: events.Resize) -> None:
        """Ask as much as there is room for."""
        for question in self.query(Static):
            question.update(self._asked(event.size.width))

    def _asked(self, width: int) -> Content:
        return Content(f" {asked(self._question, self._short, width - 2)} ")

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        if self._changed and not self.over:
            self._changed(event.value)

    @on(Input.Submitted)
    def _finish(self, event: Input.Submitted) -> None:
        event.stop()
        if not self.over:
            if self._refused is None or not self._refused(event.value):
                self._leave()
                self._done(event.value)
            self.app.post_message(self.Over())

    def action_take_back(self) -> None:
        """Take the question back."""
        self._leave()
        if self._taken_back:
            self._taken_back()
        self.app.post_message(self.Over())

    def _leave(self) -> None:
        self.over = True
        # Textual's line listens for as long as its screen is open, and so is never let go.
        for line in self.query(Input):
            self.screen.text_selection_started_signal.unsubscribe(line)
        # Out of sight by the next refresh; gone when Textual gets to it.
        self.display = False
        self.remove()
