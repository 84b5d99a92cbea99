"""Exact or approximate GELU."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example


class Approximate(ArgumentRule):
    """One GELU is exact and the other the tanh approximation.

    ## What it does
    Compares torch's `approximate` ('none' or 'tanh') with MindSpore's (False or True).

    ## Why it matters
    `mindspore.nn.GELU()` approximates by default, `torch.nn.GELU()` does not. They differ by up to 5e-4, which a fixed
    tolerance lets through in a deep net.
    """

    code: ClassVar[str] = "approximate"
    arguments: ClassVar[frozenset[str]] = frozenset({"approximate"})
    layers: ClassVar[frozenset[str]] = frozenset({"GELU", "GeLU"})
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.GELU())",
        port="nn.SequentialCell(nn.GELU())",
        instead="nn.SequentialCell(nn.GELU(approximate=False))",
    )
