"""The port of transformers_torch.py."""

from __future__ import annotations

from mindspore import Tensor, nn, ops

WIDTH = 1024


class Block(nn.Cell):
    """Attention and a feed-forward net."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.norm1, self.norm2 = nn.LayerNorm((width,), epsilon=1e-5), nn.LayerNorm((width,), epsilon=1e-5)
        self.qkv, self.out = nn.Dense(width, 3 * width), nn.Dense(width, width)
        self.fc1, self.fc2 = nn.Dense(width, 4 * width), nn.Dense(4 * width, width)

    def construct(self, x: Tensor) -> Tensor:
        """Return what the block makes of tokens."""
        q, k, v = ops.chunk(self.qkv(self.norm1(x)), 3, -1)
        scores = ops.matmul(q, k.swapaxes(-1, -2)) / self.width**0.5
        x = x + self.out(ops.matmul(ops.softmax(scores, -1), v))
        return x + self.fc2(ops.relu(self.fc1(self.norm2(x))))


def net(blocks: int, width: int = WIDTH) -> nn.Cell:
    """Return so many blocks."""
    return nn.SequentialCell(*(Block(width) for _ in range(blocks)))
