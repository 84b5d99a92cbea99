"""weight_norm: a weight kept as a length and a direction, put together for MindSpore, which has no such thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.utils import parametrize

from parity.code.errors import CannotCompare

_PARTS = {"original0": "_g", "original1": "_v"}
"""How torch's older weight_norm ends the names of the parts that its newer one numbers."""

_WHOLE = "_orig"
"""How torch's older spectral_norm and pruning end the name of the weight that they compute theirs of."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A weight put together from two tensors of a file."""

    sources: tuple[str, str]
    value: torch.Tensor


def fold_by_names(tensors: Mapping[str, torch.Tensor]) -> dict[str, Fold]:
    """Return the weights that pairs of tensors make, by name: ``weight_g``, ``weight_v`` or the newer spelling."""
    found: dict[str, Fold] = {}
    for name, length in tensors.items():
        if name.endswith("_g"):
            whole, partner = name[:-2], f"{name[:-2]}_v"
        elif ".parametrizations." in f".{name}" and name.endswith(".original0"):
            whole, partner = _plain_name(name), f"{name[:-1]}1"
        else:
            continue
        direction = tensors.get(partner)
        axis = _axis(length, direction) if direction is not None and whole not in tensors else None
        if direction is not None and axis is not None:
            found[whole] = Fold((name, partner), put_together(direction, length, axis))
    return found


def _plain_name(name: str) -> str:
    """Return ``a.weight`` for ``a.parametrizations.weight.original0``."""
    path, _, rest = f".{name}".rpartition(".parametrizations.")
    local = rest.rpartition(".")[0]
    return f"{path}.{local}".lstrip(".")


def split_name(name: str) -> str:
    """Return ``weight_g`` for ``parametrizations.weight.original0``, ``weight_v`` for ``original1``; else the name."""
    start, _, last = name.rpartition(".")
    if not f".{start}".startswith(".parametrizations.") or last not in _PARTS:
        return name
    return f"{start.rpartition('.')[2]}{_PARTS[last]}"


def computed_names(layer: torch.nn.Module) -> list[str]:
    """Return the names of a layer's tensors that it puts together of its weights in each call."""
    ends = [*_PARTS.values(), _WHOLE]
    held = {name.removesuffix(end) for name in layer._parameters for end in ends if name.endswith(end)}
    plain = [name for name, value in vars(layer).items() if isinstance(value, torch.Tensor) and name in held]
    parametrized = layer.parametrizations if parametrize.is_parametrized(layer) else None
    return plain + (list(parametrized.keys()) if isinstance(parametrized, torch.nn.ModuleDict) else [])


def _axis(length: torch.Tensor, direction: torch.Tensor) -> int | None:
    """Return the axis that keeps its length of its own, -1 for one length of all, None if they do not fit."""
    if length.ndim == 0:
        return -1
    if length.ndim != direction.ndim:
        return None
    for axis in range(direction.ndim):
        shape = [1] * direction.ndim
        shape[axis] = direction.shape[axis]
        if list(length.shape) == shape:
            return axis
    return None


def put_together(direction: torch.Tensor, length: torch.Tensor, axis: int) -> torch.Tensor:
    """Return the weight, by the very operation that torch's layer computes it with."""
    return torch._weight_norm(direction, length, axis)


@dataclass(frozen=True, slots=True)
class Folded:
    """A weight_norm that was taken off a net.

    Args:
        weight (str): name of the plain weight it left.
        length, direction (str): names that the file has.
        axis (int): the axis kept.
    """

    weight: str
    length: str
    direction: str
    axis: int

    @property
    def parts(self) -> tuple[str, str]:
        """The names of both."""
        return self.length, self.direction

    def together(self, tensors: Mapping[str, torch.Tensor]) -> torch.Tensor:
        """Return the weight that two tensors of a file make."""
        return put_together(tensors[self.direction], tensors[self.length], self.axis)

    def apart(self, weight: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return the two tensors that make a weight."""
        return {self.length: torch.norm_except_dim(weight, 2, self.axis), self.direction: weight}


def fold_net(net: torch.nn.Module) -> list[Folded]:
    """Take weight_norm off every layer of a net, and return where it was.

    Raises:
        CannotCompare: if a layer has a parametrization that is no weight_norm.
    """
    found: list[Folded] = []
    for path, module in list(net.named_modules()):
        before = f"{path}." if path else ""
        for hook in list(module._forward_pre_hooks.values()):
            kind: Any = hook
            if type(hook).__name__ == "WeightNorm":
                name = f"{before}{kind.name}"
                found.append(Folded(name, f"{name}_g", f"{name}_v", kind.dim))
                torch.nn.utils.remove_weight_norm(module, kind.name)
        if parametrize.is_parametrized(module):
            found += _fold_parametrized(module, before)
    return found


def _fold_parametrized(module: Any, before: str) -> list[Folded]:
    found: list[Folded] = []
    for name, held in list(module.parametrizations.items()):
        kind = held[0]
        if len(held) != 1 or type(kind).__name__ != "_WeightNorm":
            raise CannotCompare(
                f"{before}{name} has the parametrization {type(kind).__name__}, of which only weight_norm is known: "
                "remove it with torch.nn.utils.parametrize.remove_parametrizations, and save the net again"
            )
        base = f"{before}parametrizations.{name}.original"
        found.append(Folded(f"{before}{name}", f"{base}0", f"{base}1", kind.dim))
        parametrize.remove_parametrizations(module, name)
    return found
