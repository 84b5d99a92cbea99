"""Recording of some steps of a training, asked for by a file."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch.profiler import DynamicProfilerMonitor

STEPS = (ops.abs, ops.exp, ops.sin, ops.cos, ops.tan, ops.floor)
NAMES = {"aten::abs", "aten::exp", "aten::sin", "aten::cos", "aten::tan", "aten::floor"}


def recorded(folder):
    events = json.loads((folder / "trace.json").read_text())["traceEvents"]
    return {event["name"] for event in events} & NAMES


def ask(folder, **settings):
    (folder / "profiler_config.json").write_text(json.dumps(settings))


@pytest.mark.parametrize(
    ("first", "last", "names"),
    [(2, 4, {"aten::sin", "aten::cos", "aten::tan"}), (1, 1, {"aten::exp"}), (0, 1, {"aten::exp", "aten::sin"})],
)
def test_the_steps_that_the_file_names(tmp_path, first, last, names):
    ask(tmp_path, start_step=first, stop_step=last)
    monitor = DynamicProfilerMonitor(str(tmp_path), str(tmp_path / "out"))
    for step in STEPS:
        step(Tensor(np.ones((2, 3), np.float32)))
        monitor.step()
    assert [each.name for each in (tmp_path / "out").iterdir()] == [f"rank0_start{first}_stop{last}"]
    assert recorded(tmp_path / "out" / f"rank0_start{first}_stop{last}") == names


@pytest.mark.parametrize("steps", [{"start_step": 4, "stop_step": 2}, {"start_step": -1, "stop_step": -1}, {}])
def test_nothing_is_recorded(tmp_path, steps):
    ask(tmp_path, **steps)
    monitor = DynamicProfilerMonitor(str(tmp_path), str(tmp_path / "out"))
    for _ in range(4):
        monitor.step()
    assert not (tmp_path / "out").exists()


def test_a_file_is_made_where_there_is_none(tmp_path):
    DynamicProfilerMonitor(str(tmp_path / "new"))
    assert json.loads((tmp_path / "new" / "profiler_config.json").read_text())["start_step"] == -1


def test_a_callback_records_to_the_end_of_training(tmp_path):
    ask(tmp_path, start_step=2, stop_step=99, prof_path=str(tmp_path / "mine"), activities=["CPU"])
    net = nn.Dense(2, 1)
    data = ms.dataset.NumpySlicesDataset((np.ones((8, 2), np.float32), np.ones((8, 1), np.float32))).batch(2)
    model = ms.train.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    model.train(1, data, callbacks=[DynamicProfilerMonitor(str(tmp_path), str(tmp_path / "out"))])
    assert (tmp_path / "mine" / "rank0_start2_stop99" / "trace.json").exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("interval", "error"), [(0, ValueError), (1.5, TypeError)])
def test_the_interval_is_checked(tmp_path, interval, error):
    with pytest.raises(error, match="poll_interval must be"):
        DynamicProfilerMonitor(str(tmp_path), poll_interval=interval)
