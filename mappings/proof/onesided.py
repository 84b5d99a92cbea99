"""Proofs about arguments that one framework has alone, and about those that are said to change nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mappings.lines.bindings import literal_value
from mappings.lines.expressions import is_program, parse
from mappings.lines.pairs import pair_of, with_mindspore, with_torch
from mappings.lines.values import values_of
from mappings.proof.checks import Check, Mode, Unproven
from mappings.rows.arguments import same_value
from mappings.rows.literals import parse_literal
from mappings.rows.model import REQUIRED, Case, Opaque, Param, Row
from mappings.table.derive import GENERAL, arguments_of, mindspore_overload

_NUMBERS = {"bool": ("True", "False"), "float": ("0.0", "1.0")}
_SEEDS = frozenset({"generator", "seed"})  # a result that is drawn is compared as a distribution


def one_sided(row: Row, derived: Sequence[Case]) -> Iterator[Check | Unproven]:
    """Prove of each argument that one side lacks that it matters, or where the row says so, that it does not.

    Args:
        row (Row): the row.
        derived (Sequence[Case]): its cases that agree, with the MindSpore line of each.
    """
    if not derived or row.write:
        return
    in_line = not any(is_program(case.torch) for case in derived)
    listed = {(p.torch, p.mindspore) for p in row.listed}
    for param in row.params:
        needed = in_line and (param.torch, param.mindspore) in listed
        cases = [case for case in derived if case.stage in stages_of(row, param)]
        if param.mindspore is None and param.torch and param.torch not in GENERAL | _SEEDS:
            yield from _torch_only(row, param, cases, needed=needed)
        elif param.torch is None and param.mindspore and param.must is REQUIRED and param.transform == "identity":
            yield from _mindspore_only(row, param, cases, needed=needed)
        elif param.torch and param.mindspore and param.shows != "none":
            yield from _meaning_of_none(row, param, cases)


def stages_of(row: Row, param: Param) -> tuple[str, ...]:
    """Return the stages of cases in which an argument can show."""
    if param.shows == "none":
        return ("optim",) if row.kind == "optimizer" else ("forward", "grad", "train")
    return ("forward", "grad") if param.shows in ("forward", "construct", "load") else (param.shows,)


def _torch_only(row: Row, param: Param, cases: Sequence[Case], *, needed: bool) -> Iterator[Check | Unproven]:
    name = param.torch or ""
    trials: list[Case] = []
    for case in cases:
        for text in _torch_values(row, param):
            varied = with_torch(row, case, name, text)
            if varied is not None:
                trials.append(replace(varied, proves=""))
    if param.shows == "none":
        for trial in trials:
            yield Check(f"{name} changes nothing", (trial,), "maybe")
    elif trials:
        mode: Mode = "some" if needed else "possible"
        yield Check(f"{name} has no counterpart", tuple(replace(t, expected="unlike") for t in trials), mode)
        for trial in trials:
            yield from _counterparts(row, param, trial)
    elif needed:
        yield _untried(row, name)


def _torch_values(row: Row, param: Param) -> list[str]:
    name = param.torch or ""
    if name in row.tries:
        return list(row.tries[name])
    argument = arguments_of(row.torch).get(name)
    plain = parse_literal(param.transform_argument) if param.transform == "only" else param.torch_default
    found = values_of(argument, plain) if argument is not None else []
    return [text for text in found if not _is(text, plain)]


def _counterparts(row: Row, param: Param, trial: Case) -> Iterator[Check]:
    """Look for an argument of MindSpore that does after all what one of torch does, where that one matters."""
    for other in row.params:
        if other.mindspore is None or (other.torch is not None and (row.weights or _gives(row, trial, other.torch))):
            continue  # what a layer's weights differ by is copied over
        own = mindspore_values(row, other) if other.torch is None else []
        values = [*own, *_given(row, param, trial)]
        for value in dict.fromkeys(values):
            found = with_mindspore(row, trial, {other.mindspore: parse(value).body})
            if found is not None:
                tried = (replace(trial, expected="unlike"), replace(found, expected="unlike"))
                yield Check(f"{param.torch} is not {other.mindspore}={value}", tried, "visible")


def _given(row: Row, param: Param, trial: Case) -> list[str]:
    pair = pair_of(row, trial)
    node = pair.bound.given.get(param.torch or "") if pair is not None else None
    return [ast.unparse(node)] if node is not None and literal_value(node)[0] else []


def _gives(row: Row, case: Case, name: str) -> bool:
    """Tell whether a case's call of torch gives an argument."""
    pair = pair_of(row, case)
    return pair is not None and name in pair.bound.given


def _mindspore_only(row: Row, param: Param, cases: Sequence[Case], *, needed: bool) -> Iterator[Check | Unproven]:
    name = param.mindspore or ""
    trials: list[Case] = []
    for case in cases:
        for text in mindspore_values(row, param):
            varied = with_mindspore(row, case, {name: parse(text).body})
            if varied is not None:
                trials.append(replace(varied, proves=""))
    if param.shows == "none":
        for trial in trials:
            yield Check(f"{name} changes nothing", (trial,), "all")
    elif trials:
        yield Check(f"{name} matters", tuple(replace(trial, expected="unlike") for trial in trials), "some")
    elif needed:
        yield _untried(row, name)


def mindspore_values(row: Row, param: Param) -> list[str]:
    """Return values of MindSpore's argument to try, as code: the row's own, or some of its type, but the default."""
    name = param.mindspore or ""
    if name in row.tries:
        return list(row.tries[name])
    argument = next((a for a in mindspore_overload(row) or () if a.name == name), None)
    default = param.mindspore_default
    found = values_of(argument, default, framework="ms") if argument is not None else []
    return [text for text in found if not _is(text, default)]


def _untried(row: Row, name: str) -> Unproven:
    case = row.cases[0] if row.cases else Case(0, "")
    return Unproven(case, f"no value of {name} is known to try: give `try.{name}`, or say that it changes nothing")


def _is(text: str, plain: object) -> bool:
    known, value = literal_value(parse(text).body)
    return known and plain is not REQUIRED and not isinstance(plain, Opaque) and same_value(value, plain)


def _meaning_of_none(row: Row, param: Param, cases: Sequence[Case]) -> Iterator[Check]:
    """Where leaving a number out means one that no signature names, the row must say which."""
    if param.transform != "identity" or param.torch_default is not None:
        return
    argument = arguments_of(row.torch).get(param.torch or "")
    kind = next((k for k in _NUMBERS if argument is not None and k in argument.types), None)
    default = param.mindspore_default
    if default is not None:
        values: tuple[str, ...] = () if default is REQUIRED or isinstance(default, Opaque) else (repr(default),)
    else:
        values = _NUMBERS[kind] if kind is not None else ()
    for value in values:
        left_out = [case for case in cases if not _gives(row, case, param.torch or "")]
        tried = [with_mindspore(row, case, {param.mindspore or "": parse(value).body}) for case in left_out]
        found = [replace(case, expected="unlike", proves="") for case in tried if case is not None]
        if found:
            yield Check(f"{param.torch} left out is not {value}; if it is, say so", tuple(found), "some")
