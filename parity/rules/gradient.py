"""Gradients that differ where the outputs agree."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Gradient(Rule):
    """The outputs agree and the gradients do not.

    ## What it does
    Compares the gradient of every parameter and input, and differentiates each pair of layers alone to find the one
    at fault.

    ## Why it matters
    A forgotten stop_gradient, or an Embedding that keeps training its padding row, computes the same function and
    learns another one.

    ## Example
    ```python
    return x * x  # the reference computes x.detach() * x
    ```

    ## Use instead
    ```python
    return ops.stop_gradient(x) * x
    ```
    """

    code: ClassVar[str] = "gradient"
