"""Other names: layer scale and feed-forward net as layers of their own, residuals in a wrapper."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class LayerScale(nn.Cell):
    def __init__(self, dim, init_values):
        super().__init__()
        self.gamma = Parameter(ms.Tensor(np.full(dim, init_values), ms.float32))

    def construct(self, x):
        return self.gamma * x


class Mlp(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.layers = nn.SequentialCell(
            nn.Dense(dim, 4 * dim), nn.GELU(approximate=False), nn.Identity(), nn.Dense(4 * dim, dim)
        )

    def construct(self, x):
        return self.layers(x)


class CosineAttention(nn.Cell):
    def __init__(self, dim, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.out = nn.Dense(dim, dim)
        self.to_qkv = nn.Dense(dim, 3 * dim)
        self.logit_scale = Parameter(ms.Tensor(np.full((num_heads, 1, 1), 5.0), ms.float32))

    def construct(self, x):
        b, n, c = x.shape
        q, k, v = ops.split(self.to_qkv(x), c, axis=-1)
        q, k, v = (t.reshape(b, n, self.num_heads, c // self.num_heads).permute(0, 2, 1, 3) for t in (q, k, v))
        q = q / ops.sqrt((q * q).sum(-1, keepdims=True))
        k = k / ops.sqrt((k * k).sum(-1, keepdims=True))
        attn = nn.Softmax(-1)(ops.minimum(self.logit_scale, 100.0) * ops.matmul(q, k.permute(0, 1, 3, 2)))
        return self.out(ops.matmul(attn, v).permute(0, 2, 1, 3).reshape(b, n, c))


class Branch(nn.Cell):
    def __init__(self, dim, body):
        super().__init__()
        self.norm = nn.LayerNorm((dim,), epsilon=1e-6)
        self.body = body
        self.ls = LayerScale(dim, 0.1)

    def construct(self, x):
        branch = self.ls(self.body(self.norm(x)))
        if self.training:
            pattern = np.arange(x.shape[0]).reshape(-1, 1, 1) % 2 == 0
            branch = ops.where(ms.Tensor(pattern), branch / (1.0 - 0.2), ops.zeros_like(branch))
        return x + branch


class ViT(nn.Cell):
    def __init__(self, grid=4, patch=4, width=32, heads=4, depth=2, classes=10):
        super().__init__()
        self.grid = grid
        self.head_dist, self.head = nn.Dense(width, classes), nn.Dense(width, classes)
        self.norm = nn.LayerNorm((width,), epsilon=1e-6)
        branches = [Branch(width, cls) for _ in range(depth) for cls in (CosineAttention(width, heads), Mlp(width))]
        self.blocks = nn.SequentialCell(branches)
        self.pos_embed = Parameter(ms.Tensor(np.zeros((1, 1 + grid * grid, width)), ms.float32))
        self.cls_token = Parameter(ms.Tensor(np.zeros((1, 1, width)), ms.float32))
        self.proj = nn.Conv2d(3, width, patch, patch, "pad", 0, has_bias=True)

    def construct(self, image):
        x = self.proj(image)
        b, c, h, w = x.shape
        grid = self.pos_embed[:, 1:].swapaxes(1, 2).reshape(1, c, self.grid, self.grid)
        grid = ops.interpolate(grid, size=(h, w), mode="bilinear", align_corners=False).reshape(1, c, -1)
        x = ops.cat((ops.tile(self.cls_token, (b, 1, 1)), x.reshape(b, c, -1).swapaxes(1, 2)), 1)
        x = x + ops.cat((self.pos_embed[:, :1], grid.swapaxes(1, 2)), 1)
        x = self.norm(self.blocks(x))
        return (self.head(x[:, 0]) + self.head_dist(ops.mean(x[:, 1:], 1))) / 2.0
