"""THOR, which is not offered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = ["thor"]


def thor(
    net: Cell,
    learning_rate: Tensor,
    damping: Tensor,
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable[[Parameter], bool] = lambda p: bool(p.name),
    split_indices: Any = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> Any:
    """Refuse: the second-order optimizer THOR rests on layers of MindSpore's own for Ascend and GPU.

    Args:
        net (Cell): the network.
        learning_rate (Tensor): the rate.
        damping (Tensor): the damping.
        momentum (float): the momentum.
        weight_decay (float): Default: ``0.0``.
        loss_scale (float): Default: ``1.0``.
        batch_size (int): Default: ``32``.
        use_nesterov (bool): Default: ``False``.
        decay_filter (Callable): which parameters decay. Default: all.
        split_indices (list): Default: ``None``.
        enable_clip_grad (bool): Default: ``False``.
        frequency (int): Default: ``100``.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.thor, MindSpore 2.10
    """
    raise UnsupportedArgumentError("nn.thor", "net", type(net).__name__, "train with nn.Momentum or nn.Lamb")
