"""What a port writes itself instead of calling a layer: recurrences, experts, positions, losses, loops over values."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")
_EXPERTS = (
    "self.r = nn.Linear(8, 4)\nself.e = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])",
    "self.r = nn.Dense(8, 4)\nself.e = nn.CellList([nn.Dense(8, 8) for _ in range(4)])",
)
_ROUTED = """
p = torch.softmax(self.r(x), -1)
w, i = p.topk(2, -1)
w = w / w.sum(-1, keepdim=True)
y = torch.stack([e(x) for e in self.e], 1)
return (torch.gather(y, 1, i[..., None].expand(-1, -1, 8)) * w[..., None]).sum(1)
"""
_CHOSEN = """
y = ops.stack([e(x) for e in self.e], 1)
return (ops.gather_elements(y, 1, ops.tile(i.expand_dims(-1), (1, 1, 8))) * w.expand_dims(-1)).sum(1)
"""
_GATES = ("self.g = nn.Linear(8, 32)\nself.u = nn.Linear(8, 32)", "self.g = nn.Dense(8, 32)\nself.u = nn.Dense(8, 32)")
_CELL = """
h = c = torch.zeros_like(x[:, 0])
for t in range(x.shape[1]):
    i, f, g, o = (self.g(x[:, t]) + self.u(h)).chunk(4, -1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
return h
"""
_CELL_PORT = """
h = c = ops.zeros_like(x[:, 0])
for t in range(x.shape[1]):
    {gates} = ops.chunk(self.g(x[:, t]) + self.u(h), 4, -1)
    c = ops.sigmoid(f) * c + ops.sigmoid(i) * ops.tanh(g)
    h = ops.sigmoid(o) * ops.tanh(c)
return h
"""
_TURN = """
n = x.shape[1]
t = torch.arange(n).to(x.dtype)[:, None] * (10000 ** (-torch.arange(0, 8, 2).to(x.dtype) / 8))
s, c = torch.cat([t, t], -1).sin(), torch.cat([t, t], -1).cos()
return x * c + torch.cat([-x[..., 4:], x[..., :4]], -1) * s
"""
_TURN_PORT = """
n = x.shape[1]
t = ops.arange(n).astype(x.dtype).expand_dims(-1) * ops.pow(10000.0, -ops.arange(0, 8, 2).astype(x.dtype) / 8)
"""

PAIRS = [
    pair(
        "softmax-of-the-chosen-right", "", "float32[4,8]", init=_EXPERTS,
        forward=(_ROUTED, "w, i = ops.topk(self.r(x), 2)\nw = ops.softmax(w, -1)\n" + _CHOSEN.strip()),
    ),
    pair(
        "chosen-not-normalised", "plain", "float32[4,8]", init=_EXPERTS,
        forward=(_ROUTED, "w, i = ops.topk(ops.softmax(self.r(x), -1), 2)\n" + _CHOSEN.strip()),
    ),
    pair(
        "gates-in-order-right", "", "float32[2,3,8]", init=_GATES,
        forward=(_CELL, _CELL_PORT.format(gates="i, f, g, o")),
    ),
    pair(
        "gates-exchanged", "plain", "float32[2,3,8]", init=_GATES,
        forward=(_CELL, _CELL_PORT.format(gates="i, f, o, g")),
    ),
    pair(
        "halves-turned-right", "", "float32[2,5,8]",
        forward=(
            _TURN,
            _TURN_PORT + "s, c = ops.sin(t), ops.cos(t)\na, b = x[..., :4], x[..., 4:]\n"
            "return ops.cat((a * c - b * s, b * c + a * s), -1)",
        ),
    ),
    pair(
        "neighbours-turned", "plain", "float32[2,5,8]",
        forward=(
            _TURN,
            _TURN_PORT + "s, c = ops.sin(t), ops.cos(t)\na, b = x[..., 0::2], x[..., 1::2]\n"
            "return ops.stack((a * c - b * s, b * c + a * s), -1).reshape(x.shape)",
        ),
    ),
    pair(
        "positions-of-padding", "mask", "int64[2,6]<50 bool[2,6]<1", args="x, p",
        init=(
            "self.e = nn.Embedding(50, 8)\nself.w = nn.Embedding(8, 8)",
            ("self.e = nn.Embedding(50, 8, embedding_table=Normal(1.0))\n"
            "self.w = nn.Embedding(8, 8, embedding_table=Normal(1.0))"),
        ),
        forward=(
            "i = ((~p).long().cumsum(-1) - 1).clamp(min=0)\nreturn self.e(x) + self.w(i)",
            "i = ops.arange(x.shape[1])\nreturn self.e(x) + self.w(i)",
        ),
    ),
    pair(
        "halved-until-small", "value", "float32[4,8]",
        forward=(
            "while x.abs().max() > 8:\n    x = x / 2\nreturn torch.tanh(x)",
            "if ops.abs(x).max() > 8:\n    x = x / 2\nreturn ops.tanh(x)",
        ),
    ),
    pair(
        "halved-until-small-right", "", "float32[4,8]",
        forward=(
            "while x.abs().max() > 8:\n    x = x / 2\nreturn torch.tanh(x)",
            "while ops.abs(x).max() > 8:\n    x = x * 0.5\nreturn ops.tanh(x)",
        ),
    ),
    pair(
        "mean-taken-along-the-other-axis", "plain", "float32[8,8]", init=_LINEAR,
        forward=("return self.a(x - x.mean(1, keepdim=True))", "return self.a(x - x.mean(1))"),
    ),
    pair(
        "epsilon-outside-the-root", "plain", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nreturn y / torch.sqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6)",
            "y = self.a(x)\nreturn y / (ops.sqrt(ops.pow(y, 2).mean(-1, keep_dims=True)) + 1e-6)",
        ),
    ),
    pair(
        "root-mean-square-right", "", "float32[4,8]",
        init=("self.w = nn.Parameter(torch.ones(8))", "self.w = Parameter(ops.ones((8,), ms.float32), name='w')"),
        forward=(
            "return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.w",
            "return self.w * (x / ops.sqrt(ops.square(x).mean(-1, keep_dims=True) + 1e-6))",
        ),
    ),
    pair(
        "biased-deviation", "plain", "float32[4,8]",
        forward=(
            "return (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)",
            "return (x - x.mean(-1, keep_dims=True)) / ops.std(x, -1, 0, True)",
        ),
    ),
    pair(
        "unbiased-deviation-right", "", "float32[4,8]",
        forward=(
            "return (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)",
            "return (x - x.mean(-1, keep_dims=True)) / ops.std(x, -1, 1, True)",
        ),
    ),
    pair(
        "rolled-the-other-way", "size", "float32[4,2,8]", init=_LINEAR,
        forward=("return self.a(torch.roll(x, 1, 1))", "return self.a(ops.roll(x, -1, 1))"),
    ),
    pair(
        "half-of-an-odd-length", "size", "float32[2,8,8]", init=_LINEAR,
        forward=(
            "return self.a(x[:, : x.shape[1] // 2])",
            "return self.a(x[:, : (x.shape[1] + 1) // 2])",
        ),
    ),
    pair(
        "rows-before-columns", "plain", "float32[2,4,8]",
        forward=("return x.transpose(1, 2).reshape(2, -1)", "return x.reshape(2, -1)"),
    ),
    pair(
        "heads-before-parts", "plain", "float32[2,4,8]",
        init=("self.a = nn.Linear(8, 24)", "self.a = nn.Dense(8, 24)"),
        forward=(
            ("q, k, v = self.a(x).reshape(2, 4, 3, 2, 4).permute(2, 0, 3, 1, 4)\n"
            "return torch.softmax(q @ k.mT, -1) @ v"),
            ("q, k, v = ops.unbind(self.a(x).reshape(2, 4, 2, 3, 4).transpose(3, 0, 2, 1, 4))\n"
            "return ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(-1, -2)), -1), v)"),
        ),
    ),
    pair(
        "parts-before-heads-right", "", "float32[2,4,8]",
        init=("self.a = nn.Linear(8, 24)", "self.a = nn.Dense(8, 24)"),
        forward=(
            ("q, k, v = self.a(x).reshape(2, 4, 3, 2, 4).permute(2, 0, 3, 1, 4)\n"
            "return torch.softmax(q @ k.mT, -1) @ v"),
            ("q, k, v = ops.chunk(self.a(x), 3, -1)\n"
            "q, k, v = (y.reshape(2, 4, 2, 4).transpose(0, 2, 1, 3) for y in (q, k, v))\n"
            "return ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(-1, -2)), -1), v)"),
        ),
    ),
    pair(
        "dropped-scores", "train", "float32[2,16,8]",
        forward=(
            "p = F.dropout(torch.softmax(x @ x.mT, -1), 0.3, self.training)\nreturn p @ x",
            ("p = ops.softmax(ops.dropout(ops.matmul(x, x.swapaxes(1, 2)), 0.3, self.training), -1)\n"
            "return ops.matmul(p, x)"),
        ),
    ),
    pair(
        "part-kept-in-eval", "train", "float32[8,8]",
        init=(
            _LINEAR[0] + "\nself.b = nn.BatchNorm1d(8)",
            _LINEAR[1] + "\nself.b = nn.BatchNorm1d(8)",
        ),
        forward=("return self.b(self.a(x))", "self.b.set_train(False)\nreturn self.b(self.a(x))"),
    ),
    pair(
        "state-kept-between-calls", "never", "float32[4,8]",
        init=(_LINEAR[0], _LINEAR[1] + "\nself.h = None"),
        forward=(
            "h = torch.zeros_like(x)\nreturn self.a(x + h)",
            "h = ops.zeros_like(x) if self.h is None else self.h\ny = self.a(x + h)\nself.h = y\nreturn y",
        ),
    ),
    pair(
        "updated-in-eval-too", "steps", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('m', torch.zeros(8))",
            _LINEAR[1] + "\nself.m = Parameter(ops.zeros((8,), ms.float32), name='m', requires_grad=False)",
        ),
        forward=(
            "y = self.a(x - self.m)\nif self.training:\n    self.m.lerp_(x.mean(0).detach(), 0.1)\nreturn y",
            "y = self.a(x - self.m)\nself.m.set_data(self.m + 0.1 * (x.mean(0) - self.m))\nreturn y",
        ),
    ),
    pair(
        "hook-left-out", "plain", "float32[4,8]",
        init=(_LINEAR[0] + "\nself.a.register_forward_hook(lambda m, i, o: o * 2)", _LINEAR[1]),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "hook-written-out-right", "", "float32[4,8]",
        init=(_LINEAR[0] + "\nself.a.register_forward_hook(lambda m, i, o: o * 2)", _LINEAR[1]),
        forward=("return torch.tanh(self.a(x))", "return ops.tanh(self.a(x) * 2)"),
    ),
    pair(
        "hooks-right", "", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.a.register_forward_hook(lambda m, i, o: o * 2)",
            _LINEAR[1] + "\nself.a.register_forward_hook(lambda c, i, o: o * 2)",
        ),
        forward=("return torch.tanh(self.a(x))", "return ops.tanh(self.a(x))"),
    ),
    pair(
        "input-overwritten", "plain", "float32[4,8]", init=_LINEAR,
        forward=("y = x.clone()\ny[:, 0] = 0\nreturn self.a(y) + x", "y = x\ny[:, 0] = 0\nreturn self.a(y) + x"),
    ),
    pair(
        "any-for-all", "plain", "float32[4,6,8] bool[4,6]", args="x, m",
        forward=("return x * m.all(1)[:, None, None]", "return x * m.any(1).reshape(-1, 1, 1)"),
    ),
    pair(
        "greatest-of-the-masked", "mask", "float32[2,16,8] bool[2,16]", args="x, m",
        forward=(
            "return x.masked_fill(m.unsqueeze(-1), -1e9).amax(1)",
            "return ops.amax(x * ops.logical_not(m).expand_dims(-1), 1)",
        ),
    ),
    pair(
        "ignored-label", "plain", "float32[64,4] int64[64]<4", args="x, y",
        forward=("return F.cross_entropy(x, y, ignore_index=0)", "return ops.cross_entropy(x, y)"),
    ),
    pair(
        "ignored-label-right", "", "float32[64,4] int64[64]<4", args="x, y",
        forward=(
            "return F.cross_entropy(x, y, ignore_index=0)",
            ("w = (y != 0).astype(x.dtype)\nl = ops.cross_entropy(x, y.astype(ms.int32), reduction='none')\n"
            "return (l * w).sum() / w.sum()"),
        ),
    ),
    pair(
        "divergence-per-batch", "plain", "float32[4,8] float32[4,8]", args="x, y",
        forward=(
            "return F.kl_div(F.log_softmax(x, -1), F.softmax(y, -1), reduction='batchmean')",
            "return ops.kl_div(ops.log_softmax(x, -1), ops.softmax(y, -1), reduction='mean')",
        ),
    ),
    pair(
        "divergence-written-out-right", "", "float32[4,8] float32[4,8]", args="x, y",
        forward=(
            "return F.kl_div(F.log_softmax(x, -1), F.softmax(y, -1), reduction='batchmean')",
            "q = ops.log_softmax(y, -1)\nreturn (ops.exp(q) * (q - ops.log_softmax(x, -1))).sum() / x.shape[0]",
        ),
    ),
    pair(
        "cosine-of-zero", "value", "float32[4,8] float32[4,8]", args="x, y",
        forward=(
            "return F.cosine_similarity(x, y, dim=-1)",
            "return (x * y).sum(-1) / (ops.norm(x, dim=-1) * ops.norm(y, dim=-1))",
        ),
    ),
    pair(
        "table-as-output-right", "", "int64[2,6]<50",
        init=(
            "self.e = nn.Embedding(50, 8)",
            "self.e = nn.Embedding(50, 8, embedding_table=Normal(1.0))",
        ),
        forward=(
            "return self.e(x) @ self.e.weight.T",
            "return ops.matmul(self.e(x), self.e.embedding_table.T)",
        ),
    ),
    pair(
        "norm-after-the-sum", "plain", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.n = nn.LayerNorm(8)",
            _LINEAR[1] + "\nself.n = nn.LayerNorm((8,), epsilon=1e-5)",
        ),
        forward=("return x + self.a(self.n(x))", "return self.n(x + self.a(x))"),
    ),
    pair(
        "standardised-weight-right", "", "float32[2,3,8,8]",
        init=(
            "self.c = nn.Conv2d(3, 8, 3, bias=False)",
            "self.c = nn.Conv2d(3, 8, 3, pad_mode='valid', has_bias=False)",
        ),
        forward=(
            ("w = self.c.weight\nm = w.mean((1, 2, 3), keepdim=True)\n"
            "v = w.var((1, 2, 3), keepdim=True, unbiased=False)\n"
            "return F.conv2d(x, (w - m) / torch.sqrt(v + 1e-5))"),
            ("w = self.c.weight.reshape(8, -1)\nw = w - w.mean(-1, keep_dims=True)\n"
            "w = w / ops.sqrt((w * w).mean(-1, keep_dims=True) + 1e-5)\n"
            "return ops.conv2d(x, w.reshape(8, 3, 3, 3), pad_mode='valid')"),
        ),
    ),
    pair(
        "padded-behind", "plain", "float32[2,8,8]",
        init=(
            "self.c = nn.Conv1d(8, 8, 3)",
            "self.c = nn.Conv1d(8, 8, 3, pad_mode='valid', has_bias=True)",
        ),
        forward=("return self.c(F.pad(x, (2, 0)))", "return self.c(ops.pad(x, (0, 2)))"),
    ),
    pair(
        "padded-in-front-right", "", "float32[2,8,8]",
        init=(
            "self.c = nn.Conv1d(8, 8, 3)",
            "self.c = nn.Conv1d(8, 8, 3, pad_mode='pad', padding=2, has_bias=True)",
        ),
        forward=("return self.c(F.pad(x, (2, 0)))", "return self.c(x)[..., :x.shape[-1]]"),
    ),
]  # fmt: skip
