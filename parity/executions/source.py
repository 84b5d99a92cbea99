"""The user's source of a recorded run: files found below a folder, and the constructor call of a layer read in them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from mappings.rows.model import Opaque
from mappings.table.derive import arguments_of
from parity.dumps.execution import Frame
from parity.executions.units import Unit


@dataclass(frozen=True, slots=True)
class Made:
    """Where a layer is constructed.

    Args:
        place (str): ``file:line``.
        text (str): the statement, on one line.
        call (str): the constructor call alone, as it stands there.
        arguments (Mapping[str, object]): by name; `Opaque` where it is no literal.
    """

    place: str
    text: str
    call: str
    arguments: Mapping[str, object]


class Sources:
    """Finds the files that a stack names, on this machine.

    A file counts only if the line that the stack quotes stands where it says.

    Args:
        folders (Sequence[Path]): where to look besides the recorded paths themselves.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = [Path(folder) for folder in folders]
        self._found: dict[str, Path | None] = {}
        self._names: dict[Path, str] = {}

    def file(self, frame: Frame) -> Path | None:
        """Return the file of a frame; None where it is not here or is another version."""
        if frame.file not in self._found:
            self._found[frame.file] = self._search(frame)
        path = self._found[frame.file]
        return path if path is not None and _stands(path, frame) else None

    def _search(self, frame: Frame) -> Path | None:
        windows = "\\" in frame.file
        parts = (PureWindowsPath if windows else PurePosixPath)(frame.file).parts[1:]
        candidates = [Path(frame.file)]
        candidates += [folder.joinpath(*parts[n:]) for folder in self._folders for n in range(len(parts))]
        return next((path for path in candidates if _is_file(path) and _stands(path, frame)), None)

    def place(self, frame: Frame | None) -> str | None:
        """Return ``file:line``, of this machine where the file is here."""
        if frame is None:
            return None
        path = self.file(frame)
        if path is None:
            return f"{frame.file}:{frame.line}"
        if path not in self._names:
            self._names[path] = _shown(path)
        return f"{self._names[path]}:{frame.line}"

    def made(self, unit: Unit, api: str | None) -> Made | None:
        """Return the constructor call of a layer, as far as its source is here.

        Args:
            unit (Unit): the layer.
            api (str | None): public name of its class, for the names of positional arguments.
        """
        frame = unit.frame
        path = self.file(frame) if frame is not None and unit.module is not None else None
        if path is None or frame is None or unit.module is None:
            return None
        call = _constructor(path, frame.line, unit.module.path, unit.type)
        if call is None:
            return None
        names = list(arguments_of(api)) if api else []
        source = _text(path)
        statement = source.splitlines()[call.lineno - 1].strip()
        written = ast.get_source_segment(source, call) or ast.unparse(call)
        return Made(f"{_shown(path)}:{call.lineno}", statement, written, _arguments(call, names))

    def attribute(self, frame: Frame) -> tuple[str, str]:
        """Return the one attribute of self that a line reads without calling it, and the place that assigns it.

        Args:
            frame (Frame): the line.

        Returns:
            tuple[str, str]: both "" where it reads none or several; the place "" where it is not found.
        """
        try:
            tree = ast.parse(frame.text.strip())
        except (SyntaxError, ValueError, RecursionError):
            return "", ""
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        read = {n.attr for n in ast.walk(tree) if _is_own(n) and id(n) not in called and isinstance(n, ast.Attribute)}
        if len(read) != 1:
            return "", ""
        (name,) = read
        path = self.file(frame)
        around = _class_around(_parsed(path), frame.line) if path is not None else None
        if path is None or around is None:
            return name, ""
        made = _assigned(_parsed(path), around).get(name)
        return name, f"{_shown(path)}:{made.lineno}" if made is not None else ""

    def optimizer(self, frames: Sequence[Frame], names: Sequence[str]) -> tuple[str, str] | None:
        """Return place and text of the one call of an optimizer's class in the files of a run."""
        found: list[tuple[str, str]] = []
        for frame in frames:
            path = self.file(frame)
            if path is None:
                continue
            for node in ast.walk(_parsed(path)):
                if isinstance(node, ast.Call) and _name(node.func) in names:
                    text = ast.get_source_segment(_text(path), node) or ast.unparse(node)
                    found.append((f"{_shown(path)}:{node.lineno}", " ".join(text.split())))
        distinct = list(dict.fromkeys(found))
        return distinct[0] if len(distinct) == 1 else None


def corrected(made: Made, values: Mapping[str, object]) -> str:
    """Return the constructor call with arguments changed or added."""
    call = ast.parse(made.call.strip(), mode="eval").body
    assert isinstance(call, ast.Call)
    order = list(made.arguments)
    for name, value in values.items():
        node = ast.parse(repr(value), mode="eval").body
        keyword = next((entry for entry in call.keywords if entry.arg == name), None)
        if keyword is not None:
            keyword.value = node
        elif name in order and order.index(name) < len(call.args):
            call.args[order.index(name)] = node
        else:
            call.keywords.append(ast.keyword(name, node))
    return made.text.replace(" ".join(made.call.split()), ast.unparse(call))


def corrected_text(text: str, name: str, order: Sequence[str], values: Mapping[str, object]) -> str:
    """Return a line with the one call of `name` in it corrected; "" where it does not stand there once and whole.

    Args:
        text (str): the line.
        name (str): the last part of what is called.
        order (Sequence[str]): names of its positional arguments.
        values (Mapping[str, object]): arguments to change or add.
    """
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError, RecursionError):
        return ""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) == name]
    if len(calls) != 1:
        return ""
    made = Made("", text.strip(), ast.get_source_segment(text.strip(), calls[0]) or "", dict.fromkeys(order))
    return corrected(made, values) if made.call else ""


def replaced_number(text: str, wrong: object, right: object) -> str:
    """Return a line with a number that stands in it once replaced; "" where it does not."""
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError, RecursionError):
        return ""
    line = text.strip()
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) in {int, float} and node.value == wrong
    ]
    if len(found) != 1 or "\n" in line:
        return ""
    encoded, node = line.encode(), found[0]
    return (encoded[: node.col_offset] + repr(right).encode() + encoded[node.end_col_offset :]).decode()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _shown(path: Path) -> str:
    here = Path.cwd()
    full = path.resolve()
    return str(full.relative_to(here)) if full.is_relative_to(here) else str(path)


@functools.lru_cache(maxsize=64)
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@functools.lru_cache(maxsize=64)
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(_text(path).splitlines())


@functools.lru_cache(maxsize=64)
def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(_text(path))
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _stands(path: Path, frame: Frame) -> bool:
    """Tell whether the quoted line stands at its place in a file."""
    lines = _lines(path)
    if not 0 < frame.line <= len(lines):
        return False
    first = frame.text.splitlines()[0].strip() if frame.text else ""
    return not first or first in " ".join(lines[frame.line - 1 : frame.line + 20])


def _class_around(tree: ast.Module, line: int) -> ast.ClassDef | None:
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def _constructor(path: Path, line: int, layer: str, type_name: str) -> ast.Call | None:
    tree = _parsed(path)
    around = _class_around(tree, line)
    if around is None:
        return None
    assigned = _assigned(tree, around)
    parts = layer.split(".")
    for start in range(len(parts) - 1, -1, -1):
        if parts[start].isdigit() or parts[start] not in assigned:
            continue
        value = assigned[parts[start]]
        calls = [node for node in ast.walk(value) if isinstance(node, ast.Call) and _name(node.func) == type_name]
        if len(calls) > 1 and len(parts) > start + 1 and parts[start + 1].isdigit():
            calls = _at_index(value, int(parts[start + 1]), type_name) or calls
        distinct = {ast.dump(call): call for call in calls}
        return calls[0] if len(distinct) == 1 else None
    return None


def _at_index(value: ast.expr, index: int, type_name: str) -> list[ast.Call]:
    """Return the constructor call that stands at an index of a list of layers."""
    if not isinstance(value, ast.Call):
        return []
    items: list[ast.expr] = list(value.args)
    if len(items) == 1 and isinstance(items[0], (ast.List, ast.Tuple)):
        items = list(items[0].elts)
    if index >= len(items) or any(isinstance(item, ast.Starred) for item in items):
        return []
    item = items[index]
    return [node for node in ast.walk(item) if isinstance(node, ast.Call) and _name(node.func) == type_name]


def _assigned(tree: ast.Module, cls: ast.ClassDef) -> dict[str, ast.expr]:
    """Return what a class, and those of the file that it derives from, assign to attributes of self."""
    bases = {_name(base) for base in cls.bases}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in bases and node is not cls]
    found: dict[str, ast.expr] = {}
    for owner in (*classes, cls):
        for node in ast.walk(owner):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Attribute) and _name(target.value) == "self":
                        found[target.attr] = node.value
    return found


def _is_own(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _arguments(call: ast.Call, names: Sequence[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for number, node in enumerate(call.args):
        found[names[number] if number < len(names) else str(number)] = _literal(node)
    found |= {keyword.arg: _literal(keyword.value) for keyword in call.keywords if keyword.arg}
    return found


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return Opaque(ast.unparse(node))


def user_frames(frames: Sequence[Frame]) -> Iterator[Frame]:
    """Yield one frame of each of the user's files."""
    from parity.dumps.execution import is_users

    seen: set[str] = set()
    for frame in frames:
        if is_users(frame.file) and frame.file not in seen:
            seen.add(frame.file)
            yield frame


def swapped(frame: Frame | None, name: str) -> str:
    """Return a line with the two operands of a call changed round, where that is how it is written."""
    if frame is None:
        return ""
    try:
        tree = ast.parse(frame.text.strip())
    except (SyntaxError, ValueError):
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], (ast.Tuple, ast.List)):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == name and len(node.args[0].elts) == 2:
                node.args[0].elts.reverse()
                return ast.unparse(tree)
    return ""
