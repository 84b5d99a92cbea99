"""Where a net that runs in float64 computes in less all the same: casts that its own code makes.

What such code returns is float32 in float64's clothes: two right nets differ there by the noise of float32, and so does
everything behind it.
"""

from __future__ import annotations

import torch

from parity.forward.results import Comparison, Forward
from parity.nets.base import Subject
from parity.nets.trace import Call, CastWatch, Key, Named


class _Watch(CastWatch):  # type: ignore[no-untyped-call]
    """Notes the calls in which it happened.

    Attributes:
        open: the calls that run now, outermost first.
        found: those in which something was computed of fewer bits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open: list[Key] = []
        self.found: set[Key] = set()

    def note(self) -> None:
        """Take note of the calls that run now."""
        self.found.update(self.open)

    def enter(self, call: Call, _: Named, __: Named) -> None:
        """Note that a call begins."""
        self.open.append(call.key)

    def leave(self, call: Call, _: Named, __: Named) -> None:
        """Note that a call ends."""
        while self.open and self.open.pop() != call.key:
            pass


def calls_that_cast(comparison: Comparison, subject: Subject) -> frozenset[Key]:
    """Run a net in float64, and return the calls in which it computes in less, the calls around them included.

    Args:
        comparison (Comparison): the comparison.
        subject (Subject): the net.
    """
    watch = _Watch()
    with watch:
        comparison.run(subject, torch.float64, enter=watch.enter, listener=watch.leave)
    return frozenset(watch.found)


def find_casts(comparison: Comparison) -> frozenset[Key]:
    """Return the reference's calls that compute in less than float64 on either side.

    Args:
        comparison (Comparison): the comparison.
    """
    partner = {key: call.key for key, call in comparison.pairing.by_port().items()}
    theirs = calls_that_cast(comparison, comparison.port)
    return calls_that_cast(comparison, comparison.reference) | {partner[key] for key in theirs if key in partner}


def allow_for_casts(forward: Forward) -> None:
    """Judge what lies behind casts by the noise of the working precision, where float64 alone would tell nets apart.

    Args:
        forward (Forward): what was measured; changed in place.
    """
    root = forward.results.get(("", 0))
    if forward.no_float64 or root is None or not root.ran or forward.same(root):
        return
    ratios = [forward.ratio(tensor) for tensor in root.outputs]
    if root.count[0] != root.count[1] or any(ratio is None or forward.judge(ratio) == "fail" for ratio in ratios):
        return
    casts = forward.casts
    behind = False
    for key in forward.reference64.calls:
        behind = behind or key in casts
        if behind and key in forward.results:
            for tensor in forward.results[key].outputs:
                tensor.after_cast = True
