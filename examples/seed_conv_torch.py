"""The migration guide's own example: one convolution and a ReLU, in torch."""

from __future__ import annotations

from torch import Tensor, nn


class MyCell(nn.Module):
    """A net that is handed in, then a ReLU."""

    def __init__(self, forward_net: nn.Module) -> None:
        super().__init__()
        self.net = forward_net
        self.relu = nn.ReLU()

    def forward(self, x: Tensor) -> Tensor:
        """Return the activated output of the net."""
        return self.relu(self.net(x))


def make() -> MyCell:
    """Return the net; feed it float32[2,120,12,12], it gives [2, 240, 9, 9]."""
    return MyCell(nn.Conv2d(120, 240, kernel_size=4, bias=False))
