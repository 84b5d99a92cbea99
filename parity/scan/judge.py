"""What the table says of one use of a name: where a literal copy in the other framework does something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import torch

import mappings
from mappings.model import Opaque
from mappings.signatures import recorded, signature_of
from parity.report.model import Severity
from parity.rules import Group, group
from parity.rules.pad_mode import PadMode
from parity.scan.model import Remark
from parity.scan.names import Use
from parity.table.arguments import differences_between
from parity.table.difference import Difference
from parity.table.relations import short

_SEVERITY: Mapping[str, Severity] = {"forward": "error", "grad": "error", "construct": "error", "init": "note"}
_LAST_RESORT = frozenset({"primitive", "tensor_method"})
_DEFAULT = "-default"
NO_EQUIVALENT_WORDS = "has no MindSpore equivalent"
_JUDGED = frozenset({"pad_mode", "padding", "momentum"})  # arguments whose every value the comparison judges
_KEEP_PROB = "keep_prob-first"
_FUNCTIONAL = "torch.nn.functional."


def rows_of(name: str) -> tuple[mappings.Row, ...]:
    """Return the rows of a name, the one to take first: layers and functions before primitives."""
    rows = mappings.rows_for_torch(name) if is_torch(name) else mappings.rows_for_mindspore(name)
    if not rows and is_torch(name) and name.count(".") == 1:  # torch.relu is torch.nn.functional.relu
        rows = mappings.rows_for_torch(_FUNCTIONAL + short(name))
    return tuple(sorted(rows, key=_rank))


def _rank(row: mappings.Row) -> tuple[bool, bool, bool]:
    return row.kind in _LAST_RESORT, "experimental" in row.mindspore, ".mint." in row.mindspore


def is_torch(name: str) -> bool:
    """Tell whether a full name is torch's."""
    return name.startswith("torch.")


def other_name(name: str, row: mappings.Row) -> str:
    """Return what a name of one framework is in the other, by a row."""
    return row.mindspore if is_torch(name) else row.torch


def remarks(name: str, use: Use) -> Iterator[Remark]:
    """Yield what changes when this use of `name` is copied literally into the other framework.

    Args:
        name (str): the full name.
        use (Use): where, and with which arguments.
    """
    rows = rows_of(name)
    if not rows or use.positional is None or use.keywords is None:
        return
    row = rows[0]
    given = _bind(name, row, use)
    if use.whole:
        yield from _arguments(name, row, given, use.line)
        yield from _unknown_values(name, row, given, use.line)
    yield from _behaviour(name, row, use, given)


def _bind(name: str, row: mappings.Row, use: Use) -> dict[str, object]:
    """Return the arguments by the names of the framework that is used."""
    assert use.positional is not None
    assert use.keywords is not None
    order = _order(name, row)
    if ".Tensor." in name and order and order[0] in {"self", "input"}:
        order = order[1:]
    given = {key: _value(node) for key, node in zip(order, use.positional, strict=False)}
    return {**given, **{key: _value(node) for key, node in use.keywords.items()}}


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return Opaque(ast.unparse(node))


def _order(name: str, row: mappings.Row) -> tuple[str, ...]:
    """Return the argument names in order: by the signature, or as the row lists them where there is none."""
    public = row.torch if is_torch(name) else row.mindspore
    signature = signature_of(_live(public)) if is_torch(name) else recorded().get(public)
    if signature:
        return tuple(signature)
    names = (param.torch if is_torch(name) else param.mindspore for param in row.params)
    return tuple(dict.fromkeys(entry for entry in names if entry))


@cache
def _live(name: str) -> Any:
    target: Any = torch
    for part in name.split(".")[1:]:
        target = getattr(target, part, None)
    return target


def _literal(name: str, row: mappings.Row, given: Mapping[str, object]) -> dict[str, object]:
    """Return what a literal copy would pass in the other framework: the same values under its names."""
    copied: dict[str, object] = {}
    for param in row.params:
        ours, theirs = (param.torch, param.mindspore) if is_torch(name) else (param.mindspore, param.torch)
        if ours is None or theirs is None or ours not in given:
            continue
        # of several arguments that one becomes, only the namesake is what a copy would write
        namesakes = any((p.torch == ours and p.mindspore == ours) for p in row.params)
        if theirs == ours or not namesakes:
            copied[theirs] = given[ours]
    return copied


def _arguments(name: str, row: mappings.Row, given: dict[str, object], line: int) -> Iterator[Remark]:
    """Yield the arguments that mean something else when they are copied, or left at the other's default."""
    ours, target = _own_name(name, row), other_name(name, row)
    copied = _literal(name, row, given)
    found = [d for d in differences_between(ours, given, target, copied) if _counts(row, d, {*given, *copied})]
    for entry in group(short(target), found):
        first = entry.first
        severity = _SEVERITY.get(first.shows, "warning")
        message = first.fact if entry.rule is PadMode else entry.rule.message(entry)
        if entry.equivalent:
            message = _refusal(row) if is_torch(name) and copied.get("padding") else ""
            severity = "note"
        elif not is_torch(name) and NO_EQUIVALENT_WORDS in message and entry.corrections:
            message = f"{first.argument}={first.reference_value!r} is {_written(entry.corrections)} in torch"
        if message:
            yield Remark(
                severity, entry.rule.code, name, target, first.argument, message,
                _call(target, _whole(entry, copied)), first.shows, (line,),
            )  # fmt: skip


def _counts(row: mappings.Row, difference: Difference, written: set[str]) -> bool:
    """Tell whether a difference is in what is written, or in defaults that the table says do not mean the same.

    Defaults of unlike spelling (an axis None and -1) are alike where it does not.
    """
    names = {difference.argument, difference.reference_argument, *difference.corrections}
    return bool(names & written) or row.difference_for(difference.argument) is not None


def _own_name(name: str, row: mappings.Row) -> str:
    return row.torch if is_torch(name) else row.mindspore


def _refusal(row: mappings.Row) -> str:
    """Return what MindSpore refuses about padding that would do the same, or ""."""
    return next((d.fact for d in row.differences if d.argument == "padding" and d.shows == "construct"), "")


def _whole(entry: Group, copied: Mapping[str, object]) -> dict[str, object]:
    """Return what to write: the corrections, and the amount of padding that a mode needs."""
    written = entry.corrections
    if written.get("pad_mode") == "pad" and "padding" not in written and "padding" in copied:
        written["padding"] = copied["padding"]
    return written


def _written(arguments: Mapping[str, object]) -> str:
    return ", ".join(
        f"{key}={value.text if isinstance(value, Opaque) else repr(value)}" for key, value in arguments.items()
    )


def _call(target: str, arguments: Mapping[str, object]) -> str:
    """Write the call of the other framework, with what has to be written in it."""
    return f"{target}(..., {_written(arguments)})" if arguments else ""


def _unknown_values(name: str, row: mappings.Row, given: Mapping[str, object], line: int) -> Iterator[Remark]:
    """Yield the defaults of MindSpore that stand for a torch argument whose value only the running program knows."""
    if not is_torch(name):
        return
    for param in row.params:
        value = given.get(param.torch) if param.torch is not None else None
        if not isinstance(value, Opaque) or param.mindspore is None or param.mindspore == param.torch:
            continue
        if any(p.torch == param.torch and p.transform == "identity" for p in row.params):
            continue  # another name for the same value: a copy says the same
        known = next((d for d in row.differences if d.argument == param.mindspore and d.rule.endswith(_DEFAULT)), None)
        if known is not None:
            asked = Difference(param.mindspore, param.torch, value, param.mindspore_default, shows=known.shows)
            (entry,) = group(short(row.mindspore), [asked])
            yield Remark(
                _SEVERITY.get(known.shows, "warning"), entry.rule.code, name, row.mindspore, known.argument, known.fact,
                known.fix, known.shows, (line,),
            )  # fmt: skip


def _behaviour(name: str, row: mappings.Row, use: Use, given: Mapping[str, object]) -> Iterator[Remark]:
    """Yield silent differences that no value of an argument explains: of the whole name, or of a value passed."""
    ours = {param.mindspore: (param.torch if is_torch(name) else param.mindspore) for param in row.params}
    for difference in row.differences:
        if difference.loudness == "loud" or difference.rule.endswith(_DEFAULT) or difference.shows in {"init", "load"}:
            continue
        if difference.rule == _KEEP_PROB:
            if not use.positional:
                continue
        elif difference.argument in ours and not _is_about(difference, given.get(ours[difference.argument] or "")):
            continue
        counts = row.status == "different" and difference.shows not in {"grad", "train"} and not _kernel(difference)
        yield Remark(
            "warning" if counts or difference.rule == _KEEP_PROB else "note", "behaviour", name,
            other_name(name, row), difference.argument, difference.fact, difference.fix, difference.shows, (use.line,),
        )  # fmt: skip


def _is_about(difference: mappings.Difference, value: object) -> bool:
    """Tell whether a difference is about the value that is passed; values of padding have been judged already."""
    if value is None or isinstance(value, Opaque) or difference.argument in _JUDGED:
        return False
    return value in difference.fact if isinstance(value, str) else True


def _kernel(difference: mappings.Difference) -> bool:
    """Tell whether a difference is one of MindSpore's CPU kernels rather than of the operation."""
    return difference.fact.startswith("On a CPU")
