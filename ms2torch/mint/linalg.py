"""`mindspore.mint.linalg`: norms and decompositions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.mint._math import inverse as inv

__all__ = [
    "inv",
    "matrix_norm",
    "norm",
    "qr",
    "vector_norm",
]


def norm(
    A: Tensor, ord: float | str | None = None, dim: Any = None, keepdim: bool = False, *, dtype: Type | None = None
) -> Tensor:
    """Compute the norm of vectors or matrices.

    Args:
        A (Tensor): the tensor.
        ord (float, str, None): order of the norm. Default: ``None``.
        dim (Any): one dimension of vectors, two of matrices; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.linalg.norm, MindSpore 2.10
    """
    return wrap(torch.linalg.norm(unwrap(A), ord, dim, keepdim, dtype=optional_type(dtype)))


def vector_norm(
    x: Tensor, ord: float = 2, dim: Any = None, keepdim: bool = False, *, dtype: Type | None = None
) -> Tensor:
    """Compute the norm of vectors.

    Args:
        x (Tensor): the tensor.
        ord (float): order of the norm. Default: ``2``.
        dim (Any): their dimensions; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.linalg.vector_norm, MindSpore 2.10
    """
    return wrap(torch.linalg.vector_norm(unwrap(x), ord, dim, keepdim, dtype=optional_type(dtype)))


def matrix_norm(
    A: Tensor,
    ord: float | str = "fro",
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: Type | None = None,
) -> Tensor:
    """Compute the norm of matrices.

    Args:
        A (Tensor): (..., m, n).
        ord (float, str): order of the norm. Default: ``'fro'``.
        dim (Sequence[int]): their two dimensions. Default: ``(-2, -1)``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.linalg.matrix_norm, MindSpore 2.10
    """
    return wrap(torch.linalg.matrix_norm(unwrap(A), ord, tuple(dim), keepdim, dtype=optional_type(dtype)))  # type: ignore[call-overload]


def qr(A: Tensor, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Decompose matrices into an orthogonal and an upper triangular one.

    Args:
        A (Tensor): (..., m, n).
        mode (str): ``'reduced'``, ``'complete'`` or ``'r'``. Default: ``'reduced'``.

    Returns:
        tuple(Tensor, Tensor).

    Source: mindspore.mint.linalg.qr, MindSpore 2.10
    """
    q, r = torch.linalg.qr(unwrap(A), mode)
    return wrap(q), wrap(r)
