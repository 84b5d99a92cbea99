"""Everything that is known of the parts of a transformer in a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parity.transformer import attention, ends, gating, norms, routing
from parity.transformer.fact import Fact
from parity.transformer.run import Run

_LOOKS: tuple[Callable[[Run], Iterator[Fact]], ...] = (
    attention.facts, norms.facts, gating.facts, routing.facts, ends.facts,
)  # fmt: skip


def facts(run: Run) -> list[Fact]:
    """Return what the parts of a run do.

    Args:
        run (Run): the run.
    """
    return [*(fact for look in _LOOKS for fact in look(run)), _weights_read(run)]


def _weights_read(run: Run) -> Fact:
    """Return which weights a run reads, and which of them belong to norms and to shared experts."""
    read = {run.body.values[run.plain(n)].name for o in run.body.operations for n in o.inputs}
    of_norms = frozenset(norm.weight for norm in norms.norms(run) if norm.weight is not None)
    beside = {"shared": routing.shared(run), "norms": of_norms}
    return Fact("weights-read", "", 0, frozenset(run.weights & read), beside=beside)
