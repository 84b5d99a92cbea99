"""Loss functions that are not one function."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Stage
from parity.rules._base import Example, Rule


class Loss(Rule):
    """The two loss functions make something else of the same outputs.

    ## What it does
    Where the outputs agree and the losses or their gradients do not, it evaluates both loss functions on the
    reference's outputs, compares the arguments of the losses they call, and follows their operations to the first
    that differs.

    ## Why it matters
    Another reduction or weight only scales the loss and looks like another learning rate; label smoothing, a shifted
    target or an ignored class train another network.
    """

    code: ClassVar[str] = "loss"
    found_by: ClassVar[str] = "parity.causes.losses.loss_findings"
    stage: ClassVar[Stage] = "train"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        port="nn.SequentialCell(nn.Dense(8, 8))",
        options={"steps": 1, "ref_loss": "torch.nn.L1Loss()", "port_loss": "nn.MSELoss()"},
        instead_options={"port_loss": "nn.L1Loss()"},
    )
