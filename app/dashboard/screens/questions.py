"""Keys that ask for a line of text: the filter, an x to go to, a file to write."""

from __future__ import annotations

import os
from pathlib import Path

from ...report import export
from ...runs.history import PLACE
from ...view import crosshair
from ...view.viewport import typed_number
from ...view.x_axis import x_text
from .chart_actions import ChartActions
from .prompt import Prompt


class Questions(ChartActions):
    """Actions that ask for something first."""

    async def action_go_to(self) -> None:
        """Ask for an x to put the crosshair on."""
        await self._ask(Prompt("go to x:", "", done=self._go_to))

    def _go_to(self, answer: str) -> None:
        x = typed_number(answer)
        if x is None:
            self.say(f"{self.view.runs.shown(answer)} is not a number" if answer.strip() else "")
        else:
            self._say_where(x, crosshair.go_to(self.view, x))
        self.draw()

    def _say_where(self, asked: float, found: float | None) -> None:
        """Say where the crosshair is, if that is not what was asked for."""
        if found is None:
            self.say("no point to go to in this panel")
        elif found != asked:
            history, x = self.view.runs.first.history, self.view.x
            self.say(f"no point at {x_text(history, x, asked)}; the nearest is at {x_text(history, x, found)}")

    async def action_filter(self) -> None:
        """Ask which panels to show; they change as the answer does."""
        before = self.view.panels.words
        await self._ask(
            Prompt("filter:", before, done=lambda _: None, changed=self._filter, taken_back=lambda: self._filter(""))
        )

    def _filter(self, words: str) -> None:
        self.view.panels.filter(words)
        self.draw()

    async def action_export(self) -> None:
        """Ask for a file to write the panel's points to, or the screen if its name ends in ``.svg``."""
        item = self.view.panels.item
        if item is None or item.folded:
            self.say("no panel to export")
            return
        name = export.file_name(self.view.runs.first.name, self.view.runs.shown(item.panel.name), ".tsv")
        question = "write points to (or the screen, to a name in .svg):"
        await self._ask(Prompt(question, name, short="write to:", done=self._export))

    def _export(self, answer: str) -> None:
        if not answer.strip():
            return
        path = Path(os.path.expanduser(answer.strip()))
        # The prompt has disappeared from the screen by the next refresh.
        self.call_after_refresh(self._write, path, overwrite=False)

    async def _write(self, path: Path, *, overwrite: bool) -> None:
        shown = self.view.runs.shown(str(path))
        item = self.view.panels.item
        if item is None:
            return
        if path.suffix.lower() == ".svg":
            text = self.app.export_screenshot(title=self.view.runs.first.name)
        else:
            text = export.points(self.view.runs, self.view.x_of(item) or PLACE, item.panel.y)
        try:
            export.write(path, text, overwrite=overwrite)
        except FileExistsError:
            question, short = f"{shown} exists; write over it? y or n:", "write over it? y or n:"
            await self._ask(Prompt(question, "", short=short, done=lambda yes: self._write_over(path, yes)))
        except (OSError, ValueError) as error:
            self.say(f"cannot write {shown}: {getattr(error, 'strerror', None) or error}")
        else:
            self.say(f"wrote {shown}")

    def _write_over(self, path: Path, yes: str) -> None:
        if yes.strip().lower() in ("y", "yes"):
            self.call_after_refresh(self._write, path, overwrite=True)
        else:
            self.say("not written")

    async def _ask(self, prompt: Prompt) -> None:
        # A prompt that is answered may not have disappeared yet.
        if all(earlier.over for earlier in self.query(Prompt)):
            await self.mount(prompt)
