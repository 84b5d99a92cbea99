"""What the nets return."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Outputs(Rule):
    """The outputs differ in number, shape, dtype or value.

    ## What it does
    Compares what the two nets return, one tensor with the other, and reports what no other rule has explained.

    ## Why it matters
    The outputs are what the nets are for. Their structure must agree before their values can.

    ## Example
    ```python
    return logits  # the reference returns logits, features
    ```

    ## Use instead
    ```python
    return logits, features
    ```
    """

    code: ClassVar[str] = "outputs"
