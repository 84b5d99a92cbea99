"""Features of features: differences over time, running means; and pitch.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math

import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.audio._stft import pad_time
from ms2torch.dataset.audio.utils import BorderType


class ComputeDeltas(AudioTensorOperation):
    """Return the slope over time, by a least-squares fit in a window.

    Args:
        win_length (int): size of the window, 3 or more. Default: 5.
        pad_mode (BorderType): how the ends are continued. Default: `BorderType.EDGE`.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: `win_length` is less than 3.

    Source: mindspore.dataset.audio.ComputeDeltas, MindSpore 2.10
    """

    _rank = 2

    def __init__(self, win_length: int = 5, pad_mode: BorderType = BorderType.EDGE) -> None:
        check.member("pad_mode", pad_mode, BorderType)
        check.integer("win_length", win_length, 3)
        super().__init__()
        self.win_len = win_length
        self.pad_mode = pad_mode

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        reach = (self.win_len - 1) // 2
        weights = torch.arange(-reach, reach + 1, dtype=x.dtype)
        padded = pad_time(x, reach, reach, self.pad_mode)
        return padded.unfold(-1, 2 * reach + 1, 1) @ weights / (reach * (reach + 1) * (2 * reach + 1) / 3)


class SlidingWindowCmn(AudioTensorOperation):
    """Subtract the mean over a window of frames, and optionally divide by the deviation.

    Args:
        cmn_window (int): size of the window. Default: 600.
        min_cmn_window (int): least size at the start, where the window is not centred. Default: 100.
        center (bool): centre the window on the frame, instead of ending it there. Default: False.
        norm_vars (bool): divide by the deviation. Default: False.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: a size is negative.

    Source: mindspore.dataset.audio.SlidingWindowCmn, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self, cmn_window: int = 600, min_cmn_window: int = 100, center: bool = False, norm_vars: bool = False
    ) -> None:
        check.integer("cmn_window", cmn_window)
        check.integer("min_cmn_window", min_cmn_window)
        check.flag("center", center)
        check.flag("norm_vars", norm_vars)
        super().__init__()
        self.cmn_window = cmn_window
        self.min_cmn_window = min_cmn_window
        self.center = center
        self.norm_vars = norm_vars

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        # the second last axis is what the window runs over, whatever its name
        frames = x.shape[-2]
        wide = x.to(dtype=torch.float64)
        zero = wide.new_zeros(*x.shape[:-2], 1, x.shape[-1])
        sums = torch.cat([zero, wide.cumsum(-2)], dim=-2)
        squares = torch.cat([zero, wide.square().cumsum(-2)], dim=-2)
        spans = [self._span(frame, frames) for frame in range(frames)]
        starts = torch.tensor([start for start, _ in spans])
        ends = torch.tensor([end for _, end in spans])
        count = (ends - starts).to(dtype=torch.float64)[:, None]
        mean = (sums[..., ends, :] - sums[..., starts, :]) / count
        out = wide - mean
        if self.norm_vars:
            variance = (squares[..., ends, :] - squares[..., starts, :]) / count - mean.square()
            # one frame has no deviation
            out = torch.where(count == 1, torch.zeros_like(out), out * variance.clamp(min=1e-10).rsqrt())
        return out.to(dtype=x.dtype)

    def _span(self, frame: int, frames: int) -> tuple[int, int]:
        if self.center:
            start = frame - self.cmn_window // 2
            end = start + self.cmn_window
        else:
            start, end = frame - self.cmn_window, frame + 1
        if start < 0:
            start, end = 0, end - start
        if not self.center and end > frame:
            end = max(frame + 1, self.min_cmn_window)
        if end > frames:
            start, end = max(0, start - (end - frames)), frames
        return start, end


class DetectPitchFrequency(AudioTensorOperation):
    """Return the pitch of each frame, by normalised cross-correlation and a running median.

    Args:
        sample_rate (int): samples per second, not zero.
        frame_time (float): seconds per frame. Default: 0.01.
        win_length (int): frames of the running median. Default: 30.
        freq_low (float): least pitch in Hz. Default: 85.
        freq_high (float): greatest pitch in Hz. Default: 3400.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., frames), in Hz.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.DetectPitchFrequency, MindSpore 2.10
    """

    _narrow = True
    _only_float = True

    def __init__(
        self,
        sample_rate: int,
        frame_time: float = 0.01,
        win_length: int = 30,
        freq_low: float = 85,
        freq_high: float = 3400,
    ) -> None:
        check.not_zero("sample_rate", sample_rate)
        check.positive("frame_time", frame_time)
        check.integer("win_length", win_length, 1)
        check.positive("freq_low", freq_low)
        check.positive("freq_high", freq_high)
        super().__init__()
        self.sample_rate = sample_rate
        self.frame_time = frame_time
        self.win_length = win_length
        self.freq_low = freq_low
        self.freq_high = freq_high

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        lags = math.ceil(self.sample_rate / self.freq_low)
        correlations = self._correlations(x.reshape(-1, x.shape[-1]), lags)
        first = math.ceil(self.sample_rate / self.freq_high)
        best = _best_lag(correlations, first).to(dtype=x.dtype)
        smooth = self._median(best)
        return (self.sample_rate / (1e-9 + smooth)).reshape(*x.shape[:-1], -1)

    def _correlations(self, x: torch.Tensor, lags: int) -> torch.Tensor:
        size = math.ceil(self.sample_rate * self.frame_time)
        frames = math.ceil(x.shape[-1] / size)
        padded = torch.nn.functional.pad(x, (0, lags + frames * size - x.shape[-1]))
        here = padded[:, : frames * size].unfold(-1, size, size)
        out = []
        for lag in range(1, lags + 1):
            there = padded[:, lag : lag + frames * size].unfold(-1, size, size)
            energies = (1e-9 + here.norm(dim=-1)).square() * (1e-9 + there.norm(dim=-1)).square()
            out.append((here * there).sum(-1) / energies)
        return torch.stack(out, dim=-1)

    def _median(self, lags: torch.Tensor) -> torch.Tensor:
        before = (self.win_length - 1) // 2
        padded = torch.cat([lags[:, :1].expand(-1, before), lags], dim=-1)
        return padded.unfold(-1, self.win_length, 1).median(dim=-1).values


def _best_lag(correlations: torch.Tensor, first: int) -> torch.Tensor:
    """Return the lag of the highest correlation; one half as long where that is nearly as high."""
    half = correlations.shape[-1] // 2
    top, place = correlations[..., first:].max(-1)
    top_half, place_half = correlations[..., first:half].max(-1)
    return torch.where(top_half > 0.99 * top, place_half, place) + first + 1
