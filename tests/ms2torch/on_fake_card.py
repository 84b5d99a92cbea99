"""Call every sampled operation of some families with inputs on a card that is not there; print what mixes devices.

``python tests/ms2torch/on_fake_card.py FAMILY... [--without NAME...]`` prints ``at NAME`` before each name, and a line
for each trouble, and ``host NAME`` for each that waits for the card; the family ``mixture`` is one that is planted.
A process of its own, because torch without CUDA ends the process in a few operations (a crash of its decompositions).
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensor,
    FakeTensorMode,
)

sys.path.insert(0, str(Path(__file__).parents[2]))

from ms2torch._core.base import TensorBase
from tests.opdb._calls import MindSporeLike
from tests.opdb._database import ops
from tests.opdb._spec import Sample, TensorSpec

CARD = torch.device("cuda:0")
WAITS = "waits for the card"
SAMPLES = 2  # of each name: more of them meet the same code
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


def is_to_the_host(error: BaseException | None) -> bool:
    """Whether an exception, or one that led to it, says that a value was asked for: a card would be waited for."""
    while error is not None:
        if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
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
            if is_to_the_host(error):
                return WAITS
            return f"{name}{one}: {error}" if is_mixed(error) else ""
    if framework.made and name not in TO_THE_HOST and any(t.device.type == "cpu" for t in results):
        return f"{name}{one}: its inputs are on the card, a result is on the CPU"
    return ""


def planted() -> str:
    """What is said of a mixture that is there."""
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        try:
            torch.sub(OnCard(mode).fake(torch.ones(3)), torch.ones(3))
        except Exception as error:
            return str(error) if is_mixed(error) else ""
    return ""


def main(words: list[str]) -> None:
    if words[:1] == ["mixture"]:
        print("trouble", planted(), flush=True)
        return
    cut = words.index("--without") if "--without" in words else len(words)
    warnings.simplefilter("ignore")
    for family in words[:cut]:
        for op in ops(family):
            for name in op.names:
                if name in words[cut:]:
                    continue
                print("at", name, flush=True)
                for one in op.samples[:SAMPLES]:
                    found = trouble(name, op, one)
                    if found == WAITS:
                        print("host", name, flush=True)
                    elif found:
                        print("trouble", " ".join(found.split()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)  # the end of the interpreter may crash on what was on the card
