"""What is executed to prove one statement of a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mappings.rows.model import Case

Mode = Literal["all", "some", "possible", "maybe", "visible", "shown"]


@dataclass(frozen=True, slots=True)
class Check:
    """Cases that prove one statement together.

    Attributes:
        label: what is tried, e.g. ``keyword``, ``dim=-1``, ``without epsilon``, ``fix of ddof-default``.
        cases: what is executed; each is numbered as the written case that it comes from.
        mode: ``all``: each comes out as expected; ``some``: one does; ``possible``: one
            does, or torch refuses them all; ``maybe``: each does that torch does not refuse;
            ``visible``: if the first does, the others do; ``shown``: one differs, or MindSpore refuses them all.
    """

    label: str
    cases: tuple[Case, ...]
    mode: Mode = "all"


@dataclass(frozen=True, slots=True)
class Unproven:
    """A statement from which nothing could be derived: the case and why."""

    case: Case
    reason: str
