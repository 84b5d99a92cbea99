"""Running sums, products and extremes; differences and integrals."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type, optional_type, to_torch_dtype
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit, in_order
from ms2torch._errors import op_error
from ms2torch.ops.function.math.reduce import one_axis


def cumsum(x: Tensor, axis: int | Tensor, dtype: Type | str | None = None) -> Tensor:
    """Add up the elements along an axis, keeping each sum on the way.

    Args:
        x (Tensor): of any shape and number type.
        axis (Union[int, Tensor]): the dimension.
        dtype (Union[mindspore.dtype, str], optional): type of the result. Default ``None``: that of `x`.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `axis` is not an int, or `x` is bool and no `dtype` is given.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.cumsum, MindSpore 2.10
    """
    t = admitted(x, "ops.cumsum")
    if dtype is None and t.dtype is torch.bool:
        msg = "ops.cumsum: bools cannot be added up in their own type; give a dtype"
        raise TypeError(msg)
    dim = one_axis("ops.cumsum", axis, t.ndim)  # type: ignore[arg-type]
    if dtype is None and t.is_floating_point():  # each keyword costs
        return wrap(torch.cumsum(t, dim))
    if dtype is None:
        return wrap(bit_for_bit(lambda part: torch.cumsum(part, dim, dtype=part.dtype), t))
    return wrap(torch.cumsum(t, dim, dtype=_kind(dtype)))


def _kind(dtype: Type | str) -> torch.dtype:
    return to_torch_dtype(dtype) if isinstance(dtype, str) else given_type(dtype)


def tensor_cumsum(
    self: Tensor, axis: int | None = None, dtype: Type | None = None, *, dim: int | None = None
) -> Tensor:
    """Add up the elements along an axis, keeping each sum on the way: ``(axis, dtype)`` or ``(dim, dtype)``.

    Args:
        axis (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: the tensor's; int32 for bool and
            unsigned and short integers.

    Keyword Args:
        dim (int, optional): newer name of `axis`. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.cumsum, MindSpore 2.10
    """
    along = dim if axis is None else axis
    t = self._t.reshape(-1) if along is None else self._t
    if dtype is None and along is not None and t.is_floating_point():
        return wrap(torch.cumsum(t, one_axis("Tensor.cumsum", along, t.ndim)))
    kind = t.dtype if dtype is None else given_type(dtype)
    if dtype is None and t.dtype in (torch.bool, torch.uint8, torch.int8, torch.int16):
        kind = torch.int32
    dim = 0 if along is None else one_axis("Tensor.cumsum", along, t.ndim)
    if t.is_floating_point() and not kind.is_floating_point:  # added up first, unlike ops.cumsum (measured 2.10)
        return wrap(torch.cumsum(t, dim).to(dtype=kind))
    return wrap(torch.cumsum(t, dim, dtype=kind))


def cumprod(input: Tensor, dim: int, dtype: Type | None = None) -> Tensor:
    """Multiply the elements along a dimension, keeping each product on the way.

    Args:
        input (Tensor): of any shape and number type.
        dim (int): the dimension.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int64 for integers, else that of
            `input`.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `dim` is not an int.
        ValueError: if `dim` is out of range.

    Source: mindspore.ops.cumprod, mindspore.mint.cumprod, MindSpore 2.10
    """
    t = unwrap(input)
    kind = optional_type(dtype)
    if t.dtype in UNSIGNED:
        t = t.to(dtype=torch.int64)  # the numbers beyond it wrap, as MindSpore's do
    return wrap(torch.cumprod(t, one_axis("ops.cumprod", dim, t.ndim), dtype=kind))


def cummax(input: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """Find the largest element so far, along an axis, and where it stands.

    Args:
        input (Tensor): of at least one dimension.
        axis (int): the dimension.

    Returns:
        tuple(Tensor, Tensor): the values, and their int64 indices.

    Raises:
        TypeError: if `axis` is not an int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.cummax, MindSpore 2.10
    """
    t = unwrap(input)
    dim = one_axis("ops.cummax", axis, t.ndim)
    values, index = in_order(lambda x: torch.cummax(x, dim), t)
    return wrap(values), wrap(index)


def cummin(input: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """Find the smallest element so far, along an axis, and where it stands.

    Args:
        input (Tensor): of at least one dimension.
        axis (int): the dimension.

    Returns:
        tuple(Tensor, Tensor): the values, and their int32 indices.

    Raises:
        TypeError: if `axis` is not an int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.cummin, MindSpore 2.10
    """
    t = unwrap(input)
    dim = one_axis("ops.cummin", axis, t.ndim)
    values, index = in_order(lambda x: torch.cummin(x, dim), t)
    return wrap(values), wrap(index.to(dtype=torch.int32))


def logcumsumexp(input: Tensor, axis: int) -> Tensor:
    """Compute the logarithm of the running sum of exponentials along an axis, without overflow.

    Args:
        input (Tensor): of any shape and a floating type.
        axis (int): the dimension.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `axis` is not an int, or `input` is not of a floating type.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.logcumsumexp, MindSpore 2.10
    """
    t = admitted(input, "ops.logcumsumexp")
    try:
        return wrap(torch.logcumsumexp(t, one_axis("ops.logcumsumexp", axis, t.ndim)))
    except RuntimeError as error:
        raise op_error("ops.logcumsumexp", error, input=input) from None


def diff(x: Tensor, n: int = 1, axis: int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
    """Subtract each element from the next one along an axis.

    Args:
        x (Tensor): of at least one dimension.
        n (int): how often. Default: ``1``.
        axis (int): the dimension. Default: ``-1``.
        prepend (Tensor, optional): what to put in front first. Default: ``None``.
        append (Tensor, optional): what to put behind first. Default: ``None``.

    Returns:
        Tensor, `n` elements shorter along `axis`; of bools, where they differ.

    Raises:
        TypeError: if an argument is not a Tensor, or `axis` is not an int.
        ValueError: if `axis` is out of range, or the shapes do not fit.

    Differs from MindSpore: it refuses `n` other than 1.

    Source: mindspore.ops.diff, MindSpore 2.10
    """
    t = unwrap(x)
    if n != 1:
        msg = f"ops.diff: `n` must be 1, got {n}; take the difference of the difference"
        raise RuntimeError(msg)
    if not t.ndim:
        raise TypeError("ops.diff: at least one dimension is needed, got a 0-d tensor")
    before = None if prepend is None else unwrap(prepend)
    after = None if append is None else unwrap(append)
    try:
        return wrap(torch.diff(t, n, one_axis("ops.diff", axis, t.ndim), before, after))
    except RuntimeError as error:
        raise op_error("ops.diff", error, x=x, prepend=prepend, append=append) from None


def tensor_diff(
    self: Tensor, n: int = 1, axis: int = -1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """Subtract each element from the next one along an axis.

    Args:
        n (int): how often. Default: ``1``.
        axis (int): the dimension. Default: ``-1``.
        prepend (Tensor, optional): what to put in front first. Default: ``None``.
        append (Tensor, optional): what to put behind first. Default: ``None``.

    Returns:
        Tensor, `n` elements shorter along `axis`.

    Source: mindspore.Tensor.diff, MindSpore 2.10
    """
    return diff(self, n, axis, prepend, append)


def trapz(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """Integrate along a dimension by the trapezoid rule.

    Args:
        y (Tensor): the values of the function.
        x (Tensor, optional): where they were taken, of a shape that broadcasts with `y`. Default: ``None``.

    Keyword Args:
        dx (float): the distance between them, where `x` is not given. Default: ``1.0``.
        dim (int): the dimension. Default: ``-1``.

    Returns:
        Tensor without that dimension; float32 for integers.

    Raises:
        TypeError: if an argument is not a Tensor, or `dx` no float.
        ValueError: if `dim` is out of range, or the shapes do not fit.

    Source: mindspore.ops.trapz, MindSpore 2.10
    """
    t = unwrap(y)
    if not isinstance(dx, float):
        msg = f"For `trapz`, the input `dx` must be float, but got {type(dx).__name__}."
        raise TypeError(msg)
    along = one_axis("ops.trapz", dim, t.ndim)
    t = t if t.is_floating_point() else t.float()
    try:
        if x is None:
            return wrap(torch.trapezoid(t, dx=dx, dim=along))
        return wrap(torch.trapezoid(t, unwrap(x), dim=along))
    except RuntimeError as error:
        raise op_error("ops.trapz", error, y=y, x=x) from None
