"""One Cell with numbered layers in lists, weights in tuples."""

import mindspore as ms
from mindspore import Parameter, ParameterTuple, nn, ops


class ViT(nn.Cell):
    def __init__(self, grid=4, patch=4, width=32, heads=4, depth=2, classes=10):
        super().__init__()
        self.grid, self.heads, self.depth = grid, heads, depth
        self.patches = nn.Conv2d(3, width, patch, patch, pad_mode="same", has_bias=True)
        self.token = Parameter(ops.zeros((1, 1, width), ms.float32))
        self.table = Parameter(ops.zeros((1, 1 + grid * grid, width), ms.float32))
        self.norms_a = nn.CellList([nn.LayerNorm((width,), epsilon=1e-6) for _ in range(depth)])
        self.packed = nn.CellList([nn.Dense(width, 3 * width) for _ in range(depth)])
        self.warmth = ParameterTuple(
            [Parameter(ops.full((heads, 1, 1), 5.0, dtype=ms.float32), name=f"warmth{i}") for i in range(depth)]
        )
        self.mixes = nn.CellList([nn.Dense(width, width) for _ in range(depth)])
        self.norms_b = nn.CellList([nn.LayerNorm((width,), epsilon=1e-6) for _ in range(depth)])
        self.wides = nn.CellList([nn.Dense(width, 4 * width) for _ in range(depth)])
        self.narrows = nn.CellList([nn.Dense(4 * width, width) for _ in range(depth)])
        self.scales_a = ParameterTuple(
            [Parameter(ops.full((width,), 0.1, dtype=ms.float32), name=f"a{i}") for i in range(depth)]
        )
        self.scales_b = ParameterTuple(
            [Parameter(ops.full((width,), 0.1, dtype=ms.float32), name=f"b{i}") for i in range(depth)]
        )
        self.norm = nn.LayerNorm((width,), epsilon=1e-6)
        self.out, self.side = nn.Dense(width, classes), nn.Dense(width, classes)

    def attend(self, x, number):
        batch, length, width = x.shape
        packed = self.packed[number](x).reshape(batch, length, 3, self.heads, -1)
        query, key, value = (packed[:, :, i].swapaxes(1, 2) for i in range(3))
        normalise = ops.L2Normalize(axis=-1, epsilon=1e-12)
        scores = ops.matmul(normalise(query), normalise(key).swapaxes(2, 3)) * self.warmth[number].clip(None, 100.0)
        mixed = ops.matmul(ops.softmax(scores, -1), value)
        return self.mixes[number](mixed.swapaxes(1, 2).reshape(batch, length, width))

    def path(self, x):
        if self.training:
            kept = ops.arange(x.shape[0]).reshape(-1, 1, 1) % 2 == 0
            return x / 0.8 * kept.astype(x.dtype)
        return x

    def construct(self, image):
        x = self.patches(image)
        batch, width, rows, columns = x.shape
        table = ops.interpolate(
            self.table[:, 1:].reshape(1, self.grid, self.grid, width).permute(0, 3, 1, 2), (rows, columns),
            mode="bilinear", align_corners=False,
        )  # fmt: skip
        table = ops.cat((self.table[:, :1], table.permute(0, 2, 3, 1).reshape(1, -1, width)), 1)
        x = x.permute(0, 2, 3, 1).reshape(batch, -1, width)
        x = ops.cat((self.token.tile((batch, 1, 1)), x), 1) + table
        for i in range(self.depth):
            x = x + self.path(self.scales_a[i] * self.attend(self.norms_a[i](x), i))
            y = self.narrows[i](ops.gelu(self.wides[i](self.norms_b[i](x))))
            x = x + self.path(self.scales_b[i] * y)
        x = self.norm(x)
        return (self.out(x[:, 0]) + self.side(x[:, 1:].mean(1))) / 2
