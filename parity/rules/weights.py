"""What of the weights was matched with nothing."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Weights(Rule):
    """A weight has no counterpart, or one of another shape.

    ## What it does
    Lists weights and statistics that exist on one side only, and partners whose shapes do not fit.

    ## Why it matters
    A weight that is matched with nothing keeps whatever value it was made with: a trained checkpoint cannot be
        carried over.

    ## Example
    ```python
    mindspore.nn.BatchNorm2d(64, affine=False)  # the reference has weight and bias
    ```

    ## Use instead
    ```python
    mindspore.nn.BatchNorm2d(64)
    ```
    """

    code: ClassVar[str] = "weights"
