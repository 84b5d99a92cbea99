"""Training that goes another way for another reason than the optimizer."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Training(Rule):
    """Training steps differ, and not by the optimizer.

    ## What it does
    Compares losses and running statistics after every training step.

    ## Why it matters
    Statistics decide what the net computes once training is over: two nets that train alike may still predict
    differently.

    ## Example
    ```python
    mindspore.nn.BatchNorm2d(64, use_batch_statistics=False)  # never updates its statistics
    ```

    ## Use instead
    ```python
    mindspore.nn.BatchNorm2d(64)
    ```
    """

    code: ClassVar[str] = "training"
