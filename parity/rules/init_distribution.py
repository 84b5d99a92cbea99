"""Distributions of initial weights."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Stage
from parity.rules._base import ArgumentRule, Example
from parity.table.difference import Difference


class InitDistribution(ArgumentRule):
    """The initial values of a weight follow another distribution.

    ## What it does
    Compares the initializers by their arguments, and the values that both constructors drew by a two-sample test.

    ## Why it matters
    The same architecture trains differently from other weights: MindSpore draws embeddings from N(0, 0.01^2), torch
    from N(0, 1).
    """

    code: ClassVar[str] = "init-distribution"
    found_by: ClassVar[str] = "parity.causes.initial.init_findings"
    stage: ClassVar[Stage] = "init"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Embedding(1000, 64))",
        port="nn.SequentialCell(nn.Embedding(1000, 64))",
        instead="nn.SequentialCell(nn.Embedding(1000, 64, embedding_table=ms.common.initializer.Normal(1.0)))",
        inputs=("int64[4,8]<1000",),
        options={"init": True},
    )

    @classmethod
    def applies(cls, layer: str, difference: Difference) -> bool:
        """Take whatever shows in the initial values."""
        del layer
        return difference.shows == "init"
