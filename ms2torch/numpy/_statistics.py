"""Covariance, interpolation, differences and counts: functions of `mindspore.numpy`."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import floating, place, tensor


@translated
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: float | None = None,
    fweights: Any = None,
    aweights: Any = None,
    dtype: Type | None = None,
) -> Tensor:
    """Estimate the covariance matrix of variables.

    Args:
        m (Any): observations, at most 2-D.
        y (Any): more variables. Default: ``None``.
        rowvar (bool): each row is a variable; else each column. Default: ``True``.
        bias (bool): divide by the number of observations instead of one less. Default: ``False``.
        ddof (float, None): subtracted from that number, in place of what `bias` says. Default: ``None``.
        fweights (Any): ints, how often each observation counts. Default: ``None``.
        aweights (Any): how much each observation counts. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.

    Returns:
        Tensor, 0-d for one variable.

    Raises:
        TypeError: if `fweights` holds no ints.
        ValueError: if an operand has more than 2 dimensions or the numbers of observations differ.
        RuntimeError: if weights are not 1-D or not as many as observations.

    Differs from MindSpore: `aweights` may hold fractions, as documented; MindSpore refuses them.

    Source: mindspore.numpy.cov, MindSpore 2.10
    """
    kind = torch.float32 if dtype is None else to_torch_dtype(dtype)
    x = _variables(m, rowvar, kind)
    if y is not None:
        more = _variables(y, rowvar, kind)
        if more.shape[1] != x.shape[1]:
            msg = f"numpy.cov: {x.shape[1]} and {more.shape[1]} observations do not fit"
            raise ValueError(msg)
        x = torch.cat([x, more])
    often = _weights(fweights, x.shape[1])
    if often is not None and (often.is_floating_point() or often.is_complex()):
        msg = f"numpy.cov: fweights must hold ints, got {often.dtype}"
        raise TypeError(msg)
    much = _weights(aweights, x.shape[1])
    less = ddof if ddof is not None else 0 if bias else 1
    return wrap(_covariance(x, often, much, less))


def _variables(x: Any, rowvar: bool, kind: torch.dtype) -> torch.Tensor:
    """Return the variables as rows."""
    t = tensor(x).to(dtype=kind)
    if t.ndim > 2:
        msg = f"numpy.cov: at most 2 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    t = torch.atleast_2d(t)
    return t if rowvar or t.shape[0] == 1 else t.mT


def _weights(given: Any, count: int) -> torch.Tensor | None:
    if given is None:
        return None
    t = tensor(given)
    if t.ndim != 1 or len(t) != count:
        msg = f"numpy.cov: weights must be a vector, one for each of {count} observations; got {tuple(t.shape)}"
        raise RuntimeError(msg)
    return t.abs()


def _covariance(x: torch.Tensor, often: torch.Tensor | None, much: torch.Tensor | None, less: float) -> torch.Tensor:
    weights = torch.ones_like(x[0])
    for each in (often, much):
        weights = weights if each is None else weights * each.to(dtype=x.dtype)
    total = weights.sum()
    rest = total - less
    if much is not None and less:
        rest = total - less * (weights * much.to(dtype=x.dtype)).sum() / total
    apart = x - ((x * weights).sum(1) / total).unsqueeze(1)
    return ((apart * weights) @ apart.mT / rest.clamp(min=0)).squeeze()


@translated
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, dtype: Type | None = None) -> Tensor:
    """Compute Pearson's correlation coefficients of variables.

    Args:
        x (Any): observations, at most 2-D.
        y (Any): more variables. Default: ``None``.
        rowvar (bool): each row is a variable; else each column. Default: ``True``.
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.

    Returns:
        Tensor, 0-d for one variable.

    Raises:
        ValueError: if an operand has more than 2 dimensions or the numbers of observations differ.

    Source: mindspore.numpy.corrcoef, MindSpore 2.10
    """
    c = cov(x, y, rowvar, dtype=dtype)._t
    if c.ndim == 0:
        return wrap(c / c)
    spread = torch.sqrt(torch.diagonal(c))
    return wrap((c / spread.unsqueeze(1) / spread).clamp(-1, 1))


@translated
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Tensor:
    """Interpolate linearly between points.

    Args:
        x (Any): where to interpolate.
        xp (Any): places of the points, rising.
        fp (Any): their values.
        left (Any): value before the first point; ``None``: that of the point. Default: ``None``.
        right (Any): value after the last point; ``None``: that of the point. Default: ``None``.

    Returns:
        Tensor, same shape as `x`; float32, or float64 where `x` is.

    Raises:
        ValueError: if `xp` and `fp` are not vectors of one length.

    Source: mindspore.numpy.interp, MindSpore 2.10
    """
    t, places, values = floating(x), floating(xp), floating(fp)
    t = t.float() if t.dtype is torch.float16 else t
    if places.ndim != 1 or values.shape != places.shape:
        msg = f"numpy.interp: xp and fp must be vectors of one length, got {tuple(places.shape)}, {tuple(values.shape)}"
        raise ValueError(msg)
    places, values = places.to(dtype=t.dtype), values.to(dtype=t.dtype)
    last = len(places) - 1
    after = torch.searchsorted(places, t.detach()).clamp(min(1, last), last)
    before = (after - 1).clamp(min=0)
    width = places[after] - places[before]
    share = torch.where(width == 0, 0.0, (t - places[before]) / torch.where(width == 0, 1.0, width))
    out = values[before] + share * (values[after] - values[before])
    low, high = (
        end if given is None else tensor(given).to(dtype=t.dtype)
        for given, end in ((left, values[0]), (right, values[-1]))
    )
    return wrap(torch.where(t < places[0], low, torch.where(t > places[-1], high, out)))


@translated
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Estimate derivatives by differences: central ones, and one-sided ones at the ends.

    Results and distances go by the dimensions in rising order, in whatever order `axis` names them.

    Args:
        f (Any): the values.
        *varargs (Any): their distance: one for all dimensions, or one for each.

    Keyword Args:
        axis (int, tuple, None): the dimensions; ``None``: all. Default: ``None``.
        edge_order (int): only 1. Default: ``1``.

    Returns:
        Tensor, or a list of one for each dimension where there are several; integers and float16 as float32.

    Raises:
        TypeError: if the distances are not as many as dimensions.
        ValueError: if there is no such dimension, or one is shorter than 2.
        NotImplementedError: for distances that vary and for another `edge_order`, which MindSpore lacks too.

    Source: mindspore.numpy.gradient, MindSpore 2.10
    """
    if edge_order != 1:
        msg = f"numpy.gradient: edge_order={edge_order!r} does not exist in MindSpore either; only 1 does"
        raise NotImplementedError(msg)
    t = floating(f)
    t = t.to(dtype=torch.float32) if t.dtype in (torch.float16, torch.bfloat16) else t
    asked = range(t.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    dims = sorted(place("gradient", each, t.ndim) for each in asked)
    out = []
    for dim, distance in zip(dims, _distances(varargs, len(dims)), strict=True):
        if t.shape[dim] < 2:
            msg = f"numpy.gradient: dimension {dim} of shape {tuple(t.shape)} is too short, at least 2 are needed"
            raise ValueError(msg)
        out.append(wrap(_differences(t.movedim(dim, -1)).movedim(-1, dim) / distance))
    return out[0] if len(out) == 1 else out


def _distances(given: tuple[Any, ...], count: int) -> list[Any]:
    for each in given:
        is_number = isinstance(each, (int, float)) or (isinstance(each, Tensor) and each._t.ndim == 0)
        if not is_number:
            msg = f"numpy.gradient: distances that vary do not exist in MindSpore either; give numbers, not {each!r}"
            raise NotImplementedError(msg)
    if len(given) not in (0, 1, count):
        msg = f"numpy.gradient: give no distance, one, or one for each of {count} dimensions; got {len(given)}"
        raise TypeError(msg)
    values = [each._t if isinstance(each, Tensor) else each for each in given]
    return values if len(values) == count else (values or [1]) * count


def _differences(t: torch.Tensor) -> torch.Tensor:
    inner = (t[..., 2:] - t[..., :-2]) / 2
    return torch.cat([t[..., 1:2] - t[..., :1], inner, t[..., -1:] - t[..., -2:-1]], -1)


@translated
def unwrap(p: Any, discont: float = math.pi, axis: int = -1) -> Tensor:
    """Take out of angles the jumps by full turns.

    Args:
        p (Any): the angles.
        discont (float): the smallest difference that counts as a jump. Default: ``math.pi``.
        axis (int): the dimension. Default: ``-1``.

    Returns:
        Tensor, same shape; float64, else float32.

    Raises:
        TypeError: if `discont` is no number, or `axis` no int.
        ValueError: if there is no such dimension.

    Source: mindspore.numpy.unwrap, MindSpore 2.10
    """
    check_type(p, "numpy.unwrap")
    if not isinstance(discont, (int, float)):
        msg = f"numpy.unwrap: discont must be a float, got {discont!r}"
        raise TypeError(msg)
    t = tensor(p)
    t = t if t.dtype is torch.float64 else t.to(dtype=torch.float32)
    dim = place("unwrap", axis, t.ndim)
    steps = torch.diff(t, dim=dim)
    short = torch.remainder(steps + math.pi, 2 * math.pi) - math.pi
    short = torch.where((short == -math.pi) & (steps > 0), math.pi, short)
    change = torch.where(steps.abs() < discont, 0.0, short - steps)
    first = t.narrow(dim, 0, min(1, t.shape[dim]))
    return wrap(t + torch.cat([torch.zeros_like(first), torch.cumsum(change, dim)], dim))


@translated
def bincount(x: Any, weights: Any = None, minlength: int = 0, length: int | None = None) -> Tensor:
    """Count how often each number from 0 on occurs.

    Args:
        x (Any): a vector of ints; negative ones count as 0.
        weights (Any): add these instead of ones. Default: ``None``.
        minlength (int): length of the result at least. Default: ``0``.
        length (int, None): length of the result; larger numbers are left out. Default: ``None``.

    Returns:
        Tensor, float32.

    Raises:
        TypeError: if `x` holds no ints.
        ValueError: if `x` is no vector, or the weights are not as many.

    Source: mindspore.numpy.bincount, MindSpore 2.10
    """
    t = tensor(x)
    if t.is_floating_point() or t.is_complex() or t.dtype in (torch.bool, torch.uint8):
        msg = f"numpy.bincount: x must hold signed ints, got {t.dtype}"
        raise TypeError(msg)
    heavy = torch.ones(t.shape, dtype=torch.float32) if weights is None else tensor(weights).to(dtype=torch.float32)
    if t.ndim != 1 or heavy.shape != t.shape:
        msg = f"numpy.bincount: vectors of one length are needed, got {tuple(t.shape)} and {tuple(heavy.shape)}"
        raise ValueError(msg)
    t = t.long().clamp(min=0)
    if length is not None:
        if not isinstance(length, int):
            msg = f"numpy.bincount: length must be an int, got {length!r}"
            raise TypeError(msg)
        heavy, t, size = heavy[t < length], t[t < length], length
    else:
        size = max(int(t.max()) + 1 if len(t) else 1, int(minlength))
    return wrap(torch.zeros(size, dtype=torch.float32, device=t.device).index_add(0, t, heavy.to(t.device)))


@translated
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Tensor:
    """Compute the edges of the bins of a histogram.

    Args:
        a (Any): the data.
        bins (Any): how many bins of one width; or the edges. Default: ``10``.
        range (tuple, None): from where to where; ``None``: as the data lie. Default: ``None``.
        weights (Any): without effect, as in MindSpore. Default: ``None``.

    Returns:
        Tensor, float32; given edges as they are.

    Raises:
        TypeError: if `bins` is a float.
        ValueError: if there are fewer bins than none, edges are no vector, or `range` is no rising pair.
        NotImplementedError: for the name of a rule, which MindSpore lacks too.

    Source: mindspore.numpy.histogram_bin_edges, MindSpore 2.10
    """
    if isinstance(bins, str):
        msg = f"numpy.histogram_bin_edges: bins={bins!r} does not exist in MindSpore either; give a number or edges"
        raise NotImplementedError(msg)
    if isinstance(bins, float):
        msg = f"numpy.histogram_bin_edges: bins must be an int or edges, got {bins!r}"
        raise TypeError(msg)
    if not isinstance(bins, int):
        edges = tensor(bins)
        if edges.ndim != 1:
            msg = f"numpy.histogram_bin_edges: edges must be a vector, got shape {tuple(edges.shape)}"
            raise ValueError(msg)
        return wrap(edges.to(tensor(a).device))
    if bins < 0:
        msg = f"numpy.histogram_bin_edges: there cannot be {bins} bins"
        raise ValueError(msg)
    data = tensor(a)
    low, high = _span(data.to(dtype=torch.float32), range)
    return wrap(torch.linspace(low, high, bins + 1, device=data.device))


def _span(t: torch.Tensor, given: Any) -> tuple[float, float]:
    if given is None:
        low, high = (float(t.min()), float(t.max())) if t.numel() else (0.0, 0.0)
    else:
        if len(given) != 2 or given[1] < given[0]:
            msg = f"numpy.histogram: range must be a rising pair of numbers, got {given!r}"
            raise ValueError(msg)
        low, high = float(given[0]), float(given[1])
    return (low - 0.5, high + 0.5) if low == high else (low, high)


@translated
def histogram(
    a: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, Tensor]:
    """Count how many elements fall into each of several bins.

    Args:
        a (Any): the data.
        bins (Any): how many bins of one width; or the edges. Default: ``10``.
        range (tuple, None): from where to where; ``None``: as the data lie. Default: ``None``.
        weights (Any): add these instead of ones. Default: ``None``.
        density (bool): make the integral 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): counts, float32, and edges.

    Raises:
        TypeError: if `bins` is a float.
        ValueError: if weights have another shape than the data, or as `histogram_bin_edges`.
        NotImplementedError: for the name of a rule, which MindSpore lacks too.

    Source: mindspore.numpy.histogram, MindSpore 2.10
    """
    edges = histogram_bin_edges(a, bins, range)
    t = tensor(a)
    heavy = None if weights is None else tensor(weights)
    if heavy is not None and heavy.shape != t.shape:
        msg = f"numpy.histogram: weights of shape {tuple(heavy.shape)} do not fit data of {tuple(t.shape)}"
        raise ValueError(msg)
    flat = None if heavy is None else heavy.reshape(-1)
    return wrap(_count([t.reshape(-1)], [edges._t], flat, density)), edges


def _count(
    columns: list[torch.Tensor], edges: list[torch.Tensor], weights: torch.Tensor | None, density: bool
) -> torch.Tensor:
    """Return the sums of weights in each bin of a grid; the last bin of each dimension includes its upper edge."""
    shape = [max(len(e) - 1, 0) for e in edges]
    device = columns[0].device
    edges = [edge.to(device) for edge in edges]
    place_of = torch.zeros(len(columns[0]), dtype=torch.int64, device=device)
    is_inside = torch.ones(len(columns[0]), dtype=torch.bool, device=device)
    for column, edge, size in zip(columns, edges, shape, strict=True):
        data, limits = column.to(dtype=torch.float32).contiguous(), edge.to(dtype=torch.float32)
        index = torch.searchsorted(limits, data, right=True) - 1
        index = torch.where(data == limits[-1], size - 1, index)
        is_inside = is_inside & (index >= 0) & (index < size)
        place_of = place_of * size + index
    heavy = torch.ones(len(columns[0]), device=device) if weights is None else weights.to(device, torch.float32)
    sums = torch.zeros(math.prod(shape), device=device).index_add(0, place_of[is_inside], heavy[is_inside])
    out = sums.reshape(shape)
    if density:
        for dim, edge in enumerate(edges):
            out = out / torch.diff(edge).reshape(-1, *([1] * (len(edges) - 1 - dim)))
        out = out / heavy[is_inside].sum()
    return out


@translated
def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, list[Tensor]]:
    """Count how many points fall into each cell of a grid.

    Args:
        sample (Any): points as rows of a Tensor, or a list of coordinates, one tensor for each dimension.
        bins (Any): how many bins; or for each dimension how many, or the edges. Default: ``10``.
        range (Sequence, None): for each dimension from where to where, or ``None``. Default: ``None``.
        weights (Any): add these instead of ones. Default: ``None``.
        density (bool): make the integral 1. Default: ``False``.

    Returns:
        tuple: the counts, float32, and a list of the edges along each dimension.

    Raises:
        TypeError: if `bins` is neither an int nor a sequence.
        ValueError: if `sample` is a Tensor but not 2-D, or `bins` are not as many as dimensions.

    Source: mindspore.numpy.histogramdd, MindSpore 2.10
    """
    if isinstance(sample, Tensor):
        if sample._t.ndim != 2:
            msg = f"numpy.histogramdd: points must be the rows of a matrix, got shape {tuple(sample.shape)}"
            raise ValueError(msg)
        columns = list(sample._t.unbind(1))
    else:
        columns = [tensor(each).reshape(-1) for each in sample]
    if any(len(c) != len(columns[0]) for c in columns):
        msg = f"numpy.histogramdd: coordinates of {[len(c) for c in columns]} points do not fit"
        raise ValueError(msg)
    each_bins = _for_each("bins", bins, len(columns))
    each_range = [None] * len(columns) if range is None else list(range)
    edges = [histogram_bin_edges(wrap(c), b, r) for c, b, r in zip(columns, each_bins, each_range, strict=True)]
    heavy = None if weights is None else tensor(weights).reshape(-1)
    return wrap(_count(columns, [e._t for e in edges], heavy, density)), edges


def _for_each(name: str, given: Any, count: int) -> list[Any]:
    if isinstance(given, int):
        return [given] * count
    if not isinstance(given, (tuple, list, Tensor)):
        msg = f"numpy.histogramdd: {name} must be an int or a sequence, got {given!r}"
        raise TypeError(msg)
    out = given._t.tolist() if isinstance(given, Tensor) else list(given)
    if len(out) != count:
        msg = f"numpy.histogramdd: {count} dimensions need as many {name}, got {len(out)}"
        raise ValueError(msg)
    return out


@translated
def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    """Count how many points of a plane fall into each cell of a grid.

    Args:
        x (Any): first coordinates.
        y (Any): second coordinates.
        bins (Any): how many bins; or for each dimension how many, or the edges. Default: ``10``.
        range (Sequence, None): for each dimension from where to where, or ``None``. Default: ``None``.
        weights (Any): add these instead of ones. Default: ``None``.
        density (bool): make the integral 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor, Tensor): the counts, float32, and the edges along both dimensions.

    Raises:
        ValueError: if the coordinates are not as many, or `bins` not two.

    Source: mindspore.numpy.histogram2d, MindSpore 2.10
    """
    counts, (first, second) = histogramdd((x, y), bins, range, weights, density)
    return counts, first, second
