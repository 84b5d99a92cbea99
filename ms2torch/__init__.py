"""The MindSpore 2.10 Python API on torch.

`import ms2torch as ms; from ms2torch import nn, ops`, or `ms2torch.install()` and then unmodified `import mindspore`.
Tensor, types and Parameter are here at once; everything else is imported when it is first asked for, so that
`import ms2torch` costs little over `import torch`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ms2torch._hook import install as install
from ms2torch._hook import uninstall as uninstall
from ms2torch.common.dtype import Type as Type
from ms2torch.common.dtype import bfloat16 as bfloat16
from ms2torch.common.dtype import bool_ as bool_
from ms2torch.common.dtype import byte as byte
from ms2torch.common.dtype import complex64 as complex64
from ms2torch.common.dtype import complex128 as complex128
from ms2torch.common.dtype import double as double
from ms2torch.common.dtype import dtype_to_nptype as dtype_to_nptype
from ms2torch.common.dtype import dtype_to_pytype as dtype_to_pytype
from ms2torch.common.dtype import float16 as float16
from ms2torch.common.dtype import float32 as float32
from ms2torch.common.dtype import float64 as float64
from ms2torch.common.dtype import float_ as float_
from ms2torch.common.dtype import get_py_obj_dtype as get_py_obj_dtype
from ms2torch.common.dtype import half as half
from ms2torch.common.dtype import int8 as int8
from ms2torch.common.dtype import int16 as int16
from ms2torch.common.dtype import int32 as int32
from ms2torch.common.dtype import int64 as int64
from ms2torch.common.dtype import int_ as int_
from ms2torch.common.dtype import intc as intc
from ms2torch.common.dtype import intp as intp
from ms2torch.common.dtype import list_ as list_
from ms2torch.common.dtype import long as long
from ms2torch.common.dtype import number as number
from ms2torch.common.dtype import pytype_to_dtype as pytype_to_dtype
from ms2torch.common.dtype import short as short
from ms2torch.common.dtype import single as single
from ms2torch.common.dtype import string as string
from ms2torch.common.dtype import tensor_type as tensor_type
from ms2torch.common.dtype import tuple_ as tuple_
from ms2torch.common.dtype import type_none as type_none
from ms2torch.common.dtype import ubyte as ubyte
from ms2torch.common.dtype import uint as uint
from ms2torch.common.dtype import uint8 as uint8
from ms2torch.common.dtype import uint16 as uint16
from ms2torch.common.dtype import uint32 as uint32
from ms2torch.common.dtype import uint64 as uint64
from ms2torch.common.dtype import uintc as uintc
from ms2torch.common.dtype import uintp as uintp
from ms2torch.common.dtype import ushort as ushort
from ms2torch.common.parameter import Parameter as Parameter
from ms2torch.common.parameter import ParameterTuple as ParameterTuple
from ms2torch.common.seed import get_seed as get_seed
from ms2torch.common.seed import set_seed as set_seed
from ms2torch.common.tensor import Tensor as Tensor
from ms2torch.common.tensor import tensor as tensor

if TYPE_CHECKING:
    from ms2torch import common as common
    from ms2torch import nn as nn
    from ms2torch import ops as ops
    from ms2torch.common.api import JitConfig as JitConfig
    from ms2torch.common.api import jit as jit
    from ms2torch.common.api import jit_class as jit_class
    from ms2torch.common.api import ms_class as ms_class
    from ms2torch.common.api import mutable as mutable
    from ms2torch.context import GRAPH_MODE as GRAPH_MODE
    from ms2torch.context import PYNATIVE_MODE as PYNATIVE_MODE
    from ms2torch.context import get_context as get_context
    from ms2torch.context import reset_auto_parallel_context as reset_auto_parallel_context
    from ms2torch.context import set_auto_parallel_context as set_auto_parallel_context
    from ms2torch.context import set_context as set_context
    from ms2torch.ops.function.grad.grad_func import get_grad as get_grad
    from ms2torch.ops.function.grad.grad_func import grad as grad
    from ms2torch.ops.function.grad.grad_func import value_and_grad as value_and_grad

# MindSpore's version: programs branch on it. The project's own is that of the distribution `ms2torch`.
__version__ = "2.10.0"

# Where the names that are imported on demand live; tests hold this against the imports above.
_LAZY = {
    "GRAPH_MODE": "context",
    "JitConfig": "common.api",
    "PYNATIVE_MODE": "context",
    "get_context": "context",
    "get_grad": "ops.function.grad.grad_func",
    "grad": "ops.function.grad.grad_func",
    "jit": "common.api",
    "jit_class": "common.api",
    "ms_class": "common.api",
    "mutable": "common.api",
    "reset_auto_parallel_context": "context",
    "set_auto_parallel_context": "context",
    "set_context": "context",
    "value_and_grad": "ops.function.grad.grad_func",
}
_SUBMODULES = frozenset(("nn", "ops"))
# names that answer with another module
_ALIASES = {"dtype": "common.dtype"}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        value = getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    elif name in _SUBMODULES or name in _ALIASES:
        value = importlib.import_module(f"{__name__}.{_ALIASES.get(name, name)}")
    else:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_SUBMODULES, *_ALIASES})
