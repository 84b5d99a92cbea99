"""What is executed for a row besides its written cases: everything that can be derived from its statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mappings.lines.bindings import RECEIVER, Bound, NotDerivableError, bind, find_call, literal_value
from mappings.lines.calls import STYLES, UnsaidArgumentError, mindspore_arguments, mindspore_line, substituted
from mappings.lines.expressions import is_program, parse
from mappings.lines.fixes import elsewhere, fixed_case
from mappings.lines.meaning import NoCounterpartError
from mappings.lines.pairs import carried, pairs, program_values, with_mindspore
from mappings.lines.values import other_values, with_value
from mappings.proof.agreement import disagreements
from mappings.proof.checks import Check, Unproven
from mappings.proof.onesided import one_sided, stages_of
from mappings.proof.shown import shown
from mappings.rows.arguments import as_default, same_value
from mappings.rows.model import REQUIRED, Case, Opaque, Param, Row
from mappings.signatures.recorded import Argument
from mappings.table.derive import GENERAL, arguments_of, wanted_default

WAITING = frozenset({"distributed", "datasets"})
"""Families whose lines, changed, wait for other processes or for files: their programs run as they are written."""


def checks(row: Row) -> Iterator[Check | Unproven]:
    """Yield everything that a row's statements say besides its written cases."""
    equal = [case for case in row.cases if case.expected == "equal" and not is_program(case.torch)]
    derived: list[Case] = []
    for case in equal:
        found = list(_derived(row, case, first=not derived))
        for each in found:
            yield each
            if isinstance(each, Check) and each.label == "plain":
                derived.append(each.cases[0])
                yield from _hidden(row, each.cases[0])
    written = [pair.case for pair in pairs(row) if is_program(pair.case.torch)]
    if row.write and not derived:
        yield Unproven(row.cases[0] if row.cases else Case(0, ""), "`write` is not executed: no case agrees by it")
    if row.family not in WAITING:
        yield from _disagreements(row)
        yield from _in_programs(row, written)
        yield from one_sided(row, derived + written)
        yield from shown(row, derived)
    yield from _gradients(row, derived)
    yield from _left_out(row, derived)
    yield from _restrictions(row, derived)
    yield from _turned(row, derived)
    yield from _values(row, derived)
    yield from _fixes(row, derived)


def _disagreements(row: Row) -> Iterator[Unproven]:
    for case, reason in disagreements(row):
        yield Unproven(case, f"`{case.torch}` and `{case.mindspore}` agree: {reason}")


def _in_programs(row: Row, written: list[Case]) -> Iterator[Check | Unproven]:
    """Give the two calls within a program other arguments; what the file says of an argument must be shown by one."""
    shown = {name for pair in pairs(row) for name in pair.bound.given}
    for case in written:
        for param in row.params:
            if not case.variants:
                break
            said = param.shows != "none" and param.transform != "unknown"
            if param.torch and param.mindspore and said:
                for text in program_values(row, param):
                    varied = carried(row, case, param, text)
                    if varied is not None:
                        shown.add(param.torch)
                        yield Check(f"{param.torch}={text}", (varied,), "maybe")
    names: list[str | None] = []
    if written or row.write:
        names = [p.torch for p in row.listed if p.mindspore and p.shows != "none" and p.transform != "unknown"]
    elif row.cases and all(is_program(case.torch) for case in row.cases):
        names = [p.torch or p.mindspore for p in row.listed]
    for name in names:
        if name and name not in shown:
            yield Unproven(row.cases[0], f"no case gives {name}, of which the row speaks")


def _derived(row: Row, case: Case, *, first: bool) -> Iterator[Check | Unproven]:
    """Derive the MindSpore line from torch's, in several ways of writing it."""
    try:
        lines = {style: mindspore_line(row, case.torch, style=style) for style in STYLES}
    except NotDerivableError as error:
        unsaid = isinstance(error, UnsaidArgumentError) and row.kind != "primitive" and not row.write
        needed = not case.mindspore or isinstance(error, NoCounterpartError) or unsaid
        if needed:
            yield Unproven(case, f"`{case.torch}`: no MindSpore line can be derived: {error}")
        return
    plain = row.kind != "initializer" and not row.write
    seen: set[str] = set()
    for style, line in lines.items():
        if line not in seen and (style == "plain" or (plain and (first or style == "explicit"))):
            seen.add(line)
            yield Check(style, (replace(case, mindspore=line, proves=""),))


def _hidden(row: Row, case: Case) -> Iterator[Check]:
    """Derive the line with its numbers behind names, as in a program that alone knows their values; then run it."""
    tree = parse(case.torch)
    call = find_call(tree, row.torch)
    if not isinstance(call, ast.Call) or row.kind == "initializer" or row.write:
        return
    behind: dict[str, ast.expr] = {}
    params = {p.torch: p for p in row.params if p.transform == "identity"}

    def hidden(node: ast.expr, name: str) -> ast.expr:
        if isinstance(node, (ast.Tuple, ast.List)):
            return type(node)([hidden(item, name) for item in node.elts], ast.Load())
        known, value = literal_value(node)
        turned = name in params and type(as_default(value, params[name])) is not type(value)  # 1 to 1.0
        if not known or turned or value is None or isinstance(value, str):
            return node
        behind[f"value_{len(behind)}"] = node
        return ast.Name(f"value_{len(behind) - 1}", ast.Load())

    names = {id(node): name for name, node in bind(row, call).given.items()}
    call.args = [hidden(node, names.get(id(node), "")) for node in call.args]
    call.keywords = [ast.keyword(entry.arg, hidden(entry.value, entry.arg or "")) for entry in call.keywords]
    try:
        line = mindspore_line(row, ast.unparse(tree))
    except NotDerivableError:
        return
    shown = ast.unparse(substituted(line, behind))
    if shown != case.mindspore:
        yield Check("expressions", (replace(case, mindspore=shown, proves=""),))


def _gradients(row: Row, derived: list[Case]) -> Iterator[Check]:
    """Compare gradients wherever the outputs are compared."""
    if row.kind in ("optimizer", "initializer"):
        return
    stated = [case for case in row.cases if case.stage == "grad" or case.proves]
    written = {(case.torch, case.inputs, case.constants) for case in stated}
    for case in derived:
        floats = any("float" in spec for spec in case.inputs)
        plain = case.stage == "forward" and case.compare == "values" and case.variants and not case.oracle
        if plain and floats and (case.torch, case.inputs, case.constants) not in written:
            yield Check("gradient", (replace(case, stage="grad", tolerance=max(case.tolerance, 1e-4)),), "maybe")


def _left_out(row: Row, derived: list[Case]) -> Iterator[Check | Unproven]:
    """Leave out what is written for a default that differs: one of the cases must then differ."""
    for param in row.params:
        wanted = wanted_default(row, param)
        name = param.mindspore or ""
        if row.write or not name:
            continue
        if wanted is None:
            yield from _worked_out(row, param, derived)
            continue
        cases: list[Case] = []
        for case in derived:
            if case.stage not in _stages_of(param):
                continue
            try:
                written = mindspore_arguments(row, case.torch).get(name)
                line = mindspore_line(row, case.torch, without=(name,))
            except NotDerivableError:
                continue
            if written is not None and not _is_default(written, param):
                cases.append(replace(case, mindspore=line, expected="unlike"))
        if cases:
            yield Check(f"without {name}", tuple(cases), "some")
        elif derived and not any(case.proves == f"{name}-default" for case in row.cases):
            stage = next(iter(_stages_of(param)))
            reason = (
                f"{name} is {param.mindspore_default!r} by default where {wanted[0]!r} is meant, and no case of stage "
            )
            yield Unproven(row.cases[0] if row.cases else Case(0, ""), f"{reason}{stage} shows it")


def _worked_out(row: Row, param: Param, derived: list[Case]) -> Iterator[Check]:
    """Leave out what stands for MindSpore's None: it must be worked out to what torch's default means."""
    if param.mindspore_default is not None or param.torch_default in (None, REQUIRED) or param.shows == "none":
        return
    if row.difference_for(param.mindspore or "") is not None or isinstance(param.torch_default, Opaque):
        return
    for case in derived:
        target = find_call(parse(case.torch), row.torch)
        if case.stage in _stages_of(param) and target is not None and param.torch not in bind(row, target).given:
            line = mindspore_line(row, case.torch, without=(param.mindspore or "",))
            if line != case.mindspore:
                yield Check(f"without {param.mindspore}", (replace(case, mindspore=line),))


def _is_default(node: ast.expr, param: Param) -> bool:
    known, value = literal_value(node)
    return known and same_value(value, param.mindspore_default)


def _stages_of(param: Param) -> tuple[str, ...]:
    return ("forward", "grad") if param.shows in ("forward", "construct", "load") else (param.shows,)


def _restrictions(row: Row, derived: list[Case]) -> Iterator[Check]:
    """Give MindSpore a value that the row says has no counterpart: it must refuse it, or give something else."""
    if not derived or row.write or not derived[0].variants:
        return
    for param in row.params:
        if (
            param.transform not in ("only", "map", "mirrored", "half_below")
            or param.mindspore is None
            or param.torch is None
        ):
            continue
        lines: dict[str, list[Case]] = {}
        for case in (case for case in derived if case.variants):
            for text in other_values(row, case, param.torch):
                found = _refused(row, case, param.torch, text)
                if found is not None:
                    lines.setdefault(text, []).append(found)
        for text, cases in lines.items():
            yield Check(f"{param.torch}={text} has no counterpart", tuple(cases), "possible")


_REFUSING = frozenset({"only", "map", "mirrored", "half_below"})


def _refused(row: Row, case: Case, name: str, text: str) -> Case | None:
    """Return the case with a value that the row refuses, given to MindSpore as it is; None where it does not refuse."""
    varied = with_value(row, case.torch, name, text)
    if varied is None or _derivable(row, varied):
        return None
    try:
        raw = mindspore_line(row, varied, style="literal")
    except NotDerivableError:
        return None
    return replace(case, torch=varied, mindspore=raw, expected="unlike", proves="")


def _turned(row: Row, derived: list[Case]) -> Iterator[Check]:
    """Give MindSpore the values of torch as they are where the row turns them: one of them must then differ."""
    if not derived or row.write:
        return
    for param in row.params:
        if param.transform in _PLAIN or not param.torch or not param.mindspore or param.shows == "none":
            continue
        raw: list[Case] = []
        for case in (case for case in derived if case.stage in stages_of(row, param)):
            for text in ["", *other_values(row, case, param.torch)]:
                varied = with_value(row, case.torch, param.torch, text) if text else case.torch
                raw += [found for found in [_unturned(row, case, param, varied)] if found is not None]
        if raw:
            yield Check(f"{param.torch} as it is for {param.mindspore}", tuple(raw), "some")


_PLAIN = frozenset({"identity", "unknown", "given", "only", "map", "or", "none_if_empty", "named", "mirrored"})


def _unturned(row: Row, case: Case, param: Param, varied: str | None) -> Case | None:
    if varied is None:
        return None
    try:
        found = replace(case, torch=varied, mindspore=mindspore_line(row, varied), expected="unlike", proves="")
    except NotDerivableError:
        return None
    target = find_call(parse(varied), row.torch)
    value = bind(row, target).given.get(param.torch or "") if target is not None else None
    return None if value is None else with_mindspore(row, found, {param.mindspore or "": value})


def _derivable(row: Row, text: str) -> bool:
    try:
        mindspore_line(row, text)
    except NotDerivableError:
        return False
    return True


def _values(row: Row, derived: list[Case]) -> Iterator[Check | Unproven]:
    """Give each argument of torch other values, one at a time; what torch refuses is dropped."""
    done: set[tuple[str, tuple[str, ...], str]] = {(c.torch, c.inputs, c.stage) for c in row.cases}
    for case in derived:
        if not case.variants or case.oracle:
            continue
        target = find_call(parse(case.torch), row.torch)
        if target is None or not isinstance(target, ast.Call):
            continue
        bound = bind(row, target)
        for argument in _open_arguments(row, bound):
            for text in other_values(row, case, argument.name):
                varied = with_value(row, case.torch, argument.name, text)
                if varied is None or (varied, case.inputs, case.stage) in done:
                    continue
                done.add((varied, case.inputs, case.stage))
                try:
                    line = mindspore_line(row, varied)
                except NotDerivableError as error:
                    if argument.name in row.tries and not isinstance(error, NoCounterpartError):
                        yield Unproven(case, f"{argument.name}={text}, which the row names: {error}")
                    continue
                found = replace(case, torch=varied, mindspore=line, proves="")
                yield Check(f"{argument.name}={text}", (_of_dtype(row, argument, found),), "maybe")
        if not row.tries:
            break


def _of_dtype(row: Row, argument: Argument, case: Case) -> Case:
    """Give a layer that is made in another dtype inputs of it."""
    if argument.name != "dtype" or row.kind not in ("layer", "loss"):
        return case
    lines = case.torch.replace("torch.float64", "torch.float16"), case.mindspore.replace("ms.float64", "ms.float16")
    inputs = tuple(spec.replace("float32", "float16") for spec in case.inputs)
    tolerance = max(case.tolerance, 5e-3)
    return replace(case, torch=lines[0], mindspore=lines[1], inputs=inputs, tolerance=tolerance)


def _open_arguments(row: Row, bound: Bound) -> list[Argument]:
    """Return the arguments that may be varied: those of the overload that say what they take."""
    known = arguments_of(row.torch)
    if row.kind == "primitive" and not row.write:
        known = {p.torch: known[p.torch] for p in row.params if p.torch in known}
    names = [a.name for a in bound.overload] or list(known)
    both = {p.torch for p in row.params if p.torch and p.mindspore and p.shows != "none"}
    skipped = {p.torch for p in row.params if p.shows == "none"} | ((GENERAL | {"dtype"}) - both) | {RECEIVER, "params"}
    return [
        known[name]
        for name in names
        if (name in known and name not in skipped) or (name in row.tries and name in known)
    ]


def _fixes(row: Row, derived: list[Case]) -> Iterator[Check | Unproven]:
    """Each fix, applied to each line that shows its difference, makes it agree.

    Where no line of the row agrees, for a difference that is no default, a default by itself mends nothing.
    """
    for difference in row.differences:
        if not difference.fix or (not derived and difference.rule.endswith("-default")):
            continue
        shown = [c for c in row.cases if c.proves == difference.rule and c.expected != "equal"]
        for case in shown:
            if is_program(case.torch) or (case.expected == "raises" and case.raises_on != "mindspore"):
                continue
            try:
                fixed = fixed_case(row, difference, case)
            except (NotDerivableError, ValueError) as error:
                yield Unproven(case, f"fix of {difference.rule}: {error}")
                continue
            yield Check(f"fix of {difference.rule}", (fixed,))
            for label, other in elsewhere(row, difference, case):
                try:
                    fixed = fixed_case(row, difference, other)
                except (NotDerivableError, ValueError, IndexError):
                    continue
                yield Check(f"fix of {difference.rule}, {label}", (fixed,), "maybe")
