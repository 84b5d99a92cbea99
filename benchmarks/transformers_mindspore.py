"""The port of transformers_torch.py."""

from __future__ import annotations

from mindspore import Tensor, nn, ops

WIDTH = 1024


class Block(nn.Cell):
    """Attention and a feed-forward net."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm((WIDTH,), epsilon=1e-5), nn.LayerNorm((WIDTH,), epsilon=1e-5)
        self.qkv, self.out = nn.Dense(WIDTH, 3 * WIDTH), nn.Dense(WIDTH, WIDTH)
        self.fc1, self.fc2 = nn.Dense(WIDTH, 4 * WIDTH), nn.Dense(4 * WIDTH, WIDTH)

    def construct(self, x: Tensor) -> Tensor:
        """Return what the block makes of tokens."""
        q, k, v = ops.chunk(self.qkv(self.norm1(x)), 3, -1)
        scores = ops.matmul(q, k.swapaxes(-1, -2)) / WIDTH**0.5
        x = x + self.out(ops.matmul(ops.softmax(scores, -1), v))
        return x + self.fc2(ops.relu(self.fc1(self.norm2(x))))


def net(blocks: int) -> nn.Cell:
    """Return so many blocks."""
    return nn.SequentialCell(*(Block() for _ in range(blocks)))
