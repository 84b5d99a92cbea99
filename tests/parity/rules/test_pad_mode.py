"""How padding is written in a finding, whichever side has the mode and whichever the amount."""

from __future__ import annotations

import pytest
from torch import nn as tnn

from ms2torch import nn
from parity import compare

INPUT = "float32[2,3,8,8]"


def torchs(**more: object) -> tnn.Module:
    return tnn.Sequential(tnn.Conv2d(3, 4, 3, bias=False, **more))


def mindspores(**more: object) -> nn.Cell:
    return nn.SequentialCell(nn.Conv2d(3, 4, 3, **more))


@pytest.mark.parametrize(
    ("reference", "port", "argument", "values"),
    [
        (torchs, mindspores, "pad_mode", ("padding=(0, 0)", "same")),
        (lambda: torchs(padding=1), lambda: mindspores(pad_mode="valid"), "pad_mode", ("padding=(1, 1)", "valid")),
        (lambda: torchs(padding=1), lambda: mindspores(pad_mode="pad", padding=2), "padding", ((1, 1), 2)),
        (mindspores, torchs, "pad_mode", ("same", "padding=(0, 0)")),
        (lambda: mindspores(pad_mode="valid"), lambda: torchs(padding=1), "pad_mode", ("valid", "padding=(1, 1)")),
        (lambda: mindspores(pad_mode="pad", padding=2), lambda: torchs(padding=1), "padding", (2, (1, 1))),
    ],
)
def test_values_as_each_side_writes_them(reference, port, argument, values):
    report = compare(reference(), port(), INPUT)
    (finding,) = report.of_severity("error")
    assert (finding.rule, finding.argument) == ("pad-mode", argument)
    assert (finding.reference_value, finding.port_value) == values
