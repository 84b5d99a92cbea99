"""The MindSpore call that means what a call of torch means: derived as the table executes it, as text for people."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

import mappings
from mappings.lines.bindings import RECEIVER, Bound, NotDerivableError, node_of
from mappings.lines.calls import Written, substituted, torch_variables
from mappings.lines.expressions import names_in
from mappings.lines.meaning import NOTHING, Given, is_default
from mappings.rows.model import REQUIRED, Opaque
from mappings.table.derive import arguments_of, is_method

_DTYPE = re.compile(r"\btorch\.((?:u?int|b?float|complex)\d+|bool)\b")
_TORCH = re.compile(r"\btorch\.")
_INITIALIZER = re.compile(r"(?:Normal|Uniform|TruncatedNormal|HeNormal|HeUniform|XavierUniform)\(")
_FREE = frozenset({"ms", "mindspore", "nn", "ops", "mint", "np", "math"})


def mindspore_call(row: mappings.Row, given: Mapping[str, object], receiver: str = "") -> str:
    """Return the MindSpore call that means what a call of the row's torch name means.

    Args:
        row (Row): the row.
        given (Mapping[str, object]): the arguments by torch's names; an `Opaque` holds the source of one that is no
            literal.
        receiver (str): of a method: what it is called on.

    Raises:
        NotDerivableError: if the row does not say it.
    """
    classes = [name.rpartition(".")[2][:1].isupper() for name in (row.torch, row.mindspore)]
    if not row.write and row.kind not in {"primitive", "initializer"} and classes[0] != classes[1]:
        raise NotDerivableError("it is made first and called then")
    written = _written(row, given, receiver)
    if row.write:
        return _whole(row, row.write, written)
    values, _ = written.values()
    lacking = [p.mindspore for p in row.params if p.mindspore and p.torch and p.mindspore_default is REQUIRED]
    if any(name not in values for name in lacking):
        raise NotDerivableError("a required argument is not known")
    return as_text(Opaque(ast.unparse(written.call())))


def _written(row: mappings.Row, given: Mapping[str, object], receiver: str = "") -> Written:
    nodes = {name: _node(value) for name, value in given.items()}
    if is_method(row.torch):
        if not receiver:
            raise NotDerivableError("the tensor is not known")
        nodes.pop(RECEIVER, None)
        nodes = {RECEIVER: ast.parse(receiver, mode="eval").body, **nodes}
    bound = Bound(ast.Constant(None), nodes, tuple(arguments_of(row.torch).values()))
    return Written(row, bound, nodes, "short", spell=str)


def _node(value: object) -> ast.expr:
    return ast.parse(value.text, mode="eval").body if isinstance(value, Opaque) else node_of(value)


def _whole(row: mappings.Row, code: str, written: Written) -> str:
    """Return code of the table with the arguments of a call put in for torch's argument names.

    Raises:
        NotDerivableError: if it needs more than the call gives, or does not speak of all that it gives.
    """
    tree = ast.parse(code, mode="eval").body
    used = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    variables = torch_variables(row, written.carried)
    missing = names_in(code) - _FREE - set(variables)
    if missing:
        raise NotDerivableError(f"{min(missing)} is not known here")
    if isinstance(tree, (ast.Name, ast.Attribute)):
        raise NotDerivableError("it is a name to use instead, without its arguments")
    twice = {name for name in used if used.count(name) > 1 and name in written.carried}
    if any(isinstance(node, ast.Call) for name in twice for node in ast.walk(written.carried[name])):
        raise NotDerivableError("a call would be made twice")
    written.refuse_unused(code)
    return as_text(Opaque(ast.unparse(substituted(code, variables))))


def written_for(row: mappings.Row, code: str, given: Mapping[str, object], receiver: str = "") -> str:
    """Return code of the table with the arguments of a call put in for torch's argument names; "" where it needs more.

    Args:
        row (Row): the row whose torch names stand in `code`.
        code (str): an expression of MindSpore.
        given (Mapping[str, object]): the arguments by torch's names.
        receiver (str): of a method: what it is called on.
    """
    try:
        return _whole(row, code, _written(row, given, receiver))
    except (SyntaxError, NotDerivableError):
        return ""


def mindspore_values(row: mappings.Row, given: Mapping[str, object]) -> dict[str, object]:
    """Return what has to be written, by MindSpore's names: given arguments, and defaults that differ.

    Raises:
        NotDerivableError: if an argument has no counterpart, or one that the row does not say.
    """
    known = {param.torch for param in row.params}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise NotDerivableError(f"the row does not list {unknown[0]}")
    by_name = {param.mindspore: param for param in reversed(row.params)}
    found = Given(row, given).arguments()
    return {name: value for name, value in found.items() if not is_default(by_name[name], value)}


def mindspore_value(row: mappings.Row, argument: str, given: Mapping[str, object]) -> object:
    """Return what one argument of MindSpore has to be; `REQUIRED` where the call and the defaults do not tell.

    Raises:
        NotDerivableError: if it has no counterpart, or the row does not say it.
    """
    call = Given(row, given)
    for param in call.deciding():
        value = call.value(param) if param.mindspore == argument else NOTHING
        if value is not NOTHING:
            return value
    return REQUIRED


def as_text(value: object) -> str:
    """Return a value as source of MindSpore.

    Raises:
        NotDerivableError: if a name of torch stands in it that is no dtype.
    """
    if not isinstance(value, Opaque):
        return repr(value)
    text = _DTYPE.sub(r"mindspore.\1", value.text)
    if _TORCH.search(text):
        raise NotDerivableError(f"{text} is torch's")
    return f"mindspore.common.initializer.{text}" if _INITIALIZER.match(text) else text
