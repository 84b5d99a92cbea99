"""Shuffling of channels."""

from __future__ import annotations

from ms2torch._core.base import unwrap, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Cell):
    """Take the channels of groups in turn.

    Args:
        groups (int): divides the channels.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, *)`.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if `groups` is no int.
        ValueError: if `groups` is not positive, or does not divide the channels.

    Source: mindspore.nn.ChannelShuffle, MindSpore 2.10
    """

    def __init__(self, groups: int) -> None:
        super().__init__()
        if not isinstance(groups, int):
            msg = f"For 'ChannelShuffle', the 'groups' must be int, but got {type(groups)}."
            raise TypeError(msg)
        if groups < 1:
            msg = f"For 'ChannelShuffle', the 'groups' must be larger than 0, but got {groups}."
            raise ValueError(msg)
        self.groups = groups

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        if t.ndim < 2 or t.shape[1] % self.groups:
            msg = f"nn.ChannelShuffle: groups={self.groups} does not divide the channels of {tuple(t.shape)}"
            raise ValueError(msg)
        return wrap(t.unflatten(1, (self.groups, -1)).transpose(1, 2).flatten(1, 2))
