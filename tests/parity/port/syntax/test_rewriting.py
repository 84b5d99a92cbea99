"""Walks over a tree: what does not change comes back as it is, in the order of the source."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.syntax.rewriting import Reader, Rewriter
from parity.port.syntax.walking import Parts, walk

SOURCE = """\
@first
def function(second: third = fourth, /, fifth=0) -> sixth:
    seventh = eighth if ninth else tenth
    class Eleventh(twelfth): pass
    return [thirteenth for fourteenth in fifteenth]
"""


class _Names(Reader):
    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Name(self, node: cst.Name) -> None:
        self.found.append(node.value)


class _Renamed(Rewriter):
    def __init__(self) -> None:
        self.inside = 0

    def visit_Call(self, node: cst.Call) -> bool:
        return not isinstance(node.func, cst.Name) or node.func.value != "kept"

    def visit_If_body(self, node: cst.If) -> None:
        self.inside += 1

    def leave_If_body(self, node: cst.If) -> None:
        self.inside -= 1

    def leave_Name(self, original: cst.Name, updated: cst.Name) -> cst.Name:
        return updated.with_changes(value="new") if original.value == "old" and not self.inside else updated

    def leave_Pass(self, original: cst.Pass, updated: cst.Pass) -> Any:
        return cst.RemoveFromParent()

    def leave_Expr(self, original: cst.Expr, updated: cst.Expr) -> Any:
        return cst.FlattenSentinel([updated, cst.Expr(cst.Name("more"))]) if original.value.value == "two" else updated  # type: ignore[attr-defined]


def test_names_are_read_in_the_order_of_the_source() -> None:
    reader = _Names()
    tree = cst.parse_module(SOURCE)
    reader.read(tree)
    # sixth stands behind the parameters, and the value of a choice before its condition
    assert [name.lower() for name in reader.found] == [
        "first", "function", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
    ]  # fmt: skip
    assert [node.value for node in walk(tree) if isinstance(node, cst.Name)] == reader.found
    assert [node.value for node in Parts(tree).of(cst.Name)] == reader.found


def test_what_does_not_change_is_not_built_anew() -> None:
    tree = cst.parse_module("def f():\n    return 1 + 2  # three\n\n\nx = [old, {1: 'a'}]\n")
    made = _Renamed().rewrite(tree)
    assert made.code == tree.code.replace("old", "new")
    assert made.body[0] is tree.body[0]
    before, after = tree.body[1].body[0].value, made.body[1].body[0].value  # type: ignore[union-attr, index]
    assert before.elements[0] is not after.elements[0]
    assert before.elements[1] is after.elements[1]
    plain = cst.parse_module("x = 1\n")
    assert _Renamed().rewrite(plain) is plain


def test_nodes_are_replaced_removed_and_multiplied() -> None:
    source = "pass\nold = kept(old)(old)\nif old:\n    y = old\ntwo; pass\n"
    assert (
        _Renamed().rewrite(cst.parse_module(source)).code == "new = kept(old)(new)\nif new:\n    y = old\ntwo; more\n"
    )
