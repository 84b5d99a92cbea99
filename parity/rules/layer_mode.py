"""A layer that runs in another mode than its partner."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class LayerMode(Rule):
    """A layer runs in training mode where the reference's runs in eval mode, or the other way round.

    ## What it does
    Compares the modes in which two paired layers are called, whatever mode was asked for the whole net.

    ## Why it matters
    `set_train` and `eval` reach the layers that a net holds when they are called: one that is made later, or is held
        in a plain list, keeps its own mode, and so does one that the code itself switches. A BatchNorm then uses the
        wrong statistics and a Dropout drops, or does not.

    ## Example
    ```python
    self.bn = nn.BatchNorm2d(8).set_train(False)
    ```

    ## Use instead
    ```python
    self.bn = nn.BatchNorm2d(8)
    ```
    """

    code: ClassVar[str] = "layer-mode"
