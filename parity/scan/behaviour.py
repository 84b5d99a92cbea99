"""Differences that no argument explains: of a whole name, or of a value that is passed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import mappings
from mappings.lines.bindings import NotDerivableError
from mappings.rows.model import REQUIRED, Opaque
from parity.report.model import Severity
from parity.scan.judge import DEFAULT, Call, remark_of
from parity.scan.model import Remark
from parity.scan.rows import is_torch, other_name
from parity.source import Use
from parity.table.derive import mindspore_value, written_for

_JUDGED = frozenset({"pad_mode", "padding", "momentum"})  # arguments whose every value the comparison judges
_KEEP_PROB = "keep_prob-first"
# What depends on the data alone: a kink met exactly, a row of infinities. `ms2torch api` tells of it.
_OF_THE_DATA = frozenset({"gradient", "numerics", "log", "input", "x", "indices"})
_VALUE = re.compile(r"\b([A-Za-z_]+)=([^\s,;:()]+)")
IN_PLACE = "in-place"
OF_THE_NET = "training"  # the mode in which a net begins: said once for a file


def behaviours(call: Call) -> Iterator[Remark]:
    """Yield the silent differences of a row that hold for this call."""
    own = {param.mindspore: (param.torch if is_torch(call.name) else param.mindspore) for param in call.row.params}
    for difference in call.row.differences:
        if not _holds(call, difference, own):
            continue
        if difference.rule == _KEEP_PROB:
            yield _keep_prob(call, difference)
            continue
        target = other_name(call.name, call.row)
        yield Remark(
            _severity(call.row, difference), "behaviour", call.name, target, difference.argument, difference.fact,
            _fix(call, difference), difference.shows, (call.use.line,), (call.use.node.col_offset + 1,), "",
            call.better(difference.rule) if difference.argument != OF_THE_NET else "",
        )  # fmt: skip


def _holds(call: Call, difference: mappings.Difference, own: Mapping[str | None, str | None]) -> bool:
    """Tell whether a difference is one of this call, and is not found by comparing its arguments."""
    if difference.shows in {"init", "load"} or difference.argument in _OF_THE_DATA:
        return False
    if difference.loudness == "loud" and not _is_told(call, difference):
        return False
    if difference.rule.endswith(DEFAULT):
        return _is_chosen_by_torch(call, difference)
    if _is_about_another_value(difference, call):
        return False
    if difference.rule == _KEEP_PROB:
        return bool(call.use.positional) and is_torch(call.name)
    return difference.argument not in own or _is_about(difference, call.given.get(own[difference.argument] or ""))


def _is_chosen_by_torch(call: Call, difference: mappings.Difference) -> bool:
    """Tell whether torch's default is a choice by the input, which no value for MindSpore's argument says: softmax."""
    params = [param for param in call.row.params if param.mindspore == difference.argument]
    left_out = all(param.torch is not None and param.torch not in call.given for param in params)
    return is_torch(call.name) and left_out and any(param.transform == "given" for param in params)


def _is_told(call: Call, difference: mappings.Difference) -> bool:
    """Tell whether a loud difference is worth a remark: torch's call is another one, in which the argument is not."""
    return not is_torch(call.name) and bool(call.row.write) and difference.argument in call.given


def _keep_prob(call: Call, difference: mappings.Difference) -> Remark:
    """Return the remark on a probability that is given by position, with its name."""
    corrections = {"p": call.given["p"]} if "p" in call.given else {}
    return remark_of(call, "warning", "behaviour", "p", difference.fact, corrections, difference.shows)


def _severity(row: mappings.Row, difference: mappings.Difference) -> Severity:
    marginal = difference.argument == "return dtype" or difference.shows in {"grad", "train"}
    return "note" if marginal or row.status != "different" else "warning"


def _is_about(difference: mappings.Difference, value: object) -> bool:
    """Tell whether a difference is about the value that is passed; values of padding have been judged already."""
    if value is None or isinstance(value, Opaque) or difference.argument in _JUDGED:
        return False
    return value in difference.fact if isinstance(value, str) else True


def _is_about_another_value(difference: mappings.Difference, call: Call) -> bool:
    """Tell whether a fact names an argument with another value than the call gives."""
    for name, text in _VALUE.findall(difference.fact):
        value = _value_of(call, name)
        if value is not None and not isinstance(value, Opaque) and text != difference.argument and repr(value) != text:
            return True
        if value is None and name == difference.argument and is_torch(call.name) and _is_none(call, name):
            return True
    return False


def _is_none(call: Call, name: str) -> bool:
    """Tell whether an argument of MindSpore is worked out to be None."""
    try:
        return mindspore_value(call.row, name, call.given) is None
    except (NotDerivableError, KeyError):
        return False


def _value_of(call: Call, name: str) -> object:
    """Return the value of an argument, given by its name or worked out for MindSpore's; None where it is not known."""
    if name in call.given or not is_torch(call.name):
        return call.given.get(name)
    try:
        value = mindspore_value(call.row, name, call.given)
    except (NotDerivableError, KeyError):
        return None
    known = {param.mindspore for param in call.row.params}
    return value if name in known and value is not REQUIRED else None


def _fix(call: Call, difference: mappings.Difference) -> str:
    """Return what to write, if the table has it as code for this call."""
    if not is_torch(call.name) or not difference.fix or not call.use.whole:
        return ""
    return written_for(call.row, difference.fix, call.given, call.receiver)


def in_place(use: Use) -> Remark:
    """Return the remark on ``x += y`` where another name of the tensor is read afterwards."""
    if is_torch(use.name):
        message = f"{use.bound} is the same tensor and changes too; MindSpore makes a new one, and {use.bound} stays"
    else:
        message = f"{use.bound} keeps its value, as a new tensor is made; torch changes {use.bound} too"
    return Remark(
        "error", "behaviour", use.name, "", IN_PLACE, message, "", "forward", (use.line,), (use.node.col_offset + 1,)
    )
