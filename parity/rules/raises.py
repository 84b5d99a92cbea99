"""A port that does not run to its end."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Raises(Rule):
    """The port raises where the reference does not.

    ## What it does
    Reports the layer in which the port's run ended, and whether that layer is at fault or the input it was given.

    ## Why it matters
    A wrong stride or padding changes a shape and is noticed several layers later. Fed the reference's input, the
    innocent layers run.

    ## Example
    ```python
    mindspore.nn.MaxPool2d(2)  # stride 1: the Dense layer after it gets another number of features
    ```

    ## Use instead
    ```python
    mindspore.nn.MaxPool2d(2, stride=2)
    ```
    """

    code: ClassVar[str] = "raises"
