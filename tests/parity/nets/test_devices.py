"""The device of a comparison: what can be said of it without a card, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import torch

import ms2torch as ms
from ms2torch import nn
from parity import compare
from parity.code.errors import CannotCompare
from parity.nets.devices import find_device, moved, settled
from parity.nets.loading import Loader
from parity.pipeline.single import adapt
from tools import warm

META = torch.device("meta")
"""A device that every torch has: it holds no values, but tensors on it say so."""


class Scaled(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Dense(2, 2)
        self.norm = nn.BatchNorm1d(2)
        self.scale = ms.Tensor([2.0])

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return self.norm(self.fc(x)) * self.scale + ms.ops.ones(2)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tpu:x", "give one of torch's, such as cpu, cuda"),
        ("xpu", "torch .* finds none here"),
        ("cuda:99", "device 'cuda:99'"),
        ("mps", "device 'mps'"),
        ("npu", "device 'npu'"),
    ],
)
def test_a_device_that_is_not_there_is_one_line(name: str, told: str) -> None:
    with pytest.raises(CannotCompare, match=told) as caught:
        find_device(name)
    assert "\n" not in str(caught.value)


def test_the_command_ends_with_2(tmp_path: Path) -> None:
    net = tmp_path / "net.py"
    net.write_text(
        "import torch\nclass Net(torch.nn.Linear):\n    def __init__(self):\n        super().__init__(2, 2)\n"
    )
    target = f"{net}:Net"
    words = [warm.python(), "-m", "ms2torch", "compare", target, target, "--input", "float32[2,2]", "--device"]
    done = subprocess.run([*words, "cuda:99"], check=False, capture_output=True, text=True, timeout=100)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cuda:99" in done.stderr
    done = subprocess.run([*words, "cpu"], check=False, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_the_report_says_where() -> None:
    report = compare(torch.nn.Linear(2, 2), nn.Dense(2, 2), "float32[3,2]", device="cpu:0")
    assert report.environment["device"] == "cpu:0"


def look_where_everything_is(net: Scaled) -> None:
    held = [*net.get_parameters(), net.scale]
    assert [tensor._t.device for tensor in held] == [META] * len(held)
    assert net(ms.Tensor([[1.0, 2.0]]))._t.device == META  # a new tensor goes into it too


def test_everything_a_net_holds_is_moved() -> None:
    net = Scaled()
    with Loader() as loader:
        subject = adapt(loader.build(net, 0, "port"), "port")
        with moved(subject, torch.device("cpu")):
            assert net.scale._t.device.type == "cpu"
        with pytest.raises(NotImplementedError, match="meta"), moved(subject, META):
            look_where_everything_is(net)
        # torch says that nothing comes back from there; new tensors are made where they were
        assert ms.ops.ones(2)._t.device.type == "cpu"


def test_what_makes_runs_repeatable_is_undone() -> None:
    def state() -> tuple[object, ...]:
        cudnn = torch.backends.cudnn
        return (
            torch.get_float32_matmul_precision(), torch.are_deterministic_algorithms_enabled(), cudnn.allow_tf32,
            cudnn.deterministic, cudnn.benchmark, os.environ.get("CUBLAS_WORKSPACE_CONFIG"),
        )  # fmt: skip

    torch.set_float32_matmul_precision("high")
    try:
        before = state()
        with settled(META):
            assert state() == ("highest", True, False, True, False, ":4096:8")
        assert state() == before
    finally:
        torch.set_float32_matmul_precision("highest")
