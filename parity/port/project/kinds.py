"""What a value is, as far as the source tells: a tensor, a layer, a shape, a number, a text ...

Kinds are short texts; "" is not known. A method is converted as a tensor's only where its receiver is one, or where no
other common type has a method of that name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import PurePath

import libcst as cst
import torch

from parity.port.project.names import Scopes
from parity.port.rows.choose import live
from parity.port.syntax.pieces import text

TENSOR, TENSORS, PARAMETER, LAYER, SHAPE = "tensor", "tensors", "parameter", "layer", "shape"
OPTIMIZER = "optimizer"
LOADER, BATCH = "loader", "batch"  # what a loop over a loader gives: a tensor, or several
PLACE = "place"  # a dict of a device and a dtype
NUMBER, TEXT, LIST, DICT, BOOL, OTHER = "number", "text", "list", "dict", "bool", "other"
OF_TENSORS = frozenset({TENSOR, PARAMETER})
_NOT_TENSOR = frozenset(
    {"size", "dim", "numel", "item", "tolist", "stride", "nelement", "data_ptr", "get_device", "numpy"}
)
_SEVERAL = frozenset(
    {"split", "chunk", "unbind", "tensor_split", "nonzero", "unsafe_chunk", "topk", "sort", "meshgrid"}
)
_NUMPY_TOO = frozenset({
    "all", "any", "argmax", "argmin", "argsort", "clip", "copy", "cumprod", "cumsum", "diagonal", "dot", "flatten",
    "item", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "reshape", "resize", "round", "size", "sort",
    "squeeze", "std", "sum", "swapaxes", "take", "tobytes", "tolist", "trace", "transpose", "var", "view",
})  # fmt: skip


@cache
def only_tensors_have(method: str) -> bool:
    """Tell whether `method` is a torch tensor's, and of no text, list, dict, number, path or layer."""
    if not hasattr(torch.Tensor, method):
        return False
    others = (str, bytes, list, dict, set, tuple, int, float, PurePath, torch.nn.Module, torch.nn.ModuleDict)
    return not any(hasattr(other, method) for other in others)


def is_numpys_too(method: str) -> bool:
    """Tell whether arrays of numpy have the method."""
    return method in _NUMPY_TOO


def of_annotation(node: cst.BaseExpression, scopes: Scopes) -> str:
    """Return the kind that a type hint says."""
    source = text(node).strip("\"' ")
    for wrapper in ("Optional[", "typing.Optional["):
        if source.startswith(wrapper):
            source = source[len(wrapper) : -1]
    source = source.removesuffix("| None").strip()
    plain = {"int": NUMBER, "float": NUMBER, "str": TEXT, "bool": BOOL, "dict": DICT, "list": LIST}
    if source in plain:
        return plain[source]
    full = scopes.full(node) if isinstance(node, (cst.Name, cst.Attribute)) else ""
    if not full and source.replace(".", "").isidentifier():
        full = scopes.full(cst.parse_expression(source))
    if full == "torch.Tensor":
        return TENSOR
    if full.startswith("torch.nn.") and _is_layer(full):
        return LAYER
    if source.startswith(("List[", "list[", "Sequence[", "Tuple[", "tuple[", "Iterable[")):
        inner = source.partition("[")[2].rstrip("]")
        return TENSORS if "Tensor" in inner else LIST
    if source.startswith(("Dict[", "dict[", "OrderedDict", "Mapping[")):
        return DICT
    return ""


def _is_layer(full: str) -> bool:
    found = live(full)
    return isinstance(found, type) and issubclass(found, torch.nn.Module)


def is_layer_class(full: str) -> bool:
    """Tell whether a full name is a layer class of torch's."""
    return full.startswith("torch.") and _is_layer(full)


def kind_of(node: cst.BaseExpression, scopes: Scopes) -> str:
    """Return the kind of an expression's value, or ""."""
    if isinstance(node, cst.Name):
        return BOOL if node.value in {"True", "False"} else scopes.kind(node.value)
    if isinstance(node, cst.Attribute):
        return _attribute(node, scopes)
    if isinstance(node, cst.Call):
        return _call(node, scopes)
    if isinstance(node, cst.Subscript):
        return _subscript(node, scopes)
    if isinstance(node, (cst.BinaryOperation, cst.Comparison, cst.UnaryOperation, cst.IfExp)):
        return _operation(node, scopes)
    return kind_of_literal(node)


def kind_of_literal(node: cst.BaseExpression) -> str:
    """Return the kind of what is written out: a number, a text, a list, a dict; "" of anything else."""
    if isinstance(node, (cst.Integer, cst.Float)):
        return NUMBER
    if isinstance(node, (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)):
        return TEXT
    if isinstance(node, (cst.List, cst.ListComp, cst.Tuple)):
        return LIST
    if isinstance(node, (cst.Dict, cst.DictComp)):
        return DICT
    return ""


def _attribute(node: cst.Attribute, scopes: Scopes) -> str:
    if scopes.full(node):
        return ""
    name = node.attr.value
    if name == "shape":
        return SHAPE
    if name in {"dtype", "device"}:
        return OTHER
    if name in {"ndim", "training"}:
        return NUMBER
    if name in {"T", "data", "mT", "grad", "real", "imag", "H"} and kind_of(node.value, scopes) in OF_TENSORS:
        return TENSOR
    return scopes.kind(text(node))


def _call(node: cst.Call, scopes: Scopes) -> str:
    full = scopes.full(node.func)
    if full.startswith("torch."):
        return _framework_call(full)
    if isinstance(node.func, cst.Name):
        plain = {"len": NUMBER, "int": NUMBER, "float": NUMBER, "str": TEXT, "list": LIST, "dict": DICT, "tuple": LIST,
                 "sorted": LIST, "range": LIST, "zip": LIST, "bool": BOOL, "getattr": ""}  # fmt: skip
        if node.func.value in plain and not scopes.is_bound(node.func.value):
            return plain[node.func.value]
        return TENSOR if scopes.kind(node.func.value) == LAYER else ""
    if isinstance(node.func, cst.Attribute):
        method = node.func.attr.value
        receiver = kind_of(node.func.value, scopes)
        if receiver in OF_TENSORS or (not receiver and only_tensors_have(method) and method not in _NOT_TENSOR):
            if method == "size":
                return NUMBER if node.args else SHAPE
            return "" if method in _NOT_TENSOR else TENSORS if method in _SEVERAL else TENSOR
        if scopes.kind(text(node.func)) == LAYER:
            return TENSOR
        if receiver == TEXT:
            return LIST if method == "split" else TEXT
    return TENSOR if kind_of(node.func, scopes) == LAYER else ""


def _framework_call(full: str) -> str:
    if full in {"torch.nn.Parameter", "torch.nn.parameter.Parameter"}:
        return PARAMETER
    if _is_layer(full):
        return LAYER
    if full in {"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"}:
        return LOADER
    if full.startswith("torch.optim.") and ".lr_scheduler." not in full:
        return OPTIMIZER
    if full in {"torch.autograd.Variable", "torch.autograd.variable.Variable"}:
        return TENSOR
    last = full.rpartition(".")[2]
    if last in _SEVERAL:
        return TENSORS
    if full.startswith(("torch.nn.functional.", "torch.linalg.", "torch.special.", "torch.fft.")):
        return TENSOR
    if full.count(".") == 1 and (hasattr(torch.Tensor, last) or last in _CREATORS):
        return TENSOR
    return ""


_CREATORS = frozenset({
    "tensor", "as_tensor", "from_numpy", "zeros", "ones", "empty", "full", "rand", "randn", "randint", "randperm",
    "arange", "linspace", "logspace", "eye", "cat", "stack", "concat", "concatenate", "hstack", "vstack", "where",
    "einsum", "zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "tril_indices",
    "normal", "bernoulli", "cdist", "layer_norm", "conv2d", "block_diag", "cartesian_prod",
})  # fmt: skip


def is_loader(node: cst.BaseExpression, scopes: Scopes) -> bool:
    """Tell whether an expression is a loader of data: by what is bound to it, or by its name."""
    kind = kind_of(node, scopes)
    name = node.value if isinstance(node, cst.Subscript) else node
    last = name.attr.value if isinstance(name, cst.Attribute) else name.value if isinstance(name, cst.Name) else ""
    return kind == LOADER or (kind in {"", DICT} and last.lower().rstrip("s").endswith("loader"))


def _subscript(node: cst.Subscript, scopes: Scopes) -> str:
    kind = kind_of(node.value, scopes)
    if kind in OF_TENSORS:
        return TENSOR
    is_slice = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)
    if kind == SHAPE:
        return SHAPE if is_slice else NUMBER
    if kind in {TENSORS, BATCH}:
        return TENSORS if is_slice else TENSOR
    return scopes.kind(text(node))


def _operation(node: cst.BaseExpression, scopes: Scopes) -> str:
    if isinstance(node, cst.BinaryOperation):
        kinds = {kind_of(node.left, scopes), kind_of(node.right, scopes)}
        if kinds & OF_TENSORS:
            return TENSOR
        return NUMBER if kinds == {NUMBER} else TEXT if TEXT in kinds else LIST if LIST in kinds else ""
    if isinstance(node, cst.UnaryOperation):
        return BOOL if isinstance(node.operator, cst.Not) else kind_of(node.expression, scopes)
    if isinstance(node, cst.Comparison):
        return TENSOR if kind_of(node.left, scopes) in OF_TENSORS else BOOL
    assert isinstance(node, cst.IfExp)
    first, second = kind_of(node.body, scopes), kind_of(node.orelse, scopes)
    return first if first == second else ""


def kinds_of_parts(node: cst.BaseExpression, count: int, kind: Callable[[cst.BaseExpression], str]) -> list[str]:
    """Return the kinds of the names that a value is unpacked into.

    Args:
        node (BaseExpression): the value.
        count (int): how many names there are.
        kind (Callable[[BaseExpression], str]): tells the kind of an expression.
    """
    if isinstance(node, cst.Tuple) and len(node.elements) == count:
        return [kind(element.value) for element in node.elements]
    part = {SHAPE: NUMBER, TENSORS: TENSOR, TENSOR: TENSOR, BATCH: TENSOR}.get(kind(node), "")
    return [part] * count
