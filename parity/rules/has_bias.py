"""Bias of convolutions and dense layers."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example


class HasBias(ArgumentRule):
    """One side has a bias and the other has none.

    ## What it does
    Compares torch's `bias` with MindSpore's `has_bias`.

    ## Why it matters
    MindSpore's convolutions have no bias by default, torch's have one. The trained bias then has nowhere to go, and
    the shape of the output does not tell.
    """

    code: ClassVar[str] = "has-bias"
    arguments: ClassVar[frozenset[str]] = frozenset({"has_bias", "bias"})
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1))",
        port='nn.SequentialCell(nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1))',
        instead='nn.SequentialCell(nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True))',
        inputs=("float32[4,3,8,8]",),
    )
