"""What a training step becomes: the functions of its loss and of its gradients, and the lines that call them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import libcst as cst

from parity.port.syntax.pieces import statement
from parity.port.to_mindspore.updates import Update

GRADIENTS = "grads"
"""The name of a step's gradients."""


@dataclass(slots=True)
class Step:
    """One training step.

    Attributes:
        optimizer, loss: how the file writes them; no optimizer where the weights are updated by hand.
        weights: what the gradients are taken of, as it is written.
        given: the names that the forward is given, since they change from step to step.
        others: the tensors that the forward makes and that are read elsewhere.
        function, gradient: the names of the functions that take its place.
        forward: the lines of the forward, converted.
        loop: the loop before which the functions stand; None where they stand at the step.
        gradients: the name that the gradients are bound to.
        added: the names of all gradients that add up to those of one step; () where there are no others.
    """

    optimizer: str
    loss: str
    weights: str
    given: tuple[str, ...]
    others: tuple[str, ...]
    function: str
    gradient: str
    loop: cst.CSTNode | None
    gradients: str = GRADIENTS
    added: tuple[str, ...] = ()
    forward: list[str] = field(default_factory=list)

    def functions(self, root: str) -> list[cst.BaseStatement]:
        """Return the function of the loss and the function that takes its gradient."""
        body = "".join(f"    {line}\n" for entry in self.forward for line in entry.splitlines())
        made = f"def {self.function}({', '.join(self.given)}):\n{body}    return {self._result()}\n"
        aux = ", has_aux=True" if self.others else ""
        taken = f"{self.gradient} = {root}({self.function}, None, {self.weights}{aux})\n"
        return [statement(made), statement(taken)]

    def _result(self) -> str:
        return ", ".join((self.loss, *self.others))

    def call(self) -> cst.BaseStatement:
        """Return the line that computes the loss and the gradients."""
        first = f"({self._result()})" if self.others else self.loss
        return statement(f"{first}, {self.gradients} = {self.gradient}({', '.join(self.given)})\n")

    def sums(self) -> list[cst.BaseStatement]:
        """Return the line that adds the gradients of all forwards of the step, if there are several."""
        line = f"{GRADIENTS} = tuple(sum(parts) for parts in zip({', '.join(self.added)}))\n"
        return [statement(line)] if self.added else []

    def plain_call(self) -> cst.BaseStatement:
        """Return the line that computes the loss alone."""
        return statement(f"{self._result()} = {self.function}({', '.join(self.given)})\n")


@dataclass(frozen=True, slots=True)
class Found:
    """A step, and its statements.

    Attributes:
        step: what is written in their place.
        zeros: what clears the gradients; of several forwards of a step, with the first.
        forward: the lines of the forward.
        backward, update: the calls of ``backward`` and ``step``; of several forwards, ``step`` with the last.
        clips: the line that takes the place of each call that clips gradients, by its statement.
        decision: the ``if`` in which ``backward`` and ``step`` stand, or None.
        cleared_before: `zeros` stand before ``backward``, not behind ``step``.
        by_hand: the loop that is `update`, where the weights are updated by hand.
        again: the line that calls the net before the step and stays there; the forward begins with it once more.
        reason: why running `again` twice may differ from torch, which runs it once; "" where it does not.
        net: the net that the step trains.
    """

    step: Step
    zeros: Sequence[cst.BaseStatement]
    forward: Sequence[cst.BaseStatement]
    backward: cst.BaseStatement
    update: cst.BaseStatement | None
    clips: dict[cst.BaseStatement, str]
    decision: cst.If | None
    cleared_before: bool
    by_hand: Update | None = None
    again: cst.BaseStatement | None = None
    reason: str = ""
    net: str = ""

    @property
    def anchor(self) -> cst.BaseStatement:
        """The statement in whose place the loss and the gradients are computed."""
        return self.backward if self.decision is not None else self.forward[-1]

    def lines(self) -> list[cst.BaseStatement]:
        """Return every statement of the step."""
        return [*self.forward, *self.ends()]

    def ends(self) -> list[cst.BaseStatement]:
        """Return the statements that clear gradients, compute them, and update the weights by them."""
        return [*self.zeros, self.backward, *([self.update] if self.update is not None else [])]


def update(step: Step) -> list[cst.BaseSmallStatement]:
    """Return the line that gives the optimizer the gradients."""
    return list(cst.ensure_type(statement(f"{step.optimizer}({GRADIENTS})\n"), cst.SimpleStatementLine).body)
