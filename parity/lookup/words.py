"""A row of the table in words: both signatures, what differs and when it shows, the line to write, evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import mappings
from mappings.lines.bindings import RECEIVER, NotDerivableError
from mappings.lines.calls import lacks_a_kernel
from mappings.lines.expressions import is_program
from mappings.rows.model import REQUIRED, Opaque, Param, Row, written
from mappings.signatures.recorded import SNAPSHOT, is_property, overloads, recorded
from mappings.table.derive import arguments_of, is_method
from parity.lookup.written import params_of
from parity.table.derive import mindspore_call

STATUS: Mapping[str, str] = {
    "same": "the same, nothing to change",
    "names": "the same, under other names",
    "defaults": "the same, but for defaults",
    "different": "the same arguments mean something else",
    "partial": "some arguments of torch have no counterpart",
    "none": "no counterpart",
}
_PLAIN = frozenset({"identity", "unknown"})
_MODULE = "its names are in this one; each has its own entry"
SHOWS: Mapping[str, str] = {
    "forward": "in the output",
    "grad": "in the gradients",
    "train": "in training",
    "optim": "in the steps of the optimizer",
    "init": "in the first weights",
    "load": "when weights are loaded",
    "construct": "when it is made",
}
_TRANSFORMS: Mapping[str, str] = {
    "one_minus": "1 - {name}",
    "not": "the opposite",
    "to_tuple": "as a tuple",
    "last_axis": "-1 for one axis",
    "or": "{argument} where it is None",
    "item": "its item {argument}",
    "pad_mode": "'valid' for 0, 'pad' for an amount, a name stays",
    "pad_lrtb": "an amount for each side: (top, bottom, left, right)",
    "pool_pad_mode": "'pad' with an amount, ceil_mode, dilation or return_indices; else 'valid'",
    "pool_padding": "with pad_mode='pad'",
    "mirrored": "the bound above, as far as the bound below is its negative",
    "scale": "times {argument}",
    "divide_by": "divided by {argument}",
    "half_below": "half of {name} - 1, which is odd",
    "map": "{pairs}",
    "none_if_empty": "None for ()",
    "four_axes": "for four axes: (1, height, width, 1)",
    "only": "only {argument}",
    "given": "",
    "named": "the name of the function",
    "unknown": "",
}


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument on both sides, as text: ``padding=0``, ``pad_mode='same'``, and what becomes of it."""

    torch: str
    mindspore: str
    note: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One difference: what, when it shows, and what to write."""

    argument: str
    fact: str
    shows: str
    write: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A row as people read it.

    Attributes:
        torch, mindspore: the names; "" where MindSpore has none.
        kind, summary, advice: what it is, how well both fit, how to write it.
        signatures: both calls with all arguments and defaults.
        arguments, differences: see `Argument` and `Statement`.
        weights, initial: pairs of names, pairs of distributions.
        write: the MindSpore call that does what torch's with its defaults does, or "".
        others: other counterparts, each with how well it fits.
        evidence: what was executed, on what.
    """

    torch: str
    mindspore: str
    kind: str
    summary: str
    advice: str
    signatures: tuple[str, str]
    arguments: tuple[Argument, ...]
    differences: tuple[Statement, ...]
    weights: tuple[tuple[str, str, str], ...]
    initial: tuple[tuple[str, str, str], ...]
    write: str
    evidence: str
    others: tuple[tuple[str, str], ...] = field(default=())


def entry(row: Row) -> Entry:
    """Return a row in words."""
    return Entry(
        torch=row.torch,
        mindspore=row.mindspore,
        kind=_kind(row),
        summary=_summary(row),
        advice=_advice(row),
        signatures=(_signature(row, torch=True), _signature(row, torch=False)),
        arguments=tuple(_arguments(row)),
        differences=tuple(_statement(d) for d in row.differences),
        weights=tuple((w.torch or "-", w.mindspore or "-", _layout(w)) for w in row.weights),
        initial=tuple((f"{law.weight}: {law.torch}", str(law.mindspore), "") for law in row.init if not law.same),
        write=_write(row),
        evidence=_evidence(row),
        others=tuple(
            (other.mindspore, _summary(other)) for other in mappings.rows_for_torch(row.torch) if other is not row
        ),
    )


def _summary(row: Row) -> str:
    return _MODULE if row.kind == "module" and row.mindspore else STATUS[row.status]


def _kind(row: Row) -> str:
    """Return what a name is: a function, a layer, a property of a tensor, or what is neither called nor made."""
    if row.kind == "tensor_method":
        return "property of a tensor" if is_property(row.torch) else "method of a tensor"
    if row.kind == "function" and _is_constant(row):
        return "constant"
    return "name" if row.kind == "other" else row.kind.replace("_", " ")


def _is_constant(row: Row) -> bool:
    """Tell whether no case calls a name of which no signature is known: a dtype, a number."""
    last = re.escape(row.torch.rpartition(".")[2])
    return not overloads(row.torch) and not any(re.search(rf"\b{last}\(|@.*\b{last}\b", c.torch) for c in row.cases)


def _advice(row: Row) -> str:
    """Return how to write it, and what to take instead where MindSpore's CPU has nothing for it."""
    advice = "" if row.write and row.advice == f"Write {row.write}." else row.advice or row.none
    if not row.mindspore or not lacks_a_kernel(row):
        return advice
    others = [other for other in mappings.rows_for_torch(row.torch) if other.mindspore and not lacks_a_kernel(other)]
    instead = f"; there take {others[0].mindspore}" if others else ""
    return f"{advice} Not on a CPU: {row.cases[0].oracle_reason.rstrip('.')}{instead}.".strip()


def _signature(row: Row, *, torch: bool) -> str:
    """Write a call with every argument and default, as it is recorded, or as the row knows it."""
    name = row.torch if torch else row.mindspore
    if not name:
        return ""
    if is_property(name) or row.kind == "module" or (torch and _kind(row) == "constant"):
        return ""
    signature = recorded().get(name)
    if signature is None and not row.params:
        return ""  # nothing tells it
    if signature is None:
        pairs = [(p.torch, p.torch_default) if torch else (p.mindspore, p.mindspore_default) for p in row.params]
        signature = {key: default for key, default in pairs if key}
    given = ", ".join(_with_default(key, default) for key, default in signature.items())
    return f"{name}({given})"


def _with_default(name: str, default: object) -> str:
    return name if default is REQUIRED else f"{name}={written(default)}"


def _arguments(row: Row) -> list[Argument]:
    """Return the arguments, those of MindSpore's that come of one of torch's next to each other."""
    together: dict[str, list[Param]] = {}
    for param in params_of(row):
        together.setdefault(param.torch or f" {param.mindspore}", []).append(param)
    return [_argument(row, param) for params in together.values() for param in params]


def _argument(row: Row, param: Param) -> Argument:
    theirs = _with_default(param.mindspore, param.mindspore_default) if param.mindspore else "-"
    if param.torch == RECEIVER and is_method(row.torch):
        return Argument("-", theirs, "the tensor itself")
    if _follows(row, param):
        changes = _transform(param)
        return Argument("-", theirs, f"MindSpore only; from {param.torch}" + (f": {changes}" if changes else ""))
    ours = _with_default(param.torch, param.torch_default) if param.torch else "-"
    return Argument(ours, theirs, "; ".join(_notes(row, param)))


def _follows(row: Row, param: Param) -> bool:
    """Tell whether an argument of MindSpore's own is worked out of one of torch that has its namesake: pad_mode."""
    namesakes = {other.torch for other in row.params if other.torch == other.mindspore}
    return param.torch in namesakes and param.mindspore not in {None, param.torch}


def _notes(row: Row, param: Param) -> list[str]:
    """Say what becomes of an argument."""
    if param.torch is None:
        if param.must is not REQUIRED:
            return [f"write {param.mindspore}={written(param.must)}"]
        return ["MindSpore only"]
    changes = _transform(param)
    if param.mindspore is None:
        nothing = "changes nothing that is compared" if param.shows == "none" else changes
        return ["no counterpart" + (f": {nothing}" if nothing else "")]
    if (param.torch, param.mindspore) == ("generator", "seed"):
        return ["a number, where torch takes a Generator"]
    alone = sum(other.torch == param.torch for other in params_of(row)) == 1
    notes = ["renamed"] if alone and param.torch.lstrip("*") != param.mindspore.lstrip("*") else []
    if changes:
        notes.append(changes)
    by_default = next(
        (d for d in row.differences if d.argument == param.mindspore and d.rule.endswith("-default")), None
    )
    if by_default is not None:
        notes.append("another default")
    return notes


def _transform(param: Param) -> str:
    text = _TRANSFORMS.get(param.transform, "")
    pairs = param.transform_argument.strip("{}").replace(": ", " is ")
    return text.format(name=param.torch, argument=param.transform_argument, pairs=pairs)


def _statement(difference: mappings.Difference) -> Statement:
    loud = "it raises, or the shape tells" if difference.loudness == "loud" else "silent: only values change"
    stage = SHOWS.get(difference.shows, difference.shows)
    fact = difference.fact or f"{difference.argument} has another default."
    return Statement(difference.argument, fact, f"{stage}; {loud}", difference.fix)


def _layout(weight: mappings.Weight) -> str:
    if weight.mindspore is None:
        return "not copied"
    return str(weight.layout) if weight.layout else ""


def _write(row: Row) -> str:
    """Return the call with torch's defaults made explicit, its required arguments by their names.

    Where there is no one call to write, the way to write it: an expression, or the program that was executed.
    """
    if row.write or row.none:
        return row.write
    if row.cases and all(is_program(case.torch) for case in row.cases):
        return next((case.mindspore.strip() for case in row.cases if case.expected == "equal"), "")
    required = [p for p in row.params if p.torch and p.torch_default is REQUIRED and p.torch.isidentifier()]
    given: dict[str, object] = {p.torch: Opaque(p.torch) for p in required if p.torch}
    if row.kind == "primitive":  # its row speaks of what it is made with; it is called with the rest
        given |= {name: Opaque(name) for name, argument in arguments_of(row.torch).items() if argument.required}
    if row.kind == "initializer":
        given["tensor"] = Opaque("torch.empty(shape)")
    for param in row.params:  # torch may be called without what MindSpore needs: x.to(dtype)
        if param.torch and param.mindspore and param.mindspore_default is REQUIRED and param.transform in _PLAIN:
            given.setdefault(param.torch, Opaque(param.torch))
    given |= {p.torch: Opaque(f"({p.torch},)") for p in required if p.torch and p.transform == "to_tuple"}
    try:
        return mindspore_call(row, given, "x" if is_method(row.torch) else "")
    except NotDerivableError:
        return ""


def _evidence(row: Row) -> str:
    """Say what was executed on what."""
    total = len(row.cases)
    if not total:
        return ""
    skipped = [case.oracle_reason for case in row.cases if case.oracle == "skip"]
    other = [case.oracle_reason for case in row.cases if case.oracle and case.oracle != "skip"]
    version = SNAPSHOT.stem.rpartition("-")[2]
    cases = "1 case" if total == 1 else f"{total} cases"
    there = "all" if not skipped else "none" if len(skipped) == total else str(total - len(skipped))
    text = f"{cases} executed on torch and ms2torch, {there} on MindSpore {version}"
    reasons = "; ".join(dict.fromkeys(reason.rstrip(".") for reason in (*skipped, *other) if reason))
    return f"{text} (CPU: {reasons})" if reasons else f"{text} (CPU)"
