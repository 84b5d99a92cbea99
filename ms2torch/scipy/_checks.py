"""Checks that the functions of `mindspore.scipy` make before they compute."""

from __future__ import annotations

import torch

from ms2torch._core.convert import bool_arg
from ms2torch._core.tensor_type import Tensor

_REAL = (torch.int32, torch.int64, torch.float32, torch.float64)
_COMPLEX = (torch.complex64, torch.complex128)


def need_bools(op: str, **flags: object) -> None:
    """Raise TypeError unless every flag is a bool."""
    for name, value in flags.items():
        bool_arg(f"scipy.linalg.{op}", name, value)


def numbers(op: str, x: object, name: str = "a", *, or_complex: bool = False) -> torch.Tensor:
    """Return the torch tensor of an operand, integers as float64.

    Raises:
        TypeError: if it is no Tensor, or not of int32, int64, float32, float64 (or complex, where that is allowed).
    """
    if not isinstance(x, Tensor):
        msg = f"scipy.linalg.{op}: {name} must be a mindspore Tensor, got {type(x).__name__}"
        raise TypeError(msg)
    t = x._t
    if t.dtype not in _REAL and not (or_complex and t.dtype in _COMPLEX):
        wanted = "int32, int64, float32, float64" + (", complex64, complex128" if or_complex else "")
        msg = f"scipy.linalg.{op}: {name} must be one of {wanted}; got {t.dtype}"
        raise TypeError(msg)
    return t if t.is_floating_point() or t.is_complex() else t.to(dtype=torch.float64)


def matrix(op: str, x: object, name: str = "a", *, square: bool = True, or_complex: bool = False) -> torch.Tensor:
    """Return the torch tensor of one matrix (no batch), integers as float64.

    Raises:
        TypeError: as `numbers`.
        ValueError: if it has other than two dimensions, or is not square and should be.
    """
    t = numbers(op, x, name, or_complex=or_complex)
    if t.ndim != 2 or (square and t.shape[0] != t.shape[1]):
        what = "a square matrix" if square else "a matrix"
        msg = f"scipy.linalg.{op}: {name} must be {what}, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def need_alike(op: str, a: torch.Tensor, b: torch.Tensor) -> None:
    """Raise TypeError unless both operands have one element type."""
    if a.dtype != b.dtype:
        msg = f"scipy.linalg.{op}: both operands must be of one type, got {a.dtype} and {b.dtype}; cast one with astype"
        raise TypeError(msg)
