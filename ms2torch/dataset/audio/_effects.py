"""Effects that mix a waveform with delayed copies of itself.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ms2torch.dataset.audio import _checks as check
from ms2torch.dataset.audio._base import AudioTensorOperation
from ms2torch.dataset.audio.utils import Interpolation, Modulation


def _wave(sine: bool, size: int, low: float, high: float, phase: float) -> npt.NDArray[np.float64]:
    """Return one period of a wave between two values."""
    offset = int(phase / math.pi / 2.0 * size + 0.5)
    point = (np.arange(size) + offset) % size
    if sine:
        wave = (np.sin(point / size * 2.0 * math.pi) + 1.0) / 2.0
    else:
        quarter = 4 * point // size
        wave = point * 2.0 / size
        wave = np.select([quarter == 0, quarter == 3], [wave + 0.5, wave - 1.5], 1.5 - wave)
    return wave * (high - low) + low


class Phaser(AudioTensorOperation):
    """Apply a phaser.

    Args:
        sample_rate (int): samples per second.
        gain_in (float): gain of the input, in [0, 1]. Default: 0.4.
        gain_out (float): gain of the output, in [0, 1e9]. Default: 0.74.
        delay_ms (float): longest delay in milliseconds, in [0, 5]. Default: 3.0.
        decay (float): share that is fed back, in [0, 0.99]. Default: 0.4.
        mod_speed (float): speed of the modulation in Hz, in [0.1, 2]. Default: 0.5.
        sinusoidal (bool): modulate by a sine; False: by a triangle. Default: True.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.

    Source: mindspore.dataset.audio.Phaser, MindSpore 2.10
    """

    def __init__(
        self,
        sample_rate: int,
        gain_in: float = 0.4,
        gain_out: float = 0.74,
        delay_ms: float = 3.0,
        decay: float = 0.4,
        mod_speed: float = 0.5,
        sinusoidal: bool = True,
    ) -> None:
        check.integer("sample_rate", sample_rate, -check.INT_MAX - 1)
        check.single("gain_in", gain_in, 0, 1)
        check.single("gain_out", gain_out, 0, 1e9)
        check.single("delay_ms", delay_ms, 0, 5.0)
        check.single("decay", decay, 0, 0.99)
        check.single("mod_speed", mod_speed, 0.1, 2)
        check.flag("sinusoidal", sinusoidal)
        super().__init__()
        self.sample_rate = sample_rate
        self.gain_in = gain_in
        self.gain_out = gain_out
        self.delay_ms = delay_ms
        self.decay = decay
        self.mod_speed = mod_speed
        self.sinusoidal = sinusoidal

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        size = int(self.delay_ms * 0.001 * self.sample_rate + 0.5)
        period = int(self.sample_rate / self.mod_speed + 0.5)
        wave = _wave(self.sinusoidal, period, 1.0, float(size), math.pi / 2.0)
        delays = np.trunc(np.where(wave < 0, wave - 0.5, wave + 0.5)).astype(np.int64)
        signal = x.reshape(-1, x.shape[-1]).numpy().T * self.gain_in
        memory = np.zeros((size, signal.shape[1]), signal.dtype)
        out = np.empty_like(signal)
        place = 0
        for frame in range(len(signal)):
            mixed = signal[frame] + memory[(place + delays[frame % period]) % size]
            place = (place + 1) % size
            memory[place] = mixed * self.decay
            out[frame] = mixed
        return torch.from_numpy((out * self.gain_out).T.copy()).reshape(x.shape).to(dtype=x.dtype).clamp(-1.0, 1.0)


class Flanger(AudioTensorOperation):
    """Apply a flanger.

    Args:
        sample_rate (int): samples per second, not zero.
        delay (float): least delay in milliseconds, in [0, 30]. Default: 0.0.
        depth (float): sweep of the delay in milliseconds, in [0, 10]. Default: 2.0.
        regen (float): share that is fed back, in percent, in [-95, 95]. Default: 0.0.
        width (float): share of the delayed signal, in percent, in [0, 100]. Default: 71.0.
        speed (float): sweeps per second, in [0.1, 10]. Default: 0.5.
        phase (float): shift of the sweep from channel to channel, in percent, in [0, 100]. Default: 25.0.
        modulation (Modulation): wave of the sweep. Default: `Modulation.SINUSOIDAL`.
        interpolation (Interpolation): interpolation between samples. Default: `Interpolation.LINEAR`.

    Inputs:
        of shape (..., channel, time).

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of its range.
        RuntimeError: when called, if the waveform has more than 4 channels.

    Source: mindspore.dataset.audio.Flanger, MindSpore 2.10
    """

    _rank = 2

    def __init__(
        self,
        sample_rate: int,
        delay: float = 0.0,
        depth: float = 2.0,
        regen: float = 0.0,
        width: float = 71.0,
        speed: float = 0.5,
        phase: float = 25.0,
        modulation: Modulation = Modulation.SINUSOIDAL,
        interpolation: Interpolation = Interpolation.LINEAR,
    ) -> None:
        check.not_zero("sample_rate", sample_rate)
        check.single("delay", delay, 0, 30)
        check.single("depth", depth, 0, 10)
        check.single("regen", regen, -95, 95)
        check.single("width", width, 0, 100)
        check.single("speed", speed, 0.1, 10)
        check.single("phase", phase, 0, 100)
        check.member("modulation", modulation, Modulation)
        check.member("interpolation", interpolation, Interpolation)
        super().__init__()
        self.sample_rate = sample_rate
        self.delay = delay
        self.depth = depth
        self.regen = regen
        self.width = width
        self.speed = speed
        self.phase = phase
        self.modulation = modulation
        self.interpolation = interpolation

    def _execute_array(self, *arrays: Any) -> Any:
        if arrays[0].ndim > 1 and arrays[0].shape[-2] > 4:
            raise RuntimeError(f"Flanger: the input must have at most 4 channels, but got shape {arrays[0].shape}.")
        return super()._execute_array(*arrays).astype(arrays[0].dtype)

    def _compute(self, x: torch.Tensor) -> torch.Tensor:
        rate, least = self.sample_rate, self.delay / 1000.0
        feedback = self.regen / 100.0
        share = self.width / 100.0
        gain = 1.0 / (1.0 + share)
        share *= gain * (1.0 - abs(feedback))
        size = int((least + self.depth / 1000.0) * rate + 0.5) + 2
        period = int(rate / self.speed)
        sine = self.modulation == Modulation.SINUSOIDAL
        sweep = _wave(sine, period, math.floor(least * rate + 0.5), size - 2.0, 1.5 * math.pi)
        # time first, then batch and channel
        signal = np.moveaxis(x.reshape(-1, *x.shape[-2:]).numpy(), -1, 0)
        channels = np.arange(signal.shape[2])
        shifts = (channels * period * (self.phase / 100.0) + 0.5).astype(np.int64)
        memory = np.zeros((size, *signal.shape[1:]), np.float64)
        last = np.zeros(signal.shape[1:], np.float64)
        out = np.empty(signal.shape, np.float64)
        for frame in range(len(signal)):
            place = -(frame + 1) % size
            memory[place] = signal[frame] + last * feedback
            delay = sweep[(frame + shifts) % period]
            last = self._delayed(memory, place + np.floor(delay).astype(np.int64), delay - np.floor(delay), channels)
            out[frame] = signal[frame] * gain + last * share
        return torch.from_numpy(np.moveaxis(out, 0, -1).copy()).reshape(x.shape).to(dtype=x.dtype).clamp(-1.0, 1.0)

    def _delayed(
        self,
        memory: npt.NDArray[np.float64],
        place: npt.NDArray[np.int64],
        part: npt.NDArray[np.float64],
        channels: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.float64]:
        size = len(memory)
        # two indices around a slice put the indexed axis first
        first = memory[place % size, :, channels].T
        second = memory[(place + 1) % size, :, channels].T
        if self.interpolation == Interpolation.LINEAR:
            return first + (second - first) * part
        third = memory[(place + 2) % size, :, channels].T - first
        second = second - first
        bend = third * 0.5 - second
        slope = second * 2.0 - third * 0.5
        return first + (bend * part + slope) * part
