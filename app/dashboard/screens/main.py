"""The main screen of the dashboard: the bindings of all keys, and the screens that some of them open."""

from __future__ import annotations

from textual.binding import Binding

from ...report.rows import number
from ...view import crosshair
from ..keys import KEYS
from ..updates import clock
from .questions import Questions


class MainScreen(Questions):
    """The screen that is shown first."""

    BINDINGS = [Binding(key.keys, key.action, key.help, show=False) for key in KEYS]  # noqa: RUF012

    def action_pause(self) -> None:
        """Pause or resume the charts; reading goes on."""
        self.updates.toggle_pause(clock()[0])
        self.draw()

    def action_copy(self) -> None:
        """Copy the panel's value to the clipboard, through the terminal."""
        named_value = crosshair.value(self.view)
        if named_value is not None:
            name, value = named_value
            self.app.copy_to_clipboard(number(value))
            self.show_notice(f"copied {self.view.runs.shown(name)} {number(value)}")

    def action_drops(self) -> None:
        """Show what was dropped."""
        from .drops import DropsScreen

        self.app.push_screen(DropsScreen(self.view))

    def action_annotations(self) -> None:
        """Show the annotations and changes of stage."""
        from .annotations import AnnotationScreen

        self.app.push_screen(AnnotationScreen(self.view))

    def action_overview(self) -> None:
        """Show the files, states, summary and status file of the run."""
        from .overview import OverviewScreen

        self.app.push_screen(OverviewScreen(self.view))

    def action_table(self) -> None:
        """Show the table of keys."""
        from .key_table import KeyTableScreen

        self.app.push_screen(KeyTableScreen(self.view))

    def action_help(self) -> None:
        """Show all keys."""
        from .help import HelpScreen

        self.app.push_screen(HelpScreen(self.view))

    def action_theme(self) -> None:
        """Change to the next theme."""
        names = sorted(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.show_notice(f"theme {self.app.theme}")

    def action_suspend(self) -> None:
        """Suspend div-tui, as ctrl+z does in a shell."""
        self.app.action_suspend_process()

    async def action_command_palette(self) -> None:
        """Show the command palette."""
        from .commands import CommandScreen

        await self.app.push_screen(CommandScreen(self.view, self._run_command))

    def _run_command(self, action: str) -> None:
        self.call_later(self.run_action, action)
