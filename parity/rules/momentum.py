"""Momentum of running statistics."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example, Group


class Momentum(ArgumentRule):
    """The momentum of running statistics differs.

    ## What it does
    Compares the weights with which a BatchNorm keeps its old statistics.

    ## Why it matters
    MindSpore's momentum is the share of the old value, torch's the share of the new one: 0.9 is torch's 0.1. Copied
    literally, the statistics follow the last batch. Nothing shows before training: the outputs in train mode are
    equal.
    """

    code: ClassVar[str] = "momentum"
    arguments: ClassVar[frozenset[str]] = frozenset({"momentum"})
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.BatchNorm2d(3, momentum=0.1))",
        port="nn.SequentialCell(nn.BatchNorm2d(3, momentum=0.1))",
        instead="nn.SequentialCell(nn.BatchNorm2d(3, momentum=0.9))",
        inputs=("float32[4,3,8,8]",),
        options={"mode": "train"},
    )

    @classmethod
    def message(cls, group: Group) -> str:
        """Say what momentum is on either side, where it is the complement."""
        corrected = group.corrections.get("momentum")
        if corrected is None or group.first.reference_value == corrected:
            return group.first.fact
        return "MindSpore's momentum is the share of the old statistics, torch's the share of the new"
