"""The call of a torch name in a line of code, with its arguments by name."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from mappings.lines.expressions import dotted
from mappings.rows.model import REQUIRED, Opaque, Row
from mappings.rows.names import canonical
from mappings.signatures.recorded import Argument, Overload, overloads
from mappings.table.derive import is_method

RECEIVER = "input"
"""What the tensor of a method is called among the arguments."""

_NAMESPACES = {"nn": "torch.nn", "F": "torch.nn.functional"}


class NotDerivableError(ValueError):
    """A torch line does not say by itself what the MindSpore line is; the message says why."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A call of a torch name.

    Attributes:
        node: the call, or of a property the attribute.
        given: what is given for each argument, in the signature's order; of an argument that takes many, a tuple.
        overload: the overload that the call fits.
    """

    node: ast.expr
    given: Mapping[str, ast.expr]
    overload: Overload


def torch_name(node: ast.expr) -> str:
    """Return the public torch name that ``F.gelu``, ``nn.Linear`` or ``torch.abs`` spells; "" for anything else."""
    spelled = dotted(node)
    head, _, rest = spelled.partition(".")
    if head in _NAMESPACES and rest:
        return canonical(f"{_NAMESPACES[head]}.{rest}")
    return canonical(spelled) if head == "torch" and rest else ""


def find_call(tree: ast.AST, name: str) -> ast.expr | None:
    """Return the outermost call of the torch name in `tree`; of a tensor's property the attribute; None without one."""
    short = name.rpartition(".")[2]
    for node in ast.walk(tree):
        if is_method(name):
            attribute = node.func if isinstance(node, ast.Call) else node
            if isinstance(attribute, ast.Attribute) and attribute.attr == short and not torch_name(attribute):
                return node  # type: ignore[return-value]
        elif isinstance(node, ast.Call) and torch_name(node.func) == name:
            return node
    return None


def bind(row: Row, node: ast.expr) -> Bound:
    """Return the arguments of a call of the row's torch name.

    Raises:
        NotDerivableError: if it fits no overload.
    """
    receiver = _receiver(row, node)
    if not isinstance(node, ast.Call):
        return Bound(node, receiver, ())
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        raise NotDerivableError("it has starred arguments")
    possible = overloads(row.torch) or (_from_params(row),)
    fitting = [(overload, fitted(overload, node, strict=len(possible) > 1)) for overload in possible]
    found = [(overload, given) for overload, given in fitting if given is not None]
    for index, value in enumerate(node.args):
        names = {name for _, given in found for name, each in given.items() if each is value}
        if isinstance(value, ast.Name) and len(value.id) > 1 and len(names) > 1:
            raise NotDerivableError(
                f"whether argument {index + 1} is {' or '.join(sorted(names))} depends on its value"
            )
    for overload, given in found[:1]:
        return Bound(node, {**receiver, **given}, overload)
    raise NotDerivableError(f"{ast.unparse(node)!r} fits no signature of {row.torch}")


def _receiver(row: Row, node: ast.expr) -> dict[str, ast.expr]:
    attribute = node.func if isinstance(node, ast.Call) else node
    return {RECEIVER: attribute.value} if is_method(row.torch) and isinstance(attribute, ast.Attribute) else {}


def _from_params(row: Row) -> Overload:
    names = dict.fromkeys(p.torch for p in row.params if p.torch)
    defaults = {p.torch: p.torch_default for p in row.params}
    return tuple(Argument(name, defaults[name]) for name in names)


def fitted(overload: Overload, call: ast.Call, *, strict: bool = False) -> dict[str, ast.expr] | None:
    """Return the arguments by name, or None if the call does not fit; `strict` also looks at types."""
    given: dict[str, ast.expr] = {}
    by_position = [a for a in overload if a.kind in ("plain", "position", "many")]
    for index, argument in enumerate(by_position):
        if argument.kind == "many":
            rest = call.args[index:]
            given[argument.name] = ast.Tuple(list(rest), ast.Load())
            break
        if index < len(call.args):
            given[argument.name] = call.args[index]
    many = any(a.kind == "many" for a in overload)
    if not many and len(call.args) > len(by_position):
        return None
    names = {a.name for a in overload if a.kind in ("plain", "keyword")}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg not in names or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    if any(a.required and a.name not in given for a in overload):
        return None
    if strict and not all(suits(given[a.name], a, letters=True) for a in overload if a.name in given):
        return None
    return {a.name: given[a.name] for a in overload if a.name in given}


def suits(node: ast.expr, argument: Argument, *, letters: bool = False) -> bool:
    """Tell whether a value may be given for an argument, as far as both say what they are.

    Args:
        node (expr): the value.
        argument (Argument): the argument.
        letters (bool): whether a name of one letter is a tensor, as it is in the cases of the table.
    """
    if not argument.types:
        return True
    if not letters and isinstance(node, (ast.Name, ast.Tuple, ast.List)) and not literal_value(node)[0]:
        return not isinstance(node, ast.Tuple) or bool({"ints", "floats", "tensors"} & set(argument.types))
    kinds = _kinds(node, many=argument.kind == "many")
    return not kinds or bool(kinds & set(argument.types))


def _kinds(node: ast.expr, *, many: bool = False) -> set[str]:
    known, value = literal_value(node)
    if not known:
        if many and isinstance(node, ast.Tuple):
            return set().union(*(_kinds(item) for item in node.elts))
        if isinstance(node, (ast.Tuple, ast.List)):
            return {"tensors"}
        if isinstance(node, ast.Name) and len(node.id) == 1:
            return {"Tensor"}
        return {"dtype"} if dotted(node).startswith("torch.") else set()
    if many and isinstance(value, tuple):
        return {"int"} if all(isinstance(item, int) for item in value) else {"ints"}
    if value is None:
        return {"None"}
    if isinstance(value, bool):
        return {"bool"}
    if isinstance(value, int):
        return {"int", "float"}
    if isinstance(value, float):
        return {"float"}
    if isinstance(value, str):
        return {"str"}
    items = value if isinstance(value, (tuple, list)) else ()
    return {"ints", "floats"} if all(isinstance(item, int) for item in items) else {"floats"}


def literal_value(node: ast.expr) -> tuple[bool, object]:
    """Return whether a node is a literal, and its value."""
    try:
        return True, ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False, None


def node_of(value: object) -> ast.expr:
    """Return the node that writes a value.

    Raises:
        NotDerivableError: if it is no literal.
    """
    if isinstance(value, Opaque) and "(" in value.text:  # an initializer, such as Normal(1.0)
        return ast.parse(f"init.{value.text}", mode="eval").body
    if isinstance(value, Opaque) or value is REQUIRED:
        raise NotDerivableError(f"{value!r} cannot be written")
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return ast.parse(f"float('{value}')", mode="eval").body
    return ast.parse(repr(value), mode="eval").body


def values_of(given: Mapping[str, ast.expr]) -> dict[str, object]:
    """Return the values of the literals among some nodes; an `Opaque` for the rest."""
    found: dict[str, object] = {}
    for name, node in given.items():
        known, value = literal_value(node)
        found[name] = value if known else Opaque(ast.unparse(node))
    return found
