"""The one list of rules, and old codes that still work."""

from __future__ import annotations

from parity.rules._base import Rule
from parity.rules.approximate import Approximate
from parity.rules.argument import Argument
from parity.rules.body import Body
from parity.rules.epsilon import Epsilon
from parity.rules.gradient import Gradient
from parity.rules.has_bias import HasBias
from parity.rules.init_law import InitLaw
from parity.rules.layer_mode import LayerMode
from parity.rules.layer_order import LayerOrder
from parity.rules.layer_output import LayerOutput
from parity.rules.layer_type import LayerType
from parity.rules.loss import Loss
from parity.rules.momentum import Momentum
from parity.rules.optimizer import Optimizer
from parity.rules.outputs import Outputs
from parity.rules.pad_mode import PadMode
from parity.rules.pool_stride import PoolStride
from parity.rules.precision import Precision
from parity.rules.raises import Raises
from parity.rules.training import Training
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.rules.weights import Weights
from parity.rules.weights_differ import WeightsDiffer
from parity.rules.weights_not_loaded import WeightsNotLoaded

RULES: tuple[type[Rule], ...] = (
    PadMode,
    HasBias,
    Epsilon,
    Momentum,
    Approximate,
    PoolStride,
    InitLaw,
    Argument,
    LayerType,
    LayerMode,
    LayerOrder,
    LayerOutput,
    Body,
    Weights,
    WeightsNotLoaded,
    WeightsDiffer,
    UnmatchedLayer,
    Outputs,
    Precision,
    Raises,
    Gradient,
    Loss,
    Optimizer,
    Training,
)
"""Every rule. Those that recognise their mistake themselves look in this order."""

CODES: dict[str, type[Rule]] = {entry.code: entry for entry in RULES}

REDIRECTS: dict[str, str] = {}


def rule(code: str) -> type[Rule]:
    """Return the rule with this code, or the one that replaced it.

    Raises:
        KeyError: if there is none.
    """
    return CODES[REDIRECTS.get(code, code)]
