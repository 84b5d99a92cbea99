"""The transforms of text give what real MindSpore gave (tools/record/dataset_text.py)."""

from __future__ import annotations

import json

import pytest

import ms2torch as ms
import ms2torch.dataset as ds
from ms2torch.dataset import text
from tools.record.dataset_text import CASES, GOLDEN, Files, Given, answer

GOLDENS = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", list(CASES))
def test_as_recorded(name, tmp_path):
    given = Given(ms, ds, text, Files(str(tmp_path)))
    found = json.loads(json.dumps(answer(CASES[name], given)))
    assert found == GOLDENS[name]


def test_every_case_is_recorded():
    assert list(GOLDENS) == list(CASES)
