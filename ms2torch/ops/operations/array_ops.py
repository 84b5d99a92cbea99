"""Shape, creation and joining as Primitives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.array import (
    arrange as array_arrange,
    create as array_create,
    info as array_info,
    join as array_join,
    layout,
    shape as array_shape,
)
from ms2torch.ops.function.array._operands import dim_arg
from ms2torch.ops.primitive import Primitive


class Reshape(Primitive, fn=layout.reshape):
    """Give the elements another shape.

    Source: mindspore.ops.Reshape, MindSpore 2.10
    """


class Transpose(Primitive, fn=layout.transpose):
    """Reorder all dimensions.

    Source: mindspore.ops.Transpose, MindSpore 2.10
    """


class ExpandDims(Primitive, fn=layout.expand_dims):
    """Insert a dimension of length 1.

    Source: mindspore.ops.ExpandDims, MindSpore 2.10
    """


class Shape(Primitive, fn=array_info.shape):
    """Return the shape as a tuple of ints.

    Source: mindspore.ops.Shape, MindSpore 2.10
    """


class TensorShape(Primitive, fn=array_info.dyn_shape):
    """Return the shape as a tensor.

    Source: mindspore.ops.TensorShape, MindSpore 2.10
    """


class Size(Primitive, fn=array_info.size):
    """Return the number of elements.

    Source: mindspore.ops.Size, MindSpore 2.10
    """


class Rank(Primitive, fn=array_info.rank):
    """Return the number of dimensions.

    Source: mindspore.ops.Rank, MindSpore 2.10
    """


class DType(Primitive, fn=array_info.dtype):
    """Return the element type.

    Source: mindspore.ops.DType, MindSpore 2.10
    """


class Tile(Primitive, fn=array_arrange.tile):
    """Repeat a tensor along its dimensions.

    Source: mindspore.ops.Tile, MindSpore 2.10
    """


class Fill(Primitive, fn=array_create.fill):
    """Make a tensor of one value.

    Source: mindspore.ops.Fill, MindSpore 2.10
    """


class Zeros(Primitive, fn=array_create.zeros):
    """Make a tensor of zeros.

    Source: mindspore.ops.Zeros, MindSpore 2.10
    """


class Ones(Primitive, fn=array_create.ones):
    """Make a tensor of ones.

    Source: mindspore.ops.Ones, MindSpore 2.10
    """


class ZerosLike(Primitive, fn=layout.zeros_like):
    """Make a tensor of zeros shaped like another.

    Source: mindspore.ops.ZerosLike, MindSpore 2.10
    """


class OnesLike(Primitive, fn=layout.ones_like):
    """Make a tensor of ones shaped like another.

    Source: mindspore.ops.OnesLike, MindSpore 2.10
    """


class Eye(Primitive, fn=array_create.eye):
    """Make a matrix with ones on the main diagonal and zeros elsewhere.

    Source: mindspore.ops.Eye, MindSpore 2.10
    """


class LinSpace(Primitive, fn=array_create.linspace):
    """Make evenly spaced numbers, both ends included.

    Source: mindspore.ops.LinSpace, MindSpore 2.10
    """


class TupleToArray(Primitive):
    """Turn a tuple of numbers into a tensor.

    Source: mindspore.ops.TupleToArray, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: tuple[Any, ...]) -> Tensor:
        """Apply the operation; the function takes bools, the operation does not."""
        if any(isinstance(each, bool) for each in x):
            msg = f"For 'TupleToArray', the type of 'x' should be 'Number', but got a bool in {x!r}"
            raise TypeError(msg)
        return array_create.tuple_to_array(x)


class Fills(Primitive, fn=array_create.fills):
    """Make a tensor of one value, shaped and typed like another.

    Source: mindspore.ops.Fills, MindSpore 2.10
    """


class Expand(Primitive, fn=array_shape.expand):
    """Repeat dimensions of length 1 to reach a shape.

    Source: mindspore.ops.Expand, MindSpore 2.10
    """


class Coalesce(Primitive, fn=array_info.coalesce):
    """Sort the entries of a sparse tensor and add up those of one place.

    Source: mindspore.ops.Coalesce, MindSpore 2.10
    """


class MoveTo(Primitive, fn=array_info.move_to):
    """Copy a tensor to a device.

    Source: mindspore.ops.MoveTo, MindSpore 2.10
    """


class Concat(Primitive):
    """Join tensors along a dimension they have.

    Args:
        axis (int): the dimension. Default: ``0``.

    Source: mindspore.ops.Concat, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, tensors: Sequence[Tensor]) -> Tensor:
        return array_join.concat(tensors, self.axis)


class Stack(Primitive):
    """Join tensors of one shape along a new dimension.

    Args:
        axis (int): place of the new dimension. Default: ``0``.

    Source: mindspore.ops.Stack, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, tensors: Sequence[Tensor]) -> Tensor:
        return layout.stack(tensors, self.axis)


class Pack(Stack):
    """Join tensors of one shape along a new dimension; the older name of `Stack`.

    Source: mindspore.ops.Pack, MindSpore 2.10
    """


class Unstack(Primitive):
    """Take a tensor apart along a dimension, which goes away.

    Args:
        axis (int): the dimension. Default: ``0``.
        num (int, optional): how many parts, which must be the length. Default: ``None``.

    Source: mindspore.ops.Unstack, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, num: int | None = None) -> None:
        self.axis = axis
        self.num = num

    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]:
        parts = array_join.unbind(input_x, self.axis)
        if self.num is not None and self.num != len(parts):
            msg = f"ops.Unstack: `num` is {self.num}, the dimension has length {len(parts)}"
            raise ValueError(msg)
        return parts


class Unpack(Unstack):
    """Take a tensor apart along a dimension, which goes away; the older name of `Unstack`.

    Args:
        axis (int): the dimension. Default: ``0``.

    Source: mindspore.ops.Unpack, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        super().__init__(axis)


class Split(Primitive):
    """Cut a tensor into equal pieces.

    Args:
        axis (int): the dimension. Default: ``0``.
        output_num (int): how many. Default: ``1``.

    Source: mindspore.ops.Split, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, output_num: int = 1) -> None:
        if not isinstance(output_num, int) or output_num < 1:
            kind = ValueError if isinstance(output_num, int) else TypeError
            raise kind(f"ops.Split: `output_num` must be a positive int, got {output_num!r}")
        self.axis = axis
        self.output_num = output_num

    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]:
        t = unwrap(input_x)
        dim = dim_arg("ops.Split", self.axis, t.ndim)
        length = t.shape[dim]
        if length % self.output_num:
            msg = f"ops.Split: a dimension of length {length} cannot be cut into {self.output_num} equal pieces"
            raise ValueError(msg)
        return tuple(map(wrap, t.tensor_split(self.output_num, dim)))


class SplitV(Primitive):
    """Cut a tensor into pieces of given lengths.

    Args:
        size_splits (Union[tuple, list]): the lengths; one may be -1, the rest.
        split_dim (int): the dimension.
        num_split (int): how many pieces.

    Source: mindspore.ops.SplitV, MindSpore 2.10
    """

    def __init__(self, size_splits: Sequence[int], split_dim: int, num_split: int) -> None:
        if len(size_splits) != num_split:
            raise ValueError(f"ops.SplitV: expected {num_split} lengths, got {size_splits!r}")
        self.size_splits = size_splits
        self.split_dim = split_dim
        self.num_split = num_split

    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]:
        whole = unwrap(input_x).shape[self.split_dim]
        known = sum(n for n in self.size_splits if n >= 0)
        return array_join.split(input_x, [n if n >= 0 else whole - known for n in self.size_splits], self.split_dim)


class Squeeze(Primitive):
    """Remove dimensions of length 1.

    Args:
        axis (Union[int, tuple]): which; ``()``: all of length 1. Default: ``()``.

    Source: mindspore.ops.Squeeze, MindSpore 2.10
    """

    def __init__(self, axis: Any = ()) -> None:
        self.axis = axis

    def __call__(self, input: Tensor) -> Tensor:
        return array_shape.squeeze(input, None if self.axis == () else self.axis)


class Flatten(Primitive):
    """Merge all dimensions but the first.

    Source: mindspore.ops.Flatten, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor) -> Tensor:
        return array_shape.flatten(input_x) if unwrap(input_x).ndim > 1 else input_x.reshape((-1, 1))


class BroadcastTo(Primitive):
    """Repeat dimensions of length 1 to reach a shape.

    Args:
        shape (tuple[int]): the shape wanted; -1 keeps the length that is there.

    Source: mindspore.ops.BroadcastTo, MindSpore 2.10
    """

    def __init__(self, shape: Sequence[int]) -> None:
        self.shape = shape

    def __call__(self, input: Tensor) -> Tensor:
        return array_shape.broadcast_to(input, self.shape)


class ReverseV2(Primitive):
    """Reverse the order of the elements along some dimensions.

    Args:
        axis (Union[tuple[int], list[int]]): which.

    Source: mindspore.ops.ReverseV2, MindSpore 2.10
    """

    def __init__(self, axis: Sequence[int]) -> None:
        if not isinstance(axis, (tuple, list)):
            raise TypeError(f"ops.ReverseV2: `axis` must be a list or tuple of ints, got {axis!r}")
        self.axis = axis

    def __call__(self, input: Tensor) -> Tensor:
        return array_arrange.flip(input, self.axis)


class ReverseSequence(Primitive):
    """Reverse the first part of each sequence.

    Args:
        seq_dim (int): the dimension to reverse.
        batch_dim (int): the dimension that counts the sequences. Default: ``0``.

    Source: mindspore.ops.ReverseSequence, MindSpore 2.10
    """

    def __init__(self, seq_dim: int, batch_dim: int = 0) -> None:
        self.seq_dim = seq_dim
        self.batch_dim = batch_dim

    def __call__(self, x: Tensor, seq_lengths: Tensor) -> Tensor:
        return array_shape.reverse_sequence(x, seq_lengths, self.seq_dim, self.batch_dim)


class OneHot(Primitive):
    """Mark each index by a value in a new dimension.

    Args:
        axis (int): place of the new dimension. Default: ``-1``.

    Source: mindspore.ops.OneHot, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, indices: Tensor, depth: int, on_value: Tensor, off_value: Tensor) -> Tensor:
        return array_create.one_hot(indices, depth, on_value, off_value, self.axis)


class Meshgrid(Primitive):
    """Repeat 1-d coordinates into a grid.

    Args:
        indexing (str): ``"xy"`` or ``"ij"``. Default: ``"xy"``.

    Source: mindspore.ops.Meshgrid, MindSpore 2.10
    """

    def __init__(self, indexing: str = "xy") -> None:
        self.indexing = indexing

    def __call__(self, inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
        return array_create.meshgrid(*inputs, indexing=self.indexing)


class Range(Primitive):
    """Count from `start` up to, not including, `end`.

    Args:
        maxlen (int): no effect here; memory is taken as it is needed. Default: ``1000000``.

    Source: mindspore.ops.Range, MindSpore 2.10
    """

    def __init__(self, maxlen: int = 1000000) -> None:
        self.maxlen = maxlen

    def __call__(self, start: Any, end: Any, step: Any) -> Tensor:
        return array_create.range(start, end, step)


class LogSpace(Primitive):
    """Raise a base to evenly spaced powers.

    Args:
        steps (int): how many. Default: ``10``.
        base (int): the base. Default: ``10``.
        dtype (mindspore.dtype): a floating type. Default: ``mstype.float32``.

    Source: mindspore.ops.LogSpace, MindSpore 2.10
    """

    def __init__(self, steps: int = 10, base: int = 10, dtype: Type = mstype.float32) -> None:
        self.steps = steps
        self.base = base
        self.dtype = dtype

    def __call__(self, start: Tensor, end: Tensor) -> Tensor:
        return array_create.logspace(start, end, self.steps, self.base, dtype=self.dtype)


class FillV2(Primitive):
    """Make a tensor of one value.

    Source: mindspore.ops.FillV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, shape: Any, value: Tensor) -> Tensor:
        return wrap(torch.full(shape_arg(shape), unwrap(value).item(), dtype=unwrap(value).dtype))


class Roll(Primitive):
    """Shift the elements along some dimensions.

    Args:
        shifts (Union[int, tuple[int]]): by how many places.
        dims (Union[int, tuple[int]], optional): where. Default ``None``: over all elements in order.

    Source: mindspore.ops.Roll, MindSpore 2.10
    """

    def __init__(self, shifts: Any, dims: Any = None) -> None:
        self.shifts = shifts
        self.dims = dims

    def __call__(self, input: Tensor) -> Tensor:
        return array_arrange.roll(input, self.shifts, self.dims)


class Padding(Primitive):
    """Lengthen a last dimension of 1 by zeros.

    Args:
        pad_dim_size (int): the length wanted. Default: ``8``.

    Source: mindspore.ops.Padding, MindSpore 2.10
    """

    def __init__(self, pad_dim_size: int = 8) -> None:
        self.pad_dim_size = pad_dim_size

    def __call__(self, x: Tensor) -> Tensor:
        return array_info.padding(x, self.pad_dim_size)


class IdentityN(Primitive):
    """Return the tensors as they are.

    Source: mindspore.ops.IdentityN, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        return tuple(wrap(unwrap(each)) for each in x)


class TensorToTuple(Primitive):
    """Turn a vector into a tuple of numbers.

    Source: mindspore.ops.TensorToTuple, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> tuple[Any, ...]:
        return tuple(unwrap(x).tolist())


class InvertPermutation(Primitive):
    """Find where each number of a permutation stands.

    Source: mindspore.ops.InvertPermutation, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_data: Sequence[int]) -> tuple[int, ...]:
        if isinstance(input_data, Tensor) and not input_data.ndim:
            raise ValueError("ops.InvertPermutation: a permutation has one dimension, got a 0-d tensor")
        order = tuple(input_data)
        if sorted(order) != list(range(len(order))):
            msg = f"ops.InvertPermutation: expected each of 0 ... {len(order) - 1} once, got {input_data!r}"
            raise ValueError(msg)
        return tuple(order.index(place) for place in range(len(order)))


class ParallelConcat(Primitive):
    """Join tensors along the first dimension, which must have length 1.

    Source: mindspore.ops.ParallelConcat, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, values: Sequence[Tensor]) -> Tensor:
        return array_join.concat(values, 0)


__getattr__ = elsewhere(__name__, "ms2torch.ops")
