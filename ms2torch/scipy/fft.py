"""`mindspore.scipy.fft`: cosine transforms of type 2, orthonormal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor

__all__ = ["dct", "dctn", "idct", "idctn"]

_TO_FLOAT32 = (torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16)
_AS_IT_IS = (torch.float32, torch.float64, torch.complex64, torch.complex128)


def dct(x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the orthonormal cosine transform along one dimension.

    Args:
        x (Tensor): any shape but 0-d.
        type (int): only 2. Default: ``2``.
        n (int, None): length of the transform: `x` is cut or padded with zeros to it. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, None): ``None`` and ``'ortho'`` are the same. Default: ``None``.

    Returns:
        Tensor, float64 or complex like `x`, else float32.

    Raises:
        TypeError: if `x` is no Tensor of numbers it takes, or another argument of the wrong kind.
        ValueError: if `type`, `n`, `axis` or `norm` is none of those allowed.

    Source: mindspore.scipy.fft.dct, MindSpore 2.10
    """
    return wrap(_along(_forward, _checked("dct", x, type, norm), *_one("dct", x, n, axis)))


def idct(x: Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Undo `dct`: compute the inverse of the orthonormal cosine transform along one dimension.

    Args:
        x (Tensor): any shape but 0-d.
        type (int): only 2. Default: ``2``.
        n (int, None): length of the transform: `x` is cut or padded with zeros to it. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, None): ``None`` and ``'ortho'`` are the same. Default: ``None``.

    Returns:
        Tensor, float64 or complex like `x`, else float32.

    Raises:
        TypeError: if `x` is no Tensor of numbers it takes, or another argument of the wrong kind.
        ValueError: if `type`, `n`, `axis` or `norm` is none of those allowed.

    Source: mindspore.scipy.fft.idct, MindSpore 2.10
    """
    return wrap(_along(_inverse, _checked("idct", x, type, norm), *_one("idct", x, n, axis)))


def dctn(
    x: Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Compute the orthonormal cosine transform along several dimensions.

    Args:
        x (Tensor): any shape but 0-d.
        type (int): only 2. Default: ``2``.
        s (Sequence[int], None): length along each: `x` is cut or padded with zeros to them. Default: ``None``.
        axes (Sequence[int], None): the dimensions; ``None``: all, or the last ones where `s` is given.
            Default: ``None``.
        norm (str, None): ``None`` and ``'ortho'`` are the same. Default: ``None``.

    Returns:
        Tensor, float64 or complex like `x`, else float32.

    Raises:
        TypeError: if `x` is no Tensor of numbers it takes, or another argument of the wrong kind.
        ValueError: if `type`, `s`, `axes` or `norm` is none of those allowed.

    Source: mindspore.scipy.fft.dctn, MindSpore 2.10
    """
    return wrap(_along(_forward, _checked("dctn", x, type, norm), *_several("dctn", x, s, axes)))


def idctn(
    x: Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Undo `dctn`: compute the inverse of the orthonormal cosine transform along several dimensions.

    Args:
        x (Tensor): any shape but 0-d.
        type (int): only 2. Default: ``2``.
        s (Sequence[int], None): length along each: `x` is cut or padded with zeros to them. Default: ``None``.
        axes (Sequence[int], None): the dimensions; ``None``: all, or the last ones where `s` is given.
            Default: ``None``.
        norm (str, None): ``None`` and ``'ortho'`` are the same. Default: ``None``.

    Returns:
        Tensor, float64 or complex like `x`, else float32.

    Raises:
        TypeError: if `x` is no Tensor of numbers it takes, or another argument of the wrong kind.
        ValueError: if `type`, `s`, `axes` or `norm` is none of those allowed.

    Source: mindspore.scipy.fft.idctn, MindSpore 2.10
    """
    return wrap(_along(_inverse, _checked("idctn", x, type, norm), *_several("idctn", x, s, axes)))


def _checked(op: str, x: Tensor, type: int, norm: str | None) -> torch.Tensor:
    """Return what is to be transformed, in the type of the result."""
    t = unwrap(x)
    _need_int(op, "type", type)
    if norm is not None and not isinstance(norm, str):
        msg = f"scipy.fft.{op}: norm must be a str or None, got {norm!r}"
        raise TypeError(msg)
    if t.dtype not in _TO_FLOAT32 + _AS_IT_IS:
        msg = f"scipy.fft.{op}: {t.dtype} is not supported; cast with astype"
        raise TypeError(msg)
    if type != 2 or norm not in (None, "ortho"):
        msg = f"scipy.fft.{op}: only type=2 and norm='ortho' exist, got type={type} and norm={norm!r}"
        raise ValueError(msg)
    if t.ndim == 0:
        msg = f"scipy.fft.{op}: a 0-d Tensor has no dimension to transform"
        raise ValueError(msg)
    return t.to(dtype=torch.float32) if t.dtype in _TO_FLOAT32 else t


def _need_int(op: str, name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        msg = f"scipy.fft.{op}: {name} must be an int, got {value!r}"
        raise TypeError(msg)


def _one(op: str, x: Tensor, n: int | None, axis: int) -> tuple[list[int], list[int]]:
    return _several(op, x, None if n is None else (n,), (axis,))


def _several(op: str, x: Tensor, s: Any, axes: Any) -> tuple[list[int], list[int]]:
    """Return the dimensions to transform, counted from 0, and the length of each."""
    shape = tuple(x.shape)
    for name, given in (("s", s), ("axes", axes)):
        if given is not None and not isinstance(given, (tuple, list)):
            msg = f"scipy.fft.{op}: {name} must be a tuple of ints, got {given!r}"
            raise TypeError(msg)
        for each in given or ():
            _need_int(op, name, each)
    if axes is None:
        axes = range(len(shape) - len(s), len(shape)) if s is not None else range(len(shape))
    places = [a + len(shape) if a < 0 else a for a in axes]
    if any(not 0 <= p < len(shape) for p in places) or len(set(places)) < len(places):
        msg = f"scipy.fft.{op}: dimensions {tuple(axes)} of a Tensor of shape {shape} must exist and be distinct"
        raise ValueError(msg)
    lengths = [shape[p] for p in places] if s is None else list(s)
    if len(lengths) != len(places) or any(length < 1 for length in lengths):
        msg = f"scipy.fft.{op}: one length of at least 1 is needed for each of {len(places)} dimensions, got {lengths}"
        raise ValueError(msg)
    return places, lengths


def _along(transform: Any, t: torch.Tensor, places: list[int], lengths: list[int]) -> torch.Tensor:
    for place, length in zip(places, lengths, strict=True):
        last = t.movedim(place, -1)
        last = F.pad(last, (0, length - last.shape[-1]))
        # the transform of complex numbers is that of both parts
        out = torch.complex(transform(last.real), transform(last.imag)) if last.is_complex() else transform(last)
        t = out.movedim(-1, place)
    return t


def _factors(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what makes the transform keep lengths, and the turns ``exp(-i pi k / 2n)``."""
    n = t.shape[-1]
    k = torch.arange(n, dtype=torch.float64, device=t.device)
    size = torch.full_like(k, math.sqrt(2 / n))
    size[0] = math.sqrt(1 / n)
    turns = torch.polar(torch.ones_like(k), k * (-math.pi / (2 * n)))
    return size.to(dtype=t.dtype), turns.to(torch.promote_types(t.dtype, torch.complex64))


def _forward(t: torch.Tensor) -> torch.Tensor:
    # Makhoul: even places forwards, odd ones backwards, then a Fourier transform of the same length
    size, turns = _factors(t)
    mixed = torch.cat([t[..., ::2], t[..., 1::2].flip(-1)], -1)
    return size * (torch.fft.fft(mixed) * turns).real


def _inverse(t: torch.Tensor) -> torch.Tensor:
    n = t.shape[-1]
    size, turns = _factors(t)
    plain = t / size
    backwards = F.pad(plain[..., 1:].flip(-1), (1, 0))
    mixed = torch.fft.ifft(torch.complex(plain, -backwards) * turns.conj()).real
    place = torch.arange(n, device=t.device)
    return mixed[..., torch.where(place % 2 == 0, place // 2, n - 1 - place // 2)]
