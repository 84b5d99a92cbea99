"""The profile hook: whatever profiler runs already keeps running, and a comparison under one comes to its end."""

import cProfile
import pstats
import sys

import numpy as np
import pytest
from torch import nn as tnn

import parity
from parity.code.profiling import profiled
from parity.recording.recorder import record


def called(frame, event, argument):
    del argument
    if event == "call":
        SEEN.append(frame.f_code.co_name)


SEEN: list[str] = []


def inner():
    return 1


def test_calls_in_the_block_are_seen_and_no_others():
    SEEN.clear()
    inner()
    with profiled(called):
        inner()
    inner()
    assert SEEN.count("inner") == 1
    assert sys.getprofile() is None


def test_a_profile_function_is_put_back_after_an_exception():
    def mine(frame, event, argument):
        del frame, event, argument

    sys.setprofile(mine)
    try:
        with pytest.raises(ZeroDivisionError), profiled(called):
            1 / 0  # noqa: B018
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(None)


def under_cprofile(work):
    profiler = cProfile.Profile()
    profiler.enable()
    try:
        result = work()
        inner()
    finally:
        profiler.disable()
    names = {name for _, _, name in pstats.Stats(profiler).stats}
    return result, names


def test_a_comparison_with_two_losses_under_cprofile():
    options = {"steps": 1, "ref_loss": "torch.nn.L1Loss()", "port_loss": "torch.nn.MSELoss()"}
    report, names = under_cprofile(
        lambda: parity.compare(tnn.Linear(5, 4), tnn.Linear(5, 4), "float32[6,5]", **options)
    )
    assert "loss" in {finding.rule for finding in report.findings}
    assert "inner" in names


def test_the_recorder_under_cprofile(tmp_path):
    import torch

    net = tnn.Sequential(tnn.Linear(3, 2))

    def work():
        with record(net, tmp_path / "trace"):
            net(torch.from_numpy(np.ones((1, 3), np.float32)))

    assert "inner" in under_cprofile(work)[1]
    assert (tmp_path / "trace" / "manifest.json").is_file()
