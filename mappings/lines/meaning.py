"""What the arguments of a MindSpore call have to be, worked out through a row from what torch's call gives.

Everything that writes a MindSpore call goes by this: the lines that `verify` executes, `api`, `scan`, the fixes of a
comparison and `port`. A value is a literal, or an `Opaque` that holds the source of one that only the running program
knows; the result is one or the other too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from mappings.lines.bindings import NotDerivableError, torch_name
from mappings.lines.expressions import dotted
from mappings.rows.arguments import as_default, deciding, same_value, stands_for_another
from mappings.rows.literals import parse_literal
from mappings.rows.model import REQUIRED, Opaque, Param, Row, written
from mappings.rows.transforms import Context, TransformError, UnknownValue, apply
from mappings.table.derive import NOT_GIVEN


class _Nothing:
    """The type of `NOTHING`: no argument is to be written."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<nothing>"


NOTHING: Final = _Nothing()

ONE, MANY = "one", "many"
_AS_IT_IS = frozenset({"identity", "given", "pool_padding", "or"})  # where a value comes as an expression
_PASSED_ON = frozenset({"dtype", "generator"})


class NoCounterpartError(NotDerivableError):
    """An argument, or this value of it, has no MindSpore counterpart."""


def written_shape(source: str) -> str:
    """Return whether an expression gives ``many`` values, as a tuple or list does; "" where it does not say so."""
    return MANY if _items(source) is not None else ""


@dataclass(frozen=True, slots=True)
class Given:
    """What a call of a row's torch name gives.

    Attributes:
        row: the row.
        values: the values by torch's names; an `Opaque` holds the source of one that is no literal.
        shape_of: whether the expression of a source gives ``one`` value or ``many``; "" where that is not known.
        filled: the values, with torch's defaults of those that are not given.
    """

    row: Row
    values: Mapping[str, object]
    shape_of: Callable[[str], str] = written_shape
    filled: Mapping[str, object] = field(init=False)

    def __post_init__(self) -> None:
        defaults = {p.torch: p.torch_default for p in self.row.params if p.torch and p.torch_default is not REQUIRED}
        object.__setattr__(self, "filled", {**defaults, **self.values})

    def deciding(self) -> list[Param]:
        """Return the params that count in this call, each argument of MindSpore's by one of them.

        Where one argument of torch becomes several of MindSpore's, one of which takes the value as it is, the one that
        nobody can work out is left alone: nn.Dropout's p is written, not keep_prob.
        """
        told = {p.torch for p in self.row.params if p.torch and p.mindspore and p.transform != "unknown"}
        return [p for p in deciding(self.row, self.values) if p.transform != "unknown" or p.torch not in told]

    def arguments(self) -> dict[str, object]:
        """Return what has to be written, by MindSpore's names: what is given, and defaults that differ.

        Raises:
            NotDerivableError: if the call does not say by itself what an argument is in MindSpore.
            NoCounterpartError: if it gives an argument or a value that MindSpore does not have.
        """
        found: dict[str, object] = {}
        for param in self.deciding():
            value = self.value(param)
            if value is not NOTHING and param.mindspore is not None:
                found.setdefault(param.mindspore, value)
        return found

    def value(self, param: Param) -> object:
        """Return what has to be written for one argument of MindSpore; `NOTHING` where nothing has.

        Raises:
            NotDerivableError: if the call does not say by itself what it is.
            NoCounterpartError: if the argument or this value of it is none of MindSpore's.
        """
        if param.torch is None:
            return NOTHING if param.must is REQUIRED else param.must
        if param.torch in self.values:
            return self._given(param, self.values[param.torch])
        return self._by_default(param)

    def _given(self, param: Param, value: object) -> object:
        source = isinstance(value, Opaque)
        if param.mindspore is None:
            if param.shows != "none" and (source or not is_plain(param, value)):
                raise NoCounterpartError(f"{param.torch}={written(value)} has no counterpart")
            return NOTHING
        if value is None and is_left_out(param):
            return NOTHING
        if param.transform == "unknown" and not (param.torch in _PASSED_ON and param.torch == param.mindspore):
            raise NotDerivableError(f"what {param.torch} is in {self.row.mindspore} depends on more than the call")
        if isinstance(value, Opaque):
            return self._expression(param, value)
        if param.transform == "identity":
            return as_default(value, param)
        if param.transform == "unknown":
            return value
        try:
            result = self._applied(param, value)
        except UnknownValue:
            if param.mindspore_default is REQUIRED or param.transform in ("last_axis", "given"):
                raise NotDerivableError(f"{param.mindspore} cannot be worked out from {param.torch}") from None
            return NOTHING
        except TransformError as error:
            raise NoCounterpartError(f"{param.torch}: {error}") from error
        return as_default(result, param)

    def _by_default(self, param: Param) -> object:
        """Return what is written for an argument of torch that the call leaves out."""
        value = self.filled.get(param.torch or "", NOTHING)
        if value is NOTHING or isinstance(value, Opaque):
            return NOTHING
        if param.mindspore is None:
            if param.shows != "none" and not is_plain(param, value):
                raise NoCounterpartError(f"{param.torch}={value!r} has no counterpart")
            return NOTHING
        if stands_for_another(param, value):
            return NOTHING
        try:
            result = self._applied(param, value)
        except TransformError as error:
            if param.shows == "none":
                return NOTHING
            raise NoCounterpartError(f"{param.torch}: {error}") from error
        except UnknownValue:
            if param.transform == "given":
                raise NotDerivableError(f"{param.torch} is worked out from the input where it is left out") from None
            return NOTHING
        if isinstance(param.mindspore_default, Opaque) or param.shows == "none":
            return NOTHING
        # The source of another argument stands for a default that is worked out of it: stride=None is kernel_size.
        return NOTHING if isinstance(result, Opaque) and param.transform != "or" else as_default(result, param)

    def _applied(self, param: Param, value: object) -> object:
        try:
            return apply(param.transform, value, Context(self.filled, self.row.dims, param.transform_argument))
        except (TypeError, KeyError, IndexError) as error:
            raise NotDerivableError(f"{param.torch}={value!r}: {error}") from None

    def _expression(self, param: Param, value: Opaque) -> object:
        """Return the source of an argument whose torch value only the running program knows."""
        source, kind = value.text, param.transform
        if kind in _AS_IT_IS or kind == "unknown":
            return value
        if kind in ("pad_mode", "pool_pad_mode"):
            return "pad"
        if kind == "to_tuple" and self.shape_of(source):
            return value if self.shape_of(source) == MANY else Opaque(f"({source},)")
        if kind == "last_axis" and len(_items(source) or [""]) == 1 and (_items(source) or self.shape_of(source)):
            return -1
        if kind == "pad_lrtb":
            return self._doubled(value)
        if kind == "named" and torch_name(ast.parse(source, mode="eval").body):
            return dotted(ast.parse(source, mode="eval").body).rpartition(".")[2]
        if kind == "named" and dotted(ast.parse(source, mode="eval").body):
            return value  # a text, or a function that is MindSpore's where it is written: both are taken
        made = self._computed(param, source)
        if not made:
            raise NotDerivableError(f"the value of {param.torch} is not known here, and what it becomes depends on it")
        return Opaque(made)

    def _computed(self, param: Param, source: str) -> str:
        """Return the expression that computes what a transform makes of a value; "" where there is none."""
        other = self.filled.get(param.transform_argument)
        if param.transform == "divide_by" and other is not None:
            return f"{_operand(source)} / {_operand(written(other))}"
        if param.transform == "map" and isinstance(table := parse_literal(param.transform_argument), dict):
            plain = {key: value for key, value in table.items() if key != "*"}
            if "*" in table and all(isinstance(key, str) for key in plain):
                return source  # a text is written out where it is given
            return f"{plain}.get({source}, {source})" if "*" in table else f"{plain}[{source}]"
        return {
            "one_minus": f"1 - {_operand(source)}",
            "not": f"not {_operand(source)}",
            "item": f"{_operand(source)}[{param.transform_argument}]",
            "scale": f"{_operand(source)} * {param.transform_argument}",
        }.get(param.transform, "")

    def _doubled(self, value: Opaque) -> Opaque:
        """Return a padding for each axis as one for each end; a number, or what may be one, is for all of them."""
        items = _items(value.text)
        if self.row.dims == 1 or (items is None and self.shape_of(value.text) != MANY):
            return value
        if items is None:
            return Opaque(f"tuple(pad for pad in {value.text} for _ in range(2))")
        return Opaque(f"({', '.join(item for item in items for _ in range(2))})")


def is_plain(param: Param, value: object) -> bool:
    """Tell whether a value of an argument without counterpart does what MindSpore does."""
    plain = parse_literal(param.transform_argument) if param.transform == "only" else param.torch_default
    return same_value(value, plain)


def is_left_out(param: Param) -> bool:
    """Tell whether a written None is left out: as in torch it says nothing, and some of MindSpore's refuse it."""
    unsaid = (None, NOT_GIVEN)
    plain = any(param.mindspore_default is each for each in unsaid)
    return plain and any(param.torch_default is each for each in unsaid) and param.transform == "identity"


def is_default(param: Param, value: object) -> bool:
    """Tell whether a value is the one that MindSpore's argument has where it is left out."""
    default = param.mindspore_default
    return default is not REQUIRED and not isinstance(value, Opaque) and same_value(value, default)


def _items(source: str) -> list[str] | None:
    """Return the items of a tuple or list as they are written; None of anything else."""
    node = ast.parse(source, mode="eval").body
    return [ast.unparse(item) for item in node.elts] if isinstance(node, (ast.Tuple, ast.List)) else None


def _operand(source: str) -> str:
    """Return an expression that an operator or a bracket may follow."""
    node = ast.parse(source, mode="eval").body
    simple = isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant))
    return source if simple else f"({source})"
