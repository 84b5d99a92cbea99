"""The small number in a normalisation."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example


class Epsilon(ArgumentRule):
    """The epsilon of a normalisation differs.

    ## What it does
    Compares torch's `eps` with MindSpore's `epsilon` (or `eps`), and tries the layer on inputs of tiny scale too.

    ## Why it matters
    MindSpore's LayerNorm has 1e-7 by default, torch's 1e-5. On inputs of unit variance the output moves by 5e-6,
    which every fixed tolerance passes; on small activations it is off by a factor.
    """

    code: ClassVar[str] = "epsilon"
    arguments: ClassVar[frozenset[str]] = frozenset({"epsilon", "eps"})
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.LayerNorm(8))",
        port="nn.SequentialCell(nn.LayerNorm((8,)))",
        instead="nn.SequentialCell(nn.LayerNorm((8,), epsilon=1e-5))",
    )
