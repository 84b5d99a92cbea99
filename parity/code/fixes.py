"""The line to write instead: the user's own source line with the constructor call corrected."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from parity.code.constructions import Construction
from parity.code.places import Location, text_of


@dataclass(frozen=True, slots=True)
class Expression:
    """What to write for an argument where it is not the value of one layer: ``kernel_size // 2``."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Passed:
    """An argument as it stands in a call.

    Args:
        text (str): the expression.
        constant (bool): whether it is a value, the same each time the line runs.
        name (bool): whether it is a name and nothing else.
    """

    text: str
    constant: bool
    name: bool


def passed(construction: Construction) -> dict[str, Passed]:
    """Return the expressions that a call passes, by argument; empty where the source cannot be read.

    Args:
        construction (Construction): the call.
    """
    found = _source_call(construction.location) if construction.location is not None else None
    if found is None:
        return {}
    source, call = found
    if any(isinstance(node, ast.Starred) for node in call.args):
        given: dict[str, ast.expr] = {}
    else:
        given = dict(zip(construction.arguments, call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    return {
        name: Passed(
            ast.get_source_segment(source, node) or ast.unparse(node), _constant(node), isinstance(node, ast.Name)
        )
        for name, node in given.items()
    }


def _constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def corrected_line(construction: Construction, corrections: Mapping[str, object], without: Collection[str] = ()) -> str:
    """Return the source line with the call's arguments corrected, or the call alone if the source cannot be read.

    Of a layer that another one builds inside there is no line: "".

    Args:
        construction (Construction): the call to correct.
        corrections (Mapping[str, object]): arguments to change or add.
        without (Collection[str]): arguments to leave out, which the corrections take the place of. Default: none.
    """
    if not construction.direct:
        return ""
    without = set(without) - set(corrections)
    if construction.location is not None:
        found = _source_call(construction.location)
        if found is not None:
            source, call = found
            return _spliced(source, call, construction, corrections, without)
    values = {name: value for name, value in construction.arguments.items() if _plain(value)}
    values.update(corrections)
    values = {name: value for name, value in values.items() if name not in without}
    return f"{construction.type.__name__}({', '.join(f'{name}={value!r}' for name, value in values.items())})"


def replaced_call(construction: Construction, name: str, arguments: Mapping[str, object]) -> str:
    """Return the source line with the whole call replaced by ``name(arguments)``."""
    text = f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
    found = _source_call(construction.location) if construction.location is not None else None
    if found is None:
        return text
    source, call = found
    start, end = _span(source, call)
    callee = ast.get_source_segment(source, call.func) or ""
    prefix = callee.rpartition(".")[0]
    return _line_around(source, start, end, f"{prefix}.{text}" if prefix else text)


def one_each(construction: Construction) -> str:
    """Return the source line with ``[call] * count`` written as a list of so many calls; "" where it is none.

    Args:
        construction (Construction): the call.
    """
    found = _source_call(construction.location) if construction.location is not None else None
    if found is None or construction.location is None or construction.location.recorded is not None:
        return ""
    source, call = found
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            continue
        for items, count in ((node.left, node.right), (node.right, node.left)):
            alone = isinstance(items, ast.List) and len(items.elts) == 1 and _span(source, items.elts[0])
            if isinstance(items, ast.List) and alone == _span(source, call):
                start, end = _span(source, items)
                element = source[start:end].strip("[] \n")
                number = ast.get_source_segment(source, count) or ast.unparse(count)
                return _line_around(source, *_span(source, node), f"[{element} for _ in range({number})]")
    return ""


def _plain(value: object) -> bool:
    return isinstance(value, (bool, int, float, str, tuple, list, type(None)))


def _source_call(location: Location) -> tuple[str, ast.Call] | None:
    if location.columns is None:
        return None
    if location.recorded is not None:
        return _recorded_call(location.recorded, location.columns)
    try:
        source = text_of(location.file)
        call = _calls(source).get((location.line, location.end_line, *location.columns))
    except (OSError, SyntaxError, ValueError):
        return None
    return (source, call) if call is not None else None


@functools.lru_cache(maxsize=8)
def _calls(source: str) -> dict[tuple[int | None, ...], ast.Call]:
    """Return the calls of a source by where they begin and end: many findings are about one file."""
    found: dict[tuple[int | None, ...], ast.Call] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            found.setdefault((node.lineno, node.end_lineno, node.col_offset, node.end_col_offset), node)
    return found


def _recorded_call(source: str, columns: tuple[int, int]) -> tuple[str, ast.Call] | None:
    """Find the call that spans `columns` of recorded lines, which need not be whole statements."""
    lines = [line.encode() for line in source.splitlines()]
    if not lines or columns[1] > len(lines[-1]):
        return None
    lines[-1] = lines[-1][: columns[1]]
    lines[0] = b" " * columns[0] + lines[0][columns[0] :]
    text = b"\n".join(lines).decode(errors="replace")
    try:
        tree = ast.parse(f"if 1:\n{text}" if columns[0] else text)
    except (SyntaxError, ValueError):
        return None
    ast.increment_lineno(tree, -1 if columns[0] else 0)
    wanted = (1, len(lines), *columns)
    for node in ast.walk(tree):
        found = isinstance(node, ast.Call) and (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
        if found == wanted and isinstance(node, ast.Call):
            return source, node
    return None


def _offset(source: str, line: int, column: int) -> int:
    lines = source.splitlines(keepends=True)
    return sum(len(text) for text in lines[: line - 1]) + len(lines[line - 1].encode()[:column].decode())


def _span(source: str, node: ast.expr) -> tuple[int, int]:
    end_line = node.end_lineno or node.lineno
    end_column = node.end_col_offset or node.col_offset
    return _offset(source, node.lineno, node.col_offset), _offset(source, end_line, end_column)


def _spliced(
    source: str, call: ast.Call, construction: Construction, corrections: Mapping[str, object], without: set[str]
) -> str:
    names = list(construction.arguments)
    source, call = _dropped(source, call, names, without)
    start, end = _span(source, call)
    edits: list[tuple[int, int, str]] = []
    added: list[str] = []
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    for name, value in corrections.items():
        position = names.index(name) if name in names else len(call.args)
        if name in keywords:
            edits.append((*_span(source, keywords[name]), repr(value)))
        elif position < len(call.args) and not any(isinstance(node, ast.Starred) for node in call.args):
            edits.append((*_span(source, call.args[position]), repr(value)))
        else:
            added.append(f"{name}={value!r}")
    text = source[start:end]
    for left, right, new in sorted(edits, reverse=True):
        text = text[: left - start] + new + text[right - start :]
    if added:
        body = text[:-1].rstrip()
        separator = "" if body.endswith("(") else " " if body.endswith(",") else ", "
        text = f"{body}{separator}{', '.join(added)})"
    return _line_around(source, start, end, text)


def _dropped(source: str, call: ast.Call, names: list[str], without: set[str]) -> tuple[str, ast.Call]:
    """Return a source whose call leaves some arguments out, and the call there; of positional ones, the last."""
    places = dict(enumerate(names[: len(call.args)]))
    keep = list(call.args)
    while keep and places.get(len(keep) - 1) in without:
        keep.pop()
    keywords = [keyword for keyword in call.keywords if keyword.arg not in without]
    if len(keep) == len(call.args) and len(keywords) == len(call.keywords):
        return source, call
    segments = [ast.get_source_segment(source, node) or ast.unparse(node) for node in (call.func, *keep)]
    segments += [ast.get_source_segment(source, node) or ast.unparse(node) for node in keywords]
    start, end = _span(source, call)
    text = f"{segments[0]}({', '.join(segments[1:])})"
    source = source[:start] + text + source[end:]
    found = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and (node.lineno, node.col_offset) == (call.lineno, call.col_offset)
        and _span(source, node) == (start, start + len(text))
    )
    return source, found


def _line_around(source: str, start: int, end: int, text: str) -> str:
    left = source.rfind("\n", 0, start) + 1
    right = source.find("\n", end)
    tail = source[end : right if right >= 0 else len(source)]
    return " ".join(f"{source[left:start]}{text}{tail}".split())
