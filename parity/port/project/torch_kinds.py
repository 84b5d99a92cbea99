"""What the names of torch mean to the reader of kinds.

A method is taken for a tensor's only where its receiver is one, or where no other common type has a method of
that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePath
from typing import ClassVar

import libcst as cst
import torch

from parity.port.project import kinds
from parity.port.project.kinds import (
    ARRAY,
    DICT,
    LAYER,
    LIMITS,
    LOADER,
    NUMBER,
    OF_TENSORS,
    OPTIMIZER,
    OTHER,
    PARAMETER,
    SHAPE,
    TENSOR,
    TENSORS,
)
from parity.port.project.names import Scopes
from parity.port.rows.choose import live

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


_CREATORS = frozenset({
    "tensor", "as_tensor", "from_numpy", "zeros", "ones", "empty", "full", "rand", "randn", "randint", "randperm",
    "arange", "linspace", "logspace", "eye", "cat", "stack", "concat", "concatenate", "hstack", "vstack", "where",
    "einsum", "zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "tril_indices",
    "normal", "bernoulli", "cdist", "layer_norm", "conv2d", "block_diag", "cartesian_prod",
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


def _is_layer(full: str) -> bool:
    found = live(full)
    return isinstance(found, type) and issubclass(found, torch.nn.Module)


def is_layer_class(full: str) -> bool:
    """Tell whether a full name is a layer class of torch's."""
    return full.startswith("torch.") and _is_layer(full)


class Torch(kinds.Language):
    """torch's names."""

    attributes: ClassVar[Mapping[str, str]] = {
        "shape": SHAPE,
        "dtype": OTHER,
        "device": OTHER,
        "ndim": NUMBER,
        "training": NUMBER,
    }

    def of_type(self, full: str) -> str:
        """Return the kind of what a hint of a full name says."""
        if full == "torch.Tensor":
            return TENSOR
        return LAYER if full.startswith("torch.nn.") and _is_layer(full) else ""

    def of_call(self, full: str) -> str | None:
        """Return the kind of what a call of an imported name gives; None where nothing is said of the name."""
        if full == "collections.OrderedDict":
            return DICT
        if full.startswith("numpy."):
            return ARRAY
        return _framework_call(full) if full.startswith("torch.") else None

    def of_method(self, receiver: str, method: str, *, has_arguments: bool) -> str | None:
        """Return the kind of what a method gives; None where it is none of a tensor."""
        if receiver not in OF_TENSORS and (receiver or not only_tensors_have(method) or method in _NOT_TENSOR):
            return None
        if method == "size":
            return NUMBER if has_arguments else SHAPE
        return "" if method in _NOT_TENSOR else TENSORS if method in _SEVERAL else TENSOR


TORCH = Torch()


def of_annotation(node: cst.BaseExpression, scopes: Scopes) -> str:
    """Return the kind that a type hint says, or ""."""
    return kinds.of_annotation(node, scopes, TORCH)


def kind_of(node: cst.BaseExpression, scopes: Scopes) -> str:
    """Return the kind of an expression's value, or ""."""
    return kinds.kind_of(node, scopes, TORCH)


def _framework_call(full: str) -> str:
    if full in {"torch.nn.Parameter", "torch.nn.parameter.Parameter"}:
        return PARAMETER
    if _is_layer(full):
        return LAYER
    if full in {"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"}:
        return LOADER
    if full in {"torch.finfo", "torch.iinfo"}:
        return LIMITS
    if full == "torch.Size":
        return SHAPE
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
    return _by_schema(last) if full.count(".") == 1 else ""


@cache
def _by_schema(name: str) -> str:
    """Return the kind of what an operation of torch gives by its schemas; "" where its overloads give several."""
    try:
        schemas = torch._C._jit_get_schemas_for_operator(f"aten::{name}")
    except RuntimeError:
        return ""
    given = {tuple(str(entry.type) for entry in schema.returns) for schema in schemas}
    if given == {("Tensor",)}:
        return TENSOR
    return TENSORS if given == {("List[Tensor]",)} else ""


def is_loader(node: cst.BaseExpression, scopes: Scopes) -> bool:
    """Tell whether an expression is a loader of data: by what is bound to it, or by its name."""
    kind = kind_of(node, scopes)
    name = node.value if isinstance(node, cst.Subscript) else node
    last = name.attr.value if isinstance(name, cst.Attribute) else name.value if isinstance(name, cst.Name) else ""
    return kind == LOADER or (kind in {"", DICT} and last.lower().rstrip("s").endswith("loader"))
