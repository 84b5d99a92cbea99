"""The expressions of cases: one line of code, restricted to calls, attributes, literals and indexing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

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


def names_in(text: str) -> frozenset[str]:
    """Return the free names that the expression uses."""
    tree = parse(text)
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) - bound


def evaluate(text: str, namespace: Mapping[str, object]) -> Any:
    """Return the value of the expression; its names are those of `namespace` and nothing else."""
    unknown = sorted(names_in(text) - set(namespace))
    if unknown:
        msg = f"expression {text!r} uses the unknown name {unknown[0]!r}"
        raise NameError(msg)
    code = compile(parse(text), f"<{text}>", "eval")
    # The tree and its names were checked above, and the text is part of this package. Builtins stay, because both
    # frameworks import modules from native code through the calling frame.
    return eval(code, dict(namespace))  # noqa: S307


def dotted(node: ast.expr) -> str:
    """Return ``a.b.c`` for an attribute chain, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def four_calls(
    text: str, is_target: Callable[[ast.expr], bool], signature: inspect.Signature
) -> Iterator[tuple[str, str]]:
    """Yield (kind, expression) with the target call written positionally, by keyword, shuffled, and without defaults.

    Only spellings other than `text` itself are given. Nothing is given where the call cannot be bound.
    """
    tree = parse(text)
    call = next((n for n in ast.walk(tree) if isinstance(n, ast.Call) and is_target(n.func)), None)
    if call is None or any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return
    parameters = list(signature.parameters.values())
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
        return
    try:
        bound = signature.bind(*call.args, **{k.arg: k.value for k in call.keywords if k.arg})
    except TypeError:
        return
    given: dict[str, ast.expr] = dict(bound.arguments)
    original = ast.unparse(tree)
    for kind, (args, keywords) in (
        ("positional", _positional(parameters, given)),
        ("keyword", _by_keyword(parameters, given)),
        ("shuffled", _by_keyword(parameters, given, backwards=True)),
        ("defaults", _without_defaults(parameters, given)),
    ):
        call.args, call.keywords = args, keywords
        written = ast.unparse(tree)
        if written != original:
            yield kind, written


_Call = tuple[list[ast.expr], list[ast.keyword]]


def _positional(parameters: list[inspect.Parameter], given: dict[str, ast.expr]) -> _Call:
    """Write every given argument by position, filling gaps with literal defaults."""
    args: list[ast.expr] = []
    last = max((i for i, p in enumerate(parameters) if p.name in given), default=-1)
    for parameter in parameters[: last + 1]:
        if parameter.kind is parameter.KEYWORD_ONLY:
            break
        if parameter.name in given:
            args.append(given[parameter.name])
        elif isinstance(parameter.default, (bool, int, float, str, type(None))):
            args.append(ast.Constant(parameter.default))
        else:
            break
    rest = [p.name for p in parameters[len(args) :] if p.name in given]
    return args, [ast.keyword(name, given[name]) for name in rest]


def _by_keyword(parameters: list[inspect.Parameter], given: dict[str, ast.expr], *, backwards: bool = False) -> _Call:
    args = [given[p.name] for p in parameters if p.kind is p.POSITIONAL_ONLY and p.name in given]
    names = [p.name for p in parameters if p.kind is not p.POSITIONAL_ONLY and p.name in given]
    return args, [ast.keyword(name, given[name]) for name in (reversed(names) if backwards else names)]


def _without_defaults(parameters: list[inspect.Parameter], given: dict[str, ast.expr]) -> _Call:
    kept = dict(given)
    for parameter in parameters:
        value = kept.get(parameter.name)
        if parameter.default is not parameter.empty and value is not None and _is_literal(value, parameter.default):
            del kept[parameter.name]
    return _by_keyword(parameters, kept)


def _is_literal(node: ast.expr, value: object) -> bool:
    try:
        written = ast.literal_eval(node)
    except ValueError:
        return False
    return type(written) is type(value) and bool(written == value)
