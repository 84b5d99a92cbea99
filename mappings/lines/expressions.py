"""The expressions of cases: one line of code, restricted to calls, attributes, literals and indexing."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

_BUILTINS = frozenset({
    "abs", "bool", "dict", "enumerate", "float", "int", "isinstance", "len", "list", "max", "min", "print", "range",
    "reversed", "round", "slice", "sorted", "str", "sum", "super", "tuple", "type", "zip", "True", "False", "None",
    "object", "staticmethod", "Exception", "ValueError", "TypeError", "RuntimeError", "complex", "set",
})  # fmt: skip

_ALLOWED = (
    ast.Expression,
    ast.Call,
    ast.keyword,
    ast.Attribute,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Dict,
    ast.Starred,
    ast.Subscript,
    ast.Slice,
    ast.UnaryOp,
    ast.USub,
    ast.Not,
    ast.Invert,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
    ast.Pow,
    ast.MatMult,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.Compare,
    ast.Gt,
    ast.Lt,
    ast.GtE,
    ast.LtE,
    ast.Eq,
    ast.NotEq,
    ast.Lambda,
    ast.IfExp,
    ast.BoolOp,
    ast.And,
    ast.Or,
    ast.Is,
    ast.IsNot,
    ast.In,
    ast.NotIn,
    ast.arguments,
    ast.arg,
)


def parse(text: str) -> ast.Expression:
    """Return the syntax tree of a case's expression.

    Raises:
        ValueError: if it does not parse or uses more than calls, attributes, literals, arithmetic and indexing.
    """
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        msg = f"expression {text!r} does not parse: {error.msg}"
        raise ValueError(msg) from error
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            msg = f"expression {text!r} uses {type(node).__name__}, which is not allowed"
            raise ValueError(msg)  # noqa: TRY004  (the text is wrong, not a type)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            msg = f"expression {text!r} uses the private name {node.attr!r}"
            raise ValueError(msg)
    return tree


def is_program(text: str) -> bool:
    """Return whether the code is a program of several lines, whose last expression is its value."""
    return "\n" in text.strip()


def parse_program(text: str) -> ast.Module:
    """Return the syntax tree of a program.

    Raises:
        ValueError: if it does not parse, imports, uses a private name, or does not end in an expression.
    """
    try:
        tree = ast.parse(text.strip() + "\n")
    except SyntaxError as error:
        msg = f"program {text!r} does not parse: {error.msg}"
        raise ValueError(msg) from error
    for node in ast.walk(tree):
        private = isinstance(node, ast.Attribute) and node.attr.startswith("_") and node.attr != "__init__"
        if private or isinstance(node, (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)):
            msg = f"program {text!r} uses {ast.unparse(node)!r}, which is not allowed"
            raise ValueError(msg)
    if not isinstance(tree.body[-1], ast.Expr):
        msg = f"program {text!r} does not end in an expression, its value"
        raise ValueError(msg)  # noqa: TRY004  (the text is wrong, not a type)
    return tree


def names_in(text: str) -> frozenset[str]:
    """Return the free names that the code uses, but for the builtins that it may use."""
    tree: ast.AST = parse_program(text) if is_program(text) else parse(text)
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
    used = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return used - bound - _BUILTINS


def evaluate(text: str, namespace: Mapping[str, object]) -> Any:
    """Return the value of the code; its names are those of `namespace`, a few builtins and nothing else."""
    code = _compiled(text)
    unknown = sorted(code[0] - set(namespace))
    if unknown:
        msg = f"expression {text!r} uses the unknown name {unknown[0]!r}"
        raise NameError(msg)
    # The tree and its names were checked, and the text is part of this package. Builtins stay, because both
    # frameworks import modules from native code through the calling frame.
    names = {**namespace, "__name__": "case"}
    if code[1] is not None:
        exec(code[1], names)  # noqa: S102
    return eval(code[2], names)  # noqa: S307


@lru_cache(maxsize=4096)
def _compiled(text: str) -> tuple[frozenset[str], CodeType | None, CodeType]:
    """Return the free names of the code, its statements, and the expression that is its value."""
    if not is_program(text):
        return names_in(text), None, compile(parse(text), f"<{text}>", "eval")
    tree = parse_program(text)
    last = tree.body.pop()
    value = ast.Expression(last.value) if isinstance(last, ast.Expr) else ast.Expression(ast.Constant(None))
    return names_in(text), compile(tree, "<program>", "exec"), compile(value, "<program>", "eval")


def dotted(node: ast.expr) -> str:
    """Return ``a.b.c`` for an attribute chain, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""
