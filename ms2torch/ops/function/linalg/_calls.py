"""One place that turns torch's complaints about matrices into those of MindSpore."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import REFUSED, check_promoted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def on_tensors(op: str, fn: Callable[..., Any], *operands: Tensor, **settings: Any) -> Tensor:
    """Return the Tensor that a torch function makes of some Tensors.

    Raises:
        TypeError: if an operand is no Tensor, or of a type the function does not take.
        ValueError: if shapes do not fit.
    """
    return wrap(raw(op, fn, *operands, **settings))


def raw(op: str, fn: Callable[..., Any], *operands: Tensor, **settings: Any) -> Any:
    """Return what a torch function gives for some Tensors, as torch gives it; errors as in `on_tensors`."""
    tensors = [unwrap(each) for each in operands]
    if op in REFUSED:
        check_promoted(op, *tensors)
    try:
        return fn(*tensors, **settings)
    except (RuntimeError, IndexError) as error:
        raise op_error(op, error, **{f"argument {i}": each for i, each in enumerate(operands)}) from None


def need_floats(op: str, *operands: Tensor) -> None:
    """Raise TypeError unless every operand holds floating-point or complex numbers."""
    for each in operands:
        t = unwrap(each)
        if not (t.is_floating_point() or t.is_complex()):
            msg = f"{op}: expected floating-point numbers, got {t.dtype}"
            raise TypeError(msg)


def need_matrix(op: str, operand: Tensor, *, square: bool = False) -> torch.Tensor:
    """Return the torch tensor of a matrix or a batch of them.

    Raises:
        ValueError: if it has fewer than two dimensions, or should be square and is not.
    """
    t = unwrap(operand)
    if t.dim() < 2 or (square and t.shape[-1] != t.shape[-2]):
        what = "square matrices" if square else "matrices"
        msg = f"{op}: expected {what}, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def need_numbers(op: str, **named: object) -> None:
    """Raise TypeError unless every argument is a Python number."""
    for name, value in named.items():
        if not isinstance(value, (int, float)):
            msg = f"{op}: {name} must be an int or float, got {value!r}"
            raise TypeError(msg)


def in_float32(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return `fn` for every type: what torch's solvers lack, the short floating-point types, goes through float32."""

    def run(t: torch.Tensor, **settings: Any) -> Any:
        if t.dtype not in (torch.float16, torch.bfloat16):
            return fn(t, **settings)
        out = fn(t.to(dtype=torch.float32), **settings)
        return out.to(dtype=t.dtype) if isinstance(out, torch.Tensor) else tuple(part.to(dtype=t.dtype) for part in out)

    return run
