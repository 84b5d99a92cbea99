"""Numbers of numpy: an array of numpy comes of one times a tensor, and MindSpore's layers take none for a size."""

from __future__ import annotations

import inspect

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting, converting_call
from parity.port.project.kinds import ARRAY, OF_TENSORS
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.rows.choose import live
from parity.port.syntax.pieces import expression, text

# Functions that give a number for numbers.
_OF_NUMBERS = frozenset({
    "sqrt", "log", "log2", "log10", "exp", "exp2", "power", "prod", "sum", "mean", "max", "min", "abs", "floor", "ceil",
    "round", "sin", "cos", "tan", "pi", "e", "float32", "float64", "int32", "int64", "maximum", "minimum", "square",
    "cbrt", "log1p", "expm1",
})  # fmt: skip


class NumpyNumbers(Pass):
    """Writes a number of numpy as one of Python where a tensor or a layer meets it."""

    stage = Stage.FRAME

    def _is_number(self, node: cst.BaseExpression) -> bool:
        """Tell whether an expression is a number of numpy, as far as its arguments are no arrays."""
        if isinstance(node, cst.UnaryOperation):
            return self._is_number(node.expression)
        if isinstance(node, cst.BinaryOperation):
            return kind_of(node, self.ctx.scopes) == ARRAY and all(
                self._is_number(part) or kind_of(part, self.ctx.scopes) != ARRAY for part in (node.left, node.right)
            )
        if not isinstance(node, cst.Call):
            return False
        full = self.ctx.scopes.full(node.func)
        name = full.removeprefix("numpy.") if full.startswith("numpy.") else ""
        return name in _OF_NUMBERS and not any(kind_of(entry.value, self.ctx.scopes) == ARRAY for entry in node.args)

    @converting(cst.BinaryOperation)
    def operation(self, original: cst.BinaryOperation, updated: cst.BinaryOperation) -> cst.BaseExpression | None:
        """Write the number on the left of a tensor: on the right, MindSpore's operators take it."""
        if kind_of(original.right, self.ctx.scopes) not in OF_TENSORS or not self._is_number(original.left):
            return None
        return updated.with_changes(left=expression(f"float({_bare(updated.left)})"))

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write the whole numbers that a layer is given."""
        if not is_layer_class(full):
            return None
        hints = _hints(full)
        names, whole = tuple(hints), {name for name, hint in hints.items() if hint == "int" or "size_" in hint}
        args = list(call.args)
        for number, (before, after) in enumerate(zip(original.args, call.args, strict=True)):
            name = before.keyword.value if before.keyword is not None else names[number] if number < len(names) else ""
            if name in whole and not before.star and self._is_number(before.value):
                args[number] = after.with_changes(value=expression(f"int({_bare(after.value)})"))
        if all(a is b for a, b in zip(args, call.args, strict=True)):
            return None
        return self.engine.rest(self, full, original, call.with_changes(args=args))


def _bare(node: cst.BaseExpression) -> str:
    return text(node.with_changes(lpar=[], rpar=[]) if len(node.lpar) == 1 else node).strip()


def _hints(full: str) -> dict[str, str]:
    """Return the arguments of a layer in their order, with what torch's signature says they are."""
    try:
        entries = inspect.signature(live(full)).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {entry.name: str(getattr(entry.annotation, "__name__", entry.annotation)) for entry in entries}
