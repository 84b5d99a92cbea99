"""Bias of convolutions and dense layers."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule


class HasBias(ArgumentRule):
    """One side has a bias and the other has none.

    ## What it does
    Compares torch's `bias` with MindSpore's `has_bias`.

    ## Why it matters
    MindSpore's convolutions have no bias by default, torch's have one. The trained bias then has nowhere to go, and
    the shape of the output does not tell.

    ## Example
    ```python
    torch.nn.Conv2d(3, 16, 3, padding=1)
    mindspore.nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1)
    ```

    ## Use instead
    ```python
    mindspore.nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1, has_bias=True)
    ```
    """

    code: ClassVar[str] = "has-bias"
    arguments: ClassVar[frozenset[str]] = frozenset({"has_bias", "bias"})
