"""Comparisons that two processes of torchrun share: the report is that of one process."""

import json
import os
import socket
import subprocess

import pytest
import torch

from parity.forward.results import CallResult
from parity.forward.shared import Share, joined, share
from parity.nets.trace import Call
from parity.nets.windows import bytes_of
from tools import warm

NETS = """
import torch
from torch import nn
from mindspore import nn as mnn, ops

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(16, 16) for _ in range(6))
        self.norm = nn.LayerNorm(16)

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.norm(x)

class Port(mnn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = mnn.CellList([mnn.Dense(16, 16) for _ in range(6)])
        self.norm = mnn.LayerNorm((16,))

    def construct(self, x):
        for layer in self.layers:
            x = ops.tanh(layer(x))
        return self.norm(x)
"""
COMPARE = ["compare", "nets.py:Net", "nets.py:Port", "--input", "float32[4,16]", "--json"]


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def said(folder, words, name):
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHON_EXEC": warm.python()}
    done = subprocess.run(
        [warm.python(), *words, *COMPARE, name], cwd=folder, capture_output=True, text=True, env=env, check=False
    )
    return done.returncode, done.stdout, json.loads((folder / name).read_text())


def figures(report):
    return report["layers"], report["outputs"]


@pytest.mark.slow
def test_two_processes_report_what_one_does_once(tmp_path):
    (tmp_path / "nets.py").write_text(NETS)
    alone, _, one = said(tmp_path, ["-m", "ms2torch"], "one.json")
    launcher = ["-m", "torch.distributed.run", "--nproc_per_node=2", f"--master_port={free_port()}", "-m", "ms2torch"]
    together, text, two = said(tmp_path, launcher, "two.json")
    assert (alone, together) == (1, 1)
    assert text.count("DIFFERENT: nets.py:Net") == 1
    assert figures(two) == figures(one)
    assert two["findings"] == one["findings"]
    stage = next(entry for entry in two["stages"] if entry["name"] == "forward")
    assert "2 processes shared the calls" in stage["reason"]


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_window_belongs_to_one_process(count):
    windows = [frozenset({(name, 0)}) for name in "abcde"]
    parts = [Share(number, count).own(windows) for number in range(count)]
    assert all(parts)
    assert sorted(key for part in parts for window in part for key in window) == sorted(k for w in windows for k in w)


def test_without_torchrun_a_process_does_everything():
    with joined() as part:
        assert part == share() == Share(0, 1)
        assert part.first


def test_what_is_told_is_without_exceptions():
    from parity.forward.shared import _told

    result = CallResult(raised=ValueError("x"))
    assert _told(result).raised is None
    assert isinstance(result.raised, ValueError)


def test_bytes_are_those_of_float64():
    from parity.nets.trace import Shape

    call = Call(("a", 0), None, None, ((), {}), [("", Shape((2, 3), torch.float32, 0))])
    assert bytes_of([call], copies=1.5) == 72
