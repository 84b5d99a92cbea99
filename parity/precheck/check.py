"""Every call of one execution by itself: does it give what was recorded, up to its own rounding?"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import torch

from parity.dumps.execution import Entry, Execution, Stored
from parity.executions.kinds import kind_of
from parity.executions.torch_calls import torch_call
from parity.executions.variants import off
from parity.precheck.counterpart import counterpart_of
from parity.precheck.mindspore_calls import MindSporeCall, mindspore_call, settings_of
from parity.precheck.rounding import SUSPECT, Rounding, Run, rounding, spread_of, unit_of

Status = Literal["same", "inexact", "wrong", "not run"]
_RANDOM = ("dropout", "rand", "bernoulli", "multinomial", "normal", "uniform", "rrelu", "exponential")
_NEAR = 1e-2
"""Relative error up to which attributes of a Primitive are worth a judgement."""
_TRIES = 2
"""After so many searches for the attributes of a Primitive that found none, no more are made: they take seconds."""
_UNKNOWN = "its attributes are not in the dump, and none that were tried fit"
_LARGEST = 1 << 26
"""Elements above which a call is not run again: its float64 copies would not fit beside it."""
_COLLECTIVE = frozenset({"Distributed", "MintDistributed"})


@dataclass(frozen=True, slots=True)
class Checked:
    """One call, forward or backward.

    Args:
        entry (Entry): as recorded.
        status (Status): ``same``: up to rounding; ``inexact``: less exact than rounding explains, most digits are
            right; ``wrong``: fewer are; ``not run``: see `why`.
        why (str): in words.
        rounding (Rounding | None): of the result that is off most.
        setting (Mapping[str, object]): of a Primitive: the attributes that were found to give what was recorded.
        counterpart (str): MindSpore's line for a call of torch, and how far its result on ms2torch is off; "" if none.
    """

    entry: Entry
    status: Status
    why: str = ""
    rounding: Rounding | None = None
    setting: Mapping[str, object] | None = None
    counterpart: str = ""

    @property
    def suspicion(self) -> float:
        """How many times the rounding that the call explains it is off."""
        return self.rounding.ratio if self.rounding is not None else 0.0


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that can be run, and its tensors."""

    run: Run
    graded: Run
    inputs: list[Stored]
    of_mindspore: MindSporeCall | None = None


def check_calls(execution: Execution, tell: Callable[[float], None]) -> list[Checked]:
    """Check every call of an execution; the most suspicious first.

    Args:
        execution (Execution): of a dump, a trace or a net that was run.
        tell (Callable[[float], None]): told of progress, from 0 to 1.
    """
    checker = _Checker(execution)
    found: list[Checked] = []
    for number, entry in enumerate(execution.entries):
        tell(number / len(execution.entries))
        if entry.kind == "api" and entry.phase == "forward":
            found.append(checker.forward(entry))
        elif entry.kind == "api" and entry.phase == "backward":
            found.append(checker.backward(entry))
    order: dict[Status, int] = {"wrong": 0, "inexact": 1, "same": 2, "not run": 3}
    return sorted(found, key=lambda one: (order[one.status], -one.suspicion))


class _Checker:
    """Checks the calls of one execution, and keeps what the later ones need of the earlier.

    Args:
        execution (Execution): whose calls they are.
    """

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._forwards: dict[tuple[str, str, str, int], tuple[Entry, Mapping[str, object] | None]] = {}
        self._settings: dict[str, list[Mapping[str, object]]] = {}
        self._unfit: set[tuple[str, str, tuple[tuple[int, ...], ...]]] = set()

    def forward(self, entry: Entry) -> Checked:
        """Check a call's results."""
        self._forwards[_key(entry)] = entry, None
        if not entry.results:
            return Checked(entry, "not run", "it returns no tensor")
        call = _call(entry, self._execution)
        if isinstance(call, str):
            return Checked(entry, "not run", call)
        found = _judged(entry, call)
        if found.status != "same" and call.of_mindspore is not None and call.of_mindspore.primitive is not None:
            found = self._searched(entry, call.of_mindspore)
        self._forwards[_key(entry)] = entry, found.setting
        return _with_counterpart(found) if self._execution.writes_torch else found

    def _searched(self, entry: Entry, call: MindSporeCall) -> Checked:
        """Look for the attributes of a Primitive with which it gives what was recorded."""
        known = self._settings.setdefault(entry.type, [])
        looked = entry.type, entry.path, tuple(stored.shape for stored in entry.results)
        unfit = Checked(entry, "not run", _UNKNOWN)
        failed = sum(kind == entry.type for kind, *_ in self._unfit)
        if looked in self._unfit or failed == _TRIES:
            return unfit
        made = [again for setting in known if (again := call.constructed(setting)) is not None]
        for other in itertools.chain(made, settings_of(call, entry)):
            if not _near(other, entry.results[0]):
                continue
            better = _judged(entry, _of_mindspore(other))
            if better.status == "same":
                if other.setting not in known:
                    known.insert(0, other.setting)
                return replace(better, setting=other.setting)
        self._unfit.add(looked)
        return unfit

    def backward(self, entry: Entry) -> Checked:
        """Check what flowed back through a call, given the recorded gradients of its results."""
        forward, setting = self._forwards.get(_key(entry), (None, None))
        if forward is None:
            return Checked(entry, "not run", "its forward call is not in the dump")
        call = _call(forward, self._execution)
        if isinstance(call, str):
            return Checked(entry, "not run", call)
        flowing = entry.inputs
        if not flowing or not entry.results or any(not stored.has_values for stored in flowing):
            return Checked(entry, "not run", "values of its gradients were not kept")
        primitive = call.of_mindspore is not None and call.of_mindspore.primitive is not None
        if call.of_mindspore is not None and setting:
            call = _of_mindspore(call.of_mindspore.constructed(setting) or call.of_mindspore)
        found = _judged_backward(entry, call, flowing)
        if found.status in {"wrong", "inexact"} and primitive and _judged(forward, call).status != "same":
            return Checked(entry, "not run", _UNKNOWN)
        return found


def _key(entry: Entry) -> tuple[str, str, str, int]:
    return entry.family, entry.path, entry.type, entry.number


def _near(call: MindSporeCall, recorded: Stored) -> bool:
    """Tell whether a call gives about what was recorded."""
    values, results = recorded.values(), call.run({}, None)
    return values is not None and off(results, values) <= _NEAR


def _call(entry: Entry, execution: Execution) -> _Call | str:
    """Return an entry as a call, or why it cannot be run."""
    if entry.family in _COLLECTIVE:
        return "a collective needs the other ranks"
    if any(stored.numel > _LARGEST for stored in (*entry.inputs, *entry.results)):
        return f"it has more than {_LARGEST} elements"
    if any(not stored.has_values for stored in entry.inputs):
        return "values of its inputs were not kept"
    if execution.writes_torch or execution.framework == "ms2torch":
        call = torch_call(entry)
        if call is None:
            return "it is no function of torch"
        tensors = [stored for _, stored in call.tensors()]
        return _Call(call.run, functools.partial(call.run, grad=True), tensors)
    found = mindspore_call(entry)
    return _of_mindspore(found) if found is not None else "ms2torch has no function of that name"


def _of_mindspore(call: MindSporeCall) -> _Call:
    return _Call(call.run, functools.partial(call.run, grad=True), call.tensors(), call)


def _judged(entry: Entry, call: _Call) -> Checked:
    exact = call.run({}, torch.float64)
    if exact is None:
        return Checked(entry, "not run", "it cannot be run with the recorded arguments")
    if _draws(entry, call, exact):
        return Checked(entry, "not run", "it draws random numbers")
    return _held_against(entry, entry.results, exact, call.inputs, spread_of(call.run, call.inputs, exact))


def _draws(entry: Entry, call: _Call, exact: list[torch.Tensor]) -> bool:
    if not any(word in kind_of(entry) for word in _RANDOM):
        return False
    again = call.run({}, torch.float64) or []
    return any(not torch.equal(a, b) for a, b in zip(exact, again, strict=False))


def _held_against(
    entry: Entry,
    recorded: list[Stored],
    exact: list[torch.Tensor],
    inputs: list[Stored],
    spread: list[list[torch.Tensor]],
) -> Checked:
    """Hold recorded results against those of the run."""
    pairs = _matched(recorded, exact) if entry.phase == "forward" else _nearest(recorded, exact)
    if not pairs:
        shapes = f"{[list(s.shape) for s in recorded]} recorded, {[list(e.shape) for e in exact]} now"
        return Checked(entry, "wrong", f"results of other sizes: {shapes}", _none())
    worst: Rounding | None = None
    unlike = 0
    for stored, number in pairs:
        others = [each[number] for each in spread if number < len(each)]
        if stored.is_floating and exact[number].is_floating_point():
            found = rounding(stored, exact[number], others, unit_of(stored, inputs))
            if found is not None and (worst is None or found.ratio > worst.ratio):
                worst = found
        else:
            unlike += _unlike(stored, exact[number], others)
    if worst is None and not unlike:
        known = any(stored.has_values for stored, _ in pairs)
        return Checked(entry, "same" if known else "not run", "" if known else "values of its results were not kept")
    if unlike and worst is None:
        return Checked(
            entry, "inexact", f"{unlike} elements that are no floating point differ: ties, or a fault", _none()
        )
    assert worst is not None
    if worst.ratio <= SUSPECT:
        return Checked(entry, "same", "", worst)
    said = f"{worst.ratio:.3g} times what rounding explains"
    return Checked(entry, "inexact" if worst.digits else "wrong", said, worst)


def _none() -> Rounding:
    return Rounding(math.inf, 0.0, 0.0, math.inf, 0.0, digits=False, index=0)


def _matched(recorded: list[Stored], exact: list[torch.Tensor]) -> list[tuple[Stored, int]]:
    """Return which recorded result is which of the run's: in order, of the same size."""
    left = list(range(len(exact)))
    found: list[tuple[Stored, int]] = []
    for stored in recorded:
        at = next((n for n in left if exact[n].numel() == stored.numel), None)
        if at is not None:
            left = [n for n in left if n > at]
            found.append((stored, at))
    return found


def _nearest(recorded: list[Stored], exact: list[torch.Tensor]) -> list[tuple[Stored, int]]:
    """Return which recorded gradient is which: msprobe lists them in autograd's order, not that of the arguments."""
    left = list(range(len(exact)))
    found: list[tuple[Stored, int]] = []
    for stored in recorded:
        alike = [n for n in left if tuple(exact[n].shape) == stored.shape]
        values = stored.values() if len(alike) > 1 else None
        if values is not None:
            alike.sort(key=functools.partial(_distance, exact, values))
        if alike:
            left.remove(alike[0])
            found.append((stored, alike[0]))
    return found


def _distance(exact: list[torch.Tensor], values: torch.Tensor, number: int) -> float:
    return off([exact[number]], values)


def _unlike(stored: Stored, exact: torch.Tensor, others: list[torch.Tensor]) -> int:
    """Count the elements of whole numbers or truths that no run gives."""
    values = stored.values()
    if values is None:
        return 0
    counts = [
        int((values.reshape(-1) != other.reshape(-1)).sum())
        for other in (exact, *others)
        if other.numel() == values.numel()
    ]
    return min(counts, default=0)


def _judged_backward(entry: Entry, call: _Call, flowing: list[Stored]) -> Checked:
    def whole(given: dict[int, torch.Tensor], dtype: torch.dtype | None) -> list[torch.Tensor] | None:
        return _gradients(entry, call, flowing, given, dtype)

    def last(given: dict[int, torch.Tensor], dtype: torch.dtype | None) -> list[torch.Tensor] | None:
        return _gradients(entry, call, flowing, given, dtype, last=True)

    inputs = [*call.inputs, *flowing]
    exact = whole({}, torch.float64)
    if exact is None:
        return Checked(entry, "not run", "its gradient cannot be computed from what was recorded")
    again = whole({}, torch.float64) or []
    if any(not torch.equal(a, b) for a, b in zip(exact, again, strict=False) if bool(a.isfinite().all())):
        return Checked(entry, "not run", "it draws random numbers")
    found = _held_against(entry, entry.results, exact, inputs, spread_of(whole, inputs, exact))
    inner = last({}, torch.float64) if found.status != "same" else None
    if inner:  # of a call that is several operations, msprobe's hook sees the last one
        better = _held_against(entry, entry.results, inner, inputs, spread_of(last, inputs, inner))
        found = better if better.status == "same" else found
    return found


def _gradients(
    entry: Entry,
    call: _Call,
    flowing: list[Stored],
    given: dict[int, torch.Tensor],
    dtype: torch.dtype | None,
    *,
    last: bool = False,
) -> list[torch.Tensor] | None:
    """Return the gradients of a call's inputs, or of what its last operation was given."""
    leaves = _leaves(entry, call.inputs, given, dtype)
    outputs = call.graded({**given, **leaves}, dtype)
    if outputs is None:
        return None
    pairs: list[tuple[torch.Tensor, torch.Tensor]] = []
    left = [output for output in outputs if output.requires_grad]
    for stored in flowing:
        values = given.get(id(stored), stored.values())
        at = next((n for n, output in enumerate(left) if output.numel() == stored.numel), None)
        if values is None or at is None:
            continue
        output = left.pop(at)
        pairs.append((output, values.to(output.dtype).reshape(output.shape)))
    if not pairs:
        return None
    try:
        if last:
            node: Any = pairs[0][0].grad_fn
            found = node(pairs[0][1]) if node is not None and len(pairs) == 1 else None
            gradients = found if isinstance(found, tuple) else (found,)
        else:
            outs, flows = [output for output, _ in pairs], [flow for _, flow in pairs]
            gradients = torch.autograd.grad(outs, list(leaves.values()), flows, allow_unused=True)
    except RuntimeError:
        return None
    return [gradient.detach() for gradient in gradients if isinstance(gradient, torch.Tensor)]


def _leaves(
    entry: Entry, inputs: list[Stored], given: dict[int, torch.Tensor], dtype: torch.dtype | None
) -> dict[int, torch.Tensor]:
    """Return the inputs whose gradients were recorded, as leaves of a graph.

    torch's dumps say of each tensor whether it required a gradient; of others their shapes tell, in order.
    """
    shapes = [stored.shape for stored in entry.results]
    found: dict[int, torch.Tensor] = {}
    for stored in inputs:
        wanted = stored.trainable if stored.trainable is not None else stored.shape in shapes
        values = given.get(id(stored), stored.values())
        if not wanted or values is None or not values.is_floating_point():
            continue
        if stored.trainable is None:
            shapes.remove(stored.shape)
        kept = dtype or getattr(torch, stored.dtype)
        found[id(stored)] = values.detach().to(kept, copy=True).requires_grad_()
    return found


def _with_counterpart(found: Checked) -> Checked:
    """Add what MindSpore's own form of a call of torch gives."""
    call = torch_call(found.entry)
    if call is None or found.status == "not run":
        return found
    return replace(found, counterpart=counterpart_of(call))
