"""Batches and sizes: what only another shape of the input shows."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_CONV = (
    "self.c = nn.Conv2d(3, 4, 3, stride=2, padding=1)",
    "self.c = nn.Conv2d(3, 4, 3, stride=2, pad_mode='pad', padding=1, has_bias=True)",
)
_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")

PAIRS = [
    pair(
        "ceil-mode", "size", "float32[2,3,16,16]",
        init=("self.p = nn.MaxPool2d(2, 2, ceil_mode=True)", "self.p = nn.MaxPool2d(2, 2)"),
        forward=("return self.p(x)", "return self.p(x)"),
    ),
    pair(
        "ceil-mode-right", "", "float32[2,3,16,16]",
        init=(
            "self.p = nn.MaxPool2d(2, 2, ceil_mode=True)",
            "self.p = nn.MaxPool2d(2, 2, pad_mode='pad', ceil_mode=True)",
        ),
        forward=("return self.p(x)", "return self.p(x)"),
    ),
    pair(
        "pool-same", "size", "float32[2,3,16,16]",
        init=("self.p = nn.AvgPool2d(2, 2)", "self.p = nn.AvgPool2d(2, 2, pad_mode='same')"),
        forward=("return self.p(x)", "return self.p(x)"),
    ),
    pair(
        "pool-valid-right", "", "float32[2,3,16,16]",
        init=("self.p = nn.AvgPool2d(2, 2)", "self.p = nn.AvgPool2d(2, 2, pad_mode='valid')"),
        forward=("return self.p(x)", "return self.p(x)"),
    ),
    pair(
        "convolution-same", "size", "float32[2,3,15,15]",
        init=(_CONV[0], "self.c = nn.Conv2d(3, 4, 3, stride=2, pad_mode='same', has_bias=True)"),
        forward=("return self.c(x)", "return self.c(x)"),
    ),
    pair(
        "convolution-right", "", "float32[2,3,15,15]", init=_CONV,
        forward=("return self.c(x)", "return self.c(x)"),
    ),
    pair(
        "fixed-pool-for-global", "size", "float32[2,3,8,8]",
        init=("self.p = nn.AdaptiveAvgPool2d(1)", "self.p = nn.AvgPool2d(8)"),
        forward=("return self.p(x).flatten(1)", "return ops.flatten(self.p(x))[:, :3]"),
    ),
    pair(
        "global-pool-right", "", "float32[2,3,8,8]",
        init=("self.p = nn.AdaptiveAvgPool2d(1)", ""),
        forward=("return self.p(x).flatten(1)", "return x.mean((2, 3))"),
    ),
    pair(
        "fixed-size-upsampling", "size", "float32[2,3,8,8]",
        forward=(
            "return F.interpolate(x, scale_factor=2, mode='nearest')",
            "return ops.interpolate(x, size=(16, 16), mode='nearest')",
        ),
    ),
    pair(
        "upsampling-right", "", "float32[2,3,8,8]",
        forward=(
            "return F.interpolate(x, scale_factor=2, mode='nearest')",
            "return ops.interpolate(x, size=(x.shape[2] * 2, x.shape[3] * 2), mode='nearest')",
        ),
    ),
    pair(
        "squeeze-of-batch-one", "batch", "float32[4,8,1]", init=_LINEAR,
        forward=("return self.a(x.squeeze(-1))", "return self.a(x.squeeze())"),
    ),
    pair(
        "squeeze-right", "", "float32[4,8,1]", init=_LINEAR,
        forward=("return self.a(x.squeeze(-1))", "return self.a(ops.squeeze(x, -1))"),
    ),
    pair(
        "fixed-batch", "batch", "float32[2,4,8]", init=_LINEAR,
        forward=("return self.a(x).reshape(x.shape[0], -1)", "return self.a(x).reshape(2, -1)"),
    ),
    pair(
        "batch-right", "", "float32[2,4,8]", init=_LINEAR,
        forward=("return self.a(x).reshape(x.shape[0], -1)", "return self.a(x).view(x.shape[0], -1)"),
    ),
    pair(
        "division-by-fixed-batch", "batch", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x).sum(0) / x.shape[0]", "return self.a(x).sum(0) / 4"),
    ),
    pair(
        "transposed-square", "size", "float32[1,1,8,8]",
        init=("self.c = nn.Conv2d(1, 1, 1)", "self.c = nn.Conv2d(1, 1, 1, has_bias=True)"),
        forward=(
            "y = self.c(x)\nreturn y.mean(3) / y.shape[3] ** 0.5",
            "y = self.c(x)\nreturn y.mean(3) / y.shape[2] ** 0.5",
        ),
    ),
    pair(
        "sequence-beyond-window", "size", "float32[2,6,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nif x.shape[1] > 8:\n    y = y[:, :8]\nreturn y.mean(1)",
            "return self.a(x).mean(1)",
        ),
    ),
    pair(
        "positions", "size", "float32[2,6,8]",
        init=(
            "self.p = nn.Parameter(0.02 * torch.randn(1, 32, 8))",
            "self.p = Parameter(initializer(Normal(0.02), (1, 32, 8), ms.float32), name='p')",
        ),
        forward=("return x + self.p[:, :x.shape[1]]", "return x + self.p[:, :6]"),
    ),
    pair(
        "positions-right", "", "float32[2,6,8]",
        init=(
            "self.p = nn.Parameter(0.02 * torch.randn(1, 32, 8))",
            "self.p = Parameter(initializer(Normal(0.02), (1, 32, 8), ms.float32), name='p')",
        ),
        forward=("return x + self.p[:, :x.shape[1]]", "return x + self.p[:, :x.shape[1], :]"),
    ),
    pair(
        "last-position", "size", "float32[2,6,8]", init=_LINEAR,
        forward=("return self.a(x[:, -1])", "return self.a(x[:, 5])"),
    ),
    pair(
        "last-position-right", "", "float32[2,6,8]", init=_LINEAR,
        forward=("return self.a(x[:, -1])", "return self.a(x[:, x.shape[1] - 1])"),
    ),
    pair(
        "temperature-of-length", "size", "float32[2,4,8]",
        forward=(
            "return torch.softmax(x @ x.mT / x.shape[-1] ** 0.5, -1) @ x",
            "return ops.matmul(ops.softmax(ops.matmul(x, x.swapaxes(-1, -2)) / (2 * x.shape[1]) ** 0.5, -1), x)",
        ),
    ),
    pair(
        "attention-right", "", "float32[2,4,8]",
        forward=(
            "return F.scaled_dot_product_attention(x, x, x)",
            "return ops.matmul(ops.softmax(ops.matmul(x, x.swapaxes(-1, -2)) / x.shape[-1] ** 0.5, -1), x)",
        ),
    ),
    pair(
        "pixel-unshuffle-padding", "size", "float32[1,4,8,8]",
        forward=(
            "x = F.pad(x, (0, x.shape[3] % 2, 0, x.shape[2] % 2))\nreturn F.pixel_unshuffle(x, 2)",
            "h, w = x.shape[2] // 2 * 2, x.shape[3] // 2 * 2\nreturn ops.pixel_unshuffle(x[:, :, :h, :w], 2)",
        ),
    ),
    pair(
        "chunk-remainder", "size", "float32[2,8,4]",
        forward=(
            "return torch.cat(x.split(4, 1)[::-1], 1)",
            "n = x.shape[1] // 4\nreturn ops.cat([x[:, 4 * i:4 * i + 4] for i in range(n)][::-1], 1)",
        ),
    ),
    pair(
        "chunk-right", "", "float32[2,8,4]",
        forward=(
            "return torch.cat(x.split(4, 1)[::-1], 1)",
            "n = -(-x.shape[1] // 4)\nreturn ops.cat([x[:, 4 * i:4 * i + 4] for i in range(n)][::-1], 1)",
        ),
    ),
    pair(
        "reversed-order-of-batch", "batch", "float32[1,4,8]",
        forward=("return x.reshape(x.shape[0], -1)", "return x.swapaxes(0, 1).reshape(x.shape[0], -1)"),
    ),
    pair(
        "mean-over-batch", "batch", "float32[1,4,8]",
        forward=("return x - x.mean((1, 2), keepdim=True)", "return x - x.mean((0, 1, 2), keep_dims=True)"),
    ),
]  # fmt: skip
