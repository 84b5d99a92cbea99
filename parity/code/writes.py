"""Where the code of a class writes an attribute of its own."""

from __future__ import annotations

import ast
import inspect
import textwrap

import torch

from parity.code.places import NO_SOURCE, is_framework, shown_path


def written_at(module: torch.nn.Module, name: str) -> str | None:
    """Return ``file:line`` of the statement of a construct or forward that writes ``self.<name>``.

    Args:
        module (torch.nn.Module): whose class is read.
        name (str): of the attribute.

    Returns:
        str | None, None where no statement does, or where there is no source.
    """
    for method in (getattr(type(module), word, None) for word in ("construct", "forward")):
        try:
            file = inspect.getsourcefile(method) if method is not None else None
            lines, first = inspect.getsourcelines(method) if method is not None else ([], 0)
        except NO_SOURCE:
            continue
        if file is None or is_framework(file):
            continue
        for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.Call)) and _writes(node, name):
                return f"{shown_path(file)}:{first + node.lineno - 1}"
    return None


def _writes(node: ast.Assign | ast.AugAssign | ast.Call, name: str) -> bool:
    """Tell whether a statement or call changes ``self.<name>``: assigns it, or calls a method or function that does."""
    if isinstance(node, ast.Assign):
        return any(_is(target, name) for target in node.targets)
    if isinstance(node, ast.AugAssign):
        return _is(node.target, name)
    if not isinstance(node.func, ast.Attribute):
        return (
            bool(node.args) and isinstance(node.func, ast.Name) and _assigns(node.func.id) and _is(node.args[0], name)
        )
    if _is(node.func.value, name):
        return node.func.attr.endswith("_") or _assigns(node.func.attr)
    return bool(node.args) and _assigns(node.func.attr) and _is(node.args[0], name)


def _assigns(function: str) -> bool:
    """Tell whether a function of this name writes into a tensor: ``assign``, ``assign_add``, ``set_data``."""
    return function.startswith("assign") or function in {"set_data", "set_value", "copy_"}


def _is(node: ast.expr, name: str) -> bool:
    """Tell whether an expression is ``self.<name>``, or a part of it."""
    while isinstance(node, ast.Subscript):
        node = node.value
    while isinstance(node, ast.Attribute) and node.attr == "data":
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == name and ast.unparse(node.value) == "self"
