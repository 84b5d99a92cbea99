"""`Jvp` and `Vjp`: products with the Jacobian as Cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ms2torch._core.base import TensorBase, wrap
from ms2torch.autodiff.grad import jvp, vjp
from ms2torch.nn.cell import Cell

__all__ = ["Jvp", "Vjp"]


class Jvp(Cell):
    """Multiply the Jacobian of a network by a vector.

    Args:
        fn (Cell): the network.

    Inputs:
        - **inputs** (Tensors) - the inputs of `fn`.
        - **v** (Union[Tensor, tuple[Tensor]]) - the vector, of the inputs' shapes.

    Outputs:
        A pair of the outputs of `fn` and the products.

    Source: mindspore.nn.Jvp, MindSpore 2.10
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        super().__init__()
        self.fn = fn

    def construct(self, *args: Any) -> Any:
        """Run and multiply."""
        _check_vector("Jvp", args[-1], "inputs", args[:-1])
        return jvp(self.fn, args[:-1], args[-1])


class Vjp(Cell):
    """Multiply a vector by the Jacobian of a network.

    Args:
        fn (Cell): the network.

    Inputs:
        - **inputs** (Tensors) - the inputs of `fn`.
        - **v** (Union[Tensor, tuple[Tensor]]) - the vector, of the outputs' shapes.

    Outputs:
        A pair of the outputs of `fn` and the gradient, a tuple for several inputs.

    Source: mindspore.nn.Vjp, MindSpore 2.10
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        super().__init__()
        self.fn = fn

    def construct(self, *args: Any) -> Any:
        """Run and multiply."""
        # the same Tensor given twice is two variables here, unlike in `ops.vjp` (measured 2.10)
        inputs = [wrap(x._t) if isinstance(x, TensorBase) else x for x in args[:-1]]
        output, multiply = vjp(self.fn, *inputs)
        _check_vector("Vjp", args[-1], "outputs", output if isinstance(output, (tuple, list)) else (output,))
        gradients = multiply(args[-1])
        return output, gradients[0] if len(gradients) == 1 else gradients


def _check_vector(name: str, v: Any, kind: str, like: Sequence[Any]) -> None:
    """Refuse a vector that is not one Tensor for one Tensor, and a tuple of as many for several."""
    given = len(v) if isinstance(v, (tuple, list)) else None
    if given != (None if len(like) == 1 else len(like)):
        wanted = "a Tensor" if len(like) == 1 else f"a tuple of {len(like)} Tensors"
        got = type(v).__name__ if given is None else f"a {type(v).__name__} of {given}"
        msg = f"{name}: for {len(like)} {kind} `v` must be {wanted}, but got {got}"
        raise TypeError(msg)
