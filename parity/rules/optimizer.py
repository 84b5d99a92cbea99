"""Optimizers that step otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity, Stage
from parity.rules._base import Example, Rule
from parity.table.difference import Difference
from parity.table.relations import relation, short

if TYPE_CHECKING:
    from parity.train.steps import Plan, Training

_OF_DEFAULTS = "-default"
"""Ending of the table's rules about an argument left out: these are found as differences of arguments."""
_OF_DECAY = "decay-skips-names"
"""The table's rule about which parameters decay: without weight decay it cannot show."""


class Optimizer(Rule):
    """The optimizers make other updates of equal gradients.

    ## What it does
    Trains both nets a few steps and compares what changed. Where the gradients agree and the updates do not, it tries
    the arguments in which the optimizers differ, and names what the mappings table knows about the pair.

    ## Why it matters
    Optimizers of one name are not one formula: MindSpore's RMSProp starts its mean square at 1, Adam adds eps before
    the bias correction, AdamWeightDecay has none at all.
    """

    code: ClassVar[str] = "optimizer"
    found_by: ClassVar[str] = "parity.causes.training.training_findings"
    stage: ClassVar[Stage] = "optim"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        port="nn.SequentialCell(nn.Dense(8, 8))",
        options={"steps": 1, "ref_optimizer": "torch.optim.Adam(0.01)", "port_optimizer": "nn.Adam(0.01, beta1=0.5)"},
        instead_options={"port_optimizer": "nn.Adam(0.01)"},
    )

    @classmethod
    def of_argument(cls, entry: Difference, plans: tuple[Plan, Plan], severity: Severity, evidence: str) -> Finding:
        """Report an argument in which the optimizers differ."""
        right = plans[1].recipe
        return cls.finding(
            None,
            None,
            severity,
            f"{right.text}: {entry.fact}",
            argument=entry.argument,
            values=(entry.reference_value, entry.port_value),
            evidence=evidence,
            fix=right.corrected(entry.corrections).text if entry.corrections else "",
        )

    @classmethod
    def of_formula(cls, names: tuple[str, str], plans: tuple[Plan, Plan], taken: Training) -> list[Finding]:
        """Report what the table knows about two optimizers whose arguments agree and whose updates do not."""
        known = relation(*names)
        if known is None:
            return []
        decays = any("decay" in name and value for name, value in plans[1].recipe.bound().items())
        entries = [
            entry
            for entry in known.row.differences
            if entry.shows == "optim" and not entry.rule.endswith(_OF_DEFAULTS) and (decays or entry.rule != _OF_DECAY)
        ]
        return [
            cls.finding(
                None,
                None,
                "error",
                f"{short(known.row.mindspore)}: {entry.fact}",
                argument=entry.argument,
                evidence=f"the update of {taken.worst_name} differs by {taken.worst:.1e} of its size",
                fix=entry.fix,
            )
            for entry in entries
        ]

    @classmethod
    def of_state(cls, taken: Training, plans: tuple[Plan, Plan]) -> Finding:
        """Report that what the optimizers hold differs, and the updates do not yet."""
        return cls.finding(
            None,
            None,
            "warning",
            "the updates agree so far, what the optimizers hold does not: later steps may diverge",
            values=(plans[0].recipe.text, plans[1].recipe.text),
            evidence=f"the {taken.state_name} differs by {taken.state_worst:.1e} of its size",
        )

    @classmethod
    def of_type(
        cls, taken: Training, plans: tuple[Plan, Plan], places: tuple[str | None, str | None] = (None, None)
    ) -> Finding:
        """Report that the updates differ, and no argument or known formula tells why.

        Args:
            taken (Training): the steps.
            plans (tuple[Plan, Plan]): how both sides train.
            places (tuple[str | None, str | None]): where the optimizers are made. Default: in a framework.
        """
        return cls.finding(
            None,
            None,
            "error",
            "the optimizers make other updates of equal gradients",
            argument="type",
            values=(plans[0].recipe.text, plans[1].recipe.text),
            evidence=f"the update of {taken.worst_name} differs by {taken.worst:.1e} of its size{_since(taken)}",
            places=places,
        )


def _since(taken: Training) -> str:
    """Say from which step on updates differ, where the first ones agree."""
    return f", from step {taken.parted} on" if taken.parted > 1 else ""
