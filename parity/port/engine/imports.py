"""The imports: torch's go where nothing needs them any more, MindSpore's come in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, Stage, converting, entering, finishing
from parity.port.project.names import absolute, imported
from parity.port.syntax.pieces import dotted, statement

SOURCE = "torch"


def is_torch(name: str) -> bool:
    """Tell whether a full name is torch's."""
    return name == SOURCE or name.startswith(f"{SOURCE}.")


def without_source(node: cst.Import | cst.ImportFrom, ctx: Context) -> cst.Import | cst.ImportFrom | None:
    """Return an import without what it imports of the framework, also by way of another file; None: all of it."""
    if isinstance(node, cst.ImportFrom):
        module = absolute(node, ctx.package)
        if ctx.is_source(module):
            return None
        if isinstance(node.names, cst.ImportStar):
            return node
        own = [a for a in node.names if not ctx.is_source(ctx.facts.original(f"{module}.{dotted(a.name)}"))]
        if len(own) == len(node.names):
            return node
        if not own:
            return None
        own[-1] = own[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return node.with_changes(names=own)
    left = [alias for alias in node.names if not ctx.is_source(dotted(alias.name))]
    if len(left) == len(node.names):
        return node
    if not left:
        return None
    left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return node.with_changes(names=left)


def lines(ctx: Context) -> list[str]:
    """Return the imports that the converted file needs, in order."""
    made = [f"import mindspore as {name}" if name == "ms" else f"import {name}" for _, name in _plain(ctx)]
    made += _kept(ctx.kept, ctx.source)
    groups: dict[str, list[str]] = {}
    for module, name in ctx.needs:
        if module:
            groups.setdefault(module, []).append(name)
    for module in sorted(groups):
        names = sorted(dict.fromkeys(groups[module]), key=_isorted)
        made.append(f"from {module} import {', '.join(names)}")
    return made


def _plain(ctx: Context) -> list[tuple[str, str]]:
    return sorted(need for need in ctx.needs if not need[0])


def _isorted(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)


def _kept(kept: Iterable[str], source: str) -> list[str]:
    """Import the modules of the framework that names left in the file begin with."""
    import importlib.util

    if source != SOURCE:
        return [f"import {source}"] if any(True for _ in kept) else []

    modules: dict[str, None] = {}
    for full in kept:
        parts = full.split(".")
        modules[SOURCE] = None
        for cut in range(2, len(parts)):
            name = ".".join(parts[:cut])
            try:
                found = importlib.util.find_spec(name) is not None
            except (ImportError, ValueError, AttributeError):
                found = False
            if not found:
                break
            modules[name] = None
    return [f"import {name}" for name in modules if not any(m.startswith(f"{name}.") for m in modules)]


def inserted(body: Sequence[cst.BaseStatement], new: Sequence[str], at: int, extra: str) -> list[cst.BaseStatement]:
    """Return a file's statements with new imports at `at`, and classes behind the last import at the top."""
    made: list[cst.BaseStatement] = [*body[:at], *(statement(line) for line in new), *body[at:]]
    if extra:
        after = _end_of_imports(made)
        classes = list(cst.parse_module(extra).body)
        two = [cst.EmptyLine(indent=False), cst.EmptyLine(indent=False)]
        if after < len(made):
            behind: Any = made[after]
            made[after] = behind.with_changes(leading_lines=[*two, *_without_blank(behind.leading_lines)])
        made[after:after] = [c.with_changes(leading_lines=two) for c in classes]
    return made


def _without_blank(lines: Sequence[cst.EmptyLine]) -> list[cst.EmptyLine]:
    first = next((n for n, line in enumerate(lines) if line.comment is not None), len(lines))
    return list(lines[first:])


def _end_of_imports(body: Sequence[cst.BaseStatement]) -> int:
    last = 0
    for number, node in enumerate(body):
        small = node.body if isinstance(node, cst.SimpleStatementLine) else ()
        if any(isinstance(part, (cst.Import, cst.ImportFrom)) for part in small):
            last = number + 1
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            break
    return last


def first_place(body: Sequence[cst.BaseStatement]) -> int:
    """Return where imports may begin: after the docstring and ``from __future__``."""
    at = 0
    for number, node in enumerate(body):
        small = node.body[0] if isinstance(node, cst.SimpleStatementLine) and node.body else None
        is_text = isinstance(small, cst.Expr) and isinstance(small.value, (cst.SimpleString, cst.ConcatenatedString))
        is_future = isinstance(small, cst.ImportFrom) and dotted(small.module or cst.Name("x")) == "__future__"
        if (is_text and number == 0) or is_future:
            at = number + 1
        else:
            break
    return at


def _takes_all(node: cst.Import | cst.ImportFrom) -> TypeGuard[cst.ImportFrom]:
    return isinstance(node, cst.ImportFrom) and isinstance(node.names, cst.ImportStar)


class Imports(Pass):
    """Drops the imports of the framework, and writes those that the result needs with what is copied into it."""

    stage = Stage.FRAME

    @entering(cst.Import, cst.ImportFrom)
    def bind(self, node: cst.Import | cst.ImportFrom) -> bool:
        """Know what the imported names stand for."""
        ctx: Context = self.ctx
        if isinstance(node, cst.ImportFrom) and isinstance(node.names, cst.ImportStar):
            before = f"{absolute(node, ctx.package)}."
            known = {**ctx.facts.layers, **ctx.facts.passed_on}
            for full in (name for name in known if name.startswith(before)):
                ctx.scopes.inner.names[full.removeprefix(before)] = ctx.facts.original(full)
        for name, full in imported(node, ctx.package):
            known_as = ctx.facts.original(full)
            ctx.scopes.inner.names[name] = known_as if ctx.is_source(known_as) else full
        return False

    @converting(cst.Import, cst.ImportFrom)
    def drop(self, original: cst.Import | cst.ImportFrom, updated: Any) -> Any:
        """Drop what is imported of the framework."""
        if _takes_all(original) and self.ctx.is_source(absolute(original, self.ctx.package)):
            self.ctx.mark("IMPORT", "import *", "which names it binds is not known: name them")
            return updated
        left = without_source(original, self.ctx)
        return cst.RemoveFromParent() if left is None else updated if left is original else left

    @finishing(cst.Module)
    def write(self, original: cst.Module, updated: cst.Module, made: cst.Module) -> cst.Module:
        """Write the imports that the result needs, and the classes and functions of its own."""
        del updated
        first = next(
            (n for n, node in enumerate(original.body) if self._is_of_source(node)), first_place(original.body)
        )
        body = list(made.body)
        kept = [node for node in original.body[:first] if not self._is_of_source(node)]
        extra = "\n\n\n".join(self.ctx.helpers.values())
        return made.with_changes(body=inserted(body, lines(self.ctx), min(len(kept), len(body)), extra))

    def _is_of_source(self, node: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
        return isinstance(node, cst.SimpleStatementLine) and any(
            isinstance(part, (cst.Import, cst.ImportFrom)) and without_source(part, self.ctx) is not part
            for part in node.body
        )
