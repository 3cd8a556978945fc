"""The dashboard's main screen: what keys and the mouse do."""

from __future__ import annotations

from textual import on
from textual.binding import Binding

from ....widgets.grid import Grid
from ...report.rows import number
from ..keys import KEYS
from ..session import Session, clock
from .questions import AskingScreen


class MainScreen(AskingScreen):
    """What a person looks at, and acts on."""

    BINDINGS = [Binding(key.keys, key.action, key.help, show=False) for key in KEYS]  # noqa: RUF012

    def __init__(self, session: Session) -> None:
        """Take the run being watched."""
        super().__init__(session)
        self._hovering = False

    @on(Grid.Pointed)
    def point(self, event: Grid.Pointed) -> None:
        """Let a crosshair hover where the mouse is; one set by key stays where it is."""
        if event.index is None or event.x is None or not self._is_there(event.index):
            if self._hovering:
                self._hovering = False
                self.looking.clear_crosses()
                self.draw()
        elif self._hovering or self.looking.cross is None:
            self._hovering = True
            self.looking.set_cross(event.index, event.x)
            self.draw()

    def _is_there(self, index: int) -> bool:
        """Tell whether there is a panel of that index: a filter may have come between the mouse and its message."""
        return index < len(self.looking.items)

    @on(Grid.Chosen)
    def choose(self, event: Grid.Chosen) -> None:
        """Select the panel that was clicked; open it on a double click."""
        if self._is_there(event.index):
            self.looking.selected = event.index
            if event.twice:
                self.action_open()
            self.draw()

    @on(Grid.Wheeled)
    def wheel(self, event: Grid.Wheeled) -> None:
        """Zoom with the wheel."""
        if self._is_there(event.index):
            self.looking.selected = event.index
            self.looking.zoom(event.direction, event.x)
            self.draw()

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen lay over this one."""
        self.draw()

    def action_move(self, direction: str) -> None:
        """Go to the next panel in a direction; left and right step the crosshair, where there is one."""
        if self.looking.cross is not None and direction in ("left", "right"):
            self.looking.step_cross(-1 if direction == "left" else 1)
        elif self.grid.alone:
            self.action_step(-1 if direction in ("left", "up") else 1)
        else:
            self.tell_grid()
            self.looking.selected = self.grid.neighbour(direction)
        self.draw()

    def action_step(self, delta: int) -> None:
        """Go to the next panel in their order."""
        if self.looking.items:
            self.looking.selected = (self.looking.selected + delta) % len(self.looking.items)
        self.draw()

    def action_page(self, direction: int) -> None:
        """Go a screen of panels up or down."""
        self.tell_grid()
        self.looking.selected = self.grid.page(direction)
        self.draw()

    def action_edge(self, index: int) -> None:
        """Go to the first or the last panel; with the crosshair, to the first or the newest point."""
        extent = self.looking.extent(self.looking.x_of(self.looking.item))
        if self.looking.cross is not None and extent is not None:
            self.looking.place_cross(extent.greatest if index else extent.least)
        elif self.looking.items:
            self.looking.selected = range(len(self.looking.items))[index]
        self.draw()

    def action_open(self) -> None:
        """Show the panel alone, or with the others again; unfold a folded prefix."""
        if self.looking.item and self.looking.item.folded:
            self.looking.fold()
        else:
            self.grid.alone = not self.grid.alone and bool(self.looking.items)
        self.draw()

    def action_back(self) -> None:
        """Take away what came last: the crosshair, the panel alone, the filter."""
        if self.looking.cross is not None:
            self.looking.clear_crosses()
        elif self.grid.alone:
            self.grid.alone = False
        elif self.looking.words:
            self.looking.words = ""
            self.looking.update()
        self.draw()

    def action_crosshair(self) -> None:
        """Put a crosshair on the newest point, or take it away."""
        self._hovering = False
        if self.looking.cross is None:
            self.looking.step_cross(0)
        else:
            self.looking.clear_crosses()
        self.draw()

    def action_zoom(self, closer: int) -> None:
        """Zoom in (1) or out (-1)."""
        self.looking.zoom(closer)
        self.draw()

    def action_pan(self, direction: int) -> None:
        """Move the visible range to the left (-1) or right (1)."""
        self.looking.pan(direction)
        self.draw()

    def action_reset(self) -> None:
        """Show all of x."""
        self.looking.reset()
        self.draw()

    def action_smooth(self) -> None:
        """Go on to the next smoothing."""
        weight = self.looking.smooth()
        self.say(f"smoothing: EMA {weight:g}" if weight else "no smoothing")
        self.draw()

    def action_log(self) -> None:
        """Change the panel's scale."""
        self.looking.toggle_log()
        self.draw()

    def action_clip(self) -> None:
        """Clip the panel's outliers, or do not."""
        self.looking.toggle_clip()
        self.draw()

    def action_x(self) -> None:
        """Go on to the next thing that x can be."""
        self.say(f"x is {self.session.shown(self.looking.next_x())}")
        self.draw()

    def action_fold(self) -> None:
        """Fold the panel's prefix into one line, or unfold it."""
        prefix = self.looking.fold()
        if prefix is None:
            self.say("nothing to fold: the panel's key has no prefix, as eval. has")
        else:
            folded = prefix in self.looking.folded
            self.say(f"{self.session.shown(prefix)} {'folded, f to unfold' if folded else 'unfolded'}")
        self.draw()

    def action_pause(self) -> None:
        """Hold the picture, or let it go on."""
        self.session.hold(clock()[0])
        self.draw()

    def action_copy(self) -> None:
        """Copy the panel's value to the clipboard, through the terminal."""
        found = self.looking.value()
        if found is not None:
            name, value = found
            self.app.copy_to_clipboard(number(value))
            self.say(f"copied {self.session.shown(name)} {number(value)}")

    def action_drops(self) -> None:
        """Show what was dropped."""
        from .drops import DropsScreen

        self.app.push_screen(DropsScreen(self.session))

    def action_annotations(self) -> None:
        """Show what was remarked on the run."""
        from .annotations import AnnotationScreen

        self.app.push_screen(AnnotationScreen(self.session))

    def action_about(self) -> None:
        """Show what the run says of itself."""
        from .overview import AboutScreen

        self.app.push_screen(AboutScreen(self.session))

    def action_table(self) -> None:
        """Show the table of keys."""
        from .key_table import TableScreen

        self.app.push_screen(TableScreen(self.session))

    def action_help(self) -> None:
        """Show every key."""
        from .help import HelpScreen

        self.app.push_screen(HelpScreen(self.session))

    def action_theme(self) -> None:
        """Go on to the next theme."""
        names = sorted(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.say(f"theme {self.app.theme}")

    def action_suspend(self) -> None:
        """Go to the background."""
        self.app.action_suspend_process()

    async def action_command_palette(self) -> None:
        """Show every command by name."""
        from .commands import CommandScreen

        await self.app.push_screen(CommandScreen(self.session, self._do))

    def _do(self, action: str) -> None:
        self.call_later(self.run_action, action)
