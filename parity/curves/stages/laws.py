"""What a training makes of its gradients before an optimizer is given them, told from the numbers alone."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from parity.curves.divergence import said
from parity.curves.events import Named, Trace
from parity.curves.stages.gradients import summed

_SAME = 2e-3


@dataclass(frozen=True, slots=True)
class Law:
    """What an optimizer is given, as a function of the gradients that were added up.

    Args:
        kind (str): ``"none"``, ``"factor"``, ``"norm"`` (all scaled to a greatest norm together), ``"value"`` (each
            element cut off), ``"each"`` (each weight to a greatest norm of its own), ``"sum"`` (those of all updates
            before are added) or ``"other"``.
        limit (float): the factor or the limit. Default: ``1.0``.
        acts (bool): whether any gradient was changed by it. Default: ``True``.
    """

    kind: str
    limit: float = 1.0
    acts: bool = True

    def said(self) -> str:
        """Return it in words."""
        limit = said(float(f"{self.limit:.4g}"))
        words = {
            "none": "not clipped",
            "factor": f"multiplied by {limit}",
            "norm": f"clipped to a norm of {limit} together",
            "value": f"clipped to values of at most {limit}",
            "each": f"clipped to a norm of {limit} each",
            "sum": "those of all updates before added up",
            "other": "changed",
        }[self.kind]
        return words if self.acts else f"{words}, which none has reached"

    def is_like(self, other: Law) -> bool:
        """Tell whether another law is the same, up to what a limit is told from numbers by."""
        return self.kind == other.kind and abs(self.limit - other.limit) <= _SAME * abs(self.limit)


def law_of(trace: Trace, optimizer: int) -> Law:
    """Tell from the numbers what a training does with its gradients before an optimizer's step."""
    seen: list[tuple[Named, Named]] = []
    for number, update in enumerate(trace.updates):
        if update.optimizer == optimizer:
            raw = summed(trace.of_update(number), used=True)
            shared = [name for name in update.gradients if name in raw]
            seen.append(({n: raw[n] for n in shared}, {n: update.gradients[n] for n in shared}))
    seen = [one for one in seen if one[0] and _norm(one[0])]
    if not seen:
        return Law("none")
    factors = [_factor(*one) for one in seen]
    if all(f is not None for f in factors):
        return _law_of_factors([f for f in factors if f is not None], [_norm(one[1]) for one in seen])
    limits = [max(float(v.abs().max()) for v in given.values()) for _, given in seen]
    cut = [(r, g) for r, g in seen if all(_is_cut(r[n], g[n], max(limits)) for n in r)]
    if len(cut) == len(seen):
        return Law("value", max(limits))
    greatest = max(float(v.norm()) for _, given in seen for v in given.values())
    if all(_is_each(raw[n], given[n], greatest) for raw, given in seen for n in raw):
        return Law("each", greatest)
    sums = _sums(seen)
    factors = [_factor(sum_, given) for sum_, (_, given) in zip(sums, seen, strict=True)]
    if len(seen) > 1 and all(f is not None for f in factors):
        return Law("sum", factors[0] or 1.0)
    return Law("other")


def _sums(seen: list[tuple[Named, Named]]) -> list[Named]:
    """Return, for each update, the gradients of it and of all before it added up."""
    found: list[Named] = []
    for raw, _ in seen:
        before = found[-1] if found else {}
        found.append({name: value + before[name] if name in before else value for name, value in raw.items()})
    return found


def before_clipping(trace: Trace, optimizer: int) -> float:
    """Return the factor between the gradients of a training and what is clipped for an optimizer."""
    for one in trace.clippings:
        if trace.updates[one.update : one.update + 1] and trace.updates[one.update].optimizer == optimizer:
            raw = summed(trace.of_update(one.update), used=True)
            norm = _norm({name: raw[name] for name in one.weights if name in raw})
            return one.norm / norm if norm else 1.0
    law = law_of(trace, optimizer)
    return law.limit if law.kind == "factor" else 1.0 / trace.scales.get(0, 1.0)


def _law_of_factors(factors: list[float], norms: list[float]) -> Law:
    acting = [(f, n) for f, n in zip(factors, norms, strict=True) if abs(f - 1) > _SAME]
    if not acting:
        return Law("none")
    limit = acting[0][1]
    constant = all(abs(n - limit) < _SAME * limit for _, n in acting)
    if constant and all(f < 1 for f, _ in acting) and not (len(acting) > 1 and _equal([f for f, _ in acting])):
        return Law("norm", limit)
    return Law("factor", acting[0][0]) if _equal(factors) else Law("other")


def _equal(values: list[float]) -> bool:
    return all(abs(value - values[0]) <= _SAME * abs(values[0]) for value in values)


def _norm(values: Named) -> float:
    return float(sum(float(v.double().norm()) ** 2 for v in values.values()) ** 0.5)


def _factor(raw: Named, given: Named) -> float | None:
    """Return the one number that all gradients are multiplied by, or None."""
    dot = sum(float((raw[n].double() * given[n].double()).sum()) for n in raw)
    square = _norm(raw) ** 2
    found = dot / square
    error = sum(float((raw[n].double() * found - given[n].double()).norm()) ** 2 for n in raw) ** 0.5
    return found if error <= _SAME * max(_norm(given), 1e-30) else None


def _is_cut(raw: torch.Tensor, given: torch.Tensor, limit: float) -> bool:
    return bool(((raw.clamp(-limit, limit) - given).abs() <= _SAME * limit).all())


def _is_each(raw: torch.Tensor, given: torch.Tensor, limit: float) -> bool:
    norm = float(raw.norm())
    wanted = raw * min(1.0, limit / norm) if norm else raw
    return bool(float((wanted - given).norm()) <= _SAME * max(float(wanted.norm()), 1e-30))
