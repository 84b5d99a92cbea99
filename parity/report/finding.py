"""A finding: one thing at fault, with its place, its evidence and the line to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Value = str | int | float | bool | None | tuple["Value", ...]
"""What a finding or an option may hold: a JSON scalar, or a tuple of them. Anything else is given as its text."""

Severity = Literal["error", "warning", "note"]
Stage = Literal["weights", "static", "forward", "body", "grad", "train", "optim", "init"]


def plain_value(value: object) -> Value:
    """Return `value` as a report may hold it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(plain_value(item) for item in value)
    named = getattr(value, "__name__", None)  # a function or a class; other objects without their address
    return named if isinstance(named, str) else repr(value).partition(" at 0x")[0]


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause of a difference, or one place where the two nets are not written alike.

    Args:
        rule (str): the rule's code, e.g. ``"pad-mode"``.
        severity (Severity): ``error`` shows in what was asked for; ``warning`` can only show elsewhere; ``note`` does
            not show.
        stage (Stage): where it shows.
        reference_layer (str | None): path of the layer in the reference.
        port_layer (str | None): path of the layer in the port.
        argument (str | None): the MindSpore argument or behaviour at fault, e.g. ``"pad_mode"``.
        reference_value (Value): what the reference has.
        port_value (Value): what the port has.
        evidence (str): what was measured, e.g. ``"pad_mode='pad': 3.9e+00 -> 1.3e-15"``.
        fix (str): the line to write instead.
        location (str | None): ``port.py:42``.
        reference_location (str | None): ``ref.py:40``.
        message (str): one sentence in words; may be empty.
        also (tuple[str, ...]): further layers of the port (of the reference where the port has none) that the same
            source line built with the same values.
        shown_by (str): what shows it where the inputs and stages asked for do not: ``"train mode"``, ``"float16"``, or
            the smallest input found, e.g. ``"batch 1 (float32[1,8])"``.
    """

    rule: str
    severity: Severity
    stage: Stage
    reference_layer: str | None = None
    port_layer: str | None = None
    argument: str | None = None
    reference_value: Value = None
    port_value: Value = None
    evidence: str = ""
    fix: str = ""
    location: str | None = None
    reference_location: str | None = None
    message: str = ""
    also: tuple[str, ...] = ()
    shown_by: str = ""


def placed(location: str | None) -> tuple[str, int] | None:
    """Return the file and the line of a place such as ``net.py:12``; None where it names none.

    Args:
        location (str | None): of a finding, a layer or a call.
    """
    file, _, line = (location or "").rpartition(":")
    return (file, int(line)) if file and line.isdecimal() else None
