"""What level O1 does: Cells and operations of a list compute in a lower precision, and give float32 on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from ms2torch import nn, ops
from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.casting import is_casting
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive

__all__ = ["LowInList", "to_float32", "white_list"]

# the torch functions that a Primitive, its function and the layers above it end in
_FUNCTIONS: dict[type[Primitive], tuple[str, ...]] = {
    ops.Conv2D: ("conv2d",),
    ops.Conv3D: ("conv3d",),
    ops.Conv2DTranspose: ("conv_transpose2d",),
    ops.Conv3DTranspose: ("conv_transpose3d",),
    ops.Conv2DBackpropInput: ("conv_transpose2d",),
    ops.MatMul: ("matmul", "__matmul__", "mm", "linear"),
    ops.BatchMatMul: ("matmul", "__matmul__", "bmm"),
    ops.PReLU: ("prelu",),
    ops.ReLU: ("relu",),
    ops.Ger: ("ger", "outer"),
}


def white_list() -> list[type]:
    """Return the Cells and Primitives that level O1 computes in a lower precision."""
    cells: list[type] = [nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose,
                         nn.Dense, nn.LSTMCell, nn.RNNCell, nn.GRUCell]  # fmt: skip
    return [*cells, *_FUNCTIONS]


class LowInList(Cell):
    """A network of which the Cells and operations in a list compute in a lower precision.

    Cells count by their exact type, as in MindSpore; one that has a precision of its own keeps it. The network
    itself is no Cell of the list, whatever its type.

    Args:
        network (Cell): the network; its Cells are changed.
        kinds (list[type]): types of Cells and Primitives.
        dtype (mindspore.dtype): float16 or bfloat16.

    Raises:
        UnsupportedArgumentError: for a Primitive that is not in `white_list`.
    """

    def __init__(self, network: Cell, kinds: Sequence[type], dtype: mstype.Type) -> None:
        super().__init__(auto_prefix=False)
        names: set[str] = set()
        for kind in kinds:
            if issubclass(kind, Primitive):
                if kind not in _FUNCTIONS:
                    remedy = "list the Cell that calls it, or one of " + ", ".join(k.__name__ for k in _FUNCTIONS)
                    raise UnsupportedArgumentError("amp", "white_list", kind.__name__, remedy)
                names.update(_FUNCTIONS[kind])
        _lower_cells(network, {kind for kind in kinds if issubclass(kind, Cell)}, dtype)
        self._backbone = network
        self._low_functions = frozenset(names)
        self._low_dtype = to_torch_dtype(dtype)

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """Run the network."""
        with _Lowered(self._low_functions, self._low_dtype):
            return self._backbone(*args, **kwargs)


class _Lowered(TorchFunctionMode):
    """Run some functions on float32 inputs in a lower precision; not inside a Cell that has one of its own."""

    def __init__(self, names: frozenset[str], dtype: torch.dtype) -> None:
        super().__init__()
        self._names = names
        self._dtype = dtype

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Iterable[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Run `func`, on cast inputs if it is one of the list."""
        kwargs = kwargs or {}
        if getattr(func, "__name__", "") not in self._names or is_casting():
            return func(*args, **kwargs)
        low = {k: self._cast(v) for k, v in kwargs.items()}
        return func(*(self._cast(a) for a in args), **low).to(dtype=torch.float32)

    def _cast(self, value: Any) -> Any:
        return value.to(self._dtype) if isinstance(value, torch.Tensor) and value.is_floating_point() else value


def to_float32(value: Any) -> Any:
    """Return a value whose floating-point tensors are float32."""
    if isinstance(value, (tuple, list)):
        return type(value)(to_float32(item) for item in value)
    if isinstance(value, Tensor) and value._t.is_floating_point():
        return wrap(value._t.to(dtype=torch.float32))
    return value


def _lower_cells(network: Cell, kinds: set[type], dtype: mstype.Type) -> None:
    for cell in network.cells():
        if getattr(cell, "_cast_mode", None) is not None:
            continue
        if type(cell) in kinds:
            cell.to_float(dtype)
            cell.register_forward_hook(_give_float32)
        elif isinstance(cell, Cell):
            _lower_cells(cell, kinds, dtype)


def _give_float32(_cell: Cell, _inputs: Any, output: Any) -> Any:
    return to_float32(output)
