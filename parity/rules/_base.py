"""What a rule is: it recognises one kind of mistake in a pair of layers, and says what it means and what to write."""

from __future__ import annotations

import inspect
import re
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

HEADINGS = ("What it does", "Why it matters", "Example", "Use instead")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule in words.

    Args:
        code (str): the rule's code.
        summary (str): one line.
        sections (Mapping[str, str]): text under each of `HEADINGS`.
    """

    code: str
    summary: str
    sections: Mapping[str, str]


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
    """

    argument: str
    reference_argument: str | None
    reference_value: object
    port_value: object
    corrections: Mapping[str, object] = field(default_factory=dict)
    shows: str = "forward"
    fact: str = ""
    equivalent: bool | None = False


@dataclass(frozen=True, slots=True)
class Group:
    """Differences that one rule reports as one finding.

    Args:
        rule (type[ArgumentRule]): the rule.
        differences (tuple[Difference, ...]): the first one gives the finding its argument and values.
    """

    rule: type[ArgumentRule]
    differences: tuple[Difference, ...]

    @property
    def first(self) -> Difference:
        """The difference the finding is named after."""
        return self.differences[0]

    @property
    def corrections(self) -> dict[str, object]:
        """What to pass to the port's constructor."""
        return {name: value for entry in self.differences for name, value in entry.corrections.items()}

    @property
    def equivalent(self) -> bool:
        """Tell whether every difference is only a spelling."""
        return all(entry.equivalent is True for entry in self.differences)


class Rule(ABC):
    """A kind of mistake. Subclasses document themselves under `HEADINGS`."""

    code: ClassVar[str]

    @classmethod
    def explain(cls) -> Explanation:
        """Return the rule's documentation, taken from its docstring.

        Raises:
            ValueError: if a heading is missing.
        """
        return parse(cls.code, inspect.getdoc(cls) or "")


class ArgumentRule(Rule):
    """A rule about constructor arguments; `arguments` are MindSpore's names, `layers` limits it to class names."""

    arguments: ClassVar[frozenset[str]] = frozenset()
    layers: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def applies(cls, layer: str, difference: Difference) -> bool:
        """Tell whether the rule is about `difference` in a layer of class name `layer`."""
        named = difference.argument in cls.arguments or difference.reference_argument in cls.arguments
        return named and (not cls.layers or layer in cls.layers)

    @classmethod
    def message(cls, group: Group) -> str:
        """Return one sentence about the differences."""
        return group.first.fact

    @classmethod
    def values(cls, group: Group) -> tuple[object, object]:
        """Return the reference's and the port's value of the argument that the finding is named after."""
        return group.first.reference_value, group.first.port_value

    @classmethod
    def named(cls, group: Group) -> str:
        """Return the argument that the finding is named after."""
        return group.first.argument


def parse(code: str, text: str) -> Explanation:
    """Take a rule's docstring apart.

    Args:
        code (str): the rule's code, for messages.
        text (str): a summary line, then sections under ``## `` headings.

    Raises:
        ValueError: if the summary or a heading is missing.
    """
    pieces = _HEADING.split(text)
    summary = pieces[0].strip()
    sections = {pieces[i].strip(): pieces[i + 1].strip() for i in range(1, len(pieces) - 1, 2)}
    missing = [heading for heading in HEADINGS if not sections.get(heading)]
    if not summary or missing:
        raise ValueError(f"rule {code}: the docstring lacks {', '.join(missing) or 'a summary line'}")
    return Explanation(code, summary, sections)
