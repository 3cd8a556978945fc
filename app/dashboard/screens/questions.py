"""Keys that ask for text: the filter, an x to go to, a file to export to."""

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
    """Actions that open a prompt."""

    async def action_go_to(self) -> None:
        """Ask for the x to move the crosshair to."""
        await self._ask(Prompt("go to x:", "", submitted=self._go_to))

    def _go_to(self, answer: str) -> None:
        x = typed_number(answer)
        if x is None:
            self.show_notice(f'"{self.view.runs.shown(answer)}" is not a number' if answer.strip() else "")
        else:
            self._show_position(x, crosshair.go_to(self.view, x))
        self.draw()

    def _show_position(self, requested: float, position: float | None) -> None:
        """Show a notice if the crosshair is not at the requested x."""
        if position is None:
            self.show_notice("this panel has no points")
        elif position != requested:
            history, x = self.view.runs.first.history, self.view.x
            nearest = x_text(history, x, position)
            self.show_notice(f"no point at {x_text(history, x, requested)}; the nearest is at {nearest}")

    async def action_filter(self) -> None:
        """Ask for a filter, which is applied while it is typed."""
        before = self.view.panels.words
        prompt = Prompt(
            "filter:", before, submitted=lambda _: None, changed=self._filter, cancelled=lambda: self._filter("")
        )
        await self._ask(prompt)

    def _filter(self, words: str) -> None:
        self.view.panels.filter(words)
        self.draw()

    async def action_export(self) -> None:
        """Ask for a file to export the points of the panel to, or the screen if its name ends in ``.svg``."""
        item = self.view.panels.item
        if item is None or item.folded:
            self.show_notice("no panel to export")
            return
        name = export.file_name(self.view.runs.first.name, self.view.runs.shown(item.panel.name), ".tsv")
        question = "write points to (or the screen, if the name ends in .svg):"
        await self._ask(Prompt(question, name, short="write to:", submitted=self._export))

    def _export(self, answer: str) -> None:
        if not answer.strip():
            return
        path = Path(os.path.expanduser(answer.strip()))
        # After the next refresh the prompt is hidden, so that a screenshot does not show it.
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
            question, short = f"{shown} exists; overwrite it? y or n:", "overwrite it? y or n:"
            await self._ask(Prompt(question, "", short=short, submitted=lambda yes: self._overwrite(path, yes)))
        except (OSError, ValueError) as error:
            self.show_notice(f"cannot write {shown}: {getattr(error, 'strerror', None) or error}")
        else:
            self.show_notice(f"wrote {shown}")

    def _overwrite(self, path: Path, yes: str) -> None:
        if yes.strip().lower() in ("y", "yes"):
            self.call_after_refresh(self._write, path, overwrite=True)
        else:
            self.show_notice("not written")

    async def _ask(self, prompt: Prompt) -> None:
        # A closed prompt may not be removed yet.
        if all(earlier.closed for earlier in self.query(Prompt)):
            await self.mount(prompt)
