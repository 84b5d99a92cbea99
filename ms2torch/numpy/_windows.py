"""Windows, grids and index sets: functions of `mindspore.numpy`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import cast, floating, promoted, tensor, together


@translated
def bartlett(M: int) -> Tensor:
    """Create a Bartlett window: a triangle with zeros at its ends.

    Args:
        M (int): number of points; below 1 there are none.

    Returns:
        Tensor, float32 of shape :math:`(M,)`.

    Raises:
        TypeError: if `M` is no int.

    Source: mindspore.numpy.bartlett, MindSpore 2.10
    """
    return _window("bartlett", M, lambda n: torch.bartlett_window(n, periodic=False, device=current_device()))


@translated
def blackman(M: int) -> Tensor:
    """Create a Blackman window.

    Args:
        M (int): number of points; below 1 there are none.

    Returns:
        Tensor, float32 of shape :math:`(M,)`.

    Raises:
        TypeError: if `M` is no int.

    Source: mindspore.numpy.blackman, MindSpore 2.10
    """
    return _window("blackman", M, lambda n: torch.blackman_window(n, periodic=False, device=current_device()))


@translated
def hamming(M: int) -> Tensor:
    """Create a Hamming window: a raised cosine with 0.08 at its ends.

    Args:
        M (int): number of points; below 1 there are none.

    Returns:
        Tensor, float32 of shape :math:`(M,)`.

    Raises:
        TypeError: if `M` is no int.

    Source: mindspore.numpy.hamming, MindSpore 2.10
    """
    return _window("hamming", M, lambda n: torch.hamming_window(n, periodic=False, device=current_device()))


@translated
def hanning(M: int) -> Tensor:
    """Create a Hann window: a raised cosine with zeros at its ends.

    Args:
        M (int): number of points; below 1 there are none.

    Returns:
        Tensor, float32 of shape :math:`(M,)`.

    Raises:
        TypeError: if `M` is no int.

    Source: mindspore.numpy.hanning, MindSpore 2.10
    """
    return _window("hanning", M, lambda n: torch.hann_window(n, periodic=False, device=current_device()))


def _window(name: str, count: object, make: Callable[[int], torch.Tensor]) -> Tensor:
    if not isinstance(count, int):
        msg = f"numpy.{name}: M must be an int, got {count!r}"
        raise TypeError(msg)
    return wrap(make(max(count, 0)))


@translated
def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Type | None = None, axis: int = 0
) -> Tensor:
    """Place values so that each is the same multiple of the one before.

    Args:
        start (Any): the first value.
        stop (Any): the last value, of the same sign.
        num (int): number of values. Default: ``50``.
        endpoint (bool): include the end. Default: ``True``.
        dtype (Type, None): type of the result; ``None``: float32. Default: ``None``.
        axis (int): where the values lie. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `num` is no int, or `endpoint` no bool.
        ValueError: if `num` is below 1 or there is no such `axis`.

    Source: mindspore.numpy.geomspace, MindSpore 2.10
    """
    if not isinstance(num, int) or not isinstance(endpoint, bool):
        msg = f"numpy.geomspace: num must be an int and endpoint a bool, got {num!r} and {endpoint!r}"
        raise TypeError(msg)
    if num < 1:
        msg = f"numpy.geomspace: num must be at least 1, got {num}"
        raise ValueError(msg)
    bounds = together(floating(start).to(dtype=torch.float32), floating(stop).to(dtype=torch.float32))
    first, last = torch.broadcast_tensors(*bounds)
    if not -first.ndim - 1 <= axis <= first.ndim:
        msg = f"numpy.geomspace: there is no axis {axis} in a result of {first.ndim + 1} dimensions"
        raise ValueError(msg)
    shares = torch.arange(num, device=first.device) / max(num - 1 if endpoint else num, 1)
    out = first * torch.pow(last / first, shares.reshape(-1, *([1] * first.ndim)))
    return cast(torch.movedim(out, 0, axis), dtype)


@translated
def indices(dimensions: Any, dtype: Type = mstype.int32, sparse: bool = False) -> list[Tensor]:
    """Create grids of the indices of a tensor.

    Args:
        dimensions (tuple, list): shape of the tensor.
        dtype (Type): type of the result. Default: ``mstype.int32``.
        sparse (bool): leave the grids to be broadcast. Default: ``False``.

    Returns:
        list(Tensor), one for each dimension.

    Raises:
        TypeError: if `dimensions` is no tuple or list.

    Source: mindspore.numpy.indices, MindSpore 2.10
    """
    if not isinstance(dimensions, (tuple, list)):
        msg = f"numpy.indices: dimensions must be a tuple or list of ints, got {dimensions!r}"
        raise TypeError(msg)
    if any(n < 0 for n in dimensions):
        msg = f"numpy.indices: lengths cannot be negative, got {dimensions!r}"
        raise ValueError(msg)
    kind = to_torch_dtype(dtype)
    grids = _grids([torch.arange(int(n), dtype=kind, device=current_device()) for n in dimensions], sparse=sparse)
    return [wrap(g) for g in grids]


def _grids(vectors: list[torch.Tensor], *, sparse: bool) -> list[torch.Tensor]:
    if not sparse:
        return list(torch.meshgrid(*vectors, indexing="ij"))
    return [v.reshape([-1 if i == p else 1 for i in range(len(vectors))]) for p, v in enumerate(vectors)]


@translated
def ix_(*args: Tensor) -> tuple[Tensor, ...]:
    """Shape vectors so that indexing with them gives every combination.

    Args:
        *args (Tensor): the vectors.

    Returns:
        tuple(Tensor), the vector at place `i` along dimension `i`.

    Raises:
        TypeError: if an argument is no Tensor.
        ValueError: if one is not 1-D.

    Source: mindspore.numpy.ix_, MindSpore 2.10
    """
    vectors = [unwrap(each) for each in args]
    if any(v.ndim != 1 for v in vectors):
        msg = f"numpy.ix_: vectors are needed, got shapes {[tuple(v.shape) for v in vectors]}"
        raise ValueError(msg)
    return tuple(wrap(g) for g in _grids(vectors, sparse=True))


class _Grid:
    """What `mgrid` and `ogrid` are: grids made by indexing with slices.

    A step that is a complex number counts the values instead, and includes the end: ``[0:1:5j]``.
    """

    def __init__(self, *, sparse: bool) -> None:
        self._sparse = sparse

    def __getitem__(self, key: slice | tuple[slice, ...]) -> Any:
        if isinstance(key, slice):
            return wrap(_counted(key))
        if not isinstance(key, tuple):
            msg = f"a grid is made of slices, as in mgrid[0:5, 0:3]; got {key!r}"
            raise TypeError(msg)
        vectors = [_counted(each) for each in key]
        if self._sparse:
            return [wrap(g) for g in _grids(vectors, sparse=True)]
        return wrap(torch.stack(_grids(promoted(vectors), sparse=False)))


def _counted(places: slice) -> torch.Tensor:
    """Return the values that a slice names: int32, or float32 where a bound is no int or the step counts."""
    if not isinstance(places, slice) or places.stop is None:
        msg = f"a grid is made of slices with an end, as in mgrid[0:5, 0:3]; got {places!r}"
        raise TypeError(msg)
    first, step = places.start or 0, places.step or 1
    if isinstance(step, complex):
        return torch.linspace(first, places.stop, int(abs(step)), dtype=torch.float32, device=current_device())
    is_whole = all(isinstance(each, int) for each in (first, places.stop, step))
    if (places.stop - first) * step <= 0:
        return torch.empty(0, dtype=torch.int32 if is_whole else torch.float32, device=current_device())
    return torch.arange(
        first, places.stop, step, dtype=torch.int32 if is_whole else torch.float32, device=current_device()
    )


mgrid = _Grid(sparse=False)
ogrid = _Grid(sparse=True)


@translated
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """Return the indices of the main diagonal.

    Args:
        n (int): length of each dimension.
        ndim (int): number of dimensions. Default: ``2``.

    Returns:
        tuple(Tensor), int32, one for each dimension.

    Raises:
        TypeError: if an argument is no int.

    Source: mindspore.numpy.diag_indices, MindSpore 2.10
    """
    if not isinstance(n, int) or not isinstance(ndim, int):
        msg = f"numpy.diag_indices: n and ndim must be ints, got {n!r} and {ndim!r}"
        raise TypeError(msg)
    return tuple(wrap(torch.arange(n, dtype=torch.int32, device=current_device())) for _ in range(ndim))


@translated
def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Return the indices on and below a diagonal.

    Args:
        n (int): rows.
        k (int): which diagonal; above the main one if positive. Default: ``0``.
        m (int, None): columns; ``None``: `n`. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor), int32: rows and columns.

    Raises:
        TypeError: if an argument is no number.

    Source: mindspore.numpy.tril_indices, MindSpore 2.10
    """
    rows, columns = _sizes("tril_indices", n, k, m)
    return _places(torch.tril_indices(rows, columns, math.floor(k), device=current_device()))


@translated
def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Return the indices on and above a diagonal.

    Args:
        n (int): rows.
        k (int): which diagonal; above the main one if positive. Default: ``0``.
        m (int, None): columns; ``None``: `n`. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor), int32: rows and columns.

    Raises:
        TypeError: if an argument is no number.

    Source: mindspore.numpy.triu_indices, MindSpore 2.10
    """
    rows, columns = _sizes("triu_indices", n, k, m)
    return _places(torch.triu_indices(rows, columns, math.ceil(k), device=current_device()))


def _sizes(name: str, n: Any, k: Any, m: Any) -> tuple[int, int]:
    for each in (n, k, n if m is None else m):
        if not isinstance(each, (int, float)):
            msg = f"numpy.{name}: n, k and m must be numbers, got {each!r}"
            raise TypeError(msg)
    return max(int(n), 0), max(int(n if m is None else m), 0)


def _places(places: torch.Tensor) -> tuple[Tensor, Tensor]:
    # nothing is of float32, as an empty list (measured 2.10)
    rows, columns = places.to(torch.int32 if places.numel() else torch.float32)
    return wrap(rows), wrap(columns)


@translated
def tril_indices_from(arr: Any, k: int = 0) -> tuple[Tensor, Tensor]:
    """Return the indices on and below a diagonal of a matrix.

    Args:
        arr (Any): the matrix.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        tuple(Tensor, Tensor), int32: rows and columns.

    Raises:
        ValueError: if `arr` is not 2-D.

    Source: mindspore.numpy.tril_indices_from, MindSpore 2.10
    """
    rows, columns = _matrix_shape("tril_indices_from", arr)
    return _beside(arr, tril_indices(rows, k, columns))


@translated
def triu_indices_from(arr: Any, k: int = 0) -> tuple[Tensor, Tensor]:
    """Return the indices on and above a diagonal of a matrix.

    Args:
        arr (Any): the matrix.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        tuple(Tensor, Tensor), int32: rows and columns.

    Raises:
        ValueError: if `arr` is not 2-D.

    Source: mindspore.numpy.triu_indices_from, MindSpore 2.10
    """
    rows, columns = _matrix_shape("triu_indices_from", arr)
    return _beside(arr, triu_indices(rows, k, columns))


def _beside(arr: Any, places: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Put indices where the matrix lies."""
    device = tensor(arr).device
    rows, columns = (wrap(unwrap(each).to(device)) for each in places)
    return rows, columns


def _matrix_shape(name: str, x: Any) -> tuple[int, int]:
    shape = tuple(tensor(x).shape)
    if len(shape) != 2:
        msg = f"numpy.{name}: a matrix is needed, got shape {shape}"
        raise ValueError(msg)
    return shape[0], shape[1]
