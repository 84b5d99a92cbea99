"""Gradients of cutting, padding, picking and reordering elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch import ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations import image_ops, index_ops, layout_ops, linalg_ops, reduce_ops, sequence_ops
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back, pull_back_all, zeros
from ms2torch.ops.primitive import Primitive


class FlattenGrad(GradPrimitive):
    """Gradient of `Flatten`.

    Inputs:
        - **x** (Tensor) - the gradient of the output.
        - **shape** (Union[tuple[int], Tensor]) - the shape of the input.

    Source: mindspore.ops.operations._grad_ops.FlattenGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, shape: Any) -> Tensor:
        return wrap(unwrap(x).reshape(shape_arg(shape)))


class ConcatOffset(Primitive):
    """Say where each of several tensors begins in their concatenation.

    Args:
        N (int): how many tensors there are. Default: ``2``.
        axis (int): the dimension they are joined along. Default: ``0``.

    Inputs:
        - **input_x** (tuple[Tensor]) - the tensors.

    Outputs:
        tuple of a list of offsets, one for each dimension, for each tensor.

    Source: mindspore.ops.operations._grad_ops.ConcatOffset, MindSpore 2.10
    """

    def __init__(self, N: int = 2, axis: int = 0) -> None:
        self.N = N
        self.axis = axis

    def __call__(self, input_x: Sequence[Tensor]) -> tuple[list[int], ...]:
        shapes = [unwrap(x).shape for x in input_x]
        axis = self.axis % len(shapes[0])
        begin, found = 0, []
        for shape in shapes:
            found.append([begin if d == axis else 0 for d in range(len(shape))])
            begin += shape[axis]
        return tuple(found)


class SliceGrad(GradPrimitive):
    """Gradient of `Slice`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **begin** (tuple[int]) - where the box begins.
        - **size** (tuple[int]) - its size.

    Source: mindspore.ops.operations._grad_ops.SliceGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, x: Tensor, begin: Any, size: Any) -> Tensor:
        out = torch.zeros_like(unwrap(x), dtype=unwrap(dy).dtype)
        ends = [out.shape[d] if n == -1 else b + n for d, (b, n) in enumerate(zip(begin, size, strict=True))]
        place = tuple(slice(b, e) for b, e in zip(begin, ends, strict=True))
        out[place] = unwrap(dy)
        return wrap(out)


class StridedSliceGrad(index_ops.StridedSlice):
    """Gradient of `StridedSlice`, with its settings.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **shapex** (Union[tuple[int], Tensor]) - the shape of the input.
        - **begin** (tuple[int]) - where the box begins.
        - **end** (tuple[int]) - where it ends.
        - **strides** (tuple[int]) - the steps.

    Source: mindspore.ops.operations._grad_ops.StridedSliceGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, dy: Tensor, shapex: Any, begin: Sequence[int], end: Sequence[int], strides: Sequence[int]
    ) -> Tensor:
        forward = super().__call__
        return pull_back(lambda x: forward(x, begin, end, strides), dy, zeros(shapex, dy))


class MirrorPadGrad(image_ops.MirrorPad):
    """Gradient of `MirrorPad`, with its settings.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **paddings** (Tensor) - (before, after) for each dimension.

    Source: mindspore.ops.operations._grad_ops.MirrorPadGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, paddings: Tensor) -> Tensor:
        forward = super().__call__
        padded = unwrap(paddings).tolist()
        shape = [n - sum(pair) for n, pair in zip(unwrap(dy).shape, padded, strict=True)]
        return pull_back(lambda x: forward(x, paddings), dy, zeros(shape, dy))


class GatherDGradV2(GradPrimitive):
    """Gradient of `GatherD`.

    Inputs:
        - **x** (Tensor) - the input.
        - **dim** (int) - the dimension.
        - **index** (Tensor) - which elements were taken.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.GatherDGradV2, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dim: int, index: Tensor, dout: Tensor) -> Tensor:
        t, grad, places = unwrap(x), unwrap(dout), unwrap(index).long()
        places = torch.where(places < 0, places + t.shape[dim], places)
        return wrap(torch.zeros_like(t, dtype=grad.dtype).scatter_add(dim, places, grad))


class MaskedSelectGrad(GradPrimitive):
    """Gradient of `MaskedSelect`.

    Inputs:
        - **input** (Tensor) - the input.
        - **mask** (Tensor) - of bools.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.MaskedSelectGrad, MindSpore 2.10
    """

    def __call__(self, input: Tensor, mask: Tensor, grad: Tensor) -> Tensor:
        return pull_back(lambda x: ops.masked_select(x, mask), grad, input)


class UniqueGrad(GradPrimitive):
    """Gradient of `Unique`.

    Inputs:
        - **dy** (tuple[Tensor]) - the gradients of the two outputs; that of the first counts.
        - **y** (tuple[Tensor]) - the outputs; the second says where each input went.

    Source: mindspore.ops.operations._grad_ops.UniqueGrad, MindSpore 2.10
    """

    def __call__(self, dy: Sequence[Tensor], y: Sequence[Tensor]) -> Tensor:
        return wrap(unwrap(dy[0])[unwrap(y[1]).long()])


class TraceGrad(GradPrimitive):
    """Gradient of `Trace`.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x_shape** (Union[tuple[int], Tensor]) - the shape of the input.

    Source: mindspore.ops.operations._grad_ops.TraceGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, x_shape: Any) -> Tensor:
        rows, columns = shape_arg(x_shape)
        grad = unwrap(y_grad)
        return wrap(torch.eye(rows, columns, dtype=grad.dtype, device=grad.device) * grad)


class MedianGrad(reduce_ops.Median):
    """Gradient of `Median`, with its settings.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - the input.
        - **y** (Tensor) - the first output.
        - **indices** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.MedianGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, y_grad: Tensor, x: Tensor, y: Tensor, indices: Tensor
    ) -> Tensor:
        t, grad = unwrap(x), unwrap(y_grad)
        if self.global_median or not t.ndim:
            equal = t == unwrap(y)
            return wrap(equal.to(dtype=grad.dtype) * grad / equal.sum().to(dtype=grad.dtype))
        places = unwrap(indices).long()
        if not self.keep_dims:
            grad, places = grad.unsqueeze(self.axis), places.unsqueeze(self.axis)
        return wrap(torch.zeros_like(t, dtype=grad.dtype).scatter(self.axis, places, grad))


class EinsumGrad(linalg_ops.Einsum):
    """Gradient of `Einsum`, with its settings.

    Inputs:
        - **x_tuple** (tuple[Tensor]) - the inputs.
        - **dout** (Tensor) - the gradient of the output.

    Outputs:
        tuple of the gradient of each input.

    Source: mindspore.ops.operations._grad_ops.EinsumGrad, MindSpore 2.10
    """

    def __call__(self, x_tuple: Sequence[Tensor], dout: Tensor) -> tuple[Tensor, ...]:  # type: ignore[override]
        forward = super().__call__
        return pull_back_all(lambda *xs: forward(xs), dout, *x_tuple)


class PdistGrad(sequence_ops.Pdist):
    """Gradient of `Pdist`, with its settings.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **y** (Tensor) - the output.

    Source: mindspore.ops.operations._grad_ops.PdistGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, x: Tensor, y: Tensor) -> Tensor:  # type: ignore[override]
        del y
        return pull_back(super().__call__, y_grad, x)


class CdistGrad(linalg_ops.Cdist):
    """Gradient of `Cdist` by its first input, with its settings.

    Inputs:
        - **grad** (Tensor) - the gradient of the output.
        - **input_x** (Tensor) - the first input.
        - **input_y** (Tensor) - the second input.
        - **cdist** (Tensor) - the output.

    Source: mindspore.ops.auto_generate.CdistGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, grad: Tensor, input_x: Tensor, input_y: Tensor, cdist: Tensor
    ) -> Tensor:
        del cdist
        forward = super().__call__
        return pull_back(lambda x: forward(x, input_y), grad, input_x)


class Dilation2DBackpropInput(layout_ops.Dilation2D):
    """Gradient of `Dilation2D` by its input, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **filter** (Tensor) - the structuring element.
        - **out_backprop** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.Dilation2DBackpropInput, MindSpore 2.10
    """

    def __call__(self, x: Tensor, filter: Tensor, out_backprop: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda t: forward(t, filter), out_backprop, x)


class Dilation2DBackpropFilter(layout_ops.Dilation2D):
    """Gradient of `Dilation2D` by its structuring element, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **filter** (Tensor) - the structuring element.
        - **out_backprop** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.Dilation2DBackpropFilter, MindSpore 2.10
    """

    def __call__(self, x: Tensor, filter: Tensor, out_backprop: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda t: forward(x, t), out_backprop, filter)
