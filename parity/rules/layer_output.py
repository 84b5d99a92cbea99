"""A layer that differs for no known reason."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class LayerOutput(Rule):
    """A layer differs on equal input, and no argument explains it.

    ## What it does
    Reports a layer that gives another result than its partner when both are fed the reference's input and have the
    same weights.

    ## Why it matters
    The difference arises here and nowhere earlier. Either the layer is written differently, or the rules do not know
    the cause yet.

    ## Example
    ```python
    class Scale(nn.Cell):
        def construct(self, x):
            return x * self.gamma  # the reference adds beta too
    ```

    ## Use instead
    Compare the two bodies line by line: everything before this layer agrees.
    """

    code: ClassVar[str] = "layer-output"
