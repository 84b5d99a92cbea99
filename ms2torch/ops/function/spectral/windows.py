"""Window functions of signal processing."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def _length(op: str, window_length: Any) -> int:
    length = window_length._t.item() if isinstance(window_length, Tensor) else window_length
    if not isinstance(length, int) or isinstance(length, bool):
        msg = f"{op}: `window_length` must be an int, got {window_length!r}"
        raise TypeError(msg)
    if length < 0:
        msg = f"{op}: `window_length` must not be negative, got {length}"
        raise ValueError(msg)
    return length


def _kind(dtype: Type | None, default: torch.dtype) -> torch.dtype:
    return default if dtype is None else given_type(dtype)


def hann_window(window_length: int, periodic: bool = True, *, dtype: Type | None = None) -> Tensor:
    """Make a Hann window: 0.5 - 0.5 cos(2 pi n / N).

    Args:
        window_length (int): number of points.
        periodic (bool): for spectral analysis: drop the last point of a window one longer. Default: ``True``.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float64.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `window_length` is no int.
        ValueError: if it is negative.

    Source: mindspore.ops.hann_window, MindSpore 2.10
    """
    length = _length("ops.hann_window", window_length)
    return wrap(
        torch.hann_window(length, bool(periodic), dtype=torch.float64, device=current_device()).to(
            _kind(dtype, torch.float64)
        )
    )


def hamming_window(
    window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Type | None = None
) -> Tensor:
    """Make a Hamming window: alpha - beta cos(2 pi n / N).

    Args:
        window_length (int): number of points.
        periodic (bool): for spectral analysis: drop the last point of a window one longer. Default: ``True``.
        alpha (float): the constant part. Default: ``0.54``.
        beta (float): the amplitude. Default: ``0.46``.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float32. A window of at most one point is
            float64 whatever is given, as in MindSpore.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `window_length` is no int.
        ValueError: if it is negative.

    Source: mindspore.ops.hamming_window, MindSpore 2.10
    """
    length = _length("ops.hamming_window", window_length)
    window = torch.hamming_window(length, bool(periodic), alpha, beta, dtype=torch.float64, device=current_device())
    return wrap(window if length <= 1 else window.to(_kind(dtype, torch.float32)))


def blackman_window(window_length: Tensor, periodic: bool = True, *, dtype: Type | None = None) -> Tensor:
    """Make a Blackman window: 0.42 - 0.5 cos(2 pi n / N) + 0.08 cos(4 pi n / N).

    Args:
        window_length (Tensor): number of points, a 0-d int Tensor; an int is taken, too.
        periodic (bool): for spectral analysis: drop the last point of a window one longer. Default: ``True``.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float32.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `window_length` is no int.
        ValueError: if it is negative.

    Source: mindspore.ops.blackman_window, MindSpore 2.10
    """
    check_type(window_length, "ops.blackman_window")
    unwrap(window_length)  # no int, as in MindSpore
    length = _length("ops.blackman_window", window_length)
    window = torch.blackman_window(length, bool(periodic), dtype=torch.float64, device=current_device())
    return wrap(window.to(_kind(dtype, torch.float32)))


def bartlett_window(window_length: Tensor, periodic: bool = True, *, dtype: Type | None = None) -> Tensor:
    """Make a Bartlett window, a triangle.

    Args:
        window_length (Tensor): number of points, a 0-d int Tensor; an int is taken, too.
        periodic (bool): for spectral analysis: drop the last point of a window one longer. Default: ``True``.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float32.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `window_length` is no int.
        ValueError: if it is negative.

    Source: mindspore.ops.bartlett_window, MindSpore 2.10
    """
    check_type(window_length, "ops.bartlett_window")
    unwrap(window_length)  # no int, as in MindSpore
    length = _length("ops.bartlett_window", window_length)
    window = torch.bartlett_window(length, bool(periodic), dtype=torch.float64, device=current_device())
    return wrap(window.to(_kind(dtype, torch.float32)))


def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Type | None = None
) -> Tensor:
    """Make a Kaiser window, from the Bessel function I0.

    Args:
        window_length (int): number of points.
        periodic (bool): for spectral analysis: drop the last point of a window one longer. Default: ``True``.
        beta (float): the shape. Default: ``12.0``.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float64.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `window_length` is no int.
        ValueError: if it is negative.

    Source: mindspore.ops.kaiser_window, MindSpore 2.10
    """
    length = _length("ops.kaiser_window", window_length)
    try:
        window = torch.kaiser_window(length, bool(periodic), float(beta), dtype=torch.float64, device=current_device())
    except RuntimeError as error:
        raise op_error("ops.kaiser_window", error, window_length=length, beta=beta) from None
    return wrap(window.to(_kind(dtype, torch.float64)))
