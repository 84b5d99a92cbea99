"""Gradients by torch's autograd of the forward operation: what the grad Primitives are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.grad_mode import recording
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.transforms import inside_transform, vjp_by_function
from ms2torch.ops.primitive import Primitive


class GradPrimitive(Primitive):
    """Base of the grad Primitives that have nothing to configure."""

    def __init__(self) -> None:
        super().__init__()


def zeros(shape: Any, like: Tensor) -> Tensor:
    """Return zeros to pull a gradient back at, where the input itself is not given and does not matter.

    Args:
        shape (Union[tuple[int], Tensor]): the input's shape.
        like (Tensor): has the type and the device.
    """
    t = like._t
    return wrap(torch.zeros(shape_arg(shape), dtype=t.dtype, device=t.device))


def pull_back(fn: Callable[..., Any], dout: Any, *inputs: Tensor) -> Tensor:
    """Return the gradient of `fn` by its first input.

    Args:
        fn (Callable): the forward operation on Tensors.
        dout (Union[Tensor, tuple[Tensor]]): the gradient of its output, or of each output.
        inputs (Tensor): what it is called with.
    """
    return pull_back_all(fn, dout, *inputs)[0]


def pull_back_all(fn: Callable[..., Any], dout: Any, *inputs: Tensor) -> tuple[Tensor, ...]:
    """Return the gradient of `fn` by each of its inputs, zeros where it does not depend on one.

    Differentiable again where this runs inside a gradient.

    Args:
        fn (Callable): the forward operation on Tensors.
        dout (Union[Tensor, tuple[Tensor]]): the gradient of its output, or of each output.
        inputs (Tensor): what it is called with.
    """
    if inside_transform():
        return _inside(fn, dout, inputs)
    with recording() as nested:
        leaves = [_leaf(x._t, nested) for x in inputs]
        outputs = _tensors(fn(*map(wrap, leaves)))
        seeds = [_like(seed, out) for seed, out in zip(_tensors(dout), outputs, strict=False)]
        pairs = [(out, seed) for out, seed in zip(outputs, seeds, strict=False) if out.requires_grad]
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found: dict[int, torch.Tensor | None] = {}
        if pairs and wanted:
            grads = torch.autograd.grad(
                [out for out, _ in pairs], wanted, [seed for _, seed in pairs], create_graph=nested, allow_unused=True
            )
            found = {id(leaf): grad for leaf, grad in zip(wanted, grads, strict=True)}
    return tuple(wrap(torch.zeros_like(x) if (g := found.get(id(x))) is None else g) for x in leaves)


def _inside(fn: Callable[..., Any], dout: Any, inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Do the same inside torch.func's transforms."""

    def on_torch(*args: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], list[torch.Tensor]]:
        return tuple(t for t in _tensors(fn(*map(wrap, args))) if t.is_floating_point() or t.is_complex()), []

    def seeds(outputs: tuple[torch.Tensor, ...]) -> list[torch.Tensor]:
        return [_like(seed, out) for seed, out in zip(_tensors(dout), outputs, strict=False)]

    grads, _ = vjp_by_function(on_torch, [x._t for x in inputs], seeds)
    return tuple(map(wrap, grads))


def _leaf(t: torch.Tensor, nested: bool) -> torch.Tensor:
    if not (t.is_floating_point() or t.is_complex()):
        return t
    return t.view_as(t) if nested and t.requires_grad else t.detach().requires_grad_()


def _like(seed: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    shaped = seed.reshape(out.shape) if seed.numel() == out.numel() else seed.expand_as(out)
    return shaped.to(dtype=out.dtype)


def _tensors(value: Any) -> list[torch.Tensor]:
    values: Sequence[Any] = value if isinstance(value, (tuple, list)) else (value,)
    return [x._t for x in values if isinstance(x, TensorBase)]
