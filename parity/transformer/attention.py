"""Attention: its scale, its mask, and which columns of the projections each of its heads reads."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import torch

from parity.body.record import Operation
from parity.transformer.fact import Fact, Line
from parity.transformer.rotary import rotation
from parity.transformer.run import ELEMENTWISE, MATMULS, MOVES, Run, distinct
from parity.transformer.values import Rotation

_PRODUCTS = frozenset({"bmm", "mm", "baddbmm", "matmul"})
_SOFTMAX = frozenset({"softmax", "safe_softmax", "log_softmax"})
_FAR = 1e3
"""How far below the others a score is that a mask hides."""
_GONE = 1e-30
_SUMS = 1e-5
"""How far from 1 the weights of a query may sum up to: a softmax in float32 is one too."""
_CANDIDATES = 16


@dataclass(frozen=True)
class Attention:
    """One attention of a run.

    Args:
        run (Run): the run.
        number (int): which in the order of execution.
        scores (Operation): the product of queries and keys.
        values (Operation): the product of weights and values.
        weights (int): the weights, with rows that sum to 1.
        over (str): ``"keys"`` or ``"queries"``: what the softmax goes over.
    """

    run: Run
    number: int
    scores: Operation
    values: Operation
    weights: int
    over: str

    @functools.cached_property
    def between(self) -> list[Operation]:
        """The operations from the scores to the weights that are computed from the scores."""
        descend, found = set(self.scores.outputs), []
        behind = {o.number for o in self.run.behind(self.weights, MATMULS)}
        for operation in self.run.body.operations:
            if operation.number in behind and any(n in descend for n in operation.inputs):
                descend.update(operation.outputs)
                found.append(operation)
        return found

    @functools.cached_property
    def masking(self) -> list[Operation]:
        """The operations that make what is added to the scores, or put in their place."""
        own = {o.number for o in self.between} | {self.scores.number}
        found: dict[int, Operation] = {}
        for operation in self.between:
            if operation.name in {"add", "where", "masked_fill", "mul", "sub", "copy", "index_put", "masked_scatter"}:
                for number in operation.inputs:
                    found.update({o.number: o for o in self.run.behind(number, MATMULS) if o.number not in own})
        behind_scores = {o.number for o in self.run.behind(self.scores.outputs[0])}
        return [o for o in found.values() if o.number not in behind_scores]

    @functools.cached_property
    def side(self) -> dict[str, Operand]:
        """Queries, keys and values, each with the projection that it comes from."""
        run = self.run
        return {
            "queries": Operand(run, self.scores.inputs[-2], "rows"),
            "keys": Operand(run, self.scores.inputs[-1], "columns"),
            "values": Operand(run, self.values.inputs[-1], "rows"),
        }

    @property
    def scale(self) -> float:
        """What the scores are multiplied by, on their way and that of the queries and keys."""
        factors = [self.run.factor(operation) for operation in self._before_softmax]
        parts = [self.side["queries"].factor, self.side["keys"].factor, *(f for f in factors if f is not None)]
        return math.prod(parts)

    @property
    def scaling(self) -> list[Operation]:
        """The operations that scale."""
        return [o for o in self._before_softmax if self.run.factor(o) is not None] + [
            o for side in ("queries", "keys") for o in self.side[side].scaling
        ]

    @functools.cached_property
    def _before_softmax(self) -> list[Operation]:
        found: list[Operation] = []
        for operation in self.between:
            if operation.name in _SOFTMAX or operation.name in {"exp", "amax", "max"}:
                break
            found.append(operation)
        return found

    @functools.cached_property
    def bias(self) -> torch.Tensor | None:
        """What is added to the scaled scores, mask included, of shape (heads, queries, keys)."""
        scaled = self.run.tensor(self.scores.outputs[0])
        before = self._before_softmax
        last = before[-1].outputs[0] if before else self.scores.outputs[0]
        factors = math.prod(f for o in before if (f := self.run.factor(o)) is not None)
        given = self.run.tensor(last)
        if given.numel() != scaled.numel() or any(o.name == "tanh" for o in before):
            return None
        return given.reshape(scaled.shape) - scaled * factors

    @property
    def mask(self) -> torch.Tensor | None:
        """Which keys each query does not see, of shape (heads, queries, keys); None where that cannot be told."""
        if self.bias is None:
            weights = self.run.tensor(self.weights)
            return weights.reshape(-1, *weights.shape[-2:]) < _GONE
        low = torch.nan_to_num(self.bias, nan=-math.inf)
        top = low.amax(-1, keepdim=True)
        top = torch.where(torch.isfinite(top), top, torch.zeros_like(top))
        hidden = (low < -_FAR) | (low - top < -_FAR)
        return hidden.reshape(-1, *hidden.shape[-2:])

    @property
    def lines(self) -> frozenset[Line]:
        """The lines of the scores, the weights and the values."""
        return self.run.lines([self.scores, self.values, *self.between])


@dataclass(frozen=True, slots=True)
class Rows:
    """Which rows of a projection are which elements of its heads.

    Args:
        parameters (tuple[tuple[str, int], ...]): names of weight and bias, each with the axis of the rows.
        heads (tuple[tuple[int, ...], ...]): for each head the rows of its elements, in their order.
    """

    parameters: tuple[tuple[str, int], ...]
    heads: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Operand:
    """Queries, keys or values, as they go into a product.

    Args:
        run (Run): the run.
        number (int): the value that goes into the product.
        kind (str): ``"rows"``: of shape (heads, tokens, d); ``"columns"``: (heads, d, tokens).
    """

    run: Run
    number: int
    kind: str

    @functools.cached_property
    def behind(self) -> list[Operation]:
        """The operations between the projection and the product, the last first."""
        return self.run.behind(self.number, MATMULS | {"native_layer_norm", "embedding"})

    @functools.cached_property
    def projection(self) -> Operation | None:
        """The product with a weight that it comes from; None where there is none or several."""
        found = [o for o in self.behind if o.name in MATMULS and self.run.weight_of(o) is not None]
        return found[0] if len(found) == 1 else None

    @property
    def weight(self) -> str | None:
        """The name of the projection's weight."""
        return self.run.weight_of(self.projection) if self.projection is not None else None

    @functools.cached_property
    def columns(self) -> torch.Tensor | None:
        """For each head, token and element the index in the projection's output, or -1; (heads, tokens, d)."""
        if self.projection is None:
            return None
        traced = self.run.traced(self.projection.outputs[0])
        index = traced.get(self.number)
        if index is None or index.ndim < 2:
            return None
        index = index.reshape(-1, *index.shape[-2:])
        return index.transpose(-2, -1) if self.kind == "columns" else index

    @property
    def width(self) -> int:
        """How many columns the projection has."""
        assert self.projection is not None
        return self.run.tensor(self.projection.outputs[0]).shape[-1]

    @functools.cached_property
    def inside(self) -> list[Operation]:
        """The operations between projection and product that are computed from the projection, the first first."""
        if self.projection is None:
            return [o for o in reversed(self.behind) if o.name not in MATMULS and set(o.outputs) & self.run.moving]
        known, found = set(self.projection.outputs), list[Operation]()
        for operation in sorted(self.behind, key=lambda o: o.number):
            if operation is not self.projection and any(n in known for n in operation.inputs):
                known.update(operation.outputs)
                found.append(operation)
        return found

    @property
    def scaling(self) -> list[Operation]:
        """The operations that multiply by a number."""
        return [o for o in self.inside if self.run.factor(o) is not None]

    @property
    def factor(self) -> float:
        """What it is multiplied by."""
        return math.prod(f for o in self.inside if (f := self.run.factor(o)) is not None)

    @functools.cached_property
    def turned(self) -> tuple[Rotation, list[Operation], int] | None:
        """How it is rotated by its position, with the operations that do so and the value that is rotated."""
        numbers = [n for o in self.inside for n in o.outputs]
        start = self.projection.outputs if self.projection is not None else self._given
        tensors = [(n, self.run.tensor(n)) for n in [*start, *numbers]]
        tensors = [(n, t) for n, t in tensors if t.ndim >= 3 and t.is_floating_point() and t.shape[-1] % 2 == 0]
        moved = {n for n in numbers if (maker := self.run.maker(n)) is not None and maker.name in MOVES}
        plain = [(n, t) for n, t in tensors if n not in numbers or n in moved][:_CANDIDATES]
        for after, result in reversed(tensors[-_CANDIDATES:]):
            if after not in numbers:
                continue
            for before, given in [(n, t) for n, t in plain if n < after and t.shape == result.shape]:
                found = rotation(given, result)
                if found is not None:
                    between = [o for o in self.run.behind(after) if o.number > self._made(before)]
                    return found, between, before
        return None

    @property
    def _given(self) -> tuple[int, ...]:
        """The net's inputs that it is computed from."""
        numbers = dict.fromkeys(n for o in self.inside for n in o.inputs if self.run.maker(n) is None)
        return tuple(n for n in numbers if self.run.body.values[n].name.startswith("input "))

    @property
    def rows(self) -> Rows | None:
        """The parameters that what is rotated comes from, and which of their rows each head is; None if unknown."""
        if self.turned is None or self.projection is None:
            return None
        index = self.run.traced(self.projection.outputs[0]).get(self.turned[2])
        if index is None or bool((index < 0).any()):
            return None
        heads = distinct(torch.remainder(index.reshape(-1, index.shape[-1]), self.width), 0)
        return Rows(tuple(self._parameters()), tuple(tuple(map(int, head)) for head in heads))

    def _parameters(self) -> Iterator[tuple[str, int]]:
        assert self.projection is not None
        for number in self.projection.inputs:
            plain = self.run.plain(number)
            name = self.run.body.values[plain].name
            if name in self.run.weights and self.run.maker(plain) is None:
                yield name, 0 if self.run.tensor(plain).ndim == 1 or plain != number else 1

    def _made(self, number: int) -> int:
        maker = self.run.maker(number)
        return maker.number if maker is not None else -1


def attentions(run: Run) -> Iterator[Attention]:
    """Give the attentions of a run in the order of execution.

    Args:
        run (Run): the run.
    """
    count = 0
    for operation in run.body.operations:
        if operation.name not in _PRODUCTS or run.weight_of(operation) is not None or len(operation.inputs) < 2:
            continue
        left = operation.inputs[-2]
        over = _softmax_over(run.tensor(left))
        scores = _scores_behind(run, left) if over else None
        if over and scores is not None:
            yield Attention(run, count, scores, operation, left, over)
            count += 1


def _softmax_over(weights: torch.Tensor) -> str:
    """Return what the rows that sum to 1 go over: keys, queries, or nothing."""
    if weights.ndim < 2 or not weights.is_floating_point() or not weights.numel() or bool((weights < 0).any()):
        return ""
    for axis, name in ((-1, "keys"), (-2, "queries")):
        sums = weights.sum(axis)
        full = (sums - 1).abs() < _SUMS
        if bool((full | (sums == 0)).all()) and bool(full.any()) and weights.shape[axis] > 1:
            return name
    return ""


def _scores_behind(run: Run, number: int) -> Operation | None:
    """Return the product of two computed values that weights come from."""
    size = run.tensor(number).numel()
    through = MOVES | ELEMENTWISE | _SOFTMAX
    at = number
    for _ in range(64):
        maker = run.maker(at)
        if maker is None:
            return None
        if maker.name in _PRODUCTS:
            both = all(n in run.moving for n in maker.inputs[-2:])
            return maker if both and run.weight_of(maker) is None else None
        if maker.name not in through:
            return None
        same = [n for n in maker.inputs if run.tensor(n).numel() == size and n in run.moving]
        ahead = [n for n in same if any(o.name in _PRODUCTS for o in run.behind(n))]
        if not ahead:
            return None
        at = ahead[0]
    return None


def facts(run: Run) -> Iterator[Fact]:
    """Give what the attentions of a run do.

    Args:
        run (Run): the run.
    """
    for entry in attentions(run):
        yield from _facts(entry)


def _facts(entry: Attention) -> Iterator[Fact]:
    run, number = entry.run, entry.number
    size = run.tensor(entry.scores.inputs[-2]).shape[-1]
    before = run.lines([entry.scores, *entry._before_softmax, *entry.scaling])
    yield Fact("attention-scale", "", number, entry.scale, before, {"size": size})
    softmax = [o for o in entry.between if o.name in _SOFTMAX or o.name in {"exp", "div"}]
    yield Fact("softmax-axis", "", number, entry.over, run.lines(softmax))
    hidden = entry.mask
    if hidden is not None:
        lines = run.lines([*entry.masking, *entry.between])
        top = entry.bias
        finite = top[torch.isfinite(top) & (top.abs() < _FAR)] if top is not None else torch.zeros(0)
        added = tuple(sorted({round(float(v), 9) for v in distinct(finite)[:3]}))
        high = bool((top > _FAR).any()) if top is not None else False
        yield Fact("attention-mask", "", number, hidden, lines, {"added": added, "high": high})
    for side in ("queries", "keys"):
        turned = entry.side[side].turned
        lines = (
            run.lines(turned[1])
            if turned is not None
            else run.lines(entry.side[side].inside) | run.lines([entry.scores])
        )
        beside = {"rows": entry.side[side].rows} if turned is not None else {}
        yield Fact("rotary", side, number, turned[0] if turned is not None else None, lines, beside)
    yield from _heads(entry)


def _heads(entry: Attention) -> Iterator[Fact]:
    """Give which columns of which projection the heads read, and how their results are put together."""
    run, sides = entry.run, entry.side
    columns = {name: side.columns for name, side in sides.items()}
    lines = {name: run.lines(side.inside) for name, side in sides.items()}
    for name, side in sides.items():
        index = columns[name]
        if index is None:
            continue
        split = _split(index, side.width)
        yield Fact("head-split", name, entry.number, split, lines[name])
        yield Fact(
            "projection", name, entry.number, (side.weight,), lines[name] | run.lines([entry.scores, entry.values])
        )
        if split == "heads":
            yield Fact("packing", name, entry.number, _span(index, side.width), lines[name], {"weight": side.weight})
        new = _newest(index)
        if new is not None:
            yield Fact("cache", name, entry.number, new, lines[name])
    queries = columns["queries"]
    for name in ("keys", "values"):
        index = columns[name]
        if queries is None or index is None or len(index) != len(queries):
            continue
        repeated = _repeated(queries, index, (sides["queries"].width, sides[name].width))
        if repeated is not None:
            yield Fact("grouped-heads", name, entry.number, repeated, lines[name])
    merged = _merged(entry)
    if merged is not None:
        yield Fact("head-merge", "", entry.number, merged[0], merged[1])


def _newest(index: torch.Tensor) -> str | None:
    """Return where the tokens of this call stand among those that were kept; None where none were."""
    own = (index >= 0).all(-1)[0]
    if bool(own.all()) or not bool(own.any()):
        return None
    return "behind" if bool(own[-1]) else "before"


def _of_head(index: torch.Tensor, width: int) -> list[torch.Tensor]:
    """Return the columns of the projection that each head reads."""
    return [distinct(torch.remainder(head[head >= 0], width)) for head in index]


def _split(index: torch.Tensor, width: int) -> str:
    """Return how tokens and columns become heads."""
    known = index[:, (index >= 0).all(-1)[0]]
    rows = torch.div(known, width, rounding_mode="floor")
    steps = rows[:, 1:, 0] - rows[:, :-1, 0]
    if known.numel() and (bool((rows != rows[..., :1]).any()) or bool((steps != 1).any())):
        return "tokens mixed"
    heads = _of_head(index, width)
    spans = sorted((float(h[0]), float(h[-1])) for h in heads if len(h))
    apart = all(one == other or one[1] < other[0] for one, other in pairwise(spans))
    return "heads" if apart else "elements first"


def _span(index: torch.Tensor, width: int) -> tuple[float, ...]:
    """Return the columns at which the heads begin, each once."""
    return tuple(sorted({float(h[0]) / width for h in _of_head(index, width) if len(h)}))


def _repeated(queries: torch.Tensor, index: torch.Tensor, widths: tuple[int, int]) -> tuple[int, ...] | None:
    """Return which head of the keys each head of the queries meets, in the order of the queries' columns."""
    mine = [float(h[0]) if len(h) else -1.0 for h in _of_head(queries, widths[0])]
    theirs = [float(h[0]) if len(h) else -1.0 for h in _of_head(index, widths[1])]
    pairs = sorted(set(zip(mine, theirs, strict=True)))
    heads = sorted(set(theirs))
    if len(pairs) != len(set(mine)):
        return None
    return tuple(heads.index(head) for _, head in pairs)


def _merged(entry: Attention) -> tuple[str, frozenset[Line]] | None:
    """Return how the results of the heads become columns again, and where."""
    run, source = entry.run, entry.values.outputs[0]
    traced = run.traced(source)
    size = run.tensor(source).shape
    for operation in run.body.operations[entry.values.number + 1 :]:
        if operation.name not in MATMULS or run.weight_of(operation) is None:
            continue
        given = next((n for n in operation.inputs if n in traced), None)
        if given is None:
            continue
        index = traced[given]
        index = index.reshape(-1, index.shape[-1])
        path = [o for o in run.behind(given, MATMULS) if entry.values.number < o.number < operation.number]
        head = torch.div(index, size[-1] * size[-2], rounding_mode="floor")
        token = torch.remainder(torch.div(index, size[-1], rounding_mode="floor"), size[-2])
        lines = run.lines([entry.values, *path, operation])
        if bool((token != token[:, :1]).any()):
            return "tokens mixed", lines
        element = torch.remainder(index, size[-1])
        if size[-1] > 1 and bool((head[:, 0] != head[:, 1]).any()):
            return "elements first", lines
        return ("heads" if bool((element[:, 1:] - element[:, :-1]).max() <= 1) else "elements moved"), lines
    return None
