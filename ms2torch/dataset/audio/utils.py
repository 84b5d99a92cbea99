"""Enumerations of the audio transforms, and the matrices that they multiply by.

Source: mindspore.dataset.audio.utils, MindSpore 2.10
"""

# ruff: noqa: UP042  a member's str() is its name, as in MindSpore; StrEnum's is its value

from __future__ import annotations

import math
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from ms2torch.dataset.audio import _checks as check


class BorderType(str, Enum):
    """How a signal is continued beyond its ends.

    Source: mindspore.dataset.audio.BorderType, MindSpore 2.10
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class DensityFunction(str, Enum):
    """Density of the noise of a dither.

    Source: mindspore.dataset.audio.DensityFunction, MindSpore 2.10
    """

    TPDF = "TPDF"
    RPDF = "RPDF"
    GPDF = "GPDF"


class FadeShape(str, Enum):
    """Curve of a fade.

    Source: mindspore.dataset.audio.FadeShape, MindSpore 2.10
    """

    QUARTER_SINE = "quarter_sine"
    HALF_SINE = "half_sine"
    LINEAR = "linear"
    LOGARITHMIC = "logarithmic"
    EXPONENTIAL = "exponential"


class GainType(str, Enum):
    """Unit of a gain.

    Source: mindspore.dataset.audio.GainType, MindSpore 2.10
    """

    AMPLITUDE = "amplitude"
    POWER = "power"
    DB = "db"


class Interpolation(str, Enum):
    """Interpolation between delayed samples.

    Source: mindspore.dataset.audio.Interpolation, MindSpore 2.10
    """

    LINEAR = "linear"
    QUADRATIC = "quadratic"


class MelType(str, Enum):
    """Formula of the mel scale.

    Source: mindspore.dataset.audio.MelType, MindSpore 2.10
    """

    HTK = "htk"
    SLANEY = "slaney"


class Modulation(str, Enum):
    """Wave that modulates a delay.

    Source: mindspore.dataset.audio.Modulation, MindSpore 2.10
    """

    SINUSOIDAL = "sinusoidal"
    TRIANGULAR = "triangular"


class NormMode(str, Enum):
    """Norm of a cosine transform.

    Source: mindspore.dataset.audio.NormMode, MindSpore 2.10
    """

    ORTHO = "ortho"
    NONE = "none"


class NormType(str, Enum):
    """Norm of a filter bank.

    Source: mindspore.dataset.audio.NormType, MindSpore 2.10
    """

    SLANEY = "slaney"
    NONE = "none"


class ResampleMethod(str, Enum):
    """Window of the resampling kernel.

    Source: mindspore.dataset.audio.ResampleMethod, MindSpore 2.10
    """

    SINC_INTERPOLATION = "sinc_interpolation"
    KAISER_WINDOW = "kaiser_window"


class ScaleType(str, Enum):
    """What a spectrogram holds.

    Source: mindspore.dataset.audio.ScaleType, MindSpore 2.10
    """

    POWER = "power"
    MAGNITUDE = "magnitude"


class WindowType(str, Enum):
    """Window of a short-time transform.

    Source: mindspore.dataset.audio.WindowType, MindSpore 2.10
    """

    BARTLETT = "bartlett"
    BLACKMAN = "blackman"
    HAMMING = "hamming"
    HANN = "hann"
    KAISER = "kaiser"


def create_dct(n_mfcc: int, n_mels: int, norm: NormMode = NormMode.NONE) -> npt.NDArray[Any]:
    """Return the matrix of a type 2 cosine transform.

    Args:
        n_mfcc (int): number of coefficients, positive.
        n_mels (int): number of filters, positive.
        norm (NormMode): `NormMode.ORTHO` gives an orthonormal transform. Default: `NormMode.NONE`.

    Returns:
        numpy.ndarray: of shape (n_mels, n_mfcc), float32.

    Raises:
        TypeError: `n_mfcc` or `n_mels` is not an int, `norm` is not a NormMode.
        ValueError: `n_mfcc` or `n_mels` is not positive.

    Source: mindspore.dataset.audio.create_dct, MindSpore 2.10
    """
    check.integer("n_mfcc", n_mfcc, 1)
    check.integer("n_mels", n_mels, 1)
    check.member("norm", norm, NormMode)
    rows = np.arange(n_mels, dtype=np.float64)[:, None]
    columns = np.arange(n_mfcc, dtype=np.float64)
    matrix = np.cos(math.pi / n_mels * (rows + 0.5) * columns)
    if norm == NormMode.ORTHO:
        matrix[:, 0] /= math.sqrt(2.0)
        matrix *= math.sqrt(2.0 / n_mels)
    else:
        matrix *= 2.0
    return matrix.astype(np.float32)


def linear_fbanks(n_freqs: int, f_min: float, f_max: float, n_filter: int, sample_rate: int) -> npt.NDArray[Any]:
    """Return triangular filters with evenly spaced centres.

    Args:
        n_freqs (int): number of frequencies, not negative.
        f_min (float): lower end in Hz, not negative.
        f_max (float): upper end in Hz, not less than `f_min`.
        n_filter (int): number of filters, positive.
        sample_rate (int): samples per second, positive.

    Returns:
        numpy.ndarray: of shape (n_freqs, n_filter), float32.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.linear_fbanks, MindSpore 2.10
    """
    _check_bank(n_freqs, f_min, f_max, n_filter, "n_filter", sample_rate)
    return _triangles(n_freqs, np.linspace(f_min, f_max, n_filter + 2), sample_rate).astype(np.float32)


def melscale_fbanks(
    n_freqs: int,
    f_min: float,
    f_max: float,
    n_mels: int,
    sample_rate: int,
    norm: NormType = NormType.NONE,
    mel_type: MelType = MelType.HTK,
) -> npt.NDArray[Any]:
    """Return triangular filters with centres evenly spaced on the mel scale.

    Args:
        n_freqs (int): number of frequencies, not negative.
        f_min (float): lower end in Hz, not negative.
        f_max (float): upper end in Hz, not less than `f_min`.
        n_mels (int): number of filters, positive.
        sample_rate (int): samples per second, positive.
        norm (NormType): `NormType.SLANEY` divides each filter by its width. Default: `NormType.NONE`.
        mel_type (MelType): formula of the scale. Default: `MelType.HTK`.

    Returns:
        numpy.ndarray: of shape (n_freqs, n_mels), float32.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.melscale_fbanks, MindSpore 2.10
    """
    _check_bank(n_freqs, f_min, f_max, n_mels, "n_mels", sample_rate)
    check.member("norm", norm, NormType)
    check.member("mel_type", mel_type, MelType)
    return mel_bank(n_freqs, f_min, f_max, n_mels, sample_rate, norm, mel_type).astype(np.float32)


def mel_bank(
    n_freqs: int, f_min: float, f_max: float, n_mels: int, sample_rate: int, norm: NormType, mel_type: MelType
) -> npt.NDArray[Any]:
    """Return the filters of `melscale_fbanks` in float64, without a check."""
    points = _from_mel(np.linspace(_to_mel(f_min, mel_type), _to_mel(f_max, mel_type), n_mels + 2), mel_type)
    bank = _triangles(n_freqs, points, sample_rate)
    if norm == NormType.SLANEY:
        bank *= 2.0 / (points[2:] - points[:-2])
    return bank


def _check_bank(n_freqs: int, f_min: float, f_max: float, count: int, count_name: str, sample_rate: int) -> None:
    check.integer("n_freqs", n_freqs)
    check.number("f_min", f_min, 0)
    check.positive("f_max", f_max)
    if f_min > f_max:
        raise ValueError(f"`f_min` must not exceed `f_max`, but got {f_min} and {f_max}.")
    check.integer(count_name, count, 1)
    check.integer("sample_rate", sample_rate, 1)


def _triangles(n_freqs: int, points: npt.NDArray[Any], sample_rate: int) -> npt.NDArray[Any]:
    frequencies = np.linspace(0.0, sample_rate // 2, n_freqs)[:, None]
    steps = np.diff(points)
    rising = (frequencies - points[:-2]) / steps[:-1]
    falling = (points[2:] - frequencies) / steps[1:]
    return np.maximum(0.0, np.minimum(rising, falling))


# Slaney's scale is linear up to 1000 Hz (15 mel) and has 27 steps per factor 6.4 above
_SLANEY_STEP = 200.0 / 3.0
_SLANEY_LOG_STEP = math.log(6.4) / 27.0


def _to_mel(frequency: float, mel_type: MelType) -> float:
    if mel_type == MelType.HTK:
        return 2595.0 * math.log10(1.0 + frequency / 700.0)
    if frequency < 1000.0:
        return frequency / _SLANEY_STEP
    return 15.0 + math.log(frequency / 1000.0) / _SLANEY_LOG_STEP


def _from_mel(mels: npt.NDArray[Any], mel_type: MelType) -> npt.NDArray[Any]:
    if mel_type == MelType.HTK:
        return 700.0 * (10.0 ** (mels / 2595.0) - 1.0)
    return np.where(mels < 15.0, mels * _SLANEY_STEP, 1000.0 * np.exp(_SLANEY_LOG_STEP * (mels - 15.0)))
