"""The rules: what each finding means, and which arguments they look at.

`ALL` is every rule; `group` sorts the differences of a layer pair into findings.
"""

from __future__ import annotations

from collections.abc import Iterable

from parity.rules._base import (
    ArgumentRule as ArgumentRule,
    Difference as Difference,
    Explanation as Explanation,
    Group as Group,
    Rule as Rule,
)
from parity.rules.codes import CODES as CODES, rule as rule

ALL: tuple[type[Rule], ...] = tuple(CODES.values())

_ARGUMENT_RULES = tuple(entry for entry in ALL if issubclass(entry, ArgumentRule))


def group(layer: str, differences: Iterable[Difference]) -> list[Group]:
    """Sort differences into groups, one finding each: a rule's arguments together, the rest one by one.

    Args:
        layer (str): class name of the layer.
        differences (Iterable[Difference]): in the order of the constructor's arguments.
    """
    groups: dict[tuple[type[ArgumentRule], str], list[Difference]] = {}
    for difference in differences:
        owner = next(entry for entry in _ARGUMENT_RULES if entry.applies(layer, difference))
        key = difference.argument if owner.code == "argument" else ""
        groups.setdefault((owner, key), []).append(difference)
    return [Group(owner, tuple(entries)) for (owner, _), entries in groups.items()]
