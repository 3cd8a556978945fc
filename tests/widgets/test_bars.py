"""The header and the footer at all widths."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from div_tui.layouts.text import cell_width
from div_tui.widgets import footer_face, header_face
from div_tui.widgets.cells import Role
from div_tui.widgets.header_face import HeaderState
from hypothesis import given
from hypothesis import strategies as st
from support.cells import line, role_of

RUN = HeaderState("run-7", "live", x_name="step", x="41 200", points=412, rate=4.1, dropped=2)
LONG = replace(RUN, name="run-7-with-a-rather-long-name-2026-11-29", age=25.0, progress=0.615, seconds_left=7300.0)


class TestHeader:
    def test_content(self) -> None:
        left = " run-7  ● live   step 41 200   412 points   4.1/s"
        assert line(header_face.draw_header(RUN, 160)) == left + " " * (160 - len(left) - 13) + "2 dropped  d "

    def test_roles(self) -> None:
        cells = header_face.draw_header(RUN, 160)
        assert role_of(cells, "run-7") is Role.TITLE
        assert role_of(cells, "● live") is Role.LIVE
        assert role_of(cells, "4.1/s") is Role.DIM
        assert role_of(cells, "2 dropped") is Role.ALERT
        assert cells.styles[0, 158] == Role.KEY

    @pytest.mark.parametrize(
        ("changes", "shown", "role"),
        [
            ({"state": "waiting"}, "○ waiting", Role.DIM),
            ({"state": "quiet", "age": 47.0}, "◌ quiet 40 s", Role.ALERT),
            ({"state": "ended"}, "■ ended", Role.TEXT),
            ({"state": "interrupted"}, "✗ interrupted", Role.ALERT),
            ({"reported_state": "evaluating"}, "evaluating", Role.DIM),
            ({"state": "failed"}, "✗ failed", Role.ALERT),
            ({"state": "failed", "exit_status": 3}, "✗ failed with status 3", Role.ALERT),
            ({"state": "lost"}, "? lost", Role.ALERT),
            ({"state": "live", "ascii_only": True}, "* live", Role.LIVE),
            ({"state": "failed", "ascii_only": True}, "x failed", Role.ALERT),
            ({"full": True}, "full", Role.ALERT),
            ({"paused": True}, "paused", Role.ACCENT),
            ({"loading": 0.439}, "reading 43%", Role.ACCENT),
            ({"message": "the file was replaced: reading again"}, "the file was replaced: reading again", Role.ACCENT),
            ({"age": 125.0}, "last change 2 min ago", Role.DIM),
            ({"progress": 0.999, "seconds_left": 42.0}, "99%  42 s left", Role.TEXT),
            ({"progress": 0.5}, "50%", Role.TEXT),
            ({"points": 1}, "1 point ", Role.TEXT),
            ({"points": 200000}, "200 000 points", Role.TEXT),
            ({"dropped": 12345}, "12 345 dropped", Role.ALERT),
            ({"rate": 0.0312}, "0.031/s", Role.DIM),
            ({"rate": 1234.5}, "1 234/s", Role.DIM),
            ({"x_name": ""}, "   41 200   ", Role.TEXT),
        ],
    )
    def test_each_field(self, changes: dict[str, object], shown: str, role: Role) -> None:
        cells = header_face.draw_header(replace(RUN, **changes), 160)  # type: ignore[arg-type]
        assert shown in line(cells)
        assert role_of(cells, shown.strip()) is role

    @pytest.mark.parametrize(
        ("width", "shown"),
        [
            (80, " run-7  ● live  step 41 200  412 points  4.1/s    2 not finite  v  2 dropped  d "),
            (60, " run-7  ● live  step 41 200   2 not finite  v  2 dropped  d "),
            (40, " run-7 ● live 41 200 2 NaN 2 dropped  d "),
            (24, "● live      2 dropped  d"),
        ],
    )
    def test_keys_that_are_not_finite_are_counted_with_the_key_that_lists_them(self, width: int, shown: str) -> None:
        cells = header_face.draw_header(replace(RUN, not_finite=2), width)
        assert line(cells) == shown

    @pytest.mark.parametrize(("infinite", "kind"), [(0, "NaN"), (1, "NaN/inf"), (2, "inf")])
    def test_the_short_count_of_keys_that_are_not_finite_names_their_kind(self, infinite: int, kind: str) -> None:
        assert f" 2 {kind} " in line(header_face.draw_header(replace(RUN, not_finite=2, infinite=infinite), 44))

    def test_unknown_values_are_not_shown(self) -> None:
        assert line(header_face.draw_header(HeaderState("run-7"), 40)) == " run-7  ○ waiting".ljust(40)

    @pytest.mark.parametrize(
        ("width", "shown"),
        [
            (
                120,
                " run-7-with-a…-2026-11-29  ● live  step 41 200  61%  2 h 01 min left  412 points"
                "  last change 20 s ago     2 dropped  d ",
            ),
            (80, " run-7-with-a…-2026-11-29  ● live  step 41 200  61%  412 points    2 dropped  d "),
            (60, " run-7-w…-11-29  ● live  step 41 200  61%      2 dropped  d "),
            (40, " run-…-29 ● live 41 200    2 dropped  d "),
            (20, "● live  2 dropped  d"),
            (12, "● live    2!"),
            (5, "●  2!"),
            (3, "●  "),
            (1, "●"),
            (0, ""),
        ],
    )  # fmt: skip
    def test_the_least_important_parts_are_dropped_first(self, width: int, shown: str) -> None:
        assert line(header_face.draw_header(LONG, width)) == shown

    @pytest.mark.parametrize(
        ("width", "shown"),
        [
            (
                110,
                " run-7  ● live  step 41 200  12 345 points  --telemetry builtin:huggingface fits this run "
                "       2 dropped  d ",
            ),
            (92, " run-7  ● live  step 41 200  --telemetry builtin:huggingface fits this run     2 dropped  d "),
            (80, " run-7  ● live  step 41 200  --telemetry builti…ace fits this run  2 dropped  d "),
        ],
    )  # fmt: skip
    def test_a_message_takes_precedence_over_permanent_parts(self, width: int, shown: str) -> None:
        state = replace(RUN, message="--telemetry builtin:huggingface fits this run", age=30.0, points=12345)
        assert line(header_face.draw_header(state, width)) == shown

    @pytest.mark.parametrize("width", [40, 60, 80])
    def test_problems_stay(self, width: int) -> None:
        shown = line(header_face.draw_header(replace(LONG, state="failed", full=True, paused=True, loading=0.5), width))
        assert all(word in shown for word in ("✗ failed", "full", "2 dropped"))

    @given(
        st.builds(
            HeaderState, st.text(max_size=60), st.sampled_from(sorted(header_face._SYMBOLS)),
            st.none() | st.integers(-99, 255), st.text(max_size=10), st.text(max_size=20), st.integers(0, 10**9),
            st.none() | st.floats(0, 1e9), st.none() | st.floats(0, 1e12), st.booleans(), st.none() | st.floats(0, 1),
            st.none() | st.floats(0, 1e12), st.none() | st.floats(0, 1), st.text(max_size=80), st.integers(0, 10**7),
            st.integers(0, 10**4), st.booleans(), st.booleans(),
        ),
        st.integers(0, 200),
    )  # fmt: skip
    def test_any_header_at_any_width(self, state: HeaderState, width: int) -> None:
        cells = header_face.draw_header(state, width)
        assert (cells.width, cells.height) == (width, 1)
        assert cell_width(line(cells)) == width
        if width:
            symbol, ascii_symbol, _ = header_face._SYMBOLS[state.state]
            assert (ascii_symbol if state.ascii_only else symbol) in line(cells)
        if width >= 30 and state.dropped:
            assert f"{state.dropped}!" in line(cells) or "dropped" in line(cells)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, ""), (9.9, ""), (10, "10 s"), (47, "40 s"), (59.9, "50 s"), (60, "1 min"), (3599, "59 min")],
)
def test_age_text(seconds: float, text: str) -> None:
    assert header_face.age_text(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-1, "0 s"), (42, "42 s"), (3600, "1 h 00 min"), (7500, "2 h 05 min"), (86400, "1 d 0 h"), (1e9, "11 574 d 1 h")],
)
def test_duration_text(seconds: float, text: str) -> None:
    assert header_face.duration_text(seconds) == text


KEYS = [
    ("←↑↓→", "panel"), ("⏎", "open"), ("c", "crosshair"), ("+ −", "zoom"), ("s", "smooth"), ("l", "log"),
    ("/", "filter"), ("v", "table"), ("d", "dropped"), ("?", "help"), ("q", "quit"),
]  # fmt: skip


class TestFooter:
    @pytest.mark.parametrize(
        ("width", "shown"),
        [
            (
                120,
                " ←↑↓→ panel   ⏎ open   c crosshair   + − zoom   s smooth   l log   / filter   v table"
                "   d dropped   ? help   q quit",
            ),
            (
                105,
                " ←↑↓→ panel  ⏎ open  c crosshair  + − zoom  s smooth  l log  / filter  v table"
                "  d dropped  ? help  q quit",
            ),
            (80, " ←↑↓→ panel  ⏎ open  c crosshair  + − zoom  s smooth  l log  ? help  q quit"),
            (40, " ←↑↓→ panel  ⏎ open  ? help  q quit"),
            (20, " ? help  q quit"),
            (12, " ?  q"),
            (3, " q"),
            (1, ""),
            (0, ""),
        ],
    )  # fmt: skip
    def test_keys(self, width: int, shown: str) -> None:
        assert line(footer_face.draw_footer(KEYS, width)) == shown.ljust(width)

    def test_roles(self) -> None:
        cells = footer_face.draw_footer(KEYS, 120)
        assert role_of(cells, "←↑↓→") is Role.KEY
        assert role_of(cells, "crosshair") is Role.DIM

    def test_a_message_leaves_room_for_help_and_quit(self) -> None:
        assert line(footer_face.draw_footer(KEYS, 60, "telemetry [[panel]] 1 has no y")) == (
            " telemetry [[panel]] 1 has no y".ljust(60 - 16) + "? help   q quit "
        )
        assert (
            line(footer_face.draw_footer(KEYS, 30, "telemetry [[panel]] 1 has no y"))
            == " telemetry [[pa…l]] 1 has no y"
        )

    @given(
        st.lists(st.tuples(st.text(max_size=4), st.text(max_size=12)), max_size=12),
        st.integers(0, 200), st.none() | st.text(max_size=80), st.booleans(),
    )  # fmt: skip
    def test_any_footer_at_any_width(
        self, keys: list[tuple[str, str]], width: int, message: str | None, ascii_only: bool
    ) -> None:
        cells = footer_face.draw_footer(keys, width, message, ascii_only=ascii_only)
        assert (cells.width, cells.height) == (width, 1)
        assert cell_width(line(cells)) == width


def test_faces_need_neither_textual_nor_rich() -> None:
    code = (
        "import sys; import div_tui.widgets.card_face, div_tui.widgets.header_face, div_tui.widgets.footer_face;"
        "sys.exit(bool({'textual', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
