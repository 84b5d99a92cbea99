"""Random transforms of audio by what holds of every draw; and voice detection, which MindSpore's kernel lacks."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ms2torch.dataset as ds
from ms2torch.dataset import audio
from ms2torch.dataset.audio._iir import lfilter


def _spectra():
    return np.ones((40, 12, 20))


@pytest.mark.parametrize(
    ("transform", "axis", "limit"),
    [
        (lambda: audio.FrequencyMasking(True, 5, 0, 7.0), 1, 5),
        (lambda: audio.TimeMasking(True, 8, 0, 7.0), 2, 8),
        (lambda: audio.MaskAlongAxisIID(5, 7.0, 1), 1, 5),
        (lambda: audio.MaskAlongAxisIID(20, 7.0, 2), 2, 20),
    ],
)
def test_masks(transform, axis, limit):
    out = transform()(_spectra())
    other = 3 - axis
    masked = out == 7.0
    # a band across the other axis, of each spectrum its own
    assert (masked == masked.any(axis=other, keepdims=True)).all()
    bands = masked.any(axis=other)
    widths = bands.sum(axis=1)
    assert widths.max() <= limit
    assert len(set(widths.tolist())) > 2
    assert (np.diff(bands.astype(int), axis=1) == 1).sum(axis=1).max() <= 1
    assert (out[~masked] == 1.0).all()


def test_mask_wider_than_the_axis():
    with pytest.raises(RuntimeError, match="exceeds an axis of size 12"):
        audio.FrequencyMasking(True, 13)(_spectra())


def test_seed_repeats_masks():
    before = ds.config.get_seed()
    try:
        ds.config.set_seed(5)
        first = audio.TimeMasking(True, 8)(_spectra())
        assert (audio.TimeMasking(True, 8)(_spectra()) == first).all()
    finally:
        ds.config.set_seed(before)


@pytest.mark.parametrize("density", [audio.DensityFunction.RPDF, audio.DensityFunction.GPDF])
def test_dither(density):
    wave = np.random.RandomState(0).uniform(-0.9, 0.9, (2, 500))
    kept = wave.copy()
    out = audio.Dither(density)(wave)
    assert (wave == kept).all()
    np.testing.assert_allclose(out * 2**15, np.round(out * 2**15), atol=1e-9)
    # one offset for all, besides the scale of 32766 / 32768 and the rounding
    offset = out * 2**15 - wave * (2**15 - 2)
    assert np.ptp(offset) <= 1.0 + 1e-9


def test_griffin_lim_finds_the_spectrum():
    wave = np.sin(np.arange(800) * 0.3)
    spectrum = audio.Spectrogram(64, power=1.0)(wave)
    found = audio.Spectrogram(64, power=1.0)(audio.GriffinLim(64, 60, power=1.0, length=800)(spectrum))
    assert np.linalg.norm(found - spectrum) < 0.2 * np.linalg.norm(spectrum)


def test_inverse_mel_scale_finds_the_mels():
    mels = np.random.RandomState(0).uniform(0.5, 2.0, (6, 5))
    spectrum = audio.InverseMelScale(40, 6, 8000, max_iter=20000)(mels)
    assert spectrum.shape == (40, 5)
    assert spectrum.min() >= 0.0
    np.testing.assert_allclose(audio.MelScale(6, 8000, n_stft=40)(spectrum), mels, atol=2e-2)


def test_vad_cuts_the_silence():
    random = np.random.RandomState(3)
    t = np.arange(24000) / 8000
    voice = 0.4 * sum(np.sin(2 * np.pi * 150 * k * t) / k for k in range(1, 12))
    wave = (np.where(t < 1.5, 0.0, voice) + 1e-4 * random.normal(size=24000))[None]
    out = audio.Vad(8000)(wave)
    assert 11500 < out.shape[1] < 13500
    assert (out == wave[:, -out.shape[1] :]).all()


def test_input_is_left_alone():
    wave = np.linspace(-1, 1, 100)
    wave.flags.writeable = False
    for transform in (audio.Gain(), audio.Fade(10, 10), audio.LowpassBiquad(8000, 500.0), audio.Phaser(8000)):
        assert transform(wave).shape == wave.shape


def test_filter_over_many_blocks():
    x = torch.randn(2, 1000, dtype=torch.float64)
    a, b = torch.tensor([1.0, -1.2, 0.5, 0.1]), torch.tensor([0.3, 0.2, 0.1, 0.05])
    y = torch.zeros_like(x)
    for n in range(1000):
        for k in range(4):
            if n >= k:
                y[:, n] += float(b[k]) * x[:, n - k] - (float(a[k]) * y[:, n - k] if k else 0.0)
    torch.testing.assert_close(lfilter(x, a, b), y)


def test_names_and_texts_of_enumerations():
    assert str(audio.BorderType.EDGE) == "BorderType.EDGE"
    assert audio.WindowType.HANN == "hann"


def test_pipeline():
    waves = np.random.RandomState(0).uniform(-1, 1, (3, 2, 60))
    data = ds.NumpySlicesDataset(waves, ["x"], shuffle=False).map([audio.Gain(-6), audio.Spectrogram(16)])
    rows = [row["x"] for row in data.create_dict_iterator(num_epochs=1, output_numpy=True)]
    assert [row.shape for row in rows] == [(2, 9, 8)] * 3
