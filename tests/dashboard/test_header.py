"""What the header shows of one run, and of several."""

from __future__ import annotations

from pathlib import Path

from div_tui.app.view import crosshair
from support.event_runs import note, number, state
from support.fed import Fed
from support.runs import NAN

INF = float("inf")


def test_a_marker_beside_the_crosshair_has_its_step(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*(number("loss", 1, step) for step in (1000, 2000)), note("on it", 2000), note("after", 2100))
    crosshair.place(fed.view, 2000)
    assert fed.header().message == "on it; at 2 100: after"
    fed.read(*(note(f"{at}", 1999) for at in range(20)))
    message = fed.header().message
    assert message.startswith("on it; at 1 999: 0; at 1 999: 1; ")
    assert message.endswith("; at 1 999: 6 and 14 more")


def test_a_run_before_its_first_point(tmp_path: Path) -> None:
    header = Fed(tmp_path).header()
    assert (header.name, header.state, header.points, header.x, header.rate) == ("run", "waiting", 0, "", None)


def test_a_run_with_its_x_points_and_drops(tmp_path: Path) -> None:
    fed = Fed(tmp_path, cap=3)
    fed.read({"step": 10, "loss": 1}, "no object", {"step": 20, "loss": NAN, "acc": INF})
    header = fed.header()
    assert (header.state, header.x_name, header.x, header.points) == ("live", "step", "20", 2)
    assert (header.dropped, header.not_finite, header.infinite, header.full) == (1, 2, 1, False)
    fed.read({"step": 30, "loss": 1}, {"step": 40})
    header = fed.header()
    assert (header.points, header.dropped, header.not_finite, header.infinite, header.full) == (3, 2, 1, 1, True)


def test_the_progress_and_the_time_left(tmp_path: Path) -> None:
    fed = Fed(tmp_path, "--total", "100")
    for at in range(3):
        fed.read({"step": 10 * at, "loss": 1}, now=float(at))
    header = fed.header(now=2.0)
    assert (header.progress, header.seconds_left, header.rate) == (0.2, 8.0, 1.0)
    assert fed.x_end() == 100


def test_points_that_exist_before_the_run_is_loaded_have_no_rate_and_no_time_left(tmp_path: Path) -> None:
    fed = Fed(tmp_path, "--total", "2010")
    fed.read(*({"step": at} for at in range(1, 501)), caught_up=False)
    fed.read(*({"step": at} for at in range(501, 1001)), now=1.0)
    header = fed.header(now=1.0)
    assert (header.rate, header.seconds_left) == (None, None)
    fed.read({"step": 1010}, now=2.0)
    header = fed.header(now=2.0)
    assert (header.rate, header.seconds_left) == (1.0, 100.0)


def test_the_rate_goes_when_the_age_is_shown_and_the_time_left_stays(tmp_path: Path) -> None:
    fed = Fed(tmp_path, "--total", "100")
    for now in range(5):
        fed.read({"step": 10 * now}, now=float(now))
    for now, rate in ((14.0, 1.0), (14.1, None)):
        header = fed.header(now=now)
        assert (header.rate, header.seconds_left) == (rate, 6.0)


def test_the_message_is_an_error_else_the_notice_else_the_markers_else_what_is_not_visible(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*(number("loss", 1, step) for step in range(100)), note("here", 50))
    assert fed.header().message == ""
    fed.view.panels.filter("loss")
    assert fed.header().message == "filter: loss"
    fed.view.zoom(1)
    fed.view.viewports.pan("step", -1)
    assert fed.header().message == "not following the newest point, press 0 to follow"
    fed.read(number("loss", 1, 100), number("loss", 1, 101))
    assert fed.header().message == "2 new, press 0 to follow"
    crosshair.place(fed.view, 50)
    assert fed.header().message == "here"
    assert fed.header("a notice").message == "a notice"
    fed.runs.first.error = "cannot read the run: I/O error"
    header = fed.header("a notice")
    assert (header.message, header.state) == ("cannot read the run: I/O error", "failed")


def test_what_the_run_itself_reports(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(state("start"), number("loss", 1, 1))
    assert (fed.header().state, fed.header().reported_state) == ("live", "start")


def test_the_points_and_drops_of_several_runs_are_added_up(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    fed.read({"step": 10, "loss": 1}, "no object", {"step": 20, "loss": NAN})
    fed.read("no object", {"step": 30, "loss": INF, "acc": 1}, [1], run=1)
    header = fed.header()
    assert (header.name, header.state, header.x_name, header.x) == ("first second", "live", "step", "30")
    assert (header.points, header.dropped, header.not_finite, header.infinite) == (3, 3, 2, 1)


def test_the_rates_of_several_runs_are_added_up(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    for at in range(3):
        fed.read({"loss": 1}, now=float(at))
        assert fed.header(now=float(at)).rate == (1.0 if at else None)
    for at in range(3):
        fed.read({"loss": 1}, {"loss": 2}, run=1, now=2.0 + at)
    assert fed.header(now=4.0).rate == 3.0


def test_an_error_of_any_run_is_the_message_and_the_state_is_that_of_the_first(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    for run in (0, 1):
        fed.read({"loss": 1}, run=run)
    list(fed.runs)[1].error = "cannot read the run: I/O error"
    header = fed.header()
    assert (header.message, header.state) == ("cannot read the run: I/O error", "live")
