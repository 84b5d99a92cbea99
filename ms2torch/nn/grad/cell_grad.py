"""`Jvp` and `Vjp`: products with the Jacobian as Cells."""

from __future__ import annotations

from collections.abc import Callable
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
        gradients = multiply(args[-1])
        return output, gradients[0] if len(gradients) == 1 else gradients
