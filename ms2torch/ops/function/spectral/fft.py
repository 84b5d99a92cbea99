"""Discrete Fourier transforms, and what goes with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error

_NORMS = (None, "backward", "forward", "ortho")


def _run(op: str, fn: Callable[..., torch.Tensor], input: Tensor, **settings: Any) -> Tensor:
    """Check the arguments as MindSpore does, and transform."""
    t = unwrap(input)
    if settings["norm"] not in _NORMS:
        msg = f"{op}: norm must be 'backward', 'forward' or 'ortho', got {settings['norm']!r}"
        raise ValueError(msg)
    for name in ("n", "s", "dim"):
        value = settings.get(name)
        for each in value if isinstance(value, (tuple, list)) else (value,):
            if each is not None and (isinstance(each, bool) or not isinstance(each, int)):
                msg = f"{op}: {name} must be made of ints, got {value!r}"
                raise TypeError(msg)
    if t.dtype in (torch.float16, torch.bfloat16):
        t = t.to(dtype=torch.float32)
    try:
        return wrap(fn(t, **settings))
    except (RuntimeError, IndexError) as error:
        raise op_error(op, error, input=input, **settings) from None


def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the discrete Fourier transform along one dimension.

    Args:
        input (Tensor): any numbers.
        n (int, optional): length; the input is cut or filled with zeros to it. Default ``None``:
            the dimension's own size.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.fft, MindSpore 2.10
    """
    return _run("ops.fft", torch.fft.fft, input, n=n, dim=dim, norm=norm)


def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the inverse discrete Fourier transform along one dimension.

    Args:
        input (Tensor): any numbers.
        n (int, optional): length; the input is cut or filled with zeros to it. Default ``None``:
            the dimension's own size.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.ifft, MindSpore 2.10
    """
    return _run("ops.ifft", torch.fft.ifft, input, n=n, dim=dim, norm=norm)


def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the non-redundant half of the discrete Fourier transform of real numbers along one dimension.

    Args:
        input (Tensor): real numbers.
        n (int, optional): length; the input is cut or filled with zeros to it. Default ``None``:
            the dimension's own size.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, complex, ``n // 2 + 1`` long.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.rfft, MindSpore 2.10
    """
    return _run("ops.rfft", torch.fft.rfft, input, n=n, dim=dim, norm=norm)


def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the inverse of `rfft`.

    Args:
        input (Tensor): half of a spectrum.
        n (int, optional): length; the result is cut or filled with zeros to it. Default ``None``:
            ``2 * (size - 1)``.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.irfft, MindSpore 2.10
    """
    return _run("ops.irfft", torch.fft.irfft, input, n=n, dim=dim, norm=norm)


def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the discrete Fourier transform of half of a Hermitian signal.

    Args:
        input (Tensor): half of a signal.
        n (int, optional): length; the result is cut or filled with zeros to it. Default ``None``:
            ``2 * (size - 1)``.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.hfft, MindSpore 2.10
    """
    return _run("ops.hfft", torch.fft.hfft, input, n=n, dim=dim, norm=norm)


def ihfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Compute the inverse of `hfft`.

    Args:
        input (Tensor): real numbers.
        n (int, optional): length; the input is cut or filled with zeros to it. Default ``None``:
            the dimension's own size.
        dim (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``: which direction is scaled by 1 / n, or
            both by its root. Default ``None``: backward.

    Returns:
        Tensor, complex, ``n // 2 + 1`` long.

    Raises:
        TypeError: if `n` or `dim` is no int.
        ValueError: if `dim` is out of range, `n` below 1 or `norm` another word.

    Source: mindspore.ops.ihfft, MindSpore 2.10
    """
    return _run("ops.ihfft", torch.fft.ihfft, input, n=n, dim=dim, norm=norm)


def fft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the discrete Fourier transform, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.fft2, MindSpore 2.10
    """
    return _run("ops.fft2", torch.fft.fft2, input, s=s, dim=dim, norm=norm)


def ifft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the inverse discrete Fourier transform, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.ifft2, MindSpore 2.10
    """
    return _run("ops.ifft2", torch.fft.ifft2, input, s=s, dim=dim, norm=norm)


def rfft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the non-redundant half of the discrete Fourier transform of real numbers, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.rfft2, MindSpore 2.10
    """
    return _run("ops.rfft2", torch.fft.rfft2, input, s=s, dim=dim, norm=norm)


def irfft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the inverse of `rfft2`, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.irfft2, MindSpore 2.10
    """
    return _run("ops.irfft2", torch.fft.irfft2, input, s=s, dim=dim, norm=norm)


def hfft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the discrete Fourier transform of half of a Hermitian signal, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.hfft2, MindSpore 2.10
    """
    return _run("ops.hfft2", torch.fft.hfft2, input, s=s, dim=dim, norm=norm)


def ihfft2(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Compute the inverse of `hfft2`, over two dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.ihfft2, MindSpore 2.10
    """
    return _run("ops.ihfft2", torch.fft.ihfft2, input, s=s, dim=dim, norm=norm)


def fftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the discrete Fourier transform, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.fftn, MindSpore 2.10
    """
    return _run("ops.fftn", torch.fft.fftn, input, s=s, dim=dim, norm=norm)


def ifftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the inverse discrete Fourier transform, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.ifftn, MindSpore 2.10
    """
    return _run("ops.ifftn", torch.fft.ifftn, input, s=s, dim=dim, norm=norm)


def rfftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the non-redundant half of the discrete Fourier transform of real numbers, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.rfftn, MindSpore 2.10
    """
    return _run("ops.rfftn", torch.fft.rfftn, input, s=s, dim=dim, norm=norm)


def irfftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the inverse of `rfftn`, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.irfftn, MindSpore 2.10
    """
    return _run("ops.irfftn", torch.fft.irfftn, input, s=s, dim=dim, norm=norm)


def hfftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the discrete Fourier transform of half of a Hermitian signal, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, real.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.hfftn, MindSpore 2.10
    """
    return _run("ops.hfftn", torch.fft.hfftn, input, s=s, dim=dim, norm=norm)


def ihfftn(
    input: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the inverse of `hfftn`, over several dimensions.

    Args:
        input (Tensor): numbers.
        s (tuple[int], optional): lengths to cut or fill to. Default ``None``: the sizes there are.
        dim (tuple[int], optional): the dimensions. Default ``None``: all, or as many of the last as `s` names.
        norm (str, optional): ``"backward"``, ``"forward"`` or ``"ortho"``, as for `fft`. Default ``None``: backward.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: if `s` or `dim` is not made of ints.
        ValueError: if a dimension is out of range, a length below 1 or `norm` another word.

    Source: mindspore.ops.ihfftn, MindSpore 2.10
    """
    return _run("ops.ihfftn", torch.fft.ihfftn, input, s=s, dim=dim, norm=norm)


def fftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Move the zero frequency to the middle.

    Args:
        input (Tensor): any type.
        dim (Union[int, list(int), tuple(int)], optional): the dimensions. Default ``None``: all.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `dim` is not made of ints.
        ValueError: if a dimension is out of range.

    Source: mindspore.ops.fftshift, MindSpore 2.10
    """
    t = unwrap(input)
    if not t.ndim and dim is None:
        return wrap(t.clone())
    half = t.dtype in (torch.float16, torch.bfloat16)  # which only a transform widens
    out = _run("ops.fftshift", lambda t, dim, norm: torch.fft.fftshift(t, dim), input, dim=dim, norm=None)
    return wrap(out._t.to(dtype=t.dtype)) if half else out


def ifftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Undo `fftshift`.

    Args:
        input (Tensor): any type.
        dim (Union[int, list(int), tuple(int)], optional): the dimensions. Default ``None``: all.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `dim` is not made of ints.
        ValueError: if a dimension is out of range.

    Source: mindspore.ops.ifftshift, MindSpore 2.10
    """
    t = unwrap(input)
    if not t.ndim and dim is None:
        return wrap(t.clone())
    half = t.dtype in (torch.float16, torch.bfloat16)  # which only a transform widens
    out = _run("ops.ifftshift", lambda t, dim, norm: torch.fft.ifftshift(t, dim), input, dim=dim, norm=None)
    return wrap(out._t.to(dtype=t.dtype)) if half else out


def fftfreq(n: int, d: float = 1.0, dtype: Type | None = None) -> Tensor:
    """Return the frequencies of an `fft` of length n.

    Args:
        n (int): the length.
        d (float): the time between two samples. Default: ``1.0``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: float32.

    Returns:
        Tensor.

    Raises:
        ValueError: if `n` is below 1.

    Source: mindspore.ops.fftfreq, MindSpore 2.10
    """
    if isinstance(n, bool) or not isinstance(n, int):
        msg = f"ops.fftfreq: n must be an int, got {n!r}"
        raise TypeError(msg)
    if n < 1:
        msg = f"ops.fftfreq: n must be at least 1, got {n}"
        raise ValueError(msg)
    kind = torch.float32 if dtype is None else given_type(dtype)
    return wrap(torch.fft.fftfreq(n, d, dtype=torch.float64).to(dtype=kind))


def rfftfreq(n: int, d: float = 1.0, dtype: Type | None = None) -> Tensor:
    """Return the frequencies of an `rfft` of length n.

    Args:
        n (int): the length.
        d (float): the time between two samples. Default: ``1.0``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: float32.

    Returns:
        Tensor.

    Raises:
        ValueError: if `n` is below 1.

    Source: mindspore.ops.rfftfreq, MindSpore 2.10
    """
    if isinstance(n, bool) or not isinstance(n, int):
        msg = f"ops.rfftfreq: n must be an int, got {n!r}"
        raise TypeError(msg)
    if n < 1:
        msg = f"ops.rfftfreq: n must be at least 1, got {n}"
        raise ValueError(msg)
    kind = torch.float32 if dtype is None else given_type(dtype)
    return wrap(torch.fft.rfftfreq(n, d, dtype=torch.float64).to(dtype=kind))
