"""Where NaN and infinity come from: the first call with finite inputs and an output that is not, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from parity.dumps.execution import Entry, Execution, Stored
from parity.executions.kinds import kind_of
from parity.executions.torch_calls import torch_call

_COLLECTIVE = frozenset({"Distributed", "MintDistributed"})
_MASKING = frozenset({"maskedfill", "where", "full", "fulllike", "triu", "tril", "scatter", "add", "sub", "mul"})
_HALVES = {"float16": torch.float16, "bfloat16": torch.bfloat16}


@dataclass(frozen=True, slots=True)
class Origin:
    """The first call of one execution that gives what is not finite.

    Args:
        execution (Execution): the step and rank.
        entry (Entry): the call, or the first one that is given something not finite from outside.
        what (str): ``"NaN"`` or ``"infinity"``.
        why (str): the cause in words.
        received (bool): whether it came from another rank through a collective, or was given to the net.
    """

    execution: Execution
    entry: Entry
    what: str
    why: str
    received: bool = False


def origin_of(execution: Execution) -> Origin | None:
    """Return where something not finite first shows in one execution; None where everything is finite."""
    seen_from_outside: Origin | None = None
    made: list[Stored] = []
    for entry in execution.entries:
        bad = next((stored for stored in entry.results if _bad(stored)), None)
        given = _given(entry)
        bad_input = next(((name, stored) for name, stored in given if _bad(stored)), None)
        if bad_input is not None and seen_from_outside is None and not made:
            name, stored = bad_input
            said = f"{name} is not finite before the call"
            seen_from_outside = Origin(execution, entry, _what(stored), said, received=True)
        if bad is None or _is_mask(entry, bad):
            continue
        if bad_input is not None and not (_what(bad) == "NaN" and _only_masked(given)):
            return seen_from_outside or Origin(execution, entry, _what(bad), "its input is not finite", received=True)
        if entry.family in _COLLECTIVE:
            return Origin(
                execution, entry, _what(bad), "it came from another rank through this collective", received=True
            )
        made.append(bad)
        return Origin(execution, entry, _what(bad), _why(entry, bad))
    return seen_from_outside


def origins_of(executions: Sequence[Execution]) -> list[Origin]:
    """Return where something not finite first shows, of every rank: makers before receivers."""
    found = [origin for execution in executions if (origin := origin_of(execution)) is not None]
    return sorted(found, key=lambda origin: (origin.received, origin.execution.step or 0))


def _given(entry: Entry) -> list[tuple[str, Stored]]:
    inputs = [(f"input {number}", stored) for number, stored in enumerate(entry.inputs)]
    weights = entry.parameters.items() if entry.phase == "forward" else ()
    return [*inputs, *((f"weight {name}", stored) for name, stored in weights)]


def _bad(stored: Stored) -> bool:
    figures = stored.figures
    if figures is None:
        values = stored.values()
        return values is not None and values.is_floating_point() and not bool(values.isfinite().all())
    return any(value is not None and not math.isfinite(value) for value in (figures.max, figures.min))


def _what(stored: Stored) -> str:
    figures = stored.figures
    if figures is not None and any(v is not None and math.isnan(v) for v in (figures.max, figures.min)):
        return "NaN"
    values = stored.values()
    return "NaN" if values is not None and bool(values.isnan().any()) else "infinity"


def _only_masked(given: Sequence[tuple[str, Stored]]) -> bool:
    """Tell whether nothing but -inf stands in the inputs, as in a mask."""
    return all(_minus_only(stored) for _, stored in given if _bad(stored))


def _minus_only(stored: Stored) -> bool:
    figures = stored.figures
    return figures is not None and figures.max is not None and figures.max != math.inf and not math.isnan(figures.max)


def _is_mask(entry: Entry, stored: Stored) -> bool:
    """Tell whether an output holds -inf because the call masks with it."""
    if not _minus_only(stored) or kind_of(entry) not in _MASKING:
        return False
    numbers = [value for value in (*entry.args, *entry.kwargs.values()) if isinstance(value, float)]
    return -math.inf in numbers or (_only_masked(_given(entry)) and any(_bad(s) for _, s in _given(entry)))


def _why(entry: Entry, bad: Stored) -> str:
    for explain in (_overflow, _division, _logarithm, _root, _exponential, _masked_row, _index):
        found = explain(entry, bad)
        if found:
            return found
    return "with finite inputs; no usual cause fits"


def _overflow(entry: Entry, bad: Stored) -> str:
    if bad.dtype not in _HALVES:
        return ""
    most = torch.finfo(_HALVES[bad.dtype]).max
    call = torch_call(entry)
    exact = call.run({}, torch.float64) if call is not None else None
    if exact:
        finite = exact[0][exact[0].isfinite()]
        size = float(finite.abs().max()) if finite.numel() else math.inf
        if size > most:
            return f"overflow: the exact result reaches {size:.3g}, {bad.dtype} holds {most:.6g}"
    largest = max((abs(v) for s in entry.inputs if s.figures for v in s.figures[:2] if v is not None), default=0.0)
    return f"overflow in {bad.dtype}, which holds {most:.6g}: the inputs reach {largest:.3g}" if largest > 1 else ""


def _lowest(stored: Stored) -> float | None:
    return stored.figures.min if stored.figures is not None else None


def _division(entry: Entry, bad: Stored) -> str:
    del bad
    if kind_of(entry) not in {"div", "reciprocal", "floordivide", "fmod", "remainder"}:
        return ""
    divisor = entry.inputs[-1] if entry.inputs else None
    if any(value == 0 for value in entry.args if isinstance(value, (int, float)) and not isinstance(value, bool)):
        return "division by zero"
    if divisor is None or divisor.figures is None or divisor.figures.min is None or divisor.figures.max is None:
        return ""
    values = divisor.values()
    zeros = int((values == 0).sum()) if values is not None else None
    if zeros:
        return f"division by zero: {zeros} of {divisor.numel} elements of the divisor are 0"
    between = divisor.figures.min <= 0 <= divisor.figures.max
    return "division by zero: 0 lies in the range of the divisor" if values is None and between else ""


def _logarithm(entry: Entry, bad: Stored) -> str:
    del bad
    low = _lowest(entry.inputs[0]) if entry.inputs else None
    if kind_of(entry) not in {"log", "log2", "log10", "log1p"} or low is None:
        return ""
    limit = -1.0 if kind_of(entry) == "log1p" else 0.0
    if low < limit:
        return f"logarithm of a negative number: the input goes down to {low:.3g}"
    return f"logarithm of zero: the input goes down to {low:.3g}" if low == limit else ""


def _root(entry: Entry, bad: Stored) -> str:
    del bad
    low = _lowest(entry.inputs[0]) if entry.inputs else None
    if low is None or kind_of(entry) not in {"sqrt", "rsqrt", "pow", "norm"}:
        return ""
    if low < 0:
        return f"root of a negative number: the input goes down to {low:.3g}"
    return "one over the root of zero" if kind_of(entry) == "rsqrt" and low == 0 else ""


def _exponential(entry: Entry, bad: Stored) -> str:
    high = entry.inputs[0].figures.max if entry.inputs and entry.inputs[0].figures is not None else None
    if kind_of(entry) not in {"exp", "expm1", "sinh", "cosh", "pow"} or high is None:
        return ""
    most = torch.finfo(getattr(torch, bad.dtype)).max if bad.is_floating else math.inf
    return f"overflow: {kind_of(entry)} of {high:.4g} exceeds {most:.3g}" if high > math.log(most) else ""


def _masked_row(entry: Entry, bad: Stored) -> str:
    del bad
    if kind_of(entry) not in {"softmax", "logsoftmax", "scaleddotproductattention", "multiheadattention"}:
        return ""
    for stored in entry.inputs:
        values = stored.values()
        if values is not None and values.is_floating_point() and values.dim():
            rows = (values == -math.inf).all(-1)
            if bool(rows.any()):
                return f"{int(rows.sum())} rows are masked entirely: every element is -inf"
        if values is not None and values.dtype == torch.bool and values.dim() and bool((~values).all(-1).any()):
            return "rows of the mask are False throughout: every element is masked"
        if values is None and stored.figures is not None and stored.figures.min == -math.inf:
            return "a row is masked entirely: -inf stands in the input"
    return ""


def _index(entry: Entry, bad: Stored) -> str:
    del bad
    if kind_of(entry) not in {"embedding", "gather", "indexselect", "take"}:
        return ""
    whole = [stored.figures for stored in entry.inputs if not stored.is_floating and stored.figures is not None]
    tables = [stored for stored in (*entry.inputs, *entry.parameters.values()) if stored.is_floating and stored.shape]
    for figures in whole:
        low, high = figures.min, figures.max
        rows = min((table.shape[0] for table in tables), default=None)
        if rows is not None and low is not None and high is not None and (high >= rows or low < 0):
            return f"an id out of range: {low:.0f} to {high:.0f} of {rows} rows"
    return ""
