"""Stride of pools."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule

_POOLS = frozenset(f"{kind}Pool{dims}d" for kind in ("Max", "Avg", "LP") for dims in (1, 2, 3))


class PoolStride(ArgumentRule):
    """The stride of a pool differs.

    ## What it does
    Compares the stride of pools, torch's default being the kernel size.

    ## Why it matters
    MindSpore's pools have stride 1 by default. The output is larger, and the error often surfaces only in a later
    layer.

    ## Example
    ```python
    torch.nn.MaxPool2d(2)
    mindspore.nn.MaxPool2d(2)
    ```

    ## Use instead
    ```python
    mindspore.nn.MaxPool2d(2, stride=2)
    ```
    """

    code: ClassVar[str] = "pool-stride"
    arguments: ClassVar[frozenset[str]] = frozenset({"stride"})
    layers: ClassVar[frozenset[str]] = _POOLS
