"""Reductions as Primitives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import bool_arg, int_arg
from ms2torch._core.dtype import Type, given_type, int32
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit
from ms2torch._errors import op_error
from ms2torch.ops.function.math import (
    extreme as reduce_extreme,
    reduce,
    scan,
    statistics as reduce_stats,
)
from ms2torch.ops.function.math.reduce import axes, one_axis
from ms2torch.ops.primitive import Primitive


class _Reduction(Primitive):
    """What the reductions share: whether the reduced dimensions are kept."""

    def __init__(self, keep_dims: bool = False) -> None:
        super().__init__()
        bool_arg(f"ops.{type(self).__name__}", "keep_dims", keep_dims)
        self.keep_dims = keep_dims

    def _check(self, x: object, axis: object) -> None:
        if axis is None or not isinstance(x, TensorBase):
            msg = f"ops.{type(self).__name__}: expected a Tensor and an int or a tuple of ints, got {x!r} and {axis!r}"
            raise TypeError(msg)


class ReduceMean(_Reduction):
    """Average the elements along some dimensions.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceMean, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        self._check(x, axis)
        return reduce.mean(x, axis, self.keep_dims)


class ReduceMax(_Reduction):
    """Find the largest elements along some dimensions.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceMax, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        self._check(x, axis)
        return reduce_extreme.amax(x, axis, self.keep_dims)


class ReduceMin(_Reduction):
    """Find the smallest elements along some dimensions.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceMin, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        self._check(x, axis)
        return reduce_extreme.amin(x, axis, self.keep_dims)


class ReduceProd(_Reduction):
    """Multiply the elements along some dimensions, in their own type.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceProd, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        self._check(x, axis)
        return reduce.prod(x, axis, self.keep_dims, None if unwrap(x).dtype in UNSIGNED else x.dtype)


class ReduceAll(_Reduction):
    """Tell along some dimensions whether every element is true.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceAll, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        return reduce_extreme.all(x, axis, self.keep_dims)


class ReduceAny(_Reduction):
    """Tell along some dimensions whether an element is true.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Source: mindspore.ops.ReduceAny, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        return reduce_extreme.any(x, axis, self.keep_dims)


def _kept(x: Tensor) -> Type | None:
    """Return the type that a sum is asked for so that it is that of `x`; None: it is already."""
    t = unwrap(x)
    return None if t.is_floating_point() or t.dtype in UNSIGNED else x.dtype


class ReduceSum(_Reduction):
    """Add up the elements along some dimensions, in their own type.

    Args:
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.
        skip_mode (bool): with no axis, return the tensor as it is. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is not a bool.

    Differs from MindSpore: with `skip_mode`, its CPU kernel fills the result with the sum, against its documentation.

    Source: mindspore.ops.ReduceSum, MindSpore 2.10
    """

    def __init__(self, keep_dims: bool = False, skip_mode: bool = False) -> None:
        super().__init__(keep_dims)
        self.skip_mode = skip_mode

    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor:
        """Reduce `x` along `axis`: an int, a tuple or list of ints, or a Tensor; ``()``: all."""
        self._check(x, axis)
        if self.skip_mode and isinstance(axis, (tuple, list)) and not axis:
            return wrap(unwrap(x))
        return reduce.sum(x, axis, self.keep_dims, dtype=_kept(x))


class ReduceStd(Primitive):
    """Compute the standard deviation and the mean along some dimensions.

    Args:
        axis (Union[int, tuple(int), list(int)]): the dimensions; ``[]``: all. Default: ``[]``.
        unbiased (bool): divide by the count less 1. Default: ``True``.
        keep_dims (bool): keep the dimensions with length 1. Default: ``False``.

    Source: mindspore.ops.ReduceStd, MindSpore 2.10
    """

    def __init__(self, axis: int | Sequence[int] = [], unbiased: bool = True, keep_dims: bool = False) -> None:
        super().__init__()
        self.axis, self.unbiased, self.keep_dims = axis, unbiased, keep_dims

    def __call__(self, input_x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the standard deviation and the mean of `input_x`."""
        axis = tuple(self.axis) if isinstance(self.axis, list) else self.axis  # a list is the Primitive's alone
        return reduce_stats.std_mean(input_x, axis, self.unbiased, self.keep_dims)


class ArgMaxWithValue(Primitive):
    """Find where the largest elements stand along an axis, and their values.

    Args:
        axis (int): the dimension. Default: ``0``.
        keep_dims (bool): keep it with length 1. Default: ``False``.

    Source: mindspore.ops.ArgMaxWithValue, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None:
        super().__init__()
        self.axis, self.keep_dims = axis, keep_dims

    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]:
        """Return the int64 indices, and the values."""
        values, index = reduce_extreme.max(input, self.axis, self.keep_dims)
        return index, values


class ArgMinWithValue(Primitive):
    """Find where the smallest elements stand along an axis, and their values.

    Args:
        axis (int): the dimension. Default: ``0``.
        keep_dims (bool): keep it with length 1. Default: ``False``.

    Source: mindspore.ops.ArgMinWithValue, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None:
        super().__init__()
        self.axis, self.keep_dims = axis, keep_dims

    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]:
        """Return the int64 indices, and the values."""
        values, index = reduce_extreme.min(input, self.axis, self.keep_dims)
        return index, values


class Argmax(Primitive):
    """Find where the largest elements stand along an axis.

    Args:
        axis (int): the dimension. Default: ``-1``.
        output_type (mindspore.dtype): int32 or int64. Default: ``mindspore.int32``.

    Raises:
        TypeError: if `axis` is not an int.

    Source: mindspore.ops.Argmax, MindSpore 2.10
    """

    def __init__(self, axis: int = -1, output_type: Type = int32) -> None:
        super().__init__()
        if not isinstance(axis, int) or isinstance(axis, bool):
            msg = f"ops.Argmax: axis must be an int, got {axis!r}"
            raise TypeError(msg)
        self.axis, self.output_type = axis, output_type

    def __call__(self, input_x: Tensor) -> Tensor:
        """Return the indices for `input_x`."""
        if not unwrap(input_x).ndim:
            raise ValueError("ops.Argmax: a tensor of 0 dimensions has no axis")
        return wrap(reduce_extreme.argmax(input_x, self.axis)._t.to(given_type(self.output_type)))


class Argmin(Primitive):
    """Find where the smallest elements stand along an axis.

    Args:
        axis (int): the dimension. Default: ``-1``.
        output_type (mindspore.dtype): int32 or int64. Default: ``mindspore.int32``.

    Raises:
        TypeError: if `axis` is not an int.

    Source: mindspore.ops.Argmin, MindSpore 2.10
    """

    def __init__(self, axis: int = -1, output_type: Type = int32) -> None:
        super().__init__()
        if not isinstance(axis, int) or isinstance(axis, bool):
            msg = f"ops.Argmin: axis must be an int, got {axis!r}"
            raise TypeError(msg)
        self.axis, self.output_type = axis, output_type

    def __call__(self, input_x: Tensor) -> Tensor:
        """Return the indices for `input_x`."""
        if not unwrap(input_x).ndim:
            raise ValueError("ops.Argmin: a tensor of 0 dimensions has no axis")
        return wrap(reduce_extreme.argmin(input_x, self.axis)._t.to(given_type(self.output_type)))


class Cummax(Primitive):
    """Find the largest element so far, along an axis, and where it stands.

    Args:
        axis (int): the dimension.

    Source: mindspore.ops.Cummax, MindSpore 2.10
    """

    def __init__(self, axis: int) -> None:
        super().__init__()
        self.axis = axis

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the values and the indices for `x`."""
        return scan.cummax(x, self.axis)


class Cummin(Primitive):
    """Find the smallest element so far, along an axis, and where it stands.

    Args:
        axis (int): the dimension.

    Source: mindspore.ops.Cummin, MindSpore 2.10
    """

    def __init__(self, axis: int) -> None:
        super().__init__()
        self.axis = axis

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the values and the indices for `x`."""
        return scan.cummin(x, self.axis)


class _Running(Primitive):
    """What the running sums and products share: where they begin, and whether each element counts for its own place."""

    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None:
        super().__init__()
        self.exclusive, self.reverse = exclusive, reverse

    def _run(
        self, t: torch.Tensor, dim: int, nothing: float, scan_along: Callable[[torch.Tensor], torch.Tensor]
    ) -> torch.Tensor:
        if self.reverse:
            t = t.flip(dim)
        if self.exclusive and t.shape[dim]:
            first = torch.full_like(t.narrow(dim, 0, 1), nothing)
            out = torch.cat([first, scan_along(t.narrow(dim, 0, t.shape[dim] - 1))], dim)
        else:
            out = scan_along(t)
        return out.flip(dim) if self.reverse else out


def _numbers(op: str, x: Tensor) -> torch.Tensor:
    t = unwrap(x)
    if t.dtype is torch.bool:
        msg = f"{op}: bools are not added or multiplied; convert them with .astype()"
        raise TypeError(msg)
    return t


class CumSum(_Running):
    """Add up the elements along an axis, keeping each sum on the way.

    Args:
        exclusive (bool): leave each element itself out of its own place. Default: ``False``.
        reverse (bool): begin at the end. Default: ``False``.

    Source: mindspore.ops.CumSum, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: int | Tensor) -> Tensor:
        """Run along `axis` of `x`."""
        t = _numbers("ops.CumSum", x)
        dim = one_axis("ops.CumSum", axis, t.ndim)  # type: ignore[arg-type]
        return wrap(self._run(t, dim, 0, lambda part: torch.cumsum(part, dim, dtype=part.dtype)))


class CumProd(_Running):
    """Multiply the elements along an axis, keeping each product on the way.

    Args:
        exclusive (bool): leave each element itself out of its own place. Default: ``False``.
        reverse (bool): begin at the end. Default: ``False``.

    Source: mindspore.ops.CumProd, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: int | Tensor) -> Tensor:
        """Run along `axis` of `x`."""
        t = _numbers("ops.CumProd", x)
        dim = one_axis("ops.CumProd", axis, t.ndim)  # type: ignore[arg-type]

        def along(part: torch.Tensor) -> torch.Tensor:
            return bit_for_bit(lambda bits: torch.cumprod(bits, dim, dtype=bits.dtype), part)

        return wrap(self._run(t, dim, 1, along))


class CumulativeLogsumexp(_Running):
    """Compute the logarithm of the running sum of exponentials along an axis, without overflow.

    Args:
        exclusive (bool): leave each element itself out of its own place. Default: ``False``.
        reverse (bool): begin at the end. Default: ``False``.

    Source: mindspore.ops.CumulativeLogsumexp, MindSpore 2.10
    """

    def __call__(self, x: Tensor, axis: Tensor) -> Tensor:
        """Run along `axis` of `x`: a Tensor of one integer."""
        t = unwrap(x)
        dim = one_axis("ops.CumulativeLogsumexp", int_arg(unwrap(axis)), t.ndim)
        # what nothing adds up to: the smallest number of the type, as in MindSpore (measured 2.10)
        return wrap(self._run(t, dim, torch.finfo(t.dtype).min, lambda part: torch.logcumsumexp(part, dim)))


class Median(Primitive):
    """Find medians along an axis, or the one of all elements.

    Args:
        global_median (bool): over all elements. Default: ``False``.
        axis (int): the dimension. Default: ``0``.
        keep_dims (bool): keep it with length 1. Default: ``False``.
        ignore_nan (bool): leave out nan. Default: ``False``.

    Source: mindspore.ops.Median, MindSpore 2.10
    """

    def __init__(
        self, global_median: bool = False, axis: int = 0, keep_dims: bool = False, ignore_nan: bool = False
    ) -> None:
        super().__init__()
        self.global_median, self.axis, self.keep_dims, self.ignore_nan = global_median, axis, keep_dims, ignore_nan

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the medians and int64 indices; of all elements, the index is 0."""
        if self.global_median:
            t = unwrap(x)
            value = torch.nanmedian(t) if self.ignore_nan else torch.median(t)
            return wrap(value), wrap(torch.zeros((), dtype=torch.int64, device=t.device))
        find = reduce_stats.nanmedian if self.ignore_nan else reduce_stats.median
        return find(x, self.axis, self.keep_dims)


class Quantile(Primitive):
    """Compute quantiles along an axis.

    Args:
        dim (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keep_dims (bool): keep it with length 1. Default: ``False``.
        ignore_nan (bool): leave out nan. Default: ``False``.

    Source: mindspore.ops.Quantile, MindSpore 2.10
    """

    def __init__(self, dim: int | None = None, keep_dims: bool = False, ignore_nan: bool = False) -> None:
        super().__init__()
        self.dim, self.keep_dims, self.ignore_nan = dim, keep_dims, ignore_nan

    def __call__(self, x: Tensor, q: float | Tensor) -> Tensor:
        """Return the quantiles `q` of `x`."""
        find = reduce_stats.nanquantile if self.ignore_nan else reduce_stats.quantile
        return find(x, q, self.dim, self.keep_dims)


class Histogram(Primitive):
    """Count the elements in bins of equal width.

    Args:
        bins (int): how many bins. Default: ``100``.
        min (float): where the first bin begins. Default: ``0.0``.
        max (float): where the last one ends; equal to `min`: both are taken from the elements. Default: ``0.0``.

    Source: mindspore.ops.Histogram, MindSpore 2.10
    """

    def __init__(self, bins: int = 100, min: float = 0.0, max: float = 0.0) -> None:
        super().__init__()
        self.bins, self.min, self.max = bins, min, max

    def __call__(self, x: Tensor) -> Tensor:
        """Count the elements of `x`."""
        return reduce_stats.histc(x, self.bins, self.min, self.max)


class Bincount(Primitive):
    """Count how often each integer below a number occurs.

    Source: mindspore.ops.Bincount, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, array: Tensor, size: Tensor, weights: Tensor) -> Tensor:
        """Count in `array`, int32; `size` is the number of bins as a Tensor, larger integers are left out.

        `weights` is what each element counts; empty, each counts 1.
        """
        t, count, w = unwrap(array).reshape(-1), int_arg(unwrap(size)), unwrap(weights)
        kept = (t >= 0) & (t < count)
        each = w.reshape(-1)[kept] if w.numel() else torch.ones(int(kept.sum()), dtype=w.dtype, device=w.device)
        try:
            return wrap(torch.zeros(count, dtype=w.dtype, device=w.device).index_add(0, t[kept].long(), each))
        except RuntimeError as error:
            raise op_error("ops.Bincount", error, array=array, weights=weights) from None


class CountNonZero(Primitive):
    """Count the elements that are not zero along some dimensions.

    Args:
        dims (Union[int, tuple(int), list(int)], optional): the dimensions; ``None``: all. Default: ``None``.

    Source: mindspore.ops.CountNonZero, MindSpore 2.10
    """

    def __init__(self, dims: int | Sequence[int] | None = None) -> None:
        super().__init__()
        self.dims = dims

    def __call__(self, x: Tensor) -> Tensor:
        """Count in `x`; the result is of int64."""
        t = unwrap(x)
        return wrap(torch.sum(t != 0, axes("ops.CountNonZero", self.dims, t.ndim)))
