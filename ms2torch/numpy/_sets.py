"""Sets, comparison and types: functions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import promote, promoted, tensor


def _need_bools(name: str, **flags: object) -> None:
    for argument, value in flags.items():
        if not isinstance(value, bool):
            msg = f"numpy.{name}: {argument} must be a bool, got {value!r}"
            raise TypeError(msg)


@translated
def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """Find the elements that two tensors share, sorted.

    Args:
        ar1 (Any): one tensor; flattened.
        ar2 (Any): the other; flattened.
        assume_unique (bool): neither holds an element twice. Default: ``False``.
        return_indices (bool): return where the elements first stand in both as well. Default: ``False``.

    Returns:
        Tensor, or a tuple of three; indices are int32.

    Raises:
        TypeError: if a flag is no bool.

    Source: mindspore.numpy.intersect1d, MindSpore 2.10
    """
    _need_bools("intersect1d", assume_unique=assume_unique, return_indices=return_indices)
    x, y = promoted([tensor(ar1).reshape(-1), tensor(ar2).reshape(-1)])
    first, second = _first_places(x), _first_places(y)
    common = first[0][torch.isin(first[0], second[0])]
    if not return_indices:
        return wrap(common)
    places = [p[torch.isin(v, common)].to(dtype=torch.int32) for v, p in (first, second)]
    return wrap(common), wrap(places[0]), wrap(places[1])


def _first_places(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the distinct elements, sorted, and where each stands first."""
    ordered, order = torch.sort(t, stable=True)
    is_new = torch.ones(len(t), dtype=torch.bool, device=t.device)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new], order[is_new]


@translated
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Tensor:
    """Find the elements of one tensor that another lacks.

    Args:
        ar1 (Any): the tensor; flattened.
        ar2 (Any): the other.
        assume_unique (bool): keep the elements as they stand instead of sorting them and dropping repeats.
            Default: ``False``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `assume_unique` is no bool.

    Source: mindspore.numpy.setdiff1d, MindSpore 2.10
    """
    _need_bools("setdiff1d", assume_unique=assume_unique)
    kind = tensor(ar1).dtype
    x, y = promoted([tensor(ar1).reshape(-1), tensor(ar2).reshape(-1)])
    x = x if assume_unique else torch.unique(x)
    return wrap(x[~torch.isin(x, y)].to(dtype=kind))


@translated
def array_equiv(a1: Any, a2: Any) -> Tensor:
    """Tell whether two tensors are equal once one is broadcast to the other.

    Args:
        a1 (Any): one tensor.
        a2 (Any): the other.

    Returns:
        Tensor, a bool.

    Raises:
        TypeError: if an operand is no tensor, list, tuple or number.

    Source: mindspore.numpy.array_equiv, MindSpore 2.10
    """
    x, y = tensor(a1), tensor(a2)
    try:
        shape = torch.broadcast_shapes(x.shape, y.shape)
    except RuntimeError:
        return wrap(torch.tensor(False, device=x.device))
    is_one_of_them = shape in (x.shape, y.shape)
    return wrap(torch.eq(x, y).all() if is_one_of_them else torch.tensor(False, device=x.device))


@translated
def array_str(a: Tensor) -> str:
    """Write the elements of a tensor as text.

    Args:
        a (Tensor): the tensor.

    Returns:
        str.

    Raises:
        TypeError: if `a` is no Tensor.

    Source: mindspore.numpy.array_str, MindSpore 2.10
    """
    if not isinstance(a, Tensor):
        msg = f"numpy.array_str: a Tensor is needed, got {type(a).__name__}"
        raise TypeError(msg)
    return str(a)


@translated
def result_type(*arrays_and_dtypes: Any) -> Type:
    """Find the type that tensors, numbers and types are promoted to together.

    Args:
        *arrays_and_dtypes (Any): Tensors, numbers (as Tensors of them), types or their names.

    Returns:
        mindspore.dtype.

    Raises:
        TypeError: if an argument is nothing of this kind, or there is none.

    Source: mindspore.numpy.result_type, MindSpore 2.10
    """
    if not arrays_and_dtypes:
        msg = "numpy.result_type: at least one Tensor or type is needed"
        raise TypeError(msg)
    kind, *others = [_type_of(each) for each in arrays_and_dtypes]
    for other in others:
        kind = promote(kind, other)
    return mstype.from_torch_dtype(kind)


def _type_of(x: Any) -> torch.dtype:
    if isinstance(x, (Tensor, bool, int, float)):
        return tensor(x).dtype
    if isinstance(x, str):
        return to_torch_dtype(getattr(mstype, np.dtype(x).name))
    if isinstance(x, (list, tuple)):
        msg = f"numpy.result_type: {x!r} is neither a Tensor nor a type; make a Tensor of it"
        raise TypeError(msg)
    return to_torch_dtype(x)
