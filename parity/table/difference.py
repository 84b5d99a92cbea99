"""One argument in which the port is not what the reference asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Difference:
    """One argument of a pair of layers in which the port is not what the reference asks for.

    Args:
        argument (str): the name to report (MindSpore's).
        reference_argument (str | None): its name on the reference's side, or None.
        reference_value (object): the reference's value.
        port_value (object): the port's value.
        corrections (Mapping[str, object]): arguments of the port's constructor that would put it right; empty if none
            is known.
        shows (str): stage where it shows: forward, grad, train, optim, init, load, construct, none.
        fact (str): what differs, in words.
        equivalent (bool | None): True if both spell one behaviour, None if that depends on the input.
        advice (str): what to do around the layer, where no argument of the port's does what the reference does.
    """

    argument: str
    reference_argument: str | None
    reference_value: object
    port_value: object
    corrections: Mapping[str, object] = field(default_factory=dict)
    shows: str = "forward"
    fact: str = ""
    equivalent: bool | None = False
    advice: str = ""
