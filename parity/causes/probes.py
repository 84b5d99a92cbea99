"""Probes: what flows into a body is changed so that defects show which the inputs at hand do not excite.

With the layers inside held, a body is a function of its inputs and of what these layers return. Both sides are
given the same values of tiny size (an epsilon shows), and of great size with both signs (clips, slopes, rounding).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import torch

from parity.body.check import BodyPair
from parity.causes.bodies import departure_findings
from parity.forward.bench import Bench, Probe
from parity.locate.localise import Located
from parity.nets.base import Layer
from parity.report.model import Finding
from parity.rules.layer_type import LayerType
from parity.table.relations import same_kind

_WIDE = 1e4
_SAMPLE = 256  # most activations show in so many elements that they are no whole numbers


def _tiny(tensor: torch.Tensor) -> torch.Tensor:
    return tensor * 1e-3 if _is_signal(tensor) else tensor


def _great(tensor: torch.Tensor) -> torch.Tensor:
    if not _is_signal(tensor):
        return tensor
    made = tensor.abs().mul_(30.0).contiguous()
    made.view(-1)[1::2].neg_()
    return made


def _is_signal(tensor: torch.Tensor) -> bool:
    """Tell activations from masks, indices and counts, which mean what they are."""
    if not tensor.is_floating_point() or not tensor.numel():
        return False
    least, most = torch.aminmax(tensor)  # NaN where there is any
    if not max(-float(least), float(most)) <= _WIDE:
        return False
    first = tensor.reshape(-1)[:_SAMPLE]
    return bool((first != first.round()).any()) or bool((tensor != tensor.round()).any())


PROBES = (Probe("inputs scaled by 1e-3", _tiny), Probe("great inputs of both signs", _great))


def probe_findings(located: list[Located], bench: Bench) -> list[Finding]:
    """Return what shows only on probes, one body of a kind.

    Args:
        located (list[Located]): every pair with its status.
        bench (Bench): the nets.
    """
    findings: list[Finding] = []
    if bench.no_float64:  # what shows on probes drowns in the noise of half precision
        return findings
    for entry, left, right in _one_of_each(located):
        pair = BodyPair(entry.pair)
        probe = next((probe for probe in PROBES if not bench.run(pair, probe=probe).same), None)
        if probe is None or not bench.run(pair).same:
            continue  # a body that is not the same twice on the inputs at hand tells nothing on others
        if not any(layer.custom or layer.api is None for layer in (left, right)):
            findings.append(LayerType.found(left, right, "error", f"differs on {probe.name}"))
            continue
        result = bench.run(BodyPair(entry.pair, inside=True), probe=probe).seen
        if result is not None and any(departure.tied for departure in result.departures):
            continue  # a probe makes numbers equal, and their order is nobody's
        if result is not None:
            findings += departure_findings(left, right, result, "error", where=f"on {probe.name}")
    return findings


def _candidates(located: list[Located]) -> Iterator[tuple[Located, Layer, Layer]]:
    """Yield the pairs that agree on the inputs at hand and whose code is the user's, or another layer's."""
    for entry in located:
        reference, port = entry.pair.reference, entry.pair.port
        if reference is None or port is None or entry.status not in {"same", "amplified"}:
            continue
        left, right = reference.layer, port.layer
        own = any(layer.custom or layer.api is None for layer in (left, right))
        if own or (entry.pair.leaf and not same_kind(left.api, right.api)):
            yield entry, left, right


def _one_of_each(located: list[Located]) -> Iterator[tuple[Located, Layer, Layer]]:
    """Yield the smallest of the candidates of each kind, in order."""
    kinds: dict[object, tuple[Located, Layer, Layer]] = {}
    for candidate in _candidates(located):
        entry, left, right = candidate
        kind = (_identity(left), _identity(right), _form(entry))
        if kind not in kinds or _elements(entry) < _elements(kinds[kind][0]):
            kinds[kind] = candidate
    yield from kinds.values()


def _identity(layer: Layer) -> tuple[object, ...]:
    """Return what decides how a layer's code behaves, values of weights apart."""
    plain = {name: value for name, value in vars(layer.module).items() if isinstance(value, (bool, int, float, str))}
    children = tuple((name, type(child)) for name, child in layer.module.named_children())
    return type(layer.module), tuple(sorted(_settings(plain).items())), children


def _settings(plain: Mapping[str, object]) -> dict[str, str]:
    return {name: repr(value) for name, value in plain.items() if not name.startswith("_")}


def _form(entry: Located) -> tuple[object, ...]:
    """Return what of the inputs' shapes code may depend on: the number of axes, and which are single, odd or even."""
    call = entry.pair.reference
    shapes = (shape.shape for _, shape in call.inputs) if call is not None else ()
    return tuple(tuple(size if size < 2 else 2 + size % 2 for size in shape) for shape in shapes)


def _elements(entry: Located) -> int:
    call = entry.pair.reference
    return sum(math.prod(shape.shape) for _, shape in call.inputs) if call is not None else 0
