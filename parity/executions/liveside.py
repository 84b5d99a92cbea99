"""A live net beside a dump: given the dump's inputs and weights, run, and recorded as a dump is."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import torch

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution, Stored, held
from parity.executions.align import Pair, align, partners, score
from parity.executions.live import LiveRecorder
from parity.executions.steps import optimizer_entries
from parity.executions.units import Operations, operations_of
from parity.executions.weights import weight_pairs
from parity.nets.base import Subject, Weight

_MOST_TRIES = 24
_MOST_RUNS = 64
"""Times that a live net is run to find which of a dump's tensors a weight is."""
_ROUNDS = 5
"""Times that a live net is given weights and run again, while that settles more of them."""


class LiveSide:
    """Runs a net as a dump's other side.

    Args:
        subject (Subject): the net.
        seed (int): seeds what it draws, and inputs where the dump holds none.
    """

    def __init__(self, subject: Subject, seed: int) -> None:
        self.subject = subject
        self.seed = seed
        self._recorder = LiveRecorder(subject)
        self.loaded: set[str] = set()

    @property
    def is_reference(self) -> bool:
        """Tell whether the net is the reference."""
        return self.subject.role == "reference"

    def beside(self, dump: Execution, given: Sequence[torch.Tensor], *, later: bool) -> Execution:
        """Return a run of the net with what a dump holds.

        Args:
            dump (Execution): one step of the other side.
            given (Sequence[torch.Tensor]): inputs of the user's; empty takes the dump's.
            later (bool): whether the net ran an earlier step, whose running statistics it keeps.

        Raises:
            CannotCompare: if no tensors of the dump are inputs on which the net runs.
        """
        other = operations_of(_forward_only(dump))
        inputs, first = self._inputs(other, list(given))
        execution = first.execution
        for _ in range(_ROUNDS):  # with each weight that is right, more operations are recognised by their figures
            known = len(self.loaded)
            pairs = self._aligned(operations_of(execution), other)
            if not self._load(pairs, other, later=later):
                break
            execution = self._recorder.run(inputs, self.seed)
            if len(self.loaded) == known or not self.left():
                break
        if self.loaded and self.left() and not later:
            execution = self._try_left(execution, inputs, other)
        if not given and other.execution.task == "tensor":
            self._see_inputs(inputs, execution, other)
        return replace(execution, step=dump.step)

    def _try_left(self, execution: Execution, inputs: list[torch.Tensor], other: Operations) -> Execution:
        """Give the weights that no pair of operations settled what the dump holds of their size, as it fits best.

        A layer that the two sides put together of other operations has its weights at no pair: ``addcmul(bias, weight,
        y)`` and ``weight * y + bias``. They are used in the same order of layers; within one, each order is tried.
        """
        weights = {weight.name: weight for weight in self.subject.weights}
        taken = {_key(held(weights[name].tensor)) for name in self.loaded}
        free = [s for s in _origins(other) if s.has_values and s.numel > 1 and _key(s) not in taken]
        known = {_key(s) for unit in other.units for s in unit.outputs}
        runs = 0
        for group in _by_layer(_in_order(execution, set(self.left()))):
            sizes = [weights[name].tensor.numel() for name in group]
            candidates = [next_of for size in set(sizes) for next_of in _first(free, size, sizes.count(size))]
            best: tuple[int, tuple[Stored, ...], Execution] | None = None
            for chosen in itertools.islice(itertools.permutations(candidates, len(group)), _MOST_TRIES):
                if [stored.numel for stored in chosen] != sizes or runs >= _MOST_RUNS:
                    continue
                runs += 1
                self._set_all(weights, group, chosen)
                tried = self._recorder.run(inputs, self.seed)
                worth = sum(_key(s) in known for e in tried.of_phase("forward") for s in e.results)
                if best is None or worth > best[0]:
                    best = worth, chosen, tried
            if best is not None:
                self._set_all(weights, group, best[1])
                execution = best[2]
                free = [stored for stored in free if all(stored is not one for one in best[1])]
        return execution

    def _set_all(self, weights: Mapping[str, Weight], names: Sequence[str], chosen: Sequence[Stored]) -> None:
        for name, stored in zip(names, chosen, strict=True):
            values = stored.values()
            if values is not None:
                self._set(weights, name, values)

    def _aligned(self, mine: Operations, other: Operations) -> list[Pair]:
        return (
            align(mine, other)
            if self.is_reference
            else [Pair(pair.port, pair.reference) for pair in align(other, mine)]
        )

    def _inputs(self, other: Operations, given: list[torch.Tensor]) -> tuple[list[torch.Tensor], Operations]:
        """Return inputs on which the net runs, and what it did: the dump's first tensors that nothing made."""
        names = self.subject.parameter_names()
        count = len(given) or max(1, len(names))
        failed: CannotCompare | None = None
        best: tuple[float, list[torch.Tensor], Operations] | None = None
        with self.subject.preserved():
            for tried in [given] if given else self._tries(other, count):
                try:
                    found = operations_of(self._recorder.run(tried, self.seed))
                except CannotCompare as error:
                    failed = failed or error
                    continue
                worth = _worth(found, other)
                if best is None or worth > best[0]:
                    best = worth, tried, found
                if len(tried) == 1:
                    break
        if best is None:
            raise failed or CannotCompare(
                f"the dump {other.execution.name} holds no tensor that could be an input: give --input"
            )
        return best[1], best[2]

    def _see_inputs(self, inputs: Sequence[torch.Tensor], execution: Execution, other: Operations) -> None:
        """See that the inputs are what the dump's net was given, as far as sizes show it.

        A net that takes a column of its input leaves the column in a dump, not the input, where indexing is not
        recorded. An input is right where an operation of both sides is given it whole.

        Raises:
            CannotCompare: if an input is not, and an operation is given something of another size than in the dump.
        """
        doubtful = {_key(held(tensor)) for tensor in inputs}
        apart: list[tuple[Stored, Stored, str]] = []
        for pair in self._aligned(operations_of(execution), other):
            if pair.reference is None or pair.port is None or not partners(pair.reference, pair.port):
                continue
            for mine, theirs in zip(pair.reference.inputs, pair.port.inputs, strict=False):
                if _key(mine) == _key(theirs):
                    doubtful.discard(_key(mine))
                elif mine.numel != theirs.numel and id(theirs) not in other.producers and not mine.source:
                    apart.append((mine, theirs, pair.port.path))
        if doubtful and apart:
            mine, theirs, path = apart[0]
            raise CannotCompare(
                f"dump: {other.execution.name} does not hold the net's inputs as they were ({path} was given "
                f"{list(theirs.shape)}, and with what it holds the net gives it {list(mine.shape)}): give --input"
            )

    def _tries(self, other: Operations, count: int) -> Iterator[list[torch.Tensor]]:
        shapes = {tuple(weight.tensor.shape) for weight in self.subject.weights}
        origins = sorted(
            _origins(other), key=lambda stored: stored.shape in shapes
        )  # weights last: inputs of functions
        candidates = origins[: count + 3]
        seen = 0
        for size in range(min(count, len(candidates)), 0, -1):
            for chosen in itertools.permutations(candidates, size):
                seen += 1
                if seen > _MOST_TRIES:
                    return
                tensors = [self._tensor(stored, number) for number, stored in enumerate(chosen)]
                yield tensors
                if any(1 in tensor.shape[1:] for tensor in tensors):  # an index such as mask[:, None] is not recorded
                    yield [_squeezed(tensor) for tensor in tensors]

    def _tensor(self, stored: Stored, number: int) -> torch.Tensor:
        values = stored.values()
        if values is None:
            return _drawn(stored, self.seed + number)
        values = values.clone()
        return values.long() if values.dtype == torch.int32 and self.subject.framework == "torch" else values

    def _load(self, pairs: list[Pair], other: Operations, *, later: bool) -> bool:
        """Give the net the dump's weights; tell whether any were there."""
        known = {weight.name: weight for weight in self.subject.weights}
        for entry in weight_pairs(pairs, flipped=self._flipped(other)):
            values = entry.port.values()
            if entry.reference.source and values is not None and not (later and entry.is_statistic):
                self._set(known, entry.reference.source, values)
        for pair in pairs:
            for mine, theirs in _loose(pair, other):
                values = theirs.values()
                if values is not None and mine.source not in self.loaded:
                    self._set(known, mine.source, values)
        return bool(self.loaded)

    def _flipped(self, other: Operations) -> bool:
        mine = self.subject.framework == "torch"
        return not mine and other.execution.is_torch

    def _set(self, known: Mapping[str, Weight], name: str, values: torch.Tensor) -> None:
        weight = known.get(name)
        tensor = getattr(weight, "tensor", None)
        if not isinstance(tensor, torch.Tensor) or tensor.numel() != values.numel():
            return
        with torch.no_grad():
            tensor.data.copy_(values.reshape(tensor.shape).to(tensor.dtype))
        self.loaded.add(name)

    def left(self) -> list[str]:
        """Return the net's weights that no dump gave."""
        return [w.name for w in self.subject.weights if w.name not in self.loaded and not w.buffer]


def _in_order(execution: Execution, names: set[str]) -> list[str]:
    """Return weights in the order in which a run uses them."""
    used = [s.source for e in execution.of_phase("forward") for s in (*e.inputs, *e.parameters.values())]
    return [name for name in dict.fromkeys(used) if name in names]


def _by_layer(names: Sequence[str]) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.rpartition(".")[0], []).append(name)
    return list(found.values())


def _first(stored: Sequence[Stored], size: int, count: int) -> list[Stored]:
    return [one for one in stored if one.numel == size][:count]


def _key(stored: Stored) -> tuple[object, ...]:
    """Return what a tensor is recognised by: its size, and its figures to four digits."""
    figures = stored.figures or ()
    return stored.numel, *(f"{value:.3e}" for value in figures if value is not None)


def _squeezed(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor without axes of length 1 behind the first."""
    return tensor.reshape([n for axis, n in enumerate(tensor.shape) if axis == 0 or n != 1])


def _forward_only(dump: Execution) -> Execution:
    steps = optimizer_entries(dump)
    return replace(dump, entries=[entry for number, entry in enumerate(dump.entries) if number not in steps])


def _origins(other: Operations) -> list[Stored]:
    """Return the tensors that nothing recorded made, in order of use: inputs, weights, what was not recorded."""
    weights = {(stored.numel, stored.figures) for unit in other.units for stored in unit.weights.values()}
    found: dict[object, Stored] = {}
    made: set[object] = set()
    for entry in other.execution.of_phase("forward"):
        for stored in entry.inputs:
            key = (stored.numel, stored.figures)
            if key not in made and key not in weights and stored.shape:
                found.setdefault(key, stored)
        made |= {(stored.numel, stored.figures) for stored in entry.results}
    return list(found.values())


def _loose(pair: Pair, other: Operations) -> Iterator[tuple[Stored, Stored]]:
    """Yield weights that a pair of calls is given as arguments, as far as the dump shows nothing that made them."""
    if pair.reference is None or pair.port is None:
        return
    left = [s for s in pair.port.inputs if id(s) not in other.producers]
    for call in pair.reference.calls:
        for stored in call.inputs:
            if not stored.source:
                continue
            match = next((s for s in left if s.numel == stored.numel and _same_form(s.shape, stored.shape)), None)
            if match is not None:
                left.remove(match)
                yield stored, match


def _same_form(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return [n for n in one if n != 1] == [n for n in other if n != 1]


def _worth(mine: Operations, other: Operations) -> float:
    first = zip(mine.units[:40], other.units[:40], strict=False)
    return sum(max(0.0, score(a, b)) for a, b in first)


def _drawn(stored: Stored, seed: int) -> torch.Tensor:
    """Return a tensor drawn so that its figures are near a dump's, where the dump holds no values."""
    generator = torch.Generator().manual_seed(seed)
    dtype = getattr(torch, stored.dtype)
    figures = stored.figures
    low = figures.min if figures is not None and figures.min is not None else 0.0
    high = figures.max if figures is not None and figures.max is not None else 1.0
    if not dtype.is_floating_point:
        return torch.randint(int(low), int(high) + 1, stored.shape, generator=generator).to(
            torch.int64 if dtype == torch.int32 else dtype
        )
    mean = figures.mean if figures is not None and figures.mean is not None else 0.0
    norm = figures.norm if figures is not None and figures.norm is not None else math.sqrt(stored.numel)
    spread = math.sqrt(max(norm**2 / max(1, stored.numel) - mean**2, 0.0))
    return (torch.randn(stored.shape, generator=generator) * spread + mean).to(dtype)
