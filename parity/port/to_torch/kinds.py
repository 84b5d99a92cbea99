"""What a value of MindSpore code is, as far as the source tells: a tensor, an array of numpy, a layer, a shape ..."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.kinds import (
    BOOL,
    DICT,
    LAYER,
    LIST,
    NUMBER,
    OTHER,
    PARAMETER,
    SHAPE,
    TENSOR,
    TENSORS,
    TEXT,
    kind_of_literal,
)
from parity.port.syntax.pieces import text
from parity.port.to_torch.live import CELLS, canonical, is_cell_class, is_primitive, tensor_methods

ARRAY = "array"
PRIMITIVE = "primitive"
_SEVERAL = frozenset({"split", "chunk", "unbind", "unstack", "tensor_split", "meshgrid", "topk", "sort", "Split"})
_NOT_TENSOR = {"asnumpy": ARRAY, "numpy": ARRAY, "item": NUMBER, "tolist": LIST, "dim": NUMBER, "numel": NUMBER}
_BUILTINS = {"len": NUMBER, "int": NUMBER, "float": NUMBER, "str": TEXT, "list": LIST, "dict": DICT, "tuple": LIST,
             "sorted": LIST, "range": LIST, "zip": LIST, "bool": BOOL, "OrderedDict": DICT}  # fmt: skip


@cache
def only_tensors_have(method: str) -> bool:
    """Tell whether `method` is a MindSpore tensor's, and of no text, list, dict, number or path."""
    others = (str, bytes, list, dict, set, tuple, int, float, PurePath)
    return method in tensor_methods() and not any(hasattr(other, method) for other in others)


def full_of(ctx: Context, node: cst.CSTNode) -> str:
    """Return MindSpore's public name of an expression, or another full name, or ""."""
    full = ctx.scopes.full(node)
    return canonical(full) if ctx.is_source(full) else full


def of_annotation(ctx: Context, node: cst.BaseExpression) -> str:
    """Return the kind that a type hint says."""
    source = text(node).strip("\"' ").removesuffix("| None").strip()
    if source.startswith("Optional["):
        source = source[len("Optional[") : -1]
    plain = {"int": NUMBER, "float": NUMBER, "str": TEXT, "bool": BOOL, "dict": DICT, "list": LIST}
    if source in plain:
        return plain[source]
    full = full_of(ctx, cst.parse_expression(source)) if source.replace(".", "").isidentifier() else ""
    if full in {"mindspore.Tensor", "numpy.ndarray"}:
        return TENSOR if full == "mindspore.Tensor" else ARRAY
    if full in CELLS or is_cell_class(full):
        return LAYER
    if source.startswith(("List[", "list[", "Sequence[", "Tuple[", "tuple[", "Iterable[")):
        return TENSORS if "Tensor" in source else LIST
    return DICT if source.startswith(("Dict[", "dict[", "OrderedDict", "Mapping[")) else ""


def kind_of(ctx: Context, node: cst.BaseExpression) -> str:
    """Return the kind of an expression's value, or ""."""
    if isinstance(node, cst.Name):
        return BOOL if node.value in {"True", "False"} else ctx.scopes.kind(node.value)
    if isinstance(node, cst.Attribute):
        return _attribute(ctx, node)
    if isinstance(node, cst.Call):
        return _call(ctx, node)
    if isinstance(node, cst.Subscript):
        return _subscript(ctx, node)
    if isinstance(node, (cst.BinaryOperation, cst.Comparison, cst.UnaryOperation, cst.IfExp)):
        return _operation(ctx, node)
    return kind_of_literal(node)


def _attribute(ctx: Context, node: cst.Attribute) -> str:
    full = ctx.scopes.full(node)
    if full:
        return NUMBER if full.startswith(("numpy.pi", "math.")) else ""
    name = node.attr.value
    if name == "shape":
        return SHAPE
    if name in {"ndim", "training", "size", "itemsize", "nbytes"}:
        return NUMBER
    if name == "dtype":
        return OTHER
    owner = kind_of(ctx, node.value)
    if name in {"T", "data", "mT", "grad", "real", "imag"} and owner in {TENSOR, PARAMETER, ARRAY}:
        return ARRAY if owner == ARRAY else TENSOR
    return ctx.scopes.kind(text(node))


def _call(ctx: Context, node: cst.Call) -> str:
    full = full_of(ctx, node.func)
    if full.startswith("mindspore."):
        return _framework_call(full)
    if full.startswith("numpy."):
        return ARRAY
    if full in ctx.facts.layers:
        return LAYER
    if full == "collections.OrderedDict":
        return DICT
    if isinstance(node.func, cst.Name):
        if node.func.value in _BUILTINS and not ctx.scopes.is_bound(node.func.value):
            return _BUILTINS[node.func.value]
        return TENSOR if ctx.scopes.kind(node.func.value) in {LAYER, PRIMITIVE} else ""
    if isinstance(node.func, cst.Attribute):
        method, receiver = node.func.attr.value, kind_of(ctx, node.func.value)
        if receiver == ARRAY:
            return _NOT_TENSOR[method] if method in {"item", "tolist"} else ARRAY
        if receiver in {TENSOR, PARAMETER}:
            return _NOT_TENSOR.get(method, TENSORS if method in _SEVERAL else TENSOR)
        if receiver == TEXT:
            return LIST if method == "split" else TEXT
        if ctx.scopes.kind(text(node.func)) in {LAYER, PRIMITIVE}:
            return TENSOR
    inner = kind_of(ctx, node.func) if not isinstance(node.func, (cst.Name, cst.Attribute)) else ""
    return TENSOR if inner in {LAYER, PRIMITIVE} else ""


def _framework_call(full: str) -> str:
    if full == "mindspore.Parameter":
        return PARAMETER
    if full.startswith(("mindspore.Tensor", "mindspore.tensor", "mindspore.common.initializer.initializer")):
        return TENSOR
    if is_cell_class(full):
        return LAYER
    if is_primitive(full):
        return PRIMITIVE
    last = full.rpartition(".")[2]
    if last == "shape":
        return SHAPE
    if last in {"rank", "size"}:
        return NUMBER
    if full.startswith(("mindspore.ops.", "mindspore.mint.", "mindspore.numpy.")):
        return TENSORS if last in _SEVERAL else TENSOR
    return ""


def _subscript(ctx: Context, node: cst.Subscript) -> str:
    kind = kind_of(ctx, node.value)
    if kind in {TENSOR, PARAMETER, ARRAY}:
        return ARRAY if kind == ARRAY else TENSOR
    is_slice = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)
    if kind == SHAPE:
        return SHAPE if is_slice else NUMBER
    if kind == TENSORS:
        return TENSORS if is_slice else TENSOR
    return ctx.scopes.kind(text(node))


def _operation(ctx: Context, node: cst.BaseExpression) -> str:
    if isinstance(node, cst.BinaryOperation):
        kinds = {kind_of(ctx, node.left), kind_of(ctx, node.right)}
        for kind in (TENSOR, PARAMETER, ARRAY):
            if kind in kinds:
                return ARRAY if kind == ARRAY else TENSOR
        return NUMBER if kinds == {NUMBER} else TEXT if TEXT in kinds else LIST if kinds & {LIST, SHAPE} else ""
    if isinstance(node, cst.UnaryOperation):
        return BOOL if isinstance(node.operator, cst.Not) else kind_of(ctx, node.expression)
    if isinstance(node, cst.Comparison):
        kind = kind_of(ctx, node.left)
        return kind if kind in {TENSOR, ARRAY} else BOOL
    assert isinstance(node, cst.IfExp)
    first, second = kind_of(ctx, node.body), kind_of(ctx, node.orelse)
    return first if first == second else ""
