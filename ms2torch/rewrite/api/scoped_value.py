"""Names and constants in the statements of a network."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from typing import Any

__all__ = ["ScopedValue", "ValueType"]

_LITERALS = (bool, int, float, complex, str, bytes, type(None), type(...))


class ValueType(enum.Enum):
    """What a value in a statement is.

    Source: mindspore.rewrite.ValueType, MindSpore 2.10
    """

    ConstantValue = 0
    TupleValue = 20
    ListValue = 21
    DictValue = 22
    NamingValue = 40
    CustomObjValue = 41
    UnsupportedValue = 50


class ScopedValue:
    """A name, perhaps of an attribute, a constant, several of them, or an object.

    Args:
        arg_type (ValueType): what it is.
        scope (str): what a name is an attribute of. Default: ``""``, of nothing.
        value (Any): the name, the constant, the values or the object; of what is none of these (`UnsupportedValue`),
            the expression as Python parses it. Default: ``None``.

    Raises:
        TypeError: if `arg_type` is no `ValueType` or `scope` no word.

    Source: mindspore.rewrite.ScopedValue, MindSpore 2.10
    """

    def __init__(self, arg_type: ValueType, scope: str = "", value: Any = None) -> None:
        for name, given, kind in (("arg_type", arg_type, ValueType), ("scope", scope, str)):
            if not isinstance(given, kind):
                got = type(given).__name__
                msg = f"For 'ScopedValue', the type of '{name}' should be '{kind.__name__}', but got type '{got}'."
                raise TypeError(msg)
        self.type, self.scope, self.value = arg_type, scope, value

    @classmethod
    def create_variable_value(cls, value: Any) -> ScopedValue:
        """Make a constant, several of them, or a value that is an object.

        Args:
            value (Any): the value.

        Returns:
            ScopedValue.

        Source: mindspore.rewrite.ScopedValue.create_variable_value, MindSpore 2.10
        """
        if isinstance(value, _LITERALS):
            return cls(ValueType.ConstantValue, "", value)
        if isinstance(value, (tuple, list)):
            kind = ValueType.TupleValue if isinstance(value, tuple) else ValueType.ListValue
            return cls(kind, "", type(value)(cls.create_variable_value(each) for each in value))
        if isinstance(value, dict):
            return cls(ValueType.DictValue, "", {key: cls.create_variable_value(each) for key, each in value.items()})
        return cls(ValueType.CustomObjValue, "", value)

    @classmethod
    def create_naming_value(cls, name: str, scope: str = "") -> ScopedValue:
        """Make a name.

        Args:
            name (str): the name.
            scope (str): what it is an attribute of. Default: ``""``, of nothing.

        Returns:
            ScopedValue.

        Source: mindspore.rewrite.ScopedValue.create_naming_value, MindSpore 2.10
        """
        return cls(ValueType.NamingValue, scope, name)

    @classmethod
    def create_name_values(cls, names: Sequence[str], scopes: Sequence[str] | None = None) -> list[ScopedValue]:
        """Make several names.

        Args:
            names (Union[list[str], tuple[str]]): the names.
            scopes (Union[list[str], tuple[str]], optional): what each is an attribute of. Default: ``None``.

        Returns:
            list[ScopedValue].

        Raises:
            ValueError: if there are not as many scopes as names.

        Source: mindspore.rewrite.ScopedValue.create_name_values, MindSpore 2.10
        """
        if scopes is not None and len(scopes) != len(names):
            msg = f"create_name_values: there are {len(names)} names and {len(scopes)} scopes"
            raise ValueError(msg)
        return [
            cls.create_naming_value(name, scope) for name, scope in zip(names, scopes or [""] * len(names), strict=True)
        ]

    @classmethod
    def of(cls, given: Any) -> ScopedValue:
        """Return a value as it is, a word as a name, and anything else as a constant."""
        if isinstance(given, ScopedValue):
            return given
        return cls.create_naming_value(given) if isinstance(given, str) else cls.create_variable_value(given)

    @classmethod
    def of_expression(cls, expression: ast.expr) -> ScopedValue:
        """Return what an expression of Python's is."""
        if isinstance(expression, ast.Constant):
            return cls(ValueType.ConstantValue, "", expression.value)
        if isinstance(expression, ast.Name):
            return cls.create_naming_value(expression.id)
        if isinstance(expression, ast.Attribute) and isinstance(expression.value, (ast.Name, ast.Attribute)):
            return cls.create_naming_value(expression.attr, ast.unparse(expression.value))
        if isinstance(expression, (ast.Tuple, ast.List)):
            parts = [cls.of_expression(each) for each in expression.elts]
            several = isinstance(expression, ast.Tuple)
            return cls(ValueType.TupleValue if several else ValueType.ListValue, "", tuple(parts) if several else parts)
        return cls(ValueType.UnsupportedValue, "", expression)

    @property
    def expression(self) -> ast.expr:
        """How Python parses it.

        Raises:
            TypeError: of an object, which has a name only in a tree.
        """
        if self.type is ValueType.UnsupportedValue:
            return self.value  # type: ignore[no-any-return]
        if self.type is ValueType.NamingValue:
            return ast.parse(repr(self), mode="eval").body
        if self.type is ValueType.ConstantValue:
            return ast.Constant(self.value)
        if self.type is ValueType.DictValue:
            return ast.Dict([ast.Constant(key) for key in self.value], [v.expression for v in self.value.values()])
        if self.type in {ValueType.TupleValue, ValueType.ListValue}:
            sort = ast.Tuple if self.type is ValueType.TupleValue else ast.List
            return sort([each.expression for each in self.value], ast.Load())
        msg = f"ScopedValue: {type(self.value).__name__} cannot be written; insert the statement that takes it first"
        raise TypeError(msg)

    def __repr__(self) -> str:
        if self.type is ValueType.NamingValue:
            return f"{self.scope}.{self.value}" if self.scope else str(self.value)
        if self.type in {ValueType.ConstantValue, ValueType.CustomObjValue}:
            return str(self.value)
        return ast.unparse(self.expression)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScopedValue) and self.type is other.type and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
