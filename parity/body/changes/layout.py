"""The same numbers in another order, and the reference's values in place of what an operation gives."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import torch

from parity.body.changes.execution import NOISE_VIEWS, output_changed
from parity.body.changes.model import Change, Sides
from parity.body.changes.wording import as_step
from parity.body.match import close, comparable
from parity.body.record import Operation, Substitute
from parity.body.vocabulary import HIDDEN, VIEWS, acts


def of_layout(sides: Sides, operation: Operation) -> Iterator[Change]:
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
            yield output_changed(
                operation, functools.partial(_flipped, axis), 2.35, f"the order along axis {axis} is reversed: flip"
            )
        if size > 2:
            for by in (1, -1, 2, -2):
                words = f"is moved by {-by} along axis {axis}: the shift (roll, pad, start of a slice) differs"
                yield output_changed(operation, functools.partial(_rolled, axis, by), 2.2 + abs(by) / 20, words)
        for parts in (2, 3):
            if size % parts == 0 and parts < size:
                yield output_changed(
                    operation, functools.partial(_interleaved, axis, parts), 2.25,
                    f"along axis {axis} the order is that of halves where the reference interleaves",
                )  # fmt: skip
                yield output_changed(
                    operation, functools.partial(_interleaved, axis, size // parts), 2.25,
                    f"along axis {axis} the order is interleaved where the reference has halves",
                )  # fmt: skip
    for order in itertools.permutations(range(len(shape))):
        if order != tuple(range(len(shape))) and tuple(shape[i] for i in order) == shape and len(shape) <= 4:
            yield output_changed(
                operation, functools.partial(_permuted, order), 2.1, f"the order of its axes is not {order}"
            )  # fmt: skip


def _flipped(axis: int, tensor: torch.Tensor) -> torch.Tensor:
    return tensor.flip(axis)


def _rolled(axis: int, by: int, tensor: torch.Tensor) -> torch.Tensor:
    return tensor.roll(by, axis)


def _permuted(order: tuple[int, ...], tensor: torch.Tensor) -> torch.Tensor:
    return tensor.permute(order)


def _interleaved(axis: int, parts: int, tensor: torch.Tensor) -> torch.Tensor:
    shape = tensor.shape
    split = tensor.reshape(*shape[:axis], parts, -1, *shape[axis + 1 :])
    return split.transpose(axis, axis + 1).reshape(shape)


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


def cuts(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield the reference's values in place of what an operation gives: where it heals, the fault lies there."""
    if len(operation.outputs) != 1 or operation.name in NOISE_VIEWS or operation.number in sides.reached:
        return
    mine = sides.tensor(operation.outputs[0])
    for other in sides.region:
        for number in other.outputs[:1]:
            theirs = sides.reference.values[number].tensor
            if theirs.shape != mine.shape or theirs.dtype != mine.dtype or mine.numel() < 2 or other.name in HIDDEN:
                continue
            order = close(_sorted(theirs), _sorted(mine), sides.relative)
            words = (
                "the order of the elements is not the reference's: it reshapes or transposes otherwise"
                if order
                else f"is not the value of the reference, which {acts(other.name)}{as_step(other)}"
            )
            if not order and (operation.name in VIEWS or not other.step):
                continue
            cost, run = 2.8 if order else 3.4, _given_back(theirs)
            yield Change(operation, cost, {operation.number: run}, words, reference=other, cut=True)


def _given_back(tensor: torch.Tensor) -> Substitute:
    return lambda _: tensor.clone()


def _sorted(tensor: torch.Tensor) -> torch.Tensor:
    flat = comparable(tensor).flatten()
    return (flat.abs() if flat.is_complex() else flat).sort().values
