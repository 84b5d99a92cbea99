"""The short-time Fourier transform."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor


def stft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "REFLECT",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> Tensor:
    """Transform windows that slide over signals.

    Args:
        x (Tensor): the signals, of shape :math:`(L)` or :math:`(N, L)`.
        n_fft (int): size of the transforms.
        hop_length (int, optional): step of the windows. Default ``None``: a quarter of `n_fft`.
        win_length (int, optional): length of the windows. Default ``None``: `n_fft`.
        window (Tensor, optional): their weights, in the middle of `n_fft`. Default ``None``: ones.
        center (bool): pad both ends by half of `n_fft`. Default: ``True``.
        pad_mode (str): ``"REFLECT"``, ``"SYMMETRIC"`` or ``"CONSTANT"``. Default: ``"REFLECT"``.
        normalized (bool): divide by the root of `n_fft`. Default: ``False``.
        onesided (bool, optional): leave the second half out. Default ``None``: if all is real.
        return_complex (bool, optional): else real and imaginary part are the last dimension. Default ``None``: if
            an input is complex.

    Returns:
        Tensor of shape :math:`(*, frequencies, windows)`, and 2 unless complex.

    Raises:
        TypeError: if `center` is no bool, or a length no int.
        ValueError: if the arguments do not go together.

    Source: mindspore.ops.stft, MindSpore 2.10
    """
    t = admitted(x, "ops.stft")
    for name, value in (("n_fft", n_fft), ("hop_length", hop_length), ("win_length", win_length)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            msg = f"ops.stft: {name} must be an int, got {value!r}"
            raise TypeError(msg)
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    shape = torch.ones(length, device=t.device) if window is None else unwrap(window)
    has_complex = t.is_complex() or shape.is_complex()
    if center is not False:
        if center is not True:
            msg = f"ops.stft: center must be a bool, got {center!r}"
            raise TypeError(msg)
        t = _padded(t, n_fft // 2, pad_mode)
    return short_time_fourier(
        wrap(t), wrap(shape), n_fft, hop, length,
        normalized=normalized,
        onesided=not has_complex if onesided is None else onesided,
        return_complex=has_complex if return_complex is None else return_complex,
    )  # fmt: skip


def _padded(t: torch.Tensor, pad: int, mode: str) -> torch.Tensor:
    if t.ndim not in (1, 2) or mode not in ("REFLECT", "SYMMETRIC", "CONSTANT"):
        msg = (
            "ops.stft: x must have 1 or 2 dimensions and pad_mode be 'REFLECT', 'SYMMETRIC' or 'CONSTANT', got shape "
            f"{tuple(t.shape)} and {mode!r}"
        )
        raise ValueError(msg)
    if mode == "CONSTANT":
        return F.pad(t, (pad, pad))
    edge = 1 if mode == "REFLECT" else 0
    size = t.shape[-1]
    if pad > size - edge:
        msg = f"ops.stft: {size} samples cannot be padded by {pad} on both sides; set center=False or a smaller n_fft"
        raise ValueError(msg)
    before, after = t[..., edge : pad + edge].flip(-1), t[..., size - pad - edge : size - edge].flip(-1)
    return torch.cat((before, t, after), -1)


def short_time_fourier(
    x: Tensor, window: Tensor, n_fft: int, hop_length: int, win_length: int, *, normalized: bool, onesided: bool,
    return_complex: bool,
) -> Tensor:  # fmt: skip
    """Transform windows that slide over signals, with all settings given.

    Args:
        x (Tensor): the signals, of shape :math:`(L)` or :math:`(N, L)`.
        window (Tensor): weights, of shape (win_length).
        n_fft (int): size of the transforms.
        hop_length (int): step of the windows.
        win_length (int): length of the windows.
        normalized (bool): divide by the root of `n_fft`.
        onesided (bool): leave the second half out.
        return_complex (bool): else real and imaginary part are the last dimension.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not go together.
    """
    t, weights = unwrap(x), unwrap(window)
    if t.ndim not in (1, 2) or weights.shape != (win_length,) or not 0 < win_length <= n_fft or hop_length < 1:
        msg = (
            "ops.stft: needs 1 or 2 dimensions, a window of win_length, 0 < win_length <= n_fft and hop_length above "
            f"0, got shapes {tuple(t.shape)} and {tuple(weights.shape)}, {n_fft}, {hop_length} and {win_length}"
        )
        raise ValueError(msg)
    if t.shape[-1] < n_fft or (onesided and (t.is_complex() or weights.is_complex())):
        msg = f"ops.stft: needs {n_fft} samples or more, and real inputs to be onesided; got shape {tuple(t.shape)}"
        raise ValueError(msg)
    before = (n_fft - win_length) // 2
    weights = F.pad(weights, (before, n_fft - win_length - before))
    frames = t.unfold(-1, n_fft, hop_length) * weights
    norm = "ortho" if normalized else "backward"
    found = torch.fft.rfft(frames, norm=norm) if onesided else torch.fft.fft(frames, norm=norm)
    found = found.transpose(-1, -2)
    return wrap(found if return_complex else torch.view_as_real(found).contiguous())
