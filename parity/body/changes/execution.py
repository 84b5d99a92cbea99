"""How changes are executed: an operation run with other arguments, on other tensors, or another in its place."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from parity.body.changes.model import Change, Sides
from parity.body.forms import OPERATIONS
from parity.body.match import close
from parity.body.record import Body, Executed, Numbered, Operation, Substitute, tensors_in
from parity.body.vocabulary import MOVABLE, PLAIN, RANDOM, VIEWS


def with_arguments(operation: Operation, values: Mapping[str, object]) -> Substitute:
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


def reads_alike(sides: Sides, operation: Operation, other: Operation) -> bool:
    """Tell whether an operation of the port reads the values that one of the reference reads."""
    pairs = zip(operation.inputs, other.inputs, strict=False)
    return all(sides.in_left.find(sides.tensor(mine)) == theirs for mine, theirs in pairs)


def is_fused(operation: Operation) -> bool:
    """Tell whether an operation has a written form of several steps.

    Args:
        operation (Operation): the operation.
    """
    known = operation.function is not None and operation.function._schema.name in OPERATIONS
    return known and operation.name not in PLAIN


def can_move(operation: Operation) -> bool:
    """Tell whether an operation can be run on other tensors: kernels that check no shapes would take the process down.

    Args:
        operation (Operation): of the reference.
    """
    if operation.function is None:
        return False
    return torch.Tag.pointwise in operation.function.tags or operation.name in MOVABLE


def as_large(run: Substitute) -> Substitute:
    """Return a run that gives nothing of another shape than the operation did."""

    def checked(now: Executed) -> Any:
        made, own = run(now), now.function(*now.args, **now.kwargs)
        shapes = [part[0].shape if isinstance(part, (tuple, list)) else part.shape for part in (made, own)]
        if shapes[0] != shapes[1]:
            raise ValueError(f"{shapes[0]} for {shapes[1]}")
        return made

    return checked


def transplanted(other: Operation, order: Sequence[int] = ()) -> Substitute:
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
    return tensors_in((now.args, now.kwargs))


REDUCTIONS: Mapping[str, Callable[..., torch.Tensor]] = {
    "sum": torch.sum, "mean": torch.mean, "amax": torch.amax, "amin": torch.amin,
}  # fmt: skip


def reducing(
    function: Callable[..., torch.Tensor], axes: object, *, keep: bool, pair: bool
) -> Callable[[Executed], Any]:
    """Return a reduction of the first input along `axes`; with places beside it if it is one of a `pair`."""

    def run(now: Executed) -> Any:
        made = function(now.args[0]) if axes is None else function(now.args[0], axes, keepdim=keep)
        return (made, made.long()) if pair and axes is not None else made

    return run


def given_instead(index: int, other: int, held: torch.Tensor | None) -> Substitute:
    """Return a run of the operation that is given another value as one of its tensors."""

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


def input_changed(
    operation: Operation, index: int, function: Callable[[torch.Tensor], torch.Tensor], cost: float, words: str,
    reference: Operation | None = None, *, lacks: bool = False,
) -> Change:  # fmt: skip
    """Return the change in which one tensor that an operation is given is changed."""

    def run(now: Executed) -> Any:
        return replaced(now, index, function(tensors_of(now)[index]))

    return Change(operation, cost, {operation.number: run}, words, reference=reference, lacks=lacks)


NOISE_VIEWS = frozenset({"clone", "expand", "unsafe_view", "alias", "detach", "lift_fresh", "contiguous"})


def output_changed(
    operation: Operation, function: Callable[[torch.Tensor], torch.Tensor], cost: float, words: str,
    reference: Operation | None = None, *, lacks: bool = False, argument: str = "",
) -> Change:  # fmt: skip
    """Return the change in which what an operation gives is changed."""

    def run(now: Executed) -> Any:
        made = now.function(*now.args, **now.kwargs)
        if isinstance(made, (tuple, list)):
            return type(made)([function(made[0]), *made[1:]])
        return function(made)

    return Change(operation, cost, {operation.number: run}, words, argument, reference=reference, lacks=lacks)


def close_in_any_shape(sides: Sides, mine: int, theirs: int) -> bool:
    """Tell whether a value of the port holds the numbers of one of the reference."""
    a, b = sides.reference.values[theirs].tensor, sides.tensor(mine)
    return a.numel() == b.numel() and close(a.flatten(), b.flatten(), sides.relative)


def other_inputs(sides: Sides, other: Operation, position: int) -> list[torch.Tensor] | None:
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
        if operation.name in RANDOM or is_drawn(body, number):
            return False
        if operation.name not in VIEWS or len(operation.inputs) != 1:
            return True
        producer = body.values[operation.inputs[0]].producer
    return False


def applied_to(other: Operation, position: int, rest: list[torch.Tensor]) -> Callable[[torch.Tensor], torch.Tensor]:
    """Return the reference's operation as a function of one of its tensors, the rest as they are."""

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
        first: torch.Tensor = made[0] if isinstance(made, (tuple, list)) else made
        return first

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


def is_drawn(body: Body, number: int) -> bool:
    """Tell whether a value is drawn at random, and scaled at most.

    Args:
        body (Body): the run.
        number (int): of the value.
    """
    producer = body.values[number].producer
    operation = body.operations[producer] if producer is not None else None
    if operation is not None and operation.name in {"div", "mul"} and len(operation.inputs) == 1:
        return is_drawn(body, operation.inputs[0])
    return operation is not None and operation.name in RANDOM


def keeping_rank(run: Substitute) -> Substitute:
    """Return a substitute that raises ValueError where it returns other dimensions than the operation does by itself.

    For the steps of a compiled function, which goes on with what they return and indexes by as many dimensions.

    Args:
        run (Substitute): the substitute.
    """

    def call(now: Executed) -> Any:
        made, own = run(now), now.function(*now.args, **now.kwargs)
        if _ranks(made) != _ranks(own):
            raise ValueError(f"a step of a function returns {_ranks(made)} dimensions in place of {_ranks(own)}")
        return made

    return call


def _ranks(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [_ranks(part) for part in value]
    return value.dim() if isinstance(value, torch.Tensor) else type(value)
