"""Convolution and polynomials: functions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import floating, promoted, tensor, together

_MODES = ("full", "same", "valid")
_SHORT = (torch.int8, torch.int16, torch.int32, torch.uint8, torch.uint16, torch.uint32)


def _products(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the full convolution of two vectors of one type: sums of products, exact for integers too."""
    a, b = together(a, b)
    padded = torch.nn.functional.pad(a, (len(b) - 1, len(b) - 1))
    return (padded.unfold(0, len(b), 1) * b.flip(0)).sum(-1).to(dtype=a.dtype)


def _middle(full: torch.Tensor, long: int, short: int, mode: str) -> torch.Tensor:
    if mode == "full":
        return full
    if mode == "same":
        return full.narrow(0, (short - 1) // 2, long)
    return full.narrow(0, short - 1, long - short + 1)


def _need_vectors(name: str, a: torch.Tensor, v: torch.Tensor, mode: str) -> None:
    if not isinstance(mode, str):
        msg = f"numpy.{name}: mode must be a str, got {mode!r}"
        raise TypeError(msg)
    if mode not in _MODES:
        msg = f"numpy.{name}: mode must be one of {', '.join(_MODES)}; got {mode!r}"
        raise ValueError(msg)
    if a.ndim != 1 or v.ndim != 1 or not len(a) or not len(v):
        msg = f"numpy.{name}: two vectors with elements are needed, got shapes {tuple(a.shape)} and {tuple(v.shape)}"
        raise ValueError(msg)


@translated
def convolve(a: Any, v: Any, mode: str = "full") -> Tensor:
    """Convolve two vectors.

    Args:
        a (Any): first vector; a number is a vector of one.
        v (Any): second vector.
        mode (str): ``'full'``: wherever they overlap, ``'same'``: as long as the longer, ``'valid'``: where they
            overlap wholly. Default: ``'full'``.

    Returns:
        Tensor, of the type both are promoted to.

    Raises:
        ValueError: if an operand is no vector or empty, or there is no such mode.

    Source: mindspore.numpy.convolve, MindSpore 2.10
    """
    x, y = promoted([torch.atleast_1d(tensor(a)), torch.atleast_1d(tensor(v))])
    _need_vectors("convolve", x, y, mode)
    x, y = (y, x) if len(x) < len(y) else (x, y)
    return wrap(_middle(_products(x, y), len(x), len(y), mode))


@translated
def correlate(a: Any, v: Any, mode: str = "valid") -> Tensor:
    """Correlate two vectors.

    Args:
        a (Any): first vector.
        v (Any): second vector, of the same type; its conjugate is taken.
        mode (str): ``'full'``: wherever they overlap, ``'same'``: as long as the longer, ``'valid'``: where they
            overlap wholly. Default: ``'valid'``.

    Returns:
        Tensor; integers give float32 (64-bit: float64).

    Raises:
        TypeError: if the types differ or are bool.
        ValueError: if an operand is no vector or empty, or there is no such mode.

    Source: mindspore.numpy.correlate, MindSpore 2.10
    """
    if isinstance(a, (int, float)) or isinstance(v, (int, float)):
        raise TypeError("numpy.correlate: two vectors are needed, got a number")
    x, y = tensor(a), tensor(v)
    _need_vectors("correlate", x, y, mode)
    if isinstance(a, (list, tuple)) and isinstance(v, (list, tuple)):
        x, y = promoted([x, y])
    if x.dtype != y.dtype or x.dtype is torch.bool:
        msg = f"numpy.correlate: two vectors of numbers of one type are needed, got {x.dtype} and {y.dtype}"
        raise TypeError(msg)
    if x.dtype in _SHORT:
        x, y = x.to(dtype=torch.float32), y.to(dtype=torch.float32)
    elif not (x.is_floating_point() or x.is_complex()):
        x, y = x.to(dtype=torch.float64), y.to(dtype=torch.float64)
    if len(x) < len(y):
        return wrap(_middle(_products(y, x.conj().flip(0)), len(y), len(x), mode).conj().flip(0))
    return wrap(_middle(_products(x, y.conj().flip(0)), len(x), len(y), mode))


def _coefficients(name: str, p: Any) -> torch.Tensor:
    t = torch.atleast_1d(tensor(p))
    if t.ndim != 1:
        msg = f"numpy.{name}: coefficients must be a vector, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def _need_order(name: str, m: object) -> int:
    if not isinstance(m, int):
        msg = f"numpy.{name}: m must be an int, got {m!r}"
        raise TypeError(msg)
    if m < 0:
        msg = f"numpy.{name}: m must not be negative, got {m}"
        raise ValueError(msg)
    return m


@translated
def polyder(p: Any, m: int = 1) -> Tensor:
    """Differentiate a polynomial.

    Args:
        p (Any): coefficients, highest first.
        m (int): how often. Default: ``1``.

    Returns:
        Tensor, empty where nothing is left.

    Raises:
        TypeError: if `m` is no int.
        ValueError: if `m` is negative or the coefficients are no vector.

    Source: mindspore.numpy.polyder, MindSpore 2.10
    """
    t = _coefficients("polyder", p)
    if not (t.is_floating_point() or t.is_complex()):
        t = t.to(torch.promote_types(t.dtype, torch.int32))  # what MindSpore counts the powers in
    for _ in range(min(_need_order("polyder", m), len(t))):
        t = t[:-1] * torch.arange(len(t) - 1, 0, -1, dtype=t.dtype, device=t.device)
    return wrap(t)


@translated
def polyint(p: Any, m: int = 1, k: Any = None) -> Tensor:
    """Integrate a polynomial.

    Args:
        p (Any): coefficients, highest first.
        m (int): how often. Default: ``1``.
        k (Any): the constants, one for all times or one for each; ``None``: zeros. Default: ``None``.

    Returns:
        Tensor, integers as float32.

    Raises:
        TypeError: if `m` is no int.
        ValueError: if `m` is negative, the coefficients are no vector, or there are too few constants.

    Source: mindspore.numpy.polyint, MindSpore 2.10
    """
    t = _coefficients("polyint", p)
    count = _need_order("polyint", m)
    if not count:
        return wrap(t)
    t = floating(wrap(t))
    constants = torch.zeros(1, device=t.device) if k is None else torch.atleast_1d(tensor(k)).to(t.device)
    constants = constants.expand(count) if len(constants) == 1 else constants
    if len(constants) < count:
        msg = f"numpy.polyint: {count} constants are needed, or one for all; got {len(constants)}"
        raise ValueError(msg)
    for constant in constants[:count].to(dtype=t.dtype):
        powers = torch.arange(len(t), 0, -1, dtype=t.dtype, device=t.device)
        t = torch.cat([t / powers, constant.reshape(1)])
    return wrap(t)


@translated
def polymul(a1: Any, a2: Any) -> Tensor:
    """Multiply two polynomials.

    Args:
        a1 (Any): coefficients, highest first.
        a2 (Any): coefficients, highest first.

    Returns:
        Tensor.

    Raises:
        ValueError: if coefficients are no vector.

    Source: mindspore.numpy.polymul, MindSpore 2.10
    """
    return convolve(wrap(_coefficients("polymul", a1)), wrap(_coefficients("polymul", a2)))
