"""Imports of a package's own modules made relative: the converted package may have another name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from parity.port.project.names import absolute
from parity.port.syntax.pieces import dotted, statement
from parity.port.syntax.rewriting import Rewriter
from parity.port.syntax.walking import walk


def made_relative(tree: cst.Module, package: str, top: str, has: Callable[[str], bool]) -> cst.Module:
    """Return a module with its imports of the package it is in made relative.

    Args:
        tree (Module): what it says.
        package (str): the package that its relative imports start from.
        top (str): the name of the whole package.
        has (Callable[[str], bool]): tells whether the package has a module.
    """
    made = _Relative(package, top, _bound_to_the_package(tree, top, has)).rewrite(tree)
    assert isinstance(made, cst.Module)
    return made


def _bound_to_the_package(tree: cst.Module, top: str, has: Callable[[str], bool]) -> dict[str, str]:
    """Return the names for modules that are imported as ``import package.a.b``, or reached as ``package.a.b``.

    Where anything else of the package is reached by such an import, it stays: {} is returned.
    """
    nodes = list(walk(tree))
    plain = {
        dotted(alias.name)
        for node in nodes
        if isinstance(node, cst.Import)
        for alias in node.names
        if alias.asname is None and dotted(alias.name).partition(".")[0] == top
    }
    if not plain:
        return {}
    chains = [node for node in nodes if isinstance(node, cst.Attribute)]
    inside = {id(part) for node in nodes if isinstance(node, (cst.Import, cst.ImportFrom)) for part in walk(node)}
    modules = plain - {top}
    if top in plain:
        values = {id(node.value) for node in chains} | inside
        modules |= {_module_in(dotted(node), has) for node in chains if id(node) not in values} - {"", top}
        modules = {module for module in modules if module.startswith(f"{top}.")}
    reached = {id(_first(node)) for node in chains if dotted(node) in modules}
    names = [node for node in nodes if isinstance(node, cst.Name) and node.value == top and id(node) not in inside]
    attributes = {id(node.attr) for node in chains}
    if any(id(node) not in reached for node in names if id(node) not in attributes):
        return {}
    return {module: module.replace(".", "_") for module in modules}


def _module_in(name: str, has: Callable[[str], bool]) -> str:
    """Return the longest part of a dotted name that is a module; "" without one."""
    while name and not has(name):
        name = name.rpartition(".")[0]
    return name


def _first(node: cst.BaseExpression) -> cst.BaseExpression:
    while isinstance(node, cst.Attribute):
        node = node.value
    return node


def relative_to(package: str, full: str) -> str:
    """Return how a ``from`` import of a module of a package names another: ``..a``.

    Args:
        package (str): the package that the import starts from.
        full (str): the full name of the other module.
    """
    here, there = package.split("."), full.split(".")
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    return "." * (len(here) - shared + 1) + ".".join(there[shared:])


class _Relative(Rewriter):
    def __init__(self, package: str, top: str, bound: dict[str, str]) -> None:
        self.package, self.top, self.bound = package, top, bound

    def _is_own(self, full: str) -> bool:
        return full == self.top or full.startswith(f"{self.top}.")

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        """Write an import as a whole."""
        del node
        return False

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> cst.ImportFrom:
        """Write ``from package.a import b`` as ``from .a import b``."""
        full = absolute(original_node, self.package)
        if original_node.relative or not self._is_own(full):
            return updated_node
        written = relative_to(self.package, full)
        rest = written.lstrip(".")
        return updated_node.with_changes(
            relative=[cst.Dot()] * (len(written) - len(rest)),
            module=None if not rest else cst.parse_expression(rest),
            whitespace_after_from=cst.SimpleWhitespace(" "),
        )

    def visit_Import(self, node: cst.Import) -> bool:
        """Write an import as a whole."""
        del node
        return False

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> Any:
        """Write ``import package.a as x`` as ``from . import a as x``."""
        made: list[cst.BaseSmallStatement] = []
        left: list[cst.ImportAlias] = []
        for alias in original_node.names:
            full = dotted(alias.name)
            if full == self.top and alias.asname is None and self.bound:
                made += [part for module, name in sorted(self.bound.items()) for part in self._line(module, name)]
                continue
            name = dotted(alias.asname.name) if alias.asname is not None else self.bound.get(full, "")
            if not name or not full.startswith(f"{self.top}."):
                left.append(alias)
                continue
            made += self._line(full, name)
        if not made:
            return updated_node
        if left:
            left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            made.insert(0, updated_node.with_changes(names=left))
        return made[0] if len(made) == 1 else cst.FlattenSentinel(made)

    def _line(self, full: str, name: str) -> Sequence[cst.BaseSmallStatement]:
        """Return the import of a module under a name."""
        module, _, last = full.rpartition(".")
        source = f"from {relative_to(self.package, module)} import {last if last == name else f'{last} as {name}'}\n"
        return cst.ensure_type(statement(source), cst.SimpleStatementLine).body

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        """Write ``package.a`` as the name that the import of it binds."""
        name = self.bound.get(dotted(original_node), "") if self.bound else ""
        return cst.Name(name) if name else updated_node
