"""The pairs that the tests compare: some of each family, and those that once were mistaken."""

from __future__ import annotations

from tests.parity.adversarial.table import FAMILIES, PAIRS

_EACH = 12  # every twelfth pair of a family
_ALWAYS = (
    "late-import-in-forward", "late-import-in-init", "late-import-in-function", "call-overridden",
    "call-overridden-right", "exit-in-file", "exit-in-init", "exit-in-forward", "keys-swapped", "keys-in-another-order",
    "number", "text", "empty-output", "empty-input", "all-infinite", "saturated", "changed-folder-right",
    "arguments-of-the-command-line-right",
)  # fmt: skip
CHOSEN = tuple(sorted({*_ALWAYS, *(pair.name for family in FAMILIES for pair in family.PAIRS[::_EACH])}))

__all__ = ["CHOSEN", "PAIRS"]
