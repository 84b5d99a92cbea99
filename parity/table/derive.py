"""The call of the other framework that means what a call of this one means, worked out through a row of the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache

import mappings
from mappings.arguments import deciding, same_value
from mappings.model import REQUIRED, Opaque, Param
from mappings.signatures import recorded
from mappings.transforms import Context, TransformError, UnknownValue, apply

_DTYPE = re.compile(r"\btorch\.((?:u?int|b?float|complex)\d+|bool)\b")
_TORCH = re.compile(r"\btorch\.")
_INITIALIZER = re.compile(r"(?:Normal|Uniform|TruncatedNormal|HeNormal|HeUniform|XavierUniform)\(")
_FREE = frozenset({"ms", "mindspore", "nn", "ops", "mint", "np", "math"})


class NotDerivableError(ValueError):
    """The row cannot say what this call is in MindSpore; the message says why."""


def mindspore_call(row: mappings.Row, given: Mapping[str, object], receiver: str = "") -> str:
    """Return the MindSpore call that means what a call of the row's torch name means.

    Args:
        row (Row): the row.
        given (Mapping[str, object]): the arguments by torch's names; an `Opaque` holds the source of one that is no
            literal.
        receiver (str): of a method: what it is called on.

    Raises:
        NotDerivableError: if the row does not say it.
    """
    if row.write:
        return _as_written(row, given)
    classes = [name.rpartition(".")[2][:1].isupper() for name in (row.torch, row.mindspore)]
    if row.kind == "primitive" or classes[0] != classes[1]:
        raise NotDerivableError("it is made first and called then")
    order = mindspore_order(row.mindspore)
    if order is None:
        raise NotDerivableError("the signature is not known")
    values = mindspore_values(row, given)
    lacking = [p.mindspore for p in row.params if p.mindspore and p.torch and p.mindspore_default is REQUIRED]
    if any(name not in values for name in lacking):
        raise NotDerivableError("a required argument is not known")
    written = _arguments_as_text(order, values, row)
    if row.mindspore.startswith("mindspore.Tensor."):
        if not receiver:
            raise NotDerivableError("the tensor is not known")
        return f"{receiver}.{row.mindspore.rpartition('.')[2]}({', '.join(written)})"
    return f"{row.mindspore}({', '.join(written)})"


def _as_written(row: mappings.Row, given: Mapping[str, object]) -> str:
    written = written_for(row, row.write, given)
    if not written:
        raise NotDerivableError(f"write {row.write}")
    return written


@cache
def mindspore_order(name: str) -> tuple[str, ...] | None:
    """Return the arguments of a MindSpore name in order, but a method's own tensor; None where nothing tells."""
    signature = recorded().get(name)
    if signature is None:
        return None
    names = tuple(signature)
    return names[1:] if name.startswith("mindspore.Tensor.") and names[:1] in {("self",), ("input",)} else names


def mindspore_values(row: mappings.Row, given: Mapping[str, object]) -> dict[str, object]:
    """Return what has to be written, by MindSpore's names: given arguments, and defaults that differ.

    Raises:
        NotDerivableError: if an argument has no counterpart, or one that the row does not say.
    """
    known = {param.torch for param in row.params if param.torch}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise NotDerivableError(f"the row does not list {unknown[0]}")
    filled = {p.torch: p.torch_default for p in row.params if p.torch and p.torch_default is not REQUIRED} | dict(given)
    found: dict[str, object] = {}
    for param in deciding(row, given):
        value = _value(row, param, given, filled)
        if value is REQUIRED or param.mindspore is None:
            continue
        if param.mindspore_default is REQUIRED or not _is_default(value, param):
            found[param.mindspore] = value
    return found


def mindspore_value(row: mappings.Row, argument: str, given: Mapping[str, object]) -> object:
    """Return what one argument of MindSpore has to be; `REQUIRED` where the call and the defaults do not tell.

    Raises:
        NotDerivableError: if it has no counterpart, or the row does not say it.
    """
    filled = {p.torch: p.torch_default for p in row.params if p.torch and p.torch_default is not REQUIRED} | dict(given)
    for param in row.params:
        if param.mindspore == argument:
            value = _value(row, param, given, filled)
            if value is not REQUIRED:
                return value
    return REQUIRED


def _is_default(value: object, param: Param) -> bool:
    return not isinstance(value, Opaque) and same_value(value, param.mindspore_default)


def _value(row: mappings.Row, param: Param, given: Mapping[str, object], filled: Mapping[str, object]) -> object:
    """Return the value for one argument of MindSpore; `REQUIRED` where nothing is to be written."""
    if param.torch is None:
        return param.must
    if param.torch not in filled:
        return REQUIRED
    value = filled[param.torch]
    if param.torch not in given and _is_other_spelling(row, param, value):
        return REQUIRED
    if isinstance(value, Opaque):
        return _expression(row, param, value) if param.torch in given else REQUIRED
    try:
        result = apply(param.transform, value, Context(filled, row.dims, param.transform_argument))
    except UnknownValue:
        if param.torch in given and param.shows != "none" and param.transform == "unknown":
            raise NotDerivableError(f"{param.torch} depends on more than the call") from None
        return REQUIRED
    except TransformError as error:
        raise NotDerivableError(str(error)) from None
    except (TypeError, KeyError, IndexError) as error:
        raise NotDerivableError(f"{param.torch}={value!r}: {error}") from None
    if param.mindspore is None and param.torch in given and param.shows != "none" and param.transform == "identity":
        raise NotDerivableError(f"{param.torch} has no counterpart")
    # A default that stands for another argument of the call (stride=None: kernel_size) has that argument's source.
    taken_over = param.transform == "or"
    return REQUIRED if isinstance(result, Opaque) and param.torch not in given and not taken_over else result


def _is_other_spelling(row: mappings.Row, param: Param, value: object) -> bool:
    """Tell whether a default of torch and one of MindSpore's are two spellings: the row names no difference."""
    named = any(difference.argument == param.mindspore for difference in row.differences)
    return value is None and param.transform == "identity" and not named


def _expression(row: mappings.Row, param: Param, value: Opaque) -> object:
    """Return the source for an argument whose torch value only the running program knows."""
    text, kind = value.text, param.transform
    if param.mindspore is None:
        if param.shows == "none":
            return REQUIRED
        raise NotDerivableError(f"the value of {param.torch} is not known here")
    if kind in {"identity", "given", "pool_padding", "or"}:
        return value
    if kind == "one_minus":
        return Opaque(f"1 - {_operand(text)}")
    if kind == "not":
        return Opaque(f"not {_operand(text)}")
    if kind in {"pad_mode", "pool_pad_mode"}:
        return "pad"
    if kind == "pad_lrtb" and (row.dims == 1 or not _may_be_pair(text)):
        return value
    if kind == "pad_lrtb":
        axes = _items(text)
        return Opaque(f"({', '.join(axis for axis in axes for _ in range(2))})")
    if kind == "item" and _is_simple(text):
        return Opaque(f"{text}[{param.transform_argument}]")
    if kind == "scale":
        return Opaque(f"{_operand(text)} * {param.transform_argument}")
    if kind == "to_tuple" and _items(text):
        return value
    if kind == "last_axis" and len(_items(text)) == 1:
        return -1
    raise NotDerivableError(f"the value of {param.torch} is not known here")


def _may_be_pair(text: str) -> bool:
    return bool(_items(text))


def _items(text: str) -> list[str]:
    """Return the items of a tuple or list as they are written; [] of anything else."""
    node = ast.parse(text, mode="eval").body
    return [ast.unparse(item) for item in node.elts] if isinstance(node, (ast.Tuple, ast.List)) else []


def _is_simple(text: str) -> bool:
    return isinstance(ast.parse(text, mode="eval").body, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))


def _operand(text: str) -> str:
    return text if _is_simple(text) else f"({text})"


def _arguments_as_text(order: Sequence[str], values: Mapping[str, object], row: mappings.Row) -> list[str]:
    """Write the arguments: the required ones by position as far as they come first, the rest by keyword."""
    required = {param.mindspore for param in row.params if param.mindspore_default is REQUIRED}
    missing = [name for name in values if name not in order]
    if missing:
        raise NotDerivableError(f"the signature has no {missing[0]}")
    floats = {param.mindspore for param in row.params if type(param.mindspore_default) is float}
    written: list[str] = []
    by_position = True
    for name in order:
        by_position = by_position and name in values and name in required
        if name in values:
            value = values[name]
            text = as_text(float(value) if type(value) is int and name in floats else value)
            written.append(text if by_position else f"{name}={text}")
    return written


def as_text(value: object) -> str:
    """Return a value as source of MindSpore.

    Raises:
        NotDerivableError: if a name of torch stands in it that is no dtype.
    """
    if not isinstance(value, Opaque):
        return repr(value)
    text = _DTYPE.sub(r"mindspore.\1", value.text)
    if _TORCH.search(text):
        raise NotDerivableError(f"{text} is torch's")
    return f"mindspore.common.initializer.{text}" if _INITIALIZER.match(text) else text


def written_for(row: mappings.Row, code: str, given: Mapping[str, object]) -> str:
    """Return code of the table with the arguments of a call put in for torch's argument names; "" where it needs more.

    Args:
        row (Row): the row whose torch names stand in `code`.
        code (str): an expression of MindSpore.
        given (Mapping[str, object]): the arguments by torch's names.
    """
    try:
        tree = ast.parse(code, mode="eval").body
    except SyntaxError:
        return ""
    values = {p.torch: p.torch_default for p in row.params if p.torch and p.torch_default is not REQUIRED} | dict(given)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if any(name not in _FREE and (name not in values or _is_unwritten(values[name], name in given)) for name in names):
        return ""
    if isinstance(tree, (ast.Name, ast.Attribute)):
        return ""  # a name to use instead, without its arguments
    try:
        return ast.unparse(_Filled(values).visit(tree))
    except NotDerivableError:
        return ""


def _is_unwritten(value: object, given: bool) -> bool:
    return isinstance(value, Opaque) and not given


class _Filled(ast.NodeTransformer):
    """Puts the values in for the names."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.values:
            return node
        return ast.parse(as_text(self.values[node.id]), mode="eval").body
