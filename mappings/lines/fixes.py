"""A fix applied: the MindSpore line that differs becomes the one that agrees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from mappings.lines.bindings import NotDerivableError, bind, find_call
from mappings.lines.calls import Style, mindspore_line, spelled, substituted, torch_variables
from mappings.lines.expressions import dotted, names_in, parse
from mappings.lines.values import fix_values, with_value
from mappings.rows.model import Case, Difference, Row
from mappings.table.derive import arguments_of, is_method, mindspore_overload


def unfixed(row: Row, case: Case) -> str:
    """Return the MindSpore line that shows a difference: the case's own, or torch's arguments as they stand."""
    return case.mindspore or mindspore_line(row, case.torch, style="literal")


def fixed_case(row: Row, difference: Difference, case: Case) -> Case:
    """Return the case with the fix of a difference applied to its MindSpore line; its two sides must agree.

    Args:
        row (Row): the row.
        difference (Difference): one with a fix.
        case (Case): one that shows it.

    Raises:
        NotDerivableError: if the fix cannot be applied.
    """
    text = unfixed(row, case)
    same = replace(case, mindspore=text, expected="equal", proves="", error="", raises_on="mindspore")
    variables = _variables(row, case)
    keywords = _keywords(difference.fix)
    if keywords is not None:
        values = [ast.keyword(k.arg, substituted(ast.unparse(k.value), variables)) for k in keywords]
        return replace(same, mindspore=_with_keywords(row, text, values))
    try:
        expression = parse(difference.fix)
    except ValueError as error:
        raise NotDerivableError(f"the fix {difference.fix!r} is no code: {error}") from error
    if any(isinstance(node, ast.Name) and node.id == "layer" for node in ast.walk(expression)):
        return replace(same, call=ast.unparse(substituted(difference.fix, variables)))
    variables["result"] = parse(text).body
    return replace(same, mindspore=ast.unparse(substituted(difference.fix, variables)))


def elsewhere(row: Row, difference: Difference, case: Case) -> Iterator[tuple[str, Case]]:
    """Yield the fixed case where nothing was chosen to show the difference: its two sides must agree there too.

    The arguments that the fix is written with get other values, inputs that are scaled get their plain size, and a
    fix that asks for the rank gets tensors of other ranks.

    Args:
        row (Row): the row.
        difference (Difference): one with a fix.
        case (Case): one that shows it.
    """
    keywords = _keywords(difference.fix)
    names = names_in(difference.fix) if keywords is None else _names_of(keywords)
    unused = keywords is None and not names & {"result", "layer"}  # the fix is the whole line
    for name in arguments_of(row.torch):
        for value in fix_values(row, case, name) if name in names else ():
            varied = with_value(row, case.torch, name, value)
            line = case.mindspore if unused or varied is None else _written_again(row, case, varied, keywords or [])
            if varied is not None and line:
                yield f"{name}={value}", replace(case, torch=varied, mindspore=line)
    plain = tuple(re.sub(r"(?<=\])\*[\d.e-]+", "", spec) for spec in case.inputs)
    if plain != case.inputs:
        yield "inputs of plain size", replace(case, inputs=plain)
    if "ndim" in difference.fix and len(case.inputs) == 1:
        for shape in ("4", "3,4", "2,3,4", "2,3,4,5"):
            yield f"float32[{shape}]", replace(case, inputs=(re.sub(r"\[[\d,]*\]", f"[{shape}]", case.inputs[0]),))


def _written_again(row: Row, case: Case, varied: str, keywords: list[ast.keyword]) -> str:
    """Return the line to be mended for another torch line; "" where it was written by hand, for these values."""
    leaves_out = tuple(k.arg for k in keywords if k.arg)
    now = ast.unparse(parse(case.mindspore)) if case.mindspore else ""
    ways: tuple[tuple[Style, tuple[str, ...]], ...] = (("literal", ()), ("plain", leaves_out), ("short", leaves_out))
    for style, without in ways:
        try:
            if not now or mindspore_line(row, case.torch, style=style, without=without) == now:
                return mindspore_line(row, varied, style=style, without=without)
        except NotDerivableError:
            continue
    return ""


def _names_of(keywords: list[ast.keyword]) -> frozenset[str]:
    return frozenset(name for keyword in keywords for name in names_in(ast.unparse(keyword.value)))


def _variables(row: Row, case: Case) -> dict[str, ast.expr]:
    target = find_call(parse(case.torch), row.torch)
    if target is None:
        return {}
    bound = bind(row, target)
    carried = {name: node for name, node in bound.given.items() if not dotted(node).startswith("torch.")}
    return torch_variables(row, carried)


def _keywords(fix: str) -> list[ast.keyword] | None:
    """Return the keywords that a fix is, or None if it is something else."""
    try:
        call = ast.parse(f"f({fix})", mode="eval").body
    except SyntaxError:
        return None
    if not isinstance(call, ast.Call) or call.args or not call.keywords or any(k.arg is None for k in call.keywords):
        return None
    return call.keywords


def _with_keywords(row: Row, text: str, keywords: list[ast.keyword]) -> str:
    tree = parse(text)
    call = _target(row, tree)
    if call is None:
        raise NotDerivableError(f"{text!r} has no call to put {keywords[0].arg} into")
    new = {k.arg: k.value for k in keywords}
    names = [a.name for a in mindspore_overload(row) or () if a.kind != "keyword"]
    names = names or [p.mindspore for p in row.params if p.mindspore]
    for index, name in enumerate(names[: len(call.args)]):
        if name in new:
            call.args[index] = new.pop(name)
    call.keywords = [k for k in call.keywords if k.arg not in new] + [
        ast.keyword(name, value) for name, value in new.items()
    ]
    return ast.unparse(tree)


def _target(row: Row, tree: ast.Expression) -> ast.Call | None:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    short = row.mindspore.rpartition(".")[2]
    wanted = spelled(row.mindspore)
    for call in calls:
        method = is_method(row.mindspore) and isinstance(call.func, ast.Attribute) and call.func.attr == short
        if method or dotted(call.func) in (wanted, f"ms.{wanted}"):
            return call
    return calls[0] if calls else None
