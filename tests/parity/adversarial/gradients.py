"""Gradients, initial weights, float16: stages and precisions that a plain run leaves out."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")

PAIRS = [
    pair(
        "detach-missing", "grad", "float32[4,8]", init=_LINEAR,
        forward=("y = self.a(x)\nreturn y * y.detach()", "y = self.a(x)\nreturn y * y"),
    ),
    pair(
        "detach-added", "grad", "float32[4,8]", init=_LINEAR,
        forward=("y = self.a(x)\nreturn y * y.mean()", "y = self.a(x)\nreturn y * ops.stop_gradient(y.mean())"),
    ),
    pair(
        "detach-right", "", "float32[4,8]", init=_LINEAR,
        forward=("y = self.a(x)\nreturn y * y.detach()", "y = self.a(x)\nreturn y * ops.stop_gradient(y)"),
    ),
    pair(
        "straight-through", "grad", "float32[4,8]", init=_LINEAR,
        forward=("y = self.a(x)\nreturn y + (y.round() - y).detach()", "return ops.round(self.a(x))"),
    ),
    pair(
        "straight-through-right", "", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nreturn y + (y.round() - y).detach()",
            "y = self.a(x)\nreturn y + ops.stop_gradient(ops.round(y) - y)",
        ),
    ),
    pair(
        "no-grad-block", "grad", "float32[4,8]", init=_LINEAR,
        forward=("with torch.no_grad():\n    w = self.a(x)\nreturn w * x", "return self.a(x) * x"),
    ),
    pair(
        "clamp-through", "grad", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nreturn y.clamp(-0.5, 0.5)",
            "y = self.a(x)\nreturn y + ops.stop_gradient(ops.clamp(y, -0.5, 0.5) - y)",
        ),
    ),
    pair(
        "clamp-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x).clamp(-0.5, 0.5)", "return ops.clip_by_value(self.a(x), -0.5, 0.5)"),
    ),
    pair(
        "unused-parameter-right", "", "float32[4,8]",
        init=(_LINEAR[0] + "\nself.u = nn.Linear(8, 8)", _LINEAR[1] + "\nself.u = nn.Dense(8, 8)"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "embedding-distribution", "init", "int64[2,6]<10",
        init=("self.e = nn.Embedding(4000, 16)", "self.e = nn.Embedding(4000, 16)"),
        forward=("return self.e(x)", "return self.e(x)"),
    ),
    pair(
        "embedding-distribution-right", "", "int64[2,6]<10",
        init=(
            "self.e = nn.Embedding(4000, 16)",
            "self.e = nn.Embedding(4000, 16, embedding_table=initializer(Normal(1.0), (4000, 16), ms.float32))",
        ),
        forward=("return self.e(x)", "return self.e(x)"),
    ),
    pair(
        "xavier-for-default", "init", "float32[2,64]",
        init=("self.a = nn.Linear(64, 64)", "self.a = nn.Dense(64, 64, weight_init=XavierUniform())"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "default-distribution-right", "", "float32[2,64]",
        init=("self.a = nn.Linear(64, 64)", "self.a = nn.Dense(64, 64)"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "bias-zeros", "init", "float32[2,64]",
        init=("self.a = nn.Linear(64, 64)", "self.a = nn.Dense(64, 64, bias_init='zeros')"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "own-distribution", "init", "float32[2,64]",
        init=(
            "self.a = nn.Linear(64, 64)\nnn.init.trunc_normal_(self.a.weight, std=0.02)\nnn.init.zeros_(self.a.bias)",
            "self.a = nn.Dense(64, 64, weight_init=Normal(0.2), bias_init='zeros')",
        ),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "layer-scale-start", "init", "float32[2,64]",
        init=(
            "self.g = nn.Parameter(1e-6 * torch.ones(64))",
            "self.g = Parameter(Tensor(np.ones(64), ms.float32), name='g')",
        ),
        forward=("return x * self.g", "return x * self.g"),
    ),
    pair(
        "layer-scale-start-right", "", "float32[2,64]",
        init=(
            "self.g = nn.Parameter(1e-6 * torch.ones(64))",
            "self.g = Parameter(Tensor(1e-6 * np.ones(64), ms.float32), name='g')",
        ),
        forward=("return x * self.g", "return x * self.g"),
    ),
    pair(
        "mask-constant-right", "", "float32[2,4,4]",
        forward=(
            "m = torch.ones(4, 4).tril() == 0\nreturn torch.softmax(x.masked_fill(m, torch.finfo(x.dtype).min), -1)",
            "m = ops.tril(ops.ones((4, 4), ms.float32))\nreturn ops.softmax(x + (1 - m.astype(x.dtype)) * -6e4, -1)",
        ),
    ),
    pair(
        "square-overflows-float16", "float16", "float32[4,8]",
        forward=(
            "y = x * 300\nreturn (y / (y.float() ** 2).mean(-1, keepdim=True).sqrt().to(x.dtype))",
            "y = x * 300\nreturn y / ops.sqrt((y * y).mean(-1, keep_dims=True))",
        ),
    ),
    pair(
        "float32-softmax-right", "", "float32[2,4,4]",
        forward=(
            "return torch.softmax(x.float(), -1).to(x.dtype)",
            "return ops.softmax(x.astype(ms.float32), -1).astype(x.dtype)",
        ),
    ),
    pair(
        "epsilon-underflows-float16", "float16", "float32[4,8]",
        forward=(
            "y = x * 1e-4\nreturn y / (y.float().pow(2).sum(-1, keepdim=True).sqrt().to(x.dtype) + 1e-3)",
            "y = x * 1e-4\nreturn y / (ops.sqrt(ops.sum(y * y * 1e-3, -1, keepdim=True) * 1e3) + 1e-3)",
        ),
    ),
]  # fmt: skip
