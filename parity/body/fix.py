"""An expression of a body with one argument corrected."""

from __future__ import annotations

import ast
import inspect

import torch

_SPELLINGS = {"axis": ("axis", "dim"), "ddof": ("ddof", "correction"), "epsilon": ("epsilon", "eps"),
              "keep_dims": ("keep_dims", "keepdims", "keepdim"), "alpha": ("alpha", "negative_slope")}  # fmt: skip


def corrected_expression(text: str, module: torch.nn.Module, argument: str, value: object) -> str:
    """Return a call with one argument set otherwise, or "" where it is not known how to write it.

    Args:
        text (str): the call as it is written.
        module (torch.nn.Module): the layer whose body holds it; gives names their meaning.
        argument (str): MindSpore's usual word for the argument.
        value (object): what it should be.
    """
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return ""
    if not isinstance(call, ast.Call):
        return ""
    function = _resolved(call.func, module)
    try:
        names = list(inspect.signature(function).parameters) if callable(function) else []
    except (TypeError, ValueError):
        return ""
    name = next((spelling for spelling in _SPELLINGS.get(argument, (argument,)) if spelling in names), None)
    if name is None or isinstance(value, torch.Tensor):
        return ""
    new = ast.parse(repr(value), mode="eval").body
    position = names.index(name)
    known = next((keyword for keyword in call.keywords if keyword.arg == name), None)
    if known is not None:
        known.value = new
    elif position < len(call.args) and not any(isinstance(entry, ast.Starred) for entry in call.args):
        call.args[position] = new
    else:
        call.keywords.append(ast.keyword(name, new))
    return ast.unparse(call)


def _resolved(node: ast.expr, module: torch.nn.Module) -> object:
    """Return the value of a dotted name in the module's code, or None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    method = getattr(type(module), "construct", None) or getattr(type(module), "forward", None)
    names = getattr(inspect.unwrap(method), "__globals__", {}) if method is not None else {}
    value: object = module if node.id == "self" else names.get(node.id)
    for part in reversed(parts):
        value = getattr(value, part, None)
    return value
