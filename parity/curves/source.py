"""A training's source text, and edits of it by the place of what they change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from parity.code.places import Location
from parity.code.text_edits import TextEdit, applied


class Source:
    """The text of a Python file.

    Args:
        text (str): the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.tree = ast.parse(text)

    # ---- what stands there --------------------------------------------------------------------------------------

    def call_at(self, place: Location) -> ast.Call | None:
        """Return the call that stands exactly at a place, else the outermost one that begins in its line."""
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and node.lineno == place.line]
        if place.columns is not None:
            for node in calls:
                if (node.col_offset, node.end_col_offset) == place.columns:
                    return node
        return calls[0] if calls else None

    def constants(self) -> list[ast.Constant]:
        """Return the numbers, flags and words that are written in the text."""
        kinds = (int, float, str)
        return [n for n in ast.walk(self.tree) if isinstance(n, ast.Constant) and isinstance(n.value, kinds)]

    def arguments_of_functions(self) -> list[ast.Name]:
        """Return every use of a function's only argument, inside functions and methods that take one."""
        found: list[ast.Name] = []
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.Lambda)) and node.args.args:
                names = [one.arg for one in node.args.args if one.arg != "self"]
                if len(names) != 1:
                    continue
                name = names[0]
                body = node.body if isinstance(node.body, list) else [node.body]
                inside = [x for part in body for x in ast.walk(part)]
                found += [x for x in inside if isinstance(x, ast.Name) and x.id == name]
        return found

    def slices(self) -> Iterator[tuple[ast.expr, str]]:
        """Yield slices that leave out one end, with the slice that leaves out the other."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Slice):
                text = ast.unparse(node)
                other = {":-1": "1:", "1:": ":-1", "2:": "1:", ":-2": ":-1", ":": "1:"}.get(text)
                if other is not None and hasattr(node, "lineno"):
                    yield node, other

    def calls_of(self, method: str) -> list[int]:
        """Return the lines of statements that call a method without arguments."""
        return [
            node.lineno
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not node.value.args
            and isinstance(node.value.func, ast.Attribute) and node.value.func.attr == method
        ]  # fmt: skip

    def stepped(self, place: Location | None) -> str | None:
        """Return the expression of the optimizer that is stepped at a place."""
        call = self.call_at(place) if place is not None else None
        if call is None:
            return None
        if isinstance(call.func, ast.Attribute) and call.func.attr == "step":
            return ast.unparse(call.args[0] if call.args else call.func.value)
        return ast.unparse(call.func)

    def given(self, place: Location) -> list[str]:
        """Return the plain names that a call is given."""
        call = self.call_at(place)
        return [node.id for node in call.args if isinstance(node, ast.Name)] if call is not None else []

    def assigned_at(self, line: int) -> str:
        """Return the name that the statement at a line assigns, or ""."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or node.lineno):
                return ast.unparse(node.targets[0])
        return ""

    def line(self, number: int) -> str:
        """Return a line."""
        return self.lines[number - 1]

    # ---- edits --------------------------------------------------------------------------------------------------

    def replaced(self, node: ast.expr, text: str) -> str:
        """Return the text with another one in the place of an expression."""
        start, end = (
            self._place(node.lineno, node.col_offset),
            self._place(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset),
        )
        return applied(self.text, [TextEdit("", *start, *end, text)])

    def _place(self, line: int, column: int) -> tuple[int, int]:
        return line, len(self.lines[line - 1].encode()[:column].decode(errors="replace")) + 1

    def with_keyword(self, call: ast.Call, name: str, value: str) -> str:
        """Return the text with an argument of a call set by its name."""
        for keyword in call.keywords:
            if keyword.arg == name:
                return self.replaced(keyword.value, value)
        line, column = self._place(call.end_lineno or call.lineno, (call.end_col_offset or 1) - 1)
        given = bool(call.args or call.keywords)
        return applied(self.text, [TextEdit("", line, column, line, column, f"{', ' if given else ''}{name}={value}")])

    def renamed(self, call: ast.Call, name: str, instead: str) -> Iterator[str]:
        """Yield the text with the last part of a call's name changed."""
        written = ast.unparse(call.func)
        if written.rpartition(".")[2] == name:
            yield self.replaced(call.func, f"{written[: len(written) - len(name)]}{instead}")

    def inserted(self, line: int, statement: str) -> str:
        """Return the text with a statement before a line, indented as it is."""
        margin = self.line(line)[: len(self.line(line)) - len(self.line(line).lstrip())]
        return "".join([*self.lines[: line - 1], f"{margin}{statement}\n", *self.lines[line - 1 :]])

    def inserted_behind(self, line: int, statement: str, *, like: str) -> str:
        """Return the text with a statement behind a line, indented like another."""
        margin = like[: len(like) - len(like.lstrip())]
        return "".join([*self.lines[:line], f"{margin}{statement}\n", *self.lines[line:]])

    def without(self, line: int) -> str:
        """Return the text without the statement that begins in a line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Expr) and node.lineno == line:
                return "".join([*self.lines[: line - 1], *self.lines[node.end_lineno or line :]])
        return "".join([*self.lines[: line - 1], *self.lines[line:]])

    def without_calls(self, function: str) -> tuple[str, int]:
        """Return the text without statements that call a function, and how many there were."""
        found = [
            node.lineno
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == function
        ]  # fmt: skip
        return "".join(row for n, row in enumerate(self.lines, 1) if n not in found), 0

    def divided(self, place: Location, size: float) -> Iterator[str]:
        """Yield the text with what is differentiated at a place divided by a number."""
        call = self.call_at(place)
        while call is not None:
            value = call.func.value if isinstance(call.func, ast.Attribute) else None
            written = f"{round(size)}" if abs(size - round(size)) < 1e-3 * size and size > 1 else f"{size:.6g}"
            if isinstance(value, ast.Name):
                yield self.replaced(value, f"({value.id} / {written})")
            for argument in call.args[:1]:
                yield self.replaced(argument, f"({ast.unparse(argument)}) / {written}")
            call = value if isinstance(value, ast.Call) else None
