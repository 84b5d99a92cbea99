"""Image operations give what MindSpore's gave when recorded: to the bit, or within the difference said in the case."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ms2torch.dataset import transforms, vision
from tools.record import vision as recorded

GOLDEN = json.loads(recorded.GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", recorded.CASES)
def test_same(name):
    case, allowed = recorded.CASES[name]
    ours = recorded.answer(vision, transforms, case)
    theirs = [recorded.unpacked(entry) for entry in GOLDEN[name]]
    assert [(array.shape, array.dtype) for array in ours] == [(array.shape, array.dtype) for array in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.astype(np.float64), other.astype(np.float64), rtol=0, atol=allowed)


def test_nothing_is_recorded_that_is_not_run():
    assert set(GOLDEN) == set(recorded.CASES)
