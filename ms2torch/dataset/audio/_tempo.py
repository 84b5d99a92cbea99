"""Transforms of tempo, pitch and sample rate; waveforms from magnitudes.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math

import numpy as np
import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import Array, AudioTensorOperation
from ms2torch.dataset.audio._spectrum import MelScale
from ms2torch.dataset.audio._stft import istft, make_window, phase_advance, stft, stretch
from ms2torch.dataset.audio.utils import MelType, NormType, ResampleMethod, WindowType
from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.transforms._random import RandomSource

# of the Kaiser window, where none is given
_BETA = 14.769656459379492


class Resample(AudioTensorOperation):
    """Change the sample rate.

    Args:
        orig_freq (float): samples per second of the input, positive. Default: 16000.
        new_freq (float): samples per second of the output, positive. Default: 16000.
        resample_method (ResampleMethod): window of the kernel. Default: `ResampleMethod.SINC_INTERPOLATION`.
        lowpass_filter_width (int): zero crossings on each side of the kernel. Default: 6.
        rolloff (float): cutoff as a share of the lower Nyquist frequency, in (0, 1]. Default: 0.99.
        beta (float, None): shape of the Kaiser window. Default: None, 14.769656459379492.

    Inputs:
        of shape (..., time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.Resample, MindSpore 2.10
    """

    def __init__(
        self,
        orig_freq: float = 16000,
        new_freq: float = 16000,
        resample_method: ResampleMethod = ResampleMethod.SINC_INTERPOLATION,
        lowpass_filter_width: int = 6,
        rolloff: float = 0.99,
        beta: float | None = None,
    ) -> None:
        check.positive("orig_freq", orig_freq)
        check.positive("new_freq", new_freq)
        check.member("resample_method", resample_method, ResampleMethod)
        check.integer("lowpass_filter_width", lowpass_filter_width, 1)
        check.kind("rolloff", rolloff, float)
        check.number("rolloff", rolloff, 0, 1.0, above=True)
        super().__init__()
        self.orig_freq = orig_freq
        self.new_freq = new_freq
        self.resample_method = resample_method
        self.lowpass_filter_width = lowpass_filter_width
        self.rolloff = rolloff
        self.beta = beta if beta is not None else _BETA

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        common = math.gcd(int(self.orig_freq), int(self.new_freq))
        old, new = int(self.orig_freq) // common, int(self.new_freq) // common
        if old == new:
            return x
        kernel, width = self._kernel(old, new)
        frames = x.shape[-1]
        flat = torch.nn.functional.pad(x.reshape(-1, 1, frames), (width, width + old))
        out = torch.nn.functional.conv1d(flat, kernel.to(dtype=x.dtype)[:, None], stride=old)
        out = out.transpose(1, 2).reshape(flat.shape[0], -1)[:, : math.ceil(new * frames / old)]
        return out.reshape(*x.shape[:-1], -1)

    def _kernel(self, old: int, new: int) -> tuple[torch.Tensor, int]:
        cutoff = min(old, new) * self.rolloff
        lobes = self.lowpass_filter_width
        width = math.ceil(lobes * old / cutoff)
        offsets = torch.arange(-width, width + old, dtype=torch.float64) / old
        t = torch.arange(0, -new, -1, dtype=torch.float64)[:, None] / new + offsets
        t = (t * cutoff).clamp(-lobes, lobes)
        if self.resample_method == ResampleMethod.SINC_INTERPOLATION:
            window = torch.cos(t * math.pi / lobes / 2.0).square()
        else:
            beta = torch.tensor(float(self.beta), dtype=torch.float64)
            window = torch.special.i0(beta * torch.sqrt(1.0 - (t / lobes).square())) / torch.special.i0(beta)
        return torch.sinc(t) * window * (cutoff / old), width


class PhaseVocoder(AudioTensorOperation):
    """Speed up or slow down a complex spectrogram and keep its pitch.

    Args:
        rate (float): how much faster, positive.
        phase_advance (numpy.ndarray): phase that each frequency gains in a frame, of shape (freq, 1).

    Inputs:
        of shape (..., freq, frames, 2).

    Raises:
        TypeError: an argument is of another type, or the input's type is not that of `phase_advance`.
        ValueError: `rate` is not positive.

    Source: mindspore.dataset.audio.PhaseVocoder, MindSpore 2.10
    """

    _rank = 3
    _complex = True

    def __init__(self, rate: float, phase_advance: Array) -> None:
        check.positive("rate", rate)
        type_check(phase_advance, (np.ndarray,), "phase_advance", "PhaseVocoder")
        super().__init__()
        self.rate = rate
        self.phase_advance = phase_advance

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        advance = torch.tensor(self.phase_advance).to(dtype=x.dtype)
        if advance.shape != (x.shape[-3], 1):
            raise RuntimeError(
                f"PhaseVocoder: `phase_advance` must be of shape {(x.shape[-3], 1)}, but got {tuple(advance.shape)}."
            )
        if self.rate == 1:
            return _unchanged(x)
        return torch.view_as_real(stretch(torch.view_as_complex(x), float(self.rate), advance))


def _unchanged(x: torch.Tensor) -> torch.Tensor:
    """Return a spectrogram at rate 1, which has always four axes, as in MindSpore."""
    return x.reshape(-1, *x.shape[-3:])


class TimeStretch(AudioTensorOperation):
    """Speed up or slow down a complex spectrogram by a fixed rate.

    Args:
        hop_length (int, None): samples from one window to the next. Default: None, `n_freq` - 1.
        n_freq (int): number of frequencies. Default: 201.
        fixed_rate (float, None): how much faster, positive. Default: None, not at all.

    Inputs:
        of shape (..., freq, frames, 2).

    Returns:
        numpy.ndarray: of shape (..., freq, frames, 2); the axes before become one where the rate is 1.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is not positive.

    Source: mindspore.dataset.audio.TimeStretch, MindSpore 2.10
    """

    _rank = 3
    _complex = True

    def __init__(self, hop_length: int | None = None, n_freq: int = 201, fixed_rate: float | None = None) -> None:
        if hop_length is not None:
            check.integer("hop_length", hop_length, 1)
        check.integer("n_freq", n_freq, 1)
        if fixed_rate is not None:
            check.positive("fixed_rate", fixed_rate)
        super().__init__()
        self.n_freq = n_freq
        self.hop_length = hop_length if hop_length is not None else n_freq - 1
        self.fixed_rate = fixed_rate if fixed_rate is not None else 1

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        if self.fixed_rate == 1:
            return _unchanged(x)
        if x.shape[-3] != self.n_freq:
            raise RuntimeError(f"TimeStretch: n_freq is {self.n_freq}, but the input has {x.shape[-3]} frequencies.")
        advance = phase_advance(self.hop_length, self.n_freq, x.dtype)
        return torch.view_as_real(stretch(torch.view_as_complex(x), float(self.fixed_rate), advance))


class PitchShift(AudioTensorOperation):
    """Change the pitch and keep the tempo.

    Args:
        sample_rate (int): samples per second, not negative.
        n_steps (int): how many steps up.
        bins_per_octave (int): steps of an octave, not zero. Default: 12.
        n_fft (int): size of the transform. Default: 512.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, a quarter of a window.
        window (WindowType): the window. Default: `WindowType.HANN`.

    Inputs:
        of shape (..., time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.PitchShift, MindSpore 2.10
    """

    def __init__(
        self,
        sample_rate: int,
        n_steps: int,
        bins_per_octave: int = 12,
        n_fft: int = 512,
        win_length: int | None = None,
        hop_length: int | None = None,
        window: WindowType = WindowType.HANN,
    ) -> None:
        check.integer("sample_rate", sample_rate)
        check.integer("n_steps", n_steps, -check.INT_MAX - 1)
        check.not_zero("bins_per_octave", bins_per_octave)
        check.window(n_fft, win_length, hop_length)
        check.member("window", window, WindowType)
        super().__init__()
        self.sample_rate = sample_rate
        self.n_steps = n_steps
        self.bins_per_octave = bins_per_octave
        self.n_fft = n_fft
        self.win_length = win_length if win_length is not None else n_fft
        self.hop_length = hop_length if hop_length is not None else self.win_length // 4
        self.window = window

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        rate = 2.0 ** (-self.n_steps / self.bins_per_octave)
        frames = x.shape[-1]
        window = make_window(self.window, self.win_length, x.dtype)
        spectrum = stft(x, self.n_fft, self.hop_length, window)
        advance = phase_advance(self.hop_length, spectrum.shape[-2], x.dtype)
        longer = istft(stretch(spectrum, rate, advance), self.n_fft, self.hop_length, window, round(frames / rate))
        out = Resample(int(self.sample_rate / rate), self.sample_rate)._compute(longer)[..., :frames]
        return torch.nn.functional.pad(out, (0, frames - out.shape[-1]))


class GriffinLim(AudioTensorOperation):
    """Find a waveform that has a given spectrogram.

    Args:
        n_fft (int): size of the transform. Default: 400.
        n_iter (int): number of iterations. Default: 32.
        win_length (int, None): size of the window. Default: None, `n_fft`.
        hop_length (int, None): samples from one window to the next. Default: None, half a window.
        window_type (WindowType): the window. Default: `WindowType.HANN`.
        power (float): exponent of the spectrogram, positive. Default: 2.0.
        momentum (float): momentum of the iteration, not negative. Default: 0.99.
        length (int, None): length of the waveform. Default: None, all of it.
        rand_init (bool): start from random phases. Default: True.

    Inputs:
        of shape (..., freq, frames).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Differs from MindSpore:
        A `length` of another number of frames than the spectrogram's cuts or fills up the waveform; MindSpore's CPU
        kernel then mixes up the frames.

    Source: mindspore.dataset.audio.GriffinLim, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self,
        n_fft: int = 400,
        n_iter: int = 32,
        win_length: int | None = None,
        hop_length: int | None = None,
        window_type: WindowType = WindowType.HANN,
        power: float = 2.0,
        momentum: float = 0.99,
        length: int | None = None,
        rand_init: bool = True,
    ) -> None:
        check.window(n_fft, win_length or None, hop_length or None)
        check.integer("n_iter", n_iter, 1)
        check.member("window_type", window_type, WindowType)
        check.positive("power", power)
        check.number("momentum", momentum, 0)
        if length is not None:
            check.integer("length", length)
        check.flag("rand_init", rand_init)
        super().__init__()
        self.n_fft = n_fft
        self.n_iter = n_iter
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.window_type = window_type
        self.power = power
        self.momentum = momentum
        self.length = length or 0
        self.rand_init = rand_init
        self._random = RandomSource()

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[-2] != self.n_fft // 2 + 1:
            raise RuntimeError(
                f"GriffinLim: n_fft={self.n_fft} needs {self.n_fft // 2 + 1} frequencies, but got {x.shape[-2]}."
            )
        window = make_window(self.window_type, self.win_length, x.dtype)
        size = x.pow(1.0 / self.power)
        phases = torch.complex(torch.ones_like(size), torch.zeros_like(size))
        if self.rand_init:
            angles = self._random.arrays().uniform(0.0, 2.0 * math.pi, x.shape)
            phases = torch.polar(torch.ones_like(size), torch.from_numpy(angles).to(dtype=x.dtype))
        # measured: m / (1 + m) is applied twice
        pull = self.momentum / (1.0 + 2.0 * self.momentum)
        length = self.length or None
        before = torch.zeros_like(phases)
        for _ in range(self.n_iter):
            signal = istft(size * phases, self.n_fft, self.hop_length, window, length)
            rebuilt = stft(signal, self.n_fft, self.hop_length, window)[..., : size.shape[-1]]
            rebuilt = torch.nn.functional.pad(rebuilt, (0, size.shape[-1] - rebuilt.shape[-1]))
            phases = rebuilt - before * pull if pull else rebuilt
            phases = phases / (phases.abs() + 1e-16)
            before = rebuilt
        return istft(size * phases, self.n_fft, self.hop_length, window, length)


class InverseMelScale(AudioTensorOperation):
    """Find a spectrogram that has given mels, by gradient descent from a random one.

    Args:
        n_stft (int): number of frequencies of the spectrogram.
        n_mels (int): number of filters. Default: 128.
        sample_rate (int): samples per second. Default: 16000.
        f_min (float): lower end in Hz. Default: 0.0.
        f_max (float, None): upper end in Hz. Default: None, half the sample rate.
        max_iter (int): greatest number of steps. Default: 100000.
        tolerance_loss (float): loss that is good enough. Default: 1e-5.
        tolerance_change (float): change of the loss at which to stop. Default: 1e-8.
        sgdargs (dict, None): ``sgd_lr`` and ``sgd_momentum``. Default: None, 0.1 and 0.9.
        norm (NormType): norm of the filters. Default: `NormType.NONE`.
        mel_type (MelType): formula of the scale. Default: `MelType.HTK`.

    Inputs:
        of shape (..., n_mels, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.InverseMelScale, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self,
        n_stft: int,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        max_iter: int = 100000,
        tolerance_loss: float = 1e-5,
        tolerance_change: float = 1e-8,
        sgdargs: dict[str, float] | None = None,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ) -> None:
        check.integer("max_iter", max_iter, 1)
        check.positive("tolerance_loss", tolerance_loss)
        check.positive("tolerance_change", tolerance_change)
        descent = {"sgd_lr": 0.1, "sgd_momentum": 0.9} if sgdargs is None else sgdargs
        check.number("sgd_lr", descent["sgd_lr"], 0)
        check.number("sgd_momentum", descent["sgd_momentum"], 0)
        super().__init__()
        self.n_stft = n_stft
        self.n_mels = n_mels
        self.max_iter = max_iter
        self.tolerance_loss = tolerance_loss
        self.tolerance_change = tolerance_change
        self.sgdargs = descent
        self._scale = MelScale(n_mels, sample_rate, f_min, f_max, n_stft, norm, mel_type)
        self._random = RandomSource()

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[-2] != self.n_mels:
            raise RuntimeError(f"InverseMelScale: n_mels is {self.n_mels}, but the input has {x.shape[-2]}.")
        bank = self._scale.bank().to(dtype=x.dtype)
        mels = x.reshape(-1, *x.shape[-2:]).transpose(1, 2)
        guess = torch.from_numpy(self._random.arrays().uniform(size=(*mels.shape[:2], self.n_stft))).to(dtype=x.dtype)
        speed = torch.zeros_like(guess)
        loss = math.inf
        for _ in range(self.max_iter):
            miss = guess @ bank - mels
            now = float(miss.square().sum(-1).mean())
            # the gradient of that mean
            slope = 2.0 / (miss.shape[0] * miss.shape[1]) * (miss @ bank.T)
            speed = self.sgdargs["sgd_momentum"] * speed + slope
            guess = (guess - self.sgdargs["sgd_lr"] * speed).clamp(min=0.0)
            if now < self.tolerance_loss or abs(loss - now) < self.tolerance_change:
                break
            loss = now
        return guess.transpose(1, 2).reshape(*x.shape[:-2], self.n_stft, x.shape[-1])
