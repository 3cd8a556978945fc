"""Panels: border, title, legend and notes."""

import numpy as np
import pytest
from div_tui.layouts.model import Panel
from div_tui.widgets.cells import Role
from div_tui.widgets.chart.model import Series, View
from div_tui.widgets.panel_face import draw_panel


def series(name="loss", y=(2.0, 1.0, 0.0412), note=""):
    y = np.array(y, np.float64)
    return Series(name, np.arange(1.0, len(y) + 1), y, np.zeros(0, np.intp), note)


PAIR = [series("loss"), series("eval_loss", (3, 2, 0.0267))]


def top(*args, **options):
    return draw_panel(*args, **options).cells.text(0)


def roles(cells, row, text):
    at = cells.text(row).index(text)
    return {int(role) for role in cells.styles[row, at : at + len(text)]}


def test_title_and_legend():
    drawn = draw_panel("Loss", PAIR, View(), 60, 10)
    assert drawn.cells.text(0) == "╭ Loss ───────────────────── loss 0.0412  eval_loss 0.0267 ╮"
    assert roles(drawn.cells, 0, "Loss") == {Role.TITLE}
    assert roles(drawn.cells, 0, "0.0412") == {Role.S1}
    assert roles(drawn.cells, 0, "eval_loss") == {Role.S2}
    assert roles(drawn.cells, 0, "───") == {Role.FRAME}
    assert (drawn.left, drawn.top) == (1, 1)


def test_focus_changes_the_border():
    drawn = draw_panel("Loss", PAIR, View(), 60, 10, focus=True)
    assert drawn.cells.styles[9, 30] == Role.FRAME_FOCUS
    assert drawn.cells.styles[5, 0] == Role.FRAME_FOCUS


def test_a_name_equal_to_the_title_is_not_repeated():
    assert top("loss", [series()], View(), 30, 8) == "╭ loss ────────────── 0.0412 ╮"


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (44, "╭ Loss ───── loss 0.0412  eval_loss 0.0267 ╮"),
        (38, "╭ Loss ─ loss 0.0412  eva…oss 0.0267 ╮"),
        (36, "╭ Loss ─ loss 0.0412  ev…ss 0.0267 ╮"),
        (30, "╭ Loss ────── 0.0412  0.0267 ╮"),
        (20, "╭ Loss ─ 0.0412 +1 ╮"),
        (12, "╭ Loss ────╮"),
    ],
)
def test_a_narrow_legend_shortens_names_then_drops_them_then_drops_series(width, expected):
    legend = top("Loss", PAIR, View(), width, 8)
    assert len(legend) == width
    assert legend == expected


def test_a_value_has_the_digits_that_the_axis_can_show():
    acc = series("acc", (0.99981, 0.999871, 0.9999387))
    assert " 0.9999387 " in top("Acc", [acc], View(), 40, 10)
    assert " 0.9999387 " in top("Acc", [acc], View(log=True), 40, 10)


def test_values_at_the_crosshair_differ_from_their_neighbours():
    large = series("tokens", (1e9 + 0.01, 1e9 + 0.02, 1e9 + 0.03))
    assert [top("T", [large], View(crosshair=x), 60, 10).split("tokens")[1].strip(" ╮") for x in (1.0, 2.0)] == [
        "1 000 000 000.01",
        "1 000 000 000.02",
    ]


def test_a_note_is_an_alert_even_without_points():
    drawn = draw_panel("eval", [series("eval", (), note="NaN at 38 000")], View(), 60, 8)
    assert "NaN at 38 000" in drawn.cells.text(0)
    assert roles(drawn.cells, 0, "NaN at 38 000") == {Role.ALERT}
    assert "no points yet" in drawn.cells.text(3)
    assert roles(drawn.cells, 3, "no points yet") == {Role.DIM}
    single = draw_panel("Loss", [series(note="NaN at 4")], View(), 60, 8)
    assert single.cells.text(0).endswith(" loss 0.0412 NaN at 4 ╮")


def test_a_chart_without_points_shows_the_reason():
    assert "no points above zero" in "".join(draw_panel("z", [series(y=(-1, 0))], View(log=True), 60, 8).cells.rows())
    assert "no points in view" in "".join(
        draw_panel("z", [series()], View(panel=Panel((), min=50, max=60)), 60, 8).cells.rows()
    )
    assert "no points yet" in "".join(draw_panel("z", [], View(log=True), 60, 8).cells.rows())


def test_notes_are_at_the_bottom_right():
    view = View(panel=Panel((), min=-1), log=True, smoothing=0.6, clip=True)
    drawn = draw_panel("z", [series(y=(1, -1, 2))], view, 100, 8)
    assert drawn.cells.text(7).endswith(
        "─ log · EMA 0.6 · clipped 1–99% · min not above zero, skipped · 1 not above zero ╯"
    )
    narrow = draw_panel("z", [series(y=(1, -1, 2))], view, 30, 8)
    assert narrow.cells.text(7).endswith("─ 1 not above zero ╯")


def test_the_crosshair_shows_exact_values():
    drawn = draw_panel("Loss", [series(y=(2, 1.23456789, 0.04))], View(crosshair=2.0), 60, 10)
    assert drawn.cells.text(0).endswith(" loss 1.234568 ╮")
    assert drawn.cells.text(9).startswith("╰ 2 ─")
    column = drawn.column_of(2.0)
    assert drawn.x_at(column) == pytest.approx(2.0, abs=0.03)
    assert Role.CROSSHAIR in drawn.cells.styles[1:9, column]
    assert "●" in "".join(drawn.cells.text(row)[column] for row in range(1, 9))


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (60, "╭ grad ─────────────────────── part=body 0.25  part=head 2 ╮"),
        (40, "╭ grad ─── part=body 0.25  part=head 2 ╮"),
        (36, "╭ grad ───────── body 0.25  head 2 ╮"),
        (28, "╭ grad ─ body 0.25  head 2 ╮"),
        (24, "╭ grad ─────── 0.25  2 ╮"),
    ],
)
def test_a_narrow_legend_uses_short_names_first(width, expected):
    pair = [
        Series(f"part={part}", np.array([1.0]), np.array([y]), short_name=part)
        for part, y in (("body", 0.25), ("head", 2))
    ]
    assert top("grad", pair, View(), width, 8) == expected


LATE = [series("loss", range(10)), Series("eval", np.array([2.0, 4.0]), np.array([0.5, 0.25]))]


def test_the_x_of_a_value_that_is_not_at_the_crosshair_is_shown():
    drawn = draw_panel("Loss", LATE, View(crosshair=7.0), 60, 10)
    assert drawn.cells.text(0).endswith("─ loss 6  eval 0.25 at 4 ╮")
    assert roles(drawn.cells, 0, " at 4") == {Role.DIM}
    assert top("Loss", LATE, View(crosshair=4.0), 60, 10).endswith("─ loss 3  eval 0.25 ╮")
    assert top("Loss", LATE, View(crosshair=7.0), 30, 10) == "╭ Loss ─── loss 6  eval 0.25 ╮"
    assert top("Loss", LATE, View(crosshair=7.0), 26, 10) == "╭ Loss ──── 6  0.25 at 4 ╮"


def test_the_name_of_x_is_in_the_lower_border():
    view = View(x_name="hours", log=True)
    assert draw_panel("Loss", [series()], view, 40, 8).cells.text(7) == "╰ hours ────────────────────────── log ╯"
    crossed = View(x_name="hours", log=True, crosshair=2.0)
    assert draw_panel("Loss", [series()], crossed, 40, 8).cells.text(7) == "╰ hours 2 ──────────────────────── log ╯"
    assert draw_panel("Loss", [series()], crossed, 12, 8).cells.text(7) == "╰ hours 2 ─╯"
    assert draw_panel("Loss", [series()], crossed, 9, 8).cells.text(7) == "╰ 2 ────╯"


def test_a_rule_outside_of_the_limits_is_noted():
    bounded = View(panel=Panel((), min=-1.0, max=1.0, rule=5.0))
    assert draw_panel("Loss", [series()], bounded, 40, 8).cells.text(7).endswith(" rule 5 not visible ╯")
    assert "rule" not in draw_panel("Loss", [series()], View(panel=Panel((), rule=5.0)), 40, 8).cells.text(7)


def test_markers_distinguish_series_without_colours():
    drawn = draw_panel("Loss", PAIR, View(marked=True), 60, 10)
    assert "● loss 0.0412  ■ eval_loss 0.0267" in drawn.cells.text(0)
    body = "".join(drawn.cells.rows()[1:-1])
    assert "●" in body
    assert "■" in body


def test_ascii_is_ascii():
    drawn = draw_panel(
        "Loss", PAIR, View(panel=Panel((), rule=1), ascii=True, crosshair=2, smoothing=0.6, clip=True), 60, 10
    )
    assert all(row.isascii() for row in drawn.cells.rows())
    assert ". loss 0.0412  * eval_loss 0.0267" in draw_panel("Loss", PAIR, View(ascii=True), 60, 10).cells.text(0)


def test_names_are_escaped_and_measured_in_cells():
    drawn = draw_panel("損失\x1b[1m", [series("[red]x\u202e", (1, 2))], View(), 60, 8)
    assert "損失\\u001b[1m" in drawn.cells.text(0)
    assert "[red]x\\u202e 2" in drawn.cells.text(0)
    assert drawn.cells.codes.shape == (8, 60)


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 3), (5, 2), (2, 9), (0, 0), (200, 1)])
def test_tiny_panels(size):
    drawn = draw_panel("Loss", PAIR, View(), *size)
    assert drawn.cells.codes.shape == size[::-1]


def test_a_new_point_changes_few_cells():
    """Unless the limits change, only the end of the line and the value in the legend change."""
    y = 3 + np.sin(np.arange(501) / 40)
    before = draw_panel("Loss", [series("loss", y[:499])], View(), 78, 12)
    after = draw_panel("Loss", [series("loss", y[:500])], View(), 78, 12, previous=before.drawing.limits)
    changed = after.cells.diff(before.cells)
    assert sum(span.x1 - span.x0 for span in changed) <= 12
