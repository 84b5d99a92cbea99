"""Single changes of a body's operations, cheapest first: what a slip of the pen would have changed.

Each is described in words and as what to compute instead, for `counterfactual` to execute. What the reference has (its
operations, constants and values) comes before what it has not.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from parity.body.forms import OPERATIONS
from parity.body.match import Matcher, close, comparable, factor_between
from parity.body.numerals import numeral
from parity.body.record import Body, Executed, Numbered, Operation, Substitute
from parity.body.vocabulary import (
    ALIKE,
    AXES,
    HIDDEN,
    MOVABLE,
    MOVES,
    NOISE,
    PERMUTED,
    SIZES,
    VIEWS,
    acts,
    called,
)  # fmt: skip
from parity.code.places import Location
from parity.measure.thresholds import FLOAT64_RELATIVE

_MOST_INPUTS = 12
_MOST_ORDERS = 24

_SAME = 1e-9
_TINY = 0.02
"""Below it a constant that is added is an epsilon."""

_SINGLE = 0.3
"""What a change of one run costs more of a line that runs several times."""

_FURTHER = 0.2
"""What a change of an operation costs more whose result the reference has too."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a body.

    Args:
        operation (Operation): the port's operation that it is about.
        cost (float): how far it is from what is written; the cheapest that heals is the cause.
        substitutes (Mapping[int, Substitute]): by number of the operation, what is run instead.
        words (str): what is wrong, to stand behind the expression.
        argument (str): the argument that is wrong, or "".
        values (tuple[object, object]): the argument's value in the reference and in the port.
        reference (Operation | None): the reference's operation that it is taken from.
        lacks (bool): True if the reference does something more. Default: ``False``.
        cut (bool): True if the result is replaced by the reference's, which says where, and not what, is wrong.
            Default: ``False``.
        exact (bool): True if the reference does this to the very value that the operation reads, or gives.
            Default: ``False``.
        single (bool): True if it is about this run of the line alone, where the line runs several times.
            Default: ``False``.
        place (Location | None): where it would be written, if elsewhere. Default: ``None``.
    """

    operation: Operation
    cost: float
    substitutes: Mapping[int, Substitute]
    words: str
    argument: str = ""
    values: tuple[object, object] = (None, None)
    reference: Operation | None = None
    lacks: bool = False
    cut: bool = False
    exact: bool = False
    single: bool = False
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """What changes are made of.

    Args:
        reference (Body): the reference's run, with its written forms.
        port (Body): the port's run.
        region (list[Operation]): the reference's operations behind what differs, with the steps of their forms.
        suspects (list[Operation]): the port's.
        in_left (Matcher): finds values in the reference.
        reached (frozenset[int]): numbers of the suspects whose results the reference has.
        scalars (dict[float, str]): numbers that the reference's operations are given, with what they are.
        in_right (Matcher | None): finds values in the port.
    """

    reference: Body
    port: Body
    region: list[Operation]
    suspects: list[Operation]
    in_left: Matcher
    reached: frozenset[int] = frozenset()
    scalars: dict[float, str] = field(default_factory=dict)
    in_right: Matcher | None = None

    def held(self, number: int) -> torch.Tensor | None:
        """Return a value of the port that does not change; None for one that operations make."""
        value = self.port.values[number]
        return value.tensor if value.producer is None else None

    def gives(self, operation: Operation, number: int) -> bool:
        """Tell whether an operation of the port gives the numbers of a value of the reference, in whatever shape."""
        theirs = self.reference.values[number].tensor
        mine = [self.tensor(n) for n in operation.outputs[:1] if self.tensor(n).numel() == theirs.numel()]
        return any(close(theirs.flatten(), tensor.flatten(), FLOAT64_RELATIVE) for tensor in mine)

    def step_of(self, number: int) -> str:
        """Return, in parentheses, which step of the reference a value of the port is, "" if none."""
        found = self.in_left.find(self.tensor(number))
        producer = self.reference.values[found].producer if found is not None else None
        step = self.reference.operations[producer].step if producer is not None else ""
        return f' (the reference\'s step "{step}")' if step and step != "result" else ""

    def tensor(self, number: int) -> torch.Tensor:
        """Return a value of the port."""
        return self.port.values[number].tensor

    def known(self, number: int) -> bool:
        """Tell whether the reference has a value of the port."""
        return self.in_left.find(self.tensor(number)) is not None

    def named(self, number: int) -> str:
        """Return what a value of the port is, in words: the expression, the layer, or the input."""
        return value_name(self.port, number)


def value_name(body: Body, number: int) -> str:
    """Return what a value is, in words.

    Args:
        body (Body): the run.
        number (int): of the value.
    """
    from parity.body.words import written

    value = body.values[number]
    if value.producer is None:
        return f"the {value.name}" if value.name.startswith(("input", "output")) else value.name or "a constant"
    operation = body.operations[value.producer]
    at = f" ({operation.outputs.index(number) + 1} of {len(operation.outputs)})" if len(operation.outputs) > 1 else ""
    return f"{written(operation)}{at}"


def changes(sides: Sides) -> Iterator[Change]:
    """Yield changes of every suspect, not in order of cost.

    Args:
        sides (Sides): what they are made of.
    """
    again = _run_again(sides)
    for operation in sides.suspects:
        more = _FURTHER if operation.number in sides.reached else 0.0
        others = again.get(operation.number, [])
        for change in _of_one(sides, operation):
            yield from _everywhere(replace(change, cost=change.cost + more), others)
    yield from _of_siblings(sides)
    yield from _reordered(sides)
    yield from _exchanged_values(sides)


def _run_again(sides: Sides) -> dict[int, list[int]]:
    """Return, for the first run of a line that runs several times, the numbers of the same operation in all runs."""
    groups: dict[object, list[Operation]] = {}
    for operation in sides.port.operations:
        if operation.place is not None:
            arguments = repr(sorted(operation.arguments.items(), key=str))
            groups.setdefault((operation.place, operation.layer, operation.name, arguments), []).append(operation)
    found: dict[int, list[int]] = {}
    for group in groups.values():
        stacks = [operation.stack for operation in group]
        if len(group) > 1 and len(set(stacks)) == len(group):  # else it is one call of several such operations
            found |= {operation.number: [other.number for other in group] for operation in group}
    return found


def _everywhere(change: Change, others: list[int]) -> Iterator[Change]:
    """Yield a change for every run of its line, and for one."""
    if not others or change.single or change.cut or len(change.substitutes) > 1:
        yield change
        return
    (run,) = change.substitutes.values()
    if change.operation.number == others[0]:
        yield replace(change, substitutes=dict.fromkeys(others, run))
    yield replace(change, cost=change.cost + _SINGLE)


def _of_one(sides: Sides, operation: Operation) -> Iterator[Change]:
    yield from _of_arguments(sides, operation)
    yield from _of_operator(sides, operation)
    yield from _of_inputs(sides, operation)
    yield from _of_layout(sides, operation)
    yield from _removed(sides, operation)
    yield from _inserted(sides, operation)
    yield from _cuts(sides, operation)


# --- arguments -----------------------------------------------------------------------------------------------------


def _set(operation: Operation, values: Mapping[str, object]) -> Substitute:
    """Return a run of the same operation with other arguments."""
    schema = operation.function._schema.arguments if operation.function is not None else ()
    names = [argument.name for argument in schema]

    def run(now: Executed) -> Any:
        args, kwargs = list(now.args), dict(now.kwargs)
        for name, value in values.items():
            position = names.index(name)
            if position < len(args):
                args[position] = value
            elif schema[position].kwarg_only or position > len(args):
                kwargs[name] = value
            else:
                args.append(value)
        return now.function(*args, **kwargs)

    return run


def _changed_argument(
    operation: Operation, name: str, value: object, cost: float, words: str, reference: Operation | None = None
) -> Change:
    old = operation.arguments.get(name)
    run = _set(operation, {name: list(value) if isinstance(value, tuple) else value})
    return Change(operation, cost, {operation.number: run}, words, name, (value, old), reference)


def _of_arguments(sides: Sides, operation: Operation) -> Iterator[Change]:
    like = [other for other in sides.region if other.name in ALIKE.get(operation.name, (operation.name,))]
    yield from _other_axes(sides, operation, like)
    yield from _of_constants(sides, operation)
    yield from _counted_otherwise(sides, operation)
    for name, old in operation.arguments.items():
        if name in NOISE or old is None or operation.name in HIDDEN:
            continue
        seen = {repr(old)}
        for other in like:
            value = other.arguments.get(name)
            if value is not None and repr(value) not in seen and type(value) is type(old):
                seen.add(repr(value))
                yield _changed_argument(operation, name, value, 1.0, _said(operation, name, old, value), other)
        for value, cost in _near(sides, operation, name, old):
            if repr(value) not in seen:
                seen.add(repr(value))
                yield _changed_argument(operation, name, value, cost, _said(operation, name, old, value, sides))


def _other_axes(sides: Sides, operation: Operation, like: list[Operation]) -> Iterator[Change]:
    """Yield, for a reduction, the axes of the reference's, and all others, with what they reduce kept and not."""
    if operation.name not in {"sum", "mean", "amax", "amin", "var", "std", "linalg_vector_norm", "prod"}:
        return
    old = operation.arguments.get("dim")
    for other in like:
        if other.name == operation.name and other.arguments != operation.arguments:
            new = other.arguments.get("dim")
            words = f"the axis is {_short(old)}, the reference's {_short(new)}"
            yield Change(operation, 1.02, {operation.number: _transplanted(other)}, words, "dim", (new, old), other)
    if old is None and operation.name in _REDUCTIONS:
        rank = sides.tensor(operation.inputs[0]).dim()
        for axes, keep in itertools.product(_sets_of_axes(rank, 1), (True, False)):
            words = f"the axis is that of all elements, the reference's {_short(axes)}"
            run = _reduced(_REDUCTIONS[operation.name], list(axes), keep=keep, pair=False)
            yield Change(operation, 1.12, {operation.number: run}, words, "dim", (axes, None))


def _said(operation: Operation, name: str, old: object, new: object, sides: Sides | None = None) -> str:
    shown = "order of the axes" if name in PERMUTED else called(operation.name, name)
    if isinstance(old, (float, int)) and not isinstance(old, bool) and isinstance(new, (float, int)):
        origin = sides.scalars.get(float(new), "") if sides is not None else ""
        source = f" ({origin})" if origin else ""
        if name == "alpha" and operation.name in {"add", "sub"} and new == -old:
            verbs = ("added", "subtracted") if operation.name == "add" else ("subtracted", "added")
            return f"is {verbs[0]}, in the reference it is {verbs[1]}: the sign differs ({operation.name})"
        if name == "other" and operation.name == "add" and 0 < old < _TINY and 0 <= new < _TINY:
            return f"the epsilon that is added is {numeral(old)}, the reference's {numeral(new)}"
        if operation.name in {"mul", "div"} and name in {"other", "self"}:
            verb = "multiplied" if operation.name == "mul" else "divided"
            ratio = (old / new if operation.name == "mul" else new / old) if new and old else 0.0
            times = f"; it is {numeral(ratio)} times the reference's" if ratio else ""
            return f"is {verb} by {numeral(old)}, in the reference by {numeral(new)}{source}: the scale differs{times}"
        if operation.name in {"add", "sub", "rsub"} and name == "other":
            verb = {"add": "has added", "sub": "has subtracted", "rsub": "is subtracted from"}[operation.name]
            return f"{verb} the constant {numeral(old)}, in the reference {numeral(new)}{source}"
        return f"the {shown} is {numeral(old)}, the reference's {numeral(new)}{source}"
    return f"the {shown} is {_short(old)}, the reference's {_short(new)}"


def _short(value: object) -> str:
    if isinstance(value, (tuple, list)) and len(value) == 1:
        return str(value[0])
    return str(tuple(value)) if isinstance(value, (tuple, list)) else repr(value)


def _near(sides: Sides, operation: Operation, name: str, old: object) -> Iterator[tuple[object, float]]:
    """Yield values that an argument could have been given, with what the change costs."""
    rank = max((sides.tensor(number).dim() for number in operation.inputs), default=0)
    if isinstance(old, bool):
        if name not in {"keepdim", "training"}:
            yield not old, 1.1
    elif isinstance(old, str):
        yield from ((text, 1.1) for text in ("none", "tanh") if name == "approximate" and text != old)
    elif name in AXES and isinstance(old, int):
        rank += operation.name in {"stack", "unsqueeze"}
        yield from ((axis, 1.05) for axis in _axes(rank, old))
    elif name == "dim" and isinstance(old, (tuple, list)):
        yield from ((axes, 1.1) for axes in _sets_of_axes(rank, len(old)))
    elif name in PERMUTED and isinstance(old, (tuple, list)):
        orders = itertools.permutations(old) if len(old) <= 4 else _transpositions(tuple(old))
        yield from ((order, 1.1) for order in orders if order != tuple(old))
    elif name in SIZES and isinstance(old, (tuple, list)):
        orders = itertools.islice(dict.fromkeys(itertools.permutations(old)), _MOST_ORDERS)
        yield from ((order, 1.3) for order in orders if order != tuple(old))
    elif name in MOVES and isinstance(old, int):
        yield from ((old + by, 1.15) for by in (1, -1))
        if old:
            yield -old, 1.1
    elif name in MOVES and isinstance(old, (tuple, list)) and all(isinstance(part, int) for part in old):
        yield tuple(-part for part in old), 1.1
        yield tuple(reversed(old)), 1.15
    elif isinstance(old, int) and "int" in _type_of(operation, name).lower():
        yield from ((value, 1.15) for value in (old * 2, old // 2) if value)
    elif isinstance(old, (float, int)):
        yield from _numbers(sides, operation, float(old))


def _of_constants(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield other values of a constant of one element that an operation reads."""
    if len(operation.inputs) > 3 or operation.name in HIDDEN:
        return
    for index, number in enumerate(operation.inputs):
        value = sides.port.values[number]
        if value.producer is not None or not value.tensor.is_floating_point():
            continue
        if value.name != "a constant" and sides.known(number):
            continue  # a weight that both have, or an input
        if value.tensor.numel() != 1:
            yield from _of_tables(sides, operation, index, number)
            continue
        old = float(value.tensor)
        candidates = [
            *sides.scalars,
            *(old * f**power for f in _factors_behind(sides, operation) for power in (1, -1, 2, -2)),
        ]
        for new in dict.fromkeys(candidates):
            if math.isfinite(new) and abs(new - old) > _SAME * abs(old):
                name = value.name if value.name != "a constant" else "the constant"
                words = f"{name} is {numeral(old)}, the reference's is {numeral(new)}: the scale differs"
                run = _given_instead(index, number, torch.full_like(value.tensor, new))
                yield Change(operation, 1.06, {operation.number: run}, words, "constant", (new, old))


def _of_tables(sides: Sides, operation: Operation, index: int, number: int) -> Iterator[Change]:
    """Yield a constant of several elements times what the results are too great by, and the reference's of its shape."""
    value = sides.port.values[number]
    if value.name.startswith(("input", "output")) or sides.known(number):
        return
    name = value.name if value.name != "a constant" else "the constant"
    for factor in _factors_behind(sides, operation):
        for by in (factor, 1 / factor):
            words = f"{name} is {numeral(1 / by)} times the reference's: its scale differs"
            yield Change(
                operation, 1.07, {operation.number: _given_instead(index, number, value.tensor * by)}, words, "constant"
            )
    for other in sides.in_left.of_shape(value.tensor.shape):
        words = f"the value of {name} is not the reference's: the constant differs"
        yield Change(operation, 1.2, {operation.number: _given_instead(index, number, other)}, words, "constant")


def _factors_behind(sides: Sides, operation: Operation) -> list[float]:
    """Return by which factors what is made of an operation's result differs from the reference."""
    found: list[float] = []
    for other in sides.suspects:
        if other.number >= operation.number and other.number not in sides.reached:
            found += [f for f in _factors(sides, other) if not any(abs(f - g) <= _SAME * abs(g) for g in found)]
    return found[:4]


def _counted_otherwise(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield numbers that are counted from another start."""
    if operation.name == "arange":
        for by in (-1, 1):
            words = f"starts {abs(by)} too {'late' if by < 0 else 'early'}: the start of arange differs"
            yield _output_changed(operation, lambda t, b=by: t + b, 1.1, words, argument="start")


def _type_of(operation: Operation, name: str) -> str:
    schema = operation.function._schema.arguments if operation.function is not None else ()
    return next((str(argument.type) for argument in schema if argument.name == name), "")


def _numbers(sides: Sides, operation: Operation, old: float) -> Iterator[tuple[float, float]]:
    pool = [value for value in sides.scalars if value != old]
    yield from ((value, 1.05) for value in pool)
    if old and math.isfinite(1 / old):
        yield from ((value, 1.1) for value in (1 / old, old * old, math.sqrt(abs(old)), old / 2, old * 2))
    yield -old, 1.1
    for factor in _factors(sides, operation):
        yield (old * factor if operation.name == "div" else old / factor), 1.08
    if operation.name in {"pow"}:
        yield from ((value, 1.1) for value in (0.5, 1.0, 2.0, 3.0, -0.5, -1.0))


def _factors(sides: Sides, operation: Operation) -> list[float]:
    """Return by which factors what an operation gives differs from values of the reference."""
    found: list[float] = []
    for number in operation.outputs[:1]:
        mine = sides.tensor(number)
        for value in sides.in_left.of_shape(mine.shape):
            factor = factor_between(value, mine)
            if factor is not None and not any(abs(factor - known) <= 1e-9 * abs(known) for known in found):
                found.append(factor)
    return found


def _axes(rank: int, old: int) -> list[int]:
    return [axis if old >= 0 else axis - rank for axis in range(rank) if axis not in {old, old + rank}]


def _sets_of_axes(rank: int, count: int) -> Iterator[tuple[int, ...]]:
    for size in sorted(range(1, min(rank, 4) + 1), key=lambda size: abs(size - count)):
        yield from itertools.combinations(range(rank), size)


def _transpositions(order: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield an order with two entries exchanged, and with one entry moved elsewhere."""
    for i, j in itertools.combinations(range(len(order)), 2):
        moved = list(order)
        moved[i], moved[j] = moved[j], moved[i]
        yield tuple(moved)
    for i, j in itertools.permutations(range(len(order)), 2):
        moved = list(order)
        moved.insert(j, moved.pop(i))
        if abs(i - j) > 1:
            yield tuple(moved)


# --- operators -----------------------------------------------------------------------------------------------------


def _of_operator(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield what the reference's operations, and those of the same family, do to what this one is given."""
    if operation.name in HIDDEN or operation.function is None:
        return
    seen = {operation.name}
    for other in sides.region:
        same = len(other.inputs) == len(operation.inputs) and can_move(other)
        key = f"{other.name}{sorted(other.arguments.items(), key=str)}"
        if not same or other.name in VIEWS or other.name == operation.name or key in seen:
            continue
        seen |= {key, other.name}
        words = _instead_of(sides, operation, other.name) + (
            _as_step(other) if _reads_alike(sides, operation, other) else ""
        )
        fused = 0.15 if is_fused(other) else 0.0
        run = _as_large(_transplanted(other))
        exact = _reads_alike(sides, operation, other)
        yield Change(operation, 1.4 + fused, {operation.number: run}, words, reference=other, exact=exact)
        if len(operation.inputs) == 2:
            run = _as_large(_transplanted(other, (1, 0)))
            yield Change(operation, 1.6 + fused, {operation.number: run}, words, reference=other)
    yield from _with_another(sides, operation)
    for name, function in _family(operation):
        if name in seen:
            continue
        words = _instead_of(sides, operation, name)
        yield Change(operation, 1.7, {operation.number: _as_large(function)}, words)


def _with_another(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield, for an operation on one value, the reference's on that and another."""
    if len(operation.inputs) != 1 or operation.name in VIEWS:
        return
    for other in sides.region:
        if len(other.inputs) != 2 or not can_move(other) or other.name in {"mm", "bmm"}:
            continue
        for position in range(2):
            rest = _held(sides, other, position)
            if rest is not None and close_in_any_shape(sides, operation.inputs[0], other.inputs[position]):
                function = _applied(other, position, rest)
                words = f"{acts(operation.name)}, in the reference it {acts(other.name)}{_what(sides, other, position)}"
                run: Substitute = lambda now, f=function: f(tensors_of(now)[0])
                yield Change(operation, 1.5, {operation.number: _as_large(run)}, words, reference=other, exact=True)


def _instead_of(sides: Sides, operation: Operation, name: str) -> str:
    words = f"{acts(operation.name)}, in the reference it {acts(name)}"
    if {operation.name, name} == {"add", "sub"}:
        return f"{words}: the sign differs"
    if operation.outputs and sides.tensor(operation.outputs[0]).dtype == torch.bool:
        return f"{words}: the mask differs"
    return words


def _reads_alike(sides: Sides, operation: Operation, other: Operation) -> bool:
    pairs = zip(operation.inputs, other.inputs, strict=False)
    return all(sides.in_left.find(sides.tensor(mine)) == theirs for mine, theirs in pairs)


def is_fused(operation: Operation) -> bool:
    """Tell whether an operation has a written form of several steps.

    Args:
        operation (Operation): the operation.
    """
    return operation.function is not None and operation.function._schema.name in OPERATIONS


def can_move(operation: Operation) -> bool:
    """Tell whether an operation can be run on other tensors: kernels that check no shapes would take the process down.

    Args:
        operation (Operation): of the reference.
    """
    if operation.function is None:
        return False
    return torch.Tag.pointwise in operation.function.tags or operation.name in MOVABLE


def _as_large(run: Substitute) -> Substitute:
    """Return a run that gives nothing of another shape than the operation did."""

    def checked(now: Executed) -> Any:
        made, own = run(now), now.function(*now.args, **now.kwargs)
        shapes = [part[0].shape if isinstance(part, (tuple, list)) else part.shape for part in (made, own)]
        if shapes[0] != shapes[1]:
            raise ValueError(f"{shapes[0]} for {shapes[1]}")
        return made

    return checked


def _as_step(operation: Operation) -> str:
    return f" (`{operation.step}`)" if operation.step and operation.step != "result" else ""


def _transplanted(other: Operation, order: Sequence[int] = ()) -> Substitute:
    """Return a run of an operation of the reference on what the port's is given."""

    def run(now: Executed) -> Any:
        tensors = tensors_of(now)
        chosen = iter([tensors[index] for index in order] if order else tensors)

        def filled(entry: object) -> object:
            if isinstance(entry, Numbered):
                return next(chosen)
            return [filled(part) for part in entry] if isinstance(entry, (tuple, list)) else entry

        args = [filled(entry) for entry in other.given[0]]
        kwargs = {name: filled(entry) for name, entry in other.given[1].items()}
        assert other.function is not None
        return other.function(*args, **kwargs)

    return run


def tensors_of(now: Executed) -> list[torch.Tensor]:
    """Return the tensors that an operation is given."""
    from parity.body.record import tensors_in

    return tensors_in((now.args, now.kwargs))


_FAMILIES: tuple[Mapping[str, Callable[..., torch.Tensor]], ...] = (
    {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "maximum": torch.maximum,
     "minimum": torch.minimum},
    {"lt": torch.lt, "le": torch.le, "gt": torch.gt, "ge": torch.ge, "eq": torch.eq, "ne": torch.ne},
    {"tril": torch.tril, "triu": torch.triu},
    {"sin": torch.sin, "cos": torch.cos},
    {"exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1, "log": torch.log, "log2": torch.log2,
     "log1p": torch.log1p},
    {"sqrt": torch.sqrt, "rsqrt": torch.rsqrt, "reciprocal": torch.reciprocal, "square": torch.square,
     "abs": torch.abs, "neg": torch.neg},
    {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu, "erf": torch.erf},
)  # fmt: skip

_REDUCTIONS: Mapping[str, Callable[..., torch.Tensor]] = {
    "sum": torch.sum, "mean": torch.mean, "amax": torch.amax, "amin": torch.amin,
}  # fmt: skip


def _family(operation: Operation) -> Iterator[tuple[str, Callable[[Executed], torch.Tensor]]]:
    for family in _FAMILIES:
        if operation.name in family:
            for name, function in family.items():
                yield name, _on_the_same(function)
    if operation.name in {*_REDUCTIONS, "max", "min"}:
        axes, keep = operation.arguments.get("dim"), bool(operation.arguments.get("keepdim"))
        for name, function in _REDUCTIONS.items():
            yield name, _reduced(function, axes, keep=keep, pair=operation.name in {"max", "min"})
    if operation.name == "pow":
        yield "sqrt", lambda now: now.args[0].sqrt()


def _on_the_same(function: Callable[..., torch.Tensor]) -> Callable[[Executed], torch.Tensor]:
    return lambda now: function(*now.args[:2])


def _reduced(
    function: Callable[..., torch.Tensor], axes: object, *, keep: bool, pair: bool
) -> Callable[[Executed], Any]:
    def run(now: Executed) -> Any:
        made = function(now.args[0]) if axes is None else function(now.args[0], axes, keepdim=keep)
        return (made, made.long()) if pair and axes is not None else made

    return run


# --- inputs --------------------------------------------------------------------------------------------------------


def _of_inputs(sides: Sides, operation: Operation) -> Iterator[Change]:
    inputs = operation.inputs
    if (
        len(inputs) == 2
        and inputs[0] != inputs[1]
        and operation.name in {"sub", "div", "mm", "bmm", "lt", "gt", "le", "ge"}
    ):
        yield Change(
            operation, 1.1, {operation.number: _transplanted(operation, (1, 0))},
            "its operands are exchanged: the order differs from the reference's", "order", reference=None,
        )  # fmt: skip
    if operation.name == "where" and len(inputs) == 3:
        yield Change(
            operation, 1.1, {operation.number: _transplanted(operation, (0, 2, 1))},
            "its two choices are exchanged: the order differs from the reference's, or the condition is negated",
            "order",
        )  # fmt: skip
    for index, number in enumerate(inputs):
        tensor = sides.tensor(number)
        if tensor.dtype == torch.bool:
            yield _input_changed(
                operation,
                index,
                torch.logical_not,
                1.2,
                "the mask is inverted: it is the negation (logical_not) of the reference's",
            )  # noqa: E501
        for other in _in_place_of(sides, operation, number):
            made = sides.port.values[number].producer
            if made is not None and other in sides.port.operations[made].inputs:
                continue  # that is the operation in between left out
            yield Change(
                operation, 1.9, {operation.number: _given_instead(index, other, sides.held(other))},
                f"is given {sides.named(number)}, where the reference has {sides.named(other)}{sides.step_of(other)}: "
                "another input", single=True,
            )  # fmt: skip


def _in_place_of(sides: Sides, operation: Operation, number: int) -> list[int]:
    """Return values of the port that the reference has too, of the shape of one that an operation is given."""
    tensor, found, seen = sides.tensor(number), list[int](), list[torch.Tensor]()
    for other in range(len(sides.port.values)):
        value = sides.port.values[other]
        early = value.producer is None or value.producer < operation.number
        if not early or other in operation.inputs or value.tensor.shape != tensor.shape:
            continue
        if value.tensor.dtype != tensor.dtype or any(torch.equal(value.tensor, known) for known in (tensor, *seen)):
            continue
        if sides.known(other):
            found.append(other)
            seen.append(value.tensor)
    return found[-_MOST_INPUTS:]


def _given_instead(index: int, other: int, held: torch.Tensor | None) -> Substitute:
    def run(now: Executed) -> Any:
        return replaced(now, index, now.value(other) if held is None else held)

    return run


def replaced(now: Executed, index: int, tensor: torch.Tensor) -> Any:
    """Run an operation with one of its tensors replaced.

    Args:
        now (Executed): the operation.
        index (int): which of its tensors.
        tensor (torch.Tensor): what it is given instead.
    """
    count = itertools.count()

    def filled(entry: object) -> object:
        if isinstance(entry, torch.Tensor):
            return tensor if next(count) == index else entry
        return [filled(part) for part in entry] if isinstance(entry, (tuple, list)) else entry

    args = [filled(entry) for entry in now.args]
    return now.function(*args, **{name: filled(entry) for name, entry in now.kwargs.items()})


def _input_changed(
    operation: Operation, index: int, function: Callable[[torch.Tensor], torch.Tensor], cost: float, words: str,
    reference: Operation | None = None, *, lacks: bool = False,
) -> Change:  # fmt: skip
    def run(now: Executed) -> Any:
        return replaced(now, index, function(tensors_of(now)[index]))

    return Change(operation, cost, {operation.number: run}, words, reference=reference, lacks=lacks)


# --- layout --------------------------------------------------------------------------------------------------------


def _of_layout(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield other orders of what an operation gives, of the same shape."""
    if len(operation.outputs) != 1:
        return
    shape = tuple(sides.tensor(operation.outputs[0]).shape)
    if operation.name in {"view", "reshape", "unsafe_view", "flatten"} and len(operation.inputs) == 1:
        yield from _flowing_otherwise(sides, operation, shape)
    if operation.name in NOISE_VIEWS:
        return
    for axis, size in enumerate(shape):
        if size > 1:
            yield _output_changed(
                operation, lambda t, a=axis: t.flip(a), 2.35, f"the order along axis {axis} is reversed: flip"
            )
        if size > 2:
            for by in (1, -1, 2, -2):
                words = f"is moved by {-by} along axis {axis}: the shift (roll, pad, start of a slice) differs"
                yield _output_changed(operation, lambda t, a=axis, b=by: t.roll(b, a), 2.2 + abs(by) / 20, words)
        for parts in (2, 3):
            if size % parts == 0 and parts < size:
                yield _output_changed(
                    operation, lambda t, a=axis, p=parts: _interleaved(t, a, p), 2.25,
                    f"along axis {axis} the order is that of halves where the reference interleaves",
                )  # fmt: skip
                yield _output_changed(
                    operation, lambda t, a=axis, p=parts: _interleaved(t, a, t.shape[a] // p), 2.25,
                    f"along axis {axis} the order is interleaved where the reference has halves",
                )  # fmt: skip
    for order in itertools.permutations(range(len(shape))):
        if order != tuple(range(len(shape))) and tuple(shape[i] for i in order) == shape and len(shape) <= 4:
            yield _output_changed(
                operation, lambda t, o=order: t.permute(o), 2.1, f"the order of its axes is not the reference's: transpose {order}"
            )  # fmt: skip


NOISE_VIEWS = frozenset({"clone", "expand", "unsafe_view", "alias", "detach", "lift_fresh", "contiguous"})


def _interleaved(tensor: torch.Tensor, axis: int, parts: int) -> torch.Tensor:
    split = tensor.unflatten(axis, (parts, -1))
    axis %= tensor.dim()
    return split.transpose(axis, axis + 1).flatten(axis, axis + 1)


def _flowing_otherwise(sides: Sides, operation: Operation, shape: tuple[int, ...]) -> Iterator[Change]:
    """Yield, for a reshape, the same reshape of its input with two axes exchanged."""
    given = sides.tensor(operation.inputs[0])
    for i, j in itertools.combinations(range(given.dim()), 2):
        if given.shape[i] > 1 and given.shape[j] > 1:
            run = _reshaped(i, j, shape)
            words = f"axes {i} and {j} are not transposed before the reshape: the order of the elements differs"
            yield Change(operation, 1.8, {operation.number: run}, words, lacks=True)
    for i, j in itertools.combinations(range(len(shape)), 2):
        if shape[i] > 1 and shape[j] > 1 and shape[i] != shape[j]:
            words = (
                f"is reshaped to {shape} at once: the reference transposes axes {i} and {j} behind the reshape (order)"
            )
            yield Change(operation, 1.8, {operation.number: _transposed_behind(i, j, shape)}, words, lacks=True)


def _reshaped(i: int, j: int, shape: tuple[int, ...]) -> Substitute:
    return lambda now: now.args[0].transpose(i, j).reshape(shape)


def _transposed_behind(i: int, j: int, shape: tuple[int, ...]) -> Substitute:
    inner = list(shape)
    inner[i], inner[j] = inner[j], inner[i]
    return lambda now: now.args[0].reshape(inner).transpose(i, j)


def _output_changed(
    operation: Operation, function: Callable[[torch.Tensor], torch.Tensor], cost: float, words: str,
    reference: Operation | None = None, *, lacks: bool = False, argument: str = "",
) -> Change:  # fmt: skip
    def run(now: Executed) -> Any:
        made = now.function(*now.args, **now.kwargs)
        if isinstance(made, (tuple, list)):
            return type(made)([function(made[0]), *made[1:]])
        return function(made)

    return Change(operation, cost, {operation.number: run}, words, argument, reference=reference, lacks=lacks)


def _cuts(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield the reference's values in place of what an operation gives: where it heals, the fault lies there."""
    if len(operation.outputs) != 1 or operation.name in NOISE_VIEWS or operation.number in sides.reached:
        return
    mine = sides.tensor(operation.outputs[0])
    for other in sides.region:
        for number in other.outputs[:1]:
            theirs = sides.reference.values[number].tensor
            if theirs.shape != mine.shape or theirs.dtype != mine.dtype or mine.numel() < 2 or other.name in HIDDEN:
                continue
            order = close(_sorted(theirs), _sorted(mine), FLOAT64_RELATIVE)
            words = (
                "the order of the elements is not the reference's: it reshapes or transposes otherwise"
                if order
                else f"is not the value of the reference, which {acts(other.name)}{_as_step(other)}"
            )
            if not order and (operation.name in VIEWS or not other.step):
                continue
            run: Substitute = lambda now, t=theirs: t.clone()
            yield Change(operation, 2.8 if order else 3.4, {operation.number: run}, words, reference=other, cut=True)


def _sorted(tensor: torch.Tensor) -> torch.Tensor:
    flat = comparable(tensor).flatten()
    return (flat.abs() if flat.is_complex() else flat).sort().values


# --- operations too many, too few ----------------------------------------------------------------------------------


def _removed(sides: Sides, operation: Operation) -> Iterator[Change]:
    if not can_move(operation) or operation.name in {"mm", "bmm", "dot", "mv"} or len(operation.outputs) != 1:
        return
    shape = sides.tensor(operation.outputs[0]).shape
    for index, number in enumerate(operation.inputs):
        if sides.tensor(number).shape == shape:
            other = [sides.named(n) for i, n in enumerate(operation.inputs) if i != index]
            by = f" ({', '.join(other)})" if other else ""
            words = f"{acts(operation.name)}{by}: the reference has no such operation here"
            cost = 1.75 if len(operation.inputs) == 1 else 1.8
            yield Change(operation, cost, {operation.number: lambda now, i=index: tensors_of(now)[i].clone()}, words)


def _inserted(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield what the reference does to a value besides: behind the operation, and to what it is given."""
    if operation.name in NOISE_VIEWS:
        return
    seen: set[str] = set()
    for other in sides.region:
        if not can_move(other):
            continue
        key = f"{other.name}{other.inputs if len(other.inputs) > 1 else ''}{sorted(other.arguments.items(), key=str)}"
        if key in seen:
            continue
        seen.add(key)
        for position in range(len(other.inputs)):
            leaf = _held(sides, other, position)
            if leaf is None:
                continue
            function = _applied(other, position, leaf)
            fused = 0.5 if is_fused(other) else 0.0
            what = "lacks the scale" if _is_scale(other) else "lacks what the reference does here"
            words = f"{what}: it {acts(other.name)}{_what(sides, other, position)}{_as_step(other)}{_ratio(other)}"
            found = _output_changed(operation, function, 2.4 + fused, words, other, lacks=True)
            exact = sides.gives(operation, other.inputs[position])
            yield replace(found, exact=exact, cost=found.cost - (_FURTHER if exact else 0.0))
            for index, given in enumerate(operation.inputs):
                leaf_input = sides.port.values[given].producer is None
                if leaf_input or sides.known(given):
                    words = (
                        f"{sides.named(given)} is taken as it is; the reference {acts(other.name)}"
                        f"{_what(sides, other, position)} first{_as_step(other)}"
                    )
                    cost = (2.45 if leaf_input else 2.75) + fused
                    made = sides.port.values[given].place if leaf_input else None
                    found = _input_changed(operation, index, function, cost, words, other, lacks=True)
                    exact = close_in_any_shape(sides, given, other.inputs[position])
                    yield replace(found, place=made, exact=exact)
    for factor in _factors(sides, operation):
        words = f"it is {numeral(factor)} times the reference's: the scale differs, a multiplication by {numeral(1 / factor)} is missing"
        yield _output_changed(operation, lambda t, f=factor: t / f, 2.6, words, lacks=True, argument="scale")


def _ratio(other: Operation) -> str:
    """Return by which factor a value is wrong without a scale."""
    by = other.arguments.get("other")
    if not _is_scale(other) or not isinstance(by, (int, float)) or not by:
        return ""
    return f"; it is {numeral(1 / by if other.name == 'mul' else by)} times the reference's"


def close_in_any_shape(sides: Sides, mine: int, theirs: int) -> bool:
    """Tell whether a value of the port holds the numbers of one of the reference."""
    a, b = sides.reference.values[theirs].tensor, sides.tensor(mine)
    return a.numel() == b.numel() and close(a.flatten(), b.flatten(), FLOAT64_RELATIVE)


def _is_scale(operation: Operation) -> bool:
    return operation.name in {"mul", "div"} and len(operation.inputs) == 1


def _held(sides: Sides, other: Operation, position: int) -> list[torch.Tensor] | None:
    """Return the other inputs of a reference's operation; None where they are computed behind what differs."""
    region = {operation.number for operation in sides.region}
    found: list[torch.Tensor] = []
    for index, number in enumerate(other.inputs):
        if index == position:
            continue
        tensor = sides.reference.values[number].tensor
        if _is_computed(sides.reference, number, region) and (
            sides.in_right is None or sides.in_right.content(tensor) == "new"
        ):
            return None
        found.append(tensor)
    return found


def _is_computed(body: Body, number: int, region: set[int]) -> bool:
    """Tell whether operations of a region make a value, and do not only lay out one from before."""
    producer = body.values[number].producer
    while producer is not None and producer in region:
        operation = body.operations[producer]
        if operation.name not in VIEWS or len(operation.inputs) != 1:
            return True
        producer = body.values[operation.inputs[0]].producer
    return False


def _applied(other: Operation, position: int, rest: list[torch.Tensor]) -> Callable[[torch.Tensor], torch.Tensor]:
    def run(tensor: torch.Tensor) -> torch.Tensor:
        remaining = iter([_fitting(part, tensor) for part in rest])
        count = itertools.count()

        def filled(entry: object) -> object:
            if isinstance(entry, Numbered):
                return tensor if next(count) == position else next(remaining)
            return [filled(part) for part in entry] if isinstance(entry, (tuple, list)) else entry

        args = [filled(entry) for entry in other.given[0]]
        kwargs = {name: filled(entry) for name, entry in other.given[1].items()}
        assert other.function is not None
        made = other.function(*args, **kwargs)
        return made[0] if isinstance(made, (tuple, list)) else made

    return run


def _fitting(part: torch.Tensor, tensor: torch.Tensor) -> torch.Tensor:
    """Return a bias or weight as it lies along the channels of a tensor, which are first here and last there."""
    count = part.numel()
    if count != max(part.shape, default=1) or count == 1:
        return part
    if part.dim() > tensor.dim():
        return part.flatten()
    if part.dim() == 1 and tensor.shape[-1] != count and tensor.dim() > 1 and tensor.shape[1] == count:
        return part.reshape(-1, *[1] * (tensor.dim() - 2))
    if part.dim() > 1 and tensor.shape[-1] == count and tensor.shape[-part.dim()] != count:
        return part.flatten()
    return part


def _what(sides: Sides, other: Operation, position: int) -> str:
    """Return what an operation of the reference takes besides one of its inputs."""
    rest = [value_name(sides.reference, n) for i, n in enumerate(other.inputs) if i != position]
    numbers = [
        numeral(v) for k, v in other.arguments.items() if k in {"other", "exponent"} and isinstance(v, (int, float))
    ]
    shown = ", ".join([*rest, *numbers])
    return f" {shown}" if shown else ""


# --- two places ----------------------------------------------------------------------------------------------------


def _of_siblings(sides: Sides) -> Iterator[Change]:
    """Yield slices of one value exchanged, and parts of one split in another order."""
    for one, two in itertools.combinations(sides.suspects, 2):
        alike = one.name == two.name and one.inputs == two.inputs and one.name in {"slice", "select", "narrow"}
        if alike and one.arguments != two.arguments:
            pair = {one.number: _set(one, _differing(two, one)), two.number: _set(two, _differing(one, two))}
            words = f"the two parts are exchanged: their order is not the reference's (here and at line {_line(two)})"
            yield Change(one, 1.3, pair, words, "order")
    for operation in sides.suspects:
        count = len(operation.outputs)
        if not 2 <= count <= 4 or operation.name in {"max", "min", "topk", "sort"}:
            continue
        for order in itertools.permutations(range(count)):
            shapes = [sides.tensor(operation.outputs[i]).shape for i in order]
            if order == tuple(range(count)) or shapes != [sides.tensor(n).shape for n in operation.outputs]:
                continue
            words = f"the order of its parts is not the reference's: {order}"
            yield Change(operation, 1.2, {operation.number: _parts_in(order)}, words, "order")


def _parts_in(order: tuple[int, ...]) -> Substitute:
    def run(now: Executed) -> Any:
        made = now.function(*now.args, **now.kwargs)
        return type(made)([made[i] for i in order])

    return run


def _differing(values: Operation, among: Operation) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.arguments.items()
        if among.arguments.get(name) != value
    }


def _line(operation: Operation) -> object:
    return operation.place.line if operation.place is not None else "?"


def _reordered(sides: Sides) -> Iterator[Change]:
    """Yield two operations in a row in the other order."""
    operations = sides.port.operations
    for first in sides.suspects:
        if first.name in VIEWS or len(first.outputs) != 1:
            continue
        readers = [op for op in sides.suspects if first.outputs[0] in op.inputs]
        for second in readers:
            if second.name in VIEWS or second.number <= first.number or len(second.outputs) != 1:
                continue
            for index in range(len(first.inputs)):
                pair = _in_other_order(sides, first, second, index)
                if pair is not None:
                    one, two = (
                        acts(op.name) + _operands(sides, op, skip=n)
                        for op, n in ((first, first.inputs[index]), (second, first.outputs[0]))
                    )  # noqa: E501
                    words = f"{one} before it {two}: the order is the other way round in the reference"
                    yield Change(first, 1.5, pair, words, "order")
    del operations


def _operands(sides: Sides, operation: Operation, skip: int) -> str:
    """Return what an operation takes besides one value, in words."""
    rest = [sides.named(number) for number in operation.inputs if number != skip]
    return f" {', '.join(rest)}" if rest else ""


def _in_other_order(sides: Sides, first: Operation, second: Operation, index: int) -> Mapping[int, Substitute] | None:
    at = second.inputs.index(first.outputs[0])
    others = [number for i, number in enumerate(second.inputs) if i != at]
    producers = [sides.port.values[number].producer for number in others]
    if any(producer is not None and producer >= first.number for producer in producers):
        return None

    def value(now: Executed, number: int) -> torch.Tensor:
        held = sides.held(number)
        return now.value(number) if held is None else held

    def early(now: Executed) -> Any:
        mine = tensors_of(now)[index]
        given = [mine if i == at else value(now, number) for i, number in enumerate(second.inputs)]
        return _transplanted(second)(Executed(now.function, tuple(given), {}, now.value))

    def late(now: Executed) -> Any:
        given = [value(now, number) for number in first.inputs]
        given[index] = tensors_of(now)[at]
        return _transplanted(first)(Executed(now.function, tuple(given), {}, now.value))

    return {first.number: early, second.number: late}


def _exchanged_values(sides: Sides) -> Iterator[Change]:
    """Yield two values exchanged wherever they are read."""
    region = {operation.number for operation in sides.suspects}
    read = dict.fromkeys(number for operation in sides.suspects for number in operation.inputs)
    known = [n for n in read if sides.tensor(n).is_floating_point() and sides.tensor(n).numel() > 1 and sides.known(n)]
    for one, two in itertools.combinations(known[:14], 2):
        if sides.tensor(one).shape != sides.tensor(two).shape or torch.equal(sides.tensor(one), sides.tensor(two)):
            continue
        after = max(sides.port.values[n].producer or -1 for n in (one, two))
        readers = [op for op in sides.port.operations if op.number > after and {one, two} & set(op.inputs)]
        if len(readers) < 2 or not any(op.number in region for op in readers):
            continue
        run = {op.number: _with_exchanged(one, two) for op in readers}
        words = f"{sides.named(one)} and {sides.named(two)} are exchanged: their order is not the reference's"
        at = next((op for op in readers if op.number in region), readers[0])
        yield Change(at, 1.35, run, words, "order", place=_made_together(sides, one, two))


def _made_together(sides: Sides, one: int, two: int) -> Location | None:
    """Return the line that makes two values, if one line does."""
    places = [sides.port.operations[p].place for n in (one, two) if (p := sides.port.values[n].producer) is not None]
    if len(places) == 2 and places[0] is not None and places[1] is not None and places[0].line == places[1].line:
        return places[0]
    return None


def _with_exchanged(one: int, two: int) -> Substitute:
    def run(now: Executed) -> Any:
        first, second = now.value(one), now.value(two)

        def filled(entry: object) -> object:
            if entry is first:
                return second
            if entry is second:
                return first
            return [filled(part) for part in entry] if isinstance(entry, (tuple, list)) else entry

        return now.function(*[filled(e) for e in now.args], **{name: filled(e) for name, e in now.kwargs.items()})

    return run


def scalars_of(operations: Sequence[Operation]) -> dict[float, str]:
    """Return the numbers that operations are given, with what they are.

    Args:
        operations (Sequence[Operation]): of the reference.
    """
    found: dict[float, str] = {}
    for operation in operations:
        for name, value in operation.arguments.items():
            plain = isinstance(value, (int, float)) and not isinstance(value, bool)
            if plain and name not in {*NOISE, *AXES, *SIZES} and math.isfinite(value) and operation.name not in VIEWS:
                what = called(operation.name, name)
                text = f"its {what}" if name in {"eps", "beta", "delta", "alpha", "negative_slope"} else operation.step
                if name == "alpha" and value == 1:
                    continue
                found.setdefault(float(value), text)
    return found


def sized(tensor: torch.Tensor) -> float:
    """Return the norm of a tensor."""
    return float(torch.linalg.vector_norm(comparable(tensor))) if tensor.numel() else 0.0
