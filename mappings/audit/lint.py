"""What the table promises about itself: names exist, defaults are right, every difference is proved by a case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mappings.lines.bindings import find_call
from mappings.lines.expressions import is_program, names_in, parse
from mappings.proof.evidence import recorded_facts
from mappings.rows.arguments import same_value
from mappings.rows.model import REQUIRED, Case, Opaque, Row
from mappings.running.inputs import parse_inputs
from mappings.signatures.recorded import Signature, overloads, recorded
from mappings.table.derive import NOT_GIVEN, is_method, wanted_default

_TORCH_NAMES = frozenset({"torch", "torchvision", "nn", "F", "np", "math", "folder"})
_MINDSPORE_NAMES = frozenset({"ms", "nn", "ops", "mint", "np", "math", "init", "initializer", "folder"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One breach: where and what."""

    row: Row
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.row.family}.toml:row {self.row.number} ({self.row.torch}):{self.key}: {self.text}"


def lint(
    rows: Iterable[Row],
    *,
    torch: Any,
    signatures: Mapping[str, Signature] | None = None,
    facts: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None,
) -> list[Problem]:
    """Return every breach of the table's rules.

    Args:
        rows (Iterable[Row]): what to check.
        torch (module): torch itself; its names and signatures are looked up there.
        signatures (Mapping, optional): the signatures by public name. Default: the recorded ones.
        facts (Mapping, optional): the sentences by pair and rule. Default: those recorded with their evidence.
    """
    rows = list(rows)
    signatures = recorded() if signatures is None else signatures
    facts = recorded_facts() if facts is None else facts
    problems: list[Problem] = []
    for (torch_name, ms_name), count in Counter((row.torch, row.mindspore) for row in rows).items():
        if count > 1:
            row = [r for r in rows if (r.torch, r.mindspore) == (torch_name, ms_name)][-1]
            problems.append(Problem(row, "torch", f"the pair with {ms_name} appears {count} times"))
    for row in rows:
        problems += _names(row, torch, signatures)
        problems += _differences(row) + _facts(row, facts.get(row.pair, {})) + _stages(row) + _called(row)
        problems += _status(row)
        for case in row.cases:
            problems += _case(row, case)
    return problems


def _names(row: Row, torch: Any, signatures: Mapping[str, Signature]) -> list[Problem]:
    problems: list[Problem] = []
    if not row.torch.startswith("torch."):
        return _mindspore_names(row, signatures)  # torchvision: its cases resolve the name where it is installed
    target = torch
    for part in row.torch.split(".")[1:]:
        target = getattr(target, part, None)
    if target is None:
        problems.append(Problem(row, "torch", f"torch has no {row.torch}"))
    elif row.torch not in signatures:
        problems.append(Problem(row, "torch", "no recorded signature; run `python -m mappings record`"))
    else:
        own = "input" if is_method(row.torch) else ""  # a method's tensor
        given = {p.torch: p.torch_default for p in row.params if p.torch and p.torch != own}
        problems += _against(row, "torch", given, signatures[row.torch])
    return problems + _mindspore_names(row, signatures) + _unmatched(row)


def _mindspore_names(row: Row, signatures: Mapping[str, Signature]) -> list[Problem]:
    if not row.mindspore:
        return []
    if row.mindspore not in signatures:
        return [Problem(row, "mindspore", "no recorded signature; run `python -m mappings record`")]
    given = {p.mindspore: p.mindspore_default for p in row.params if p.mindspore}
    return _against(row, "mindspore", given, signatures[row.mindspore])


def _unmatched(row: Row) -> list[Problem]:
    """Name what cannot be worked out: one side's argument that may be the other's under another name."""
    listed = {p.torch for p in row.listed if p.torch}, {p.mindspore for p in row.listed if p.mindspore}
    left = [p for p in row.params if p.mindspore is None and p.torch not in listed[0] and p.shows != "none"]
    every = [p for p in row.params if p.torch is None]
    right = [p for p in every if p.mindspore not in listed[1]]
    problems = [
        Problem(row, "params", f"MindSpore's {p.mindspore!r} is required and matched with nothing")
        for p in right
        if p.mindspore_default is REQUIRED
    ]
    alone = {p.mindspore for p in row.params if p.torch is None} - listed[1]
    problems += [
        Problem(row, "params", f"both have an argument {p.torch!r}: `{p.torch} -> {p.torch}`, or list each without")
        for p in row.listed
        if p.mindspore is None and p.torch in alone
    ]
    if left and every:
        text = " and ".join((", ".join(f"{p.torch!r}" for p in left), ", ".join(f"{p.mindspore!r}" for p in every)))
        text = f"torch's and MindSpore's {text} are matched with nothing: list them, `NAME -> NAME` or `NAME -> -`"
        problems.append(Problem(row, "params", text))
    return problems


def _against(row: Row, side: str, given: Mapping[str, object], signature: Signature) -> list[Problem]:
    problems: list[Problem] = []
    if signature is None:
        return problems
    possible = _defaults(row.torch if side == "torch" else row.mindspore)
    for name, default in given.items():
        if name not in signature:
            has = ", ".join(signature) or "none"
            problems.append(Problem(row, "params", f"{side} has no argument {name!r} (it has: {has})"))
        elif side == "torch" and None in possible.get(name, []) and default is not REQUIRED:
            continue  # None stands for a value that is worked out; what it is worked out to is executed
        elif not any(_same_default(default, each) for each in possible.get(name, [signature[name]])):
            problems.append(
                Problem(row, "params", f"{side}'s default of {name!r} is {signature[name]!r}, not {default!r}")
            )
    return problems


def _defaults(name: str) -> dict[str, list[object]]:
    """Return the defaults that the overloads of a name give each argument; one that an overload lacks may be None."""
    found: dict[str, list[object]] = {}
    for overload in overloads(name):
        for argument in overload:
            found.setdefault(argument.name, []).append(argument.default)
    for defaults in found.values():
        if len(defaults) < len(overloads(name)):
            defaults += [None, NOT_GIVEN]
    return found


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
        if rule not in proved and not _proved_by_itself(row, rule):
            problems.append(Problem(row, "differences", f"no case with expected differs or raises proves {rule!r}"))
    rules = {d.rule for d in row.differences}
    for case in row.cases:
        if case.proves and case.proves not in rules:
            problems.append(Problem(row, f"cases[{case.number}].proves", f"the row has no rule {case.proves!r}"))
        if case.expected != "equal" and not case.proves:
            problems.append(Problem(row, f"cases[{case.number}]", f"{case.expected!r} without `proves`"))
    if not row.cases and not row.none:
        problems.append(Problem(row, "cases", "a row without a case is not in the table"))
    return problems


_BEHAVIOURS = frozenset({
    "return", "return dtype", "gradient", "training", "type", "x", "parameter name", "weight", "labels", "call", "log",
    "out_proj.bias", "numerics", "mean_square", "contiguity", "input",
})  # fmt: skip
"""What a difference may be about, besides an argument of either side."""


def _facts(row: Row, known: Mapping[str, Mapping[str, str]]) -> list[Problem]:
    problems: list[Problem] = []
    names = {name for p in row.params for name in (p.torch, p.mindspore)}
    names |= {a.name for name in (row.torch, row.mindspore) for overload in overloads(name) for a in overload}
    for difference in row.differences:
        if overloads(row.mindspore) and difference.argument not in names | _BEHAVIOURS:
            text = f"{difference.argument!r} is no argument of either side; or one of {', '.join(sorted(_BEHAVIOURS))}"
            problems.append(Problem(row, f"differences[{difference.rule}].argument", text))
        shown = any(case.proves == difference.rule for case in row.cases)
        entry = known.get(difference.rule, {})
        if shown and (entry.get("argument"), entry.get("fact")) != (difference.argument, difference.fact):
            text = "the sentence is not the one recorded with its evidence; read both: `python -m mappings record`"
            problems.append(Problem(row, f"differences[{difference.rule}].fact", text))
    return problems


def _stages(row: Row) -> list[Problem]:
    """Name stages in which an argument of this kind of row cannot show."""
    own = {"optimizer": {"optim", "none"}, "initializer": {"init", "none"}}.get(row.kind)
    problems: list[Problem] = []
    for param in row.params:
        allowed = own if own is not None else {"forward", "grad", "train", "construct", "load", "none"}
        fills = (param.mindspore or "").endswith(("_init", "embedding_table")) or param.torch == "init"
        if own is None and fills and param.mindspore:
            allowed = {"init", "none"}
        if param.shows not in allowed:
            name = param.mindspore or param.torch
            text = f"{name} shows in {param.shows}, which is none of {', '.join(sorted(allowed))}"
            problems.append(Problem(row, "params", text))
    return problems


def _called(row: Row) -> list[Problem]:
    """Name a row none of whose cases speaks of its names: a line calls torch's, a program has them both."""
    if not row.cases:
        return []
    names = row.torch.rpartition(".")[2], "ms" if row.mindspore == "mindspore" else row.mindspore.rpartition(".")[2]
    lines = [case for case in row.cases if not is_program(case.torch)]
    try:
        calls = any(find_call(parse(case.torch), row.torch) is not None for case in lines)
    except ValueError:
        return []
    programs = [case for case in row.cases if is_program(case.torch)]
    spoken = any(re.search(rf"\b{names[0]}\b", case.torch) for case in programs)
    problems = [] if calls or spoken else [Problem(row, "cases", f"none of them calls {row.torch}")]
    answered = any(re.search(rf"\b{names[1]}\b", case.mindspore) for case in programs)
    if programs and not lines and names[1] and not answered:
        problems.append(Problem(row, "cases", f"none of them has {row.mindspore}"))
    return problems


def _proved_by_itself(row: Row, rule: str) -> bool:
    """Tell whether a rule is about a default that differs: each case that sets the argument is also run without it."""
    argument = rule.removesuffix("-default")
    return rule != argument and any(p.mindspore == argument and wanted_default(row, p) for p in row.params)


def _status(row: Row) -> list[Problem]:
    problems: list[Problem] = []
    for key, stated in row.stated.items():
        found = str(getattr(row, key))
        if stated != found:
            problems.append(Problem(row, key, f"{stated!r}; the row's own statements make it {found!r}"))
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
        theirs = names_in(case.mindspore) if case.mindspore else frozenset()
        used = names_in(case.torch) - _TORCH_NAMES, theirs - _MINDSPORE_NAMES
    except ValueError as error:
        return [Problem(row, key, str(error))]
    if case.stage == "optim":
        inputs = {"params"}
    unknown = sorted((used[0] | used[1]) - inputs)
    return [Problem(row, key, f"unknown name {name!r} in an expression") for name in unknown]
