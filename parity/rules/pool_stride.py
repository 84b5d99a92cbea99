"""Stride of pools."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example

_POOLS = frozenset(f"{kind}Pool{dims}d" for kind in ("Max", "Avg", "LP") for dims in (1, 2, 3))


class PoolStride(ArgumentRule):
    """The stride of a pool differs.

    ## What it does
    Compares the stride of pools, torch's default being the kernel size.

    ## Why it matters
    MindSpore's pools have stride 1 by default. The output is larger, and the error often surfaces only in a later
    layer.
    """

    code: ClassVar[str] = "pool-stride"
    arguments: ClassVar[frozenset[str]] = frozenset({"stride"})
    layers: ClassVar[frozenset[str]] = _POOLS
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.MaxPool2d(2))",
        port="nn.SequentialCell(nn.MaxPool2d(2))",
        instead="nn.SequentialCell(nn.MaxPool2d(2, stride=2))",
        inputs=("float32[4,3,8,8]",),
    )
