"""Every sampled operation on tensors of another device: nothing it makes on the way, and no result, stays on the CPU.

torch's fake tensors carry a device and refuse mixed ones as CUDA does; no card is needed. What torch cannot fake
(operations with a device guard of their own, values that steer the program) says nothing here and is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

from ms2torch._core.base import TensorBase
from tests.opdb._calls import MindSporeLike
from tests.opdb._database import families, ops
from tests.opdb._spec import Sample, TensorSpec

CARD = torch.device("cuda:0")
SAMPLES = 2  # of each name: more of them meet the same code
# torch without CUDA ends the process here
NOT_WITHOUT_CUDA = {"mindspore.ops.embedding"}
# they are asked for the CPU, or describe a shape to the host
TO_THE_HOST = {
    "mindspore.Tensor.to",
    "mindspore.Tensor.move_to",
    "mindspore.ops.move_to",
    "mindspore.ops.MoveTo",
    "mindspore.ops.dyn_shape",
    "mindspore.ops.TensorShape",
}


class OnCard(MindSporeLike):
    """ms2torch with inputs and Parameters on a card that is not there."""

    def __init__(self, mode: FakeTensorMode) -> None:
        super().__init__("ms2torch")
        self.mode = mode
        self.made = 0

    def fake(self, t: torch.Tensor) -> torch.Tensor:
        self.made += 1
        described = torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device="meta")
        out = FakeTensor(self.mode, described, CARD)
        return torch.nn.Parameter(out, requires_grad=t.requires_grad) if isinstance(t, torch.nn.Parameter) else out

    def tensor(self, spec: TensorSpec, data: np.ndarray) -> Any:
        made = super().tensor(spec, data)
        if isinstance(made, TensorBase):
            made._t = self.fake(made._t)
        return made

    def fill_parameters(self, cell: Any) -> None:
        for module in cell.modules():
            for held in (module._parameters, module._buffers):
                held.update({name: self.fake(t) for name, t in held.items() if t is not None})


def tensors_in(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, TensorBase):
        yield value._t
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)
    elif isinstance(value, dict):
        yield from tensors_in(list(value.values()))


def is_mixed(error: BaseException | None) -> bool:
    """Whether an exception, or one that led to it, says that tensors of two devices met."""
    while error is not None:
        if "same device" in str(error) or "device mismatch" in str(error).lower():
            return True
        error = error.__cause__ or error.__context__
    return False


def trouble(name: str, op: Any, one: Sample) -> str:
    """What is wrong with one call; nothing where it is right, or cannot be told without a card."""
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        framework = OnCard(mode)
        try:
            results = list(tensors_in(framework.run(op, name, one)))
        except Exception as error:
            return f"{name}{one}: {error}" if is_mixed(error) else ""
    if framework.made and name not in TO_THE_HOST and any(t.device.type == "cpu" for t in results):
        return f"{name}{one}: its inputs are on the card, a result is on the CPU"
    return ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", families())
def test_no_operation_mixes_devices(family: str) -> None:
    found = [
        trouble(name, op, one)
        for op in ops(family)
        for name in op.names
        if name not in NOT_WITHOUT_CUDA
        for one in op.samples[:SAMPLES]
    ]
    assert not any(found), "\n".join(filter(None, found))


def test_a_mixture_is_seen() -> None:
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        there = OnCard(mode).fake(torch.ones(3))
        with pytest.raises(Exception, match="on the same device") as raised:
            torch.add(there, torch.ones(3))
    assert is_mixed(raised.value)
