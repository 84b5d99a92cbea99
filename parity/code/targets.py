"""What the text of a target says, read without running it: ``file.py:Name``, ``package.module:make(num_classes=10)``.

Importing this file imports neither torch nor numpy: a slip in a command line is reported before they are loaded.
"""

from __future__ import annotations

import ast
import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from parity.code.errors import CannotCompare

HOW = "write file.py:Name, file.py:make(num_classes=10) or package.module:Name"
_TARGET = re.compile(r"(?P<source>.+?)::?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?P<call>\(.*\))?", re.DOTALL)
_MAY_DEFINE_ANYTHING = re.compile(r"\b(?:exec|eval|globals|vars|setattr|__getattr__|sys\.modules)\b|\bimport\s+\*")
_LISTED = 8


@dataclass(frozen=True, slots=True)
class TargetText:
    """A target, taken apart.

    Args:
        text (str): as the user wrote it.
        source (str): the file or the module.
        name (str): what it names there, with dots for what lies inside a class.
        args (tuple[object, ...]): positional arguments of the call.
        kwargs (dict[str, object]): its keyword arguments.
        called (bool): whether there is a call at all.
    """

    text: str
    source: str
    name: str
    args: tuple[object, ...]
    kwargs: dict[str, object]
    called: bool

    @property
    def file(self) -> Path | None:
        """The file that `source` names; None if it names a module."""
        return Path(self.source) if is_file_name(self.source) else None


def is_file_name(source: str) -> bool:
    """Tell whether the part of a target before the colon is a file, and not a module."""
    return source.endswith(".py") or "/" in source or "\\" in source


def read_target(text: str) -> TargetText:
    """Take a target apart; pytest's ``file.py::Name`` is read as ``file.py:Name``.

    Args:
        text (str): the target.

    Raises:
        CannotCompare: if it does not parse; says how to write one, and of a bare file what it defines.
    """
    stripped = text.strip()
    match = _TARGET.fullmatch(stripped)
    if match is None:
        raise CannotCompare(f"target {text!r} does not parse: {_how(stripped)}")
    args, kwargs = _arguments(text, match["call"])
    return TargetText(text, match["source"], match["name"], args, kwargs, called=match["call"] is not None)


def check_target(text: str) -> None:
    """Report what is certainly wrong with a target, from the text and the file alone; nothing is imported.

    Args:
        text (str): a target, or the path of a directory, which is a recorded net.

    Raises:
        CannotCompare: if it does not parse, there is no such file, or the file cannot define such a name.
    """
    if Path(text).is_dir():
        return
    target = read_target(text)
    if target.file is None:
        return
    require_file(target.file)
    names = _defined(target.file)
    first = target.name.partition(".")[0]
    if names is not None and first not in names:
        raise CannotCompare(f"{target.source} has no {target.name!r}; {suggestion(first, names)}")


def require_file(path: Path) -> None:
    """Raise what helps where there is no file of that name.

    Raises:
        CannotCompare: if `path` is no file, or cannot be read.
    """
    if not path.is_file():
        raise CannotCompare(f"{path}: no such file; {_nearby(path)}")
    if not os.access(path, os.R_OK):
        raise CannotCompare(f"{path} cannot be read: permission denied")


def suggestion(name: str, names: list[str]) -> str:
    """Say what may be meant by a name that is not there.

    Args:
        name (str): the name.
        names (list[str]): those that are there, the likeliest kinds of net first.
    """
    public = [other for other in names if not other.startswith("_")]
    close = difflib.get_close_matches(name, public, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"it defines {', '.join(sorted(public)[:_LISTED])}" if public else "it defines no class or function"


def package_of(path: Path) -> tuple[str, Path] | None:
    """Return the name of a file within its package and the folder that holds the package.

    Args:
        path (Path): a Python file.

    Returns:
        tuple[str, Path] | None: such as ``("pkg.net", Path("src"))``; None where the file is in no package.
    """
    parts, folder = [path.stem], path.resolve().parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return (".".join(parts), folder) if len(parts) > 1 else None


def _how(text: str) -> str:
    path = Path(text)
    if text.endswith(".py") and path.is_file():
        names = [name for name in own_names(path) if not name.startswith("_")]
        if names:
            return f"say which net of it, as in {text}:{names[0]} (it defines {', '.join(names[:_LISTED])})"
    return HOW


def _arguments(text: str, call: str | None) -> tuple[tuple[object, ...], dict[str, object]]:
    if not call:
        return (), {}
    try:
        node = ast.parse(f"f{call}", mode="eval").body
        if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
            raise ValueError("not a plain call")
        args = tuple(ast.literal_eval(argument) for argument in node.args)
        kwargs = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
    except (SyntaxError, ValueError) as error:
        raise CannotCompare(
            f"target {text!r}: arguments must be literals (numbers, strings, lists ...), as in make(num_classes=10); "
            "for others write a function without arguments that builds the net, and name that"
        ) from error
    return args, kwargs


def _nearby(path: Path) -> str:
    if "\\" in str(path) and os.name != "nt":
        return f"folders are separated by /, as in {str(path).replace(chr(92), '/')}"
    folder = path.parent
    if not folder.is_dir():
        return f"the folder {folder} does not exist either"
    close = difflib.get_close_matches(path.name, [item.name for item in folder.glob("*.py")], n=1, cutoff=0.5)
    return f"did you mean {folder / close[0]}?" if close else "give the path of a Python file"


def own_names(path: Path) -> list[str]:
    """Return the classes and functions that a file defines at its top level, in their order; none if unreadable."""
    tree = _parsed(path)
    body = tree.body if tree is not None else []
    return [node.name for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]


def _defined(path: Path) -> list[str] | None:
    """Return every name that a file binds outside functions and classes; None where its text does not tell."""
    tree = _parsed(path)
    if tree is None or _MAY_DEFINE_ANYTHING.search(path.read_text(encoding="utf-8", errors="replace")):
        return None
    found: dict[str, None] = {}
    waiting: list[ast.AST] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] = None
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(dict.fromkeys(alias.asname or alias.name.partition(".")[0] for alias in node.names))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = None
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found[node.name] = None
        waiting.extend(ast.iter_child_nodes(node))
    return list(found)


def _parsed(path: Path) -> ast.Module | None:
    try:
        return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):  # reported where the file is executed
        return None
