"""All pairs by name."""

from __future__ import annotations

from tests.parity.adversarial import gradients, masks, modes, outputs, sizes, values, worlds
from tests.parity.adversarial._pair import Pair

FAMILIES = (modes, gradients, values, sizes, masks, outputs, worlds)
PAIRS: dict[str, Pair] = {entry.name: entry for family in FAMILIES for entry in family.PAIRS}
