"""The adapter for nets written with torch.nn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import torch

from parity.code.faults import UnusableError, hand_over
from parity.nets.base import Subject

CONTAINERS = frozenset(
    {
        "torch.nn.Sequential",
        "torch.nn.ModuleList",
        "torch.nn.ModuleDict",
        "torch.nn.Transformer",
        "torch.nn.TransformerEncoder",
        "torch.nn.TransformerDecoder",
        "torch.nn.TransformerEncoderLayer",
        "torch.nn.TransformerDecoderLayer",
    }
)


def torch_api(cls: type) -> str | None:
    """Return ``"torch.nn.Conv2d"`` for torch's own layer classes, None for Module itself and for anything else."""
    if not cls.__module__.startswith("torch.nn.") or cls is torch.nn.Module or cls.__name__.startswith("_"):
        return None
    if not issubclass(cls, torch.nn.Module):
        return None
    name = "Linear" if cls.__name__ == "NonDynamicallyQuantizableLinear" else cls.__name__
    return f"torch.nn.{name}"


class TorchModule(Subject):
    """A net made of torch Modules only."""

    framework: ClassVar[str] = "torch"

    def tensor_of(self, value: object) -> torch.Tensor | None:
        """Return `value` if it is a tensor."""
        return value if isinstance(value, torch.Tensor) else None

    def api_of(self, cls: type) -> str | None:
        """Return torch's public name of `cls`, or None."""
        return torch_api(cls)

    def resolve(self, api: str) -> type | None:
        """Return torch's class of this name, or None."""
        found = getattr(torch.nn, api.rpartition(".")[2], None) if api.startswith("torch.nn.") else None
        return found if isinstance(found, type) else None

    def is_container(self, api: str) -> bool:
        """Tell whether the class only holds other layers."""
        return api in CONTAINERS

    def method_of(self, module: torch.nn.Module) -> str:
        """Return ``"forward"``."""
        del module
        return "forward"

    def stray_tensors(self, module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
        """Yield plain tensor attributes."""
        for name, value in vars(module).items():
            if isinstance(value, torch.Tensor):
                yield name, value

    def set_stray_tensor(self, module: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Replace a plain tensor attribute."""
        vars(module)[name] = tensor

    def namespace(self) -> dict[str, Any]:
        """Return torch's usual names."""
        return {
            "torch": torch, "nn": torch.nn, "optim": torch.optim, "F": torch.nn.functional, "np": np, "math": math,
        }  # fmt: skip

    def default_optimizer(self) -> str:
        """Return torch's SGD."""
        return "torch.optim.SGD(0.01)"

    def optimizer_parameters(self, make: object) -> Any:
        """Return the parameters that want gradients, tied ones once."""
        del make
        return [parameter for parameter in self.net.parameters() if parameter.requires_grad]

    def update(self, optimizer: Any, gradients: dict[int, torch.Tensor]) -> None:
        """Take one step of a torch optimizer."""
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                parameter.grad = gradients.get(id(parameter))
        hand_over(optimizer.step)
        optimizer.zero_grad(set_to_none=True)

    def loss(self, function: Any, outputs: Any) -> torch.Tensor:
        """Call a torch loss."""
        result = self.tensor_of(hand_over(function, (outputs,)))
        if result is None:
            raise UnusableError("the loss gives no tensor")
        return result
