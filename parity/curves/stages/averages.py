"""Averages of the weights (EMA): kept on both sides, of the same decay, from the same start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parity.curves.averages import Average
from parity.curves.divergence import Divergence, said
from parity.curves.nets import tensors_of
from parity.curves.stages.pairing import Paired

_SAME = 0.03
"""Relative difference of the share of the way that rounding makes of small ways."""


def find(pair: Paired) -> Iterator[Divergence]:
    """Find averages that one side alone keeps, or that follow the weights otherwise."""
    ours, theirs = pair.reference.averages, pair.port.averages
    if bool(ours) != bool(theirs):
        text = (
            f"the average of the weights (decay {_decay(ours[0])}) is not kept here"
            if ours
            else f"an average of the weights (decay {_decay(theirs[0])}) is kept here, in the reference none"
        )
        yield Divergence("statistics", 1, "average-missing" if ours else "average-added", text)
    elif ours and theirs:
        yield from _different(ours, theirs)


def _different(ours: Sequence[Average], theirs: Sequence[Average]) -> Iterator[Divergence]:
    starts = {one.starts for one in ours} - {None}, {one.starts for one in theirs} - {None}
    if starts[0] and starts[1] and starts[0] != starts[1]:
        here, there = ("the weights" if True in each else "something else" for each in (starts[1], starts[0]))
        text = f"the average of the weights begins with {here} here, with {there} in the reference"
        yield Divergence("statistics", 1, "average-start", text)
    orders = [_order(each) for each in (ours, theirs)]
    if None not in orders and orders[0] != orders[1]:
        here, there = ("before" if early else "after" for early in (orders[1], orders[0]))
        text = f"the average of the weights is updated {here} the optimizer's step here, {there} it in the reference"
        yield Divergence("statistics", 1, "average-order", text)
        return
    one, other = ours[0].shares, theirs[0].shares
    for update in sorted(set(one) & set(other)):
        a, b = one[update], other[update]
        if abs(a - b) > _SAME * max(a, b):
            text = f"the average of the weights has a decay of {said(_of(b))} here, of {said(_of(a))} in the reference"
            if not (a and b):
                here, there = ("moves" if share else "stays" for share in (b, a))
                text = f"the average of the weights {here} at update {update} here, it {there} in the reference"
            yield Divergence(
                "statistics", update, "average-decay" if a and b else "average-updates", text, argument="decay",
                values=(_of(a), _of(b)),
            )  # fmt: skip
            return


def _order(found: Sequence[Average]) -> bool | None:
    """Tell whether averages move before the step, towards the weights that it still changes; None if now and then."""
    told = {early for one in found for early in one.early.values()}
    return told.pop() if len(told) == 1 else None


def nets_apart(pair: Paired) -> set[int]:
    """Return the numbers of the port's nets that are averages of another's weights, where the averages differ."""
    if not any(True for _ in find(pair)):
        return set()
    kept = {one.name for one in pair.port.averages if one.name}
    found: set[int] = set()
    for number, net in pair.port.nets.items():
        own = {pair.names.get(id(tensor)) for _, tensor, parameter in tensors_of(net) if parameter}
        if own & kept:
            found.add(number)
    return found


def _of(share: float) -> float:
    """Return the decay, to as many digits as it is known by."""
    return 1 - float(f"{share:.2g}") if share < 0.5 else float(f"{1 - share:.2g}")


def _decay(one: Average) -> str:
    return said(_of(next(share for share in one.shares.values() if share)))
