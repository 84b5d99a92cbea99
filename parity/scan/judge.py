"""What the table says of one use of a name: where a literal copy in the other framework does something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import mappings
from mappings.lines.bindings import NotDerivableError
from mappings.rows.arguments import same_value
from mappings.rows.model import Opaque, written
from parity.report.model import Severity
from parity.rules import Group, group
from parity.rules.pad_mode import PadMode
from parity.scan.model import Remark
from parity.scan.rows import is_torch, judged, order_of, other_name, own_name, rows_of
from parity.source import Use
from parity.table.arguments import differences_between
from parity.table.derive import as_text, mindspore_call, mindspore_value
from parity.table.difference import Difference
from parity.table.paddings import PADDING, padding_of
from parity.table.relations import short

SEVERITY: Mapping[str, Severity] = {"forward": "error", "grad": "error", "construct": "error", "init": "note"}
DEFAULT = "-default"
NO_EQUIVALENT_WORDS = "has no MindSpore equivalent"


@dataclass(frozen=True, slots=True)
class Call:
    """One call, its arguments by name.

    Attributes:
        name: the full name.
        row: the row that it is judged by.
        use: where.
        given: the arguments by the names of the framework that is used; an `Opaque` holds the source of one that is no
            literal.
        sure: False where the arguments of a later call are not known.
    """

    name: str
    row: mappings.Row
    use: Use
    given: Mapping[str, object]
    sure: bool = True

    @property
    def receiver(self) -> str:
        """What a method is called on, as it is written; "" where it is no method, or a long expression."""
        node = self.use.node
        if self.use.how != "method" or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return ""
        text = ast.unparse(node.func.value)
        return text if isinstance(node.func.value, _NEEDS_NO_BRACKETS) else f"({text})"

    def derived(self, row: mappings.Row | None = None) -> str:
        """Return the whole call of the other framework; "" where the table does not say it.

        Args:
            row (Row | None): the row to go by. Default: None, the call's own.
        """
        if not is_torch(self.name) or not self.use.whole or self.use.how not in {"call", "method"}:
            return ""
        try:
            return mindspore_call(row or self.row, self.given, self.receiver)
        except NotDerivableError:
            return ""

    def better(self, rule: str = "") -> str:
        """Return the call of the counterpart with the fewest differences, where that is another name; else "".

        Args:
            rule (str): a difference that the counterpart must not have. Default: ``""``, any.
        """
        row = rows_of(self.name)[0]
        is_other = row is not self.row and row.status in {"same", "names", "defaults"}
        has_it = any(difference.rule == rule for difference in row.differences)
        return self.derived(row) if is_other and not has_it else ""


_MODES = frozenset({"pad_mode", "pool_pad_mode"})
_NEEDS_NO_BRACKETS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def bound(use: Use) -> Call | None:
    """Return a use as a call with its arguments by name; None where the table has no row or it cannot be told."""
    known = judged(use.name)
    if known is None:
        return None
    if any(isinstance(node, ast.Starred) for node in use.positional):
        return None
    order = order_of(use.name, known.row, use.positional, (use.keywords or {}).keys())
    if len(order) < len(use.positional):
        return None
    given = dict(zip(order, use.positional, strict=True)) | dict(use.keywords or {})
    if not given.keys() <= known.names:
        return None  # from an argument that the row does not speak of nothing follows
    return Call(use.name, known.row, use, {key: value_of(node) for key, node in given.items()})


def value_of(node: ast.expr) -> object:
    """Return the value of a literal, or the source of anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, (ast.UnaryOp, ast.Tuple, ast.List, ast.Dict, ast.BinOp)):
        try:
            return ast.literal_eval(node)
        except ValueError:
            pass
    return Opaque(ast.unparse(node))


def argument_remarks(call: Call) -> Iterator[Remark]:
    """Yield the arguments that mean something else when they are copied, or left at the other's default."""
    name, row = call.name, call.row
    if row.write and is_torch(name):
        return  # what to write is another call, not this one with its arguments renamed
    ours, target = own_name(name, row), other_name(name, row)
    lacking = _without_counterpart(call)
    if lacking:
        yield remark_of(call, "note", "argument", lacking, f"{target} has no argument {lacking}", {}, "construct")
        return
    copied = literal_copy(name, row, call.given)
    written = {*call.given, *copied}
    try:
        every = differences_between(ours, call.given, target, copied)
    except KeyError:  # an argument depends on a required one that is given later
        return
    found = [d for d in every if _counts(row, d, written) and (d.corrections or not row.write)]
    for entry in group(short(target), found):
        remark = _remark(call, entry, copied)
        if remark is not None:
            yield remark


def _without_counterpart(call: Call) -> str:
    """Return an argument that is given and that MindSpore's name does not have at all; "" if there is none."""
    if not is_torch(call.name):
        return ""
    for param in call.row.params:
        given = param.torch in call.given and param.mindspore is None and param.shows != "none"
        if not given or param.transform != "identity":
            continue
        if sum(other.torch == param.torch for other in call.row.params) == 1:
            value = call.given[param.torch or ""]
            if isinstance(value, Opaque) or not same_value(value, param.torch_default):
                return param.torch or ""
    return ""


def literal_copy(name: str, row: mappings.Row, given: Mapping[str, object]) -> dict[str, object]:
    """Return what a literal copy would pass in the other framework: the same values under its names."""
    copied: dict[str, object] = {}
    for param in row.params:
        ours, theirs = (param.torch, param.mindspore) if is_torch(name) else (param.mindspore, param.torch)
        if ours is None or theirs is None or ours not in given:
            continue
        if not is_torch(name) and param.transform in _MODES:
            continue  # torch has no modes of padding, only amounts
        # of several arguments that one becomes, only the namesake is what a copy would write
        namesakes = any((p.torch == ours and p.mindspore == ours) for p in row.params)
        if theirs == ours or not namesakes:
            copied[theirs] = given[ours]
    return copied


def _remark(call: Call, entry: Group, copied: Mapping[str, object]) -> Remark | None:
    first, name = entry.first, call.name
    severity: Severity = SEVERITY.get(first.shows, "warning")
    corrections = _confirmed(call, first.argument, _whole(entry, copied))
    message = _message(call, entry, copied, corrections)
    if entry.equivalent:
        padding = copied.get("padding") if is_torch(name) else 0
        message = _refusal(call.row) if _pads(padding) else ""
        severity = "note"
    elif not is_torch(name) and NO_EQUIVALENT_WORDS in message:
        message = in_values(first, corrections, torch=False)
    if not message:
        return None
    return remark_of(call, severity, entry.rule.code, first.argument, message, corrections, first.shows)


def _message(call: Call, entry: Group, copied: Mapping[str, object], corrections: Mapping[str, object]) -> str:
    """Say what differs: in the words of the table where they are about this value, else by the values."""
    first, row = entry.first, call.row
    if not is_torch(call.name):
        return entry.rule.message(entry) if entry.rule is not PadMode else in_values(first, corrections, torch=False)
    if not first.corrections:
        named = first.fact.startswith(f"{first.reference_value!r} {NO_EQUIVALENT_WORDS}")
        return f"{first.reference_argument}={first.fact}" if named and first.reference_argument else first.fact
    written = first.argument in copied
    for difference in row.differences:
        by_default = difference.rule.endswith(DEFAULT)
        about = difference.argument == first.argument and by_default != written and difference.shows != "construct"
        if by_default and _gives_another(call, first):
            continue  # what torch's default is says nothing of this call
        names_it = by_default or not isinstance(first.port_value, str) or repr(first.port_value) in difference.fact
        if about and names_it:
            return difference.fact
    return in_values(first, first.corrections, torch=True)


def _gives_another(call: Call, first: Difference) -> bool:
    """Tell whether a call of torch gives the argument at fault, and not its default."""
    name = first.reference_argument or ""
    default = next((param.torch_default for param in call.row.params if param.torch == name), None)
    value = call.given.get(name, default)
    return name in call.given and (isinstance(value, Opaque) or not same_value(value, default))


def in_values(first: Difference, corrections: Mapping[str, object], *, torch: bool) -> str:
    """Say what a value of the one framework is in the other, in the arguments to write."""
    asked = ", ".join(f"{name}={written(value)}" for name, value in corrections.items())
    if not torch and not asked and first.reference_value == "same":
        return "pad_mode='same' pads by the size of the input, which no padding of torch does here"
    other = "MindSpore" if torch else "torch"
    if first.reference_argument is None or first.reference_argument == first.argument:
        own = f"{first.argument}={written(first.reference_value)}"
    else:
        own = f"{first.reference_argument}={written(first.reference_value)}"
    return f"{own} is {asked} in {other}" if asked else f"{own} has no counterpart in {other}"


def remark_of(
    call: Call,
    severity: Severity,
    code: str,
    argument: str,
    message: str,
    corrections: Mapping[str, object],
    shows: str,
) -> Remark:
    """Return a remark on a call, with what to write: the corrections, and the whole call where it can be derived."""
    target = other_name(call.name, call.row)
    return Remark(
        severity, code, call.name, target, argument, message, _written(call, target, corrections), shows,
        (call.use.line,), (call.use.node.col_offset + 1,), call.derived() if corrections else "", call.better(),
    )  # fmt: skip


def _written(call: Call, target: str, corrections: Mapping[str, object]) -> str:
    """Write what has to stand in the call of the other framework."""
    if not corrections:
        return ""
    try:
        arguments = ", ".join(f"{key}={as_text(value)}" for key, value in corrections.items())
    except NotDerivableError:
        return ""
    if call.use.how in {"value", "partial"}:
        return f"partial({target}, {arguments})"
    if call.use.how == "super":
        return f"super().__init__(..., {arguments})"
    return f"{target}(..., {arguments})"


def _counts(row: mappings.Row, difference: Difference, written: set[str]) -> bool:
    """Tell whether a difference is in what is written, or in defaults that the table says do not mean the same.

    Defaults of unlike spelling (an axis None and -1) are alike where it does not.
    """
    names = {difference.argument, difference.reference_argument, *difference.corrections}
    return bool(names & written) or row.difference_for(difference.argument) is not None


def _pads(padding: object) -> bool:
    """Tell whether an amount of padding, as torch writes it, is one that MindSpore refuses without a mode."""
    return any(padding) if isinstance(padding, (tuple, list)) else bool(padding) and not isinstance(padding, str)


def _refusal(row: mappings.Row) -> str:
    """Return what MindSpore refuses about padding that would do the same, or ""."""
    return next((d.fact for d in row.differences if d.argument == "padding" and d.shows == "construct"), "")


def _whole(entry: Group, copied: Mapping[str, object]) -> dict[str, object]:
    """Return what to write: the corrections, and the amount of padding that a mode needs."""
    written = entry.corrections
    if written.get("pad_mode") == "pad" and "padding" not in written and "padding" in copied:
        written["padding"] = copied["padding"]
    return written


def _confirmed(call: Call, argument: str, corrections: dict[str, object]) -> dict[str, object]:
    """Return corrections that are those of the call worked out as a whole; none where that cannot be done."""
    if not is_torch(call.name):
        if call.row.dims and argument in PADDING:
            padding = padding_of(call.row, call.given)
            return dict(padding.arguments) if padding is not None else {}
        return {} if any(value is None for value in corrections.values()) else corrections
    for name, value in corrections.items():
        try:
            asked = mindspore_value(call.row, name, call.given)
        except (NotDerivableError, KeyError):
            return {}
        if not isinstance(value, Opaque) and not same_value(asked, value):
            return {}
    return corrections


def unsure(remark: Remark) -> Remark:
    """Return a remark on a call whose arguments are not all known: an error is a warning."""
    return replace(remark, severity="warning") if remark.severity == "error" else remark
