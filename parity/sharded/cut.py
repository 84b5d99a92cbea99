"""Weights of an unsharded net cut for the ranks of a sharded one: which weight each is of, and along which axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from parity.code.errors import CannotCompare
from parity.executions.weights import torch_name

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a weight of a rank comes from.

    Args:
        reference (str): the whole weight.
        axis (int | None): along which it is cut; None where every rank holds all of it.
        parts (int): into how many.
    """

    reference: str
    axis: int | None = None
    parts: int = 1

    def of(self, whole: torch.Tensor, rank: int) -> torch.Tensor:
        """Return the part of one rank; neighbours hold different parts, as tensor parallelism lays them out."""
        if self.axis is None:
            return whole
        return whole.chunk(self.parts, self.axis)[rank % self.parts]


def cuts(
    reference: Mapping[str, Shape], port: Mapping[str, Shape], ranks: int, mapping: Mapping[str, str]
) -> dict[str, Cut]:
    """Return, for each weight of a rank, where it comes from.

    A weight is of the one of its name, in the words of either framework; what is left is matched in order.

    Args:
        reference (Mapping[str, Shape]): names and shapes of the unsharded net's weights, in order.
        port (Mapping[str, Shape]): of one rank of the sharded net.
        ranks (int): how many there are.
        mapping (Mapping[str, str]): names of the reference to names of the port, where the user settled it.

    Raises:
        CannotCompare: if a weight fits none of the reference's.
    """
    given = {mine: other for other, mine in mapping.items()}
    by_name = {torch_name(name): name for name in reference}
    found: dict[str, Cut] = {}
    left: list[str] = []
    for name, shape in port.items():
        other = given.get(name) or by_name.get(torch_name(name))
        one = _cut(other, reference[other], shape, ranks) if other is not None and other in reference else None
        if one is None:
            left.append(name)
        else:
            found[name] = one
    used = {one.reference for one in found.values()}
    free = [name for name in reference if name not in used]
    for name in left:
        one = _first(free, reference, port[name], ranks)
        if one is None:
            shapes = ", ".join(f"{other} {list(reference[other])}" for other in free[:4]) or "none is left"
            raise CannotCompare(
                f"{name} {list(port[name])} of the port is no weight of the reference's, nor one cut into at most "
                f"{ranks} parts ({shapes}): name its counterpart with --map"
            )
        free.remove(one.reference)
        found[name] = one
    return {name: found[name] for name in port}


def _first(free: Sequence[str], reference: Mapping[str, Shape], shape: Shape, ranks: int) -> Cut | None:
    """Return the first weight that is left and fits: whole where one does, else cut."""
    for whole in (True, False):
        for name in free:
            one = _cut(name, reference[name], shape, ranks)
            if one is not None and (one.axis is None) == whole:
                return one
    return None


def _cut(name: str, whole: Shape, part: Shape, ranks: int) -> Cut | None:
    """Return how a shape is part of another; None where it is not."""
    if whole == part:
        return Cut(name)
    if len(whole) != len(part):
        return None
    axes = [axis for axis, (size, own) in enumerate(zip(whole, part, strict=True)) if size != own]
    if len(axes) != 1 or not part[axes[0]] or whole[axes[0]] % part[axes[0]]:
        return None
    parts = whole[axes[0]] // part[axes[0]]
    return Cut(name, axes[0], parts) if parts <= ranks and ranks % parts == 0 else None
