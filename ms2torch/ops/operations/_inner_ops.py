"""Mirrors `mindspore.ops.operations._inner_ops`: Primitives that MindSpore keeps for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch import ops
from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.nn import activation
from ms2torch.ops.operations.ascend_ops import (
    Dequant as Dequant,
    DSDMatmul as DSDMatmul,
    MatmulDDS as MatmulDDS,
    TopKRouter as TopKRouter,
)
from ms2torch.ops.primitive import Primitive


class _NoSettings(Primitive):
    """A Primitive without settings."""

    def __init__(self) -> None:
        super().__init__()


class ConvertToDynamic(Primitive):
    """Return the Tensor; for MindSpore's compiler its shape is unknown from here on.

    Args:
        is_dynamic_rank (bool): whether the number of dimensions is unknown too. Default: ``False``.

    Raises:
        TypeError: if `is_dynamic_rank` is no bool, or the input no Tensor.

    Source: mindspore.ops.operations._inner_ops.ConvertToDynamic, MindSpore 2.10
    """

    def __init__(self, is_dynamic_rank: bool = False) -> None:
        if not isinstance(is_dynamic_rank, bool):
            msg = f"For 'ConvertToDynamic', the 'is_dynamic_rank' must be bool, but got {is_dynamic_rank!r}"
            raise TypeError(msg)
        self.is_dynamic_rank = is_dynamic_rank

    def __call__(self, input: Tensor) -> Tensor:
        return wrap(unwrap(input))


class GpuConvertToDynamicShape(_NoSettings):
    """Return the Tensor; for MindSpore's compiler its shape is unknown from here on.

    Source: mindspore.ops.operations._inner_ops.GpuConvertToDynamicShape, MindSpore 2.10
    """

    def __call__(self, input: Tensor) -> Tensor:
        return wrap(unwrap(input))


class ErrorOnDynamicShapeInput(_NoSettings):
    """Return the Tensor, whose shape is always known here.

    Source: mindspore.ops.operations._inner_ops.ErrorOnDynamicShapeInput, MindSpore 2.10
    """

    def __call__(self, input: Tensor) -> Tensor:
        return wrap(unwrap(input))


class SequenceMask(_NoSettings):
    """Say of each place whether it is below a length.

    Inputs:
        - **lengths** (Tensor) - the lengths.
        - **maxlen** (int) - how many places there are.

    Source: mindspore.ops.operations._inner_ops.SequenceMask, MindSpore 2.10
    """

    def __call__(self, lengths: Tensor, maxlen: int) -> Tensor:
        t = unwrap(lengths)
        return wrap(torch.arange(maxlen, device=t.device) < t.unsqueeze(-1))


class DynamicBroadcastTo(_NoSettings):
    """Broadcast a Tensor to a shape that is given as a Tensor.

    Inputs:
        - **x** (Tensor) - the Tensor.
        - **shape** (Tensor) - the shape.

    Source: mindspore.ops.operations._inner_ops.DynamicBroadcastTo, MindSpore 2.10
    """

    def __call__(self, x: Tensor, shape: Tensor) -> Tensor:
        return ops.broadcast_to(x, shape_arg(shape))


class DynamicBroadcastGradientArgs(_NoSettings):
    """Say along which dimensions the gradients of two broadcast inputs are summed.

    Inputs:
        - **s0** (tuple[int]) - the shape of the first.
        - **s1** (tuple[int]) - the shape of the second.

    Outputs:
        tuple of two int64 Tensors.

    Source: mindspore.ops.operations._inner_ops.DynamicBroadcastGradientArgs, MindSpore 2.10
    """

    def __call__(self, s0: Any, s1: Any) -> tuple[Tensor, Tensor]:
        first, second = ops.broadcast_gradient_args(shape_arg(s0), shape_arg(s1))
        return wrap(torch.tensor(first, dtype=torch.int64)), wrap(torch.tensor(second, dtype=torch.int64))


class ClipByNorm(Primitive):
    """Scale a Tensor down to a norm.

    Args:
        axis (Union[None, int, tuple[int]]): what the norm is over; ``None``: all. Default: ``None``.

    Inputs:
        - **x** (Tensor) - the Tensor.
        - **clip_norm** (Tensor) - the greatest norm.

    Source: mindspore.ops.operations._inner_ops.ClipByNorm, MindSpore 2.10
    """

    def __init__(self, axis: int | tuple[int, ...] | None = None) -> None:
        self.axis = axis

    def __call__(self, x: Tensor, clip_norm: Tensor) -> Tensor:
        t, limit = unwrap(x), unwrap(clip_norm)
        over = tuple(range(t.ndim)) if self.axis is None else self.axis
        norm = torch.sqrt(torch.sum(t * t, dim=over, keepdim=True))
        return wrap(t * limit / torch.maximum(norm, limit))


class Centralization(Primitive):
    """Subtract the mean over some dimensions.

    Args:
        axis (Union[int, tuple[int]]): the dimensions. Default: ``-1``.

    Source: mindspore.ops.operations._inner_ops.Centralization, MindSpore 2.10
    """

    def __init__(self, axis: int | tuple[int, ...] = -1) -> None:
        self.axis = axis

    def __call__(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        return wrap(t - t.mean(self.axis, keepdim=True))


class DynamicStitch(_NoSettings):
    """Put slices of several Tensors at places of one.

    Inputs:
        - **indices** (Sequence[Tensor]) - the places; of a place that comes twice the last counts.
        - **data** (Sequence[Tensor]) - the slices.

    Source: mindspore.ops.operations._inner_ops.DynamicStitch, MindSpore 2.10
    """

    def __call__(self, indices: Sequence[Tensor], data: Sequence[Tensor]) -> Tensor:
        places = [unwrap(i).long() for i in indices]
        slices = [unwrap(d) for d in data]
        rest = slices[0].shape[places[0].ndim :]
        out = slices[0].new_zeros((max(int(p.max()) for p in places) + 1, *rest))
        for place, values in zip(places, slices, strict=True):
            out[place] = values
        return wrap(out)


class SelectView(_NoSettings):
    """Take one place of a dimension.

    Inputs:
        - **input** (Tensor) - the Tensor.
        - **input_indices** (int) - the place.
        - **axis** (int) - the dimension.

    Source: mindspore.ops.operations._inner_ops.SelectView, MindSpore 2.10
    """

    def __call__(self, input: Tensor, input_indices: int, axis: int) -> Tensor:
        return wrap(unwrap(input).select(axis, input_indices))


class CopyWithSlice(_NoSettings):
    """Write a Tensor's values into another one.

    Inputs:
        - **x** (Tensor) - what is written into.
        - **y** (Tensor) - the values, broadcast.

    Source: mindspore.ops.operations._inner_ops.CopyWithSlice, MindSpore 2.10
    """

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        unwrap(x).copy_(unwrap(y))
        return x


class TensorCopySlices(_NoSettings):
    """Write values into a part of a copy of a Tensor.

    Inputs:
        - **x** (Tensor) - the Tensor.
        - **value** (Tensor) - the values, broadcast to the part.
        - **begin** (tuple[int]) - where the part begins, for the first dimensions.
        - **end** (tuple[int]) - where it ends.
        - **strides** (tuple[int]) - the steps.

    Source: mindspore.ops.operations._inner_ops.TensorCopySlices, MindSpore 2.10
    """

    def __call__(self, x: Tensor, value: Tensor, begin: Any, end: Any, strides: Any) -> Tensor:
        out = unwrap(x).clone()
        place = tuple(map(slice, shape_arg(begin), shape_arg(end), shape_arg(strides)))
        out[place] = unwrap(value).to(dtype=out.dtype).reshape(out[place].shape)
        return wrap(out)


class SliceGetItem(_NoSettings):
    """Return a part of a slice.

    Inputs:
        - **slice** (slice) - the slice.
        - **slice_attr** (str) - ``"start"``, ``"stop"`` or ``"step"``.

    Source: mindspore.ops.operations._inner_ops.SliceGetItem, MindSpore 2.10
    """

    def __call__(self, slice: Any, slice_attr: str) -> Any:
        if slice_attr not in ("start", "stop", "step"):
            msg = f"SliceGetItem: slice_attr must be 'start', 'stop' or 'step', got {slice_attr!r}"
            raise ValueError(msg)
        return getattr(slice, slice_attr)


class MixedPrecisionCast(_NoSettings):
    """Cast the floating-point Tensors among the inputs.

    Inputs:
        - **dst_dtype** (mindspore.dtype) - the type.
        - **input_x** (Union[Tensor, tuple, dict]) - what to cast.

    Source: mindspore.ops.operations._inner_ops.MixedPrecisionCast, MindSpore 2.10
    """

    def __call__(self, dst_dtype: mstype.Type, input_x: Any) -> Any:
        return ops.mixed_precision_cast(dst_dtype, input_x)


class SameTypeShape(_NoSettings):
    """Return the first Tensor where both have the same type and shape.

    Raises:
        TypeError: if the types differ, or an input is no Tensor.
        ValueError: if the shapes differ.

    Source: mindspore.ops.operations._inner_ops.SameTypeShape, MindSpore 2.10
    """

    def __call__(self, input_x: Tensor, input_y: Tensor) -> Tensor:
        a, b = unwrap(input_x), unwrap(input_y)
        if a.dtype is not b.dtype:
            msg = f"SameTypeShape: input_x is of {input_x.dtype}, input_y of {input_y.dtype}"
            raise TypeError(msg)
        if a.shape != b.shape:
            msg = f"SameTypeShape: input_x has shape {input_x.shape}, input_y {input_y.shape}"
            raise ValueError(msg)
        return input_x


class IsSubClass(_NoSettings):
    """Tell whether a type is another or belongs to it.

    Inputs:
        - **sub_type** (mindspore.dtype) - the type.
        - **type_** (mindspore.dtype) - the family.

    Raises:
        TypeError: if an input is no type.

    Source: mindspore.ops.operations._inner_ops.IsSubClass, MindSpore 2.10
    """

    def __call__(self, sub_type: mstype.Type, type_: mstype.Type) -> bool:
        for name, value in (("sub_type", sub_type), ("type_", type_)):
            if not isinstance(value, mstype.Type):
                msg = f"For 'IsSubClass', the type of '{name}' should be Type, but got {type(value).__name__}"
                raise TypeError(msg)
        return mstype._issubclass_(sub_type, type_)


class IsInstance(_NoSettings):
    """Tell whether a value is of a type.

    Inputs:
        - **inst** (object) - the value.
        - **type_** (mindspore.dtype) - the type or family.

    Raises:
        TypeError: if `type_` is no type.

    Source: mindspore.ops.operations._inner_ops.IsInstance, MindSpore 2.10
    """

    def __call__(self, inst: object, type_: mstype.Type) -> bool:
        if not isinstance(type_, mstype.Type):
            msg = f"For 'IsInstance', the type of 'type_' should be Type, but got {type(type_).__name__}"
            raise TypeError(msg)
        kind = mstype.tensor_type if isinstance(inst, TensorBase) else mstype.get_py_obj_dtype(inst)
        return mstype._issubclass_(kind, type_)


class IsParameter(_NoSettings):
    """Tell whether a value is a Parameter.

    Source: mindspore.ops.operations._inner_ops.IsParameter, MindSpore 2.10
    """

    def __call__(self, inst: object) -> bool:
        return isinstance(inst, TensorBase) and isinstance(inst._t, torch.nn.Parameter)


class IsConstant(_NoSettings):
    """Tell whether a value is known when the program is compiled: it is, as nothing is compiled.

    Source: mindspore.ops.operations._inner_ops.IsConstant, MindSpore 2.10
    """

    def __call__(self, x: object) -> bool:
        del x
        return True


class TopTypeof(_NoSettings):
    """Return the kind of a value, such as `mindspore.tensor_type` for any Tensor.

    Source: mindspore.ops.operations._inner_ops.TopTypeof, MindSpore 2.10
    """

    def __call__(self, x: object) -> mstype.Type:
        return mstype.tensor_type if isinstance(x, TensorBase) else mstype.get_py_obj_dtype(x)


class SiLU(Primitive, fn=activation.silu):
    """Multiply each element by its sigmoid.

    Source: mindspore.ops.auto_generate.SiLU, MindSpore 2.10
    """


__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
