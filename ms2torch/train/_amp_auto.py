"""Mixed precision of level "auto": three lists of operations, and the type of its inputs for every other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from ms2torch import nn
from ms2torch._core import dtype as mstype
from ms2torch._core.casting import by_operation, is_casting
from ms2torch._core.dtype import to_torch_dtype
from ms2torch.nn.cell import Cell
from ms2torch.train._amp_lists import to_float32

# torch functions that MindSpore's operators of its three lists end in
_LOWER = frozenset((
    "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "matmul", "__matmul__",
    "__rmatmul__", "mm", "bmm", "linear", "einsum", "prelu", "addmm", "addbmm", "addmv", "baddbmm", "mv",
))  # fmt: skip
_FULL = frozenset((
    "pow", "__pow__", "__rpow__", "acos", "asin", "cosh", "erfinv", "exp", "expm1", "log", "log10", "log1p", "log2",
    "reciprocal", "rsqrt", "sinh", "tan", "softplus", "layer_norm", "batch_norm", "group_norm", "kl_div",
    "smooth_l1_loss", "multilabel_margin_loss", "soft_margin_loss", "triplet_margin_loss", "multi_margin_loss",
    "binary_cross_entropy_with_logits", "pdist", "cdist", "renorm", "prod", "softmax", "log_softmax", "cumprod",
    "cumsum", "sum", "norm", "vector_norm", "matrix_norm", "l1_loss", "mse_loss", "nll_loss", "cross_entropy",
    "cross_entropy_loss",
))  # fmt: skip
_WIDEST = frozenset(("addcdiv", "addcmul", "cross", "dot", "grid_sample", "cat", "concat"))
# MindSpore adds their bias with an operator of its own, which takes the wider type of the two
_WITH_BIAS = (nn.Dense, nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose)


def lowered_by_operation(network: Any, dtype: mstype.Type) -> Any:
    """Let a network or function compute in a lower precision, operation by operation.

    Args:
        network (Union[Cell, Function]): a Cell is changed.
        dtype (mindspore.dtype): float16 or bfloat16.

    Returns:
        The Cell itself, or a function.
    """
    if not isinstance(network, Cell):
        return _under_mode(network, dtype)
    for _, cell in network.cells_and_names():
        if isinstance(cell, _WITH_BIAS) and cell.has_bias:
            cell.register_forward_hook(_wider)
    network.__dict__["construct"] = _under_mode(network.construct, dtype)
    return network


def _under_mode(function: Callable[..., Any], dtype: mstype.Type) -> Callable[..., Any]:
    low = to_torch_dtype(dtype)

    @wraps(function)
    def lowered(*args: Any, **kwargs: Any) -> Any:
        mode = _ByOperation(low)
        by_operation.modes.append(mode)
        try:
            with mode:
                return function(*args, **kwargs)
        finally:
            by_operation.modes.pop()

    return lowered


def _wider(cell: Cell, _inputs: Any, output: Any) -> Any:
    return to_float32(output) if cell.bias.dtype == mstype.float32 else output


class _ByOperation(TorchFunctionMode):
    """Cast the floating-point inputs of the operations in the lists; not inside a Cell with a type of its own."""

    def __init__(self, low: torch.dtype) -> None:
        super().__init__()
        self._low = low

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Iterable[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Run `func`, on cast inputs if it is in a list."""
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        dtype = self._type_for(name, args, kwargs)
        if dtype is None or is_casting():
            return func(*args, **kwargs)
        if name == "batch_norm":  # its statistics must stay the objects that are updated
            return func(_cast(args[0], dtype), *args[1:], **kwargs)
        return func(*(_cast(a, dtype) for a in args), **{k: _cast(v, dtype) for k, v in kwargs.items()})

    def _type_for(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> torch.dtype | None:
        if name in _LOWER:
            return self._low
        if name in _FULL:
            return torch.float32
        if name in _WIDEST:
            return torch.float32 if _holds_float32((*args, *kwargs.values())) else self._low
        return None


def _holds_float32(values: Iterable[Any]) -> bool:
    return any(
        _holds_float32(v) if isinstance(v, (tuple, list)) else isinstance(v, torch.Tensor) and v.dtype is torch.float32
        for v in values
    )


def _cast(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(dtype=dtype) if value.is_floating_point() and value.dtype is not torch.float64 else value
    return type(value)(_cast(v, dtype) for v in value) if type(value) in (tuple, list) else value
