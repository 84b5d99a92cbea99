"""Read one file: the uses of names in it, and the kind of each expression."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from parity.source.imports import roots
from parity.source.kinds import FRAMEWORKS, UNKNOWN, Kind
from parity.source.results import ARRAYS, SHARED
from parity.source.uses import Use
from parity.source.walker import Walker


@dataclass(frozen=True)
class Reading:
    """What one file tells.

    Attributes:
        tree: its syntax.
        frameworks: those that it imports: ``torch``, ``mindspore``.
        uses: the uses of their names, in the order of the lines.
        later: for each parameter or name that is called, the keywords and number of arguments of each such call.
    """

    tree: ast.Module
    frameworks: tuple[str, ...]
    uses: tuple[Use, ...]
    later: Mapping[str, list[ast.Call]]
    _kinds: dict[int, tuple[ast.expr, Kind]] = field(repr=False)
    _places: dict[tuple[int, int, int, int], Kind] = field(default_factory=dict, repr=False)

    def kind_of(self, node: ast.expr) -> Kind:
        """Return the kind of an expression of `tree`."""
        found = self._kinds.get(id(node))
        return found[1] if found is not None else UNKNOWN

    def kind_at(self, line: int, column: int, end_line: int, end_column: int) -> Kind:
        """Return the kind of the expression at a place.

        Args:
            line (int): where it begins, from 1.
            column (int): from 0, in UTF-8 bytes, as `ast` counts them.
            end_line (int): where it ends.
            end_column (int): likewise.
        """
        if not self._places:
            for node, kind in self._kinds.values():
                place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
                self._places[place] = kind
        return self._places.get((line, column, end_line, end_column), UNKNOWN)


def read(source: str | ast.Module, methods: frozenset[str] = frozenset()) -> Reading:
    """Read a source.

    Args:
        source (str | ast.Module): its text, or its syntax.
        methods (frozenset[str]): methods of tensors to be kept, as not sure, where the receiver is unknown and the file
            imports one framework and no other arrays. Default: none.

    Raises:
        SyntaxError: it is no Python.
    """
    tree = ast.parse(source) if isinstance(source, str) else source
    imports = roots(tree)
    found = tuple(framework for framework in FRAMEWORKS if framework in imports)
    alone = len(found) == 1
    walker = Walker(found[0] if alone else "", methods - SHARED if alone and not imports & ARRAYS else frozenset())
    walker.module(tree)
    uses = tuple(sorted(walker.found, key=_place))
    return Reading(tree, found, uses, walker.later, walker.kinds)


def _place(use: Use) -> tuple[int, int]:
    return use.node.lineno, use.node.col_offset
