"""The dashboard's main screen: every key of the table, and the screens that some of them open."""

from __future__ import annotations

from textual.binding import Binding

from ...report.rows import number
from ...view import crosshair
from ..keys import KEYS
from ..updates import clock
from .questions import Questions


class MainScreen(Questions):
    """What a person sees first, and acts on."""

    BINDINGS = [Binding(key.keys, key.action, key.help, show=False) for key in KEYS]  # noqa: RUF012

    def action_pause(self) -> None:
        """Pause the charts, or resume them; points are read all the while."""
        self.updates.toggle_pause(clock()[0])
        self.draw()

    def action_copy(self) -> None:
        """Copy the panel's value to the clipboard, through the terminal."""
        found = crosshair.value(self.view)
        if found is not None:
            name, value = found
            self.app.copy_to_clipboard(number(value))
            self.say(f"copied {self.view.runs.shown(name)} {number(value)}")

    def action_drops(self) -> None:
        """Show what was dropped."""
        from .drops import DropsScreen

        self.app.push_screen(DropsScreen(self.view))

    def action_annotations(self) -> None:
        """Show the annotations and changes of stage."""
        from .annotations import AnnotationScreen

        self.app.push_screen(AnnotationScreen(self.view))

    def action_overview(self) -> None:
        """Show what the run reports of itself."""
        from .overview import OverviewScreen

        self.app.push_screen(OverviewScreen(self.view))

    def action_table(self) -> None:
        """Show the table of keys."""
        from .key_table import KeyTableScreen

        self.app.push_screen(KeyTableScreen(self.view))

    def action_help(self) -> None:
        """Show every key."""
        from .help import HelpScreen

        self.app.push_screen(HelpScreen(self.view))

    def action_theme(self) -> None:
        """Change to the next theme."""
        names = sorted(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.say(f"theme {self.app.theme}")

    def action_suspend(self) -> None:
        """Suspend div-tui, as a shell does with ctrl+z."""
        self.app.action_suspend_process()

    async def action_command_palette(self) -> None:
        """Show every command by name."""
        from .commands import CommandScreen

        await self.app.push_screen(CommandScreen(self.view, self._run_command))

    def _run_command(self, action: str) -> None:
        self.call_later(self.run_action, action)
