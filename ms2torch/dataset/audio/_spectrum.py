"""Spectrograms, filter banks on them, and cepstra."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.audio._level import AmplitudeToDB
from ms2torch.dataset.audio._stft import istft, make_window, stft
from ms2torch.dataset.audio.utils import (
    BorderType,
    MelType,
    NormMode,
    NormType,
    WindowType,
    create_dct,
    linear_fbanks,
    mel_bank,
)


class Spectrogram(AudioTensorOperation):
    """Return the spectrogram of a waveform.

    Args:
        n_fft (int): size of the transform. Default: 400.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, half a window.
        pad (int): zeros put at both ends. Default: 0.
        window (WindowType): the window. Default: `WindowType.HANN`.
        power (float): exponent of the magnitude; 0 gives the complex numbers. Default: 2.0.
        normalized (bool): divide by the window's norm. Default: False.
        center (bool): continue the waveform so that frames are centred on their time. Default: True.
        pad_mode (BorderType): how it is continued. Default: `BorderType.REFLECT`.
        onesided (bool): leave out the negative frequencies. Default: True.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., freq, frames); complex ones have (..., 2).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range, or `win_length` exceeds `n_fft`.

    Source: mindspore.dataset.audio.Spectrogram, MindSpore 2.10
    """

    _only_arrays = False

    def __init__(
        self,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ) -> None:
        check.window(n_fft, win_length, hop_length)
        check.integer("pad", pad)
        check.member("window", window, WindowType)
        check.number("power", power, 0)
        check.flag("normalized", normalized)
        check.flag("center", center)
        check.member("pad_mode", pad_mode, BorderType)
        check.flag("onesided", onesided)
        super().__init__()
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.pad = pad
        self.window = window
        self.power = power
        self.normalized = normalized
        self.center = center
        self.pad_mode = pad_mode
        self.onesided = onesided

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        window = make_window(self.window, self.win_length, x.dtype)
        if self.pad:
            x = torch.nn.functional.pad(x, (self.pad, self.pad))
        spectrum = stft(
            x,
            self.n_fft,
            self.hop_length,
            window,
            center=self.center,
            pad_mode=self.pad_mode,
            onesided=self.onesided,
        )
        if self.normalized:
            spectrum = spectrum / window.square().sum().sqrt()
        if self.power == 0:
            return torch.view_as_real(spectrum.resolve_conj())
        return spectrum.abs() if self.power == 1 else spectrum.abs().pow(self.power)


class InverseSpectrogram(AudioTensorOperation):
    """Return the waveform of a complex spectrogram.

    Args:
        length (int, None): length of the waveform. Default: None, all of it.
        n_fft (int): size of the transform. Default: 400.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, half a window.
        pad (int): zeros that were put at both ends. Default: 0.
        window (WindowType): the window. Default: `WindowType.HANN`.
        normalized (bool): the spectrogram was divided by the window's norm. Default: False.
        center (bool): the waveform was continued. Default: True.
        pad_mode (BorderType): how it was; makes no difference. Default: `BorderType.REFLECT`.
        onesided (bool): the spectrogram has no negative frequencies. Default: True.

    Inputs:
        of shape (..., freq, frames, 2).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range, or `win_length` exceeds `n_fft`.

    Differs from MindSpore:
        `pad` works without `length` too, and keeps float64.

    Source: mindspore.dataset.audio.InverseSpectrogram, MindSpore 2.10
    """

    _rank = 3
    _complex = True

    def __init__(
        self,
        length: int | None = None,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ) -> None:
        if length is not None:
            check.integer("length", length)
        check.window(n_fft, win_length, hop_length)
        check.integer("pad", pad)
        check.member("window", window, WindowType)
        check.flag("normalized", normalized)
        check.flag("center", center)
        check.member("pad_mode", pad_mode, BorderType)
        check.flag("onesided", onesided)
        super().__init__()
        self.length = length or 0
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.pad = pad
        self.window = window
        self.normalized = normalized
        self.center = center
        self.pad_mode = pad_mode
        self.onesided = onesided

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        window = make_window(self.window, self.win_length, x.dtype)
        spectrum = torch.view_as_complex(x.contiguous())
        needed = self.n_fft // 2 + 1
        if spectrum.shape[-2] < needed or (self.onesided and spectrum.shape[-2] != needed):
            raise RuntimeError(
                f"InverseSpectrogram: n_fft={self.n_fft} needs {needed} frequencies, but got {spectrum.shape[-2]}."
            )
        # the negative frequencies of a real signal tell nothing new
        spectrum = spectrum[..., :needed, :]
        if self.normalized:
            spectrum = spectrum * window.square().sum().sqrt()
        wanted = self.length + 2 * self.pad if self.length else None
        signal = istft(spectrum, self.n_fft, self.hop_length, window, wanted, center=self.center)
        return signal[..., self.pad : signal.shape[-1] - self.pad]


class SpectralCentroid(AudioTensorOperation):
    """Return the mean frequency of each frame, weighted by magnitude.

    Args:
        sample_rate (int): samples per second, not negative.
        n_fft (int): size of the transform. Default: 400.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, half a window.
        pad (int): zeros put at both ends. Default: 0.
        window (WindowType): the window. Default: `WindowType.HANN`.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., 1, frames).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range, or `win_length` exceeds `n_fft`.

    Source: mindspore.dataset.audio.SpectralCentroid, MindSpore 2.10
    """

    _only_arrays = False

    def __init__(
        self,
        sample_rate: int,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
    ) -> None:
        check.integer("sample_rate", sample_rate)
        super().__init__()
        self.sample_rate = sample_rate
        Spectrogram(n_fft, win_length, hop_length, pad, window)  # refuses what it cannot take
        self.n_fft = n_fft
        self.win_length = win_length
        self.hop_length = hop_length
        self.pad = pad
        self.window = window

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        made = Spectrogram(self.n_fft, self.win_length, self.hop_length, self.pad, self.window, power=1.0)
        spectrum = made._compute(x)
        frequencies = torch.linspace(0.0, self.sample_rate // 2, spectrum.shape[-2], dtype=x.dtype)[:, None]
        return (frequencies * spectrum).sum(-2, keepdim=True) / spectrum.sum(-2, keepdim=True)


class MelScale(AudioTensorOperation):
    """Turn the frequencies of a spectrogram into mels.

    Args:
        n_mels (int): number of filters. Default: 128.
        sample_rate (int): samples per second. Default: 16000.
        f_min (float): lower end in Hz. Default: 0.0.
        f_max (float, None): upper end in Hz. Default: None, half the sample rate.
        n_stft (int): number of frequencies of the spectrogram. Default: 201.
        norm (NormType): norm of the filters. Default: `NormType.NONE`.
        mel_type (MelType): formula of the scale. Default: `MelType.HTK`.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.MelScale, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        n_stft: int = 201,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ) -> None:
        check.integer("n_mels", n_mels, 1)
        check.integer("sample_rate", sample_rate, 1)
        check.frequencies(f_min, f_max, sample_rate)
        check.integer("n_stft", n_stft, 1)
        check.member("norm", norm, NormType)
        check.member("mel_type", mel_type, MelType)
        super().__init__()
        self.n_mels = n_mels
        self.sample_rate = sample_rate
        self.f_min = f_min
        self.f_max = f_max if f_max is not None else sample_rate // 2
        self.n_stft = n_stft
        self.norm = norm
        self.mel_type = mel_type

    def bank(self) -> torch.Tensor:
        """Return the filters, of shape (n_stft, n_mels), float64."""
        matrix = mel_bank(self.n_stft, self.f_min, self.f_max, self.n_mels, self.sample_rate, self.norm, self.mel_type)
        return torch.from_numpy(matrix)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[-2] != self.n_stft:
            raise RuntimeError(f"MelScale: n_stft is {self.n_stft}, but the input has {x.shape[-2]} frequencies.")
        return self.bank().to(dtype=x.dtype).T @ x


class MelSpectrogram(AudioTensorOperation):
    """Return the mel spectrogram of a waveform.

    Args:
        sample_rate (int): samples per second. Default: 16000.
        n_fft (int): size of the transform. Default: 400.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, half a window.
        f_min (float): lower end in Hz. Default: 0.0.
        f_max (float, None): upper end in Hz. Default: None, half the sample rate.
        pad (int): zeros put at both ends. Default: 0.
        n_mels (int): number of filters. Default: 128.
        window (WindowType): the window. Default: `WindowType.HANN`.
        power (float): exponent of the magnitude, positive. Default: 2.0.
        normalized (bool): divide by the window's norm. Default: False.
        center (bool): continue the waveform so that frames are centred on their time. Default: True.
        pad_mode (BorderType): how it is continued. Default: `BorderType.REFLECT`.
        onesided (bool): leave out the negative frequencies. Default: True.
        norm (NormType): norm of the filters. Default: `NormType.NONE`.
        mel_scale (MelType): formula of the scale. Default: `MelType.HTK`.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., n_mels, frames).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Differs from MindSpore:
        An input of float64 is computed right; MindSpore's CPU kernel reads its bytes as float32.

    Source: mindspore.dataset.audio.MelSpectrogram, MindSpore 2.10
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        f_min: float = 0.0,
        f_max: float | None = None,
        pad: int = 0,
        n_mels: int = 128,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
        norm: NormType = NormType.NONE,
        mel_scale: MelType = MelType.HTK,
    ) -> None:
        check.kind("f_min", f_min, float)
        check.positive("power", power)
        super().__init__()
        self._spectrogram = Spectrogram(
            n_fft, win_length, hop_length, pad, window, power, normalized, center, pad_mode, onesided
        )
        n_stft = n_fft // 2 + 1 if onesided else n_fft
        self._scale = MelScale(n_mels, sample_rate, f_min, f_max, n_stft, norm, mel_scale)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return self._scale._compute(self._spectrogram._compute(x))


def _cepstrum(bands: torch.Tensor, count: int, norm: NormMode, *, logarithm: bool) -> torch.Tensor:
    """Return the cosine transform of a spectrogram in decibels, or of its logarithm."""
    loud = torch.log(bands + 1e-6) if logarithm else AmplitudeToDB()._compute(bands)
    matrix = torch.from_numpy(create_dct(count, bands.shape[-2], norm)).to(dtype=bands.dtype)
    return matrix.T @ loud


class MFCC(AudioTensorOperation):
    """Return the mel cepstrum of a waveform.

    Args:
        sample_rate (int): samples per second. Default: 16000.
        n_mfcc (int): number of coefficients. Default: 40.
        dct_type (int): type of the cosine transform; only 2. Default: 2.
        norm (NormMode): norm of the cosine transform. Default: `NormMode.ORTHO`.
        log_mels (bool): take the logarithm instead of decibels. Default: False.
        melkwargs (dict, None): arguments of `MelSpectrogram`. Default: None.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., n_mfcc, frames).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range, or there are fewer mels than coefficients.

    Differs from MindSpore:
        An input of float64 is computed right; MindSpore's CPU kernel reads its bytes as float32.

    Source: mindspore.dataset.audio.MFCC, MindSpore 2.10
    """

    _narrow = True

    def __init__(
        self,
        sample_rate: int = 16000,
        n_mfcc: int = 40,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_mels: bool = False,
        melkwargs: dict[str, Any] | None = None,
    ) -> None:
        check.integer("sample_rate", sample_rate)
        check.flag("log_mels", log_mels)
        check.member("norm", norm, NormMode)
        check.integer("n_mfcc", n_mfcc)
        if dct_type != 2:
            raise ValueError(f"Input dct_type must be 2, but got : {dct_type}.")
        if melkwargs is not None:
            check.kind("melkwargs", melkwargs, dict)
        options = dict(melkwargs or {})
        options.setdefault("n_mels", 128)
        if options["n_mels"] < n_mfcc:
            told = f"but got n_mfcc: {n_mfcc} and n_mels: {options['n_mels']}."
            raise ValueError(f"Input n_mels should be greater than or equal to n_mfcc, {told}")
        super().__init__()
        self.sample_rate = sample_rate
        self.n_mfcc = n_mfcc
        self.dct_type = dct_type
        self.norm = norm
        self.log_mels = log_mels
        self.melkwargs = options
        self._mels = MelSpectrogram(sample_rate, **options)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return _cepstrum(self._mels._compute(x), self.n_mfcc, self.norm, logarithm=self.log_mels)


class LFCC(AudioTensorOperation):
    """Return the cepstrum of a waveform on evenly spaced frequencies.

    Args:
        sample_rate (int): samples per second. Default: 16000.
        n_filter (int): number of filters. Default: 128.
        n_lfcc (int): number of coefficients. Default: 40.
        f_min (float): lower end in Hz. Default: 0.0.
        f_max (float, None): upper end in Hz. Default: None, half the sample rate.
        dct_type (int): type of the cosine transform; only 2. Default: 2.
        norm (NormMode): norm of the cosine transform. Default: `NormMode.ORTHO`.
        log_lf (bool): take the logarithm instead of decibels. Default: False.
        speckwargs (dict, None): arguments of `Spectrogram`. Default: None.

    Inputs:
        of shape (..., time).

    Returns:
        numpy.ndarray: of shape (..., n_lfcc, frames).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Differs from MindSpore:
        An input of float64 is computed right; MindSpore's CPU kernel reads its bytes as float32.

    Source: mindspore.dataset.audio.LFCC, MindSpore 2.10
    """

    _narrow = True

    def __init__(
        self,
        sample_rate: int = 16000,
        n_filter: int = 128,
        n_lfcc: int = 40,
        f_min: float = 0.0,
        f_max: float | None = None,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_lf: bool = False,
        speckwargs: dict[str, Any] | None = None,
    ) -> None:
        check.integer("sample_rate", sample_rate)
        check.integer("n_filter", n_filter, 1)
        check.integer("n_lfcc", n_lfcc, 1)
        check.flag("log_lf", log_lf)
        check.member("norm", norm, NormMode)
        check.number("f_min", f_min, 0)
        check.frequencies(f_min, f_max, sample_rate)
        if dct_type != 2:
            raise ValueError(f"Input dct_type must be 2, but got : {dct_type}.")
        if speckwargs is not None:
            check.kind("speckwargs", speckwargs, dict)
        super().__init__()
        self.sample_rate = sample_rate
        self.n_filter = n_filter
        self.n_lfcc = n_lfcc
        self.f_min = f_min
        self.f_max = f_max if f_max is not None else sample_rate // 2
        self.dct_type = dct_type
        self.norm = norm
        self.log_lf = log_lf
        self.speckwargs = dict(speckwargs or {})
        length, points = self.speckwargs.get("win_length"), self.speckwargs.get("n_fft", 400)
        if isinstance(length, int) and length > points:
            told = f"but got win_length: {length} and n_fft: {points}."
            raise ValueError(f"win_length must be less than or equal to n_fft, {told}")
        self._spectrogram = Spectrogram(**self.speckwargs)
        if self._spectrogram.n_fft < n_lfcc:
            told = f"but got n_fft: {self._spectrogram.n_fft} and n_lfcc: {n_lfcc}."
            raise ValueError(f"n_fft should be greater than or equal to n_lfcc, {told}")

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        spectrum = self._spectrogram._compute(x)
        bank = linear_fbanks(spectrum.shape[-2], self.f_min, self.f_max, self.n_filter, self.sample_rate)
        bands = torch.from_numpy(bank).to(dtype=x.dtype).T @ spectrum
        return _cepstrum(bands, self.n_lfcc, self.norm, logarithm=self.log_lf)
