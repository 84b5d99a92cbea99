"""A call of torch written as MindSpore's, with arguments whose values only the running program knows."""

from __future__ import annotations

import pytest

import mappings
from mappings.rows.model import Opaque
from parity.table.derive import mindspore_call


@pytest.mark.parametrize(
    ("given", "call"),
    [
        # torch's stride=None means the kernel's size, known or not
        ({"kernel_size": Opaque("k")}, "mindspore.nn.MaxPool2d(kernel_size=k, stride=k)"),
        ({"kernel_size": 2}, "mindspore.nn.MaxPool2d(kernel_size=2, stride=2)"),
        ({"kernel_size": Opaque("k"), "stride": 1}, "mindspore.nn.MaxPool2d(kernel_size=k)"),
        ({"kernel_size": Opaque("k"), "stride": Opaque("s")}, "mindspore.nn.MaxPool2d(kernel_size=k, stride=s)"),
    ],
)
def test_a_default_that_is_another_argument(given: dict[str, object], call: str) -> None:
    (row,) = [row for row in mappings.rows_for_torch("torch.nn.MaxPool2d") if row.mindspore == "mindspore.nn.MaxPool2d"]
    assert mindspore_call(row, given) == call
