"""What a condition says: its constant parts, and the name of a class that it asks for."""

from __future__ import annotations

import libcst as cst

from parity.port.syntax.pieces import text


def simplified(test: cst.BaseExpression) -> cst.BaseExpression | bool:
    """Return a condition without its constant parts, or the truth value that it has."""
    source = text(test).strip()
    if source in {"True", "False"}:
        return source == "True"
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        inner = simplified(test.expression)
        return not inner if isinstance(inner, bool) else test
    if isinstance(test, cst.BooleanOperation):
        left, right = simplified(test.left), simplified(test.right)
        absorbing = isinstance(test.operator, cst.Or)
        if left is absorbing or (right is absorbing and _is_pure(test.left)):
            return absorbing
        if isinstance(left, bool):
            return right
        if isinstance(right, bool):
            return left
    return test


def _is_pure(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.UnaryOperation):
        return _is_pure(node.expression)
    return isinstance(node, (cst.Name, cst.Attribute, cst.Comparison))


def has_constant(node: cst.BooleanOperation) -> bool:
    """Tell whether a part of a condition is ``True`` or ``False``."""
    return any(text(part).strip() in {"True", "False"} for part in (node.left, node.right))


def class_name_part(test: cst.Comparison) -> tuple[str, cst.SimpleString] | None:
    """Return name and text of ``name.find("Conv") != -1`` and ``"Conv" in name``; None for another condition."""
    if len(test.comparisons) != 1:
        return None
    operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
    if isinstance(operator, cst.In) and isinstance(test.left, cst.SimpleString) and isinstance(right, cst.Name):
        return right.value, test.left
    call = test.left
    if not isinstance(operator, cst.NotEqual) or text(right) != "-1" or not isinstance(call, cst.Call):
        return None
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "find" or len(call.args) != 1:
        return None
    written, name = call.args[0].value, call.func.value
    return (name.value, written) if isinstance(written, cst.SimpleString) and isinstance(name, cst.Name) else None
