"""Arguments that are no tensors: how they are written, and that both nets are given them, also when built anew."""

from __future__ import annotations

import pytest
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare
from parity.code.errors import CannotCompare
from parity.code.input_specs import PlainSpec, read_input
from parity.nets.inputs import make_inputs, plain_arguments


@pytest.mark.parametrize(
    ("text", "value"),
    [("n=2", 2), ("use_cache=True", True), ("mode='sum'", "sum"), ("size=(2, 3)", (2, 3)), ("x=None", None)],
)
def test_a_value_is_written_as_in_python(text, value):
    spec = read_input(text)
    assert isinstance(spec, PlainSpec)
    assert spec.value == value
    assert plain_arguments(["float32[2]", text]) == {spec.name: value}
    assert len(make_inputs(["float32[2]", text], 0)) == 1


@pytest.mark.parametrize("text", ["n=", "n=open('x')", "2"])
def test_what_is_no_value_is_refused(text):
    with pytest.raises(CannotCompare, match="does not parse"):
        read_input(text)


class Repeated(tnn.Module):
    def __init__(self):
        super().__init__()
        self.layer = tnn.Linear(4, 4)

    def forward(self, x, times=1, twice=False):
        for _ in range(times):
            x = self.layer(x)
        return x * 2 if twice else x


class RepeatedCell(nn.Cell):
    def __init__(self, shift):
        super().__init__()
        self.layer, self.shift = mint.nn.Linear(4, 4), shift

    def construct(self, x, count=1, twice=False):
        for _ in range(count):
            x = self.layer(x)
        return x * 2 + self.shift if twice else x


def test_both_nets_are_given_it_by_name_or_position():
    given = ["float32[2,4]", "times=3", "twice=True"]
    assert compare(Repeated, lambda: RepeatedCell(0), given).verdict == "same"
    wrong = compare(Repeated, lambda: RepeatedCell(1), given)
    assert wrong.verdict == "different"
    assert compare(Repeated, lambda: RepeatedCell(1), ["float32[2,4]", "times=3"]).verdict == "same"
    assert compare(Repeated, lambda: RepeatedCell(1), {"x": "float32[2,4]", "twice": True}).verdict == "different"
