"""Weights that a training steps by its own code, without an optimizer: `p.data -= lr * p.grad`, `ops.assign(p, ...)`.

What the code does is not asked. Weights that at the next call of a net differ from what they were at the
differentiation were stepped in between.
"""

from __future__ import annotations

import torch

from parity.curves.events import Named, Update
from parity.curves.optimizers import LEARNING_RATE, Settings
from parity.curves.weights import Counterparts

_SAME = 1e-3


class ByHand:
    """Stands for the optimizer where a training steps its weights by its own code."""


def with_rates(found: Update, reference: Update, weights: Counterparts) -> dict[str, Settings]:
    """Return the settings of an update made by hand, with the rate that it must have had.

    On equal gradients, weights and state the update is one multiple of the reference's, whatever the weight, if nothing
    but the rate differs: that multiple of the reference's rate.

    Args:
        found (Update): made by hand, from the reference's weights.
        reference (Update): the reference's of the same number.
        weights (Counterparts): which weight is which.
    """
    moved = {name: after - reference.before[name] for name, after in reference.after.items()}
    own = {name: after - found.before[name] for name, after in found.after.items()}
    pairs = [(one, values) for one in weights.entries if (values := one.both(moved, own)) is not None]
    product = sum(float((a.double() * b.double()).sum()) for _, (a, b) in pairs)
    square = sum(float(a.double().norm()) ** 2 for _, (a, _) in pairs)
    if not square:
        return found.settings
    factor = product / square
    error = sum(float((b.double() - factor * a.double()).norm()) ** 2 for _, (a, b) in pairs) ** 0.5
    rounding = 4e-7 * sum(float(v.norm()) ** 2 for v in found.before.values()) ** 0.5
    if error > _SAME * max(abs(factor), _SAME) * square**0.5 + rounding or factor < -_SAME:
        factor = 1.0  # another formula, which is told as that
    if abs(factor - 1) <= _SAME + rounding / square**0.5:
        factor = 1.0
    elif abs(factor) <= _SAME:
        factor = 0.0
    settings = dict(found.settings)
    for one, _ in pairs:
        rate = reference.settings.get(one.reference, {}).get(LEARNING_RATE)
        if rate is not None and one.port in settings:
            settings[one.port] = {**settings[one.port], LEARNING_RATE: float(rate) * factor}
    return settings


def version_of(weight: torch.Tensor) -> tuple[int, int]:
    """Return what changes where a weight is written to in place, or is given other memory."""
    return weight._version, weight.data_ptr()


def differ(before: Named, now: Named) -> bool:
    """Tell whether any weight is other values now."""
    return any(not bool((now[name] == value).all()) for name, value in before.items())
