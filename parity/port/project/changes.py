"""What statements change without binding it: ``REGISTRY["a"] = A``, ``TABLE.update(...)``, ``@REGISTRY.register``."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from parity.port.syntax.walking import walk

_INNER = (cst.FunctionDef, cst.ClassDef, cst.Lambda)
_READERS = frozenset({"print", "len", "repr", "isinstance", "hasattr", "id"})


def changed_by(node: cst.BaseStatement) -> set[str]:
    """Return the names whose objects a statement at the top of a module changes when the module is imported.

    A function or class changes what its decorators are methods of; any other statement what it assigns items or
    attributes of, what it calls methods of, and what it passes to a function whose result it leaves.

    Args:
        node (BaseStatement): the statement.
    """
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        return {name for entry in node.decorators for name in _owner(entry.decorator)}
    found: set[str] = set()
    for part in walk(node, lambda inner: not isinstance(inner, _INNER)):
        if isinstance(part, cst.AssignTarget):
            found |= _changed_target(part.target)
        elif isinstance(part, cst.AugAssign):
            found |= {_root(part.target)}
        elif isinstance(part, cst.Del):
            found |= _changed_target(part.target)
        elif isinstance(part, cst.Expr) and isinstance(part.value, cst.Call):
            found |= set(_of_call(part.value))
        elif isinstance(part, (cst.FunctionDef, cst.ClassDef)):
            found |= changed_by(part)
    return found - {""}


def _root(node: cst.BaseExpression) -> str:
    """Return the name at the beginning of ``NAME.a[0].b(...)``, or ""."""
    while isinstance(node, (cst.Attribute, cst.Subscript, cst.Call)):
        node = node.func if isinstance(node, cst.Call) else node.value
    return node.value if isinstance(node, cst.Name) else ""


def _owner(node: cst.BaseExpression) -> set[str]:
    """Return the name that a decorator is a method of."""
    while isinstance(node, cst.Call):
        node = node.func
    return {_root(node)} if isinstance(node, cst.Attribute) else set()


def _changed_target(node: cst.BaseExpression) -> set[str]:
    if isinstance(node, (cst.Tuple, cst.List)):
        return {name for element in node.elements for name in _changed_target(element.value)}
    return {_root(node)} if isinstance(node, (cst.Attribute, cst.Subscript)) else set()


def _of_call(call: cst.Call) -> Iterator[str]:
    if isinstance(call.func, (cst.Attribute, cst.Call)):
        yield _root(call.func)
    elif isinstance(call.func, cst.Name) and call.func.value not in _READERS:
        yield from (_root(entry.value) for entry in call.args if isinstance(entry.value, (cst.Name, cst.Attribute)))
