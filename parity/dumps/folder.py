"""The folders of a dump: steps and ranks, found from whichever level was given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from parity.code.errors import CannotCompare

FILE = "dump.json"
_STEP = re.compile(r"step(\d+)")
_RANK = re.compile(r"rank(\d*)|proc(\d+)")
_DEPTH = 3
_MOST = 4096


@dataclass(frozen=True, slots=True)
class Place:
    """One folder that holds a dump.json: the step and the rank that its path names."""

    folder: Path
    step: int | None
    rank: str


def is_dump(target: object) -> bool:
    """Tell whether a target is a folder of msprobe's, at whichever level, or a dump.json itself."""
    if not isinstance(target, (str, Path)):
        return False
    path = Path(target)
    try:
        if path.is_file():
            return path.name in {FILE, "debug.json"}
        if not path.is_dir() or (path / "manifest.json").exists():
            return False
        return bool(_places(path, first=True))
    except (OSError, ValueError):
        return False


def places_in(target: str | Path) -> list[Place]:
    """Return every dump below a folder, by step and rank."""
    path = Path(target)
    if path.is_file():
        path = path.parent
    return sorted(_places(path), key=_order)


def _places(path: Path, depth: int = _DEPTH, *, first: bool = False) -> list[Place]:
    if _has_dump(path):
        return [_place(path)]
    if not depth:
        return []
    found: list[Place] = []
    for entry in sorted(path.iterdir()):
        named = _STEP.fullmatch(entry.name) or _RANK.fullmatch(entry.name) or entry.name in {"graph", "pynative"}
        if named and entry.is_dir():
            found += _places(entry, depth - 1, first=first)
        if (first and found) or len(found) > _MOST:
            break
    return found


def _has_dump(path: Path) -> bool:
    return any((path / name).exists() for name in (FILE, "debug.json"))


def _place(path: Path) -> Place:
    step, rank = None, ""
    for part in path.resolve().parts[-3:]:
        number, which = _STEP.fullmatch(part), _RANK.fullmatch(part)
        step = int(number[1]) if number else step
        rank = part if which else rank
    return Place(path, step, rank)


def _order(place: Place) -> tuple[int, str, str]:
    digits = re.sub(r"\D", "", place.rank)
    return (place.step if place.step is not None else -1, digits.zfill(12), str(place.folder))


def chosen_places(target: str | Path, step: int | None, rank: str) -> list[Place]:
    """Return the dumps of one rank, by step.

    Args:
        target (str | Path): the folder of a dump, or one above it.
        step (int | None): the only step, if one was asked for.
        rank (str): ``"0"``, ``"rank0"`` or ``"proc123"``; "" is the first there is.

    Raises:
        CannotCompare: if there is no such step or rank; says which there are.
    """
    found = places_in(target)
    if not found:
        raise CannotCompare(f"{target} holds no {FILE}: give a folder that msprobe wrote, or one above it")
    ranks = list(dict.fromkeys(place.rank for place in found))
    wanted = ranks[0]
    if rank:
        named = [name for name in ranks if rank in {name, re.sub(r"\D", "", name)}]
        if not named:
            raise CannotCompare(f"{target} holds no rank {rank}; it has {', '.join(ranks) or 'one without a name'}")
        wanted = named[0]
    mine = [place for place in found if place.rank == wanted]
    if step is None:
        return mine
    those = [place for place in mine if place.step == step]
    if not those:
        steps = ", ".join(str(place.step) for place in mine)
        raise CannotCompare(f"{target} holds no step {step}; it has {steps}")
    return those
