"""How a pair of layers stands, and what follows from that for the findings about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from parity.forward.results import Forward
from parity.locate.localise import Located

Standing = Literal["same", "introduced", "compensated", "incomparable"]
"""Of a pair of layers: they agree (or only pass on what differs before them); the port's layer introduces a difference;
it does, and the code around compensates for it; it does, and that cannot be seen on the layer by itself."""


@dataclass(frozen=True, slots=True)
class Treatment:
    """What a standing means for the findings about a pair.

    Args:
        tries_everything (bool): every argument that is written differently may be the cause, those too that show
            elsewhere or are another spelling. Default: ``False``, only those that show in the forward pass.
        only_notes (bool): an argument that is written differently does no harm. Default: ``False``.
        needs_cause (bool): where no argument explains the difference, it is reported all the same. Default: ``False``.
    """

    tries_everything: bool = False
    only_notes: bool = False
    needs_cause: bool = False


TREATMENTS: Mapping[Standing, Treatment] = {
    "same": Treatment(),
    "introduced": Treatment(tries_everything=True, needs_cause=True),
    "compensated": Treatment(only_notes=True),
    "incomparable": Treatment(tries_everything=True),
}
"""What follows from each standing."""


def standing_of(located: Located, forward: Forward) -> Standing:
    """Return how a pair of calls stands.

    Args:
        located (Located): the pair with its status.
        forward (Forward): tells whether the port came to the call; what it would be given there is not known otherwise.
    """
    if located.compensated or (located.status == "same" and located.inputs_agree is False):
        return "compensated"
    if located.status != "introduced":
        return "same"
    reached = located.pair.port is not None and located.pair.port.key in forward.port_calls
    return "introduced" if reached and not (located.incomparable or located.as_base) else "incomparable"
