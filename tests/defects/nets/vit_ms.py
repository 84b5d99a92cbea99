"""A vision transformer, in MindSpore."""

import math

import mindspore as ms
from mindspore import Parameter, nn, ops
from mindspore.common.initializer import TruncatedNormal, Uniform, initializer


class DropPath(nn.Cell):
    """Drop whole branches of some samples while training."""

    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def construct(self, x):
        if not self.training or self.rate == 0.0:
            return x
        keep = 1.0 - self.rate
        # a fixed pattern stands for the random one
        kept = (ops.arange(x.shape[0]) % 2 == 0).astype(x.dtype).reshape(-1, 1, 1)
        return x / keep * kept


class Attention(nn.Cell):
    """Attention with one matrix for query, key and value, and normalised queries and keys."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Dense(width, 3 * width)
        self.temperature = Parameter(initializer(5.0, (heads, 1, 1), ms.float32))
        self.proj = nn.Dense(width, width)

    def construct(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = ops.unbind(qkv, 0)
        query, key = ops.L2Normalize(-1, 1e-12)(query), ops.L2Normalize(-1, 1e-12)(key)
        scores = ops.matmul(query, key.swapaxes(-2, -1)) * self.temperature.clamp(max=100.0)
        mixed = ops.matmul(ops.softmax(scores, -1), value)
        return self.proj(mixed.swapaxes(1, 2).reshape(batch, length, width))


class Block(nn.Cell):
    def __init__(self, width, heads, scale=0.1, rate=0.2):
        super().__init__()
        self.norm1 = nn.LayerNorm((width,), epsilon=1e-6)
        self.attn = Attention(width, heads)
        self.scale1 = Parameter(initializer(scale, (width,), ms.float32))
        self.norm2 = nn.LayerNorm((width,), epsilon=1e-6)
        self.fc1 = nn.Dense(width, 4 * width)
        self.act = nn.GELU(approximate=False)
        self.fc2 = nn.Dense(4 * width, width)
        self.scale2 = Parameter(initializer(scale, (width,), ms.float32))
        self.path = DropPath(rate)

    def construct(self, x):
        x = x + self.path(self.scale1 * self.attn(self.norm1(x)))
        return x + self.path(self.scale2 * self.fc2(self.act(self.fc1(self.norm2(x)))))


class ViT(nn.Cell):
    def __init__(self, grid=4, patch=4, width=32, heads=4, depth=2, classes=10):
        super().__init__()
        self.grid = grid
        xavier = Uniform(math.sqrt(6 / (3 * patch * patch + width)))
        self.embed = nn.Conv2d(3, width, patch, stride=patch, pad_mode="valid", has_bias=True, weight_init=xavier)
        self.cls = Parameter(initializer(TruncatedNormal(0.02), (1, 1, width), ms.float32))
        self.position = Parameter(initializer(TruncatedNormal(0.02), (1, 1 + grid * grid, width), ms.float32))
        self.blocks = nn.CellList([Block(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm((width,), epsilon=1e-6)
        self.head = nn.Dense(width, classes)
        self.aux = nn.Dense(width, classes)

    def positions(self, rows, columns):
        """Return the position table for another size of image."""
        first, rest = self.position[:, :1], self.position[:, 1:]
        rest = rest.reshape(1, self.grid, self.grid, -1).permute(0, 3, 1, 2)
        rest = ops.interpolate(rest, size=(rows, columns), mode="bilinear", align_corners=False)
        return ops.cat([first, rest.permute(0, 2, 3, 1).reshape(1, rows * columns, -1)], axis=1)

    def construct(self, image):
        x = self.embed(image)
        rows, columns = x.shape[2:]
        x = x.reshape(x.shape[0], x.shape[1], -1).swapaxes(1, 2)
        x = ops.cat([self.cls.broadcast_to((x.shape[0], -1, -1)), x], axis=1)
        x = x + self.positions(rows, columns)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return (self.head(x[:, 0]) + self.aux(x[:, 1:].mean(axis=1))) / 2


def loss(logits):
    """Distil from fixed logits: divergence of softened predictions."""
    teacher = ops.sin(ops.arange(logits.size).reshape(logits.shape).astype(logits.dtype))
    soft = 2.0
    divergence = ops.kl_div(
        ops.log_softmax(logits / soft, axis=-1), ops.softmax(teacher / soft, axis=-1), reduction="batchmean"
    )
    return divergence * soft**2
