"""Which row of the table a call is converted by: the one that says the same with the least change, on every device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, TypeVar

import torch

import mappings
from mappings.lines.calls import mindspore_line
from mappings.rows.model import STATUSES
from mappings.signatures.recorded import Signature, recorded, signature_of
from mappings.table.registry import iter_rows

_FUNCTIONAL = "torch.nn.functional."
_SHOWN = frozenset({"forward", "grad", "train"})
_DEFAULT = "-default"
_STARTS_IN_EVAL = "starts-in-eval"  # of the net, not of the layer: whoever trains calls set_train()
# At single points, in the dtype of indices, and beyond the range of floats: not another computation.
_MARGINAL = frozenset({"gradient", "return dtype", "numerics"})


_Value = TypeVar("_Value")


def by_row(function: Callable[[mappings.Row], _Value]) -> Callable[[mappings.Row], _Value]:
    """Keep what a function says of each row: rows are not hashable."""
    kept: dict[tuple[str, int], _Value] = {}

    @wraps(function)
    def looked_up(row: mappings.Row) -> _Value:
        key = row.family, row.number
        if key not in kept or not row.number:
            kept[key] = function(row)
        return kept[key]

    return looked_up


@cache
def rows_of(name: str) -> tuple[mappings.Row, ...]:
    """Return the rows of a torch name, the one to try first.

    Args:
        name (str): in full, e.g. ``torch.nn.Conv2d`` or ``torch.Tensor.view``.
    """
    found = [*mappings.rows_for_torch(name)]
    if name.count(".") == 1:  # torch.relu is torch.nn.functional.relu
        found += mappings.rows_for_torch(_FUNCTIONAL + name.partition(".")[2])
    return tuple(sorted((row for row in found if row.mindspore and row.kind != "module"), key=_rank))


@cache
def _alone() -> Mapping[str, tuple[mappings.Row, ...]]:
    """Return the rows without counterpart by torch's name."""
    found: dict[str, tuple[mappings.Row, ...]] = {}
    for row in iter_rows():
        if not row.mindspore:
            found[row.torch] = (*found.get(row.torch, ()), row)
    return found


@cache
def written_of(name: str) -> tuple[mappings.Row, ...]:
    """Return the rows of a torch name without counterpart that say how to write it."""
    return tuple(row for row in _alone().get(name, ()) if row.write)


@cache
def reason_of(name: str) -> str:
    """Return why a torch name has no counterpart, where the table says so; else ""."""
    return next((row.none for row in _alone().get(name, ()) if row.none), "")


def _rank(row: mappings.Row) -> tuple[bool, bool, bool, bool, bool, int]:
    """Order rows: functions and layers before primitives; what runs everywhere before mint; then by status and name."""
    return (
        row.kind == "primitive",
        unlike(row) is not None,
        ".mint." in row.mindspore,
        row.status in {"different", "partial"},
        row.torch.rpartition(".")[2] != row.mindspore.rpartition(".")[2],
        STATUSES.index(row.status),
    )


@by_row
def unlike(row: mappings.Row) -> mappings.Difference | None:
    """Return the first silent difference of a row that no argument removes, or None."""
    arguments = {param.mindspore for param in row.params if param.mindspore}
    for difference in row.differences:
        removable = difference.rule.endswith(_DEFAULT) or difference.argument in arguments
        marginal = difference.argument in _MARGINAL or difference.rule == _STARTS_IN_EVAL
        if difference.shows in _SHOWN and difference.loudness == "silent" and not removable and not marginal:
            return difference
    return None


@cache
def _signature(name: str) -> Signature:
    return signature_of(_live(name))


def torch_order(name: str, row: mappings.Row) -> tuple[str, ...]:
    """Return the names of torch's arguments in order: by the signature, or as the row lists them."""
    signature = _signature(name) or recorded().get(name)
    if signature:
        names = tuple(signature)
    else:
        names = tuple(dict.fromkeys(p.torch.lstrip("*") for p in row.params if p.torch))
    if ".Tensor." in name and names and names[0] in {"self", "input"}:
        names = names[1:]
    return names


@by_row
def mindspore_order(row: mappings.Row) -> tuple[str, ...]:
    """Return the names of MindSpore's arguments in order: as recorded, or as the row lists them."""
    signature = recorded().get(row.mindspore)
    names = tuple(signature) if signature else tuple(dict.fromkeys(p.mindspore for p in row.params if p.mindspore))
    if ".Tensor." in row.mindspore and names and names[0] in {"self", "input"}:
        names = names[1:]
    return names


@cache
def is_variadic(name: str) -> bool:
    """Tell whether torch's function takes any number of arguments by position: ``meshgrid(*tensors)``."""
    import inspect

    try:
        parameters = inspect.signature(_live(name)).parameters.values()
    except (ValueError, TypeError):
        return False
    kinds = {p.kind for p in parameters}  # a wrapper that takes anything says nothing
    return inspect.Parameter.VAR_POSITIONAL in kinds and inspect.Parameter.VAR_KEYWORD not in kinds


@by_row
def takes_any_number(row: mappings.Row) -> bool:
    """Tell whether both sides take any number of arguments (``einsum(equation, *operands)``) and mean the same."""
    return row.status in {"same", "names"} and row.mindspore in recorded() and recorded()[row.mindspore] is None


@cache
def _live(name: str) -> Any:
    target: Any = torch
    for part in name.split(".")[1:]:
        target = getattr(target, part, None)
    return target


@cache
def exists_in_torch(name: str) -> bool:
    """Tell whether the installed torch has a name."""
    return _live(name) is not None


def live(name: str) -> Any:
    """Return what a full torch name is, or None."""
    return _live(name)


@cache
def layer_row(name: str) -> mappings.Row | None:
    """Return the row by which a layer class of torch is converted, or None."""
    return next((row for row in rows_of(name) if row.kind in {"layer", "loss", "container"}), None)


@cache
def starts_in_eval(name: str) -> bool:
    """Tell whether a new layer of torch trains and MindSpore's counterpart does not, and they differ by that."""
    row = layer_row(name)
    return row is not None and any(difference.rule == _STARTS_IN_EVAL for difference in row.differences)


@cache
def weight_names(name: str) -> Mapping[str, str]:
    """Return MindSpore's names of a layer's weights by torch's, where both have one."""
    row = layer_row(name)
    entries = row.weights if row is not None else ()
    return {w.torch: w.mindspore for w in entries if w.torch and w.mindspore and "*" not in w.torch}


@cache
def argument_names(name: str) -> Mapping[str, str]:
    """Return MindSpore's names of a layer's plainly renamed arguments by torch's."""
    row = layer_row(name)
    entries = row.params if row is not None else ()
    return {p.torch: p.mindspore for p in entries if p.torch and p.mindspore and p.transform == "identity"}


@cache
def layers_named(part: str) -> tuple[str, ...]:
    """Return torch's layers with a row in whose names a part occurs."""
    names = (f"torch.nn.{name}" for name in dir(_live("torch.nn")) if part and part in name)
    return tuple(name for name in names if (row := layer_row(name)) is not None and row.kind == "layer")


def part_in_mindspore(part: str) -> str | None:
    """Return what occurs in the names of MindSpore's layers where a part occurs in torch's; None where nothing does."""
    rows = {name: row for name in layers_named(part) if (row := layer_row(name)) is not None}
    if all(part in row.mindspore.rpartition(".")[2] for row in rows.values()):
        return part
    own = rows.get(f"torch.nn.{part}")
    return own.mindspore.rpartition(".")[2] if own is not None and len(rows) == 1 else None


@by_row
def wants_tuple(row: mappings.Row) -> bool:
    """Tell whether several numbers, each an argument in torch, are one tuple in MindSpore: by the row's own cases."""
    import ast

    for case in row.cases:
        if case.expected != "equal":
            continue
        theirs = _target_call(case.torch, row.torch.rpartition(".")[2])
        ours = _target_call(_mindspore_of(row, case), row.mindspore.rpartition(".")[2])
        if theirs is not None and ours is not None and len(theirs.args) > 1:
            packed = ours.args[0].elts if len(ours.args) == 1 and isinstance(ours.args[0], ast.Tuple) else []
            return [ast.unparse(node) for node in packed] == [ast.unparse(node) for node in theirs.args]
    return False


def _mindspore_of(row: mappings.Row, case: mappings.Case) -> str:
    """Return the MindSpore line of a case: as written by hand, or derived through the row; "" where neither is."""
    if case.mindspore:
        return case.mindspore
    try:
        return mindspore_line(row, case.torch)
    except ValueError:
        return ""


def _target_call(source: str, name: str) -> Any:
    import ast

    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError:  # a program of several lines, or none
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name == getattr(node.func, "attr", getattr(node.func, "id", "")):
            return node
    return None
