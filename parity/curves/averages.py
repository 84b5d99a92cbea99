"""Averages of the weights that a training keeps (EMA, SWA), found by what they do: they move towards the weights.

No code is asked for its name. A tensor that is no weight and between two updates goes a share of the way from its value
to a weight of its shape is an average of that weight, and the share is one less its decay.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any
from weakref import ref

import numpy as np
import torch

from parity.curves.divergence import relative
from parity.curves.values import tensor_in

_WEIGHTS = 4
_LEAST = 8
"""Elements of a weight from which on the law cannot hold by chance."""
_SAME = 1e-6
"""Relative difference that rounding makes of an average of equal values."""
_SAMPLE = 4096
"""Elements of a tensor that are looked at: all of an average go the same share of their way."""
_SCANS = 3
"""Updates before which they are looked for; what is made later is not found."""
_MOST = 20_000
"""Objects that are looked at in a search."""
_OPAQUE = (str, bytes, int, float, complex, type, type(None), FunctionType, ModuleType, CodeType, np.ndarray)


@dataclass(slots=True)
class Average:
    """A tensor that moves towards a weight.

    Attributes:
        weight: the weight's name.
        starts: whether it was the weight's value before the first update; None where it was made later.
        name: its own name where it is a weight of a net that is not trained, such as a teacher's; else "".
        shares: by number of the update, which share of the way it went; 0 where it stayed.
        early: by number of the update, where it moved, whether it did between differentiation and step: towards the
            weights that this step was still to change.
    """

    weight: str
    starts: bool | None
    name: str = ""
    shares: dict[int, float] = field(default_factory=dict)
    early: dict[int, bool] = field(default_factory=dict)


@dataclass(slots=True)
class _Candidate:
    weight: str
    held: ref[Any]
    shape: torch.Size
    value: torch.Tensor
    average: Average


class Averages:
    """Looks for averages between the updates of a training."""

    def __init__(self) -> None:
        self._wanted: dict[str, torch.Tensor] = {}
        self._candidates: dict[tuple[int, str], _Candidate] = {}
        self._dropped: dict[tuple[int, str], ref[Any]] = {}
        """What has moved elsewhere than towards the weight."""
        self._moved: set[int] = set()
        """Candidates that have moved before the differentiation of the update that is looked at next."""

    @property
    def found(self) -> list[Average]:
        """What moved towards a weight at least once."""
        return [one.average for one in self._candidates.values() if any(one.average.shares.values())]

    def differentiating(self) -> None:
        """Note what has moved since the last look, at a differentiation: what does so later moves before the step."""
        for one in self._candidates.values():
            now = tensor_in(one.held())
            if now is not None and now.shape == one.shape and not torch.equal(_sample(now), one.value):
                self._moved.add(id(one))

    def look(
        self,
        update: int,
        weights: dict[str, torch.Tensor],
        known: tuple[dict[int, str], dict[int, str]],
        frames: tuple[Any, Any],
        before: dict[str, torch.Tensor] | None = None,
    ) -> None:
        """Look before an update at what has happened since the one before.

        Args:
            update (int): how many updates were made.
            weights (dict[str, torch.Tensor]): those that the optimizer steps, by name.
            known (tuple[dict[int, str], dict[int, str]]): by identity, names of the weights that are trained, which are
                no averages, and of the others.
            frames (tuple[FrameType | None, CodeType | None]): the frame that runs, and the function at which the
                training begins.
            before (dict[str, torch.Tensor] | None): the weights before the step that has just been made, where one has.
                Default: ``None``, the step is about to be made.
        """
        if not self._wanted:
            large = [(name, tensor) for name, tensor in weights.items() if tensor.numel() >= _LEAST]
            self._wanted = dict(sorted(large, key=lambda item: -item[1].numel())[:_WEIGHTS])
        values: dict[int, torch.Tensor] = {}
        for one in self._candidates.values():
            self._move(update, one, None if before is None else before.get(one.weight), values)
        self._candidates = {k: one for k, one in self._candidates.items() if not self._is_dropped(k, one.held())}
        self._moved.clear()
        if update < _SCANS and self._wanted:
            self._scan(update, known, frames)
        elif update == _SCANS:  # what has not moved like one is none
            self._candidates = {k: one for k, one in self._candidates.items() if any(one.average.shares.values())}

    def _move(
        self, update: int, one: _Candidate, stepped: torch.Tensor | None, values: dict[int, torch.Tensor]
    ) -> None:
        """Note which share of its way a candidate went; `values` keeps what was copied of each tensor now."""
        held = one.held()
        now = tensor_in(held)
        if now is None or now.shape != one.shape:
            return
        if id(held) not in values:
            taken = _sample(now)
            values[id(held)] = one.value if torch.equal(taken, one.value) else taken
        value, weight = values[id(held)].double(), _sample(self._wanted[one.weight]).double()
        last = one.value.double()
        if max(float((each - last).norm()) for each in (weight, value)) <= _rounding(last, weight):
            return  # on no way it tells nothing
        share = _share(last, value, weight)
        early = stepped is None and id(one) not in self._moved
        if not share and stepped is not None and (other := _share(last, value, _sample(stepped).double())):
            share, early = other, True
        if share is not None:
            share = share if share > _SAME else 0.0  # what has moved by its own rounding stays
            one.average.shares[update] = share
            if share:
                one.average.early[update] = early
        elif any(one.average.shares.values()) or not torch.equal(value, last):
            one.average.shares.clear()  # it moves otherwise: no average, unless it is only set to the weights
            if not torch.equal(value, weight):
                self._dropped[id(held), one.weight] = one.held
        one.value = values[id(held)]

    def _scan(self, update: int, known: tuple[dict[int, str], dict[int, str]], frames: tuple[Any, Any]) -> None:
        shapes = {tuple(tensor.shape) for tensor in self._wanted.values()}
        for held, tensor in _reached(*frames):
            if tuple(tensor.shape) not in shapes or id(tensor) in known[0] or not tensor.is_floating_point():
                continue
            value: torch.Tensor | None = None
            for name, weight in self._wanted.items():
                key = (id(held), name)
                if weight.shape == tensor.shape and key not in self._candidates and not self._is_dropped(key, held):
                    value = _sample(tensor) if value is None else value
                    starts = relative(_sample(weight), value) < _SAME if not update else None
                    average = Average(name, starts, known[1].get(id(tensor), ""))
                    self._candidates[key] = _Candidate(name, ref(held), tensor.shape, value, average)

    def _is_dropped(self, key: tuple[int, str], held: object) -> bool:
        known = self._dropped.get(key)
        return known is not None and known() is held


def copies_of(
    weights: dict[str, torch.Tensor], known: dict[int, str], frames: tuple[Any, Any]
) -> dict[str, list[torch.Tensor]]:
    """Return the tensors that hold the same numbers as a weight, as an average does at the start, by its name.

    Args:
        weights (dict[str, torch.Tensor]): by name.
        known (dict[int, str]): names of all weights by identity, which are no copies.
        frames (tuple[FrameType | None, CodeType | None]): the frame that runs, and the function at which the training
            begins.
    """
    telling = {
        n: w for n, w in weights.items() if w.numel() >= _LEAST and w.is_floating_point() and float(w.detach().std())
    }
    found: dict[str, list[torch.Tensor]] = {}
    places = {tensor.untyped_storage().data_ptr() for tensor in weights.values()}
    for _, tensor in _reached(*frames):
        if id(tensor) in known or tensor.untyped_storage().data_ptr() in places:
            continue
        for name, weight in telling.items():
            if tensor.shape == weight.shape and tensor.dtype == weight.dtype and torch.equal(tensor, weight):
                found.setdefault(name, []).append(tensor)
    return found


def _reached(frame: FrameType | None, last: CodeType | None) -> Iterator[tuple[Any, torch.Tensor]]:
    """Yield the tensors that the running code holds, as what holds them and as torch's: its variables and their parts.

    Args:
        frame (FrameType | None): where to begin.
        last (CodeType | None): the function whose callers are not looked at.
    """
    waiting: deque[Any] = deque()
    while frame is not None and frame.f_code is not last:
        waiting += frame.f_locals.values()
        if "site-packages" not in frame.f_code.co_filename:
            waiting += [value for name, value in frame.f_globals.items() if not name.startswith("__")]
        frame = frame.f_back
    seen: set[int] = set()
    while waiting and len(seen) < _MOST:
        one = waiting.popleft()
        if id(one) in seen or isinstance(one, _OPAQUE):
            continue
        seen.add(id(one))
        tensor = tensor_in(one)
        if tensor is not None:
            yield one, tensor
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, (list, tuple, set)):
            waiting += one
        elif type(one).__module__.partition(".")[0] != "parity":
            waiting += getattr(one, "__dict__", {}).values()


def _sample(tensor: torch.Tensor) -> torch.Tensor:
    """Return a copy of some elements of a tensor, evenly spaced, or of all."""
    flat = tensor.detach().flatten()
    return flat[:: max(1, flat.numel() // _SAMPLE)].to("cpu", copy=True)


def _rounding(before: torch.Tensor, weight: torch.Tensor) -> float:
    return 1.2e-7 * float(before.norm() + weight.norm())


def _share(before: torch.Tensor, after: torch.Tensor, weight: torch.Tensor) -> float | None:
    """Return the share of the way to the weight that a value went; 0 if it stayed, None if it went elsewhere."""
    way, gone = weight - before, after - before
    rounding = _rounding(before, weight)
    if float(gone.norm()) <= rounding:
        return 0.0
    square = float(way.flatten() @ way.flatten())
    if not square:
        return None
    share = float(way.flatten() @ gone.flatten()) / square
    error = float((gone - share * way).norm())
    return share if 0 < share < 1 - 1e-4 and error <= 0.02 * float(gone.norm()) + rounding else None
