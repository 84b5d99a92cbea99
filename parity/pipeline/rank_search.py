"""The search for the edit that makes the ranks right: run in all of them at once, and named by what it changes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parity.code.errors import CannotCompare
from parity.pipeline.job import Progress
from parity.pipeline.rank_comparison import WAITING, Comparison, fill, judged_gradients, restarted
from parity.pipeline.rank_edits import RankEdit
from parity.pipeline.rank_process import Flowed, Ran
from parity.pipeline.rank_told import (
    gradient_findings,
    plain_findings,
    told_of,
    told_of_counts,
    told_of_router,
    told_of_weight,
)
from parity.report.model import Finding
from parity.sharded.edits import BIAS, SWAPPED
from parity.sharded.messages import Message, left_over
from parity.sharded.outputs import errors_as

_LIMIT = 2500
"""Edits that are run at most."""
_SECONDS = 180.0
"""Seconds that the search may take."""
_STUCK = 2.0
"""Seconds that ranks may take for an edited run, beside ten times what a plain one takes."""
_LATE = 0.15
"""Seconds that the others may take once an edit has made one raise, beside twice what a plain run takes."""
_RESTARTS = 40
"""How often ranks are started anew after an edit that left some of them waiting."""
_LARGE = 5.0
"""Seconds of one run above which nothing is searched."""


@dataclass(frozen=True, slots=True)
class Proof:
    """An edit with which the ranks are right.

    Args:
        edit (RankEdit): the edit.
        tried (int): how many were run.
        before (tuple[Message, ...]): what the ranks exchanged before.
        after (tuple[Message, ...]): what they exchange with it.
        backward (bool): it shows in the gradients alone.
    """

    edit: RankEdit
    tried: int
    before: tuple[Message, ...]
    after: tuple[Message, ...]
    backward: bool


@dataclass(slots=True)
class _Search:
    done: Comparison
    waiting: float = _STUCK
    late: float = _LATE
    restarts: int = 0
    tried: int = 0
    until: float = 0.0
    _others: Any = None
    _edits: list[RankEdit] = field(default_factory=list)

    @property
    def backward(self) -> bool:
        """Whether it is gradients alone that differ."""
        return self.done.outputs_same

    def run(self, progress: Progress, kinds: tuple[str, ...] = ()) -> Proof | None:
        """Return the first edit that makes the ranks right.

        Args:
            progress (Progress): told how far it is.
            kinds (tuple[str, ...]): the kinds of edits that are tried. Default: all.
        """
        began = time.monotonic()
        self._again()
        seconds = time.monotonic() - began
        if seconds > _LARGE:
            return None
        self.waiting, self.late = _STUCK + 10 * seconds, _LATE + 2 * seconds
        self.until = began + _SECONDS
        if not self._collected():
            return None
        wanted = [edit for edit in self._edits if not kinds or edit.edit.kind in kinds]
        for number, edit in enumerate(wanted[:_LIMIT]):
            if time.monotonic() > self.until or self.restarts > _RESTARTS:
                break
            if number % 100 == 0:
                progress(f"edit {number} of {min(_LIMIT, len(wanted))}", 0.5 + 0.4 * number / _LIMIT)
            self.tried = number + 1
            made = self._with(edit)
            if made is not None and self._is_right(*made) and self._holds(edit):
                return Proof(edit, self.tried, self._before(), self._after(made), self.backward)
        return None

    def _again(self) -> None:
        self.done.port.all("run", waiting=WAITING, wide=self.done.wide)

    def _collected(self) -> bool:
        (numbers,) = self.done.reference.all("numbers", waiting=WAITING)
        wrong = tuple(one.port for one in self.done.wrong_gradients)
        asked = [(_LIMIT, numbers, wrong)] * self.done.spec.ranks
        told = self.done.port.asked("candidates", asked, WAITING, 2.0, grad=self.backward)
        known: dict[Any, RankEdit] = {}
        for rank in sorted(told):
            right, edits = told[rank]
            for edit in edits if right else ():
                key = (edit.file, edit.edit.changes)
                if key not in known or edit.order < known[key].order:
                    known[key] = edit
        if len(told) < self.done.spec.ranks or not all(right for right, _ in told.values()):
            restarted(self.done)
            self.restarts += 1
            return False
        self._edits = sorted(known.values(), key=lambda edit: edit.order)
        return True

    def _with(self, edit: RankEdit) -> tuple[list[Ran], list[Flowed]] | None:
        """Return what the ranks give with an edit in place; None where they do not run."""
        size = self.done.spec.ranks
        wanted = [(edit, self.done.wanted_of(rank) if self.backward else None) for rank in range(size)]
        told = self.done.port.asked("tried", wanted, self.waiting, self.late, wide=self.done.wide)
        right = [told[rank][1] for rank in range(size) if rank in told and told[rank][0]]
        if len(right) == size:
            return [ran for ran, _ in right], [flowed for _, flowed in right if flowed is not None]
        if len(told) < size or (self._sends and self._is_left_over()):
            self._restart()
        return None

    @property
    def _sends(self) -> bool:
        """Whether ranks send one another what an edit may leave behind."""
        return any(message.to is not None for ran in self.done.ran for message in ran.messages)

    def _is_left_over(self) -> bool:
        """Tell whether an edited run has left behind what was sent and never received."""
        size = self.done.spec.ranks
        told = self.done.port.asked("exchanged", [()] * size, self.waiting, 1.0)
        if len(told) < size or not all(done for done, _ in told.values()):
            return True
        return left_over([told[rank][1] for rank in range(size)])

    def _restart(self) -> None:
        self.restarts += 1
        restarted(self.done)
        self.done.port.asked("prepared", [()] * self.done.spec.ranks, WAITING, 2.0, grad=self.backward)

    def _is_right(self, ran: Sequence[Ran], flowed: Sequence[Flowed]) -> bool:
        done = self.done
        outputs = self._others or done.whole.outputs
        error = errors_as(outputs.tensors, [one.tensors for one in ran], done.outputs)
        if error > done.tolerance:
            return False
        if not self.backward or self._others is not None:
            return True
        found = judged_gradients(done, [one.gradients for one in flowed])
        return bool(found) and all(one.error <= done.grad_tolerance for one in found)

    def _holds(self, edit: RankEdit) -> bool:
        """Tell whether the ranks are right on other inputs too."""
        done = self.done
        try:
            done.reference.all("given", waiting=WAITING, redrawn=True)
            (self._others,) = done.reference.all("run", waiting=WAITING, wide=True)
            done.port.all("given", waiting=WAITING, redrawn=True)
            made = self._with(edit)
            return made is not None and self._is_right(*made)
        except CannotCompare:
            return False
        finally:
            self._others = None
            done.reference.all("given", waiting=WAITING, redrawn=False)
            done.port.asked("given", [()] * done.spec.ranks, self.waiting, 1.0, redrawn=False)

    def _before(self) -> tuple[Message, ...]:
        if self.backward:
            return tuple(message for one in self.done.flowed for message in one.messages)
        return tuple(message for one in self.done.ran for message in one.messages)

    def _after(self, made: tuple[Sequence[Ran], Sequence[Flowed]]) -> tuple[Message, ...]:
        ran, flowed = made
        if self.backward:
            return tuple(message for one in flowed for message in one.messages)
        return tuple(message for one in ran for message in one.messages)


def found_by_search(done: Comparison, progress: Progress) -> tuple[Finding, ...]:
    """Return what is wrong with the ranks: the edit that is proved, else what the numbers say by themselves.

    Args:
        done (Comparison): of which something differs.
        progress (Progress): told what is being done.
    """
    by_numbers = None if done.outputs_same else told_of_router(done) or _by_weights(done)
    search = _Search(done)
    bias = by_numbers is not None and by_numbers.rule == "bias-on-every-rank"
    proof = search.run(progress, (BIAS, SWAPPED) if bias else ()) if by_numbers is None or bias else None
    if proof is not None:
        return (told_of(done, proof, by_numbers),)
    if by_numbers is None and not done.outputs_same:
        by_numbers = told_of_counts(done)
    if by_numbers is not None:
        return (by_numbers,)
    if done.outputs_same:
        return gradient_findings(done)
    return plain_findings(done, search.tried)


def _by_weights(done: Comparison) -> Finding | None:
    """Return the finding of a bias of a layer that is added on every rank, or a weight cut through heads."""
    for name, rule, made in _other_weights(done):
        done.port.each("reweighed", [(made,)] * done.spec.ranks, waiting=WAITING)
        told = done.port.asked("run", [()] * done.spec.ranks, WAITING, 1.0, wide=done.wide)
        fill(done)
        if len(told) == done.spec.ranks and all(right for right, _ in told.values()):
            ran = [told[rank][1] for rank in range(done.spec.ranks)]
            if errors_as(done.whole.outputs.tensors, [one.tensors for one in ran], done.outputs) <= done.tolerance:
                return told_of_weight(done, name, rule)
    return None


def _other_weights(done: Comparison) -> Iterator[tuple[str, str, tuple[str, str, int]]]:
    """Yield what may be done to a weight that every rank holds: its name, what that shows, and how."""
    size = done.spec.ranks
    everywhere: Mapping[str, int] = {}
    for made in done.cuts:
        everywhere = {
            **everywhere,
            **{name: everywhere.get(name, 0) + 1 for name, cut in made.items() if cut.axis is None},
        }
    shapes = {one.name: one.shape for one in done.built[0].weights}
    for name, count in everywhere.items():
        if count == size and len(shapes.get(name, ())) == 1:
            yield name, "bias-on-every-rank", (name, "once", size)
    for name, count in everywhere.items():
        if count == size and len(shapes.get(name, ())) == 2 and shapes[name][0] % (3 * size) == 0:
            yield name, "cut-through-heads", (name, "blocks", 3)
        if count == size and len(shapes.get(name, ())) == 2 and shapes[name][0] % (2 * size) == 0:
            yield name, "cut-through-heads", (name, "blocks", 2)
