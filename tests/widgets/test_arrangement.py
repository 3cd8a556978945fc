"""The arrangement of panels on the screen."""

from __future__ import annotations

from div_tui.widgets.arrangement import MIN_HEIGHT, TWO_COLUMN_WIDTH, Box, Tile, arrange, slots
from hypothesis import given
from hypothesis import strategies as st

PANEL, WIDE, FOLDED = Tile("panel", "panel"), Tile("wide", "wide", wide=True), Tile("folded", "eval.", True, 3)


def boxes(tiles: list[Tile], width: int, height: int, selected: int = 0, top: int = 0) -> dict[int, tuple[int, ...]]:
    """Return the x, y, width and height of each visible tile."""
    placed = arrange(tiles, selected, top, width, height)[1]
    return {index: (box.x, box.y, box.width, box.height) for index, box in placed.items()}


def test_one_panel_has_the_whole_screen() -> None:
    assert boxes([PANEL], 160, 48) == {0: (0, 0, 160, 48)}


def test_panels_fill_two_columns_if_there_is_room() -> None:
    assert boxes([PANEL] * 4, 160, 40) == {
        0: (0, 0, 80, 20),
        1: (80, 0, 80, 20),
        2: (0, 20, 80, 20),
        3: (80, 20, 80, 20),
    }
    assert boxes([PANEL] * 2, TWO_COLUMN_WIDTH, 20) == {0: (0, 0, 48, 20), 1: (48, 0, 48, 20)}
    assert boxes([PANEL] * 2, TWO_COLUMN_WIDTH - 1, 20) == {0: (0, 0, 95, 10), 1: (0, 10, 95, 10)}


def test_a_wide_panel_spans_both_columns() -> None:
    assert boxes([WIDE, PANEL, PANEL], 101, 40) == {0: (0, 0, 101, 20), 1: (0, 20, 50, 20), 2: (50, 20, 51, 20)}


def test_the_first_rows_get_the_lines_that_are_left_over() -> None:
    assert [box[3] for box in boxes([WIDE] * 3, 160, 47).values()] == [16, 16, 15]


def test_panels_that_do_not_fit_scroll_by_rows() -> None:
    tiles = [WIDE] * 10
    assert list(boxes(tiles, 160, 3 * MIN_HEIGHT)) == [0, 1, 2]
    top, placed = arrange(tiles, 3, 0, 160, 3 * MIN_HEIGHT)
    assert (top, list(placed)) == (1, [1, 2, 3])
    top, placed = arrange(tiles, 2, top, 160, 3 * MIN_HEIGHT)
    assert (top, list(placed)) == (1, [1, 2, 3])
    top, placed = arrange(tiles, 0, top, 160, 3 * MIN_HEIGHT)
    assert (top, list(placed)) == (0, [0, 1, 2])


def test_there_is_no_gap_after_the_last_row() -> None:
    assert arrange([WIDE] * 4, 3, 3, 160, 3 * MIN_HEIGHT)[0] == 1
    assert arrange([WIDE] * 4, 3, 3, 160, 4 * MIN_HEIGHT)[0] == 0


def test_a_folded_prefix_is_one_line_and_panels_share_the_rest() -> None:
    assert boxes([PANEL, FOLDED, WIDE], 160, 41) == {0: (0, 0, 80, 20), 1: (0, 20, 160, 1), 2: (0, 21, 160, 20)}
    assert boxes([FOLDED, FOLDED], 160, 41) == {0: (0, 0, 160, 1), 1: (0, 1, 160, 1)}
    assert list(boxes([FOLDED] * 50, 160, 40, selected=49)) == list(range(10, 50))


def test_a_screen_lower_than_a_panel_shows_one_row() -> None:
    assert boxes([PANEL] * 4, 160, 3, selected=2) == {2: (0, 0, 80, 3), 3: (80, 0, 80, 3)}
    assert boxes([PANEL] * 4, 1, 1, selected=3) == {3: (0, 0, 1, 1)}


TILES = st.lists(st.sampled_from([PANEL, PANEL, WIDE, FOLDED]), min_size=1, max_size=40)


@given(TILES, st.data(), st.integers(1, 500), st.integers(1, 200))
def test_tiles_fill_the_screen_without_overlaps_and_the_selected_one_is_visible(
    tiles: list[Tile], data: st.DataObject, width: int, height: int
) -> None:
    selected = data.draw(st.integers(0, len(tiles) - 1))
    top, placed = arrange(tiles, selected, data.draw(st.integers(0, 60)), width, height)
    assert selected in placed
    assert arrange(tiles, selected, top, width, height) == (top, placed)
    rows: dict[int, list[tuple[int, Box]]] = {}
    for slot in slots(tiles, width):
        if slot.index in placed:
            rows.setdefault(slot.row, []).append((slot.index, placed[slot.index]))
    assert sorted(rows) == list(range(top, top + len(rows)))
    y = 0
    for _, row in sorted(rows.items()):
        x = 0
        for index, box in row:
            assert (box.x, box.y) == (x, y)
            assert box.height == row[0][1].height >= 1
            assert not tiles[index].folded or box.height == 1
            x += box.width
        assert x == width or (len(row) == 1 and x == width // 2)
        y += row[0][1].height
    assert y <= height
    if any(not tiles[index].folded for index in placed):
        assert y == height
