"""A signature as one line of text, the same for real MindSpore and for ms2torch, so that the two can be compared."""

from __future__ import annotations

import ast
import enum
import inspect
import re
from typing import Any

GENERIC = "(*args, **kwargs)"


def signature_texts(found: Any, name: str, *, method: bool) -> list[str]:
    """Every way to call `found`: one text, several where it is overloaded, none where nothing is known.

    Args:
        found (Any): a function, a class or a static attribute of a class.
        name (str): its last name, as overloads in its documentation spell it.
        method (bool): the first parameter is `self` and left out.
    """
    try:
        own = signature_text(inspect.signature(found), method=method)
    except (TypeError, ValueError):
        own = GENERIC
    if inspect.isclass(found) and "*args" in own and inspect.isfunction(found.__init__):
        own = signature_text(inspect.signature(found.__init__), method=True)  # `__new__` hides what `__init__` takes
    if own != GENERIC:
        return [own]
    return overloads_in(getattr(found, "__doc__", None) or "", name) or ([own] if inspect.isfunction(found) else [])


def signature_text(signature: inspect.Signature, *, method: bool = False) -> str:
    """Names, kinds, order and defaults; no annotations."""
    parameters = list(signature.parameters.values())
    if method and parameters and parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL:
        parameters = parameters[1:]
    parts = []
    kinds = inspect.Parameter
    star = slash = False
    for p in parameters:
        if slash and p.kind is not kinds.POSITIONAL_ONLY:
            parts.append("/")
        slash = p.kind is kinds.POSITIONAL_ONLY
        if p.kind is kinds.KEYWORD_ONLY and not star:
            parts.append("*")
        star = star or p.kind in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL)
        prefix = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(f"{prefix}{p.name}" + ("" if p.default is kinds.empty else f"={default_text(p.default)}"))
    if slash:
        parts.append("/")
    return f"({', '.join(parts)})"


def default_text(value: Any) -> str:
    """A default value, without addresses and module names."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(default_text, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {default_text(item)}" for key, item in value.items()) + "}"
    if inspect.isclass(value) or inspect.isroutine(value):
        return value.__name__
    shown = str(value)
    if re.fullmatch(r"(U?Int|BFloat|Float|Complex)\d+|Bool", shown):  # a dtype
        return shown.lower()
    return f"<{type(value).__name__}>"


def overloads_in(doc: str, name: str) -> list[str]:
    """The signatures that a docstring spells out, in its order."""
    line = rf"^\s*(?:\.\. (?:py:)?(?:function|method)::\s*)?(?:[\w.]+\.)?{re.escape(name)}(\(.*\))\s*(?:->.*)?$"
    found = []
    for match in re.finditer(line, doc, re.MULTILINE):
        text = _normal(match.group(1))
        if text is not None and text not in found:
            found.append(text)
    return found


def _normal(parameters: str) -> str | None:
    """A parameter list from documentation in the form of `signature_text`; None if it is not one."""
    try:
        (function,) = ast.parse(f"def f{parameters}: pass").body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(function, ast.FunctionDef):
        return None
    given = function.args
    for each in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]:
        if each is not None:
            each.annotation = None
    text = ast.unparse(given)
    text = re.sub(r"(?:mindspore|mstype|ms)\.((?:u?int|b?float|complex)\d+|bool_?)\b", r"\1", text)
    return f"({_spaced(text)})"


def _spaced(text: str) -> str:
    """`ast.unparse` writes `*, a` and `a=1` as we do; only the space in one-element tuples differs."""
    return text.replace(" = ", "=")


def kind_of(found: Any) -> str:
    """`class`, `function`, `property`, `module` or `value`."""
    if inspect.isclass(found):
        return "class"
    if inspect.ismodule(found):
        return "module"
    if isinstance(found, property) or inspect.isdatadescriptor(found):
        return "property"
    return "function" if callable(found) else "value"
