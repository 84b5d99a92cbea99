"""Short-time Fourier transforms and what is done with their phases."""

from __future__ import annotations

import math

import torch

from ms2torch.dataset.audio.utils import BorderType, WindowType

# torch's names of the ways to continue a signal
_TORCH_PADS = {BorderType.CONSTANT: "constant", BorderType.EDGE: "replicate", BorderType.REFLECT: "reflect"}


def make_window(kind: WindowType, length: int, dtype: torch.dtype) -> torch.Tensor:
    """Return a periodic window."""
    if kind == WindowType.BARTLETT:
        return torch.bartlett_window(length, dtype=dtype)
    if kind == WindowType.BLACKMAN:
        return torch.blackman_window(length, dtype=dtype)
    if kind == WindowType.HAMMING:
        return torch.hamming_window(length, dtype=dtype)
    if kind == WindowType.KAISER:
        return torch.kaiser_window(length, dtype=dtype)
    return torch.hann_window(length, dtype=dtype)


def pad_time(x: torch.Tensor, left: int, right: int, mode: BorderType) -> torch.Tensor:
    """Continue a signal of shape (..., time) beyond its ends."""
    if mode == BorderType.SYMMETRIC:
        before, after = x[..., :left].flip(-1), x[..., x.shape[-1] - right :].flip(-1)
        if max(left, right) > x.shape[-1]:
            raise RuntimeError(f"a signal of {x.shape[-1]} samples is too short to be continued by {max(left, right)}.")
        return torch.cat([before, x, after], dim=-1)
    if mode == BorderType.REFLECT and max(left, right) >= x.shape[-1]:
        return _reflect(x, left, right)
    flat = torch.nn.functional.pad(x.reshape(1, -1, x.shape[-1]), (left, right), mode=_TORCH_PADS[mode])
    return flat.reshape(*x.shape[:-1], -1)


def _reflect(x: torch.Tensor, left: int, right: int) -> torch.Tensor:
    # more than one turn, as numpy continues it
    period = max(2 * (x.shape[-1] - 1), 1)
    places = torch.arange(-left, x.shape[-1] + right) % period
    return x[..., torch.minimum(places, period - places) % x.shape[-1]]


def stft(
    x: torch.Tensor,
    n_fft: int,
    hop: int,
    window: torch.Tensor,
    *,
    center: bool = True,
    pad_mode: BorderType = BorderType.REFLECT,
    onesided: bool = True,
) -> torch.Tensor:
    """Return the complex transform, (..., time) to (..., freq, frames)."""
    if center:
        x = pad_time(x, n_fft // 2, n_fft // 2, pad_mode)
    if x.shape[-1] < n_fft:
        raise RuntimeError(f"the signal has {x.shape[-1]} samples, padding included; `n_fft`={n_fft} needs as many.")
    left = (n_fft - window.numel()) // 2
    full = torch.nn.functional.pad(window, (left, n_fft - window.numel() - left))
    frames = x.unfold(-1, n_fft, hop) * full
    out = torch.fft.rfft(frames, dim=-1) if onesided else torch.fft.fft(frames, dim=-1)
    return out.transpose(-1, -2)


def istft(
    spectrum: torch.Tensor, n_fft: int, hop: int, window: torch.Tensor, length: int | None, *, center: bool = True
) -> torch.Tensor:
    """Return the signal of a one-sided transform, (..., freq, frames) to (..., time).

    With a length the signal is cut or filled up with zeros to it.
    """
    left = (n_fft - window.numel()) // 2
    full = torch.nn.functional.pad(window, (left, n_fft - window.numel() - left))
    frames = torch.fft.irfft(spectrum.transpose(-1, -2), n=n_fft, dim=-1) * full
    flat = frames.reshape(-1, frames.shape[-2], n_fft)
    total = n_fft + hop * (flat.shape[1] - 1)
    signal = _overlap_add(flat, hop, total)
    weight = _overlap_add(full.square().expand(1, flat.shape[1], n_fft), hop, total)
    start = n_fft // 2 if center else 0
    # without centring as many samples are cut, all at the end
    end = start + total - 2 * (n_fft // 2) if length is None else min(start + length, total)
    signal = signal[:, start:end] / weight[:, start:end].clamp(min=1e-11)
    if length is not None:
        signal = torch.nn.functional.pad(signal, (0, length - signal.shape[-1]))
    return signal.reshape(*frames.shape[:-2], -1)


def _overlap_add(frames: torch.Tensor, hop: int, total: int) -> torch.Tensor:
    folded = torch.nn.functional.fold(
        frames.transpose(1, 2), output_size=(1, total), kernel_size=(1, frames.shape[-1]), stride=(1, hop)
    )
    return folded.reshape(frames.shape[0], total)


def stretch(spectrum: torch.Tensor, rate: float, advance: torch.Tensor) -> torch.Tensor:
    """Speed up or slow down a complex transform of shape (..., freq, frames) and keep its pitch.

    Args:
        spectrum (torch.Tensor): the transform.
        rate (float): how much faster.
        advance (torch.Tensor): the phase that each frequency gains in a frame, of shape (freq, 1).
    """
    if rate == 1.0:
        return spectrum
    real = spectrum.real.dtype
    steps = torch.arange(0, spectrum.shape[-1], rate, dtype=real)
    weights = steps % 1.0
    padded = torch.nn.functional.pad(spectrum, (0, 2))
    now, following = padded[..., steps.long()], padded[..., (steps + 1).long()]
    gained = following.angle() - now.angle() - advance
    gained = gained - 2.0 * math.pi * torch.round(gained / (2.0 * math.pi)) + advance
    phase = torch.cat([padded[..., :1].angle(), gained[..., :-1]], dim=-1).cumsum(-1)
    size = weights * following.abs() + (1.0 - weights) * now.abs()
    return torch.polar(size, phase)


def phase_advance(hop: int, n_freq: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the phase that each frequency gains in a frame."""
    return torch.linspace(0.0, math.pi * hop, n_freq, dtype=dtype)[:, None]
