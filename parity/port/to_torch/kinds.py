"""What the names of MindSpore, and those of numpy beside it, mean to the reader of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePath
from typing import ClassVar

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project import kinds
from parity.port.project.kinds import (
    ARRAY,
    DICT,
    LAYER,
    LIST,
    NUMBER,
    OTHER,
    PARAMETER,
    PRIMITIVE,
    SHAPE,
    TENSOR,
    TENSORS,
)
from parity.port.project.names import Scopes
from parity.port.to_torch.live import CELLS, canonical, is_cell_class, is_primitive, tensor_methods

_SEVERAL = frozenset({"split", "chunk", "unbind", "unstack", "tensor_split", "meshgrid", "topk", "sort", "Split"})
_NOT_TENSOR = {"asnumpy": ARRAY, "numpy": ARRAY, "item": NUMBER, "tolist": LIST, "dim": NUMBER, "numel": NUMBER}


@cache
def only_tensors_have(method: str) -> bool:
    """Tell whether `method` is a MindSpore tensor's, and of no text, list, dict, number or path."""
    others = (str, bytes, list, dict, set, tuple, int, float, PurePath)
    return method in tensor_methods() and not any(hasattr(other, method) for other in others)


def full_of(ctx: Context, node: cst.CSTNode) -> str:
    """Return MindSpore's public name of an expression, or another full name, or ""."""
    full = ctx.scopes.full(node)
    return canonical(full) if ctx.is_source(full) else full


class MindSpore(kinds.Language):
    """MindSpore's names.

    Args:
        layers (Mapping[str, str]): the full names of the project's own layers.
    """

    attributes: ClassVar[Mapping[str, str]] = {
        "shape": SHAPE, "dtype": OTHER, "ndim": NUMBER, "training": NUMBER, "size": NUMBER, "itemsize": NUMBER,
        "nbytes": NUMBER,
    }  # fmt: skip

    def __init__(self, layers: Mapping[str, str]) -> None:
        self.layers = layers

    def full(self, node: cst.CSTNode, scopes: Scopes) -> str:
        """Return the public full name that an expression stands for, or ""."""
        full = scopes.full(node)
        return canonical(full) if full.startswith("mindspore.") else full

    def of_constant(self, full: str) -> str:
        """Return the kind of what an imported name is."""
        return NUMBER if full.startswith(("numpy.pi", "math.")) else ""

    def of_type(self, full: str) -> str:
        """Return the kind of what a hint of a full name says."""
        if full in {"mindspore.Tensor", "numpy.ndarray"}:
            return TENSOR if full == "mindspore.Tensor" else ARRAY
        return LAYER if full in CELLS or is_cell_class(full) else ""

    def of_call(self, full: str) -> str | None:
        """Return the kind of what a call of an imported name gives; None where nothing is said of the name."""
        if full.startswith("mindspore."):
            return _framework_call(full)
        if full.startswith("numpy."):
            return ARRAY
        if full in self.layers:
            return LAYER
        return DICT if full == "collections.OrderedDict" else None

    def of_method(self, receiver: str, method: str, *, has_arguments: bool) -> str | None:
        """Return the kind of what a method gives; None where it is none of a tensor or an array."""
        del has_arguments
        if receiver == ARRAY:
            return _NOT_TENSOR[method] if method in {"item", "tolist"} else ARRAY
        if receiver in {TENSOR, PARAMETER}:
            return _NOT_TENSOR.get(method, TENSORS if method in _SEVERAL else TENSOR)
        return None


def of_annotation(ctx: Context, node: cst.BaseExpression) -> str:
    """Return the kind that a type hint says, or ""."""
    return kinds.of_annotation(node, ctx.scopes, MindSpore(ctx.facts.layers))


def kind_of(ctx: Context, node: cst.BaseExpression) -> str:
    """Return the kind of an expression's value, or ""."""
    return kinds.kind_of(node, ctx.scopes, MindSpore(ctx.facts.layers))


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
