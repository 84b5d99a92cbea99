"""Rules that say in the field's words which well-known mistake of a transformer a line makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from parity.report.model import Finding, plain_value
from parity.rules._base import Rule
from parity.transformer.fact import Difference


@dataclass(frozen=True, slots=True)
class Named:
    """A mistake by its name.

    Args:
        message (str): one sentence.
        argument (str): what it is about, such as ``"scale"``.
        values (tuple[object, object]): the reference's and the port's.
    """

    message: str
    argument: str
    values: tuple[object, object] = (None, None)


class TransformerRule(Rule):
    """A rule about one part of a transformer.

    Attributes:
        kinds: the facts that it knows words for.
        arguments: the rules that say the same of an argument of a layer; an error of theirs has said it already.
    """

    found_by: ClassVar[str] = "parity.pipeline.naming.named"
    kinds: ClassVar[frozenset[str]] = frozenset()
    arguments: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Return what a difference is called; None where this rule has no name for it.

        Args:
            difference (Difference): of one of the rule's kinds.
        """
        raise NotImplementedError

    @classmethod
    def renamed(cls, finding: Finding, named: Named) -> Finding:
        """Return a finding under this rule's name; what it said before is its evidence.

        Args:
            finding (Finding): of the line at fault.
            named (Named): what the mistake is called.
        """
        values = finding.reference_value, finding.port_value
        if values == (None, None):
            values = plain_value(named.values[0]), plain_value(named.values[1])
        evidence = "; ".join(text for text in (finding.message, finding.evidence) if text)
        return replace(
            finding, rule=cls.code, message=named.message, argument=finding.argument or named.argument,
            reference_value=values[0], port_value=values[1], evidence=evidence,
        )  # fmt: skip
