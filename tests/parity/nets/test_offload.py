"""Parameters in mapped files: the values stay, the memory does not."""

from __future__ import annotations

import gc
import mmap
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

from parity.code.constructions import recording
from parity.nets.heap import LARGE
from parity.nets.offload import LEAST, MappedParameters, Taking

pytestmark = pytest.mark.skipif(not hasattr(mmap, "MADV_DONTNEED"), reason="the system cannot take memory back so")

SIDE = 1024
"""Of a square weight in float32: 4 MB."""

PROGRAM = """
import sys
import resource
import torch
from parity import compare

kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = compare(sys.argv[1] + "/deep_torch.py:net", sys.argv[1] + "/deep_ms.py:net", "float32[2,1024]")
assert report.verdict == "same", report
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - kilobytes)
"""

DEEP = {
    "deep_torch.py": "import torch\n\ndef net():\n"
    "    return torch.nn.Sequential(*[torch.nn.Linear(1024, 1024) for _ in range(60)])\n",
    "deep_ms.py": "from mindspore import nn, mint\n\ndef net():\n"
    "    return nn.SequentialCell(*[mint.nn.Linear(1024, 1024) for _ in range(60)])\n",
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64])
def test_a_tensor_keeps_its_values_and_its_identity(dtype: torch.dtype) -> None:
    values = torch.randint(-100, 100, (SIDE, SIDE)).to(dtype)
    tensor = values.clone()
    assert MappedParameters.take(tensor)
    assert not MappedParameters.take(tensor), "it lies in a file already"
    MappedParameters.let_go((tensor, None))
    assert tensor.dtype == dtype
    assert torch.equal(tensor, values)
    tensor[0] = 7
    MappedParameters.let_go((tensor,))
    assert tensor[0].eq(7).all(), "what was written stays too"
    assert torch.equal(tensor[1:], values[1:])


@pytest.mark.parametrize(
    "tensor",
    [torch.zeros(8), torch.zeros(SIDE, SIDE).T[:, : SIDE // 2], torch.zeros(2 * SIDE, SIDE)[:SIDE]],
    ids=["small", "strided", "part of another"],
)
def test_what_shares_its_memory_or_is_small_stays(tensor: torch.Tensor) -> None:
    assert not MappedParameters.take(tensor)


def test_a_file_goes_with_its_tensor() -> None:
    before = len(MappedParameters._files)
    tensor = torch.zeros(SIDE, SIDE)
    MappedParameters.take(tensor)
    assert len(MappedParameters._files) == before + 1
    del tensor
    gc.collect()
    assert len(MappedParameters._files) == before


def test_gradients_and_steps_work_on_what_lies_in_a_file() -> None:
    torch.manual_seed(0)
    layer, x = nn.Linear(SIDE, SIDE), torch.randn(2, SIDE)
    plain = nn.Linear(SIDE, SIDE)
    plain.load_state_dict(layer.state_dict())
    assert MappedParameters.take(layer.weight)
    for net in (layer, plain):
        net(x).square().sum().backward()
        torch.optim.SGD(net.parameters(), 0.1).step()
    assert torch.equal(layer.weight, plain.weight)
    assert layer.weight.grad is not None
    assert torch.equal(layer.weight.grad, plain.weight.grad)


@pytest.mark.parametrize(
    ("layers", "expected"), [(2, 0), (2 + LARGE // (4 * SIDE * SIDE), 2 + LARGE // (4 * SIDE * SIDE))]
)
def test_a_net_is_taken_layer_by_layer_once_it_is_large(layers: int, expected: int) -> None:
    before, taking = len(MappedParameters._files), Taking()
    with recording(taking.built):
        net = nn.Sequential(*[nn.Linear(SIDE, SIDE) for _ in range(layers)])
    taking.finish(net)
    assert len(MappedParameters._files) - before == expected
    assert SIDE * 4 < LEAST, "biases stay in memory"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the highest resident size is counted in other units")
def test_a_large_net_is_compared_in_less_memory_than_its_weights(tmp_path: Path) -> None:
    for name, text in DEEP.items():
        (tmp_path / name).write_text(text)
    weights = 60 * 4 * SIDE * SIDE
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, check=True)
    assert 1024 * int(done.stdout) < 0.9 * weights  # both nets in memory: twice the weights
