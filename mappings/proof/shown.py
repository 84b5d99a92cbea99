"""Proofs of the stage in which an argument that both sides have shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mappings.lines.expressions import parse
from mappings.lines.pairs import pair_of, with_mindspore
from mappings.proof.checks import Check
from mappings.proof.onesided import mindspore_values, stages_of
from mappings.rows.model import REQUIRED, Case, Opaque, Param, Row
from mappings.table.derive import GENERAL

_ELSEWHERE = GENERAL | {"generator", "seed"}  # where a result lies; drawn, it is compared as a distribution


def shown(row: Row, derived: Sequence[Case]) -> Iterator[Check]:
    """Prove of each argument that both sides have that MindSpore's, changed alone, shows where the row says.

    Args:
        row (Row): the row.
        derived (Sequence[Case]): its cases that agree, with the MindSpore line of each.
    """
    if not derived or row.write:
        return
    for param in row.params:
        if param.torch is None or param.mindspore is None or param.transform == "unknown" or param.torch in _ELSEWHERE:
            continue
        cases = [case for case in derived if case.stage in stages_of(row, param)]
        trials = sorted((t for case in cases for t in _trials(row, case, param)), key=lambda t: t.stage == "grad")
        if param.shows == "none":
            for trial in trials:
                yield Check(f"{param.mindspore} changes nothing", (replace(trial, expected="equal"),), "maybe")
        elif trials:
            yield Check(f"{param.mindspore} shows in {param.shows}", tuple(trials), "shown")


def _trials(row: Row, case: Case, param: Param) -> Iterator[Case]:
    """Yield the case with another value for MindSpore's argument alone, also its gradients."""
    now = _written(row, case, param)
    default = param.mindspore_default
    unsaid = default is REQUIRED or isinstance(default, Opaque) or default is None or default == ()
    plain = [] if unsaid or now is None else [repr(default)]
    for text in [*mindspore_values(row, param), *plain]:
        found = with_mindspore(row, case, {param.mindspore or "": parse(text).body}) if text != now else None
        if found is not None:
            yield replace(found, expected="differs", proves="")
            if found.stage == "forward" and row.kind in ("layer", "loss", "function", "tensor_method"):
                yield replace(found, expected="differs", proves="", stage="grad")


def _written(row: Row, case: Case, param: Param) -> str | None:
    """Return what the case's MindSpore line gives for the argument; None where it gives nothing."""
    pair = pair_of(row, case)
    node = pair.given.get(param.mindspore or "") if pair is not None else None
    return None if node is None else ast.unparse(node)
