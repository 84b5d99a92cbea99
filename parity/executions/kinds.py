"""What kind of operation an entry is, in words that both frameworks share; which names are partners says the table."""

from __future__ import annotations

import functools
import re

import torch

from mappings.table import index
from parity.dumps.execution import Entry

_DIMENSION = re.compile(r"[123]d")
_OPERATORS = {
    "truediv": "div", "rtruediv": "div", "truedivide": "div", "divide": "div", "realdiv": "div", "subtract": "sub",
    "rsub": "sub", "radd": "add", "iadd": "add", "isub": "sub", "imul": "mul", "itruediv": "div", "rmul": "mul",
    "multiply": "mul", "bmm": "matmul", "mm": "matmul", "batchmatmul": "matmul", "rmatmul": "matmul", "rpow": "pow",
    "negative": "neg", "absolute": "abs", "concat": "cat", "concatenate": "cat", "addmm": "linear", "dense": "linear",
    "reducemean": "mean", "reducesum": "sum", "reducemax": "amax", "gather": "embedding", "astype": "cast",
    "to": "cast", "type": "cast", "float": "cast", "half": "cast", "clamp": "clip", "bninfer": "batchnorm",
    "bntraining": "batchnorm",
    "syncbatchnorm": "batchnorm", "hswish": "hardswish", "hsigmoid": "hardsigmoid", "dropoutext": "dropout",
    "tensorscatterelements": "scatter", "tensorscatter": "scatter", "addn": "add", "rsqrtext": "rsqrt",
    "layernormext": "layernorm", "silugrad": "silu", "swish": "silu", "conv2dtranspose": "convtranspose",
}  # fmt: skip
"""Spellings of one operation that are no rows of the table: Python's operators, and names of Primitives."""

VIEWS = frozenset(
    {
        "reshape", "view", "shape", "shapeop", "size", "unsqueeze", "squeeze", "expanddims", "flatten", "contiguous",
        "transpose", "swapaxes", "permute", "t", "viewas", "reshapeas", "unflatten", "movedim", "detach", "clone",
        "identity", "copy", "stopgradient", "depend", "rank", "ndim", "dim", "numel", "len", "item", "tolist", "bool",
    }
)  # fmt: skip
"""Operations that hand elements on as they are, or that only ask for a shape."""

MOVERS = frozenset(
    {
        "cat", "stack", "split", "chunk", "getitem", "stridedslice", "slice", "select", "indexselect", "transpose",
        "swapaxes", "permute", "flip", "roll", "gatherelements", "takealongdim", "unbind", "narrow", "tile", "repeat",
        "repeatinterleave", "expand", "broadcastto", "movedim", "t", "pad", "embedding", "reshape", "view",
        "pixelshuffle",
    }
)  # fmt: skip
"""Operations that only choose and order elements: their figures do not tell in which order."""


@functools.cache
def plain(name: str) -> str:
    """Return the one spelling of an operation: ``"conv"`` of ``"Conv2d"``, ``"add"`` of ``"__add__"``."""
    word = _DIMENSION.sub("", name.strip("_").lower().replace("_", ""))
    for ending in ("withargmax", "ext"):
        word = word.removesuffix(ending) or word
    return _OPERATORS.get(word, word)


def kind_of(entry: Entry) -> str:
    """Return what kind of operation an entry is."""
    return plain(entry.type)


@functools.cache
def _partners() -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for torch_name, mindspore_name in index.by_pair():
        if mindspore_name:
            left, right = plain(torch_name.rpartition(".")[2]), plain(mindspore_name.rpartition(".")[2])
            found |= {(left, right), (right, left)}
    return frozenset(found)


@functools.cache
def are_partners(one: str, other: str) -> bool:
    """Tell whether two kinds are the same operation: one name, or partners in the table."""
    return one == other or (one, other) in _partners()


@functools.cache
def is_layer(name: str, *, of_torch: bool) -> bool:
    """Tell whether a class name is one of the framework's layers."""
    if of_torch:
        cls = getattr(torch.nn, name, None)
        return isinstance(cls, type) and issubclass(cls, torch.nn.Module)
    return name in _cells()


@functools.cache
def _cells() -> frozenset[str]:
    names = [name for _, name in index.by_pair()]
    named = {name.rpartition(".")[2] for name in names if name.startswith(("mindspore.nn.", "mindspore.mint.nn."))}
    return frozenset(name for name in named if name[:1].isupper())
