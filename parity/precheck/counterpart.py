"""The MindSpore line that a recorded call of torch becomes, run on ms2torch beside it."""

from __future__ import annotations

import importlib
import math

import torch

import mappings
from mappings.lines.bindings import NotDerivableError
from mappings.lines.calls import mindspore_line
from mappings.lines.expressions import evaluate
from mappings.lines.meaning import NoCounterpartError
from parity.dumps.execution import Stored
from parity.executions.torch_calls import TorchCall
from parity.executions.variants import off
from parity.nets.ms_cell import computed
from parity.precheck.mindspore_calls import filled

_AGREES = 1e-9
"""Relative difference of two float64 results that compute the same."""


def counterpart_of(call: TorchCall) -> str:
    """Return the line and how far its float64 result is off torch's; "" where the table has none.

    Args:
        call (TorchCall): the call, run on its own inputs.
    """
    written = _written(call)
    exact = call.run({}, torch.float64)
    if written is None or not exact:
        return ""
    text, named = written
    for row in mappings.rows_for_torch(call.api):
        try:
            line = mindspore_line(row, text)
        except (NotDerivableError, NoCounterpartError, SyntaxError, ValueError, TypeError):
            continue
        results = _computed(line, named)
        if results is None:
            continue
        error = off(results, exact[0])
        return line if error <= _AGREES else f"{line} is {_said(error)} off"
    return ""


def _said(error: float) -> str:
    return f"{error:.1e}" if math.isfinite(error) else "of another size and"


def _written(call: TorchCall) -> tuple[str, dict[str, Stored]] | None:
    """Return a call as a line, and the tensors that its names stand for."""
    named: dict[str, Stored] = {}

    def word(value: object) -> str:
        if isinstance(value, Stored):
            name = f"t{len(named)}"
            named[name] = value
            return name
        if isinstance(value, list):
            return f"[{', '.join(word(item) for item in value)}]"
        if not isinstance(value, (bool, int, float, str, tuple, type(None))):
            raise TypeError(value)
        return repr(value)

    try:
        words = {name: word(value) for name, value in call.arguments.items()}
    except TypeError:
        return None
    names = list(words)
    method = call.api.startswith("torch.Tensor.")
    first = names[0] if method and names else ""
    args = [words[name] for name in names[: call.positional] if name != first]
    args += [f"{name}={words[name]}" for name in names[call.positional :] if name != first]
    head = f"{words[first]}.{call.api.rpartition('.')[2]}" if method and names else call.api
    return f"{head}({', '.join(args)})", named


def _computed(line: str, named: dict[str, Stored]) -> list[torch.Tensor] | None:
    ms = importlib.import_module("mindspore")
    names = list(named)
    space: dict[str, object] = {"ms": ms, "nn": ms.nn, "ops": ms.ops, "mint": ms.mint, "math": math}
    try:
        values = [filled(named[name], {}, torch.float64) for name in names]
        return computed(lambda *given: evaluate(line, {**space, **dict(zip(names, given, strict=True))}), values, {})
    except Exception:  # noqa: BLE001 - a line that ms2torch refuses says nothing of the call
        return None
