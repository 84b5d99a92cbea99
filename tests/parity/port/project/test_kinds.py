"""What kind of thing an expression is: one table for the reader of both frameworks."""

from __future__ import annotations

import libcst as cst
import pytest

from parity.port.project import kinds, torch_kinds
from parity.port.project.names import Scope, Scopes
from parity.port.to_torch.kinds import MindSpore

IMPORTS = {
    "torch": {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional", "optim": "torch.optim"},
    "mindspore": {"ms": "mindspore", "nn": "mindspore.nn", "ops": "mindspore.ops", "np": "numpy"},
}
BOTH = {"math": "math", "own": "net.own", "Own": "net.Own", "OrderedDict": "collections.OrderedDict"}
BOUND = {
    "x": "tensor", "w": "parameter", "parts": "tensors", "layer": "layer", "s": "shape", "n": "number", "t": "text",
    "items": "list", "batch": "batch", "self.layer": "layer", "a": "array", "op": "primitive",
}  # fmt: skip

# Expressions and their kinds with torch's names and with MindSpore's; one kind where both are the same.
EXPRESSIONS = {
    # written out
    "1": "number", "1.5": "number", "'a'": "text", "f'{x}'": "text", "[x]": "list", "(x, 1)": "list", "{1: x}": "dict",
    "[i for i in x]": "list", "{k: v for k, v in x}": "dict", "True": "bool", "None": "", "lambda: x": "",
    # what is bound
    "x": "tensor", "w": "parameter", "n": "number", "y": "", "self.layer": "layer", "self.other": "",
    # attributes
    "y.shape": "shape", "y.dtype": "other", "y.ndim": "number", "x.T": "tensor", "w.data": "tensor", "y.T": "",
    "y.device": ("other", ""), "a.T": "array", "math.pi": ("", "number"), "y.size": ("", "number"),
    # items
    "x[0]": "tensor", "w[0]": "tensor", "y[0]": "", "s[0]": "number", "s[:2]": "shape", "parts[0]": "tensor",
    "parts[1:]": "tensors", "batch[0]": "tensor", "batch[:1]": "tensors", "x.shape[-1]": "number", "a[0]": "array",
    # operators
    "x + 1": "tensor", "1 + x": "tensor", "w * y": "tensor", "n + 1": "number", "n * y": "", "t + y": "text",
    "items + y": "list", "s + (1,)": "list", "s[:1] + s[1:]": "list", "-x": "tensor", "-n": "number", "not x": "bool",
    "x > 1": "tensor", "w > 1": "tensor", "n > 1": "bool", "a > 1": "array", "a + 1": "array", "x + a": "tensor",
    "x if y else x + 1": "tensor", "x if y else n": "",
    # calls of Python's own and of the project's
    "len(y)": "number", "int(y)": "number", "list(y)": "list", "tuple(y)": "list", "str(y)": "text", "range(3)": "list",
    "OrderedDict()": "dict", "own(x)": "", "Own()": ("", "layer"), "y(x)": "", "t.split()": "list", "t.upper()": "text",
    # layers
    "layer(x)": "tensor", "self.layer(x)": "tensor", "self.other(x)": "", "nn.ReLU()": "layer",
    "nn.ReLU()(x)": "tensor", "op(x)": "tensor",
    # methods
    "x.view(-1)": "tensor", "w.sum()": "tensor", "x.chunk(2)": "tensors", "x.split(2)[0]": "tensor",
    "x.item()": ("", "number"), "x.tolist()": ("", "list"), "x.size()": ("shape", "tensor"),
    "x.size(0)": ("number", "tensor"), "y.unsqueeze(0)": ("tensor", ""), "y.view(2)": ("tensor", ""), "y.copy()": "",
    "a.sum()": ("", "array"), "a.item()": ("", "number"),
}  # fmt: skip
OF_TORCH = {
    "torch.zeros(2)": "tensor", "torch.cat([y])": "tensor", "torch.chunk(y, 2)": "tensors", "F.relu(y)": "tensor",
    "torch.tensor(1.0)": "tensor", "nn.Parameter(y)": "parameter", "optim.SGD(y, 0.1)": "optimizer",
    "optim.lr_scheduler.StepLR(y, 1)": "", "torch.utils.data.DataLoader(y)": "loader", "torch.manual_seed(1)": "",
    "torch.float32": "", "torch.linalg.norm(y)": "tensor",
}  # fmt: skip
OF_MINDSPORE = {
    "ops.zeros(2)": "tensor", "ops.split(y, 2)": "tensors", "ms.Tensor(y)": "tensor", "ms.Parameter(y)": "parameter",
    "ops.shape(y)": "shape", "ops.rank(y)": "number", "ops.Concat(1)": "primitive", "ops.Concat(1)(y)": "tensor",
    "np.zeros(2)": "array", "np.pi": "number", "ms.float32": "", "nn.Dense(2, 3)": "layer",
}  # fmt: skip
HINTS = {
    "int": "number", "'float'": "number", "str": "text", "bool": "bool", "dict": "dict", "list": "list",
    "Optional[int]": "number", "int | None": "number", "List[int]": "list", "Tuple[Tensor, int]": "tensors",
    "list[torch.Tensor]": "tensors", "Dict[str, int]": "dict", "nn.ReLU": "layer", "y": "", "Callable[[int], int]": "",
}  # fmt: skip


def scopes_of(framework: str) -> Scopes:
    scopes = Scopes()
    scopes.stack[:] = [Scope(names={**IMPORTS[framework], **BOTH}, kinds=dict(BOUND))]
    return scopes


def language_of(framework: str) -> kinds.Language:
    return torch_kinds.TORCH if framework == "torch" else MindSpore({"net.Own": ""})


def cases() -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for source, kind in EXPRESSIONS.items():
        first, second = kind if isinstance(kind, tuple) else (kind, kind)
        found += [("torch", source, first), ("mindspore", source, second)]
    found += [("torch", source, kind) for source, kind in OF_TORCH.items()]
    return found + [("mindspore", source, kind) for source, kind in OF_MINDSPORE.items()]


@pytest.mark.parametrize(("framework", "source", "kind"), cases(), ids=lambda value: value)
def test_expressions(framework: str, source: str, kind: str) -> None:
    assert kinds.kind_of(cst.parse_expression(source), scopes_of(framework), language_of(framework)) == kind


@pytest.mark.parametrize("framework", ["torch", "mindspore"])
@pytest.mark.parametrize(("hint", "kind"), HINTS.items(), ids=list(HINTS))
def test_hints(framework: str, hint: str, kind: str) -> None:
    assert kinds.of_annotation(cst.parse_expression(hint), scopes_of(framework), language_of(framework)) == kind
