"""Weights of an unsharded net cut for the ranks of a sharded one: which weight each is of, and along which axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from parity.code.errors import CannotCompare
from parity.executions.weights import torch_name
from parity.nets.base import Subject, owner_of

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a weight of a rank comes from.

    Args:
        reference (str): the whole weight.
        axis (int | None): along which it is cut; None where every rank holds all of it.
        parts (int): into how many.
        blocks (int): each of so many blocks of the whole is cut by itself, as queries, keys and values in one weight
            are. Default: ``1``.
        apart (int): how far ranks with neighbouring parts are apart: 1 where neighbours hold different parts, as
            tensor parallelism lays them out. Default: ``1``.
    """

    reference: str
    axis: int | None = None
    parts: int = 1
    blocks: int = 1
    apart: int = 1

    @property
    def words(self) -> str:
        """How it is said; "" where every rank holds all of it."""
        if self.axis is None:
            return ""
        each = f" of each of {self.blocks} blocks" if self.blocks > 1 else ""
        return f"part of {self.parts}{each} along axis {self.axis}"

    def of(self, whole: torch.Tensor, rank: int) -> torch.Tensor:
        """Return the part of one rank."""
        if self.axis is None:
            return whole
        own = rank // self.apart % self.parts
        pieces = [block.chunk(self.parts, self.axis)[own] for block in whole.chunk(self.blocks, self.axis)]
        return torch.cat(pieces, self.axis)


@dataclass(frozen=True, slots=True)
class Held:
    """A weight of a rank.

    Args:
        name (str): its name.
        shape (Shape): of all of it, where torch shards it itself.
        buffer (bool): it is none that is trained.
        floating (bool): it holds floating-point numbers.
        trainable (bool): training changes it.
        norm (bool): a normalization of the framework holds it. Default: ``False``.
    """

    name: str
    shape: Shape
    buffer: bool
    floating: bool
    trainable: bool
    norm: bool = False


def held_of(subject: Subject) -> Iterator[Held]:
    """Yield what a net holds, in order of definition."""
    for weight in subject.weights:
        tensor = weight.tensor
        norm = owner_of(weight.name, subject.layers).is_norm
        yield Held(weight.name, tuple(tensor.shape), weight.buffer, tensor.is_floating_point(), weight.trainable, norm)


def put(tensor: torch.Tensor, value: torch.Tensor) -> None:
    """Write values into a weight; into one that torch shards, each rank its part.

    Args:
        tensor (torch.Tensor): the weight.
        value (torch.Tensor): all of its values.
    """
    with torch.no_grad():
        shared: Any = tensor
        if hasattr(tensor, "full_tensor"):
            from torch.distributed.tensor import distribute_tensor

            tensor.copy_(distribute_tensor(value.to(tensor.dtype), shared.device_mesh, shared.placements))
        else:
            tensor.copy_(value.to(tensor.dtype))


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


def in_blocks(
    plain: Sequence[Mapping[str, Cut]], reference: Mapping[str, Shape], ranks: int
) -> Iterator[tuple[str, list[dict[str, Cut]]]]:
    """Yield other ways in which the weights may be cut that leave their shapes as they are, in words.

    Args:
        plain (Sequence[Mapping[str, Cut]]): by rank, where each weight comes from.
        reference (Mapping[str, Shape]): shapes of the whole weights.
        ranks (int): how many there are.
    """
    cut = {one.reference: one for made in plain for one in made.values() if one.axis is not None}
    far = {one.parts for one in cut.values() if one.parts < ranks}
    if far:
        yield (
            "ranks far apart hold the parts of a weight",
            [{name: replace(one, apart=ranks // one.parts) for name, one in made.items()} for made in plain],
        )
    rows = {name: one for name, one in cut.items() if one.axis == 0}
    for blocks in (2, 3):
        uneven = {name.rpartition(".")[0] for name, one in rows.items() if reference[name][0] % (blocks * one.parts)}
        for owner in dict.fromkeys(name.rpartition(".")[0] for name in rows):
            if owner in uneven:
                continue
            said = f"{blocks} blocks of {owner or 'a weight'} are cut each by itself"
            yield said, [{name: _of_blocks(one, owner, blocks) for name, one in made.items()} for made in plain]


def _of_blocks(one: Cut, owner: str, blocks: int) -> Cut:
    inside = one.axis == 0 and one.reference.rpartition(".")[0] == owner
    return replace(one, blocks=blocks) if inside else one
