"""Filters of any order, and those of two poles and two zeros.

The formulas are the common ones of audio equalisers (R. Bristow-Johnson's), in the form that SoX uses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.audio._iir import lfilter

Coefficients: TypeAlias = "tuple[Sequence[float], Sequence[float]]"


class _Recursive(AudioTensorOperation):
    """A filter whose coefficients come of its attributes whenever it is called."""

    _only_float = True
    _keeps_half = True
    clamp = True

    def _coefficients(self) -> Coefficients:
        """Return those of the output and those of the input, lowest delay first."""
        raise NotImplementedError

    def _filtered(self, x: torch.Tensor) -> torch.Tensor:
        # MindSpore keeps coefficients in float32
        a, b = (torch.tensor([float(v) for v in each], dtype=torch.float32) for each in self._coefficients())
        return lfilter(x, a, b)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        y = self._filtered(x)
        return y.clamp(-1.0, 1.0) if self.clamp else y


class LFilter(_Recursive):
    """Filter by a difference equation.

    Args:
        a_coeffs (Sequence[float]): coefficients of the output, lowest delay first.
        b_coeffs (Sequence[float]): coefficients of the input, as many.
        clamp (bool): limit the output to [-1, 1]. Default: True.

    Raises:
        TypeError: a coefficient is no number, `clamp` is no bool.
        ValueError: the lists differ in length.

    Source: mindspore.dataset.audio.LFilter, MindSpore 2.10
    """

    def __init__(self, a_coeffs: Sequence[float], b_coeffs: Sequence[float], clamp: bool = True) -> None:
        check.coefficients(a_coeffs, b_coeffs)
        check.flag("clamp", clamp)
        super().__init__()
        self.a_coeffs = a_coeffs
        self.b_coeffs = b_coeffs
        self.clamp = clamp

    def _coefficients(self) -> Coefficients:
        return self.a_coeffs, self.b_coeffs


class Filtfilt(_Recursive):
    """Filter forwards and then backwards, so that no frequency is delayed.

    Args:
        a_coeffs (Sequence[float]): coefficients of the output, lowest delay first.
        b_coeffs (Sequence[float]): coefficients of the input, as many.
        clamp (bool): limit the output to [-1, 1]. Default: True.

    Raises:
        TypeError: a coefficient is no number, `clamp` is no bool.
        ValueError: the lists differ in length.

    Source: mindspore.dataset.audio.Filtfilt, MindSpore 2.10
    """

    def __init__(self, a_coeffs: Sequence[float], b_coeffs: Sequence[float], clamp: bool = True) -> None:
        check.coefficients(a_coeffs, b_coeffs)
        check.flag("clamp", clamp)
        super().__init__()
        self.a_coeffs = a_coeffs
        self.b_coeffs = b_coeffs
        self.clamp = clamp

    def _coefficients(self) -> Coefficients:
        return self.a_coeffs, self.b_coeffs

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        y = self._filtered(self._filtered(x).flip(-1)).flip(-1)
        return y.clamp(-1.0, 1.0) if self.clamp else y


class Biquad(_Recursive):
    """Filter by a difference equation of order two; the output is limited to [-1, 1].

    Args:
        b0 (float): coefficient of the input.
        b1 (float): coefficient of the input one sample ago.
        b2 (float): coefficient of the input two samples ago.
        a0 (float): coefficient of the output, not zero.
        a1 (float): coefficient of the output one sample ago.
        a2 (float): coefficient of the output two samples ago.

    Raises:
        TypeError: a coefficient is no number.
        ValueError: `a0` is zero.

    Source: mindspore.dataset.audio.Biquad, MindSpore 2.10
    """

    _only_arrays = False

    def __init__(self, b0: float, b1: float, b2: float, a0: float, a1: float, a2: float) -> None:
        for name, value in (("b0", b0), ("b1", b1), ("b2", b2), ("a0", a0), ("a1", a1), ("a2", a2)):
            check.single(name, value)
        if a0 == 0:
            raise ValueError("`a0` must not be 0.")
        super().__init__()
        self.b0, self.b1, self.b2, self.a0, self.a1, self.a2 = b0, b1, b2, a0, a1, a2

    def _coefficients(self) -> Coefficients:
        return (self.a0, self.a1, self.a2), (self.b0, self.b1, self.b2)


def _angle(sample_rate: int, frequency: float) -> float:
    return 2.0 * math.pi * frequency / sample_rate


def _check_tuned(sample_rate: int, name: str, frequency: float, quality: float) -> None:
    check.not_zero("sample_rate", sample_rate)
    check.single(name, frequency)
    check.single("Q", quality, 0, 1, above=True)


class AllpassBiquad(_Recursive):
    """Shift phases around a frequency and keep every amplitude.

    Args:
        sample_rate (int): samples per second, not zero.
        central_freq (float): frequency in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.AllpassBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        super().__init__()
        self.sample_rate = sample_rate
        self.central_freq = central_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.central_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        middle = -2.0 * math.cos(w0)
        return (1.0 + alpha, middle, 1.0 - alpha), (1.0 - alpha, middle, 1.0 + alpha)


class BandBiquad(_Recursive):
    """Keep a band, falling off on both sides.

    Args:
        sample_rate (int): samples per second, not zero.
        central_freq (float): centre in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.
        noise (bool): scale for noise instead of for tones. Default: False.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.BandBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707, noise: bool = False) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        check.flag("noise", noise)
        super().__init__()
        self.sample_rate = sample_rate
        self.central_freq = central_freq
        self.quality_factor = Q
        self.noise = noise

    def _coefficients(self) -> Coefficients:
        a2 = math.exp(-2.0 * math.pi * (self.central_freq / self.quality_factor) / self.sample_rate)
        a1 = -4.0 * a2 / (1.0 + a2) * math.cos(_angle(self.sample_rate, self.central_freq))
        b0 = math.sqrt(1.0 - a1 * a1 / (4.0 * a2)) * (1.0 - a2)
        if self.noise:
            b0 = math.sqrt(((1.0 + a2) ** 2 - a1 * a1) * (1.0 - a2) / (1.0 + a2))
        return (1.0, a1, a2), (b0, 0.0, 0.0)


class BandpassBiquad(_Recursive):
    """Keep a band.

    Args:
        sample_rate (int): samples per second, not zero.
        central_freq (float): centre in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.
        const_skirt_gain (bool): keep the skirt's gain, so that the peak's is `Q`; else the peak is 0 dB.
            Default: False.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.BandpassBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707, const_skirt_gain: bool = False) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        check.flag("const_skirt_gain", const_skirt_gain)
        super().__init__()
        self.sample_rate = sample_rate
        self.central_freq = central_freq
        self.quality_factor = Q
        self.const_skirt_gain = const_skirt_gain

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.central_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        peak = math.sin(w0) / 2.0 if self.const_skirt_gain else alpha
        return (1.0 + alpha, -2.0 * math.cos(w0), 1.0 - alpha), (peak, 0.0, -peak)


class BandrejectBiquad(_Recursive):
    """Remove a band.

    Args:
        sample_rate (int): samples per second, not zero.
        central_freq (float): centre in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.BandrejectBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        super().__init__()
        self.sample_rate = sample_rate
        self.central_freq = central_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.central_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        middle = -2.0 * math.cos(w0)
        return (1.0 + alpha, middle, 1.0 - alpha), (1.0, middle, 1.0)


class EqualizerBiquad(_Recursive):
    """Raise or lower a band.

    Args:
        sample_rate (int): samples per second, not zero.
        center_freq (float): centre in Hz.
        gain (float): gain in dB.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.EqualizerBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, center_freq: float, gain: float, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "center_freq", center_freq, Q)
        check.single("gain", gain)
        super().__init__()
        self.sample_rate = sample_rate
        self.center_freq = center_freq
        self.gain = gain
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.center_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        rise = 10.0 ** (self.gain / 40.0)
        middle = -2.0 * math.cos(w0)
        return (1.0 + alpha / rise, middle, 1.0 - alpha / rise), (1.0 + alpha * rise, middle, 1.0 - alpha * rise)


class HighpassBiquad(_Recursive):
    """Keep what is above a frequency.

    Args:
        sample_rate (int): samples per second, not zero.
        cutoff_freq (float): frequency in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.HighpassBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, cutoff_freq: float, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "cutoff_freq", cutoff_freq, Q)
        super().__init__()
        self.sample_rate = sample_rate
        self.cutoff_freq = cutoff_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.cutoff_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        edge = (1.0 + math.cos(w0)) / 2.0
        return (1.0 + alpha, -2.0 * math.cos(w0), 1.0 - alpha), (edge, -2.0 * edge, edge)


class LowpassBiquad(_Recursive):
    """Keep what is below a frequency.

    Args:
        sample_rate (int): samples per second, not zero.
        cutoff_freq (float): frequency in Hz.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.LowpassBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, cutoff_freq: float, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "cutoff_freq", cutoff_freq, Q)
        super().__init__()
        self.sample_rate = sample_rate
        self.cutoff_freq = cutoff_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.cutoff_freq)
        alpha = math.sin(w0) / 2.0 / self.quality_factor
        edge = (1.0 - math.cos(w0)) / 2.0
        return (1.0 + alpha, -2.0 * math.cos(w0), 1.0 - alpha), (edge, 2.0 * edge, edge)


def _shelf(w0: float, alpha: float, gain: float, *, high: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return (a, b) of a filter that raises everything on one side of a frequency."""
    rise = 10.0 ** (gain / 40.0)
    side = 1.0 if high else -1.0
    width = 2.0 * math.sqrt(rise) * alpha
    up, down = rise + 1.0, rise - 1.0
    cos = side * math.cos(w0)
    b = (rise * (up + down * cos + width), -2.0 * side * rise * (down + up * cos), rise * (up + down * cos - width))
    a = (up - down * cos + width, 2.0 * side * (down - up * cos), up - down * cos - width)
    return a, b


class BassBiquad(_Recursive):
    """Raise or lower what is below a frequency.

    Args:
        sample_rate (int): samples per second, not zero.
        gain (float): gain in dB.
        central_freq (float): frequency in Hz. Default: 100.0.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.BassBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, gain: float, central_freq: float = 100.0, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        check.single("gain", gain)
        super().__init__()
        self.sample_rate = sample_rate
        self.gain = gain
        self.central_freq = central_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.central_freq)
        return _shelf(w0, math.sin(w0) / 2.0 / self.quality_factor, self.gain, high=False)


class TrebleBiquad(_Recursive):
    """Raise or lower what is above a frequency.

    Args:
        sample_rate (int): samples per second, not zero.
        gain (float): gain in dB.
        central_freq (float): frequency in Hz. Default: 3000.
        Q (float): quality in (0, 1]. Default: 0.707.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `sample_rate` is zero or `Q` out of range.

    Source: mindspore.dataset.audio.TrebleBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int, gain: float, central_freq: float = 3000, Q: float = 0.707) -> None:
        _check_tuned(sample_rate, "central_freq", central_freq, Q)
        check.single("gain", gain)
        super().__init__()
        self.sample_rate = sample_rate
        self.gain = gain
        self.central_freq = central_freq
        self.quality_factor = Q

    def _coefficients(self) -> Coefficients:
        w0 = _angle(self.sample_rate, self.central_freq)
        return _shelf(w0, math.sin(w0) / 2.0 / self.quality_factor, self.gain, high=True)


# of each sample rate: centre in Hz, slope, gain in dB
_DEEMPHASIS = {44100: (5283.0, 0.4845, -9.477), 48000: (5356.0, 0.479, -9.62)}


class DeemphBiquad(_Recursive):
    """Undo the pre-emphasis of a compact disc (ISO 908).

    Args:
        sample_rate (int): 44100 or 48000.

    Raises:
        TypeError: `sample_rate` is not an int.
        ValueError: `sample_rate` is another one.

    Source: mindspore.dataset.audio.DeemphBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int) -> None:
        check.kind("sample_rate", sample_rate, int)
        if sample_rate not in _DEEMPHASIS:
            raise ValueError(
                f"Argument sample_rate should be {' or '.join(map(str, _DEEMPHASIS))}, but got {sample_rate}."
            )
        super().__init__()
        self.sample_rate = sample_rate

    def _coefficients(self) -> Coefficients:
        frequency, slope, gain = _DEEMPHASIS[self.sample_rate]
        w0 = _angle(self.sample_rate, frequency)
        rise = 10.0 ** (gain / 40.0)
        alpha = math.sin(w0) / 2.0 * math.sqrt((rise + 1.0 / rise) * (1.0 / slope - 1.0) + 2.0)
        return _shelf(w0, alpha, gain, high=True)


# of each sample rate: zeros and poles
_RIAA = {
    44100: ((-0.2014898, 0.9233820), (0.7083149, 0.9924091)),
    48000: ((-0.1766069, 0.9321590), (0.7396325, 0.9931330)),
    88200: ((-0.1168735, 0.9648312), (0.8590646, 0.9964002)),
    96000: ((-0.1141486, 0.9676817), (0.8699137, 0.9966946)),
}


class RiaaBiquad(_Recursive):
    """Apply the playback curve of vinyl records; 0 dB at 1 kHz.

    Args:
        sample_rate (int): 44100, 48000, 88200 or 96000.

    Raises:
        TypeError: `sample_rate` is not an int.
        ValueError: `sample_rate` is another one.

    Source: mindspore.dataset.audio.RiaaBiquad, MindSpore 2.10
    """

    def __init__(self, sample_rate: int) -> None:
        check.kind("sample_rate", sample_rate, int)
        if sample_rate not in _RIAA:
            raise ValueError(f"sample_rate should be one of {list(_RIAA)}, but got {sample_rate}.")
        super().__init__()
        self.sample_rate = sample_rate

    def _coefficients(self) -> Coefficients:
        zeros, poles = _RIAA[self.sample_rate]
        a, b = _from_roots(poles), _from_roots(zeros)
        turn = complex(math.cos(_angle(self.sample_rate, 1000.0)), -math.sin(_angle(self.sample_rate, 1000.0)))
        gain = abs(a[0] + a[1] * turn + a[2] * turn**2) / abs(b[0] + b[1] * turn + b[2] * turn**2)
        return a, [gain * value for value in b]


def _from_roots(roots: tuple[float, float]) -> tuple[float, float, float]:
    return 1.0, -(roots[0] + roots[1]), roots[0] * roots[1]
