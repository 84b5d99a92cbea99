"""Query, key and value as three layers, where the reference packs them into one."""

import mindspore as ms
from mindspore import Parameter, nn, ops


class SelfAttention(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Dense(width, width) for _ in range(3))
        self.temperature = Parameter(ops.full((heads, 1, 1), 5.0, dtype=ms.float32))
        self.proj = nn.Dense(width, width)

    def split(self, x):
        return x.reshape(*x.shape[:2], self.heads, -1).swapaxes(1, 2)

    def construct(self, x):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        query = query / ops.norm(query, dim=-1, keepdim=True)
        key = key / ops.norm(key, dim=-1, keepdim=True)
        scores = ops.matmul(query, key.swapaxes(2, 3)) * self.temperature
        return self.proj(ops.matmul(ops.softmax(scores), value).swapaxes(1, 2).reshape(x.shape))


class Block(nn.Cell):
    def __init__(self, width, heads, rate=0.2):
        super().__init__()
        self.rate = rate
        self.norm1, self.norm2 = nn.LayerNorm((width,), epsilon=1e-6), nn.LayerNorm((width,), epsilon=1e-6)
        self.attn = SelfAttention(width, heads)
        self.fc1 = nn.Dense(width, 4 * width)
        self.fc2 = nn.Dense(4 * width, width)
        self.scale1 = Parameter(ops.full((width,), 0.1, dtype=ms.float32))
        self.scale2 = Parameter(ops.full((width,), 0.1, dtype=ms.float32))

    def drop(self, x):
        if not self.training:
            return x
        kept = 1 - (ops.arange(x.shape[0]) % 2).astype(x.dtype)
        return x * kept.reshape(-1, 1, 1) / (1.0 - self.rate)

    def construct(self, x):
        x = x + self.drop(self.attn(self.norm1(x)) * self.scale1)
        return x + self.drop(self.fc2(ops.gelu(self.fc1(self.norm2(x)))) * self.scale2)


class ViT(nn.Cell):
    def __init__(self, grid=4, patch=4, width=32, heads=4, depth=2, classes=10):
        super().__init__()
        self.grid = grid
        self.embed = nn.Conv2d(3, width, patch, stride=patch, pad_mode="valid", has_bias=True)
        self.cls = Parameter(ops.zeros((1, 1, width), ms.float32))
        self.position = Parameter(ops.zeros((1, 1 + grid * grid, width), ms.float32))
        self.blocks = nn.SequentialCell([Block(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm((width,), epsilon=1e-6)
        self.head, self.aux = nn.Dense(width, classes), nn.Dense(width, classes)

    def construct(self, image):
        x = self.embed(image)
        n, width, rows, columns = x.shape
        table = self.position[:, 1:].reshape(1, self.grid, self.grid, width).permute(0, 3, 1, 2)
        table = ops.interpolate(table, (rows, columns), mode="bilinear")
        x = (x + table).reshape(n, width, -1).swapaxes(1, 2)
        first = (self.cls + self.position[:, :1]).broadcast_to((n, 1, width))
        x = self.norm(self.blocks(ops.cat((first, x), 1)))
        return 0.5 * self.head(x[:, 0]) + 0.5 * self.aux(x[:, 1:].mean(1))
