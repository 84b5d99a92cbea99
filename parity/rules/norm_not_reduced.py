"""The gradient of a norm is that of a rank's own part of the sequence."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import gradient_example


class NormNotReduced(Rule):
    """The gradient of a norm is that of a rank's own part of the sequence.

    ## What it does
    Differentiates the ranks, and reports the weights of norms of which each rank has a part of the gradient that
    nothing adds, while other weights have all of it.

    ## Why it matters
    With sequence parallelism a norm is whole on every rank and sees a part of the sequence. Its copies drift apart, a
    little in each step.
    """

    code: ClassVar[str] = "norm-not-reduced"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.gradient_findings"
    example: ClassVar[Example] = gradient_example(
        "            weight.register_hook(summed)",
        '            if not name.startswith("norm"):\n                weight.register_hook(summed)',
    )
