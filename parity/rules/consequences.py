"""Findings that follow from others: what is computed with a wrong weight differs too."""

from __future__ import annotations

from parity.report.model import Finding
from parity.rules.body import Body
from parity.rules.gradient import Gradient
from parity.rules.layer_output import LayerOutput
from parity.rules.outputs import Outputs

_COMPUTED = frozenset({Body.code, Gradient.code, LayerOutput.code, Outputs.code})
"""Rules that report values which a layer, a body or the net has computed."""


def is_computed_with(weight: Finding, other: Finding) -> bool:
    """Tell whether a finding is about values that are computed with the weights of a layer.

    Args:
        weight (Finding): about weights; of which layer of the port, it says.
        other (Finding): any other.
    """
    if weight.port_layer is None or other.rule not in _COMPUTED:
        return False
    path = weight.port_layer
    return other.port_layer in {"", path} or path.startswith(f"{other.port_layer}.")
