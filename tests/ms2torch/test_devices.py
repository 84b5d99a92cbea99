"""The device that is named is used: where tensors are made, what is refused, and whose choice counts.

No card is needed: torch's fake tensors carry a device and refuse mixed ones as CUDA does. (Not of one element: those it
computes for real.)
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops
from ms2torch._core.device import set_current_device
from tools import warm

# What makes tensors, each of two elements: those of one, torch's fake mode computes for real.
MAKERS = [
    "ops.ones((2, 2), ms.float32)",
    "ops.arange(3)",
    "ops.randn(2, 2)",
    "ms.mint.zeros(2)",
    "ms.numpy.eye(2)",
    "ms.Tensor([1.0, 2.0])",
    "ms.Tensor(np.ones(2, np.float32))",
    "ms.Tensor.from_numpy(np.ones(2, np.float32))",
    "ms.Tensor(shape=(2,), dtype=ms.float32)",
    "ms.Tensor(1.0)",
    'ms.Parameter(ms.Tensor([1.0, 2.0]), name="p")',
    "nn.Dense(2, 2).weight",
    "nn.BatchNorm2d(2).moving_mean",
    "nn.Adam(nn.Dense(2, 2).trainable_params()).moment1[0]",
]
THEIR_OWN = [
    'ms.Tensor([1.0, 2.0], device="CPU")',
    'ms.Parameter(ms.Tensor([1.0, 2.0]), name="p", device="CPU")',
    'ms.Tensor([1.0, 2.0]).move_to("CPU")',
]
# In a process of its own: it makes torch believe in a card, and torch without CUDA may end such a process.
FAKE_CARD = """
import os, sys, warnings
import numpy as np, torch
from torch._subclasses import FakeTensorMode
import ms2torch as ms
from ms2torch import nn, ops

warnings.simplefilter("ignore")
torch.cuda.is_available = lambda: True
ms.set_device("GPU")
with FakeTensorMode(allow_non_fake_inputs=True):
    for text in sys.argv[1:]:
        print(eval(text).device, flush=True)
os._exit(0)  # without CUDA the end of the interpreter may crash on what was on the card
"""


def devices_of(made: list[str]) -> list[str]:
    done = subprocess.run(
        [warm.python(), "-c", FAKE_CARD, *made], check=False, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split()


def test_what_is_made_is_made_on_the_device() -> None:
    assert dict(zip(MAKERS, devices_of(MAKERS), strict=True)) == dict.fromkeys(MAKERS, "GPU:0")


def test_a_device_of_its_own_wins() -> None:
    assert dict(zip(THEIR_OWN, devices_of(THEIR_OWN), strict=True)) == dict.fromkeys(THEIR_OWN, "CPU")


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
    command = [warm.python(), "-m", "ms2torch", "run", *words, str(program)]
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
