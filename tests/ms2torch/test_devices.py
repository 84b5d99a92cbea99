"""The device that is named is used: where tensors are made, what is refused, and whose choice counts.

No card is needed: torch's fake tensors carry a device and refuse mixed ones as CUDA does. (Not of one element: those it
computes for real.)
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch._subclasses import FakeTensorMode

import ms2torch as ms
from ms2torch import nn, ops
from ms2torch._core.device import set_current_device


@pytest.fixture
def fake_cuda(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A torch that says CUDA is there, and computes shapes, types and devices only."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    ms.set_device("GPU")
    with FakeTensorMode(allow_non_fake_inputs=True):
        yield
    ms.set_device("CPU")


MAKERS: dict[str, Callable[[], Any]] = {
    "ops.ones": lambda: ops.ones((2, 2), ms.float32),
    "ops.arange": lambda: ops.arange(3),
    "ops.rand": lambda: ops.randn(2, 2),
    "mint.zeros": lambda: ms.mint.zeros(2),
    "numpy.eye": lambda: ms.numpy.eye(2),
    "a list": lambda: ms.Tensor([1.0, 2.0]),
    "a number": lambda: ms.Tensor(1.0),
    "an array": lambda: ms.Tensor(np.ones(2, np.float32)),
    "from_numpy": lambda: ms.Tensor.from_numpy(np.ones(2, np.float32)),
    "shape": lambda: ms.Tensor(shape=(2,), dtype=ms.float32),
    "a Parameter": lambda: ms.Parameter(ms.Tensor([1.0, 2.0]), name="p"),
    "an initializer": lambda: nn.Dense(2, 2).weight,
    "a statistic": lambda: nn.BatchNorm2d(2).moving_mean,
    "an optimizer's state": lambda: nn.Adam(nn.Dense(2, 2).trainable_params()).moment1[0],
    "an output": lambda: nn.Dense(2, 2)(ms.Tensor(np.ones((1, 2), np.float32))),
}


@pytest.mark.filterwarnings("ignore:Accessing the data pointer of FakeTensor")
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.usefixtures("fake_cuda")
def test_what_is_made_is_made_on_the_device(name: str) -> None:
    assert MAKERS[name]().device == "GPU:0"


@pytest.mark.usefixtures("fake_cuda")
def test_a_device_of_its_own_wins() -> None:
    assert ms.Tensor([1.0, 2.0], device="CPU").device == "CPU"
    assert ms.Parameter(ms.Tensor([1.0, 2.0]), name="p", device="CPU").device == "CPU"
    assert ms.Tensor([1.0, 2.0]).move_to("CPU").device == "CPU"


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a card")
@pytest.mark.parametrize("choose", [lambda: ms.set_device("GPU"), lambda: ms.set_context(device_target="GPU")])
def test_a_device_that_is_not_there_is_an_error(choose: Callable[[], None]) -> None:
    with pytest.raises(RuntimeError, match="Unsupported device target GPU"):
        choose()
    assert ms.get_context("device_target") == "CPU"
    assert ops.ones(2).device == "CPU"


def test_torch_decides_where_nobody_has_chosen() -> None:
    with torch.device("meta"):
        assert ops.ones(2)._t.device.type == "meta"
        assert nn.Dense(2, 2).weight._t.device.type == "meta"


@pytest.mark.parametrize("device", ["cpu", "CPU", torch.device("cpu"), "meta", torch.device("meta")])
def test_to_takes_the_names_of_both(device: str | torch.device) -> None:
    kind = device.type if isinstance(device, torch.device) else device.lower()
    assert ms.Tensor([1.0]).to(device)._t.device.type == kind  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="expected the device"):
        ms.Tensor([1.0]).to("TPU9")


def test_the_users_choice_counts_beyond_the_programs() -> None:
    ms.run_on("cpu")
    try:
        ms.set_context(device_target="Ascend", device_id=3)
        assert ms.get_context("device_target") == "Ascend"
        assert ops.ones(2).device == "CPU"
    finally:
        ms.context._asked_by_user = None
        ms.set_context(device_target="CPU", device_id=0)
        set_current_device(None)


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = tmp_path / "program.py"
    program.write_text("import mindspore as ms\nms.set_context(device_target='Ascend')\nprint(ms.ops.ones(2).device)\n")
    command = [sys.executable, "-m", "ms2torch", "run", *words, str(program)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_run_takes_a_device(tmp_path: Path) -> None:
    done = run(tmp_path, "--device", "cpu")
    assert (done.returncode, done.stdout) == (0, "CPU\n"), done.stderr
    refused = run(tmp_path)
    assert refused.returncode == 1
    assert "ms2torch run --device cpu" in refused.stderr
    absent = run(tmp_path, "--device", "nonsense")
    assert absent.returncode == 2
    assert absent.stderr.startswith("ms2torch run: ")
