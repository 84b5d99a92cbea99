"""Layers that MindSpore has in `nn` and in `mint.nn` are known by the name that the table has."""

from __future__ import annotations

import pytest

from parity.nets.api_names import table_name


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("mindspore.nn.Linear", "mindspore.mint.nn.Linear"),
        ("mindspore.nn.AvgPool2dExt", "mindspore.mint.nn.AvgPool2d"),
        ("mindspore.nn.DropoutExt", "mindspore.mint.nn.Dropout"),
        ("mindspore.nn.SoftMarginLoss", "mindspore.nn.SoftMarginLoss"),
        ("mindspore.nn.Dense", "mindspore.nn.Dense"),
        ("mindspore.nn.Nothing", "mindspore.nn.Nothing"),
        ("torch.nn.Linear", "torch.nn.Linear"),
    ],
)
def test_the_name_is_the_tables(name: str, known: str) -> None:
    assert table_name(name) == known
