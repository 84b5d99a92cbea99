"""Any other argument."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Difference


class Argument(ArgumentRule):
    """An argument is not what the reference asks for.

    ## What it does
    Compares every constructor argument of two paired layers through the mappings table, or by name where the table
    has no row.

    ## Why it matters
    A default that differs, an argument that was forgotten or one that means something else changes what the layer
    computes. Every such difference is tried out on the layer itself, so that a mere spelling is not called a mistake.

    ## Example
    ```python
    torch.nn.LeakyReLU()
    mindspore.nn.LeakyReLU()
    ```

    ## Use instead
    ```python
    mindspore.nn.LeakyReLU(alpha=0.01)
    ```
    """

    code: ClassVar[str] = "argument"

    @classmethod
    def applies(cls, layer: str, difference: Difference) -> bool:
        """Take whatever no other rule took."""
        del layer, difference
        return True
