"""Which values of the reference a function's statements come to: how far a run is right, also where its end is not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from parity.edits.edit import Edit
from parity.edits.site import Code, Site

Match = Callable[[object], int | None]
"""Gives the number of the reference's value that a tensor equals, None of any other."""

Settled = Callable[[Collection[int]], frozenset[int]]
"""Gives, for values of the reference that were come to, those too that lie on the way to them."""

_NAME = "__parity_reached__"
_DEEPEST = 2
"""Lists in lists are looked into."""


class Reached:
    """The reference's values that the watched functions' statements came to since it was last cleared.

    Args:
        match (Match): finds a value in the reference.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.numbers: set[int] = set()

    def note(self, value: object, depth: int = 0) -> object:
        """Look a statement's value up, and return it."""
        if isinstance(value, (tuple, list)) and depth < _DEEPEST:
            for part in value:
                self.note(part, depth + 1)
            return value
        number = self._match(value)
        if number is not None:
            self.numbers.add(number)
        return value

    def code(self, site: Site, edit: Edit | None = None) -> Code | None:
        """Return the code of a function that notes what its statements come to.

        Args:
            site (Site): the function.
            edit (Edit, optional): of it. Default: ``None``, as it stands.
        """
        site.function.__globals__[_NAME] = self.note
        return site.code(edit, _Noting().visit)

    @contextmanager
    def watching(self, sites: Sequence[Site]) -> Iterator[None]:
        """Within the block the statements of some functions are noted."""
        with ExitStack() as stack:
            try:
                for site in sites:
                    code = self.code(site)
                    if code is not None:
                        stack.enter_context(code.in_place())
                yield
            finally:
                for site in sites:
                    site.function.__globals__.pop(_NAME, None)


class _Noting(ast.NodeTransformer):
    """Puts a call around the value of every statement that has one."""

    def _noted(self, value: ast.expr) -> ast.expr:
        note = ast.copy_location(ast.Name(_NAME, ast.Load()), value)  # of every new node: a look at all is dear
        return ast.copy_location(ast.Call(note, [value], []), value)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Note what is bound."""
        node.value = self._noted(node.value)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Note what is returned."""
        node.value = self._noted(node.value) if node.value is not None else None
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        """Note what a name is after it."""
        if not isinstance(node.target, ast.Name):
            return node
        name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        return [node, ast.copy_location(ast.Expr(self._noted(name)), node)]
