"""What the differences between the parts of two transformers are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parity.rules._transformer import Named, TransformerRule
from parity.rules.codes import RULES
from parity.transformer.fact import Difference, Line


@dataclass(frozen=True, slots=True)
class Mistake:
    """Differences that have a name together: one in each block, say.

    Args:
        rule (type[TransformerRule]): the rule that has the name.
        named (Named): the name, of the first.
        differences (tuple[Difference, ...]): all of them.
    """

    rule: type[TransformerRule]
    named: Named
    differences: tuple[Difference, ...]

    @property
    def lines(self) -> frozenset[Line]:
        """The port's lines that make it."""
        return frozenset(line for difference in self.differences for line in difference.port.lines)


def mistakes(differing: Iterable[Difference]) -> list[Mistake]:
    """Return the names of differences, each with all that it is the name of.

    Args:
        differing (Iterable[Difference]): what differs.
    """
    rules = [rule for rule in RULES if issubclass(rule, TransformerRule)]
    found: dict[tuple[str, str], Mistake] = {}
    for difference in differing:
        told = ((rule, rule.told(difference)) for rule in rules if difference.port.kind in rule.kinds)
        rule, named = next(((rule, name) for rule, name in told if name is not None), (None, None))
        if rule is None or named is None:
            continue
        key = rule.code, named.argument
        before = found.get(key)
        known = (*before.differences, difference) if before is not None else (difference,)
        found[key] = Mistake(rule, before.named if before is not None else named, known)
    return list(found.values())
