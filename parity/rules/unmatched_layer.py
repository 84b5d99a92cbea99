"""Layers that ran on one side only."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class UnmatchedLayer(Rule):
    """A layer has no counterpart.

    ## What it does
    Reports layers that ran on one side only. It is an error where the nets diverge right there, or if the layer holds
    weights.

    ## Why it matters
    A forgotten activation or an extra normalisation changes the function. A layer that the other side writes as a
    function does not.
    """

    code: ClassVar[str] = "unmatched-layer"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))",
        port="nn.SequentialCell(nn.Dense(8, 8), nn.Dense(8, 2))",
        instead="nn.SequentialCell(nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 2))",
    )
