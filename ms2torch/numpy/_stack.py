"""Tensors joined along a new dimension, and with dimensions in front, of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import (
    need_attributes,
    need_tensor,
    promoted,
    tensor,
)


def _elements(name: str, tup: Any) -> list[torch.Tensor]:
    """Return the torch tensors of a sequence of Tensors."""
    if isinstance(tup, (list, tuple)):
        need_attributes(name, *tup)
    return [tensor(x) for x in tup]


@translated
def vstack(tup: Any) -> Tensor:
    """Join tensors as numpy's function of this name does.

    Args:
        tup (Any): the tensors.

    Returns:
        Tensor.

    Source: mindspore.numpy.vstack, MindSpore 2.10
    """
    return wrap(torch.vstack(_elements("vstack", tup)))


@translated
def hstack(tup: Any) -> Tensor:
    """Join tensors as numpy's function of this name does.

    Args:
        tup (Any): the tensors.

    Returns:
        Tensor.

    Source: mindspore.numpy.hstack, MindSpore 2.10
    """
    return wrap(torch.hstack(_elements("hstack", tup)))


@translated
def dstack(tup: Any) -> Tensor:
    """Join tensors as numpy's function of this name does.

    Args:
        tup (Any): the tensors.

    Returns:
        Tensor.

    Source: mindspore.numpy.dstack, MindSpore 2.10
    """
    return wrap(torch.dstack(_elements("dstack", tup)))


@translated
def column_stack(tup: Any) -> Tensor:
    """Join tensors as numpy's function of this name does.

    Args:
        tup (Any): the tensors.

    Returns:
        Tensor.

    Source: mindspore.numpy.column_stack, MindSpore 2.10
    """
    return wrap(torch.column_stack(_elements("column_stack", tup)))


@translated
def stack(arrays: Any, axis: int = 0) -> Tensor:
    """Join tensors along a new dimension.

    Args:
        arrays (Any): the tensors.
        axis (int): where it is inserted. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.stack, MindSpore 2.10
    """
    return wrap(torch.stack(promoted([tensor(x) for x in arrays]), axis))


@translated
def atleast_1d(*arys: Any) -> Any:
    """Give tensors at least 1 dimension.

    Args:
        *arys (Any): the tensors.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.numpy.atleast_1d, MindSpore 2.10
    """
    need_tensor("atleast_1d", *arys)
    out = [wrap(torch.atleast_1d(tensor(x))) for x in arys]
    return out[0] if len(out) == 1 else out


@translated
def atleast_2d(*arys: Any) -> Any:
    """Give tensors at least 2 dimensions.

    Args:
        *arys (Any): the tensors.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.numpy.atleast_2d, MindSpore 2.10
    """
    need_tensor("atleast_2d", *arys)
    out = [wrap(torch.atleast_2d(tensor(x))) for x in arys]
    return out[0] if len(out) == 1 else out


@translated
def atleast_3d(*arys: Any) -> Any:
    """Give tensors at least 3 dimensions.

    Args:
        *arys (Any): the tensors.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.numpy.atleast_3d, MindSpore 2.10
    """
    need_tensor("atleast_3d", *arys)
    out = [wrap(torch.atleast_3d(tensor(x))) for x in arys]
    return out[0] if len(out) == 1 else out
