"""Spread, medians, quantiles and histograms."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import kinks
from ms2torch._core.base import Number, TensorBase, unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.no_gradient import without_gradient
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.math.reduce import Axis, axes, one_axis


def _spread(op: str, root: bool, input: Tensor, axis: Axis, ddof: int | bool, keepdims: bool) -> Tensor:
    if not isinstance(ddof, (int, bool)):
        msg = f"{op}: ddof must be an int or a bool, got {ddof!r}"
        raise TypeError(msg)
    t = unwrap(input)
    ndim = t.ndim
    if not ndim and axis == () and not ddof:
        return wrap(torch.zeros_like(t, dtype=t.dtype if t.is_floating_point() else torch.float32))
    if not ndim and axis is not None:
        msg = f"{op}: a tensor of 0 dimensions has no axis, got {axis!r}"
        raise ValueError(msg)
    dims: Any = axis if axis.__class__ is int and 0 <= axis < ndim else axes(op, axis, ndim)  # type: ignore[operator]
    if not t.is_floating_point():
        t = t.to(dtype=torch.float32)
    return wrap((kinks.deviation if root else kinks.variance)(t, dims, ddof, keepdims))


def _no_list(op: str, axis: Axis) -> Axis:
    """Refuse a list or a Tensor of dimensions, as MindSpore does.

    Raises:
        TypeError: if it is one.
    """
    if axis.__class__ is list:
        msg = f"{op}: each axis should be an integer, but got a list, {axis}; write a tuple, {tuple(axis)}"  # type: ignore[arg-type]
        raise TypeError(msg)
    if isinstance(axis, TensorBase):
        msg = f"{op}: each axis should be an integer, but got a Tensor; write a tuple of ints"
        raise TypeError(msg)
    return axis


def var(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> Tensor:
    """Compute the variance along some dimensions.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.ops.var, MindSpore 2.10
    """
    return _spread("ops.var", False, input, _no_list("ops.var", axis), ddof, keepdims)


def std(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> Tensor:
    """Compute the standard deviation along some dimensions.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.ops.std, MindSpore 2.10
    """
    return _spread("ops.std", True, input, _no_list("ops.std", axis), ddof, keepdims)


def tensor_var(
    self: Tensor,
    axis: Axis = None,
    ddof: int | bool | None = None,
    keepdims: bool = False,
    *,
    dim: Axis = None,
    correction: int | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Compute the variance.

    Two call forms: ``(axis, ddof=0, keepdims)``, and ``(dim, correction=1, keepdim)`` where one of those is named.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool], optional): what is subtracted from the count in the divisor. Default ``None``: 0.
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.
        correction (int, optional): newer name of `ddof`. Default ``None``: 1 where the call is of the newer form.
        keepdim (bool): newer name of `keepdims`. Default: ``False``.

    Returns:
        Tensor.

    Differs from MindSpore: on a CPU it lacks the newer form, or takes 0 for the documented correction of 1.

    Source: mindspore.Tensor.var, MindSpore 2.10
    """
    newer = dim is not None or correction is not None or keepdim
    if newer and ddof is None:
        ddof = 1 if correction is None else correction
    along = (tuple(dim) if isinstance(dim, list) else dim) if axis is None else axis
    return var(self, along, ddof or 0, keepdims or keepdim)


def tensor_std(
    self: Tensor,
    axis: Axis = None,
    ddof: int | bool | None = None,
    keepdims: bool = False,
    *,
    dim: Axis = None,
    correction: int | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Compute the standard deviation.

    Two call forms: ``(axis, ddof=0, keepdims)``, and ``(dim, correction=1, keepdim)`` where one of those is named.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool], optional): what is subtracted from the count in the divisor. Default ``None``: 0.
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.
        correction (int, optional): newer name of `ddof`. Default ``None``: 1 where the call is of the newer form.
        keepdim (bool): newer name of `keepdims`. Default: ``False``.

    Returns:
        Tensor.

    Differs from MindSpore: on a CPU it lacks the newer form, or takes 0 for the documented correction of 1.

    Source: mindspore.Tensor.std, MindSpore 2.10
    """
    newer = dim is not None or correction is not None or keepdim
    if newer and ddof is None:
        ddof = 1 if correction is None else correction
    along = (tuple(dim) if isinstance(dim, list) else dim) if axis is None else axis
    return std(self, along, ddof or 0, keepdims or keepdim)


def var_mean(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Compute the variance and the mean along some dimensions.

    Args:
        input (Tensor): of any shape and a floating type.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the variance and the mean.

    Source: mindspore.ops.var_mean, MindSpore 2.10
    """
    t = unwrap(input)
    if t.is_floating_point() and t.ndim and isinstance(ddof, int):
        dims = axes("ops.var_mean", _no_list("ops.var_mean", axis), t.ndim)
        spread, center = torch.var_mean(t, dims, correction=int(ddof), keepdim=keepdims)
        return wrap(kinks.by_its_root(spread)), wrap(center)
    center = torch.mean(t, axes("ops.var_mean", _no_list("ops.var_mean", axis), t.ndim), keepdims)
    return var(input, axis, ddof, keepdims), wrap(center)


def std_mean(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Compute the standard deviation and the mean along some dimensions.

    Args:
        input (Tensor): of any shape and a floating type.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the standard deviation and the mean.

    Source: mindspore.ops.std_mean, MindSpore 2.10
    """
    t = unwrap(input)
    center = torch.mean(t, axes("ops.std_mean", _no_list("ops.std_mean", axis), t.ndim), keepdims)
    return std(input, axis, ddof, keepdims), wrap(center)


def median(input: Tensor, axis: int = -1, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Find the medians along an axis; nan where one is nan: the lower of the two in the middle.

    Args:
        input (Tensor): of any shape and number type.
        axis (int): the dimension. Default: ``-1``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the medians, and int64 indices of elements equal to them.

    Raises:
        TypeError: if `axis` is not an int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.median, MindSpore 2.10
    """
    t = admitted(input, "ops.median")
    values, index = torch.median(t, one_axis("ops.median", axis, t.ndim), keepdims)
    return wrap(values), wrap(index)


def nanmedian(input: Tensor, axis: int = -1, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Find the medians along an axis, leaving out nan: the lower of the two in the middle.

    Args:
        input (Tensor): of any shape and number type.
        axis (int): the dimension. Default: ``-1``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the medians, and int64 indices of elements equal to them.

    Raises:
        TypeError: if `axis` is not an int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.nanmedian, MindSpore 2.10
    """
    t = admitted(input, "ops.nanmedian")
    values, index = torch.nanmedian(t, one_axis("ops.nanmedian", axis, t.ndim), keepdims)
    return wrap(values), wrap(index)


def tensor_median(
    self: Tensor, axis: int = -1, keepdims: bool = False, *, dim: int | None = None, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    """Find the medians along an axis: ``(axis, keepdims)`` or ``(dim, keepdim)``.

    Args:
        axis (int): the dimension. Default: ``-1``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Keyword Args:
        dim (int, optional): newer name of `axis`. Default: ``None``.
        keepdim (bool): newer name of `keepdims`. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the medians, and int64 indices of elements equal to them.

    Source: mindspore.Tensor.median, MindSpore 2.10
    """
    check_type(self, "Tensor.median")
    return median(self, axis if dim is None else dim, keepdims or keepdim)


def quantile(input: Tensor, q: float | Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """Compute quantiles along an axis, interpolating between neighbours.

    Args:
        input (Tensor): of any shape, float32 or float64.
        q (Union[float, Tensor]): which quantiles, from 0 to 1; a 1-d Tensor asks for several.
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Returns:
        Tensor; with several quantiles, they are its first dimension.

    Raises:
        TypeError: if `q` is neither a float nor a Tensor.
        ValueError: if a quantile is out of range.

    Source: mindspore.ops.quantile, MindSpore 2.10
    """
    t = admitted(input, "ops.quantile")
    wanted = q if isinstance(q, float) else unwrap(q)
    dim = None if axis is None else one_axis("ops.quantile", axis, t.ndim)
    try:
        return wrap(torch.quantile(t, wanted, dim, keepdims))
    except RuntimeError as error:
        raise op_error("ops.quantile", error, input=input, q=q) from None


def nanquantile(input: Tensor, q: float | Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """Compute quantiles along an axis, leaving out nan, interpolating between neighbours.

    Args:
        input (Tensor): of any shape, float32 or float64.
        q (Union[float, Tensor]): which quantiles, from 0 to 1; a 1-d Tensor asks for several.
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Returns:
        Tensor; with several quantiles, they are its first dimension.

    Raises:
        TypeError: if `q` is neither a float nor a Tensor.
        ValueError: if a quantile is out of range.

    Source: mindspore.ops.nanquantile, MindSpore 2.10
    """
    t = admitted(input, "ops.nanquantile")
    wanted = q if isinstance(q, float) else unwrap(q)
    dim = None if axis is None else one_axis("ops.nanquantile", axis, t.ndim)
    try:
        return wrap(torch.nanquantile(t, wanted, dim, keepdims))
    except RuntimeError as error:
        raise op_error("ops.nanquantile", error, input=input, q=q) from None


def cov(
    input: Tensor, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None
) -> Tensor:
    """Compute the covariances of variables, which are the rows.

    Args:
        input (Tensor): shape :math:`(variables, observations)`, or :math:`(observations)` for one variable.

    Keyword Args:
        correction (int): what is subtracted from the count in the divisor. Default: ``1``.
        fweights (Tensor, optional): how often each observation counts, integers. Default: ``None``.
        aweights (Tensor, optional): weight of each observation. Default: ``None``.

    Returns:
        Tensor of shape :math:`(variables, variables)`; 0-d for one variable.

    Raises:
        ValueError: if the weights do not fit the observations.

    Source: mindspore.ops.cov, MindSpore 2.10
    """
    f = None if fweights is None else unwrap(fweights)
    a = None if aweights is None else unwrap(aweights)
    try:
        t = unwrap(input)
        t = t.float() if t.dtype in (torch.float16, torch.bfloat16) else t  # and so is the result
        return wrap(torch.cov(t, correction=correction, fweights=f, aweights=a))
    except RuntimeError as error:
        raise op_error("ops.cov", error, input=input, fweights=fweights, aweights=aweights) from None


def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """Count how often each non-negative integer occurs.

    Args:
        input (Tensor): 1-d; of floating-point numbers only whole ones are counted.
        weights (Tensor, optional): what each element counts, of the shape of `input`. Default: ``None``.
        minlength (int): least number of bins. Default: ``0``.

    Returns:
        Tensor of float32, one element for each integer from 0 to the largest.

    Raises:
        TypeError: if `input` or `weights` is no Tensor.
        ValueError: if `input` is not 1-d or has negative elements, or `weights` is of another shape.

    Source: mindspore.ops.bincount, MindSpore 2.10
    """
    t = unwrap(input)
    w = None if weights is None else unwrap(weights).to(dtype=torch.float32)
    if t.ndim != 1:
        msg = f"ops.bincount: input must be 1-d, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    if t.is_complex():
        t = t.real
    if t.is_floating_point():  # only whole numbers are counted, as in MindSpore
        w = (t == t.trunc()).float() if w is None else w * (t == t.trunc())
    if t.dtype not in _COUNTED:
        t = t.long()
    try:
        return wrap(torch.bincount(t, w, minlength).to(dtype=torch.float32))
    except RuntimeError as error:
        raise op_error("ops.bincount", error, input=input, weights=weights) from None


_COUNTED = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


@without_gradient("Histogram")
def histc(input: Tensor, bins: int = 100, min: float = 0.0, max: float = 0.0) -> Tensor:
    """Count the elements in bins of equal width.

    Args:
        input (Tensor): of any shape.
        bins (int): how many bins, positive. Default: ``100``.
        min (float): where the first bin begins. Default: ``0.0``.
        max (float): where the last one ends; equal to `min`: both are taken from the elements. Default: ``0.0``.

    Returns:
        Tensor, 1-d of the type of `input`.

    Raises:
        ValueError: if `bins` is not positive, or `min` above `max`.

    Source: mindspore.ops.histc, MindSpore 2.10
    """
    t = admitted(input, "ops.histc")
    try:
        counts = torch.histc(_histogrammed(t), bins, min, max)
    except RuntimeError as error:
        raise op_error("ops.histc", error, input=input, bins=bins, min=min, max=max) from None
    return wrap(counts if t.dtype is torch.float16 else counts.to(t.dtype))


def _histogrammed(t: torch.Tensor) -> torch.Tensor:
    """Return what is counted: integers as float64, and float16 as float32, the type of its counts (measured 2.10)."""
    if t.dtype is torch.float16:
        return t.float()
    return t if t.is_floating_point() else t.to(torch.float64)


def tensor_histc(self: Tensor, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
    """Count the elements in bins of equal width.

    Args:
        bins (int): how many bins, positive. Default: ``100``.
        min (Number): where the first bin begins. Default: ``0``.
        max (Number): where the last one ends; equal to `min`: both are taken from the elements. Default: ``0``.

    Returns:
        Tensor, 1-d of the tensor's type.

    Source: mindspore.Tensor.histc, MindSpore 2.10
    """
    check_type(self, "Tensor.histc")
    return histc(self, bins, min, max)  # type: ignore[arg-type]


def tensor_ptp(self: Tensor, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Compute the difference of the largest and the smallest element along some dimensions.

    Args:
        axis (Union[None, int, tuple(int)]): dimensions; ``None``: all. Default: ``None``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.ptp, MindSpore 2.10
    """
    t = self._t
    dims = axes("Tensor.ptp", axis, t.ndim)
    return wrap(torch.amax(t, dims, keepdims) - torch.amin(t, dims, keepdims))
