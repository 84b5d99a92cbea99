"""Transforms of single samples: loudness, curves, codes, noise."""

from __future__ import annotations

import math

import numpy as np
import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.audio._iir import lfilter
from ms2torch.dataset.audio.utils import DensityFunction, FadeShape, GainType, ScaleType
from ms2torch.dataset.transforms._random import RandomSource


class AmplitudeToDB(AudioTensorOperation):
    """Turn a spectrogram into decibels.

    Args:
        stype (ScaleType): what the spectrogram holds. Default: `ScaleType.POWER`.
        ref_value (float): value of 0 dB, positive. Default: 1.0.
        amin (float): least value, positive. Default: 1e-10.
        top_db (float): greatest distance from the loudest, positive. Default: 80.0.

    Inputs:
        of shape (..., freq, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: a number is not positive.

    Source: mindspore.dataset.audio.AmplitudeToDB, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self, stype: ScaleType = ScaleType.POWER, ref_value: float = 1.0, amin: float = 1e-10, top_db: float = 80.0
    ) -> None:
        check.member("stype", stype, ScaleType)
        check.positive("ref_value", ref_value)
        check.positive("amin", amin)
        check.positive("top_db", top_db)
        super().__init__()
        self.stype = stype
        self.ref_value = ref_value
        self.amin = amin
        self.top_db = top_db

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        factor = 10.0 if self.stype == ScaleType.POWER else 20.0
        decibels = factor * torch.log10(x.clamp(min=self.amin)) - factor * math.log10(max(self.amin, self.ref_value))
        # one limit for each spectrogram with its channels, as far as there are axes for that
        parts = decibels.reshape(-1, math.prod(x.shape[-3:]))
        least = parts.max(dim=1, keepdim=True).values - self.top_db
        return torch.maximum(parts, least).reshape(x.shape)


class DBToAmplitude(AudioTensorOperation):
    """Turn decibels into power or amplitude.

    Args:
        ref (float): value of 0 dB.
        power (float): 1.0 for power, 0.5 for amplitude.

    Raises:
        TypeError: an argument is no number.

    Source: mindspore.dataset.audio.DBToAmplitude, MindSpore 2.10
    """

    def __init__(self, ref: float, power: float) -> None:
        check.single("ref", ref)
        check.single("power", power)
        super().__init__()
        self.ref = ref
        self.power = power

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return self.ref * torch.pow(torch.pow(10.0, 0.1 * x), self.power)


class Angle(AudioTensorOperation):
    """Return the angle of complex numbers.

    Inputs:
        of shape (..., 2), real and imaginary part.

    Source: mindspore.dataset.audio.Angle, MindSpore 2.10
    """

    _complex = True

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return torch.atan2(x[..., 1], x[..., 0])


class ComplexNorm(AudioTensorOperation):
    """Return the absolute value of complex numbers, to a power.

    Args:
        power (float): exponent, not negative. Default: 1.0.

    Inputs:
        of shape (..., 2), real and imaginary part.

    Raises:
        TypeError: `power` is no number.
        ValueError: `power` is negative.

    Source: mindspore.dataset.audio.ComplexNorm, MindSpore 2.10
    """

    _rank = 2
    _complex = True

    def __init__(self, power: float = 1.0) -> None:
        check.number("power", power, 0)
        super().__init__()
        self.power = power

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return x.square().sum(-1).pow(0.5 * self.power)


class Magphase(AudioTensorOperation):
    """Return the absolute value, to a power, and the angle of complex numbers.

    Args:
        power (float): exponent, not negative. Default: 1.0.

    Inputs:
        of shape (..., 2), real and imaginary part.

    Raises:
        TypeError: `power` is no number.
        ValueError: `power` is negative.

    Source: mindspore.dataset.audio.Magphase, MindSpore 2.10
    """

    _rank = 2
    _complex = True

    def __init__(self, power: float = 1.0) -> None:
        check.number("power", power, 0)
        super().__init__()
        self.power = power

    def _compute(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return x.square().sum(-1).pow(0.5 * self.power), torch.atan2(x[..., 1], x[..., 0])


class Contrast(AudioTensorOperation):
    """Make a sound louder in its middle range.

    Args:
        enhancement_amount (float): strength in [0, 100]. Default: 75.0.

    Raises:
        TypeError: `enhancement_amount` is no number.
        ValueError: `enhancement_amount` is out of range.

    Source: mindspore.dataset.audio.Contrast, MindSpore 2.10
    """

    def __init__(self, enhancement_amount: float = 75.0) -> None:
        check.single("enhancement_amount", enhancement_amount, 0, 100)
        super().__init__()
        self.enhancement_amount = enhancement_amount

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        angle = x * (math.pi / 2.0)
        return torch.sin(angle + self.enhancement_amount / 750.0 * torch.sin(4.0 * angle))


class DCShift(AudioTensorOperation):
    """Add a constant; optionally compress what would leave [-1, 1].

    Args:
        shift (float): what is added, in [-2, 2].
        limiter_gain (float, None): gain of the part that is compressed. Default: None, as `shift`.

    Raises:
        TypeError: an argument is no number.
        ValueError: `shift` is out of range.

    Source: mindspore.dataset.audio.DCShift, MindSpore 2.10
    """

    def __init__(self, shift: float, limiter_gain: float | None = None) -> None:
        check.single("shift", shift, -2.0, 2.0)
        if limiter_gain is not None:
            check.single("limiter_gain", limiter_gain)
        super().__init__()
        self.shift = shift
        self.limiter_gain = limiter_gain or shift

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        shift, gain = np.float32(self.shift), np.float32(self.limiter_gain)
        plain = (x + float(shift)).clamp(-1.0, 1.0)
        if shift in (gain, 0):
            return plain
        threshold = float(np.float32(1.0) - (abs(shift) - gain))
        side = 1.0 if shift > 0 else -1.0
        beyond = side * x > threshold
        # the threshold is added whichever side is compressed, as MindSpore does
        squeezed = (x - side * threshold) * float(gain) / (1.0 - threshold) + threshold + float(shift)
        limited = squeezed.clamp(max=threshold) if side > 0 else squeezed.clamp(min=-threshold)
        return torch.where(beyond, limited, plain)


class Gain(AudioTensorOperation):
    """Change the volume.

    Args:
        gain_db (float): decibels. Default: 1.0.

    Raises:
        TypeError: `gain_db` is no number.

    Source: mindspore.dataset.audio.Gain, MindSpore 2.10
    """

    def __init__(self, gain_db: float = 1.0) -> None:
        check.single("gain_db", gain_db)
        super().__init__()
        self.gain_db = gain_db

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        return x * 10.0 ** (self.gain_db / 20.0)


class Vol(AudioTensorOperation):
    """Change the volume; the output is limited to [-1, 1].

    Args:
        gain (float): how much; not negative for an amplitude, positive for a power.
        gain_type (GainType): what `gain` is. Default: `GainType.AMPLITUDE`.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `gain` is out of range.

    Source: mindspore.dataset.audio.Vol, MindSpore 2.10
    """

    def __init__(self, gain: float, gain_type: GainType = GainType.AMPLITUDE) -> None:
        check.single("gain", gain)
        check.member("gain_type", gain_type, GainType)
        if gain_type == GainType.AMPLITUDE:
            check.single("gain", gain, 0)
        elif gain_type == GainType.POWER:
            check.positive("gain", gain)
        super().__init__()
        self.gain = gain
        self.gain_type = gain_type

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        factor = float(self.gain)
        if self.gain_type == GainType.DB:
            factor = 10.0 ** (self.gain / 20.0)
        elif self.gain_type == GainType.POWER:
            factor = math.sqrt(self.gain)
        return (x * factor).clamp(-1.0, 1.0)


class Overdrive(AudioTensorOperation):
    """Distort as an overdriven amplifier does.

    Args:
        gain (float): loudness before the distortion, in [0, 100]. Default: 20.0.
        color (float): amount of even harmonics, in [0, 100]. Default: 20.0.

    Raises:
        TypeError: an argument is no number.
        ValueError: an argument is out of range.

    Source: mindspore.dataset.audio.Overdrive, MindSpore 2.10
    """

    def __init__(self, gain: float = 20.0, color: float = 20.0) -> None:
        check.single("gain", gain, 0, 100)
        check.single("color", color, 0, 100)
        super().__init__()
        self.gain = gain
        self.color = color

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        driven = (x * 10.0 ** (self.gain / 20.0) + self.color / 200.0).clamp(-1.0, 1.0)
        bent = driven - driven**3 / 3.0
        # a filter that removes the constant part
        smooth = lfilter(bent, torch.tensor([1.0, -0.995]), torch.tensor([1.0, -1.0]))
        return (x * 0.5 + smooth * 0.75).clamp(-1.0, 1.0)


class Fade(AudioTensorOperation):
    """Fade in and out.

    Args:
        fade_in_len (int): samples of the fade-in, not negative. Default: 0.
        fade_out_len (int): samples of the fade-out, not negative. Default: 0.
        fade_shape (FadeShape): the curve. Default: `FadeShape.LINEAR`.

    Raises:
        TypeError: an argument is of another type.
        ValueError: a length is negative.
        RuntimeError: a fade is longer than the waveform.

    Source: mindspore.dataset.audio.Fade, MindSpore 2.10
    """

    def __init__(self, fade_in_len: int = 0, fade_out_len: int = 0, fade_shape: FadeShape = FadeShape.LINEAR) -> None:
        check.integer("fade_in_len", fade_in_len)
        check.integer("fade_out_len", fade_out_len)
        check.member("fade_shape", fade_shape, FadeShape)
        super().__init__()
        self.fade_in_len = fade_in_len
        self.fade_out_len = fade_out_len
        self.fade_shape = fade_shape

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        frames = x.shape[-1]
        if max(self.fade_in_len, self.fade_out_len) > frames:
            raise RuntimeError(
                f"Fade: fade_in_len={self.fade_in_len} and fade_out_len={self.fade_out_len} must not exceed the "
                f"waveform's {frames} samples."
            )
        out = x.clone()
        if self.fade_in_len:
            out[..., : self.fade_in_len] *= self._curve(self.fade_in_len, x)
        if self.fade_out_len:
            out[..., frames - self.fade_out_len :] *= self._curve(self.fade_out_len, x, down=True)
        return out

    def _curve(self, length: int, x: torch.Tensor, *, down: bool = False) -> torch.Tensor:
        t = torch.linspace(0.0, 1.0, length, dtype=x.dtype)
        if down:
            t = 1.0 - t
        if self.fade_shape == FadeShape.LOGARITHMIC:
            t = torch.log10(0.1 + t) + 1.0
        elif self.fade_shape == FadeShape.EXPONENTIAL:
            t = torch.pow(2.0, t - 1.0) * t
        elif self.fade_shape == FadeShape.QUARTER_SINE:
            t = torch.sin(t * (math.pi / 2.0))
        elif self.fade_shape == FadeShape.HALF_SINE:
            t = torch.sin(t * math.pi - math.pi / 2.0) / 2.0 + 0.5
        # the logarithmic curve ends at 1.04, in MindSpore too
        return t.clamp(min=0.0)


class MuLawDecoding(AudioTensorOperation):
    """Turn the codes of mu-law companding into samples.

    Args:
        quantization_channels (int): number of codes, positive. Default: 256.

    Raises:
        TypeError: `quantization_channels` is not an int.
        ValueError: `quantization_channels` is not positive.

    Source: mindspore.dataset.audio.MuLawDecoding, MindSpore 2.10
    """

    def __init__(self, quantization_channels: int = 256) -> None:
        check.integer("quantization_channels", quantization_channels, 1)
        super().__init__()
        self.quantization_channels = quantization_channels

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        mu = self.quantization_channels - 1.0
        y = x / mu * 2.0 - 1.0
        return torch.sign(y) * torch.expm1(y.abs() * math.log1p(mu)) / mu


class MuLawEncoding(AudioTensorOperation):
    """Turn samples in [-1, 1] into the codes of mu-law companding, int32.

    Args:
        quantization_channels (int): number of codes, positive. Default: 256.

    Raises:
        TypeError: `quantization_channels` is not an int.
        ValueError: `quantization_channels` is not positive.

    Source: mindspore.dataset.audio.MuLawEncoding, MindSpore 2.10
    """

    def __init__(self, quantization_channels: int = 256) -> None:
        check.integer("quantization_channels", quantization_channels, 1)
        super().__init__()
        self.quantization_channels = quantization_channels

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        mu = self.quantization_channels - 1.0
        y = torch.sign(x) * torch.log1p(mu * x.abs()) / math.log1p(mu)
        return ((y + 1.0) / 2.0 * mu + 0.5).to(dtype=torch.int32)


class Dither(AudioTensorOperation):
    """Add noise of the size of the last of 16 bits, and round to them.

    Args:
        density_function (DensityFunction): density of the noise. Default: `DensityFunction.TPDF`.
        noise_shaping (bool): move the noise to where it is heard less. Default: False.

    Raises:
        TypeError: an argument is of another type.

    Differs from MindSpore:
        The input stays as it is; MindSpore's CPU kernel writes into it with `DensityFunction.GPDF`, and the noise
        then grows without bound.

    Source: mindspore.dataset.audio.Dither, MindSpore 2.10
    """

    def __init__(self, density_function: DensityFunction = DensityFunction.TPDF, noise_shaping: bool = False) -> None:
        check.member("density_function", density_function, DensityFunction)
        check.flag("noise_shaping", noise_shaping)
        super().__init__()
        self.density_function = density_function
        self.noise_shaping = noise_shaping
        self._random = RandomSource()

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        steps = 2.0**15
        scaled = x * (steps - 2.0) + self._noise(x)
        rounded = torch.round(scaled) / steps
        if not self.noise_shaping:
            return rounded
        error = rounded - x
        return rounded + torch.nn.functional.pad(error[..., :-1], (1, 0))

    def _noise(self, x: torch.Tensor) -> torch.Tensor:
        if self.density_function == DensityFunction.TPDF:
            return torch.bartlett_window(x.shape[-1], dtype=x.dtype)
        # the random numbers are samples of the waveform itself
        samples = x.reshape(-1)
        engine = self._random()
        if self.density_function == DensityFunction.RPDF:
            return samples[engine.below(samples.numel())] - 0.5
        return sum((samples[engine.below(samples.numel())] for _ in range(7)), x.new_zeros(()))
