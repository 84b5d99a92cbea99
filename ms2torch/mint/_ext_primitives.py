"""Primitives with torch's arguments, which MindSpore makes from tables and programs import by name."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.mint import _array, _create, _math, _reduce
from ms2torch.ops.function.array import layout
from ms2torch.ops.function.math import arithmetic, clip, reduce
from ms2torch.ops.function.math.reduce import one_axis
from ms2torch.ops.function.nn import activation, fused_layers
from ms2torch.ops.primitive import Primitive


class AddExt(Primitive):
    """Add, the second operand times a factor.

    Source: mindspore.ops.auto_generate.AddExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor | Number, other: Tensor | Number, alpha: Number = 1) -> Tensor:
        return _math.add(input, other, alpha=alpha)


class SubExt(Primitive):
    """Subtract the second operand times a factor.

    Source: mindspore.ops.auto_generate.SubExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor | Number, other: Tensor | Number, alpha: Number = 1) -> Tensor:
        return _math.sub(input, other, alpha=alpha)


class Muls(Primitive, fn=arithmetic.mul):
    """Multiply a tensor by a number.

    Source: mindspore.ops.auto_generate.Muls, MindSpore 2.10
    """


class FmodScalar(Primitive, fn=arithmetic.fmod):
    """Compute the remainder of a division by a number that rounds towards zero.

    Source: mindspore.ops.auto_generate.FmodScalar, MindSpore 2.10
    """


class BatchMatMulExt(Primitive, fn=_math.bmm):
    """Multiply batches of matrices.

    Source: mindspore.ops.auto_generate.BatchMatMulExt, MindSpore 2.10
    """


class Outer(Primitive, fn=_math.outer):
    """Multiply each element of one vector by each of another.

    Source: mindspore.ops.auto_generate.Outer, MindSpore 2.10
    """


class SumExt(Primitive):
    """Add up the elements along some dimensions.

    Source: mindspore.ops.auto_generate.SumExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor, dim: Any = None, keepdim: bool = False, dtype: Type | None = None) -> Tensor:
        return reduce.sum(input, dim, keepdim, dtype=dtype)


class MeanExt(Primitive):
    """Average the elements along some dimensions.

    Source: mindspore.ops.auto_generate.MeanExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor, dim: Any = None, keepdim: bool = False, dtype: Type | None = None) -> Tensor:
        return _reduce.mean(input, dim, keepdim, dtype=dtype)


class CumsumExt(Primitive, fn=_reduce.cumsum):
    """Add up the elements along a dimension, keeping each sum on the way.

    Source: mindspore.ops.auto_generate.CumsumExt, MindSpore 2.10
    """


class TopkExt(Primitive, fn=_reduce.topk):
    """Find the largest elements along a dimension, and where they stand.

    Source: mindspore.ops.auto_generate.TopkExt, MindSpore 2.10
    """


class SortExt(Primitive):
    """Sort along a dimension, and tell where each element stood.

    Source: mindspore.ops.auto_generate.SortExt, MindSpore 2.10
    """

    def __call__(
        self, input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False
    ) -> tuple[Tensor, Tensor]:
        return _reduce.sort(input, dim=dim, descending=descending, stable=stable)


class Chunk(Primitive, fn=_array.chunk):
    """Cut into a number of parts along a dimension.

    Source: mindspore.ops.auto_generate.Chunk, MindSpore 2.10
    """


class SplitWithSize(Primitive, fn=_array.split):
    """Cut into parts of given sizes along a dimension.

    Source: mindspore.ops.auto_generate.SplitWithSize, MindSpore 2.10
    """


class StackExt(Primitive):
    """Join tensors along a new dimension.

    Args:
        dim (int): the dimension. Default: ``0``.

    Source: mindspore.ops.auto_generate.StackExt, MindSpore 2.10
    """

    def __init__(self, dim: int = 0) -> None:
        super().__init__()
        self.dim = dim

    def __call__(self, tensors: Any) -> Tensor:
        return _array.stack(tensors, self.dim)


class IndexSelect(Primitive, fn=_array.index_select):
    """Take slices along a dimension.

    Source: mindspore.ops.auto_generate.IndexSelect, MindSpore 2.10
    """


class Scatter(Primitive):
    """Write, or add, elements at places along a dimension.

    Source: mindspore.ops.auto_generate.Scatter, MindSpore 2.10
    """

    def __call__(self, input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: int | str = "none") -> Tensor:
        """Apply the operation; `reduce` is "none" or "add", or 0 or 1 for them.

        Raises:
            ValueError: if `reduce` is anything else.
        """
        if reduce in ("add", 1):
            t, places, values = unwrap(input), unwrap(index), unwrap(src)
            return wrap(t.scatter_add(dim, places.long(), values))
        if reduce not in ("none", 0):
            msg = f"Scatter: reduce must be 'none' or 'add', got {reduce!r}"
            raise ValueError(msg)
        return _array.scatter(input, dim, index, src)


class OneHotExt(Primitive):
    """Write classes as vectors.

    Args:
        axis (int): the dimension of the classes; -1: the last. Default: ``-1``.

    Source: mindspore.ops.auto_generate.OneHotExt, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = axis

    def __call__(self, tensor: Tensor, num_classes: int, on_value: Tensor, off_value: Tensor) -> Tensor:
        """Apply the operation; -1 classes are as many as the largest asks for."""
        t, on, off = unwrap(tensor), unwrap(on_value), unwrap(off_value)
        shown = F.one_hot(t.long(), int(num_classes)).bool()
        return wrap(torch.where(shown.movedim(-1, self.axis), on, off))


class ZerosLikeExt(Primitive):
    """Make zeros in the shape of a tensor.

    Source: mindspore.ops.auto_generate.ZerosLikeExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor, dtype: Type | None = None) -> Tensor:
        return layout.zeros_like(input, dtype=dtype)


class Swiglu(Primitive, fn=activation.swiglu):
    """Multiply silu of the first half along a dimension by the second half.

    Source: mindspore.ops.auto_generate.Swiglu, MindSpore 2.10
    """


class SwigluGrad(Primitive):
    """Compute the gradient of `Swiglu`.

    Source: mindspore.ops.auto_generate.SwigluGrad, MindSpore 2.10
    """

    def __call__(self, grad_output: Tensor, input: Tensor, dim: int = -1) -> Tensor:
        t, g = unwrap(input), unwrap(grad_output)
        dim = one_axis("SwigluGrad", dim, t.ndim)
        first, second = t.chunk(2, dim)
        gate = torch.sigmoid(first)
        return wrap(torch.cat([g * second * gate * (1 + first * (1 - gate)), g * first * gate], dim))


class MoeTokenUnpermute(Primitive, fn=fused_layers.moe_token_unpermute):
    """Put the tokens of the experts back in order, and add them up with their weights.

    Source: mindspore.ops.auto_generate.MoeTokenUnpermute, MindSpore 2.10
    """


class ClampScalar(Primitive):
    """Limit each element by two numbers, of which either may be None.

    Source: mindspore.ops.auto_generate.ClampScalar, MindSpore 2.10
    """

    def __call__(self, input: Tensor, min: Number | None = None, max: Number | None = None) -> Tensor:
        return clip.clamp(input, min, max)


class ClampTensor(Primitive):
    """Limit each element by those of two tensors, of which either may be None.

    Source: mindspore.ops.auto_generate.ClampTensor, MindSpore 2.10
    """

    def __call__(self, input: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> Tensor:
        return clip.clamp(input, min, max)


class InplaceCopy(Primitive):
    """Write a tensor's elements into another.

    Source: mindspore.ops.auto_generate.InplaceCopy, MindSpore 2.10
    """

    def __call__(self, input: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
        return input.copy_(src, non_blocking)


class SliceExt(Primitive):
    """Take every `step`-th of the elements from `start` to `end` along a dimension.

    Source: mindspore.ops.auto_generate.SliceExt, MindSpore 2.10
    """

    def __call__(self, input: Tensor, dim: int, start: int, end: int, step: int) -> Tensor:
        t = unwrap(input)
        before = (slice(None),) * one_axis("SliceExt", dim, t.ndim)
        return wrap(t[(*before, slice(start, end, step))])


class TrilExt(Primitive, fn=_array.tril):
    """Keep what is on and below a diagonal.

    Source: mindspore.ops.auto_generate.TrilExt, MindSpore 2.10
    """


class Arange(Primitive):
    """Count from a number up to, and without, another.

    Source: mindspore.ops.auto_generate.Arange, MindSpore 2.10
    """

    def __call__(self, start: Number, end: Number, step: Number, dtype: Type | None = None) -> Tensor:
        return _create.arange(start, end, step, dtype=dtype)


class RepeatInterleaveInt(Primitive):
    """Repeat each element a number of times.

    Source: mindspore.ops.auto_generate.RepeatInterleaveInt, MindSpore 2.10
    """

    def __call__(self, input: Tensor, repeats: int, dim: int | None = None, output_size: int | None = None) -> Tensor:
        return _array.repeat_interleave(input, repeats, dim, output_size=output_size)


class RepeatInterleaveTensor(Primitive):
    """Repeat each element as often as a tensor says.

    Source: mindspore.ops.auto_generate.RepeatInterleaveTensor, MindSpore 2.10
    """

    def __call__(
        self, input: Tensor, repeats: Tensor, dim: int | None = None, output_size: int | None = None
    ) -> Tensor:
        return _array.repeat_interleave(input, repeats, dim, output_size=output_size)


class RotaryPositionEmbedding(Primitive, fn=fused_layers.rotary_position_embedding):
    """Turn pairs of numbers by angles.

    Source: mindspore.ops.auto_generate.RotaryPositionEmbedding, MindSpore 2.10
    """
