from div_tui.layouts.automatic import automatic
from div_tui.layouts.model import Layout, Panel


def test_a_panel_a_key_against_step_which_has_none_of_its_own() -> None:
    assert automatic(["loss", "step", "lr"]) == Layout("step", (Panel(("loss",)), Panel(("lr",))))


def test_without_step_against_the_place() -> None:
    assert automatic(["loss", "lr"]) == Layout(None, (Panel(("loss",)), Panel(("lr",))))


def test_an_x_asked_for_wins_and_step_is_then_a_panel() -> None:
    assert automatic(["step", "epoch", "loss"], "epoch") == Layout("epoch", (Panel(("step",)), Panel(("loss",))))


def test_an_x_that_no_point_has_yet_is_kept() -> None:
    assert automatic(["loss"], "epoch") == Layout("epoch", (Panel(("loss",)),))


def test_no_keys_no_panels() -> None:
    assert automatic([]) == Layout()
