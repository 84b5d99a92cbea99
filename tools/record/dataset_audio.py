"""Record what MindSpore's transforms of audio give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/dataset_audio.py     # rewrite tests/goldens/dataset_audio.json

Each case is defined here once; tests/ms2torch/dataset/test_audio_goldens.py runs the same ones on ms2torch.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "dataset_audio.json"


def tone(frames: int = 600, channels: int = 2) -> np.ndarray:
    """Return a sweep with some noise, of shape (channels, frames), within (-1, 1)."""
    random = np.random.RandomState(7)
    t = np.arange(frames) / frames
    rows = [0.6 * np.sin(2 * np.pi * (20 + 30 * c + 40 * t) * t) for c in range(channels)]
    return np.stack(rows) + 0.3 * random.uniform(-1, 1, (channels, frames))


def spectrum(*shape: int) -> np.ndarray:
    """Return positive numbers."""
    return np.random.RandomState(11).uniform(0.01, 3.0, shape)


def complexes(*shape: int) -> np.ndarray:
    """Return numbers of both signs, (..., 2)."""
    return np.random.RandomState(13).normal(size=(*shape, 2))


def voice() -> np.ndarray:
    """Return 0.4 s of a vowel at 8 kHz."""
    t = np.arange(3000) / 8000
    return np.sum([np.sin(2 * np.pi * 150 * k * t) / k for k in range(1, 12)], axis=0)[None] * 0.4


Case = tuple[Callable[[Any], Any], Callable[[], np.ndarray]]


def _short() -> np.ndarray:
    return tone(300, 2)


def _single() -> np.ndarray:
    # the mel kernels of MindSpore read float64 as if it were float32
    return tone(300, 2).astype(np.float32)


def _long() -> np.ndarray:
    return tone(1000, 1).astype(np.float32)


CASES: dict[str, Case] = {
    "LFilter": (lambda a: a.LFilter([1.0, -0.9, 0.2], [0.5, 0.2, 0.1]), _short),
    "LFilter not clamped": (lambda a: a.LFilter([2.0, -0.9, 0.2], [3.5, 0.2, 0.1], False), _short),
    "LFilter order 1": (lambda a: a.LFilter([1.0, -0.5], [0.5, 0.2]), _short),
    "Filtfilt": (lambda a: a.Filtfilt([1.0, -0.9, 0.2], [0.2, 0.1, 0.1]), _short),
    "Filtfilt not clamped": (lambda a: a.Filtfilt([1.0, -0.9, 0.2], [1.2, 0.1, 0.1], clamp=False), _short),
    "Biquad": (lambda a: a.Biquad(0.5, 0.2, 0.1, 1.5, -0.9, 0.2), _short),
    "AllpassBiquad": (lambda a: a.AllpassBiquad(44100, 2000.0), _short),
    "BandBiquad": (lambda a: a.BandBiquad(44100, 2000.0), _short),
    "BandBiquad noise": (lambda a: a.BandBiquad(16000, 700.0, 0.5, True), _short),
    "BandpassBiquad": (lambda a: a.BandpassBiquad(44100, 2000.0), _short),
    "BandpassBiquad skirt": (lambda a: a.BandpassBiquad(16000, 2000.0, 0.3, True), _short),
    "BandrejectBiquad": (lambda a: a.BandrejectBiquad(44100, 2000.0, 0.9), _short),
    "BassBiquad": (lambda a: a.BassBiquad(44100, 10.0), _short),
    "BassBiquad cut": (lambda a: a.BassBiquad(16000, -10.0, 300.0, 0.5), _short),
    "DeemphBiquad 44100": (lambda a: a.DeemphBiquad(44100), _short),
    "DeemphBiquad 48000": (lambda a: a.DeemphBiquad(48000), _short),
    "EqualizerBiquad": (lambda a: a.EqualizerBiquad(44100, 1500.0, 5.5, 0.7), _short),
    "HighpassBiquad": (lambda a: a.HighpassBiquad(44100, 1500.0, 0.7), _short),
    "LowpassBiquad": (lambda a: a.LowpassBiquad(16000, 1500.0, 0.7), _short),
    "RiaaBiquad 44100": (lambda a: a.RiaaBiquad(44100), _short),
    "RiaaBiquad 48000": (lambda a: a.RiaaBiquad(48000), _short),
    "RiaaBiquad 88200": (lambda a: a.RiaaBiquad(88200), _short),
    "RiaaBiquad 96000": (lambda a: a.RiaaBiquad(96000), _short),
    "TrebleBiquad": (lambda a: a.TrebleBiquad(44100, 12.0), _short),
    "TrebleBiquad cut": (lambda a: a.TrebleBiquad(16000, -12.0, 1000.0, 0.4), _short),
    "AmplitudeToDB": (lambda a: a.AmplitudeToDB(), lambda: spectrum(2, 5, 6) ** 9),
    "AmplitudeToDB magnitude": (
        lambda a: a.AmplitudeToDB(a.ScaleType.MAGNITUDE, 2.0, 1e-3, 20.0),
        lambda: spectrum(2, 2, 5, 6) ** 5,
    ),
    "AmplitudeToDB two axes": (lambda a: a.AmplitudeToDB(top_db=5.0), lambda: spectrum(5, 6)),
    "DBToAmplitude": (lambda a: a.DBToAmplitude(0.5, 0.5), lambda: spectrum(2, 5)),
    "Angle": (lambda a: a.Angle(), lambda: complexes(3, 4)),
    "ComplexNorm": (lambda a: a.ComplexNorm(), lambda: complexes(3, 4)),
    "ComplexNorm power": (lambda a: a.ComplexNorm(3), lambda: complexes(3, 4)),
    "Magphase": (lambda a: a.Magphase(2.0), lambda: complexes(3, 4)),
    "Contrast": (lambda a: a.Contrast(), _short),
    "Contrast 10": (lambda a: a.Contrast(10), _short),
    "DCShift": (lambda a: a.DCShift(0.3), _short),
    "DCShift limited": (lambda a: a.DCShift(0.5, 0.05), _short),
    "DCShift limited down": (lambda a: a.DCShift(-0.5, 0.05), _short),
    "Gain": (lambda a: a.Gain(), _short),
    "Gain down": (lambda a: a.Gain(-3), _short),
    "Vol amplitude": (lambda a: a.Vol(1.7), _short),
    "Vol power": (lambda a: a.Vol(1.7, a.GainType.POWER), _short),
    "Vol db": (lambda a: a.Vol(-1.7, a.GainType.DB), _short),
    "Overdrive": (lambda a: a.Overdrive(), _short),
    "Overdrive soft": (lambda a: a.Overdrive(5.0, 60.0), _short),
    "Fade linear": (lambda a: a.Fade(100, 50), _short),
    "Fade overlapping": (lambda a: a.Fade(200, 300, a.FadeShape.EXPONENTIAL), _short),
    "Fade logarithmic": (lambda a: a.Fade(100, 50, a.FadeShape.LOGARITHMIC), _short),
    "Fade quarter sine": (lambda a: a.Fade(100, 50, a.FadeShape.QUARTER_SINE), _short),
    "Fade half sine": (lambda a: a.Fade(100, 50, a.FadeShape.HALF_SINE), _short),
    "Fade one sample": (lambda a: a.Fade(1, 1), _short),
    "Fade too long": (lambda a: a.Fade(1000, 1), _short),
    "MuLawEncoding": (lambda a: a.MuLawEncoding(), _short),
    "MuLawEncoding 16": (lambda a: a.MuLawEncoding(16), _short),
    "MuLawDecoding": (lambda a: a.MuLawDecoding(), lambda: np.arange(0.0, 256.0, 3.0)),
    "Dither": (lambda a: a.Dither(), _short),
    "Dither loud": (lambda a: a.Dither(), lambda: 4 * _short()),
    "Dither of whole numbers": (lambda a: a.Dither(), lambda: (40 * _short()).astype(np.int16)),
    "Flanger of halves": (lambda a: a.Flanger(4000), lambda: _short().astype(np.float16)),
    "Dither shaped": (lambda a: a.Dither(noise_shaping=True), _short),
    "ComputeDeltas": (lambda a: a.ComputeDeltas(), lambda: spectrum(2, 3, 9)),
    "ComputeDeltas reflect": (lambda a: a.ComputeDeltas(7, a.BorderType.REFLECT), lambda: spectrum(3, 9)),
    "ComputeDeltas symmetric": (lambda a: a.ComputeDeltas(4, a.BorderType.SYMMETRIC), lambda: spectrum(3, 9)),
    "ComputeDeltas constant": (lambda a: a.ComputeDeltas(5, a.BorderType.CONSTANT), lambda: spectrum(3, 9)),
    "SlidingWindowCmn": (lambda a: a.SlidingWindowCmn(), lambda: spectrum(2, 16, 3)),
    "SlidingWindowCmn short": (lambda a: a.SlidingWindowCmn(4, 3), lambda: spectrum(2, 16, 3)),
    "SlidingWindowCmn center": (lambda a: a.SlidingWindowCmn(5, 2, True), lambda: spectrum(16, 3)),
    "SlidingWindowCmn norm": (lambda a: a.SlidingWindowCmn(5, 2, False, True), lambda: spectrum(16, 3)),
    "SlidingWindowCmn center norm": (lambda a: a.SlidingWindowCmn(6, 2, True, True), lambda: spectrum(2, 16, 3)),
    "DetectPitchFrequency": (lambda a: a.DetectPitchFrequency(30, 0.1, 3, 5, 25), lambda: tone(60, 2)),
    "DetectPitchFrequency 8k": (lambda a: a.DetectPitchFrequency(8000, 0.02, 5), voice),
    "Phaser": (lambda a: a.Phaser(4000), _short),
    "Phaser triangle": (lambda a: a.Phaser(2000, 0.7, 0.9, 5.0, 0.6, 1.7, False), _short),
    "Flanger": (lambda a: a.Flanger(4000), _short),
    "Flanger deep": (
        lambda a: a.Flanger(3000, 3.0, 5.0, 40.0, 80.0, 7.0, 60.0, a.Modulation.TRIANGULAR, a.Interpolation.QUADRATIC),
        lambda: tone(400, 3),
    ),
    "FrequencyMasking": (lambda a: a.FrequencyMasking(False, 2, 1, 5.0), lambda: spectrum(2, 5, 6)),
    "TimeMasking": (lambda a: a.TimeMasking(False, 3, 2), lambda: spectrum(2, 5, 6)),
    "TimeMasking beyond": (lambda a: a.TimeMasking(False, 3, 4), lambda: spectrum(2, 5, 6)),
    "MaskAlongAxis 1": (lambda a: a.MaskAlongAxis(1, 2, -1.0, 1), lambda: spectrum(2, 5, 6)),
    "MaskAlongAxis 2": (lambda a: a.MaskAlongAxis(0, 4, 0.5, 2), lambda: spectrum(2, 2, 5, 6)),
    "Spectrogram": (lambda a: a.Spectrogram(64), _short),
    "Spectrogram default": (lambda a: a.Spectrogram(), lambda: tone(20, 2)),
    "Spectrogram complex": (lambda a: a.Spectrogram(32, power=0), lambda: tone(100, 1)),
    "Spectrogram magnitude": (
        lambda a: a.Spectrogram(32, 20, 8, 5, a.WindowType.HAMMING, 1.0, True, True, a.BorderType.CONSTANT),
        _short,
    ),
    "Spectrogram two-sided": (
        lambda a: a.Spectrogram(33, 20, 8, 0, a.WindowType.BLACKMAN, 3.0, False, False, onesided=False),
        lambda: tone(100, 1),
    ),
    "Spectrogram kaiser": (
        lambda a: a.Spectrogram(32, window=a.WindowType.KAISER, pad_mode=a.BorderType.SYMMETRIC),
        lambda: tone(100, 1),
    ),
    "Spectrogram bartlett": (
        lambda a: a.Spectrogram(32, 21, 11, window=a.WindowType.BARTLETT, pad_mode=a.BorderType.EDGE),
        lambda: tone(100, 1),
    ),
    "InverseSpectrogram": (lambda a: a.InverseSpectrogram(n_fft=16), lambda: complexes(2, 9, 7)),
    "InverseSpectrogram length": (
        lambda a: a.InverseSpectrogram(40, 16, 12, 5, 3, a.WindowType.HAMMING, True),
        lambda: complexes(9, 12),
    ),
    "InverseSpectrogram two-sided": (
        lambda a: a.InverseSpectrogram(n_fft=16, onesided=False),
        lambda: complexes(16, 7),
    ),
    "InverseSpectrogram not centred": (lambda a: a.InverseSpectrogram(n_fft=16, center=False), lambda: complexes(9, 7)),
    "SpectralCentroid": (lambda a: a.SpectralCentroid(44100), lambda: tone(20, 2)),
    "SpectralCentroid short": (lambda a: a.SpectralCentroid(8000, 32, 20, 8, 4, a.WindowType.HAMMING), _short),
    "MelScale": (lambda a: a.MelScale(8, 8000, n_stft=33), lambda: spectrum(2, 33, 4)),
    "MelScale slaney": (
        lambda a: a.MelScale(8, 8000, 50.0, 3500.0, 33, a.NormType.SLANEY, a.MelType.SLANEY),
        lambda: spectrum(33, 4),
    ),
    "MelSpectrogram": (lambda a: a.MelSpectrogram(8000, 128, n_mels=10), _single),
    "MelSpectrogram all": (
        lambda a: a.MelSpectrogram(
            16000,
            64,
            48,
            16,
            20.0,
            6000.0,
            3,
            12,
            a.WindowType.HAMMING,
            1.5,
            True,
            False,
            a.BorderType.EDGE,
            True,
            a.NormType.SLANEY,
            a.MelType.SLANEY,
        ),
        _single,
    ),
    "MFCC": (lambda a: a.MFCC(4000, 13), _long),
    "MFCC log": (
        lambda a: a.MFCC(
            8000,
            6,
            2,
            a.NormMode.NONE,
            True,
            {
                "n_fft": 64,
                "win_length": 64,
                "hop_length": 32,
                "f_min": 0.0,
                "f_max": 4000.0,
                "pad": 0,
                "n_mels": 10,
                "window": a.WindowType.HANN,
                "power": 2.0,
                "normalized": False,
                "center": True,
                "pad_mode": a.BorderType.REFLECT,
                "onesided": True,
                "norm": a.NormType.NONE,
                "mel_scale": a.MelType.HTK,
            },
        ),
        _single,
    ),
    "LFCC": (lambda a: a.LFCC(4000, 20, 8), _long),
    "LFCC log": (
        lambda a: a.LFCC(
            8000,
            10,
            6,
            100.0,
            3000.0,
            2,
            a.NormMode.NONE,
            True,
            {
                "n_fft": 64,
                "win_length": 40,
                "hop_length": 20,
                "pad": 2,
                "window": a.WindowType.HANN,
                "power": 2.0,
                "normalized": False,
                "center": True,
                "pad_mode": a.BorderType.REFLECT,
                "onesided": True,
            },
        ),
        _single,
    ),
    "Resample down": (lambda a: a.Resample(48000, 16000), _short),
    "Resample up": (lambda a: a.Resample(16000, 44100), lambda: tone(60, 2)),
    "Resample kaiser": (
        lambda a: a.Resample(16000, 12000, a.ResampleMethod.KAISER_WINDOW, 16, 0.9, 10.0),
        lambda: tone(100, 1),
    ),
    "Resample same": (lambda a: a.Resample(), _short),
    "PhaseVocoder": (lambda a: a.PhaseVocoder(1.3, np.linspace(0, np.pi * 4, 9)[:, None]), lambda: complexes(2, 9, 12)),
    "PhaseVocoder slower": (
        lambda a: a.PhaseVocoder(0.7, np.linspace(0, np.pi * 4, 9)[:, None]),
        lambda: complexes(9, 12),
    ),
    "TimeStretch": (lambda a: a.TimeStretch(), lambda: complexes(16, 8)),
    "TimeStretch faster": (lambda a: a.TimeStretch(4, 9, 1.3), lambda: complexes(2, 9, 12)),
    "TimeStretch no hop": (lambda a: a.TimeStretch(None, 9, 0.8), lambda: complexes(9, 12)),
    "PitchShift": (lambda a: a.PitchShift(8000, 4, n_fft=64), lambda: tone(300, 1)),
    "PitchShift down": (lambda a: a.PitchShift(8000, -5, 24, 64, 50, 20, a.WindowType.HAMMING), lambda: tone(300, 2)),
    "GriffinLim": (lambda a: a.GriffinLim(32, 4, rand_init=False), lambda: spectrum(2, 17, 8)),
    "GriffinLim all": (
        lambda a: a.GriffinLim(32, 3, 24, 8, a.WindowType.HAMMING, 1.0, 0.5, 60, False),
        lambda: spectrum(17, 8),
    ),
    "Vad of noise": (lambda a: a.Vad(8000, 50.0), lambda: tone(9000, 1)),
    "Vad from the start": (lambda a: a.Vad(8000, -1.0), lambda: tone(9000, 1)),
    "create_dct": (lambda a: lambda _: a.create_dct(6, 9), lambda: np.zeros(1)),
    "create_dct ortho": (lambda a: lambda _: a.create_dct(6, 9, a.NormMode.ORTHO), lambda: np.zeros(1)),
    "linear_fbanks": (lambda a: lambda _: a.linear_fbanks(33, 20.0, 4000.0, 7, 16000), lambda: np.zeros(1)),
    "melscale_fbanks": (lambda a: lambda _: a.melscale_fbanks(33, 0.0, 4000.0, 7, 16000), lambda: np.zeros(1)),
    "melscale_fbanks slaney": (
        lambda a: lambda _: a.melscale_fbanks(33, 20.0, 8000.0, 7, 16000, a.NormType.SLANEY, a.MelType.SLANEY),
        lambda: np.zeros(1),
    ),
    "melscale_fbanks slaney scale": (
        lambda a: lambda _: a.melscale_fbanks(33, 0.0, 8000.0, 7, 16000, a.NormType.NONE, a.MelType.SLANEY),
        lambda: np.zeros(1),
    ),
    "rate is zero": (lambda a: a.AllpassBiquad(0, 200.0), _short),
    "Q too great": (lambda a: a.AllpassBiquad(44100, 200.0, 1.5), _short),
    "rate is float": (lambda a: a.BandBiquad(44100.5, 200.0), _short),
    "deemphasis of another rate": (lambda a: a.DeemphBiquad(16000), _short),
    "window exceeds": (lambda a: a.Spectrogram(16, 20), _short),
    "window as text": (lambda a: a.Spectrogram(16, window="hann"), _short),
    "negative gain": (lambda a: a.Vol(-1.0), _short),
    "mask without width": (lambda a: a.MaskAlongAxis(0, 0, 1.0, 1), _short),
    "mask axis 0": (lambda a: a.MaskAlongAxis(0, 1, 1.0, 0), _short),
    "coefficients of two lengths": (lambda a: a.LFilter([1.0], [1.0, 2.0]), _short),
    "a list is no waveform": (lambda a: lambda x: a.Gain()(x.tolist()), _short),
    "frequencies crossed": (lambda a: a.MelScale(f_min=5000.0, f_max=100.0), _short),
}

# also in float32, float16 and int16 for these
KINDS = ("float32", "float16", "int16")
TYPED = (
    "LFilter",
    "AllpassBiquad",
    "Gain",
    "Fade linear",
    "MuLawEncoding",
    "Spectrogram",
    "Resample down",
    "Overdrive",
)


def answers(audio: Any) -> dict[str, Any]:
    """Return what each case gives: type and values, or the error's type."""
    out = {name: answer(make, data(), audio) for name, (make, data) in CASES.items()}
    for name in TYPED:
        make, data = CASES[name]
        for kind in KINDS:
            out[f"{name}, {kind}"] = answer(make, (data() * 3).astype(kind), audio)
    return out


def answer(make: Callable[[Any], Any], data: np.ndarray, audio: Any) -> Any:
    """Return the dtype, the shape and the values of a transform's output."""
    try:
        value = make(audio)(data)
    except Exception as error:
        return {"error": type(error).__name__}
    parts = value if isinstance(value, tuple) else (value,)
    return [
        [str(part.dtype), list(part.shape), [_short_number(v) for v in part.reshape(-1).tolist()]] for part in parts
    ]


def _short_number(value: float) -> float:
    return float(f"{value:.8g}") if isinstance(value, float) else value


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    from mindspore.dataset import audio

    found = answers(audio)
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in found.items()
    )
    GOLDEN.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(ms.__version__, f"{len(found)} answers, {GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
