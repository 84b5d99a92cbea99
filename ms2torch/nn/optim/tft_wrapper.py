"""Fault tolerance of Ascend clusters, which is not offered here."""

from __future__ import annotations

from typing import Any

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.nn.cell import Cell
from ms2torch.nn.optim.optimizer import Optimizer

__all__ = ["OptTFTWrapper"]


class OptTFTWrapper(Cell):
    """Refuse: the wrapper reports to a service that exists on Ascend clusters only.

    Args:
        opt (Optimizer): the optimizer.
        kwargs (dict): settings.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.OptTFTWrapper, MindSpore 2.10
    """

    def __init__(self, opt: Optimizer, **kwargs: Any) -> None:
        super().__init__(auto_prefix=False)
        raise UnsupportedArgumentError("nn.OptTFTWrapper", "opt", type(opt).__name__, "pass the optimizer itself")

    def construct(self, gradients: Any) -> Any:
        """Never get here: there is no such Cell."""
        raise NotImplementedError
