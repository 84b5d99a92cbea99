"""A slice of `make fuzz`: broken nets, specs, targets, traces and files end with an exit code and one line."""

import random

import pytest

from tools.fuzz import judged, make


@pytest.mark.parametrize("number", range(6))
def test_what_is_broken_ends_well(number, tmp_path):
    assert judged(make(random.Random(number)), tmp_path) == ""
