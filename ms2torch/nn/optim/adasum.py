"""AdaSum, which is not offered here."""

from __future__ import annotations

from typing import Any

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.nn.cell import Cell
from ms2torch.nn.optim.optimizer import Optimizer

__all__ = ["AdaSumByDeltaWeightWrapCell", "AdaSumByGradWrapCell"]

_REMEDY = "pass the optimizer itself; gradients of several processes are averaged by nn.DistributedGradReducer"


class AdaSumByGradWrapCell(Cell):
    """Refuse: AdaSum is for clusters of 16 Ascend devices and more.

    Args:
        optimizer (Optimizer): the optimizer.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.AdaSumByGradWrapCell, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer) -> None:
        super().__init__(auto_prefix=False)
        raise UnsupportedArgumentError("nn.AdaSumByGradWrapCell", "optimizer", type(optimizer).__name__, _REMEDY)

    def construct(self, grads: Any) -> Any:
        """Never get here: there is no such Cell."""
        raise NotImplementedError


class AdaSumByDeltaWeightWrapCell(Cell):
    """Refuse: AdaSum is for clusters of 16 Ascend devices and more.

    Args:
        optimizer (Optimizer): the optimizer.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.AdaSumByDeltaWeightWrapCell, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer) -> None:
        super().__init__(auto_prefix=False)
        raise UnsupportedArgumentError("nn.AdaSumByDeltaWeightWrapCell", "optimizer", type(optimizer).__name__, _REMEDY)

    def construct(self, grads: Any) -> Any:
        """Never get here: there is no such Cell."""
        raise NotImplementedError
