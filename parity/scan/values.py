"""Calls of which not everything is known: classes that are passed on, and arguments that only the program knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mappings.lines.bindings import NotDerivableError
from mappings.rows.model import Opaque
from parity.rules import group
from parity.scan.judge import DEFAULT, SEVERITY, Call, argument_remarks, bound, in_values, remark_of, unsure
from parity.scan.model import Remark
from parity.scan.rows import is_torch
from parity.source import Use
from parity.table.derive import mindspore_values
from parity.table.difference import Difference
from parity.table.relations import short

_PASSED = " (passed on, to be called with its defaults)"
# The value changes on the way: the same expression under the other name is another value.
_CHANGES = frozenset({"one_minus", "not", "pad_mode", "pool_pad_mode", "scale", "divide_by"})


def unknown_values(call: Call) -> Iterator[Remark]:
    """Yield the arguments whose value only the running program knows, and which are written otherwise in MindSpore."""
    if not is_torch(call.name):
        return
    try:
        values = mindspore_values(call.row, call.given)
    except NotDerivableError:
        values = {}
    for param in call.row.params:
        value = call.given.get(param.torch) if param.torch is not None else None
        if not isinstance(value, Opaque) or param.mindspore is None or param.transform not in _CHANGES:
            continue
        if any(p.torch == param.torch and p.transform == "identity" for p in call.row.params):
            continue  # another name for the same value: a copy says the same
        known = call.row.difference_for(param.mindspore)
        if known is None:
            continue
        asked = Difference(param.mindspore, param.torch, value, param.mindspore_default, shows=known.shows)
        (entry,) = group(short(call.row.mindspore), [asked])
        together = {"pad_mode", "padding"} if param.mindspore == "pad_mode" else {param.mindspore}
        corrections = {name: text for name, text in values.items() if name in together}
        severity = SEVERITY.get(known.shows, "warning")
        # what is left out in torch says nothing of a call that gives it
        is_given = known.rule.endswith(DEFAULT) and corrections
        message = in_values(asked, corrections, torch=True) if is_given else known.fact
        yield remark_of(call, severity, entry.rule.code, param.mindspore, message, corrections, known.shows)


def passed_on(use: Use, later: Mapping[str, list[ast.Call]]) -> Iterator[Remark]:
    """Yield what a class or function that is passed on does otherwise when it is called.

    Args:
        use (Use): a value, or a partial with arguments.
        later (Mapping[str, list[ast.Call]]): the calls in the file, by the name that is called.
    """
    calls = later.get(use.bound, []) if use.bound else []
    if not calls and ".optim." in use.name:
        return  # whoever makes an optimizer elsewhere gives its arguments there
    joined: dict[tuple[str, str], list[Remark]] = {}
    made_calls: list[ast.Call | None] = [*calls] or [None]
    for made in made_calls:
        call = _called(use, made)
        if call is None:
            continue
        sure = made is not None and _is_whole(made)
        for remark in argument_remarks(call):
            if _is_of_default(call, remark):
                joined.setdefault((remark.rule, remark.argument), []).append(remark if sure else unsure(remark))
    for found in joined.values():
        first = found[0]
        message = first.message.rstrip(".") + ("" if use.how == "partial" else _PASSED)
        everywhere = len(found) >= len(calls) and all(remark.fix == first.fix for remark in found)
        yield replace(first, message=message, fix=first.fix if everywhere else "", call="")


def _called(use: Use, made: ast.Call | None) -> Call | None:
    """Return the call that a value ends in: its own arguments, and those of a later call in the file."""
    if made is None:
        return bound(use)
    keywords = {k.arg: k.value for k in made.keywords if k.arg}
    merged = replace(use, positional=(*use.positional, *made.args), keywords={**(use.keywords or {}), **keywords})
    return bound(merged)


def _is_whole(made: ast.Call) -> bool:
    """Tell whether a call gives all its arguments by itself."""
    return not any(isinstance(node, ast.Starred) for node in made.args) and all(k.arg for k in made.keywords)


def _is_of_default(call: Call, remark: Remark) -> bool:
    """Tell whether a remark is about the value itself: a default of the class, or what a partial gives."""
    own = set(call.use.keywords or {}) & set(call.given)
    difference = call.row.difference_for(remark.argument)
    ours = {p.torch for p in call.row.params if p.mindspore == remark.argument}
    by_default = difference is not None and difference.rule.endswith(DEFAULT) and not ours & set(call.given)
    return by_default or (call.use.how == "partial" and bool(ours & own))
