"""Primitives on Python's tuples and lists, which MindSpore's compiled functions use in place of Python's operators."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import to_torch
from ms2torch._core.dtype import optional_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.compat import python_values
from ms2torch.ops.primitive import Primitive


def _tensor_from(op: str, kind: type, x: Any, dtype: Any) -> Tensor:
    if not isinstance(x, kind):
        msg = f"{op}: input must be {kind.__name__}, but got {x!r}"
        raise RuntimeError(msg)  # noqa: TRY004 - MindSpore's class of error
    return wrap(to_torch(list(x), optional_type(dtype)))


class _NoSettings(Primitive):
    """A Primitive without settings."""

    def __init__(self) -> None:
        super().__init__()


class ListAppend(_NoSettings):
    """Return a list with one more element.

    Source: mindspore.ops.operations._sequence_ops.ListAppend, MindSpore 2.10
    """

    def __call__(self, input_data: list[Any], target: Any) -> list[Any]:
        return [*input_data, target]


class ListInsert(_NoSettings):
    """Return a list with one more element before a place.

    Source: mindspore.ops.operations._sequence_ops.ListInsert, MindSpore 2.10
    """

    def __call__(self, input_data: list[Any], index: int, target: Any) -> list[Any]:
        out = list(input_data)
        out.insert(index, target)
        return out


class ListAppendAndInsertGrad(_NoSettings):
    """Return a list without the element at a place.

    Source: mindspore.ops.operations._sequence_ops.ListAppendAndInsertGrad, MindSpore 2.10
    """

    def __call__(self, input_data: list[Any], index: int) -> list[Any]:
        out = list(input_data)
        del out[index]
        return out


class shape_mul(_NoSettings):
    """Multiply the sizes of a shape.

    Source: mindspore.ops.operations._sequence_ops.shape_mul, MindSpore 2.10
    """

    def __call__(self, input_data: tuple[int, ...]) -> int:
        return python_values.shape_mul(input_data)


class SequenceSlice(_NoSettings):
    """Take every n-th element of a part.

    Source: mindspore.ops.operations._sequence_ops.SequenceSlice, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Any], start: int, stop: int, step: int) -> Sequence[Any]:
        return sequence[start:stop:step]


class SequenceSliceSetItem(_NoSettings):
    """Replace a part by other elements.

    Source: mindspore.ops.operations._sequence_ops.SequenceSliceSetItem, MindSpore 2.10
    """

    def __call__(self, sequence: Any, target: Sequence[Any], start: int, stop: int, step: int) -> Any:
        out = list(sequence)
        out[start:stop:step] = target
        return type(sequence)(out)


class InSequence(_NoSettings):
    """Tell whether an element is in a sequence.

    Source: mindspore.ops.operations._sequence_ops.InSequence, MindSpore 2.10
    """

    def __call__(self, target: Any, sequence: Sequence[Any]) -> bool:
        return target in sequence


class SequenceAdd(_NoSettings):
    """Join two sequences.

    Source: mindspore.ops.operations._sequence_ops.SequenceAdd, MindSpore 2.10
    """

    def __call__(self, x: Any, y: Any) -> Any:
        return x + y


class SequenceAddOffset(_NoSettings):
    """Say where each of two sequences begins in the joined one.

    Source: mindspore.ops.operations._sequence_ops.SequenceAddOffset, MindSpore 2.10
    """

    def __call__(self, x: Sequence[Any], y: Sequence[Any]) -> tuple[int, int]:
        del y
        return 0, len(x)


class TupleToTensor(_NoSettings):
    """Make a Tensor of a tuple of numbers.

    Raises:
        RuntimeError: if the input is no tuple.

    Source: mindspore.ops.operations._sequence_ops.TupleToTensor, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], dtype: Any) -> Tensor:
        return _tensor_from("TupleToTensor", tuple, x, dtype)


class ListToTensor(_NoSettings):
    """Make a Tensor of a list of numbers.

    Raises:
        RuntimeError: if the input is no list.

    Source: mindspore.ops.operations._sequence_ops.ListToTensor, MindSpore 2.10
    """

    def __call__(self, x: list[Any], dtype: Any) -> Tensor:
        return _tensor_from("ListToTensor", list, x, dtype)


def _values(op: str, x: Any) -> list[Any]:
    if not isinstance(x, TensorBase) or x._t.ndim > 1:
        msg = f"For primitive[{op}], the input must be a Tensor of at most one dimension, but got {x!r}"
        raise ValueError(msg)
    return x._t.reshape(-1).tolist()


class TensorToTuple(_NoSettings):
    """Make a tuple of the elements of a Tensor of at most one dimension.

    Raises:
        ValueError: if it has more.

    Source: mindspore.ops.operations._sequence_ops.TensorToTuple, MindSpore 2.10
    """

    def __call__(self, x: Tensor) -> tuple[Any, ...]:
        return tuple(_values("TensorToTuple", x))


class TensorToList(_NoSettings):
    """Make a list of the elements of a Tensor of at most one dimension.

    Raises:
        ValueError: if it has more.

    Source: mindspore.ops.operations._sequence_ops.TensorToList, MindSpore 2.10
    """

    def __call__(self, x: Tensor) -> list[Any]:
        return _values("TensorToList", x)


class TensorToScalar(_NoSettings):
    """Return the only element of a Tensor as a Python number.

    Raises:
        ValueError: if there is not exactly one.

    Source: mindspore.ops.operations._sequence_ops.TensorToScalar, MindSpore 2.10
    """

    def __call__(self, x: Tensor) -> Any:
        t = unwrap(x)
        if t.numel() != 1:
            msg = f"For primitive[TensorToScalar], the input must have one element, but got shape {tuple(t.shape)}"
            raise ValueError(msg)
        return t.item()


class SequenceCount(_NoSettings):
    """Count an element.

    Source: mindspore.ops.operations._sequence_ops.SequenceCount, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Any], target: Any) -> int:
        return sequence.count(target)


class SequenceIndex(_NoSettings):
    """Find the first place of an element in a part.

    Raises:
        ValueError: if it is not there.

    Source: mindspore.ops.operations._sequence_ops.SequenceIndex, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Any], target: Any, start: int, end: int) -> int:
        return sequence.index(target, start, end)


class SequenceMul(_NoSettings):
    """Repeat a sequence.

    Source: mindspore.ops.operations._sequence_ops.SequenceMul, MindSpore 2.10
    """

    def __call__(self, sequence: Any, scalar: int) -> Any:
        return sequence * scalar


class SequenceZerosLike(_NoSettings):
    """Return zero for each element, of its type and shape.

    Source: mindspore.ops.operations._sequence_ops.SequenceZerosLike, MindSpore 2.10
    """

    def __call__(self, sequence: Any) -> Any:
        return type(sequence)([wrap(torch.zeros_like(x._t)) if isinstance(x, TensorBase) else x * 0 for x in sequence])


class make_range(_NoSettings):
    """Make a range of ints.

    Source: mindspore.ops.operations._sequence_ops.make_range, MindSpore 2.10
    """

    def __call__(self, start: int, stop: int | None = None, step: int | None = None) -> range:
        return range(start) if stop is None else range(start, stop, 1 if step is None else step)


class sequence_len(_NoSettings):
    """Return how many elements there are.

    Source: mindspore.ops.operations._sequence_ops.sequence_len, MindSpore 2.10
    """

    def __call__(self, x: Sequence[Any]) -> int:
        return len(x)


class SequenceMax(_NoSettings):
    """Return the largest element.

    Source: mindspore.ops.operations._sequence_ops.SequenceMax, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Any]) -> Any:
        return max(sequence)


class SequenceMin(_NoSettings):
    """Return the smallest element.

    Source: mindspore.ops.operations._sequence_ops.SequenceMin, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Any]) -> Any:
        return min(sequence)


class SequenceAddN(_NoSettings):
    """Add Tensors.

    Source: mindspore.ops.operations._sequence_ops.SequenceAddN, MindSpore 2.10
    """

    def __call__(self, sequence: Sequence[Tensor]) -> Tensor:
        first, *rest = map(unwrap, sequence)
        return wrap(sum(rest, start=first))


class SequenceStack(Primitive):
    """Join Tensors along a new dimension.

    Args:
        axis (int): its place. Default: ``0``.

    Source: mindspore.ops.operations._sequence_ops.SequenceStack, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, sequence: Sequence[Tensor]) -> Tensor:
        return wrap(torch.stack([unwrap(x) for x in sequence], self.axis))


class SequenceConcat(Primitive):
    """Join Tensors along a dimension.

    Args:
        axis (int): the dimension. Default: ``0``.

    Source: mindspore.ops.auto_generate.SequenceConcat, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, x: Sequence[Tensor]) -> Tensor:
        return wrap(torch.cat([unwrap(each) for each in x], self.axis))


class SequenceUnstack(Primitive):
    """Take a Tensor apart along a dimension.

    Args:
        axis (int): the dimension. Default: ``0``.
        num (int, optional): how many parts there are; ``None``: as many as the dimension's size. Default: ``None``.

    Raises:
        ValueError: if `num` is another number than the dimension's size.

    Source: mindspore.ops.operations._sequence_ops.SequenceUnstack, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, num: int | None = None) -> None:
        self.axis = axis
        self.num = num

    def __call__(self, x: Tensor) -> tuple[Tensor, ...]:
        parts = tuple(map(wrap, unwrap(x).unbind(self.axis)))
        if self.num is not None and self.num != len(parts):
            msg = f"SequenceUnstack: num is {self.num}, but dimension {self.axis} has size {len(parts)}"
            raise ValueError(msg)
        return parts


class tuple_equal(_NoSettings):
    """Tell whether two tuples are equal.

    Source: mindspore.ops.operations._sequence_ops.tuple_equal, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
        return operator.eq(x, y)


class list_equal(_NoSettings):
    """Tell whether two lists are equal.

    Source: mindspore.ops.operations._sequence_ops.list_equal, MindSpore 2.10
    """

    def __call__(self, x: list[Any], y: list[Any]) -> bool:
        return operator.eq(x, y)


class tuple_greater_than(_NoSettings):
    """Tell whether one tuple is after another.

    Source: mindspore.ops.operations._sequence_ops.tuple_greater_than, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
        return x > y


class tuple_greater_equal(_NoSettings):
    """Tell whether one tuple is after another or equal.

    Source: mindspore.ops.operations._sequence_ops.tuple_greater_equal, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
        return x >= y


class list_greater_than(_NoSettings):
    """Tell whether one list is after another.

    Source: mindspore.ops.operations._sequence_ops.list_greater_than, MindSpore 2.10
    """

    def __call__(self, x: list[Any], y: list[Any]) -> bool:
        return x > y


class list_greater_equal(_NoSettings):
    """Tell whether one list is after another or equal.

    Source: mindspore.ops.operations._sequence_ops.list_greater_equal, MindSpore 2.10
    """

    def __call__(self, x: list[Any], y: list[Any]) -> bool:
        return x >= y


class tuple_lt(_NoSettings):
    """Tell whether one tuple is before another.

    Source: mindspore.ops.operations._sequence_ops.tuple_lt, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
        return x < y


class list_lt(_NoSettings):
    """Tell whether one list is before another.

    Source: mindspore.ops.operations._sequence_ops.list_lt, MindSpore 2.10
    """

    def __call__(self, x: list[Any], y: list[Any]) -> bool:
        return x < y


class tuple_le(_NoSettings):
    """Tell whether one tuple is before another or equal.

    Source: mindspore.ops.operations._sequence_ops.tuple_le, MindSpore 2.10
    """

    def __call__(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> bool:
        return x <= y


class list_le(_NoSettings):
    """Tell whether one list is before another or equal.

    Source: mindspore.ops.operations._sequence_ops.list_le, MindSpore 2.10
    """

    def __call__(self, x: list[Any], y: list[Any]) -> bool:
        return x <= y
