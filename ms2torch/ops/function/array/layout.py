"""Shape, type and layout: reshape, transpose, cast, stack and their kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ms2torch._core import base as _base
from ms2torch._core.base import is_parameter, unwrap, unwrap_shaped, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.casts import converted
from ms2torch._core.convert import operand, shape_arg
from ms2torch._core.dtype import Type, given_type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.math.reduce import one_axis


def reshape(input: Tensor, shape: int | Sequence[int] | Tensor) -> Tensor:
    """Give the elements another shape, in the same order.

    Args:
        input (Tensor): of any shape.
        shape (Union[int, tuple[int], list[int], Tensor]): the new shape; one entry may be -1, to be worked out.

    Returns:
        Tensor that shares memory with `input` where its layout allows.

    Raises:
        ValueError: if the number of elements does not fit.

    Source: mindspore.ops.reshape, mindspore.mint.reshape, MindSpore 2.10
    """
    try:
        # torch checks the shape itself: what it takes costs no second look (and its function takes a tuple faster
        # than its method does)
        return wrap(torch.reshape(input._t, shape))  # type: ignore[arg-type]
    except (RuntimeError, TypeError, AttributeError):
        if shape.__class__ is int:
            msg = f"ops.reshape: `shape` must be a tuple or list of ints or a Tensor, got {shape!r}; write ({shape},)"
            raise TypeError(msg) from None
        return _reshape_carefully("ops.reshape", input, shape)


def _reshape_carefully(op: str, input: Tensor, shape: object) -> Tensor:
    """Reshape to a shape in any spelling, or say why it does not fit."""
    t = unwrap(input)
    try:
        return wrap(t.reshape(whole_numbers(op, shape)))
    except RuntimeError as error:
        raise op_error(op, error, input=input, shape=shape) from None


def whole_numbers(op: str, values: object) -> tuple[int, ...]:
    """Return ints given as an int, a Tensor, or a tuple or list of ints and Tensors.

    Raises:
        TypeError: if one of them is no integer.
    """
    if isinstance(values, (tuple, list)) and any(isinstance(v, (float, str)) for v in values):
        msg = f"{op}: expected ints, got {values!r}"
        raise TypeError(msg)
    return shape_arg(values)


def tensor_reshape(self: Tensor, *shape: int | Sequence[int] | Tensor) -> Tensor:
    """Give the elements another shape: ``x.reshape(2, 3)`` or ``x.reshape((2, 3))``.

    Args:
        shape (Union[int, tuple[int], list[int]]): the new shape; one entry may be -1, to be worked out.

    Returns:
        Tensor that shares memory where the layout allows.

    Raises:
        ValueError: if the number of elements does not fit.

    Source: mindspore.Tensor.reshape, MindSpore 2.10
    """
    try:
        return wrap(self._t.reshape(*shape))  # type: ignore[arg-type]
    except (RuntimeError, TypeError):
        if not shape:
            raise TypeError("Tensor.reshape: the new shape is missing") from None
        return _reshape_carefully("Tensor.reshape", self, _as_given(shape))


def tensor_view(self: Tensor, *shape: int | Sequence[int] | Tensor | Type, dtype: Type | None = None) -> Tensor:
    """Give the elements another shape, or read their bytes as another type: ``x.view(2, 3)``, ``x.view(ms.int32)``.

    Args:
        shape (Union[int, tuple[int], list[int], mindspore.dtype]): the new shape, where one entry may be -1, or a type.

    Keyword Args:
        dtype (mindspore.dtype): the type by name.

    Returns:
        Tensor that shares memory where the layout allows.

    Raises:
        ValueError: if the number of elements does not fit.

    Source: mindspore.Tensor.view, MindSpore 2.10
    """
    try:
        return wrap(self._t.reshape(*shape))  # type: ignore[arg-type]
    except (RuntimeError, TypeError):
        kind = shape[0] if len(shape) == 1 else dtype
        if isinstance(kind, Type):
            return wrap(self._t.view(given_type(kind)))
        return _reshape_carefully("Tensor.view", self, _as_given(shape))


def _as_given(args: tuple[object, ...]) -> object:
    """Return the one argument, or all of them as a tuple."""
    return args[0] if len(args) == 1 else args


def transpose(input: Tensor, dims: Sequence[int]) -> Tensor:
    """Reorder all dimensions.

    Args:
        input (Tensor): of n dimensions.
        dims (tuple[int]): which dimension comes at each place; all n of them.

    Returns:
        Tensor, a view of `input`.

    Raises:
        ValueError: if `dims` is not a reordering of the dimensions.

    Source: mindspore.ops.transpose, MindSpore 2.10
    """
    try:
        return wrap(torch.permute(input._t, dims))  # type: ignore[arg-type]
    except (RuntimeError, IndexError, TypeError, AttributeError):
        return _permute("ops.transpose", input, dims)


def permute(input: Tensor, axis: Sequence[int]) -> Tensor:
    """Reorder all dimensions; the same as `transpose`.

    Args:
        input (Tensor): of n dimensions.
        axis (Union[tuple(int), int]): which dimension comes at each place; all n of them.

    Returns:
        Tensor, a view of `input`.

    Raises:
        ValueError: if `axis` is not a reordering of the dimensions.

    Source: mindspore.ops.permute, MindSpore 2.10
    """
    try:
        return wrap(torch.permute(input._t, axis))  # type: ignore[arg-type]
    except (RuntimeError, IndexError, TypeError, AttributeError):
        return _permute("ops.permute", input, axis)


def tensor_permute(self: Tensor, *axis: int | Sequence[int], dims: Sequence[int] | None = None) -> Tensor:
    """Reorder all dimensions: ``x.permute(0, 2, 1)`` or ``x.permute((0, 2, 1))``.

    Args:
        axis (Union[int, tuple[int], list[int]]): which dimension comes at each place; all of them.

    Keyword Args:
        dims (Union[tuple[int], list[int]]): `axis` by name. Default: ``None``.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if `axis` is not a reordering of the dimensions.

    Source: mindspore.Tensor.permute, MindSpore 2.10
    """
    try:
        return wrap(self._t.permute(*axis) if dims is None else self._t.permute(dims))  # type: ignore[arg-type]
    except (RuntimeError, IndexError, TypeError):
        return _permute("Tensor.permute", self, _as_given(axis) if dims is None else dims)


def tensor_transpose(
    self: Tensor, *axes: int | Sequence[int] | None, dim0: int | None = None, dim1: int | None = None
) -> Tensor:
    """Reorder all dimensions, or exchange two.

    ``x.transpose()`` reverses the order; two ints exchange those dimensions, also in a 2-d tensor; anything else
    names every dimension, as in `permute`. In a graph two ints name every dimension too, as in MindSpore:
    ``x.transpose(0, 1)`` leaves a matrix there as it is, and is refused for other tensors.

    Args:
        axes (Union[None, int, tuple[int], list[int]]): see above.

    Keyword Args:
        dim0 (int): one of two dimensions to exchange.
        dim1 (int): the other.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the dimensions named do not fit.

    Source: mindspore.Tensor.transpose, MindSpore 2.10
    """
    t = self._t
    try:
        if len(axes) == 2:
            if in_graph():  # which tries the older form first
                return _in_graph(self, axes)
            return wrap(t.transpose(*axes))  # type: ignore[arg-type, call-overload]
        if dim0 is not None:
            return wrap(t.transpose(dim0, dim1))  # type: ignore[arg-type]
        if not axes or axes == (None,):
            return wrap(t.permute(*range(t.ndim - 1, -1, -1)))
        return wrap(t.permute(*axes))  # type: ignore[arg-type]
    except (RuntimeError, IndexError, TypeError):
        if len(axes) == 2 or dim0 is not None:
            a, b = (one_axis("Tensor.transpose", axis, t.ndim) for axis in axes or (dim0, dim1))  # type: ignore[arg-type]
            return wrap(t.transpose(a, b))
        return _permute("Tensor.transpose", self, _as_given(axes))


def _in_graph(input: Tensor, axes: tuple[Any, ...]) -> Tensor:
    """Return what ``x.transpose(a, b)`` is in a graph."""
    if input.ndim != len(axes):
        msg = (
            f"'For Tensor.transpose, the number of axes must be equal to the dimension of Tensor, but got {len(axes)} "
            f"in the number of axes.'"
        )
        raise ValueError(msg)
    return _permute("Tensor.transpose", input, axes)


def _permute(op: str, input: Tensor, dims: object) -> Tensor:
    """Permute by dims in any spelling, or say why they do not fit."""
    t = unwrap(input)
    try:
        return wrap(t.permute(whole_numbers(op, dims)))
    except (RuntimeError, IndexError) as error:
        raise _misfit(op, t.ndim, list(whole_numbers(op, dims))) or op_error(
            op, error, input=input, dims=dims
        ) from None


def _misfit(op: str, rank: int, dims: list[int]) -> ValueError | None:
    """Say with MindSpore's words why dims are no order of that many dimensions; None if they are."""
    if len(dims) != rank:
        return ValueError(f"{op}: size of perm should equal to rank of x, but got {len(dims)} and {rank}!")
    outside = next((dim for dim in dims if not -rank <= dim < rank), None)
    if outside is not None:
        return ValueError(f"{op}: the perm value must be in [{-rank}, {rank - 1}], but got {outside}")
    twice = next((dim for i, dim in enumerate(dims) if dim % rank in {d % rank for d in dims[:i]}), None)
    return None if twice is None else ValueError(f"{op}: perms should all be unique dim, but {twice} is not unique!")


def cast(input: Tensor | float, dtype: Type) -> Tensor:
    """Convert the elements to another type.

    Args:
        input (Union[Tensor, Number]): what to convert.
        dtype (mindspore.dtype): the type wanted.

    Returns:
        Tensor, same shape; `input` itself where it is of that type.

    Differs from MindSpore: of floating-point numbers cast to integers or bools, the gradient passes to a cast back and
    to the result of what is differentiated, not through arithmetic with the integers.

    Raises:
        TypeError: if `dtype` is not a type.

    Source: mindspore.ops.cast, MindSpore 2.10
    """
    kind = given_type(dtype)
    if input.__class__ is _base._tensor_class:
        t = input._t  # type: ignore[union-attr]
        return input if t.dtype is kind else wrap(converted(t, kind))  # type: ignore[return-value]
    if not isinstance(input, (Tensor, int, float, complex)):
        msg = f"ops.cast: expected a Tensor or a number, got {type(input).__name__}; wrap it with mindspore.Tensor(x)"
        raise TypeError(msg)
    t = operand(input)
    if not isinstance(t, torch.Tensor):
        return wrap(torch.tensor(t, dtype=kind))
    return input if t.dtype is kind else wrap(converted(t, kind))  # type: ignore[return-value]


_NAMES = frozenset(
    ["bool_", "int8", "byte", "int16", "short", "int32", "intc", "int64", "long", "intp", "uint8", "ubyte", "uint16",
     "ushort", "uint32", "uintc", "uint64", "uintp", "float16", "half", "float32", "single", "float64", "double",
     "bool", "int", "float", "uint", "float_", "int_"]
)  # fmt: skip
_UNKNOWN = frozenset(["complex64", "complex128", "bfloat16", "cdouble"])


def _wanted_type(dtype: object) -> torch.dtype:
    """Return the type that `astype` converts to: MindSpore's, numpy's by class or by name, or Python's.

    Raises:
        TypeError: if it is none of them.
        NotImplementedError: if it is a type that numpy's names have and MindSpore does not convert.
    """
    if isinstance(dtype, Type):
        return given_type(dtype)
    if dtype is float or dtype == "float_":
        return torch.float64
    if isinstance(dtype, str):
        if dtype in _UNKNOWN:
            msg = f"The python type {dtype} cannot be converted to MindSpore type."
            raise NotImplementedError(msg)
        if dtype not in _NAMES:
            msg = f"For Tensor.astype, the string input type must be one of {sorted(_NAMES)}, but got '{dtype}'"
            raise TypeError(msg)
        return to_torch_dtype(dtype)
    if isinstance(dtype, type) and issubclass(dtype, np.complexfloating):
        msg = f"The python type {dtype} cannot be converted to MindSpore type."
        raise NotImplementedError(msg)
    return to_torch_dtype(dtype) if isinstance(dtype, type) else given_type(dtype)


def tensor_astype(self: Tensor, dtype: Type | str | type, copy: bool = True) -> Tensor:
    """Convert the elements to another type.

    Args:
        dtype (Union[mindspore.dtype, numpy.dtype, str]): the type wanted.
        copy (bool): no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, same shape; the tensor itself where it is of that type.

    Raises:
        TypeError: if `dtype` is not a type.

    Source: mindspore.Tensor.astype, MindSpore 2.10
    """
    t, kind = self._t, _wanted_type(dtype)
    if t.dtype is not kind:
        return wrap(converted(t, kind))
    return wrap(t) if is_parameter(t) else self


def expand_dims(input_x: Tensor, axis: int) -> Tensor:
    """Insert a dimension of length 1.

    Args:
        input_x (Tensor): of n dimensions.
        axis (int): its place in the result, from -n-1 to n.

    Returns:
        Tensor of n+1 dimensions, a view.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.expand_dims, MindSpore 2.10
    """
    try:
        return wrap(input_x._t.unsqueeze(axis))
    except (IndexError, TypeError, AttributeError):
        t = unwrap(input_x)
        return wrap(t.unsqueeze(one_axis("ops.expand_dims", axis, t.ndim + 1)))


def stack(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join tensors of one shape along a new dimension.

    Args:
        tensors (Union[tuple, list]): Tensors of the same shape and type.
        axis (int): place of the new dimension in the result. Default: ``0``.

    Returns:
        Tensor of one dimension more.

    Raises:
        TypeError: if an element is not a Tensor.
        ValueError: if there are none, the shapes differ, or `axis` is out of range.

    Source: mindspore.ops.stack, MindSpore 2.10
    """
    try:
        parts = [x._t for x in tensors]
        dtype = parts[0].dtype
        if not [part for part in parts if part.dtype is not dtype]:
            return wrap(torch.stack(parts, axis))
    except (RuntimeError, IndexError, TypeError, AttributeError) as error:
        parts = [unwrap(x) for x in tensors]
        raise op_error("ops.stack", error, shapes=[tuple(p.shape) for p in parts], axis=axis) from None
    msg = f"ops.stack: all tensors must be of one type, got {', '.join(str(part.dtype) for part in parts)}"
    raise TypeError(msg)


def ones_like(input: Tensor, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of ones shaped like another.

    Args:
        input (Tensor): whose shape and type are taken.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.ones_like, mindspore.mint.ones_like, MindSpore 2.10
    """
    if dtype is None:
        return wrap(torch.ones_like(unwrap_shaped(input)))
    return wrap(torch.ones_like(unwrap_shaped(input), dtype=given_type(dtype)))


def zeros_like(input: Tensor, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of zeros shaped like another.

    Args:
        input (Tensor): whose shape and type are taken.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.zeros_like, mindspore.mint.zeros_like, MindSpore 2.10
    """
    if dtype is None:
        return wrap(torch.zeros_like(unwrap_shaped(input)))
    return wrap(torch.zeros_like(unwrap_shaped(input), dtype=given_type(dtype)))


def tensor_resize(self: Tensor, *new_shape: Any) -> Tensor:
    """Return the elements in another shape: what is too many is cut off, what is missing is 0.

    Args:
        new_shape (Union[int, tuple[int], list[int]]): the shape.

    Returns:
        Tensor.

    Raises:
        ValueError: if a length is negative.

    Source: mindspore.Tensor.resize, MindSpore 2.10
    """
    wanted = shape_arg(new_shape[0] if len(new_shape) == 1 else new_shape)
    flat = self._t.reshape(-1)
    count = torch.Size(wanted).numel()
    if count > flat.numel():
        flat = torch.cat([flat, flat.new_zeros(count - flat.numel())])
    return wrap(flat[:count].reshape(wanted))


def tensor_reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """Give the elements the shape of another tensor.

    Args:
        other (Tensor): whose shape is taken.

    Returns:
        Tensor that shares memory where the layout allows.

    Raises:
        ValueError: if the number of elements differs.

    Source: mindspore.Tensor.reshape_as, MindSpore 2.10
    """
    try:
        return wrap(self._t.reshape(unwrap(other).shape))
    except RuntimeError as error:
        raise op_error("Tensor.reshape_as", error, input=self, other=other) from None
