"""All pairs by name."""

from __future__ import annotations

from tests.parity.adversarial import (
    arithmetic,
    blocks,
    gradients,
    layers,
    masks,
    modes,
    outputs,
    rewritings,
    sizes,
    state,
    values,
    worlds,
)
from tests.parity.adversarial._pair import Pair

FAMILIES = (modes, gradients, values, arithmetic, sizes, layers, masks, state, outputs, rewritings, blocks, worlds)
PAIRS: dict[str, Pair] = {entry.name: entry for family in FAMILIES for entry in family.PAIRS}
