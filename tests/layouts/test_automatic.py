from div_tui.layouts.automatic import automatic
from div_tui.layouts.model import Layout, Panel


def test_one_panel_per_key_against_step_which_gets_no_panel() -> None:
    assert automatic(["loss", "step", "lr"]) == Layout("step", (Panel(("loss",)), Panel(("lr",))))


def test_without_step_x_is_the_index() -> None:
    assert automatic(["loss", "lr"]) == Layout(None, (Panel(("loss",)), Panel(("lr",))))


def test_a_given_x_wins_and_step_then_gets_a_panel() -> None:
    assert automatic(["step", "epoch", "loss"], "epoch") == Layout("epoch", (Panel(("step",)), Panel(("loss",))))


def test_a_given_x_need_not_be_a_key_yet() -> None:
    assert automatic(["loss"], "epoch") == Layout("epoch", (Panel(("loss",)),))


def test_no_keys_give_no_panels() -> None:
    assert automatic([]) == Layout()
