"""Several calls of one net, as one net: a prefill, then decoding with what the call before returned.

A call is written as its arguments: ``ids[:, :8], use_cache=True``. It may use the inputs by name, ``out``, what the
call before returned, and ``outs``, what all before it returned. Both sides are called by the same text, or the port by
its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from parity.code import tree
from parity.code.caches import is_cache, snapshot
from parity.code.errors import CannotCompare
from parity.nets.adapters import is_cell_class
from parity.nets.built import Built
from parity.nets.inputs import Input

HOW = (
    "write its arguments, as in 'ids[:, 8:9], past_key_values=out.past_key_values', or a method with them, as in "
    "'.generate(ids)'"
)


def in_sequence(built: Built, calls: Sequence[str], inputs: Sequence[Input]) -> Built:
    """Return a net that calls another several times and returns what each call returned.

    Args:
        built (Built): the net to call; its plain arguments are given to every call that does not say otherwise.
        calls (Sequence[str]): the arguments of each call.
        inputs (Sequence[Input]): of the whole.

    Raises:
        CannotCompare: if the text of a call does not parse.
    """
    names = input_names(inputs)
    written = [_written(number, text, built.plain, calls) for number, text in enumerate(calls)]
    rebuild = built.rebuild

    def wrapped(net: torch.nn.Module) -> torch.nn.Module:
        return _sequence(net, names, written)

    again: Callable[[int], torch.nn.Module] | None = None
    if rebuild is not None:

        def again(seed: int) -> torch.nn.Module:
            return wrapped(rebuild(seed))

    return replace(built, net=wrapped(built.net), rebuild=again, plain={})


def input_names(inputs: Sequence[Input]) -> list[str]:
    """Return what calls name each input: its own name, or ``x`` of an only one without, ``x0``, ``x1`` of several."""
    unnamed = sum(not entry.name for entry in inputs)
    numbers = iter(range(unnamed))
    return [entry.name or ("x" if unnamed == 1 else f"x{next(numbers)}") for entry in inputs]


def _written(number: int, text: str, plain: Mapping[str, object], calls: Sequence[str]) -> str:
    """Return the expression of one call."""
    what = f"call {number + 1} of {len(calls)}, {text!r}"
    method = text.strip().startswith(".")
    source = f"self.net{text.strip()}" if method else f"self.net({text})"
    try:
        node = ast.parse(source, mode="eval").body
    except SyntaxError:
        raise CannotCompare(f"{what} does not parse: {HOW}") from None
    if not isinstance(node, ast.Call):
        raise CannotCompare(f"{what} is no call: {HOW}")
    if not method:
        known = {keyword.arg for keyword in node.keywords}
        node.keywords += [
            ast.keyword(name, ast.parse(repr(value), mode="eval").body)
            for name, value in plain.items()
            if name not in known
        ]
    return ast.unparse(ast.fix_missing_locations(ast.Expression(node)))


def _sequence(net: torch.nn.Module, names: Sequence[str], calls: Sequence[str]) -> torch.nn.Module:
    cell = next((base for base in type(net).__mro__ if base.__name__ == "Cell"), None)
    base: Any = cell if is_cell_class(type(net)) and cell is not None else torch.nn.Module
    method = "forward" if base is torch.nn.Module else "construct"
    lines = [f"def {method}(self, {', '.join(names)}):", "    outs = []"]
    for call in calls:
        lines += [f"    out = {call}", "    outs.append(kept(out))"]
    lines.append("    return {f'call {number + 1}': out for number, out in enumerate(outs)}")
    namespace: dict[str, Any] = {"kept": _kept}
    exec(compile("\n".join(lines), "<calls>", "exec"), namespace)  # noqa: S102 - what the user wrote, parsed before

    def __init__(self: Any, net: torch.nn.Module) -> None:  # noqa: N807 - of a class that is made here
        base.__init__(self)
        self.net = net

    return type("Calls", (base,), {"__init__": __init__, method: namespace[method]})(net)  # type: ignore[no-any-return]


def _kept(value: object) -> object:
    """Return what a call returned, with caches as they are now: the next call appends to them."""
    return tree.replace(value, lambda leaf: snapshot(leaf) if is_cache(leaf) else leaf)
