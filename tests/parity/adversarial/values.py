"""Values that a standard normal or a small integer never takes: signs, zeros, large numbers, edges of integers."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")

PAIRS = [
    pair("relu6-for-relu", "value", "float32[2,4]", forward=("return F.relu(x)", "return ops.relu6(x)")),
    pair("relu6-right", "", "float32[2,4]", forward=("return F.relu6(x)", "return ops.clamp(x, 0, 6)")),
    pair(
        "cap-missing", "value", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x).clamp(-50, 50)", "return self.a(x)"),
    ),
    pair(
        "cap-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x).clamp(-50, 50)", "return ops.clip_by_value(self.a(x), -50, 50)"),
    ),
    pair(
        "branch-on-size-of-values", "value", "float32[4,8]",
        forward=(
            "if x.abs().max() > 20:\n    return x / x.abs().max()\nreturn x * 2",
            "if x.abs().max() > 20:\n    return x\nreturn x * 2",
        ),
    ),
    pair(
        "branch-on-size-of-values-right", "", "float32[4,8]",
        forward=(
            "if x.abs().max() > 20:\n    return x / x.abs().max()\nreturn x * 2",
            "if ops.abs(x).max() > 20:\n    return x / ops.abs(x).max()\nreturn x * 2",
        ),
    ),
    pair(
        "branch-on-sign", "value", "float32[4,8]",
        forward=("return x if (x > 0).all() else x * 2", "return x * 3 if (x > 0).all() else x * 2"),
    ),
    pair(
        "softplus-beyond-threshold", "value", "float32[4,8]",
        forward=("return F.softplus(x)", "return ops.log(1 + ops.exp(x))"),
    ),
    pair(
        "softmax-by-hand", "value", "float32[4,8]",
        forward=("return torch.softmax(x, -1)", "e = ops.exp(x)\nreturn e / e.sum(-1, keepdims=True)"),
    ),
    pair(
        "softmax-by-hand-right", "", "float32[4,8]",
        forward=(
            "return torch.softmax(x, -1)",
            "e = ops.exp(x - x.max(-1, keepdims=True))\nreturn e / e.sum(-1, keepdims=True)",
        ),
    ),
    pair(
        "normalize-zero", "value", "float32[4,8]",
        forward=("return F.normalize(x, dim=-1)", "return x / ops.norm(x, dim=-1, keepdim=True)"),
    ),
    pair(
        "normalize-right", "", "float32[4,8]",
        forward=(
            "return F.normalize(x, dim=-1)",
            "return x / ops.maximum(ops.norm(x, dim=-1, keepdim=True), Tensor(1e-12, x.dtype))",
        ),
    ),
    pair(
        "sign-of-zero", "value", "float32[4,8]",
        forward=("return torch.sign(x)", "return ops.where(x >= 0, ops.ones_like(x), -ops.ones_like(x))"),
    ),
    pair(
        "threshold-at-zero", "value", "float32[4,8]",
        forward=("return (x > 0).to(x.dtype)", "return (x >= 0).astype(x.dtype)"),
    ),
    pair(
        "leaky-slope", "plain", "float32[4,8]",
        forward=("return F.leaky_relu(x, 0.01)", "return ops.leaky_relu(x, 0.2)"),
    ),
    pair(
        "remainder-of-negatives", "plain", "float32[4,8]",
        forward=("return torch.fmod(x, 0.5)", "return ops.floor_mod(x, Tensor(0.5, x.dtype))"),
    ),
    pair(
        "absolute-inside-log", "value", "float32[4,8]",
        forward=("y = x.abs() + 1e-3\nreturn y.log()", "y = x.abs() + 1e-3\nreturn ops.log(y.clip(None, 30.0))"),
    ),
    pair(
        "infinite-guard", "value", "float32[4,8]",
        forward=(
            "return torch.nan_to_num(torch.exp(x), posinf=1e4)",
            "return finite(x)",
        ),
        above=("", "def finite(x):\n    y = ops.exp(x)\n    return ops.where(ops.isinf(y), ops.zeros_like(y), y)"),
    ),
    pair(
        "padding-row", "value", "int64[2,6]<1000",
        init=(
            "self.e = nn.Embedding(1000, 8, padding_idx=0)",
            "self.e = nn.Embedding(1000, 8)",
        ),
        forward=("return self.e(x) * (x != 0).unsqueeze(-1)", "return self.e(x)"),
    ),
    pair(
        "padding-mask-right", "", "int64[2,6]<1000",
        init=(
            "self.e = nn.Embedding(1000, 8)",
            "self.e = nn.Embedding(1000, 8, embedding_table=Normal(1.0))",
        ),
        forward=(
            "return self.e(x) * (x != 0).unsqueeze(-1)",
            "return self.e(x) * ops.expand_dims(ops.not_equal(x, 0), -1).astype(ms.float32)",
        ),
    ),
    pair(
        "last-token", "value", "int64[2,6]<1000",
        init=(
            "self.e = nn.Embedding(1000, 8)",
            "self.e = nn.Embedding(1000, 8, embedding_table=Normal(1.0))",
        ),
        forward=("return self.e(x)", "return self.e(ops.minimum(x, Tensor(998, x.dtype)))"),
    ),
    pair(
        "special-token", "value", "int64[2,6]<1000",
        init=(
            "self.e = nn.Embedding(1000, 8)",
            "self.e = nn.Embedding(1000, 8, embedding_table=Normal(1.0))",
        ),
        forward=(
            "y = self.e(x)\nif (x == 999).any():\n    y = y * 2\nreturn y",
            "return self.e(x)",
        ),
    ),
    pair(
        "first-end-of-text", "value", "int64[2,6]<50",
        init=(
            "self.e = nn.Embedding(50, 8)",
            "self.e = nn.Embedding(50, 8, embedding_table=Normal(1.0))",
        ),
        forward=(
            "i = (x == 49).int().argmax(-1)\nreturn self.e(x)[torch.arange(x.shape[0]), i]",
            "y = self.e(x)\nreturn y[:, 0]",
        ),
    ),
    pair(
        "highest-token-right", "", "int64[2,6]<50",
        init=(
            "self.e = nn.Embedding(50, 8)",
            "self.e = nn.Embedding(50, 8, embedding_table=Normal(1.0))",
        ),
        forward=(
            "return self.e(x)[torch.arange(x.shape[0]), x.argmax(-1)]",
            "return self.e(x)[ops.arange(x.shape[0]), x.argmax(-1)]",
        ),
    ),
    pair(
        "argmax-of-ties", "value", "float32[4,8]",
        forward=(
            "return x * F.one_hot(x.argmax(-1), 8)",
            "return x * (x == x.max(-1, keepdims=True)).astype(x.dtype)",
        ),
    ),
    pair(
        "largest-norm", "value", "int64[2,6]<20",
        init=(
            "self.e = nn.Embedding(20, 8, max_norm=100.0)",
            "self.e = nn.Embedding(20, 8, embedding_table=Normal(1.0))",
        ),
        forward=("return self.e(x)", "return self.e(x)"),
    ),
    pair(
        "hardtanh-bounds", "value", "float32[4,8]",
        init=("self.h = nn.Hardtanh(-20, 20)", "self.h = nn.Hardtanh(-30, 30)"),
        forward=("return self.h(x)", "return self.h(x)"),
    ),
    pair(
        "celu-right", "", "float32[4,8]",
        init=("self.h = nn.CELU()", "self.h = nn.CELU()"),
        forward=("return self.h(x)", "return self.h(x)"),
    ),
    pair(
        "log-one-plus-right", "", "float32[4,8]",
        forward=("return torch.log1p(x.abs())", "return ops.log1p(ops.abs(x))"),
    ),
    pair(
        "boundaries-right", "", "float32[4,8]",
        forward=(
            "return torch.where(x > 0.5, x, torch.zeros_like(x))",
            "return ops.select(ops.greater(x, 0.5), x, ops.zeros_like(x))",
        ),
    ),
]  # fmt: skip
