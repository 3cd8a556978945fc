"""How values are drawn: log or linear, clipped, smoothed."""

from __future__ import annotations

from support.views import ACC, LOSS, LR, data_of, growing_run, view_of


def test_scale_and_clipping_belong_to_one_panel_and_smoothing_to_all() -> None:
    view = view_of(growing_run())
    assert [data_of(view, panel).view.log for panel in (LOSS, ACC, LR)] == [False, False, True]
    view.scales.toggle_log(LOSS)
    view.scales.toggle_clip(LOSS)
    view.scales.next_smoothing()
    assert [data_of(view, panel).view.log for panel in (LOSS, ACC, LR)] == [True, False, True]
    assert [data_of(view, panel).view.clip for panel in (LOSS, ACC, LR)] == [True, False, False]
    assert {data_of(view, panel).view.smoothing for panel in (LOSS, ACC, LR)} == {0.6}
    view.scales.toggle_log(LOSS)
    view.scales.toggle_clip(LOSS)
    assert (data_of(view, LOSS).view.log, data_of(view, LOSS).view.clip) == (False, False)
    weights = []
    for _ in range(4):
        weights.append(data_of(view, LOSS).view.smoothing)
        view.scales.next_smoothing()
    assert weights == [0.6, 0.9, 0.97, 0]


def test_a_log_scale_of_the_layout_can_be_made_linear() -> None:
    scales = view_of(growing_run()).scales
    assert (scales.is_log(LR), scales.is_clipped(LR)) == (True, False)
    scales.toggle_log(LR)
    assert not scales.is_log(LR)


def test_the_next_smoothing_is_returned() -> None:
    scales = view_of(growing_run()).scales
    assert [scales.next_smoothing() for _ in range(5)] == [0.6, 0.9, 0.97, 0, 0.6]
