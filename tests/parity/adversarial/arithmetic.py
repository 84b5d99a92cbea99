"""Rounding, integers, ties, casts and constants: arithmetic that agrees on nearly every number."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")

PAIRS = [
    pair(
        "half-away-rounding", "value", "float32[4,8]",
        forward=("return torch.round(x)", "return ops.sign(x) * ops.floor(ops.abs(x) + 0.5)"),
    ),
    pair(
        "half-even-rounding-right", "", "float32[4,8]",
        forward=("return torch.round(x)", "return ops.round(x)"),
    ),
    pair(
        "integer-overflow", "value", "int32[2,6]<46500",
        forward=("return (x.long() * x.long()).float()", "return (x * x).astype(ms.float32)"),
    ),
    pair(
        "truncated-division", "plain", "int64[2,6]<100",
        forward=(
            "return torch.div(x - 50, 3, rounding_mode='floor').float()",
            "return ops.div(x - 50, 3, rounding_mode='trunc').astype(ms.float32)",
        ),
    ),
    pair(
        "unsigned-wraps", "plain", "uint8[2,3,4,4]<256",
        forward=("return x.float() - 128", "return (x - Tensor(128, ms.uint8)).astype(ms.float32)"),
    ),
    pair(
        "unsigned-right", "", "uint8[2,3,4,4]<256",
        forward=("return x.float() / 255 - 0.5", "return x.astype(ms.float32) / 255 - 0.5"),
    ),
    pair(
        "half-precision-inside", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x).astype(ms.float16).astype(x.dtype)"),
    ),
    pair(
        "short-pi", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x) * math.pi", "return self.a(x) * 3.14159"),
    ),
    pair(
        "int32-indices-right", "", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nreturn y, y.argmax(-1)",
            "y = self.a(x)\nreturn y, ops.argmax(y, -1).astype(ms.int32)",
        ),
    ),
    pair(
        "bucket-edges", "value", "float32[4,8]",
        forward=(
            "return torch.bucketize(x, torch.arange(-2, 3).to(x.dtype)).to(x.dtype)",
            "return (x.expand_dims(-1) >= ops.arange(-2, 3).astype(x.dtype)).astype(x.dtype).sum(-1)",
        ),
    ),
    pair(
        "bucket-edges-right", "", "float32[4,8]",
        forward=(
            "return torch.bucketize(x, torch.arange(-2, 3).to(x.dtype)).to(x.dtype)",
            "return (x.expand_dims(-1) > ops.arange(-2, 3).astype(x.dtype)).astype(x.dtype).sum(-1)",
        ),
    ),
    pair(
        "order-of-ties", "value", "float32[4,8]",
        forward=(
            "i = torch.sort(x, dim=-1, descending=True, stable=True)[1]\nreturn i * x",
            "i = mint.sort(x, dim=-1, stable=True)[1]\nreturn ops.flip(i, (-1,)) * x",
        ),
    ),
    pair(
        "angle-without-quadrant", "value", "float32[4,8] float32[4,8]", args="x, y",
        forward=("return torch.atan2(x, y.abs())", "return ops.atan(x / ops.abs(y))"),
    ),
    pair(
        "small-guard", "value", "float32[4,8]",
        forward=(
            "return x / (x.norm(dim=-1, keepdim=True) + 1e-12)",
            "return x / (ops.norm(x, dim=-1, keepdim=True) + 3e-11)",
        ),
    ),
    pair(
        "lower-median", "plain", "float32[4,8]",
        forward=(
            "return torch.median(x, -1)[0]",
            "y = mint.sort(x, -1)[0]\nreturn (y[:, 3] + y[:, 4]) / 2",
        ),
    ),
    pair(
        "huber-for-smooth-l1-right", "", "float32[4,8] float32[4,8]", args="x, y",
        forward=(
            "return F.huber_loss(x, y, reduction='none')",
            "return ops.smooth_l1_loss(x, y, 1.0, 'none')",
        ),
    ),
    pair(
        "huber-delta", "value", "float32[4,8] float32[4,8]", args="x, y",
        forward=(
            "return F.huber_loss(x, y, delta=20.0, reduction='none')",
            "return 0.5 * (x - y) * (x - y)",
        ),
    ),
    pair(
        "relu-after-maximum-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return F.relu(self.a(x)).amax(-1)", "return ops.relu(ops.amax(self.a(x), -1))"),
    ),
    pair(
        "relu-after-mean", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return F.relu(self.a(x)).mean(-1)", "return ops.relu(self.a(x).mean(-1))"),
    ),
    pair(
        "scale-after-slope", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return F.leaky_relu(-2 * self.a(x), 0.1)", "return -2 * ops.leaky_relu(self.a(x), 0.1)"),
    ),
    pair(
        "quick-gelu", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return F.gelu(self.a(x))", "y = self.a(x)\nreturn y * ops.sigmoid(1.702 * y)"),
    ),
    pair(
        "guarded-root-gradient", "grad", "float32[4,8]",
        forward=(
            "return torch.where(x > 0, x.clamp(min=1e-30).sqrt(), torch.zeros_like(x))",
            "return ops.where(x > 0, ops.sqrt(x), ops.zeros_like(x))",
        ),
    ),
    pair(
        "sum-for-mean-of-batch", "batch", "float32[4,8] int64[4]<8", init=_LINEAR, args="x, t",
        forward=(
            "return F.cross_entropy(self.a(x), t)",
            "return ops.cross_entropy(self.a(x), t.astype(ms.int32), reduction='sum') / 4",
        ),
    ),
    pair(
        "label-smoothing", "plain", "float32[4,8] int64[4]<8", init=_LINEAR, args="x, t",
        forward=(
            "return F.cross_entropy(self.a(x), t, label_smoothing=0.1)",
            "return ops.cross_entropy(self.a(x), t.astype(ms.int32))",
        ),
    ),
    pair(
        "label-smoothing-right", "", "float32[4,8] int64[4]<8", init=_LINEAR, args="x, t",
        forward=(
            "return F.cross_entropy(self.a(x), t, label_smoothing=0.1)",
            """
            y = ops.log_softmax(self.a(x), -1)
            hot = ops.one_hot(t.astype(ms.int32), 8, Tensor(1.0, y.dtype), Tensor(0.0, y.dtype)) * 0.9 + 0.1 / 8
            return -(hot * y).sum(-1).mean()
            """,
        ),
    ),
]  # fmt: skip
