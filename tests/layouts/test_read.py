import os
import unicodedata
from pathlib import Path

import pytest
from div_tui.layouts.model import Layout, Panel, Stat, summary
from div_tui.layouts.read import LayoutError, parse, read
from div_tui.layouts.toml import MAX_BYTES
from hypothesis import given
from hypothesis import strategies as st

WHOLE = b"""
x = "step"

[[panel]]
title = "Loss"
x = "epoch"
y = ["loss", "eval.loss", "a/b", "d"]
scale = "log"
min = 1
max = 2.5
rule = -1e-3
wide = true

[[stat]]
title = "Speed"
y = "speed"
reduce = "max"

[[panel]]
y = "acc"
"""

QUOTES = "; put text in quotes, write true and false in lower case"


def test_every_key_is_read() -> None:
    assert parse(WHOLE) == Layout(
        "step",
        (Panel(("loss", "eval.loss", "a/b", "d"), "Loss", "epoch", "log", 1.0, 2.5, -0.001, True), Panel(("acc",))),
        (Stat(("speed",), "Speed", "max"),),
    )


def test_defaults() -> None:
    layout = parse(b'[[panel]]\ny = "loss"\n[[stat]]\ny = ["a", "b"]')
    assert layout == Layout(
        None, (Panel(("loss",), None, None, "linear", None, None, None, False),), (Stat(("a", "b")),)
    )
    assert layout.stats[0].reduce == "last"


def test_integers_become_floats() -> None:
    panel = parse(b'[[panel]]\ny = "a"\nmin = 1\nmax = 1\nrule = 9007199254740993').panels[0]
    assert [type(value) for value in (panel.min, panel.max, panel.rule)] == [float] * 3
    assert panel.rule == 2.0**53


@pytest.mark.parametrize("data", [b"", b"# nothing", b"panel = []\nstat = []", b"\xef\xbb\xbf", b"\r\n"])
def test_an_empty_layout(data: bytes) -> None:
    assert parse(data) == Layout()


def test_a_byte_order_mark_and_crlf_are_accepted() -> None:
    assert parse(b'\xef\xbb\xbfx = "step"\r\n[[panel]]\r\ny = "a"\r\n') == Layout("step", (Panel(("a",)),))


def test_inline_tables() -> None:
    assert parse(b'panel = [{y = "a"}, {y = "b"}]').panels == (Panel(("a",)), Panel(("b",)))


def test_panels_keep_their_order_however_headers_are_written() -> None:
    data = b'[["panel"]]\ny = "a"\ntitle = """\n[[panel]]\n[[panel]]"""\n[[panel]]\ny = "b"\n[[ panel ]]\ny = "c"'
    assert [panel.y for panel in parse(data).panels] == [("a",), ("b",), ("c",)]


def test_names() -> None:
    assert Panel(("a", "b"), "Loss").name == "Loss"
    assert Panel(("a", "b")).name == "a, b"
    assert Panel(("a",), "").name == "a"
    assert Stat(("a", "b")).name == "a, b"
    assert Stat(("a",), "Speed").name == "Speed"


def test_summary() -> None:
    assert summary(parse(WHOLE)) == "ok: 2 panels, 1 stat"
    assert summary(Layout(panels=(Panel(("a",)),))) == "ok: 1 panel, 0 stats"


PANEL_KEYS = "which is not one of title, x, y, scale, min, max, rule, wide"


def panel(lines: str) -> str:
    return f'[[panel]]\ny = "a"\n{lines}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # the top level
        ('pannel = "a"', 'telemetry has "pannel", which is not one of x, panel, stat'),
        ("[pannel]", 'telemetry has "pannel", which is not one of x, panel, stat'),
        ("x = 3", "telemetry has x = 3, which is not a key in quotes"),
        ('x = ""', 'telemetry has x = "", which is not a key; name one'),
        ('x = ["step"]', "telemetry has x = [...], which is not a key in quotes"),
        ('[panel]\ny = "a"', "telemetry has panel as a single table; write [[panel]]"),
        ("panel = 3", "telemetry has panel = 3; write [[panel]]"),
        ("[stat]", "telemetry has stat as a single table; write [[stat]]"),
        ('panel = [{y = "a"}, 1]', "telemetry [[panel]] 2 is 1, which is not a table; write [[panel]]"),
        # tables
        (panel("[[panel]]\nscael = 1"), f'telemetry [[panel]] 2 has "scael", {PANEL_KEYS}'),
        (panel("reduce = 'min'"), f'telemetry [[panel]] 1 has "reduce", {PANEL_KEYS}'),
        (panel("[panel.more]"), f'telemetry [[panel]] 1 has "more", {PANEL_KEYS}'),
        ('[[stat]]\nx = "a"', 'telemetry [[stat]] 1 has "x", which is not one of title, y, reduce'),
        ('[[panel]]\ntitle = "a"', "telemetry [[panel]] 1 has no y"),
        ("[[stat]]", "telemetry [[stat]] 1 has no y"),
        # y
        ("[[panel]]\ny = 3", "telemetry [[panel]] 1 has y = 3, which is not a key in quotes or a list of them"),
        ('[[panel]]\ny = ""', 'telemetry [[panel]] 1 has y = "", which is not a key; name one'),
        ("[[panel]]\ny = []", "telemetry [[panel]] 1 has y = [], which is not a list of 1 to 4 keys"),
        ('[[stat]]\ny = ["a", 1]', "telemetry [[stat]] 1 has 1 in y, which is not a key in quotes"),
        ('[[stat]]\ny = ["a", ""]', 'telemetry [[stat]] 1 has "" in y, which is not a key; name one'),
        ('[[stat]]\ny = ["a", "a"]', 'telemetry [[stat]] 1 has "a" in y twice; name each key once'),
        (
            '[[panel]]\ny = ["a", "b", "c", "d", "e"]',
            "telemetry [[panel]] 1 has 5 keys in y, which is over 4; use more tables",
        ),
        # the other keys
        (panel("title = 3"), "telemetry [[panel]] 1 has title = 3, which is not text in quotes"),
        (panel("title = 2020-01-02"), "telemetry [[panel]] 1 has title = 2020-01-02, which is not text in quotes"),
        (panel("scale = 'Log'"), 'telemetry [[panel]] 1 has scale = "Log", which is not one of linear, log'),
        (panel("scale = [1]"), "telemetry [[panel]] 1 has scale = [...], which is not one of linear, log"),
        (panel("wide = 'yes'"), 'telemetry [[panel]] 1 has wide = "yes", which is not true or false'),
        (panel("wide = 1"), "telemetry [[panel]] 1 has wide = 1, which is not true or false"),
        (panel("min = true"), "telemetry [[panel]] 1 has min = true, which is not a number"),
        (panel("max = '1'"), 'telemetry [[panel]] 1 has max = "1", which is not a number'),
        (panel("rule = {a = 1}"), "telemetry [[panel]] 1 has rule = {...}, which is not a number"),
        (panel("min = nan"), "telemetry [[panel]] 1 has min = nan, which is not finite"),
        (panel("max = -inf"), "telemetry [[panel]] 1 has max = -inf, which is not finite"),
        (panel("rule = 1e999"), "telemetry [[panel]] 1 has rule = inf, which is not finite"),
        (
            panel("min = 1" + "0" * 400),
            f"telemetry [[panel]] 1 has min = 1{'0' * 28}...{'0' * 28}, which is too large",
        ),
        (
            panel("min = 0x" + "f" * 5000),
            f"telemetry [[panel]] 1 has min = 0x{'f' * 27}...{'f' * 28}, which is too large",
        ),
        (panel("min = 2.0\nmax = 1.0"), "telemetry [[panel]] 1 has min = 2.0 above max = 1.0"),
        (panel("max = 1\nmin = 2"), "telemetry [[panel]] 1 has min = 2 above max = 1"),
        (
            '[[stat]]\ny = "a"\nreduce = "mean"',
            'telemetry [[stat]] 1 has reduce = "mean", which is not one of last, min, max',
        ),
        # TOML itself
        (
            "x = 'a'\ny =",
            "telemetry line 2, column 4 is not TOML: invalid value" + QUOTES,
        ),
        ("x = 'a'\nnonsense\n", "telemetry line 2, column 9 is not TOML: "),
        ("x = '''\n\n", "telemetry line 3, column 1 is not TOML: "),
        ("x = 'a\x00'", "telemetry line 1, column 7 is not TOML: "),
        ("x = 1\nx = 2\n", "telemetry line 2, column 6 defines a key or table twice; keep one"),
        ("[panel]\n[panel]\n", "telemetry line 2, column 7 has [panel] twice; write each as [[panel]]"),
        ("x = " + "[" * 1000, "telemetry cannot be read as TOML: "),
        ("x = " + "9" * 5000, "telemetry cannot be read as TOML: "),
        # escaped and shortened
        ('"\\u001b[2J\\u202e" = 1', r'telemetry has "\u001b[2J\u202e", which is not one of x, panel, stat'),
        (panel('scale = "a\\nb"'), r'telemetry [[panel]] 1 has scale = "a\nb", which is not one of linear, log'),
        (f"{'k' * 100} = 1", f'telemetry has "{"k" * 29}...{"k" * 28}", which is not one of x, panel, stat'),
    ],
)
def test_a_mistake_is_one_line(text: str, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse(text.encode())
    # The end of a syntax error is the parser's wording, which may change.
    assert str(caught.value).startswith(message) if message.endswith(": ") else str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[stat]]\nq = 1\n[[panel]]\nr = 1\n[[stat]]\ny = "a"', 'telemetry [[stat]] 1 has "q"'),
        ('[[stat]]\ny = "a"\n[[panel]]\nr = 1\n[[stat]]\nq = 1', 'telemetry [[panel]] 1 has "r"'),
        (panel("[[stat]]\nq = 1\n[[panel]]\nr = 1"), 'telemetry [[stat]] 1 has "q"'),
        (panel("[[panel]]\nr = 1\n[other]"), 'telemetry [[panel]] 2 has "r"'),
        (panel("[other]\n[[panel]]\nr = 1"), 'telemetry has "other"'),
        ("[[panel]]\nr = 1\nscale = 3", 'telemetry [[panel]] 1 has "r"'),
        ("[[panel]]\nscale = 3\nr = 1", "telemetry [[panel]] 1 has scale = 3"),
        ("[[panel]]\nmin = 2\nmax = 1\nr = 1", "telemetry [[panel]] 1 has min = 2 above max = 1"),
        ("[[panel]]\n[[panel]]\nr = 1", "telemetry [[panel]] 1 has no y"),
        ("other = 1\n[[panel]]", 'telemetry has "other"'),
    ],
)
def test_the_first_of_several_mistakes_is_reported(text: str, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse(text.encode())
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("data", "line"), [(b"\xff", 1), (b"a = 1\n# caf\xe9\n", 2), ("x = 1".encode("utf-16"), 1)])
def test_invalid_utf8_names_the_line(data: bytes, line: int) -> None:
    with pytest.raises(LayoutError, match=f"^telemetry line {line} is not UTF-8; save the file as UTF-8$"):
        parse(data)


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.toml"
    path.write_bytes(WHOLE)
    assert read(path) == parse(WHOLE)
    assert read(str(path)) == parse(WHOLE)


def test_an_unreadable_file_is_named_with_the_reason(tmp_path: Path) -> None:
    missing = tmp_path / "a\nb.toml"
    for path, reason in [(missing, "No such file or directory"), (tmp_path, "Is a directory")]:
        with pytest.raises(LayoutError) as caught:
            read(path)
        shown = str(path).replace("\n", "\\n")
        assert str(caught.value) == f"cannot read the layout {shown}: {reason}"
    with pytest.raises(LayoutError, match=r"^cannot read the layout a\\u0000b: the path contains a null character$"):
        read("a\0b")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads any file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.toml"
    path.touch(0o000)
    with pytest.raises(LayoutError, match="Permission denied"):
        read(path)


def test_a_file_over_the_limit_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.toml"
    path.write_bytes(b"#" * MAX_BYTES)
    assert read(path) == Layout()
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(LayoutError, match="over 1 MiB"):
        read(path)


VALUES = st.one_of(
    st.sampled_from(["true", "nan", "-inf", "[]", "{}", "2020-01-01", "1e400", '"log"', '"min"', '["a", "b"]', '""']),
    st.integers().map(str),
    st.floats().map(str),
    st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: f'"{text}"'),
)
LINES = st.one_of(
    st.sampled_from(["[[panel]]", "[[stat]]", "[panel]", "[x]", "[[panel.y]]", "[[other]]", "\ufeff", "'''"]),
    st.tuples(st.sampled_from(["title", "x", "y", "scale", "min", "max", "rule", "wide", "reduce", "z"]), VALUES).map(
        " = ".join
    ),
)


@given(st.one_of(st.binary(), st.text().map(str.encode), st.lists(LINES).map(lambda lines: "\n".join(lines).encode())))
def test_any_bytes_give_a_layout_or_one_safe_line(data: bytes) -> None:
    try:
        layout = parse(data)
    except LayoutError as error:
        message = str(error)
        assert message.startswith("telemetry ")
        assert len(message) < 300
        assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in message)
    else:
        assert all(1 <= len(table.y) <= 4 for table in (*layout.panels, *layout.stats))
