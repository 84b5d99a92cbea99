"""The same network with worse numerics."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Precision(Rule):
    """The port is the same network but loses more precision than the reference.

    ## What it does
    Compares the port's error in working precision, against float64, with the reference's own error there.

    ## Why it matters
    A variance computed as E[x^2] - E[x]^2, or a cast to a smaller type, is the same mathematics and worse numerics.
    Ratios up to 3 are ordinary, above 10 something is wrong.

    ## Example
    ```python
    var = (x * x).mean(-1) - x.mean(-1) ** 2
    ```

    ## Use instead
    ```python
    var = x.var(-1, ddof=0)
    ```
    """

    code: ClassVar[str] = "precision"
