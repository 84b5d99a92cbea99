"""Rows of the table turned round: the torch call that means what a call of MindSpore means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import libcst as cst

import mappings
from mappings.rows.arguments import same_value
from mappings.rows.literals import parse_literal
from mappings.rows.model import REQUIRED, STATUSES, Opaque, Param
from mappings.signatures.recorded import Overload, overloads
from mappings.table.derive import NOT_GIVEN
from parity.port.rows.arguments import Refused
from parity.port.rows.choose import exists_in_torch, torch_order, unlike
from parity.port.syntax.pieces import NotLiteral, argument, expression, literal, operand, text, written
from parity.port.to_torch.live import signature_of


class NotKnown(Refused):
    """It is not known which of MindSpore's arguments is which."""


Given = Mapping[str, cst.BaseExpression]
_KINDS = frozenset({"layer", "loss", "function", "tensor_method", "other"})
# MindSpore's padding is two arguments, which `windows` converts together.
_APART = frozenset({"pad_mode", "pad_lrtb", "pool_pad_mode", "pool_padding"})


@cache
def rows_of(name: str) -> tuple[mappings.Row, ...]:
    """Return the rows of a MindSpore name that can be turned round, the one to try first.

    Args:
        name (str): in full, e.g. ``mindspore.nn.Conv2d`` or ``mindspore.Tensor.mean``.
    """
    found = [row for row in mappings.rows_for_mindspore(name) if row.kind in _KINDS and not row.write]
    return tuple(sorted((row for row in found if exists_in_torch(row.torch)), key=_rank))


def _rank(row: mappings.Row) -> tuple[bool, bool, bool, bool, int]:
    ours, theirs = row.mindspore.rpartition(".")[2], row.torch.rpartition(".")[2]
    is_method = [".Tensor." in name for name in (row.mindspore, row.torch)]
    return (
        unlike(row) is not None,
        is_method[0] != is_method[1],
        row.status in {"different", "partial"},
        ours.lower() != theirs.lower(),
        STATUSES.index(row.status),
    )


@cache
def layer_row(name: str) -> mappings.Row | None:
    """Return the row by which a layer class of MindSpore is converted, or None."""
    for row in mappings.rows_for_mindspore(name):
        if row.kind in {"layer", "loss", "container"} and exists_in_torch(row.torch):
            return row if row.kind == "container" or not row.write else None
    return None


def torchs_own(full: str) -> str:
    """Return torch's name that one of ``mint`` is after; "" where there is none."""
    same = "torch." + full.removeprefix("mindspore.mint.") if full.startswith("mindspore.mint.") else ""
    return same if same and exists_in_torch(same) else ""


def bind(name: str, args: Sequence[cst.Arg]) -> dict[str, cst.BaseExpression]:
    """Return the arguments of a call by MindSpore's names.

    Raises:
        Refused: if the call has ``*args`` or ``**options``, or arguments that no signature names.
    """
    if any(entry.star for entry in args):
        raise Refused("its arguments are not all written out (*args, **options)")
    if not args:
        return {}
    order = _order(name, args)
    if order is None:
        raise NotKnown("its signature is not known")
    found: dict[str, cst.BaseExpression] = {}
    for number, entry in enumerate(args):
        key = entry.keyword.value if entry.keyword is not None else order[number] if number < len(order) else ""
        if not key or key in found or key not in order:
            raise Refused(f"{name} has no argument {key or number + 1}")
        found[key] = entry.value
    return found


def _order(name: str, args: Sequence[cst.Arg]) -> tuple[str, ...] | None:
    """Return the names of a call's arguments in order: those of the overload that it can be of."""
    plain = sum(entry.keyword is None for entry in args)
    keywords = {entry.keyword.value for entry in args if entry.keyword is not None}
    for overload in overloads(name):
        names = _names(name, overload)
        if not any(a.kind == "many" for a in overload) and keywords <= set(names) and plain <= len(names):
            return names
    known = signature_of(name)
    return None if known is None else _without_receiver(name, tuple(known))


def _names(name: str, overload: Overload) -> tuple[str, ...]:
    return _without_receiver(name, tuple(a.name for a in overload))


def _without_receiver(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return names[1:] if ".Tensor." in name and names[:1] in {("self",), ("input",)} else names


def torch_arguments(row: mappings.Row, given: Given) -> dict[str, cst.BaseExpression]:
    """Return what has to be written for torch, by its names: given arguments, and defaults that differ.

    Args:
        row (Row): the pair of names.
        given (Mapping[str, BaseExpression]): the arguments by MindSpore's names.

    Raises:
        Refused: if one has no counterpart.
    """
    _refuse_unknown(row, given)
    found: dict[str, cst.BaseExpression] = {}
    for param in row.params:
        if param.torch is None or param.transform in _APART or is_private(param):
            _refuse_own(param, given)
            continue
        key = param.torch.lstrip("*")
        value = _value(param, given)
        if value is not None and key not in found:
            found[key] = value
    return found


def is_private(param: Param) -> bool:
    """Tell whether torch has an argument for itself alone: ``_weight`` of Embedding."""
    return param.torch is not None and param.torch.startswith("_")


def _refuse_unknown(row: mappings.Row, given: Given) -> None:
    known = {p.mindspore for p in row.params if p.mindspore}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise Refused(f"the table does not say what its argument {unknown[0]!r} is in {row.torch}")


def _refuse_own(param: Param, given: Given) -> None:
    """Refuse a value that torch cannot be told.

    Raises:
        Refused: if an argument that torch has not is given, and is not what torch does.
    """
    name = param.mindspore
    has_torch = param.torch is not None and not is_private(param)
    if has_torch or name is None or name not in given or param.shows in {"none", "init"}:
        return
    wanted = param.mindspore_default if param.must is REQUIRED else param.must
    try:
        value = literal(given[name])
    except NotLiteral:
        value = Opaque(text(given[name]))
    if not same_value(value, wanted):
        raise Refused(f"torch has no counterpart of {name}")


def _value(param: Param, given: Given) -> cst.BaseExpression | None:
    """Return what to write for one argument of torch; None where nothing is."""
    if param.mindspore is None:
        return None
    name = param.mindspore.lstrip("*")
    if name in given:
        return _given(param, given[name])
    default, theirs = param.mindspore_default, param.torch_default
    if default is REQUIRED or default is NOT_GIVEN or isinstance(default, Opaque) or default is None:
        return None
    if param.transform in {"unknown", "last_axis"} or param.shows == "none":
        return None
    node = _given(param, expression(written(default)))
    if node is None or theirs is NOT_GIVEN:
        return None
    return None if _is_value(node, theirs) else node


def _is_value(node: cst.BaseExpression, value: object) -> bool:
    try:
        return same_value(literal(node), value)
    except NotLiteral:
        return False


def _given(param: Param, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """Return torch's argument for a value of MindSpore's.

    Raises:
        Refused: if there is none.
    """
    transform, detail, source = param.transform, param.transform_argument, text(node).strip()
    if transform in {"identity", "given", "to_tuple", "or", "none_if_empty", "mirrored", "only"}:
        return node
    if transform == "unknown":
        if source == "None" or (param.torch == "dtype" and param.shows == "none"):
            return None
        if param.torch == "dtype":
            return node
        raise Refused(f"what {param.mindspore}={source} is in torch depends on more than the call")
    if transform == "last_axis":
        if source == "-1":
            return None
        raise Refused(f"torch has no counterpart of {param.mindspore}={source}")
    if transform == "one_minus":
        return one_minus(node)
    if transform == "not":
        return expression({"True": "False", "False": "True"}.get(source, f"not {operand(node)}"))
    if transform == "map":
        return _mapped(param, node)
    if transform == "scale":
        return expression(f"{operand(node)} / {detail}")
    if transform == "half_below":
        return expression(f"2 * {operand(node)} + 1")
    raise Refused(f"{param.mindspore} is made from torch's {param.torch} by {transform}, which cannot be turned round")


def one_minus(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return what is left of 1."""
    try:
        value = literal(node)
    except NotLiteral:
        value = None
    if isinstance(value, (int, float)):
        return expression(written(round(1.0 - value, 12)))
    is_rest = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Subtract)
    if isinstance(node, cst.BinaryOperation) and is_rest and text(node.left).strip() in {"1", "1.0"}:
        return node.right
    return expression(f"1 - {operand(node)}")


def _mapped(param: Param, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """Look a value up in the table of a ``map``, turned round."""
    table = parse_literal(param.transform_argument)
    assert isinstance(table, dict)
    back = {value: key for key, value in reversed(list(table.items())) if key != "*"}
    try:
        value = literal(node)
    except NotLiteral:
        if any(key is None for key in back):
            raise Refused(f"what {param.mindspore} is here is not known") from None
        return expression(f"{back!r}[{text(node).strip()}]")
    for key, made in back.items():
        if key == value and isinstance(key, bool) == isinstance(value, bool):
            return expression(written(made))
    if "*" in table:
        return node
    raise Refused(f"{param.mindspore}={value!r} has no counterpart in torch")


def placed(
    row: mappings.Row, args: Sequence[cst.Arg], given: Given, found: Mapping[str, cst.BaseExpression]
) -> list[cst.Arg]:
    """Put torch's arguments in order: by position as far as the call did, the rest by keyword.

    Args:
        row (Row): the pair of names.
        args (Sequence[Arg]): the call's arguments, as written.
        given (Mapping[str, BaseExpression]): they, by MindSpore's names.
        found (Mapping[str, BaseExpression]): torch's.
    """
    order = torch_order(row.torch, row)
    target = {p.mindspore.lstrip("*"): p.torch.lstrip("*") for p in reversed(row.params) if p.mindspore and p.torch}
    layout = dict(zip(given, args, strict=True))
    made: list[cst.Arg] = []
    done: set[str] = set()
    by_position = True
    for name, entry in layout.items():
        key = target.get(name, "")
        if key not in found or key in done:
            continue
        done.add(key)
        by_position = by_position and entry.keyword is None and order[len(made) : len(made) + 1] == (key,)
        new = argument(found[key], "" if by_position else key)
        made.append(new.with_changes(comma=entry.comma, whitespace_after_arg=entry.whitespace_after_arg))
    made += [argument(node, key) for key, node in found.items() if key not in done]
    return made


def require_all(row: mappings.Row, found: Mapping[str, cst.BaseExpression]) -> None:
    """Refuse a call that lacks what torch needs.

    Raises:
        Refused: if it does.
    """
    needed = [p.torch for p in row.params if p.torch and p.torch_default is REQUIRED and p.mindspore is not None]
    missing = [name for name in needed if name.lstrip("*") not in found]
    if missing:
        raise NotKnown(f"{row.torch} needs {missing[0]}, which the call does not give")


@cache
def weight_names(name: str) -> Mapping[str, str]:
    """Return torch's names of a layer's weights by MindSpore's, where both have one."""
    row = layer_row(name)
    entries = row.weights if row is not None else ()
    return {w.mindspore: w.torch for w in entries if w.torch and w.mindspore and "*" not in w.torch}


@cache
def argument_names(name: str) -> Mapping[str, str]:
    """Return torch's names of a layer's plainly renamed arguments by MindSpore's."""
    row = layer_row(name)
    entries = row.params if row is not None else ()
    return {p.mindspore: p.torch for p in entries if p.torch and p.mindspore and p.transform == "identity"}
