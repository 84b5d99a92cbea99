"""The transforms of audio give what real MindSpore gave (tools/record/dataset_audio.py)."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ms2torch.dataset import audio
from tools.record.dataset_audio import CASES, GOLDEN, KINDS, TYPED, answer

GOLDENS = json.loads(GOLDEN.read_text(encoding="utf-8"))
# relative to the largest value; MindSpore works out some coefficients in float32, which long memories amplify
TOLERANCE = {"float64": 1e-5, "float32": 1e-5, "float16": 3e-2}
LOOSE = {"BassBiquad": 2e-5, "RiaaBiquad 88200": 5e-5, "RiaaBiquad 96000": 5e-5}
# ours stays float64
KEEPS_TYPE = ("InverseSpectrogram length",)


@pytest.mark.parametrize("name", list(GOLDENS))
def test_as_recorded(name):
    plain, _, kind = name.rpartition(", ") if name.endswith(KINDS) else (name, "", "")
    make, data = CASES[plain]
    found = answer(make, (data() * 3).astype(kind) if kind else data(), audio)
    wanted = GOLDENS[name]
    if isinstance(wanted, dict) or isinstance(found, dict):
        assert found == wanted
        return
    assert len(found) == len(wanted)
    for (dtype, shape, values), (wanted_dtype, wanted_shape, wanted_values) in zip(found, wanted, strict=True):
        assert shape == wanted_shape
        assert dtype == ("float64" if name in KEEPS_TYPE else wanted_dtype)
        scale = max((abs(value) for value in wanted_values), default=0.0)
        limit = scale * LOOSE.get(name, TOLERANCE.get(wanted_dtype, 0.0))
        np.testing.assert_allclose(values, wanted_values, rtol=0, atol=limit)


def test_every_case_is_recorded():
    assert list(GOLDENS) == [*CASES, *(f"{name}, {kind}" for name in TYPED for kind in KINDS)]
