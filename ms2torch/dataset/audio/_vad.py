"""Detection of voice.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation

Numbers = npt.NDArray[np.float64]


class Vad(AudioTensorOperation):
    """Cut off what precedes a voice, by the power of its cepstrum.

    Args:
        sample_rate (int): samples per second, positive.
        trigger_level (float): level that counts as voice. Default: 7.0.
        trigger_time (float): seconds of the running mean of the level. Default: 0.25.
        search_time (float): seconds to search back for quieter voice. Default: 1.0.
        allowed_gap (float): seconds between such voice and the trigger. Default: 0.25.
        pre_trigger_time (float): seconds to keep before the found start. Default: 0.0.
        boot_time (float): seconds to learn the noise. Default: 0.35.
        noise_up_time (float): time constant where the noise rises. Default: 0.1.
        noise_down_time (float): time constant where it falls, not greater. Default: 0.01.
        noise_reduction_amount (float): share of the noise to take off. Default: 1.35.
        measure_freq (float): measurements per second. Default: 20.0.
        measure_duration (float, None): seconds of a measurement. Default: None, two periods.
        measure_smooth_time (float): time constant of the spectrum. Default: 0.4.
        hp_filter_freq (float): lowest frequency in Hz. Default: 50.0.
        lp_filter_freq (float): highest frequency in Hz. Default: 6000.0.
        hp_lifter_freq (float): lowest pitch in Hz. Default: 150.0.
        lp_lifter_freq (float): highest pitch in Hz. Default: 2000.0.

    Inputs:
        of shape (..., time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Differs from MindSpore:
        The CPU kernel of MindSpore measures a level of 0 whatever it hears and so never finds a voice; this one does.
        A waveform shorter than what is kept is kept whole.

    Source: mindspore.dataset.audio.Vad, MindSpore 2.10
    """

    def __init__(
        self,
        sample_rate: int,
        trigger_level: float = 7.0,
        trigger_time: float = 0.25,
        search_time: float = 1.0,
        allowed_gap: float = 0.25,
        pre_trigger_time: float = 0.0,
        boot_time: float = 0.35,
        noise_up_time: float = 0.1,
        noise_down_time: float = 0.01,
        noise_reduction_amount: float = 1.35,
        measure_freq: float = 20.0,
        measure_duration: float | None = None,
        measure_smooth_time: float = 0.4,
        hp_filter_freq: float = 50.0,
        lp_filter_freq: float = 6000.0,
        hp_lifter_freq: float = 150.0,
        lp_lifter_freq: float = 2000.0,
    ) -> None:
        check.integer("sample_rate", sample_rate, 1)
        check.number("trigger_level", trigger_level)
        times = (
            ("trigger_time", trigger_time),
            ("search_time", search_time),
            ("allowed_gap", allowed_gap),
            ("pre_trigger_time", pre_trigger_time),
            ("boot_time", boot_time),
            ("noise_up_time", noise_up_time),
            ("noise_down_time", noise_down_time),
            ("noise_reduction_amount", noise_reduction_amount),
            ("measure_duration", measure_duration or 0),
            ("measure_smooth_time", measure_smooth_time),
        )
        for name, value in times:
            check.number(name, value, 0)
        if noise_up_time < noise_down_time:
            raise ValueError(
                f"`noise_up_time` must not be less than `noise_down_time`, but got {noise_up_time} and "
                f"{noise_down_time}."
            )
        frequencies = (
            ("measure_freq", measure_freq),
            ("hp_filter_freq", hp_filter_freq),
            ("lp_filter_freq", lp_filter_freq),
            ("hp_lifter_freq", hp_lifter_freq),
            ("lp_lifter_freq", lp_lifter_freq),
        )
        for name, value in frequencies:
            check.positive(name, value)
        super().__init__()
        self.sample_rate = sample_rate
        self.trigger_level = trigger_level
        self.trigger_time = trigger_time
        self.search_time = search_time
        self.allowed_gap = allowed_gap
        self.pre_trigger_time = pre_trigger_time
        self.boot_time = boot_time
        self.noise_up_time = noise_up_time
        self.noise_down_time = noise_down_time
        self.noise_reduction_amount = noise_reduction_amount
        self.measure_freq = measure_freq
        self.measure_duration = measure_duration or 2.0 / measure_freq
        self.measure_smooth_time = measure_smooth_time
        self.hp_filter_freq = hp_filter_freq
        self.lp_filter_freq = lp_filter_freq
        self.hp_lifter_freq = hp_lifter_freq
        self.lp_lifter_freq = lp_lifter_freq

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        signal = x.reshape(-1, x.shape[-1])
        start = self._start(signal.to(dtype=torch.float64).numpy())
        return x[..., start:].clone()

    def _start(self, signal: Numbers) -> int:
        """Return the first sample to keep."""
        size = int(self.sample_rate * self.measure_duration + 0.5)
        period = int(self.sample_rate / self.measure_freq + 0.5)
        count = math.ceil(self.search_time * self.measure_freq)
        kept = int(self.pre_trigger_time * self.sample_rate + 0.5) + count * period + size
        meters = [_Meter(self, size) for _ in signal]
        levels = np.zeros((len(signal), count))
        means = np.zeros(len(signal))
        smooth = _share(self.trigger_time, self.measure_freq)
        boot_limit = int(self.boot_time * self.measure_freq - 0.5)
        boot = index = 0
        for end in range(size, signal.shape[-1] + 1, period):
            back = 0
            triggered = False
            for channel, meter in enumerate(meters):
                levels[channel, index] = level = meter.measure(signal[channel, end - size : end], boot)
                means[channel] = means[channel] * smooth + level * (1.0 - smooth)
                triggered = triggered or means[channel] >= self.trigger_level
                if triggered:
                    back = min(max(back, self._look_back(levels[channel], index)), count)
            if triggered:
                return max(end - kept + (count - back) * period, 0)
            index = (index + 1) % count
            if boot >= 0:
                boot = -1 if boot == boot_limit else boot + 1
        return max(signal.shape[-1] - kept, 0)

    def _look_back(self, levels: Numbers, index: int) -> int:
        """Return how many measurements before the trigger there was voice already."""
        count = len(levels)
        gap = int(self.allowed_gap * self.measure_freq + 0.5)
        voice = silence = count
        for back in range(count):
            level = levels[(index - back) % count]
            if level >= self.trigger_level and back <= voice + gap:
                voice = silence = back
            elif level == 0 and voice >= silence:
                silence = back
        return min(count - 1, silence)


class _Meter:
    """The level of voice in one channel."""

    def __init__(self, vad: Vad, size: int) -> None:
        rate = vad.sample_rate
        self._bins = 16
        while self._bins < size:
            self._bins *= 2
        self._first = max(int(vad.hp_filter_freq / rate * self._bins + 0.5), 1)
        self._last = min(int(vad.lp_filter_freq / rate * self._bins + 0.5), self._bins // 2)
        self._window = _hann(size)
        self._band = _hann(self._last - self._first)
        self._low = math.ceil(rate * 0.5 / vad.lp_lifter_freq)
        self._high = min(math.floor(rate * 0.5 / vad.hp_lifter_freq), self._bins // 4)
        if self._high <= self._low:
            raise RuntimeError(
                f"Vad: no pitch between hp_lifter_freq={vad.hp_lifter_freq} and lp_lifter_freq={vad.lp_lifter_freq} "
                f"can be measured at sample_rate={rate}."
            )
        self._smooth = _share(vad.measure_smooth_time, vad.measure_freq)
        self._up = _share(vad.noise_up_time, vad.measure_freq)
        self._down = _share(vad.noise_down_time, vad.measure_freq)
        self._reduction = vad.noise_reduction_amount
        self._spectrum = np.zeros(self._last - self._first)
        self._noise = np.zeros(self._last - self._first)

    def measure(self, samples: Numbers, boot: int) -> float:
        """Return the level; `boot` counts the measurements that learn the noise, -1 after the last."""
        size = np.abs(np.fft.rfft(samples * self._window, self._bins))[self._first : self._last]
        keep = boot / (1.0 + boot) if boot >= 0 else self._smooth
        self._spectrum = self._spectrum * keep + size * (1.0 - keep)
        power = self._spectrum**2
        follow = 0.0 if boot >= 0 else np.where(power > self._noise, self._up, self._down)
        self._noise = self._noise * follow + power * (1.0 - follow)
        clean = np.sqrt(np.maximum(0.0, power - self._reduction * self._noise))
        buffer = np.zeros(self._bins // 2)
        buffer[self._first : self._last] = clean * self._band
        cepstrum = np.abs(np.fft.rfft(buffer))[self._low : self._high]
        total = float((cepstrum**2).sum())
        return max(0.0, 21.0 + math.log(total / (self._high - self._low))) if total > 0 else 0.0


def _share(time: float, frequency: float) -> float:
    """Return what is left after one measurement of something that decays."""
    return math.exp(-1.0 / (time * frequency)) if time else 0.0


def _hann(size: int) -> Numbers:
    return 2.0 / math.sqrt(size) * (0.5 - 0.5 * np.cos(2.0 * math.pi * np.arange(size) / size))
