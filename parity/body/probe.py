"""Probes: what flows into a construct is changed so that defects show which the inputs at hand do not excite.

With the layers inside held, a construct is a function of its inputs and of what these layers return. Both sides are
given the same values of tiny size (an epsilon shows), and of great size with both signs (clips, slopes, rounding).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch

from parity.body.check import BodyChecker, Change
from parity.body.findings import departure_findings
from parity.localise import Located
from parity.report.model import Finding
from parity.subjects.base import Layer
from parity.table import same_kind

_WIDE = 1e4


@dataclass(frozen=True, slots=True)
class Probe:
    """One change of the values, with its name in words."""

    name: str
    change: Change


def _tiny(tensor: torch.Tensor) -> torch.Tensor:
    return tensor * 1e-3 if _is_signal(tensor) else tensor


def _great(tensor: torch.Tensor) -> torch.Tensor:
    if not _is_signal(tensor):
        return tensor
    sign = 1 - 2 * (torch.arange(tensor.numel(), device=tensor.device) % 2)
    return tensor.abs() * 30.0 * sign.reshape(tensor.shape).to(tensor.dtype)


def _is_signal(tensor: torch.Tensor) -> bool:
    """Tell activations from masks, indices and counts, which mean what they are."""
    if not tensor.is_floating_point() or not tensor.numel():
        return False
    if not bool(torch.isfinite(tensor).all()) or float(tensor.abs().max()) > _WIDE:
        return False
    return not bool((tensor == tensor.round()).all())


PROBES = (Probe("inputs scaled by 1e-3", _tiny), Probe("great inputs of both signs", _great))


def probe_findings(located: list[Located], checker: BodyChecker) -> list[Finding]:
    """Return what shows only on probes, one construct of a kind.

    Args:
        located (list[Located]): every pair with its status.
        checker (BodyChecker): runs the constructs.
    """
    findings: list[Finding] = []
    if checker.coarse:  # what shows on probes drowns in the noise of half precision
        return findings
    done: set[object] = set()
    for entry, left, right in _candidates(located):
        kind = (_identity(left), _identity(right), _shapes(entry))
        if kind in done:
            continue
        done.add(kind)
        probe = next((probe for probe in PROBES if not checker.agrees(entry.pair, probe.change)), None)
        if probe is None or not checker.agrees(entry.pair):
            continue  # a construct that is not the same twice on the inputs at hand tells nothing on others
        result = checker.check(entry.pair, probe.change)
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


def _identity(layer: Layer) -> tuple[object, ...]:
    """Return what decides how a layer's code behaves, values of weights apart."""
    plain = {name: value for name, value in vars(layer.module).items() if isinstance(value, (bool, int, float, str))}
    return type(layer.module), tuple(sorted(_settings(plain).items()))


def _settings(plain: Mapping[str, object]) -> dict[str, str]:
    return {name: repr(value) for name, value in plain.items() if not name.startswith("_")}


def _shapes(entry: Located) -> tuple[object, ...]:
    call = entry.pair.reference
    return tuple(shape.shape for _, shape in call.inputs) if call is not None else ()
