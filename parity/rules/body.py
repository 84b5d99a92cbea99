"""A difference made between the layers."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Body(Rule):
    """The code of a construct differs, between layers that agree.

    ## What it does
    Reports a container whose layers all agree on equal input while its own output differs: what its construct does
    itself (adding, reshaping, calling functions) is not what the reference's forward does.

    ## Why it matters
    Functions have defaults too: `ops.std` divides by n, `ops.flatten` starts at axis 1, and a forgotten residual is
        no layer at all.

    ## Example
    ```python
    out = self.conv2(self.conv1(x))  # the reference adds x
    ```

    ## Use instead
    ```python
    out = self.conv2(self.conv1(x)) + x
    ```
    """

    code: ClassVar[str] = "body"
