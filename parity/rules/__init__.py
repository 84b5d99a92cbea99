"""The rules: what each finding means, and which arguments they look at.

`RULES` is every rule; `group` sorts the differences of a layer pair into findings.
"""

from __future__ import annotations

from collections.abc import Iterable

from parity.rules._base import (
    ArgumentRule as ArgumentRule,
    Example as Example,
    Explanation as Explanation,
    Group as Group,
    Rule as Rule,
)
from parity.rules.codes import CODES as CODES, RULES as RULES, rule as rule
from parity.table.difference import Difference as Difference

_ARGUMENT_RULES = tuple(entry for entry in RULES if issubclass(entry, ArgumentRule))


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
