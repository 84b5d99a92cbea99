"""The arguments of one call: torch's, as written, become those of a row's MindSpore name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

import libcst as cst

import mappings
from mappings.lines.bindings import NotDerivableError
from mappings.lines.meaning import MANY, NOTHING, ONE, Given, is_default, written_shape
from mappings.rows.arguments import same_value
from mappings.rows.model import REQUIRED, Opaque, Param
from mappings.signatures.recorded import Overload, overloads, recorded
from mappings.table.derive import NOT_GIVEN
from parity.port.rows.choose import mindspore_order, torch_order
from parity.port.syntax.pieces import NotLiteral, argument, expression, literal, text, written

_SEQUENCES = frozenset({"list", "shape"})
Bound = Mapping[str, cst.BaseExpression]


class Refused(ValueError):  # noqa: N818  (a signal: the row cannot say this call)
    """A row cannot convert a call; the message says why."""


def bind(name: str, row: mappings.Row, args: Sequence[cst.Arg]) -> dict[str, cst.BaseExpression]:
    """Return the arguments of a call by torch's names.

    Raises:
        Refused: if the call has ``*args`` or ``**options``, or arguments that torch's signature does not name.
    """
    if any(entry.star for entry in args):
        raise Refused("its arguments are not all written out (*args, **options)")
    args = _by_main_names(row, args)
    order = _order(name, row, args)
    found: dict[str, cst.BaseExpression] = {}
    for number, entry in enumerate(args):
        if entry.keyword is not None:
            if entry.keyword.value in found:
                raise Refused(f"its argument {entry.keyword.value!r} is not where the table has it")
            found[entry.keyword.value] = entry.value
        elif number < len(order) and order[number] not in found:
            found[order[number]] = entry.value
        else:
            raise Refused(f"the table does not name its argument {number + 1}")
    return found


def _order(name: str, row: mappings.Row, args: Sequence[cst.Arg]) -> tuple[str, ...]:
    """Return the names of torch's arguments in order, by the overload that the call can be of.

    ``randint(10, (3, 3))`` gives high and size, and no low.

    Raises:
        Refused: if it can be of several whose names differ.
    """
    order = torch_order(name, row)
    plain = sum(entry.keyword is None for entry in args)
    keywords = {entry.keyword.value for entry in args if entry.keyword is not None}
    fitting = [_by_position(found) for found in overloads(name) if _fits(found, plain, keywords)]
    named = {names[:plain] for names in fitting}
    if not named or order[:plain] in named or row.mindspore.endswith(".arange"):  # both frameworks' shift alike
        return order
    if len(named) > 1:
        raise Refused("which of torch's overloads is called depends on more than the call")
    return fitting[0]


def _by_position(overload: Overload) -> tuple[str, ...]:
    return tuple(entry.name for entry in overload if entry.kind != "keyword")


def _fits(overload: Overload, plain: int, keywords: set[str]) -> bool:
    """Tell whether a call of so many arguments by position, and of these by keyword, can be of an overload."""
    if any(entry.kind == "many" for entry in overload):
        return False
    names = _by_position(overload)
    given = keywords.union(names[:plain])
    needed = {entry.name for entry in overload if entry.required}
    return plain <= len(names) and keywords <= {entry.name for entry in overload} and needed <= given


Kinds = Callable[[cst.BaseExpression], str]

_REFUSE_INTS = frozenset((f"mindspore.nn.{name}", "dropout") for name in ("LSTM", "GRU", "RNN"))
"""Arguments of which MindSpore takes floats alone, where torch's users write 0."""


def _unknown_kind(node: cst.BaseExpression) -> str:
    del node
    return ""


def converted(
    name: str, row: mappings.Row, args: Sequence[cst.Arg], kind: Kinds = _unknown_kind, *, whole: bool = True
) -> list[cst.Arg]:
    """Return the arguments of `row`'s MindSpore name that mean what a call of torch's `name` means.

    Args:
        name (str): torch's full name.
        row (Row): the row.
        args (Sequence[Arg]): as written, their values converted already.
        kind (Kinds): what an argument's value is, as far as it is known.
        whole (bool): False for some arguments of a call whose others are given elsewhere.

    Raises:
        Refused: if the row cannot say it.
    """
    if not row.params:
        return _unnamed(name, row, args)
    given = bind(name, row, args)
    known = {p.torch.lstrip("*") for p in row.params if p.torch}
    unknown = [key for key in given if key not in known]
    if unknown:
        raise Refused(f"the table does not say what its argument {unknown[0]!r} is in {row.mindspore}")
    found = values(row, given, kind)
    if whole:
        _require_all(row, given, found)
    return _placed(row, args, given, found)


# What torch takes for an argument that another of its overloads has.
_IMPLIED = {("torch.randint", "low"): 0, ("torch.randint_like", "low"): 0, ("torch.arange", "start"): 0}


def _require_all(row: mappings.Row, given: Bound, found: Bound) -> None:
    """Refuse a call without an argument that MindSpore needs, or that torch's overload has not and MindSpore assumes.

    Raises:
        Refused: if one is missing.
    """
    for name, default in (recorded().get(row.mindspore) or {}).items():
        of_tensor = ".Tensor." in row.mindspore and name in {"self", "input"}
        if default is REQUIRED and name not in found and not of_tensor:
            raise Refused(f"{row.mindspore} needs {name}, which the call does not give")
    for param in row.params:
        assumed = param.mindspore_default not in (REQUIRED, None, NOT_GIVEN)
        lacks = (
            param.torch_default is NOT_GIVEN and param.torch not in given and (row.torch, param.torch) not in _IMPLIED
        )
        if lacks and param.mindspore and assumed:
            raise Refused(f"{row.mindspore} takes {param.mindspore}={param.mindspore_default!r} where torch has none")


# Other names that torch takes for an argument; `unbiased` is a correction of 1 or 0.
_ALIASES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "unbiased": "correction"}


def _by_main_names(row: mappings.Row, args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Return the arguments under the names that the row knows."""
    known = {p.torch for p in row.params}
    made: list[cst.Arg] = []
    for entry in args:
        key = entry.keyword.value if entry.keyword is not None else ""
        if key in _ALIASES and key not in known and _ALIASES[key] in known:
            entry = entry.with_changes(keyword=cst.Name(_ALIASES[key]))
            if key == "unbiased":
                entry = entry.with_changes(value=expression(f"int({text(entry.value)})"))
                if text(entry.value) in {"int(True)", "int(False)"}:
                    entry = entry.with_changes(value=expression("1" if "True" in text(entry.value) else "0"))
        made.append(entry)
    return made


def default_fixes(row: mappings.Row, given: set[str]) -> list[cst.Arg]:
    """Return the arguments that make up for differing defaults of a row that does not name its arguments.

    Raises:
        Refused: if what to write is not said as an argument.
    """
    made: list[cst.Arg] = []
    named = {p.mindspore for p in row.params}
    for difference in row.differences:
        argument_name = difference.argument
        if not difference.rule.endswith("-default") or argument_name in named or argument_name in given:
            continue
        call = ast.parse(f"f({difference.fix})", mode="eval").body if _is_keyword(difference.fix) else None
        if not isinstance(call, ast.Call):
            raise Refused(f"{row.mindspore} has another default of {argument_name}: {difference.fact}")
        made += [argument(ast.unparse(entry.value), str(entry.arg)) for entry in call.keywords]
    return made


def _is_keyword(fix: str) -> bool:
    """Tell whether a fix is written as keywords with literal values."""
    try:
        call = ast.parse(f"f({fix})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or not call.keywords:
            return False
        for entry in call.keywords:
            ast.literal_eval(entry.value)
    except (SyntaxError, ValueError):
        return False
    return True


def _unnamed(name: str, row: mappings.Row, args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Pass the arguments of a row that names none: by position, and by keyword where both sides have the name."""
    order = mindspore_order(row)
    theirs = torch_order(name, row)
    for number, entry in enumerate(args):
        if entry.keyword is not None:
            key = entry.keyword.value
            if key not in order and row.status != "same":
                raise Refused(f"the table does not say what its argument {key!r} is in {row.mindspore}")
            if key not in order and order:
                raise Refused(f"{row.mindspore} has no argument {key!r}")
        elif not entry.star and theirs and order and number >= len(order):
            raise Refused(f"{row.mindspore} takes fewer arguments")
    given = {entry.keyword.value for entry in args if entry.keyword is not None}
    return [*args, *default_fixes(row, given)]


def values(row: mappings.Row, given: Bound, kind: Kinds = _unknown_kind) -> dict[str, cst.BaseExpression]:
    """Return what has to be written for MindSpore, by its names: given arguments, and defaults that differ.

    Raises:
        Refused: if a value has no counterpart.
    """
    implied = {name: value for (torch_name, name), value in _IMPLIED.items() if torch_name == row.torch}
    known = {key: _value_of(node) for key, node in given.items()}
    shapes = {text(node): _shape(node, kind) for node in given.values()}
    call = Given(row, {**implied, **known}, lambda source: shapes.get(source, written_shape(source)))
    found: dict[str, cst.BaseExpression] = {}
    for param in call.deciding():
        try:
            value = call.value(param)
        except NotDerivableError as error:
            raise Refused(f"{row.mindspore}: {error}") from None
        node = given.get(param.torch or "")
        if value is NOTHING or param.mindspore is None or (value is None and node is None):
            continue
        if is_default(param, value) and not _holds_a_place(param, node):
            continue
        kept = node is not None and _is_written_so(known[param.torch or ""], value)
        made = node if kept and node is not None else _as_expression(value)
        found[param.mindspore.lstrip("*")] = _as_float(row, param, made)
    return found


def _as_float(row: mappings.Row, param: Param, node: cst.BaseExpression) -> cst.BaseExpression:
    """Write the whole numbers of ``0.5 if several else 0`` as floats, as those that stand alone are."""
    if not isinstance(param.mindspore_default, float):
        return node
    if isinstance(node, cst.IfExp):
        return node.with_changes(body=_as_float(row, param, node.body), orelse=_as_float(row, param, node.orelse))
    if isinstance(node, cst.Integer):
        return cst.Float(f"{node.value}.0")
    named = isinstance(node, (cst.Name, cst.Attribute, cst.Subscript)) and text(node) not in {"None", "True", "False"}
    return expression(f"float({text(node)})") if named and (row.mindspore, param.mindspore) in _REFUSE_INTS else node


def _value_of(node: cst.BaseExpression) -> object:
    try:
        return literal(node)
    except NotLiteral:
        return Opaque(text(node))


def _is_written_so(known: object, value: object) -> bool:
    """Tell whether a value is what the call gives, so that it stays as it is written."""
    return known is value or (type(known) is type(value) and not isinstance(value, Opaque) and same_value(known, value))


def _as_expression(value: object) -> cst.BaseExpression:
    return expression(value.text if isinstance(value, Opaque) else written(value))


def _holds_a_place(param: Param, node: cst.BaseExpression | None) -> bool:
    """Tell whether a value that is MindSpore's default stays: torch needs it, mostly by position."""
    return node is not None and param.transform == "identity" and param.torch_default is REQUIRED


def _shape(node: cst.BaseExpression, kind: Kinds) -> str:
    sequence = isinstance(node, (cst.Tuple, cst.List)) or _is_sequence(node) or kind(node) in _SEQUENCES
    return MANY if sequence else ONE


def _is_sequence(node: cst.BaseExpression) -> bool:
    """Tell whether an expression gives a sequence of axes: a slice, ``x.shape``, or what is called a shape."""
    if isinstance(node, cst.Subscript):
        return any(isinstance(e.slice, cst.Slice) for e in node.slice)
    source = text(node)
    return source.endswith(("shape", "size()")) or source.startswith(("tuple(", "list("))


def _placed(
    row: mappings.Row, args: Sequence[cst.Arg], given: Bound, found: Mapping[str, cst.BaseExpression]
) -> list[cst.Arg]:
    """Put the values in order: by position as far as the call did, the rest by keyword in the call's order."""
    order = mindspore_order(row)
    counterpart: dict[str, list[str]] = {}
    for param in row.params:
        if param.torch and param.mindspore:
            counterpart.setdefault(param.torch.lstrip("*"), []).append(param.mindspore.lstrip("*"))
    positional = sum(entry.keyword is None for entry in args)
    names = list(given)
    placed: list[cst.Arg] = []
    done: set[str] = set()
    by_position = True
    for number, key in enumerate(names):
        for target in counterpart.get(key, ()):
            if target not in found or target in done:
                continue
            at = order.index(target) if target in order else -1
            by_position = by_position and number < positional and at == len(placed)
            done.add(target)
            placed.append(_like(args[number], found[target], "" if by_position else target))
        by_position = by_position and len(placed) > number
    for target, node in found.items():
        if target not in done:
            placed.append(argument(node, target))
    if positional == len(args) and set(order[: len(found)]) == set(found) and _is_implied(row, given):
        return [argument(found[target]) for target in order[: len(found)]]
    return placed


def _is_implied(row: mappings.Row, given: Bound) -> bool:
    return any(torch_name == row.torch and name not in given for torch_name, name in _IMPLIED)


def _like(entry: cst.Arg, value: cst.BaseExpression, keyword: str) -> cst.Arg:
    """Return an argument with the comments of the one it comes from."""
    made = argument(value, keyword)
    return made.with_changes(comma=entry.comma, whitespace_after_arg=entry.whitespace_after_arg)
