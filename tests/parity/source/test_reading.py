"""Reading a source: which names it uses, and how; what kind of thing an expression is."""

from __future__ import annotations

import ast

import pytest

from parity.source import Kind, Reading, read

TORCH = "import torch\nfrom torch import nn, Tensor\nimport torch.nn.functional as F\nfrom functools import partial\n"
MINDSPORE = "import mindspore as ms\nfrom mindspore import nn, ops\n"
NET = "class Net(nn.Module):\n    def __init__(self, dim, norm_layer=nn.LayerNorm):\n        super().__init__()\n"


def uses(source: str, *how: str) -> list[str]:
    """The names that a source uses in these ways, all but mentions where none is named."""
    return [use.name for use in read(source).uses if (use.how in how if how else use.how != "mention")]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import torch\ntorch.relu(x)", ["torch.relu"]),
        ("import torch.nn as nn\nnn.ReLU()", ["torch.nn.ReLU"]),
        ("import torch.nn\ntorch.nn.ReLU()", ["torch.nn.ReLU"]),
        ("from torch.nn import functional as F\nF.gelu(x)", ["torch.nn.functional.gelu"]),
        ("import mindspore as ms\nms.nn.Dense(3, 4)", ["mindspore.nn.Dense"]),
        ("from ms2torch import ops\nops.abs(x)", ["mindspore.ops.abs"]),
        ("from mindspore import mint as m\nm.nn.functional.gelu(x)", ["mindspore.mint.nn.functional.gelu"]),
        ("from mindspore.ops import operations as P\nP.Conv2D(3, 3)", ["mindspore.ops.operations.Conv2D"]),
        ("from torch import nn\nconv = nn.Conv2d\nconv(3, 4, 1)", ["torch.nn.Conv2d"]),
        ("from torch import nn\nclass A:\n    act = nn.ReLU\n    def f(self):\n        self.act()", ["torch.nn.ReLU"]),
        ("from torch import nn\ndef f(nn):\n    return nn.ReLU()", []),
        ("from torch import nn\nnn = object()\nnn.ReLU()", []),
        ("from torch import nn\ndef f(x: nn.Module) -> nn.Module:\n    return nn.ReLU()(x)", ["torch.nn.ReLU"]),
        ("import numpy as np\nimport torch\nnp.std(x)\nx.std()", []),
        ("import torch\n'a'.split()\nsuper().forward(x)", []),
        ("try:\n    import torch\nexcept ImportError:\n    pass\nif x:\n    torch.abs(x)", ["torch.abs"]),
        ("from torch import nn\nx = [nn.ReLU() for _ in y if z]", ["torch.nn.ReLU"]),
        ("import torch\nmatch x:\n    case 1:\n        torch.abs(y)", ["torch.abs"]),
        ("import torch\ndef f():\n    return later()\ndef later():\n    return torch.abs(x)", ["torch.abs"]),
    ],
)
def test_names_are_followed_through_imports_and_aliases(source: str, wanted: list[str]) -> None:
    assert uses(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f(norm_layer=nn.LayerNorm): pass", [("torch.nn.LayerNorm", "norm_layer")]),
        ("Block(act_layer=nn.GELU)", [("torch.nn.GELU", "act_layer")]),
        ("Block(nn.GELU)", [("torch.nn.GELU", "")]),
        (
            "norm = nn.LayerNorm if a else nn.BatchNorm2d",
            [("torch.nn.LayerNorm", "norm"), ("torch.nn.BatchNorm2d", "norm")],
        ),
        ("def f(n=None):\n    n = n or nn.LayerNorm", [("torch.nn.LayerNorm", "n")]),
        ("ACTS = {'gelu': nn.GELU}", [("torch.nn.GELU", "ACTS")]),
        ("def f():\n    return nn.GELU", [("torch.nn.GELU", "")]),
        ("f = lambda: nn.GELU", [("torch.nn.GELU", "")]),
        ("isinstance(m, (nn.GELU, nn.ReLU))", []),
        ("x = norm is nn.LayerNorm", []),
        ("def f(m: nn.GELU): pass", []),
        ("class A(nn.GELU): pass", []),
        ("nn.GELU.forward", []),
    ],
)
def test_values_passed_on(source: str, wanted: list[tuple[str, str]]) -> None:
    found = [(use.name, use.bound) for use in read(TORCH + source).uses if use.how == "value"]
    assert [entry for entry in found if entry[0].startswith("torch.nn.")] == wanted


def test_partials_have_their_arguments() -> None:
    (use,) = (use for use in read(TORCH + "f(norm=partial(nn.LayerNorm, eps=1e-6))").uses if use.how == "partial")
    assert (use.name, use.positional, use.whole) == ("torch.nn.LayerNorm", (), False)
    assert use.keywords is not None
    assert ast.literal_eval(use.keywords["eps"]) == 1e-6


def test_calls_of_values_are_kept_by_their_names() -> None:
    reading = read(TORCH + NET + "        self.n = norm_layer(dim, eps=1e-6)\n")
    (call,) = reading.later["norm_layer"]
    assert [keyword.arg for keyword in call.keywords] == ["eps"]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("class N(nn.LayerNorm):\n    def __init__(self, n, e):\n        super().__init__(n, eps=e)", ["super"]),
        ("class N(nn.LayerNorm):\n    def __init__(self, n):\n        super(N, self).__init__(n)", ["super"]),
        ("class N(nn.LayerNorm): pass\nN(8)", ["call"]),
        ("class N(nn.LayerNorm): pass\nclass M(N): pass\nM(8)", ["call"]),
        ("class N(nn.LayerNorm):\n    def __init__(self): 3\nclass M(N):\n    def __init__(s): super().__init__()", []),
    ],
)  # fmt: skip
def test_heirs_of_layers(source: str, wanted: list[str]) -> None:
    found = [use.how for use in read(TORCH + source).uses if use.name == "torch.nn.LayerNorm" and use.how != "mention"]
    assert found == wanted


FORWARD = (
    NET
    + """\
        self.norm = nn.LayerNorm(dim)
        self.other = norm_layer(dim)
        self.scale = dim ** -0.5
        self.register_buffer('grid', torch.zeros(3))
        self.blocks = nn.ModuleList([Block(), Block()])
        self.lstm = nn.LSTM(3, 4)
"""
)
HELPERS = """\
def helper(y: Tensor):
    return y * 2

class Block(nn.Module):
    def forward(self, x):
        return x.abs()

"""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("x.mean(1)", ["mean"]),
        ("self.norm(x)", []),
        ("self.norm(x).mean(1)", ["mean"]),
        ("self.other(x).mean(1)", ["mean"]),
        ("x.shape[0].bit_length()", []),
        ("y = x.reshape(3).std()", ["reshape", "std"]),
        ("q, k, v = x.unbind(0); q.std()", ["unbind", "std"]),
        ("(x * 2).std()", ["std"]),
        ("(x > 2).any()", ["any"]),
        ("torch.cat([x, x]).std()", ["std"]),
        ("F.relu(x).std()", ["std"]),
        ("self.grid.std()", ["std"]),
        ("x[:, 0].std()", ["std"]),
        ("for blk in self.blocks:\n            x = blk(x)\n        x.std()", ["std"]),
        ("for i, blk in enumerate(self.blocks):\n            x = blk(x)\n        x.std()", ["std"]),
        ("out, h = self.lstm(x); out.std()", ["std"]),
        ("self.lstm(x)[0].std()", ["std"]),
        ("x.max(dim=1)[0].std()", ["max", "std"]),
        ("x.size(0).std()", ["size"]),
        ("x.tolist().index(3)", ["tolist"]),
        ("helper(x).std()", ["std"]),
        ("unknown(x).std()", []),
        ("unknown(x).permute(1, 0)", ["permute"]),
        ("self.scale.std()", []),
        ("self.own().std()", ["std"]),
        ("if a:\n            x = unknown(x)\n        else:\n            x = x + 1\n        x.std()", []),
        ("x = x if a else x.abs()\n        x.std()", ["abs", "std"]),
    ],
)
def test_methods_of_what_is_a_tensor(body: str, wanted: list[str]) -> None:
    own = "    def own(self):\n        return torch.zeros(3)\n"
    source = f"{TORCH}{HELPERS}{FORWARD}{own}    def forward(self, x):\n        {body}\n"
    begin = source[: source.index("def own")].count("\n")
    found = [use for use in read(source).uses if use.how == "method" and use.line > begin]
    assert [use.name for use in found] == [f"torch.Tensor.{name}" for name in wanted]


@pytest.mark.parametrize(
    ("signature", "wanted"),
    [
        ("x", True), ("x: Tensor", True), ("x: torch.Tensor", True), ("x: 'Tensor'", True),
        ("x: Tensor | None = None", True),
        ("x: int", False), ("x=3", False), ("x: list", False), ("x=None", False), ("*x", False), ("**x", False),
    ],
)  # fmt: skip
def test_parameters_of_forward(signature: str, wanted: bool) -> None:
    assert (
        bool(uses(f"{TORCH}class N(nn.Module):\n    def forward(self, {signature}):\n        x.std()", "method"))
        is wanted
    )


@pytest.mark.parametrize(
    "body", ["x['a']", "x.items()", "for y in x: pass", "isinstance(x, (list, tuple))", "for a, b in zip(x, x): pass"]
)
def test_a_parameter_that_is_used_as_no_tensor(body: str) -> None:
    source = f"{TORCH}class N(nn.Module):\n    def forward(self, x):\n        {body}\n        x.std()"
    assert uses(source, "method") == []


def test_what_the_body_shows_of_a_parameter() -> None:
    assert uses(TORCH + "def f(x):\n    x.unsqueeze(0)\n    x.std()", "method") == [
        "torch.Tensor.unsqueeze",
        "torch.Tensor.std",
    ]
    assert uses(TORCH + "def f(x):\n    x.std()", "method") == []


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f(x): x.std()", [False]), ("def f(x): g(x).std()", [False]), ("def f(x): x.sort()", []),
        ("import numpy as np\ndef f(x): x.std()", []), ("def f(x: list): 'a'.std()", []),
        ("def f(x: Tensor): x.std()", [True]),
    ],
)  # fmt: skip
def test_a_name_alone_suggests_a_tensor(source: str, wanted: list[bool]) -> None:
    found = read(TORCH + source, frozenset({"std", "sort"})).uses
    assert [use.sure for use in found if use.how == "method"] == wanted


def test_mindspore() -> None:
    source = (
        MINDSPORE
        + "class N(nn.Cell):\n    def construct(self, x):\n        y = ops.abs(x)\n        y.std()\n        x.std()\n"
    )
    assert uses(source, "method") == ["mindspore.Tensor.std"] * 2


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("y = x\n    x += 1\n    return y", ["torch.Tensor.__iadd__"]),
        ("y = x\n    x *= 2\n    return y", ["torch.Tensor.__imul__"]),
        ("y = x\n    x = x * 2\n    x += 1\n    return y", []),
        ("y = x\n    x += 1\n    return x", []),
        ("x += 1\n    return x", []),
        ("n = 3\n    m = n\n    n += 1\n    return m", []),
        ("w, i = torch.topk(x, 2)\n    w /= 2\n    return w, i", []),
        ("a, b = (x, x)\n    a += 1\n    return b", ["torch.Tensor.__iadd__"]),
    ],
)
def test_a_tensor_with_another_name_changed_in_place(body: str, wanted: list[str]) -> None:
    assert uses(f"{TORCH}def f(x: Tensor):\n    {body}", "inplace") == wanted


def kind(reading: Reading, text: str) -> Kind:
    nodes = [node for node in ast.walk(reading.tree) if isinstance(node, ast.expr) and ast.unparse(node) == text]
    return reading.kind_of(nodes[-1])


def test_kinds() -> None:
    body = "        y = self.norm(x)\n        z = x.shape, None, nn.ReLU\n        y\n"
    reading = read(f"{TORCH}{FORWARD}    def forward(self, x):\n{body}")
    assert kind(reading, "y") == Kind("tensor", "torch")
    assert kind(reading, "self.norm") == Kind("instance", "torch.nn.LayerNorm")
    assert kind(reading, "nn.ReLU") == Kind("name", "torch.nn.ReLU")
    assert kind(reading, "self").sort == "object"
    assert kind(reading, "x.shape").sort == "plain"
    node = next(
        n
        for n in ast.walk(reading.tree)
        if isinstance(n, ast.Attribute) and ast.unparse(n) == "self.norm" and isinstance(n.ctx, ast.Load)
    )
    place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
    assert reading.kind_at(*place) == Kind("instance", "torch.nn.LayerNorm")
    assert reading.kind_at(1, 500, 1, 501).sort == "unknown"


@pytest.mark.parametrize(
    "source",
    [
        "def f(): return f()", "class A(A): pass", "class A:\n    def f(self): return self.f()\nA().f()",
        "x = lambda: x",
        "def f():\n    def g(): return f()\n    return g()", "a = b = c = {}\nfor a.x in y: pass\ndel a\n(z := 3)",
        "async def f():\n    async with a as b, c as (d, *e):\n        await b\n    async for i in c: yield i",
        "try:\n    pass\nexcept* (A, B) as e:\n    raise X from e\nelse:\n    pass\nfinally:\n    pass",
        "match x:\n    case {'a': [1, *r]} if r: pass\n    case A(b=c): pass",
        "global q\nassert x, y\nx: int\nx[0]: int = 3",
        "class A:\n    if x:\n        def f(self): pass\n",
        "class A:\n    def __init__(self, *a, k=1, **b): self.a, (self.b, *self.c) = a",
    ],
)  # fmt: skip
def test_all_of_the_language_can_be_read(source: str) -> None:
    read(TORCH + source)
