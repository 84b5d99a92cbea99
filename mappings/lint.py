"""What the table promises about itself: names exist, defaults are right, every difference is proved by a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mappings.arguments import same_value
from mappings.expressions import names_in
from mappings.inputs import parse_inputs
from mappings.model import REQUIRED, Case, Opaque, Row
from mappings.signatures import Signature, recorded, signature_of

_TORCH_NAMES = frozenset({"torch", "nn", "F"})
_MINDSPORE_NAMES = frozenset({"ms", "nn", "ops", "init", "initializer"})
_COMPLETE_KINDS = frozenset({"layer", "loss", "optimizer", "container"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One breach: where and what."""

    row: Row
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.row.family}.toml:row {self.row.number} ({self.row.torch}):{self.key}: {self.text}"


def lint(rows: Iterable[Row], *, torch: Any, signatures: Mapping[str, Signature] | None = None) -> list[Problem]:
    """Return every breach of the table's rules.

    Args:
        rows (Iterable[Row]): what to check.
        torch (module): torch itself; its names and signatures are looked up there.
        signatures (Mapping, optional): MindSpore's signatures by public name. Default: the recorded ones.
    """
    rows = list(rows)
    signatures = recorded() if signatures is None else signatures
    problems: list[Problem] = []
    for (torch_name, ms_name), count in Counter((row.torch, row.mindspore) for row in rows).items():
        if count > 1:
            row = [r for r in rows if (r.torch, r.mindspore) == (torch_name, ms_name)][-1]
            problems.append(Problem(row, "torch", f"the pair with {ms_name} appears {count} times"))
    for row in rows:
        problems += _names(row, torch, signatures)
        problems += _differences(row)
        problems += _status(row)
        for case in row.cases:
            problems += _case(row, case)
    return problems


def _names(row: Row, torch: Any, signatures: Mapping[str, Signature]) -> list[Problem]:
    problems: list[Problem] = []
    target = torch
    for part in row.torch.split(".")[1:]:
        target = getattr(target, part, None)
    if target is None:
        problems.append(Problem(row, "torch", f"torch has no {row.torch}"))
    else:
        given = {p.torch: p.torch_default for p in row.params if p.torch}
        problems += _against(row, "torch", given, signature_of(target))
    if row.mindspore not in signatures:
        problems.append(Problem(row, "mindspore", "no recorded signature; run `python -m mappings record`"))
        return problems
    signature = signatures[row.mindspore]
    problems += _against(row, "mindspore", _mindspore_defaults(row), signature)
    if signature and row.kind in _COMPLETE_KINDS:
        left = sorted(set(signature) - set(_mindspore_defaults(row)))
        problems += [Problem(row, "params", f"MindSpore's argument {name!r} is not in the row") for name in left]
    return problems


def _mindspore_defaults(row: Row) -> dict[str, object]:
    return {p.mindspore: p.mindspore_default for p in row.params if p.mindspore}


def _against(row: Row, side: str, given: Mapping[str, object], signature: Signature) -> list[Problem]:
    problems: list[Problem] = []
    if signature is None:
        return problems
    for name, default in given.items():
        if name not in signature:
            has = ", ".join(signature) or "none"
            problems.append(Problem(row, "params", f"{side} has no argument {name!r} (it has: {has})"))
        elif not _same_default(default, signature[name]):
            problems.append(
                Problem(row, "params", f"{side}'s default of {name!r} is {signature[name]!r}, not {default!r}")
            )
    return problems


def _same_default(a: object, b: object) -> bool:
    if a is REQUIRED or b is REQUIRED:
        return a is b
    if isinstance(a, Opaque) or isinstance(b, Opaque):
        return isinstance(a, Opaque) and isinstance(b, Opaque)
    return type(a) is type(b) and same_value(a, b)


def _differences(row: Row) -> list[Problem]:
    problems: list[Problem] = []
    proved = {case.proves for case in row.cases if case.expected != "equal" or case.oracle in ("differs", "raises")}
    for rule, count in Counter(d.rule for d in row.differences).items():
        if count > 1:
            problems.append(Problem(row, "differences", f"rule {rule!r} appears {count} times"))
        if rule not in proved:
            problems.append(Problem(row, "differences", f"no case with expected differs or raises proves {rule!r}"))
    rules = {d.rule for d in row.differences}
    for case in row.cases:
        if case.proves and case.proves not in rules:
            problems.append(Problem(row, f"cases[{case.number}].proves", f"the row has no rule {case.proves!r}"))
        if case.expected != "equal" and not case.proves:
            problems.append(Problem(row, f"cases[{case.number}]", f"{case.expected!r} without `proves`"))
    if not any(case.expected == "equal" for case in row.cases) and not all(not d.fix for d in row.differences):
        problems.append(Problem(row, "cases", "a fix is named and no case shows it equal"))
    if not row.cases:
        problems.append(Problem(row, "cases", "a row without a case is not in the table"))
    return problems


def _status(row: Row) -> list[Problem]:
    problems: list[Problem] = []
    if row.status in ("same", "names") and any(
        d.loudness == "silent" and d.shows == "forward" for d in row.differences
    ):
        problems.append(Problem(row, "status", f"{row.status!r} with a silent difference in the forward pass"))
    if row.status in ("defaults", "different") and not row.differences:
        problems.append(Problem(row, "status", f"{row.status!r} without a difference"))
    if row.init and not any(case.stage == "init" for case in row.cases):
        problems.append(Problem(row, "init", "laws are named and no case of stage init proves them"))
    torch_names = [w.torch for w in row.weights if w.torch]
    laws = [i.weight for i in row.init if i.weight not in torch_names]
    problems += [Problem(row, "init", f"{name!r} is not among the weights") for name in laws]
    return problems


def _case(row: Row, case: Case) -> list[Problem]:
    key = f"cases[{case.number}]"
    try:
        inputs = {spec.name for spec in parse_inputs(case.inputs)}
        used = names_in(case.torch) - _TORCH_NAMES, names_in(case.mindspore) - _MINDSPORE_NAMES
    except ValueError as error:
        return [Problem(row, key, str(error))]
    if case.stage == "optim":
        inputs = {"params"}
    unknown = sorted((used[0] | used[1]) - inputs)
    return [Problem(row, key, f"unknown name {name!r} in an expression") for name in unknown]
