"""Looking closely: the crosshair, the view of x, the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.dashboard import Watched, watching
from support.runs import made_run, many_keys
from textual import events
from textual.geometry import Offset


def place(watched: Watched, title: str) -> Offset:
    """The middle of the plot of a panel, on the screen."""
    rows = watched.rows
    top, left = next((y, row.index(f"╭ {title} ")) for y, row in enumerate(rows) if f"╭ {title} " in row)
    right = rows[top].index("╮", left)
    bottom = next(y for y in range(top + 1, len(rows)) if rows[y][left] == "╰")
    return Offset((left + right) // 2, (top + bottom) // 2)


async def test_the_crosshair_names_exact_values_in_every_panel_of_the_same_x(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("c", *["left"] * 33)
        assert watched.panel("Losses")[-1].startswith(" 670 ")
        assert "loss 0.02985075  eval.loss 0.04285714" in watched.panel("Losses")[0]
        assert "eval.acc 0.9857143" in watched.panel("Accuracy")[0]
        assert watched.panel("Accuracy")[-1].startswith(" 670 ")
        assert "lr 0.004570882" in watched.panel("Learning rate")[0]
        assert watched.panel("By hour")[-1].startswith(" hour ─")
        plot = watched.panel("Learning rate")[1:-3]
        column = plot[0].rindex("│")
        assert all(row[column] != " " for row in plot)


async def test_the_crosshair_of_another_x_is_another(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("c", "left", "tab", "tab", "tab", "c", "left", "left")
        assert watched.panel("By hour")[-1].startswith(" hour 24.5 ")
        assert watched.panel("Losses")[-1].startswith(" 990 ")
        await watched.press("escape")
        assert watched.panel("By hour")[-1].startswith(" hour ─")


async def test_the_crosshair_moves_a_zoomed_view_with_it(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press(*["plus"] * 6, "c", *["left"] * 20)
        window = watched.view.viewport
        assert window
        assert (window.x0, window.follows) == (800, False)
        assert watched.panel("Losses")[-1].startswith(" 800 ")


async def test_two_points_fill_the_screen_at_the_crosshair(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("c", *["left"] * 50, *["plus"] * 20)
        window = watched.view.viewport
        assert window
        assert (window.x0, window.x1) == (490, 500)
        plot = [row.partition("┤")[2] or row.partition("│")[2] for row in watched.panel("Losses")[1:-3]]
        assert [row[0] for row in plot if row[0] != " "] == ["⠒"]
        assert [row[-1] for row in plot if row[-1] == "●"] == ["●", "●"]
        assert watched.panel("Losses")[-2].split() == ["490", "492", "494", "496", "498", "500"]


async def test_a_view_is_shared_and_its_y_axis_fits_what_is_visible(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        before = watched.panel("Losses")[1]
        hour = watched.panel("By hour")
        await watched.press(*["plus"] * 4)
        assert watched.panel("Losses")[1] != before
        assert "2.0" not in watched.text
        assert watched.panel("Losses")[-2].split()[-1] == watched.panel("Accuracy")[-2].split()[-1] == "1000"
        assert watched.panel("By hour") == hour


async def test_changing_x_draws_each_panel_along_the_other(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        seen = []
        for _ in range(3):
            seen.append(watched.panel("Losses")[-2].split()[-1])
            await watched.press("x")
        assert seen == ["1000", "100", "25"]
        assert "x is speed" not in watched.header


async def test_the_mouse_hovers_the_crosshair(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        at = place(watched, "Learning rate")
        await watched.mouse(events.MouseMove, *at)
        cross = watched.view.crosshair
        assert cross is not None
        assert 400 < cross < 600
        assert cross % 10 == 0
        assert watched.panel("Accuracy")[-1].startswith(f" {cross:.0f} ")
        await watched.mouse(events.MouseMove, at.x + 10, at.y)
        assert watched.view.crosshair is not None
        assert watched.view.crosshair > cross
        await watched.mouse(events.MouseMove, 5, 0)
        assert watched.view.crosshair is None


async def test_a_click_selects_and_a_double_click_opens(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        at = place(watched, "By hour")
        await watched.pilot.click(offset=(at.x, at.y))
        await watched.settle()
        assert watched.focused == "By hour"
        await watched.pilot.click(offset=(at.x, at.y), times=2)
        await watched.until(lambda: "╭ Losses " not in watched.text)
        await watched.press("escape", "escape")
        await watched.shows("╭ Losses ")


async def test_the_wheel_zooms_about_what_is_under_it(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        at = place(watched, "Learning rate")
        await watched.mouse(events.MouseScrollUp, *at)
        window = watched.view.viewport
        assert watched.focused == "Learning rate"
        assert window
        assert 150 < window.x0 < 250
        assert 750 < window.x1 < 850
        await watched.mouse(events.MouseScrollDown, *at)
        assert watched.view.viewport is None


async def test_the_mouse_over_nothing_does_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    async with watching(path, size=(60, 20)) as watched:
        await watched.mouse(events.MouseMove, 30, 10)
        await watched.pilot.click(offset=(30, 10))
        await watched.mouse(events.MouseScrollUp, 30, 10)
        assert "no points yet" in watched.text


async def test_a_click_beside_the_filter_leaves_it_to_be_typed_in(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("slash", "a")
        at = place(watched, "Accuracy")
        await watched.pilot.click(offset=(at.x, at.y))
        await watched.settle()
        await watched.press("c", "c")
        await watched.shows("filter: acc")
        await watched.press("escape")
        assert "filter" not in watched.footer.replace("/ filter", "")
        assert "╭ Losses " in watched.text


@pytest.mark.parametrize("key", ["escape", "enter"])
async def test_a_fold_of_a_filtered_prefix(tmp_path: Path, key: str) -> None:
    async with watching(many_keys(tmp_path, 8)) as watched:
        await watched.press("slash", *"train", "enter", "f")
        assert [tile.title for tile in watched.view.panels.tiles()] == ["train."]
        await watched.press(key)
        assert len(watched.view.panels.tiles()) == {"escape": 5, "enter": 4}[key]


async def test_panels_out_of_sight_are_counted(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        assert " 3 below " in watched.rows[-2]
        await watched.press("tab", "tab")
        assert " 1 above, 2 below " in watched.rows[-2]
        await watched.press("end", "c")
        assert " 3 above " in watched.rows[-2]
        await watched.press("enter")
        await watched.until(lambda: "above" not in watched.text)
        await watched.press("enter", "escape")
        await watched.resize(40, 8)
        assert " 4 above " in watched.rows[-2]
        await watched.resize(160, 48)
        assert "above" not in watched.text
