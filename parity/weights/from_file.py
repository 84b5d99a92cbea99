"""Which tensor of a file of weights belongs to which weight of a net, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import torch

from parity.code.errors import CannotCompare
from parity.nets.base import Subject, Weight
from parity.nets.roles import is_counter
from parity.weights.files import WeightFile
from parity.weights.weightnorm import Folded


@dataclass(slots=True)
class Filled:
    """Which tensor of a file belongs to which weight of a net.

    Attributes:
        file: the file.
        values: by path of the weight: the file's name for it (two names, of a weight_norm) and the value.
        tied: names in the file of a weight that another name of the file has given already.
        unknown: tensors that the net has no weight for, with the reason.
        missing: weights of the net that the file has no value for.
    """

    file: WeightFile
    values: dict[str, tuple[str, torch.Tensor]] = field(default_factory=dict)
    tied: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    missing: list[Weight] = field(default_factory=list)


def names_of(subject: Subject) -> dict[str, str]:
    """Return the path of each weight by every name that a file may have for it."""
    found = {saved: path for path, saved in subject.saved_names().items()}
    found.update({weight.name: weight.name for weight in subject.weights})
    return found


def with_known_names(file: WeightFile, known: Iterable[str]) -> tuple[WeightFile, float]:
    """Return a file with the prefix dropped that keeps its names from being the net's, and the share of known names.

    Args:
        file (WeightFile): the file.
        known (Iterable[str]): names of the net's weights.
    """
    names = set(known)
    share = _share(file.tensors, names)
    heads = {name.partition(".")[0] for name in file.tensors if "." in name}
    if share == 1.0 or len(heads) != 1:
        return file, share
    prefix = f"{heads.pop()}."
    shorter = {name.removeprefix(prefix): value for name, value in file.tensors.items()}
    if len(shorter) < len(file.tensors) or _share(shorter, names) <= share:
        return file, share
    found = WeightFile(
        file.path, file.format, shorter, file.set_aside, file.wrapper, file.prefix + prefix, file.saved_by
    )
    return found, _share(shorter, names)


def _share(tensors: Iterable[str], known: set[str]) -> float:
    names = [name for name in tensors if not is_counter(name)]
    return sum(name in known for name in names) / len(names) if names else 0.0


def choose_side(file: WeightFile, sides: tuple[Subject, Subject]) -> int:
    """Return the number of the side whose names a file carries.

    Raises:
        CannotCompare: if it carries the names of neither.
    """
    known = [names_of(side) for side in sides]
    shares = [with_known_names(file, names)[1] for names in known]
    if max(shares) == 0.0:
        shown = ", ".join(list(file.tensors)[:3])
        wanted = ", ".join(list(known[0])[:3])
        raise CannotCompare(
            f"{file.path} carries the names of neither net: it has {shown} ..., {sides[0].name} has {wanted} ..."
        )
    if shares[0] == shares[1] and file.framework is not None:
        suits = [(side.framework == "torch") == (file.framework == "torch") for side in sides]
        if suits == [False, True]:
            return 1
    return int(shares[1] > shares[0])


def match_file(file: WeightFile, subject: Subject, folds: Iterable[Folded] = ()) -> Filled:
    """Find the weight of a net for each tensor of a file, by name.

    Args:
        file (WeightFile): the file.
        subject (Subject): the net.
        folds (Iterable[Folded]): where weight_norm was taken off the net. Default: ``()``.
    """
    folded = list(folds)
    apart = [name for fold in folded for name in (fold.length, fold.direction)]
    known = names_of(subject)
    file, _ = with_known_names(file, [*known, *apart])
    found = Filled(file)
    weights = {weight.name: weight for weight in subject.weights}
    first: dict[int, str] = {}
    used: set[str] = set()
    for fold in folded:
        if fold.length in file.tensors and fold.direction in file.tensors and fold.weight in weights:
            used |= {fold.length, fold.direction}
            name = f"{fold.length} + {fold.direction}"
            _take(found, name, weights[fold.weight], fold.together(file.tensors), first)
    for name, value in file.tensors.items():
        if name in known:
            _take(found, name, weights[known[name]], value, first)
        elif name not in used:
            found.unknown[name] = f"{subject.name} has no weight of this name"
    filled = {id(weights[path].tensor) for path in found.values}
    saved = subject.saved_names()
    found.missing = [
        weight
        for weight in subject.weights
        if id(weight.tensor) not in filled and weight.name in saved and not is_counter(weight.name)
    ]
    return found


def _take(found: Filled, name: str, weight: Weight, value: torch.Tensor, first: dict[int, str]) -> None:
    if value.shape != weight.tensor.shape:
        shapes = f"{tuple(value.shape)} in the file, {tuple(weight.tensor.shape)} in the net"
        found.unknown[name] = f"its shape is {shapes}"
        return
    other = first.setdefault(id(weight.tensor), weight.name)
    if other == weight.name and weight.name not in found.values:
        found.values[weight.name] = (name, value)
    elif torch.equal(found.values[other][1], value):
        found.tied[name] = found.values[other][0]
    else:
        found.unknown[name] = f"the net ties it to {other}, of which the file holds another value"


def put_into(subject: Subject, found: Filled) -> None:
    """Copy a file's values into a net."""
    weights = {weight.name: weight.tensor for weight in subject.weights}
    with torch.no_grad():
        for path, (_, value) in found.values.items():
            weights[path].copy_(value)
