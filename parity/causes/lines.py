"""What to write on a line that builds several layers: one call that is right for all of them, not the values of one.

A fix is tried on one layer. In a shared block the same line builds others: ``padding=1`` mends the 3x3 convolutions and
breaks the 5x5 ones, and ``nn.Conv2d(width_in, 400)`` breaks every stage but the last. So the value that each layer of
the line needs is collected, and the line is written with an expression of the call's other arguments that gives these
values (``kernel_size // 2``). Where there is none, the fault lies with whoever passes the value, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from parity.code.fixes import Expression, Passed, corrected_line, passed
from parity.code.places import Location
from parity.nets.base import Layer, Subject
from parity.report.model import Finding
from parity.rules.precedence import joined
from parity.table.relations import other_spellings

_MISSING = object()
_FORMS: tuple[tuple[str, Callable[[int], int]], ...] = (
    ("{}", lambda value: value),
    ("{} // 2", lambda value: value // 2),
    ("({} - 1) // 2", lambda value: (value - 1) // 2),
    ("{} * 2", lambda value: value * 2),
)
"""What an argument is of another, as layers are written: a padding of the size of the window, a width of a width."""


_Built = tuple[Location, type]
"""A call in the port's source, and the class that it builds: what a framework's layer makes inside stands there too."""


def _built(layer: Layer) -> _Built | None:
    return (layer.location, type(layer.module)) if layer.location is not None else None


@dataclass(slots=True)
class _Site:
    """A call in the port's source, with the layers it built, and what each should have been given."""

    layers: dict[str, Layer] = field(default_factory=dict)
    wanted: dict[str, Mapping[str, object]] = field(default_factory=dict)

    def values(self, argument: str) -> dict[str, object]:
        """Return what each layer should be given for an argument, which is what it was given where nothing is wrong."""
        padded = any(wanted.get("pad_mode") == "pad" for wanted in self.wanted.values())
        return {
            path: (_as_padding(self.wanted[path]) if padded else self.wanted[path]).get(
                argument, layer.construction.arguments.get(argument, _MISSING)
            )
            for path, layer in self.layers.items()
        }


class Lines:
    """The lines to write for one comparison.

    Args:
        port (Subject): the net whose lines they are.
    """

    def __init__(self, port: Subject) -> None:
        self._port = port
        self._sites: dict[_Built, _Site] = {}
        self._written: dict[tuple[str | None, str | None, str], tuple[Layer, dict[str, object]]] = {}

    def add(self, layer: Layer, wanted: Mapping[str, object]) -> None:
        """Remember a layer, and the arguments with which it would do what the reference's does.

        Args:
            layer (Layer): of the port.
            wanted (Mapping[str, object]): the arguments that are written differently there, right or wrong.
        """
        place = _built(layer)
        if place is None:
            return
        site = self._sites.setdefault(place, _Site())
        site.layers[layer.path] = layer
        site.wanted[layer.path] = wanted

    def write(
        self, layer: Layer, argument: str, corrections: Mapping[str, object], beside: Mapping[str, object] | None = None
    ) -> str:
        """Return the source line of one layer with its arguments corrected; `settled` makes it right for the others.

        Args:
            layer (Layer): of the port.
            argument (str): the argument that the finding is named after.
            corrections (Mapping[str, object]): arguments to change or add.
            beside (Mapping[str, object], optional): what other findings about the layer change. Default: ``None``.
        """
        changed = {**(beside or {}), **corrections}
        text = corrected_line(layer.construction, changed, _replaced(layer, changed))
        self._written[layer.built_at, argument, text] = layer, dict(corrections)
        return text

    def settled(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings with lines that are right for every layer they build.

        What is an error on one line is mended by one text. A finding that no text mends loses its fix, and says where
        the value comes from.

        Args:
            findings (list[Finding]): of all layers.
        """
        wrong: dict[_Built, dict[str | None, set[str]]] = {}
        for finding in findings:
            known = self._of(finding)
            place = _built(known[0]) if known is not None else None
            if known is not None and finding.severity == "error" and place is not None:
                at_line = wrong.setdefault(place, {})
                at_line.setdefault(finding.argument, set()).update(known[1])
        groups: dict[object, list[Finding]] = {}
        for index, finding in enumerate(findings):
            now, origin = self._settled(finding, wrong)
            key = (now.rule, now.severity, now.location, now.argument, origin) if origin else index
            groups.setdefault(key, []).append(now)
        return [joined(group) for group in groups.values()]

    def _of(self, finding: Finding) -> tuple[Layer, dict[str, object]] | None:
        return self._written.get((finding.location, finding.argument, finding.fix)) if finding.fix else None

    def _settled(self, finding: Finding, wrong: Mapping[_Built, Mapping[str | None, set[str]]]) -> tuple[Finding, str]:
        """Return one finding with its line, or without one and where the value comes from."""
        known = self._of(finding)
        place = _built(known[0]) if known is not None else None
        if known is None or place is None:
            return finding, ""
        layer, corrections = known
        site = self._sites.get(place)
        if site is None or len(site.layers) < 2:
            return finding, ""
        at_line = wrong[place] if finding.severity == "error" else {}
        own = list(dict.fromkeys([*corrections, *sorted(at_line.get(finding.argument, ()))]))
        others = sorted({name for names in at_line.values() for name in names} - set(own))
        calls = passed(layer.construction)
        common = {name: _common(site, name, calls) for name in (*own, *others)}
        for name in own:
            if common[name] is _MISSING:
                origin = self._origin(layer, name, calls)
                return replace(finding, fix="", message=finding.message.rstrip(".") + origin), origin
        text = {name: value for name, value in common.items() if value is not _MISSING}
        return replace(finding, fix=corrected_line(layer.construction, text, _replaced(layer, text))), ""

    def _origin(self, layer: Layer, argument: str, calls: Mapping[str, Passed]) -> str:
        """Say where a layer's argument comes from, as far up as one name is handed on."""
        given, place, value = calls.get(argument), layer.location, layer.construction.arguments.get(argument)
        if given is None or given.constant or place is None:
            return "; this line builds layers that need different values"
        path = layer.path
        while given.name and path:
            path = path.rpartition(".")[0]
            holder = self._port.layers.get(path)
            if holder is None or not holder.custom:
                continue
            above = passed(holder.construction).get(given.text)
            if above is None or above.constant or holder.construction.arguments.get(given.text) != value:
                break
            given, place = above, holder.location or place
        return f"; it comes from `{given.text}` at {place}, as this line builds other layers too"


def _replaced(layer: Layer, corrections: Mapping[str, object]) -> set[str]:
    """Return the arguments that others take the place of: who writes p writes no keep_prob."""
    return {other for name in corrections for other in other_spellings(layer.api, name)}


def _as_padding(wanted: Mapping[str, object]) -> Mapping[str, object]:
    """Write the padding of a layer that has none as the line writes it for layers that have: `pad` with 0."""
    return {**wanted, "pad_mode": "pad", "padding": 0} if wanted.get("pad_mode") == "valid" else wanted


def _common(site: _Site, argument: str, calls: Mapping[str, Passed]) -> object:
    """Return what gives every layer of a line its value: the value, an expression, or `_MISSING` for nothing."""
    values = site.values(argument)
    first = next(iter(values.values()))
    if all(type(value) is type(first) and value == first for value in values.values()):
        return first
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values.values()):
        return _MISSING
    for name, given in calls.items():
        if given.constant or name == argument:
            continue
        operand = given.text if given.text.replace(".", "").isidentifier() else f"({given.text})"
        for form, compute in _FORMS:
            if all(_is(compute, site.layers[path], name, value) for path, value in values.items()):
                return Expression(form.format(operand))
    return _MISSING


def _is(compute: Callable[[int], int], layer: Layer, argument: str, value: object) -> bool:
    operand = layer.construction.arguments.get(argument)
    return isinstance(operand, int) and not isinstance(operand, bool) and compute(operand) == value
