"""Optimizers that step otherwise."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Stage
from parity.rules._base import Example, Rule


class Optimizer(Rule):
    """The optimizers make other updates of equal gradients.

    ## What it does
    Trains both nets a few steps and compares what changed. Where the gradients agree and the updates do not, it tries
    the arguments in which the optimizers differ, and names what the mappings table knows about the pair.

    ## Why it matters
    Optimizers of one name are not one formula: MindSpore's RMSProp starts its mean square at 1, Adam adds eps before
    the
    bias correction, AdamWeightDecay has none at all.
    """

    code: ClassVar[str] = "optimizer"
    stage: ClassVar[Stage] = "optim"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        port="nn.SequentialCell(nn.Dense(8, 8))",
        options={"steps": 1, "ref_optimizer": "torch.optim.Adam(0.01)", "port_optimizer": "nn.Adam(0.01, beta1=0.5)"},
        instead_options={"port_optimizer": "nn.Adam(0.01)"},
    )
