"""Names and constants in the statements of a network."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

__all__ = ["ScopedValue"]


class ScopedValue:
    """A name, perhaps of an attribute, or a constant.

    Args:
        expression (ast.expr): how it is written.

    Source: mindspore.rewrite.ScopedValue, MindSpore 2.10
    """

    def __init__(self, expression: ast.expr) -> None:
        self.expression = expression

    @classmethod
    def create_variable_value(cls, value: Any) -> ScopedValue:
        """Make a constant.

        Args:
            value (Any): what Python writes as a literal.

        Returns:
            ScopedValue.

        Source: mindspore.rewrite.ScopedValue.create_variable_value, MindSpore 2.10
        """
        return cls(ast.Constant(value))

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
        return cls(ast.parse(f"{scope}.{name}" if scope else name, mode="eval").body)

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
    def of(cls, given: ScopedValue | str | float) -> ScopedValue:
        """Return a value as it is, a word as a name, and anything else as a constant."""
        if isinstance(given, ScopedValue):
            return given
        return cls.create_naming_value(given) if isinstance(given, str) else cls.create_variable_value(given)

    def __repr__(self) -> str:
        text = ast.unparse(self.expression)
        return str(self.expression.value) if isinstance(self.expression, ast.Constant) else text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScopedValue) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
