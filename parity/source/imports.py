"""What the imports of a file bind."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_ROOTS = {"ms2torch": "mindspore"}
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
_WITH_BLOCKS: tuple[type[ast.AST], ...] = (ast.Module, *ast.stmt.__subclasses__(), ast.ExceptHandler, ast.match_case)
_BLOCKS_OF = {  # a lambda's and a conditional expression's are expressions
    cls: blocks for cls in _WITH_BLOCKS if (blocks := tuple(block for block in _BLOCKS if block in cls._fields))
}


def bound_by(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield each name that an import binds, with the full name of what it is; ms2torch's are MindSpore's."""
    if isinstance(node, ast.ImportFrom):
        if node.level == 0 and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, _rooted(f"{node.module}.{alias.name}")
        return
    for alias in node.names:
        if alias.asname:
            yield alias.asname, _rooted(alias.name)
        else:
            first = alias.name.partition(".")[0]
            yield first, _rooted(first)


def roots(tree: ast.Module) -> frozenset[str]:
    """Return the first parts of all that a file imports, anywhere in it."""
    nodes = (node for node in statements(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
    return frozenset(name.partition(".")[0] for node in nodes for _, name in bound_by(node))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements in a module or a statement, those in blocks too."""
    stack: list[ast.AST] = [node]
    while stack:
        node = stack.pop()
        for block in _BLOCKS_OF[node.__class__]:
            for entry in getattr(node, block):
                if isinstance(entry, ast.stmt):
                    yield entry
                if entry.__class__ in _BLOCKS_OF:
                    stack.append(entry)


def _rooted(name: str) -> str:
    head, dot, rest = name.partition(".")
    return f"{_ROOTS.get(head, head)}{dot}{rest}"
