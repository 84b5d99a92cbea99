"""What a rule is: one kind of mistake, how it is recognised and reported, and what to write instead."""

from __future__ import annotations

import inspect
import re
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypedDict, Unpack

from parity.report.model import Finding, Severity, Stage, plain_value
from parity.table.difference import Difference

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.rules.measured import Measured

HEADINGS = ("What it does", "Why it matters")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """Two nets of which a rule speaks, and what to write instead; a test executes both.

    The texts are expressions, or source that defines `Net`. The reference's may use ``torch``, the port's ``ms``,
    ``nn`` and ``ops``.

    Args:
        reference (str): the net taken as right.
        port (str): a port of which the rule speaks.
        instead (str): a port of which it does not. Default: ``""``, the same port: `instead_options` differ.
        inputs (tuple[str, ...]): specs. Default: ``("float32[4,8]",)``.
        options (Mapping[str, object]): of the comparison. Default: none.
        instead_options (Mapping[str, object]): those that differ in the second comparison. Default: none.
        files (str): statements that write the files of weights in `options`. Default: ``""``.
        instead_files (str): likewise, in the second comparison. Default: ``""``.
        remark (str): what else there is to say of the remedy. Default: ``""``.
    """

    reference: str
    port: str
    instead: str = ""
    inputs: tuple[str, ...] = ("float32[4,8]",)
    options: Mapping[str, object] = field(default_factory=dict)
    instead_options: Mapping[str, object] = field(default_factory=dict)
    files: str = ""
    instead_files: str = ""
    remark: str = ""

    def shown(self) -> str:
        """Return the case of which the rule speaks, as text."""
        lines = [self.reference.strip(), self.port.strip(), self.files.strip(), _call(self.options)]
        return "\n".join(line for line in lines if line)

    def shown_instead(self) -> str:
        """Return what to write instead, as text."""
        changed = {**self.options, **self.instead_options} if self.instead_options else {}
        lines = [self.instead.strip(), self.instead_files.strip(), _call(changed), self.remark]
        return "\n".join(line for line in lines if line)


def _call(options: Mapping[str, object]) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return f"compare(..., {given})" if given else ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule in words.

    Args:
        code (str): the rule's code.
        summary (str): one line.
        sections (Mapping[str, str]): text under each heading: those of `HEADINGS`, ``Example``, ``Use instead`` and
            ``Recognised by``.
    """

    code: str
    summary: str
    sections: Mapping[str, str]


class Details(TypedDict, total=False):
    """What a finding may say besides its rule, layers, severity and message."""

    stage: Stage
    argument: str | None
    values: tuple[object, object]
    evidence: str
    fix: str
    places: tuple[str | None, str | None]


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
    """A kind of mistake: its code, its words, how its findings are made, and an example that a test executes.

    Subclasses document themselves under `HEADINGS`. A rule that recognises its mistake itself overrides `find`; any
    other names the function that does.
    """

    code: ClassVar[str]
    stage: ClassVar[Stage] = "forward"
    example: ClassVar[Example]
    found_by: ClassVar[str] = ""
    """The function that recognises the mistake, by dotted name, where this is not the rule's own `find`."""
    needs: ClassVar[frozenset[str]] = frozenset({"forward"})
    """The stages without which `find` is not asked: of forward, grad, train, init (`parity.rules.measured.STAGES`)."""

    @classmethod
    def explain(cls) -> Explanation:
        """Return the rule's documentation, taken from its docstring and its example.

        Raises:
            ValueError: if a heading is missing.
        """
        found = parse(cls.code, inspect.getdoc(cls) or "")
        shown = {"Example": cls.example.shown(), "Use instead": cls.example.shown_instead()}
        shown["Recognised by"] = cls.recognised_by()
        return replace(found, sections={**found.sections, **shown})

    @classmethod
    def recognised_by(cls) -> str:
        """Return the dotted name of the function that recognises the mistake."""
        return cls.found_by or f"{cls.__module__}.{cls.__qualname__}.find"

    @classmethod
    def find(cls, measured: Measured) -> list[Finding]:
        """Return what the rule recognises in a comparison by itself; nothing, where others report it.

        Args:
            measured (Measured): everything that was measured.
        """
        del measured
        return []

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Tell whether a finding of this rule takes the place of another, of any rule, because it is its cause.

        Args:
            finding (Finding): of this rule.
            other (Finding): another finding of the same comparison, no more severe.
        """
        del finding, other
        return False

    @classmethod
    def gives_way_to(cls, finding: Finding, other: Finding) -> bool:
        """Tell whether a finding of this rule, which gives no cause by itself, is left out beside another.

        Args:
            finding (Finding): of this rule.
            other (Finding): another finding of the same comparison, no less severe.
        """
        del finding, other
        return False

    @classmethod
    def finding(
        cls,
        reference: Layer | None,
        port: Layer | None,
        severity: Severity,
        message: str,
        **details: Unpack[Details],
    ) -> Finding:
        """Return a finding of this rule.

        Args:
            reference (Layer | None): the reference's layer; None where there is none.
            port (Layer | None): the port's.
            severity (Severity): how much it counts.
            message (str): one sentence.
            **details (Unpack[Details]): ``stage``, the rule's own by default; ``argument``; ``values``, the
                reference's and the port's; ``evidence``; ``fix``; ``places``, of reference and port, by default
                where the layers were constructed.
        """
        values = details.get("values", (None, None))
        built = [layer.built_at if layer is not None else None for layer in (reference, port)]
        theirs, mine = details.get("places", (built[0], built[1]))
        return Finding(
            rule=cls.code,
            severity=severity,
            stage=details.get("stage", cls.stage),
            reference_layer=reference.path if reference is not None else None,
            port_layer=port.path if port is not None else None,
            argument=details.get("argument"),
            reference_value=plain_value(values[0]),
            port_value=plain_value(values[1]),
            evidence=details.get("evidence", ""),
            fix=details.get("fix", ""),
            location=mine,
            reference_location=theirs,
            message=message,
        )


class ArgumentRule(Rule):
    """A rule about constructor arguments; `arguments` are MindSpore's names, `layers` limits it to class names."""

    found_by: ClassVar[str] = "parity.causes.diagnose.LayerDiagnosis.layer_findings"
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
