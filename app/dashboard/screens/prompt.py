"""A line at the bottom that asks for text, such as a filter or a file name."""

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

MIN_ANSWER_WIDTH = 24
"""The cells to leave for the answer; a question that leaves fewer is shortened."""


def shorten(question: str, short: str, width: int) -> str:
    """Return the question, or ``short``, or its first words if that is "", cropped to half of the width if needed."""
    room = width - MIN_ANSWER_WIDTH
    if cell_width(question) <= room:
        return question
    words = question.split()
    while not short and len(words) > 1 and cell_width(" ".join(words)) >= room:
        words.pop()
    short = short or " ".join(words).rstrip(":;,") + ":"
    return short if cell_width(short) <= max(room, width // 2) else crop(short, width // 2)


class Prompt(Horizontal):
    """A question with an input line. Enter submits the answer, escape cancels; both remove the prompt.

    Attributes:
        closed: whether it was submitted or cancelled.
    """

    class Handled(Message):
        """Enter or escape was handled: the prompt was submitted or cancelled, or the answer was rejected."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape", "cancel", "cancel", show=False),
        Binding("ctrl+c", "app.interrupt", "quit", show=False),
    ]

    def __init__(
        self,
        question: str,
        answer: str,
        *,
        submitted: Callable[[str], None],
        changed: Callable[[str], None] | None = None,
        cancelled: Callable[[], None] | None = None,
        rejects: Callable[[str], bool] | None = None,
        short: str = "",
    ) -> None:
        """Take the question, the initial answer, and the callbacks.

        Args:
            question: the text before the input line.
            answer: the initial text of the input line.
            submitted: called with the answer when it is submitted.
            changed: called with the answer when it changes.
            cancelled: called when the prompt is cancelled.
            rejects: returns whether an answer is rejected; the prompt then stays open.
            short: the question if there is too little room for the full one; its first words if "".
        """
        super().__init__()
        self.closed = False
        self._question = question
        self._answer = answer
        self._submitted = submitted
        self._changed = changed
        self._cancelled = cancelled
        self._rejects = rejects
        self._short = short

    def compose(self) -> ComposeResult:
        """Create the question and the input line."""
        yield Static(self._content(self.app.size.width), id="question")
        yield Input(self._answer, id="answer", select_on_focus=False, compact=True)

    def on_mount(self) -> None:
        """Focus the input line."""
        # Without delay, as the next keys are for the input line. It does not exist if the prompt is already removed.
        for line in self.query(Input):
            self.screen.set_focus(line)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the question to the new width."""
        for question in self.query(Static):
            question.update(self._content(event.size.width))

    def _content(self, width: int) -> Content:
        return Content(f" {shorten(self._question, self._short, width - 2)} ")

    @on(Input.Changed)
    def _change(self, event: Input.Changed) -> None:
        event.stop()
        if self._changed and not self.closed:
            self._changed(event.value)

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        event.stop()
        if not self.closed:
            if self._rejects is None or not self._rejects(event.value):
                self._close()
                self._submitted(event.value)
            self.app.post_message(self.Handled())

    def action_cancel(self) -> None:
        """Close the prompt without an answer."""
        self._close()
        if self._cancelled:
            self._cancelled()
        self.app.post_message(self.Handled())

    def _close(self) -> None:
        self.closed = True
        # Textual keeps a subscribed Input in memory for as long as its screen exists.
        for line in self.query(Input):
            self.screen.text_selection_started_signal.unsubscribe(line)
        # Hidden at the next refresh; Textual removes it a little later.
        self.display = False
        self.remove()
