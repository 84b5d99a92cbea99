"""Reshapes and transpositions of the port that lead to an input whose elements stand in another order."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from parity.dumps.execution import Entry
from parity.executions.judge import Judged, Region
from parity.executions.kinds import kind_of
from parity.executions.units import key_of
from parity.executions.variants import off

if TYPE_CHECKING:
    from parity.executions.findings import Speaker
    from parity.report.model import Finding

_EXACT = 1e-5
_LARGEST = 1 << 20
"""Elements above which no other layout is tried."""
_BACK = 24
"""Calls before an operation among which its layout is looked for."""
_RESHAPES = frozenset({"reshape", "view", "flatten", "unflatten", "viewas", "reshapeas"})
_TURNS = frozenset({"transpose", "swapaxes", "permute", "t", "movedim"})


@dataclass(frozen=True, slots=True)
class _Step:
    """One call that lays elements out anew: a reshape where `order` is None."""

    entry: Entry
    shape: tuple[int, ...]
    order: tuple[int, ...] | None


def laid_out_otherwise(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Name the reshape or transposition of the port whose axes, in another order, give the reference's elements.

    Args:
        speaker (Speaker): makes findings.
        one (Judged): the pair whose input differs.
        region (Region): what lies before it.
    """
    entries = _before(speaker, one, region)
    if not entries:
        return None
    tried = _mended(entries, region)
    if tried is not None:
        entry, was, wanted = tried
        return speaker.finding(
            "body",
            one,
            f"{entry.type} lays the elements out as {_axes(was)} where {_axes(wanted)} gives the reference's order",
            argument="order of the axes",
            reference_value=wanted,
            port_value=was,
            evidence=f"{_axes(wanted)} in place of {_axes(was)} gives what the reference is given",
            port_layer=entry.name.rpartition(".forward")[0],
            location=speaker.sources.place(entry.user_frame),
            fix=_line(entry, was, wanted),
        )
    turned = [entry for entry in entries if kind_of(entry) in _TURNS]
    if not one.inputs or not any(found is not None and found.reordered for found in one.inputs):
        return None
    entry = (turned or entries)[-1]
    names = ", ".join(dict.fromkeys(each.type for each in entries))
    return speaker.finding(
        "body",
        one,
        f"the input of {one.pair.port and one.pair.port.type} holds the reference's elements in another order: look at "
        f"the axes of {names} here",
        argument="order of the elements",
        port_layer=entry.name.rpartition(".forward")[0],
        location=speaker.sources.place(entry.user_frame),
    )


def _axes(values: Sequence[int]) -> str:
    return f"({', '.join(map(str, values))})"


def _before(speaker: Speaker, one: Judged, region: Region) -> list[Entry]:
    """Return the calls of the port that lay out what an operation is given, in order.

    They are those that returned these very elements, or, where it is given a part of them, the last ones before it.
    """
    port = one.pair.port
    assert port is not None
    first = port.calls[0] if port.calls else port.entry
    calls = [e for e in speaker.port.execution.entries if e.phase == "forward" and e.kind == "api" and e.results]
    end = next((at for at, entry in enumerate(calls) if entry is first), None)
    key = key_of(region.got)
    returned = [at for at, entry in enumerate(calls[:end]) if _is_layout(entry) and key_of(entry.results[0]) == key]
    if returned:
        end = returned[-1] + 1
    found: list[Entry] = []
    for entry in reversed(calls[max(0, (end or 0) - _BACK) : end]):
        follows = not found or key_of(entry.results[0]) == key_of(found[0].inputs[0])
        if _is_layout(entry) and follows:
            found.insert(0, entry)
        elif found:
            break
    return found


def _is_layout(entry: Entry) -> bool:
    return kind_of(entry) in _RESHAPES | _TURNS and len(entry.inputs) == 1 and entry.user_frame is not None


def _mended(entries: Sequence[Entry], region: Region) -> tuple[Entry, tuple[int, ...], tuple[int, ...]] | None:
    """Return the call, its axes and those in whose place the reference's elements come out."""
    source, end = entries[0].inputs[0], entries[-1].results[0]
    if not 1 < source.numel <= _LARGEST:
        return None
    given, made, got, wanted = source.values(), end.values(), region.got.values(), region.wanted.values()
    if given is None or made is None or got is None or wanted is None:
        return None
    part = _part(made, got)
    steps = _steps(given, entries)
    if part is None or steps is None:
        return None
    right = wanted.reshape(-1)
    for number, step in enumerate(steps):
        was = step.shape if step.order is None else step.order
        for changed in _others(was):
            other = _Step(step.entry, *((changed, None) if step.order is None else (step.shape, changed)))
            result = _run(given, [*steps[:number], other, *steps[number + 1 :]])
            if result is None or result.shape != made.shape:
                continue
            taken = result.narrow(*part).reshape(-1) if part[2] else result.reshape(-1)
            if off([taken], right) <= _EXACT:
                return step.entry, was, changed
    return None


def _part(whole: torch.Tensor, part: torch.Tensor) -> tuple[int, int, int] | None:
    """Return axis, start and length of the part of a tensor that an operation was given; length 0 for all of it."""
    if whole.numel() == part.numel():
        return (0, 0, 0) if torch.equal(whole.reshape(-1), part.reshape(-1)) else None
    if whole.dim() != part.dim():
        return None
    axes = [n for n, (a, b) in enumerate(zip(whole.shape, part.shape, strict=True)) if a != b]
    if len(axes) != 1:
        return None
    (axis,), length = axes, part.shape[axes[0]]
    starts = range(whole.shape[axis] - length + 1)
    found = next((start for start in starts if torch.equal(whole.narrow(axis, start, length), part)), None)
    return (axis, found, length) if found is not None else None


def _steps(given: torch.Tensor, entries: Sequence[Entry]) -> list[_Step] | None:
    """Return what each call does, read from what it was given and returned."""
    found: list[_Step] = []
    current = given
    for entry in entries:
        result = entry.results[0].values()
        if result is None:
            return None
        if kind_of(entry) in _RESHAPES:
            found.append(_Step(entry, tuple(result.shape), None))
        else:
            orders = itertools.permutations(range(current.dim())) if current.dim() <= 6 else ()
            order = next((o for o in orders if _gives(current, o, result)), None)
            if order is None:
                return None
            found.append(_Step(entry, tuple(result.shape), order))
        current = result
    return found


def _gives(tensor: torch.Tensor, order: tuple[int, ...], result: torch.Tensor) -> bool:
    turned = tensor.permute(order)
    return turned.shape == result.shape and torch.equal(turned, result)


def _others(was: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(was) <= 6:
        yield from (order for order in dict.fromkeys(itertools.permutations(was)) if order != was)


def _run(given: torch.Tensor, steps: Sequence[_Step]) -> torch.Tensor | None:
    current = given
    for step in steps:
        if step.order is None:
            current = current.reshape(step.shape)
        elif current.dim() == len(step.order):
            current = current.permute(step.order)
        else:
            return None
    return current


def _line(entry: Entry, was: tuple[int, ...], wanted: tuple[int, ...]) -> str:
    """Return the user's line with the axes of the call in the right order; "" where they are not written out."""
    frame = entry.user_frame
    try:
        tree = ast.parse(frame.text.strip()) if frame is not None else None
    except (SyntaxError, ValueError, RecursionError):
        return ""
    name = entry.type.strip("_")
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)] if tree else []
    fitting = [node for node in calls if node.func.attr == name and len(_written(node)) == len(was)]  # type: ignore[attr-defined]
    if tree is None or len(fitting) != 1:
        return ""
    nodes = _written(fitting[0])
    nodes[:] = [nodes[place] for place in _places(was, wanted)]
    return ast.unparse(tree)


def _places(was: tuple[int, ...], wanted: tuple[int, ...]) -> list[int]:
    """Return where each wanted axis stands; of equal ones the one in its own place, else the first that is left."""
    found = [at if length == was[at] else -1 for at, length in enumerate(wanted)]
    for at, length in enumerate(wanted):
        if found[at] < 0:
            found[at] = next(place for place, value in enumerate(was) if value == length and place not in found)
    return found


def _written(call: ast.Call) -> list[ast.expr]:
    """Return the axes as they are written: arguments, or one tuple of them; the list itself, to be changed."""
    last = call.args[-1] if call.args else None
    return last.elts if isinstance(last, (ast.Tuple, ast.List)) else call.args
