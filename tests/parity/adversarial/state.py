"""What a net keeps, shares or changes: buffers, ties, counters, its own inputs, and the order of what it holds."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")
_TWO = (
    "self.a = nn.Linear(8, 8)\nself.b = nn.Linear(8, 8)",
    "self.a = nn.Dense(8, 8)\nself.b = nn.Dense(8, 8)",
)
_STACK = (
    "self.ls = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])",
    "self.ls = nn.CellList([nn.Dense(8, 8) for _ in range(3)])",
)
_WALK = "for l in self.ls:\n    x = {}(l(x))\nreturn x"
_ATTEND = "q = x @ x.mT\n"
_PORT = "q = ops.matmul(x, x.swapaxes(-1, -2))\n"

PAIRS = [
    pair(
        "changes-its-input-right", "", "float32[4,8]", init=_LINEAR,
        forward=("x.mul_(2)\nreturn self.a(x)", "return self.a(x * 2)"),
    ),
    pair(
        "changes-what-it-adds-later", "plain", "float32[4,8]", init=_LINEAR,
        forward=("y = x.clone()\nz = y\nz += self.a(y)\nreturn z + y", "z = x + self.a(x)\nreturn z + x"),
    ),
    pair(
        "counts-its-calls", "steps", "float32[4,8]",
        init=(_LINEAR[0] + "\nself.n = 0", _LINEAR[1]),
        forward=("self.n += 1\nreturn self.a(x) * (1 if self.n % 2 else 2)", "return self.a(x)"),
    ),
    pair(
        "counts-its-steps", "train", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('n', torch.zeros(()))",
            _LINEAR[1] + "\nself.n = Parameter(Tensor(0.0, ms.float32), name='n', requires_grad=False)",
        ),
        forward=(
            "if self.training:\n    self.n.add_(1)\nreturn self.a(x) / (1 + self.n)",
            "return self.a(x) / (1 + self.n)",
        ),
    ),
    pair(
        "first-size-kept", "size", "float32[2,4,8]",
        init=("", "self.mask = None"),
        forward=(
            _ATTEND + "n = x.shape[1]\nm = torch.ones(n, n, dtype=torch.bool).tril()\n"
            "return torch.softmax(q.masked_fill(~m, -1e30), -1) @ x",
            _PORT + "n = x.shape[1]\n"
            "if self.mask is None:\n    self.mask = ops.tril(ops.ones((n, n), ms.float32)) > 0\n"
            "m = self.mask[:x.shape[1], :x.shape[1]]\n"
            "return ops.matmul(ops.softmax(ops.masked_fill(q, ops.logical_not(m), -1e30), -1), x)",
        ),
    ),
    pair(
        "cache-right", "", "float32[2,4,8]",
        init=("", "self.cache = {}"),
        forward=(
            "n = x.shape[1]\nreturn x * torch.arange(n).to(x.dtype)[:, None]",
            ("n = x.shape[1]\nif n not in self.cache:\n    self.cache[n] = ops.arange(n)\n"
            "return x * self.cache[n].astype(x.dtype).expand_dims(-1)"),
        ),
    ),
    pair(
        "buffer-is-trained", "grad", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('s', torch.full((8,), 0.5))",
            _LINEAR[1] + "\nself.s = Parameter(Tensor(np.full(8, 0.5), ms.float32), name='s')",
        ),
        forward=("return self.a(x) * self.s", "return self.a(x) * self.s"),
    ),
    pair(
        "buffer-right", "", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('s', torch.full((8,), 0.5))",
            _LINEAR[1] + "\nself.s = Parameter(Tensor(np.full(8, 0.5), ms.float32), name='s', requires_grad=False)",
        ),
        forward=("return self.a(x) * self.s", "return self.a(x) * self.s"),
    ),
    pair(
        "constant-for-weight", "plain", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.s = nn.Parameter(torch.ones(8))",
            _LINEAR[1] + "\nself.s = Tensor(np.ones(8), ms.float32)",
        ),
        forward=("return self.a(x) * self.s", "return self.a(x) * self.s"),
    ),
    pair(
        "tie-lost", "grad", "float32[4,8]",
        init=(_TWO[0] + "\nself.b.weight = self.a.weight", _TWO[1]),
        forward=("return self.b(torch.relu(self.a(x)))", "return self.b(ops.relu(self.a(x)))"),
    ),
    pair(
        "tie-added", "plain", "float32[4,8]",
        init=(_TWO[0], _TWO[1] + "\nself.b.weight = self.a.weight"),
        forward=("return self.b(torch.relu(self.a(x)))", "return self.b(ops.relu(self.a(x)))"),
    ),
    pair(
        "tie-right", "", "float32[4,8]",
        init=(_TWO[0] + "\nself.b.weight = self.a.weight", _TWO[1] + "\nself.b.weight = self.a.weight"),
        forward=("return self.b(torch.relu(self.a(x)))", "return self.b(ops.relu(self.a(x)))"),
    ),
    pair(
        "used-twice-or-two-layers", "grad", "float32[4,8]",
        init=(_LINEAR[0], _TWO[1]),
        forward=("return self.a(torch.relu(self.a(x)))", "return self.b(ops.relu(self.a(x)))"),
    ),
    pair(
        "frozen-in-the-reference-only", "grad", "float32[4,8]",
        init=(_LINEAR[0] + "\nself.a.requires_grad_(False)", _LINEAR[1]),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "grows-while-it-judges", "call", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('n', torch.ones(()))",
            _LINEAR[1] + "\nself.n = Parameter(Tensor(1.0), name='n', requires_grad=False)",
        ),
        forward=(
            "y = self.a(x) * self.n\nif not self.training:\n    self.n *= 1.5\nreturn y",
            "return self.a(x) * self.n",
        ),
    ),
    pair(
        "grows-while-it-judges-right", "", "float32[4,8]",
        init=(
            _LINEAR[0] + "\nself.register_buffer('n', torch.ones(()))",
            _LINEAR[1] + "\nself.n = Parameter(Tensor(1.0), name='n', requires_grad=False)",
        ),
        forward=(
            "y = self.a(x) * self.n\nif not self.training:\n    self.n *= 1.5\nreturn y",
            "y = self.a(x) * self.n\nif not self.training:\n    self.n.set_data(self.n * 1.5)\nreturn y",
        ),
    ),
    pair(
        "bounded-behind-a-norm", "value", "float32[4,8]",
        init=("self.n = nn.LayerNorm(8)\n" + _LINEAR[0], "self.n = nn.LayerNorm((8,), epsilon=1e-5)\n" + _LINEAR[1]),
        forward=("return self.a(self.n(x)).clamp(-50, 50)", "return self.a(self.n(x))"),
    ),
    pair(
        "scores-masked-by-a-billion-right", "", "float32[2,4,8]",
        init=("self.n = nn.LayerNorm(8)\n" + _LINEAR[0], "self.n = nn.LayerNorm((8,), epsilon=1e-5)\n" + _LINEAR[1]),
        forward=(
            ("y = self.a(self.n(x))\nm = torch.ones(4, 4).tril() == 0\n"
            "return torch.softmax((y @ y.mT).masked_fill(m, -math.inf), -1) @ y"),
            ("y = self.a(self.n(x))\nm = ops.tril(ops.ones((4, 4), y.dtype)) == 0\n"
            "return ops.matmul(ops.softmax(ops.matmul(y, y.swapaxes(-1, -2)).masked_fill(m, -1e9), -1), y)"),
        ),
    ),
    pair(
        "taken-in-another-order", "load", "float32[4,8]",
        init=(
            "self.first, self.second, self.third = (nn.Linear(8, 8) for _ in range(3))",
            "self.first, self.second, self.third = (nn.Dense(8, 8) for _ in range(3))",
        ),
        forward=(
            "return self.third(torch.tanh(self.second(torch.tanh(self.first(x)))))",
            "return self.first(ops.tanh(self.third(ops.tanh(self.second(x)))))",
        ),
    ),
    pair(
        "layers-in-reverse", "load", "float32[4,8]", init=_STACK,
        forward=(
            _WALK.format("torch.tanh"),
            "for l in reversed(list(self.ls)):\n    x = ops.tanh(l(x))\nreturn x",
        ),
    ),
    pair(
        "layers-in-order-right", "", "float32[4,8]", init=_STACK,
        forward=(_WALK.format("torch.tanh"), _WALK.format("ops.tanh")),
    ),
    pair(
        "branches-exchanged", "load", "float32[4,8]", init=_TWO,
        forward=("return self.a(x) + 2 * self.b(x)", "return 2 * self.a(x) + self.b(x)"),
    ),
    pair(
        "noise-in-training", "train", "float32[4,8]", init=_LINEAR,
        forward=(
            "if self.training:\n    x = x + 0.1 * torch.randn_like(x)\nreturn self.a(x)",
            "if self.training:\n    x = x + 0.5 * ops.randn_like(x)\nreturn self.a(x)",
        ),
    ),
    pair(
        "noise-in-training-right", "", "float32[4,8]", init=_LINEAR,
        forward=(
            "if self.training:\n    x = x + 0.1 * torch.randn_like(x)\nreturn self.a(x)",
            "if self.training:\n    x = x + 0.1 * ops.randn_like(x)\nreturn self.a(x)",
        ),
    ),
    pair(
        "attention-mask-of-ten-thousand", "value", "float32[2,4,8]",
        forward=(
            _ATTEND + "m = torch.ones(4, 4, dtype=torch.bool).tril()\n"
            "return torch.softmax(q.masked_fill(~m, float('-inf')), -1) @ x",
            _PORT + "m = ops.tril(ops.ones((4, 4), ms.float32)).astype(x.dtype)\n"
            "return ops.matmul(ops.softmax(q + (1 - m) * -1e4, -1), x)",
        ),
    ),
    pair(
        "rows-all-masked", "mask", "float32[2,12,8] bool[2,12]", args="x, m",
        forward=(
            _ATTEND + "p = torch.softmax(q.masked_fill(m[:, None], -1e30), -1)\n"
            "return p.masked_fill(m[:, None], 0) @ x",
            _PORT + "p = ops.softmax(ops.masked_fill(q, m.expand_dims(1), -1e30), -1)\nreturn ops.matmul(p, x)",
        ),
    ),
    pair(
        "decay-not-decoupled", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x)"),
        options=(
            "--steps", "3", "--ref-optimizer", "torch.optim.AdamW(1e-3, weight_decay=0.1)",
            "--port-optimizer", "nn.Adam(1e-3, weight_decay=0.1)",
        ),
    ),
    pair(
        "decoupled-decay-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x)"),
        options=(
            "--steps", "3", "--ref-optimizer", "torch.optim.AdamW(1e-3, weight_decay=0.1)",
            "--port-optimizer", "mint.optim.AdamW(lr=1e-3, weight_decay=0.1)",
        ),
    ),
    pair(
        "dampened-momentum", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x)"),
        options=(
            "--steps", "3", "--ref-optimizer", "torch.optim.SGD(0.1, momentum=0.9)",
            "--port-optimizer", "nn.SGD(0.1, momentum=0.9, dampening=0.9)",
        ),
    ),
    pair(
        "loss-of-the-sum", "plain", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x)", "return self.a(x)"),
        options=(
            "--steps", "2", "--ref-loss", "torch.nn.MSELoss()", "--port-loss", "nn.MSELoss(reduction='sum')",
        ),
    ),
]  # fmt: skip
