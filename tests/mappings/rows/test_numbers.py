"""How a value is written on MindSpore's side, and windows that leave rows over."""

from __future__ import annotations

from typing import Any

import pytest

from mappings.rows.arguments import as_default
from mappings.rows.model import Param
from mappings.rows.transforms import leaves_gaps


@pytest.mark.parametrize(
    ("value", "default", "written"),
    [
        (1, 1.0, 1.0),
        (2, 1.0, 2.0),  # a float stands there
        (1.0, 1, 1),
        (2.5, 1, 2.5),
        (True, 1.0, True),
        (True, 1, True),
        (False, 0, False),
        ("same", 1.0, "same"),
        ((1, 2), (0.5, 0.5), (1.0, 2.0)),
        ((1, 2), (0, 0), (1, 2)),
        (3, "x", 3),
        (None, 1.0, None),
    ],
)
def test_a_number_is_written_as_the_default_is(value: object, default: Any, written: object) -> None:
    found = as_default(value, Param("a", "b", 0, default))
    assert (found, type(found)) == (written, type(written))
    if isinstance(written, tuple):
        assert [type(one) for one in found] == [type(one) for one in written]


@pytest.mark.parametrize(
    ("arguments", "gaps"),
    [
        ({"kernel_size": 2, "stride": 3}, False),  # no transposed convolution
        ({"output_padding": 0, "kernel_size": 2, "stride": 3}, True),
        ({"output_padding": 0, "kernel_size": 3, "stride": 3}, False),
        ({"output_padding": 0, "kernel_size": 2, "stride": 3, "dilation": 2}, False),  # as wide as the stride
        ({"output_padding": 0, "kernel_size": 2, "stride": 4, "dilation": 2}, True),
        ({"output_padding": 0, "kernel_size": 3, "stride": 6, "dilation": 2}, True),
        ({"output_padding": 0, "kernel_size": 3, "stride": 5, "dilation": 2}, False),
        ({"output_padding": 0, "kernel_size": (3, 1), "stride": (3, 2)}, True),
        ({"output_padding": 0, "kernel_size": (3, 2), "stride": 2}, False),
        ({"output_padding": 0, "kernel_size": 1}, False),
        ({"output_padding": 0, "kernel_size": "k", "stride": 2}, True),  # it may
        ({"output_padding": 0, "kernel_size": "k", "stride": 1}, False),
    ],
)
def test_windows_that_are_narrower_than_their_stride(arguments: dict[str, object], gaps: bool) -> None:
    assert leaves_gaps(arguments) is gaps
