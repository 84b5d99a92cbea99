"""In what the parts of two runs are not alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import torch

from parity.transformer.fact import Difference, Fact
from parity.transformer.values import Rotation, Source

_ANGLE = 1e-5


def differences(reference: list[Fact], port: list[Fact], names: Mapping[str, str]) -> list[Difference]:
    """Return what differs, of kinds of which both sides have as many.

    Args:
        reference (list[Fact]): in the reference.
        port (list[Fact]): in the port.
        names (Mapping[str, str]): the reference's name of each of the port's weights.
    """
    port = [named for fact in port if (named := _translated(fact, names)) is not None]
    mine = {fact.key: fact for fact in port}
    counts = [_counts(reference), _counts(port)]
    found: list[Difference] = []
    for theirs in reference:
        other = mine.get(theirs.key)
        if other is None or counts[0][theirs.kind, theirs.part] != counts[1][theirs.kind, theirs.part]:
            continue
        if _is_unclear(theirs, reference) or _is_unclear(other, port):
            continue
        if theirs.beside.get("weight") == other.beside.get("weight") and not _alike(theirs.value, other.value):
            found.append(Difference(theirs, other))
    return found


def _is_unclear(fact: Fact, run: list[Fact]) -> bool:
    """Tell whether a part shows nothing here that it shows elsewhere in the run: one token alone, as in decoding."""
    alike = [other for other in run if (other.kind, other.part) == (fact.kind, fact.part)]
    return fact.value is None and any(other.value is not None for other in alike)


def same(one: object, other: object, relative: float = 1e-6) -> bool:
    """Tell whether two measured values are one.

    Args:
        one (object): a number, a text, a tuple, a tensor.
        other (object): likewise.
        relative (float): difference of numbers that float32 tables leave. Default: ``1e-6``.
    """
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.shape == other.shape and torch.allclose(one.double(), other.double(), relative, relative)
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(same(a, b, relative) for a, b in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, (int, float)):
        return abs(one - other) <= relative * max(abs(one), abs(other))
    return type(one) is type(other) and one == other


def _counts(facts: list[Fact]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for fact in facts:
        found[fact.kind, fact.part] = found.get((fact.kind, fact.part), 0) + 1
    return found


def _translated(fact: Fact, names: Mapping[str, str]) -> Fact | None:
    """Return a fact of the port with the reference's names of weights; None where one has no counterpart."""
    if fact.kind == "norm-placement":
        return replace(fact, part=names[fact.part]) if fact.part in names else None
    if fact.kind == "weights-read" and isinstance(fact.value, frozenset):
        return replace(fact, value=frozenset(names[name] for name in fact.value if name in names))
    if fact.kind == "projection" and isinstance(fact.value, tuple):
        return replace(fact, value=tuple(names[n] for n in fact.value)) if all(n in names for n in fact.value) else None
    if fact.kind == "gated-unit" and isinstance(fact.value, tuple):
        sources = [s for s in fact.value if isinstance(s, Source) and s.weight in names]
        return (
            replace(fact, value=tuple(replace(s, weight=names[s.weight]) for s in sources))
            if len(sources) == 2
            else None
        )
    weight = fact.beside.get("weight")
    if isinstance(weight, str):
        return replace(fact, beside={**fact.beside, "weight": names[weight]}) if weight in names else None
    return fact


def _alike(one: object, other: object) -> bool:
    if isinstance(one, Rotation) and isinstance(other, Rotation):
        return (one.pairs, one.proper, one.size) == (other.pairs, other.proper, other.size) and _turned_alike(
            one, other
        )
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor) and one.shape != other.shape:
        return True  # heads in groups: not to be held against each other
    return same(one, other)


def _turned_alike(one: Rotation, other: Rotation) -> bool:
    if one.angles.shape != other.angles.shape:
        return False
    apart = torch.remainder(one.angles - other.angles + torch.pi, 2 * torch.pi) - torch.pi
    return bool(apart.abs().max() < _ANGLE)
