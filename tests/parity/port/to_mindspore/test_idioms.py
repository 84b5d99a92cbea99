"""Idioms of real code: what they become, and that what cannot be told is marked."""

from __future__ import annotations

import pytest

from tests.parity.port.to_mindspore.test_lines import TORCH, converted

HEAD = TORCH + "import numpy as np\nfrom torch.nn.modules.batchnorm import _BatchNorm\n"

# Lines of a forward of (x, y), both tensors, and of n, of which nothing is known; what they become; their marks.
LINES = {
    "x.masked_fill(y, -torch.finfo(x.dtype).max)": (
        "x.masked_fill(y, -float(np.finfo(ms.dtype_to_nptype(x.dtype)).max))", "",
    ),
    "torch.finfo(torch.float32).eps": "float(np.finfo(np.float32).eps)",
    "torch.iinfo(torch.int32).max": "int(np.iinfo(np.int32).max)",
    "torch.Size([2, 3])": "tuple([2, 3])",
    "torch.ones(3, 3).triu_(1)": "ops.ones((3, 3)).triu(1)",
    "x.triu_(1)": ("x.triu(1)", "IN-PLACE"),
    "isinstance(n, _BatchNorm)": "isinstance(n, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm))",
    "np.sqrt(n) * x": "float(np.sqrt(n)) * x",
    "-np.log(10.0) / n * x": "float(-np.log(10.0) / n) * x",
    "x * np.sqrt(n)": "x * np.sqrt(n)",
    "np.sqrt(n) * n": "np.sqrt(n) * n",
    "nn.Linear(np.prod(n), 4)": "nn.Dense(int(np.prod(n)), 4)",
    "nn.Dropout(np.prod(n))": "nn.Dropout(p=np.prod(n))",
    "torch.max(x, y)": "ops.maximum(x, y)",
    "torch.max(x, n)": "(ops.maximum if isinstance(n, Tensor) else ops.max)(x, n)",
    "torch.max(x, 1)": "ops.max(x, 1)",
    "torch.max(x, -1)": "ops.max(x, -1)",
    "torch.max(n[:, None], n[:, :2])": "ops.maximum(n[:, None], n[:, :2])",
    "torch.min(n, n[0] - 1)": "(ops.minimum if isinstance(n[0] - 1, Tensor) else ops.min)(n, n[0] - 1)",
    "torch.max(n, torch.searchsorted(x, y) - 1)": "ops.maximum(n, ops.searchsorted(x, y) - 1)",
    "torch.max(n, n.f())": ("ops.maximum(n, n.f())", "DIFFERENT"),
    "x.index_fill(0, y, 1.0)": "x.index_fill(0, y.astype(ms.int32), 1.0)",
    "x.index_add(0, y, x)": "x.index_add(0, y.astype(ms.int32), x)",
    "torch.fft.rfft(x, dim=-1, norm='ortho')": "ops.rfft(x, norm='ortho')",
    "torch.fft.irfft(x, n=8)": "ops.irfft(x, n=8)",
    "super().forward(x).type(x.dtype)": "super().construct(x).type(x.dtype)",
    "torch.var_mean(x, dim=[0, 1])": "ops.var_mean(x, axis=(0, 1), ddof=1)",
    "torch.sort(x).values": "ops.sort(x)[0]",
    "x.unfold(1, 3, 1)": "unfold(x, 1, 3, 1)",
    "x.is_cuda": "False",
    "x.reshape(*n)": "x.reshape(*n)",
    "x.permute(*range(x.dim()))": "x.permute(*range(x.ndim))",
    "x.expand(*n, -1)": "x.broadcast_to((*n, -1))",
    "x.repeat(2, *[1] * n)": "x.tile((2, *[1] * n))",
    "x.expand(*n, **y)": ("x.expand(*n, **y)", "METHOD"),
    "nn.Parameter(x).is_cuda": "False",
    "nn.Linear(3, 4).is_cuda": "nn.Dense(3, 4).is_cuda",
    "x.requires_grad": ("True", "AUTOGRAD"),
    "nn.Embedding(4, 3, padding_idx=0)": "PaddedEmbedding(4, 3, padding_idx=0, embedding_table=Normal(1.0))",
    "nn.Embedding(4, 3, None)": "nn.Embedding(4, 3, embedding_table=Normal(1.0))",
    "nn.ModuleList([None, nn.ReLU()])": "ModuleList([None, nn.ReLU()])",
    "nn.ModuleDict({'a': nn.ModuleList([nn.ReLU()])})": "ModuleDict({'a': nn.CellList([nn.ReLU()])})",
    "nn.ModuleDict({'a': nn.ReLU()})": "nn.CellDict({'a': nn.ReLU()})",
    "n(init=nn.init.xavier_uniform_)": "n(init=xavier_uniform_)",
    "nn.Linear(3, 4).float()": "nn.Dense(3, 4)",
    "n.float()": "n.float()",
    "F.kl_div(x, y)": "kl_div(x, y)",
    "F.alpha_dropout(x, 0.2, self.training)": "alpha_dropout(x, 0.2, self.training)",
    "torch.nanmean(x, dim=1, keepdim=True)": "ops.nanmean(x, axis=1, keepdims=True)",
    "F.kl_div(x, y.detach())": ("ops.kl_div(x, ops.stop_gradient(y))", ""),
    "torch.accelerator.current_accelerator()": "None",
    "n.module.eval()": "n.module.set_train(False)",
    "n.eval('1 + 1')": "n.eval('1 + 1')",
    "n.net.train()": "n.net.set_train()",
    "n.train()": "n.train()",
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_lines(line: str) -> None:
    known = LINES[line]
    made, marks = known if isinstance(known, tuple) else (known, "")
    found = converted(HEAD + f"class Net(nn.Module):\n    def forward(self, x, y, n=None):\n        return {line}\n")
    assert found.source.splitlines()[-1].strip() == f"return {made}"
    assert " ".join(mark.code for mark in found.marks) == marks


# Bodies of a method of a layer; what they become; the codes of their marks.
BODIES = {
    "h = x[:, :2]\nh.mul_(2)\nreturn x": ("h = x[:, :2]\nh = h.mul(2)\nx[:, :2] = h\nreturn x", ""),
    "z = x[0]\nz += 1\nreturn x": ("z = x[0]\nz += 1\nx[0] = z\nreturn x", ""),
    "z = x\nx += 1\nreturn z": ("z = x\nx += 1\nz = x\nreturn z", ""),
    "z = x[:, 0]\nx[0] = 1\nreturn z": ("z = x[:, 0]\nx[0] = 1\nz = x[:, 0]\nreturn z", ""),
    "z = x.t()\nz += 1\nreturn x": ("z = x.t()\nz += 1\nreturn x", "IN-PLACE"),
    "if y:\n    z = x[0]\nz += 1\nreturn x": ("if y:\n    z = x[0]\nz += 1\nreturn x", "IN-PLACE"),
    "z = x[0] * 2\nz += 1\nreturn x": ("z = x[0] * 2\nz += 1\nreturn x", ""),
    "z = x[0]\nz += 1\nreturn z": ("z = x[0]\nz += 1\nreturn z", ""),
    "x[:, 2:].add_(1)\nreturn x": ("x[:, 2:] = x[:, 2:].add(1)\nreturn x", ""),
    "x[y > 0].add_(1)\nreturn x": ("x[y > 0].add_(1)\nreturn x", "IN-PLACE"),
    "self.fc.weight.requires_grad_(False)": ("self.fc.weight.requires_grad = False", ""),
    "self.fc.requires_grad_(False)": ("for p in self.fc.get_parameters():\n    p.requires_grad = False", ""),
    "with torch.no_grad():\n    z = self.fc(x)\nreturn z": ("z = self.fc(x)\nz = ops.stop_gradient(z)\nreturn z", ""),
    "with torch.no_grad():\n    return self.fc(x)": ("return ops.stop_gradient(self.fc(x))", ""),
    "with torch.no_grad():\n    n = x.shape[0]\nreturn n": ("n = x.shape[0]\nreturn n", ""),
}  # fmt: skip


@pytest.mark.parametrize("lines", BODIES)
def test_bodies(lines: str) -> None:
    made, marks = BODIES[lines]
    head = "class Net(nn.Module):\n    def __init__(self):\n        self.fc = nn.Linear(2, 2)\n\n"
    inner = "".join(f"        {line}\n" for line in lines.splitlines())
    found = converted(HEAD + f"{head}    def forward(self, x, y):\n{inner}")
    after = found.source.partition("def construct(self, x, y):\n")[2].splitlines()
    shown = "\n".join(line.removeprefix("        ") for line in after if "TODO" not in line)
    assert shown == made
    assert " ".join(mark.code for mark in found.marks) == marks


TRAINED = "[(name, p) for name, p in net.parameters_and_names() if p.requires_grad]"

# Files, and lines that what they become must have.
FILES = {
    "class L(nn.Linear):\n    def forward(self, x):\n        return x\nl = L(3, 4, bias=False)\n": [
        "    def __init__(self, in_features, out_features, bias=True):",
    ],
    "class L(nn.Linear):\n    def forward(self, x):\n        return x\nl = L(3, 4)\n": ["    def construct(self, x):"],
    "class C(nn.Conv2d):\n    def _conv_forward(self, x, w, b):\n        return super()._conv_forward(x, w * 2, b)\n": [
        "        return self._conv_forward(x, self.weight, self.bias)",
    ],
    "class N(nn.Module):\n    @torch.no_grad()\n    def f(self, x):\n        return self.fc(x)\n": [
        "        return ops.stop_gradient(self.fc(x))",
    ],
    "class N(nn.Module):\n    def __init__(self):\n        self.c = nn.Conv1d(3, 4, 3)\n"
    "        nn.init.zeros_(self.c.weight)\n"
    "    def forward(self, x):\n        return self.c.weight * 2, self.c.stride\n": [
        "        self.c.weight.set_data(initializer(Zero(), self.c.weight.shape, self.c.weight.dtype))",
        "        return self.c.weight.squeeze(2) * 2, self.c.stride[-1:]",
    ],
    "class N(nn.Module):\n    def __init__(self):\n        self.t = nn.ModuleDict(dict(e=nn.Embedding(4, 3)))\n"
    "        self.h = nn.Linear(3, 4, bias=False)\n        self.t.e.weight = self.h.weight\n": [
        "        self.t.e.embedding_table = self.h.weight",
    ],
    "n = nn.LayerNorm(3)\nd = [p for k, p in net.named_parameters() if k.endswith('bias')]\n": [
        '        nn.LayerNorm: {"gamma": "weight", "beta": "bias"},',
        "d = [p for k, p in named_parameters(net) if k.endswith('bias')]",
    ],
    "n = nn.Linear(3, 3)\nd = [p for k, p in net.named_parameters() if k.endswith('bias')]\n": [
        f"d = [p for k, p in {TRAINED} if k.endswith('bias')]",
    ],
    "n = nn.LayerNorm(3)\nd = [p for k, p in net.named_parameters() if 'head' in k]\n": [
        f"d = [p for k, p in {TRAINED} if 'head' in k]",
    ],
}  # fmt: skip


@pytest.mark.parametrize("source", FILES)
def test_files(source: str) -> None:
    found = converted(HEAD + source)
    lines = found.source.splitlines()
    assert [line for line in FILES[source] if line not in lines] == []
    assert found.marks == ()


STEP = """net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cuda")
for x, y in loader:
    optimizer.zero_grad()
    with torch.autocast("cuda", enabled=False):
        loss = F.mse_loss(net(x), y)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
"""


def test_a_step_with_a_scaler_is_that_without_it() -> None:
    found = converted(HEAD + STEP)
    after = found.source.partition("for x, y in loader:\n")[2]
    assert after.splitlines() == [
        "    loss, grads = grad_fn(x, y)",
        "    grads = ops.clip_by_norm(grads, 1.0)",
        "    optimizer(grads)",
    ]
    assert found.marks == ()
    assert "scaler" not in found.source


def test_a_cast_that_is_on_is_marked() -> None:
    found = converted(HEAD + STEP.replace(", enabled=False", ""))
    assert [mark.code for mark in found.marks] == ["DIFFERENT"]
