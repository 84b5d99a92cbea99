"""Functions that may be edited: the object that runs, its source, and its code with an edit in it."""

from __future__ import annotations

import ast
import functools
import gc
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from parity.code.places import text_of
from parity.edits.edit import Edit, Lines

Function = ast.FunctionDef | ast.AsyncFunctionDef
_NEST = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

_DIGITS = 1024
"""The greatest exponent written as a whole number that is tried: `8**9223372036854775807` never ends."""


@dataclass(frozen=True, slots=True)
class Site:
    """One function of the user's.

    Args:
        function (FunctionType): the object whose code is exchanged.
        file (str): its file.
        lines (Lines): the file's text, edits of earlier steps included.
        nest (tuple[ast.AST, ...]): the classes and functions around it, outermost first, itself last.
        builds (bool): it runs while the net is built. Default: ``False``.
    """

    function: types.FunctionType
    file: str
    lines: Lines = field(repr=False)
    nest: tuple[ast.AST, ...] = field(repr=False)
    builds: bool = False

    @property
    def node(self) -> Function:
        """Its definition."""
        found = self.nest[-1]
        assert isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef))
        return found

    @property
    def name(self) -> str:
        """Its name, with that of its class."""
        return self.function.__qualname__

    def edited(self, edit: Edit) -> Site | None:
        """Return the function as it stands after an edit; None where that is no Python.

        Args:
            edit (Edit): of this function.
        """
        lines = Lines(edit.applied(self.lines.text))
        try:
            nest = _nest_of(_parsed(lines.text), self.function.__code__)
        except (SyntaxError, ValueError):
            return None
        return replace(self, lines=lines, nest=nest) if nest else None

    def code(self, edit: Edit | None = None, noted: Callable[[ast.Module], ast.Module] | None = None) -> Code | None:
        """Return the code of the function with an edit; None where it cannot stand in the function's place.

        Args:
            edit (Edit, optional): of this function. Default: ``None``, as it stands.
            noted (Callable, optional): changes the parsed `unit` before it is compiled. Default: ``None``.
        """
        text = self.unit(edit)
        try:
            tree = ast.parse(text) if noted is None else noted(ast.parse(text))
            made = compile(tree, self.file, "exec", flags=_futures(self.function.__code__), dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError):
            return None
        if edit is not None and ("**" in text or "<<" in text) and _never_ends(tree):
            return None
        found = _dug(made, self.function.__code__)
        if found is None or found.co_freevars != self.function.__code__.co_freevars:
            return None
        defaults = self._defaults(tree) if edit is not None and edit.defaults else None
        if edit is not None and edit.defaults and defaults is None:
            return None
        return Code(self.function, found, defaults)

    @property
    def _head(self) -> list[ast.AST]:
        """The classes around the outermost function."""
        inner = next(i for i, node in enumerate(self.nest) if not isinstance(node, ast.ClassDef))
        return list(self.nest[:inner])

    @property
    def _top(self) -> Function:
        found = self.nest[len(self._head)]
        assert isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef))
        return found

    def unit(self, edit: Edit | None = None) -> str:
        """Return the least source that compiles to the function, on the lines where it stands in its file.

        The classes around it are there without their other members.

        Args:
            edit (Edit, optional): of this function. Default: ``None``, as it stands.
        """
        first, last = _first_line(self._top), self._top.end_lineno or self._top.lineno
        start, end = self.lines.offset(first, 0), self.lines.end_of(last)
        text = edit.applied(self.lines.text, start, end) if edit is not None else self.lines.text[start:end]
        headers = [f"{' ' * _column(node)}class {getattr(node, 'name', '_')}:" for node in self._head]
        outer = _column(self._head[0] if self._head else self._top)
        headers = ["if 1:", *headers] if outer else headers
        return "\n" * (first - len(headers) - 1) + "\n".join([*headers, text]) + "\n"

    def _defaults(self, tree: ast.Module) -> tuple[tuple[object, ...], dict[str, object]] | None:
        """Return the default values of an edited definition."""
        found = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
        node = next((n for n in found if n.name == self.node.name), None)
        if node is None:
            return None
        names = [argument.arg for argument in node.args.kwonlyargs]
        scope = self.function.__globals__
        try:
            plain = tuple(_value(entry, scope) for entry in node.args.defaults)
            keyed = zip(names, node.args.kw_defaults, strict=True)
            return plain, {name: _value(entry, scope) for name, entry in keyed if entry is not None}
        except Exception:  # noqa: BLE001 - an expression of the user's may raise anything
            return None


def _value(node: ast.expr, scope: dict[str, object]) -> object:
    return eval(compile(ast.Expression(node), "<default>", "eval"), scope)  # noqa: S307 - the user's own default


@dataclass(frozen=True, slots=True)
class Code:
    """What is put into a function."""

    function: types.FunctionType
    code: types.CodeType
    defaults: tuple[tuple[object, ...], dict[str, object]] | None = None

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Within the block the function runs this code."""
        function = self.function
        before = function.__code__, function.__defaults__, function.__kwdefaults__
        function.__code__ = self.code
        if self.defaults is not None:
            function.__defaults__, function.__kwdefaults__ = self.defaults[0], dict(self.defaults[1]) or None
        try:
            yield
        finally:
            function.__code__, function.__defaults__, function.__kwdefaults__ = before


def sites_of(codes: Iterable[types.CodeType]) -> list[Site]:
    """Return the functions that run some code, as far as their source can be read, in the order of the codes.

    Args:
        codes (Iterable[types.CodeType]): as they ran.
    """
    wanted = list(dict.fromkeys(codes))
    named = [code for code in wanted if not code.co_name.startswith("<")]
    qualified = {code.co_qualname for code in named}
    inner = [code.co_qualname.rpartition(".<locals>.")[0] in qualified for code in named]
    outer = [code for code, held in zip(named, inner, strict=True) if not held]  # one is edited with what holds it
    functions = _functions_of(outer)
    found = [_site_of(code, functions[code]) for code in outer]
    return [site for site in found if site is not None]


def _functions_of(codes: Sequence[types.CodeType]) -> dict[types.CodeType, list[types.FunctionType]]:
    """Return the functions that run each code, found in one look at all that is in memory."""
    found: dict[types.CodeType, list[types.FunctionType]] = {code: [] for code in codes}
    same = {id(code): code for code in codes}  # two that are equal are not the same
    for entry in gc.get_referrers(*codes) if codes else ():
        if isinstance(entry, types.FunctionType) and id(entry.__code__) in same:
            found[same[id(entry.__code__)]].append(entry)
    return found


def site_of(code: types.CodeType) -> Site | None:
    """Return the function that runs some code; None without source, or where more than one function does."""
    return _site_of(code, _functions_of([code])[code])


def _site_of(code: types.CodeType, functions: Sequence[types.FunctionType]) -> Site | None:
    if len(functions) != 1:
        return None
    try:
        text = text_of(code.co_filename)
        nest = _nest_of(_parsed(text), code)
    except (OSError, SyntaxError, ValueError):
        return None
    return Site(functions[0], code.co_filename, Lines(text), nest) if nest else None


@functools.lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


def _nest_of(tree: ast.Module, code: types.CodeType) -> tuple[ast.AST, ...]:
    """Return the definitions around the function that some code is of, itself last; empty if it is not there."""
    stack: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, ())]
    while stack:
        node, around = stack.pop()
        for child in ast.iter_child_nodes(node):
            nest = (*around, child) if isinstance(child, _NEST) else around
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_of(child, code):
                return nest
            if isinstance(child, (ast.stmt, ast.excepthandler)):
                stack.append((child, nest))
    return ()


def _never_ends(tree: ast.AST) -> bool:
    """Tell whether a power or shift of whole numbers has more digits than the machine has memory for."""
    return any(
        isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Pow, ast.LShift))
        and isinstance(node.right, ast.Constant) and isinstance(node.right.value, int) and node.right.value > _DIGITS
        for node in ast.walk(tree)
    )  # fmt: skip


def _is_of(node: Function, code: types.CodeType) -> bool:
    return node.name == code.co_name and _first_line(node) == code.co_firstlineno


def _first_line(node: Function) -> int:
    lines: list[int] = [node.lineno, *(entry.lineno for entry in node.decorator_list)]
    return min(lines)


def _column(node: ast.AST) -> int:
    column: int = getattr(node, "col_offset", 0)
    return column


def _futures(code: types.CodeType) -> int:
    import __future__

    flags = 0
    for name in __future__.all_feature_names:
        flags |= int(getattr(__future__, name).compiler_flag)
    return code.co_flags & flags


def _dug(made: types.CodeType, like: types.CodeType) -> types.CodeType | None:
    """Return the code of a function out of that of the unit around it."""
    stack = [made]
    while stack:
        code = stack.pop()
        if code.co_name == like.co_name and code.co_firstlineno == like.co_firstlineno:
            return code.replace(co_qualname=like.co_qualname)
        stack += [entry for entry in code.co_consts if isinstance(entry, types.CodeType)]
    return None
