"""Another operation on the same values: the reference's, or one of the same family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import torch

from parity.body.changes.execution import (
    REDUCTIONS,
    applied_to,
    as_large,
    can_move,
    close_in_any_shape,
    is_fused,
    other_inputs,
    reads_alike,
    reducing,
    tensors_of,
    transplanted,
)
from parity.body.changes.model import Change, Sides
from parity.body.changes.wording import as_step, besides
from parity.body.record import Executed, Operation, Substitute
from parity.body.vocabulary import FILLERS, HIDDEN, VIEWS, acts


def of_operator(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield what the reference's operations, and those of the same family, do to what this one is given."""
    if operation.name in HIDDEN | FILLERS or operation.function is None:
        return
    seen = {operation.name}
    for other in sides.region:
        same = len(other.inputs) == len(operation.inputs) and can_move(other)
        key = f"{other.name}{sorted(other.arguments.items(), key=str)}"
        if not same or other.name in VIEWS or other.name == operation.name or key in seen:
            continue
        seen |= {key} if other.name in REDUCTIONS else {key, other.name}
        words = _instead_of(sides, operation, other.name) + (
            as_step(other) if reads_alike(sides, operation, other) else ""
        )
        fused = 0.15 if is_fused(other) else 0.0
        run = as_large(transplanted(other))
        exact = reads_alike(sides, operation, other)
        yield Change(operation, 1.4 + fused, {operation.number: run}, words, reference=other, exact=exact)
        if len(operation.inputs) == 2:
            run = as_large(transplanted(other, (1, 0)))
            yield Change(operation, 1.6 + fused, {operation.number: run}, words, reference=other)
    yield from _with_another(sides, operation)
    for name, function in _family(operation):
        if name in seen:
            continue
        words = _instead_of(sides, operation, name)
        yield Change(operation, 1.7, {operation.number: as_large(function)}, words)


def _with_another(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield, for an operation on one value, the reference's on that and another."""
    if len(operation.inputs) != 1 or operation.name in VIEWS:
        return
    for other in sides.region:
        if len(other.inputs) != 2 or not can_move(other) or other.name in {"mm", "bmm"}:
            continue
        for position in range(2):
            rest = other_inputs(sides, other, position)
            if rest is not None and close_in_any_shape(sides, operation.inputs[0], other.inputs[position]):
                function = applied_to(other, position, rest)
                words = (
                    f"{acts(operation.name)}, in the reference it {acts(other.name)}{besides(sides, other, position)}"
                )
                run = as_large(_on_its_input(function))
                yield Change(operation, 1.5, {operation.number: run}, words, reference=other, exact=True)


def _on_its_input(function: Callable[[torch.Tensor], torch.Tensor]) -> Substitute:
    return lambda now: function(tensors_of(now)[0])


def _instead_of(sides: Sides, operation: Operation, name: str) -> str:
    known = any(other.name == name for other in sides.reference.operations)
    there = f", in the reference it {acts(name)}"
    words = acts(operation.name) + (there if known else f"; where it {acts(name)} instead, it is the reference's")
    if {operation.name, name} == {"add", "sub"}:
        return f"{words}: the sign differs"
    if operation.outputs and sides.tensor(operation.outputs[0]).dtype == torch.bool:
        return f"{words}: the mask differs"
    return words


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


def _family(operation: Operation) -> Iterator[tuple[str, Callable[[Executed], torch.Tensor]]]:
    for family in _FAMILIES:
        if operation.name in family:
            for name, function in family.items():
                yield name, _on_the_same(function)
    if operation.name in {*REDUCTIONS, "max", "min"}:
        axes, keep = operation.arguments.get("dim"), bool(operation.arguments.get("keepdim"))
        for name, function in REDUCTIONS.items():
            yield name, reducing(function, axes, keep=keep, pair=operation.name in {"max", "min"})
    if operation.name == "pow":
        yield "sqrt", lambda now: now.args[0].sqrt()


def _on_the_same(function: Callable[..., torch.Tensor]) -> Callable[[Executed], torch.Tensor]:
    return lambda now: function(*now.args[:2])
