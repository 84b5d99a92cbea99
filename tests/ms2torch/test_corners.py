"""Expressions in the corners of types, shapes and refusals, against what MindSpore 2.10 answered."""

from __future__ import annotations

import builtins
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from tools.record.corners import GOLDENS, cases, described, names

ANSWERS = json.loads(Path(GOLDENS).read_text(encoding="utf-8"))


def test_every_case_has_an_answer() -> None:
    assert cases() == list(ANSWERS)


@pytest.mark.parametrize("case", ANSWERS)
def test_corner(case: str) -> None:
    want = ANSWERS[case]
    known = names("ms2torch")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "raises" in want:
            with pytest.raises(getattr(builtins, want["raises"])):
                eval(case, known)
            return
        check(want, described(ms, eval(case, known)))


def check(want: Any, got: Any) -> None:
    """Compare type, shape and values; floats to the accuracy that MindSpore's CPU kernels have."""
    if isinstance(want, list):
        assert isinstance(got, list)
        assert len(want) == len(got)
        for one, other in zip(want, got, strict=True):
            check(one, other)
    elif isinstance(want, dict):
        assert (want["dtype"], want["shape"]) == (got["dtype"], got["shape"])
        numbers = [np.array([eval(v, {"nan": np.nan, "inf": np.inf}) for v in each["values"]]) for each in (want, got)]
        np.testing.assert_allclose(numbers[1].astype(float), numbers[0].astype(float), rtol=3e-3, atol=1e-4)
    else:
        assert want == got
