"""Activation layers."""

from __future__ import annotations

from typing import Any

from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.function import activation as F  # noqa: N812 - short, as torch's convention

__all__ = ["GELU", "ReLU", "Sigmoid", "Softmax", "Tanh", "get_activation"]


class ReLU(Cell):
    """Replace negative elements by zero.

    Source: mindspore.nn.ReLU, MindSpore 2.10
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply the layer."""
        return F.relu(input)


class Sigmoid(Cell):
    """Compute 1 / (1 + exp(-x)) of each element.

    Source: mindspore.nn.Sigmoid, MindSpore 2.10
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return F.sigmoid(x)


class Tanh(Cell):
    """Compute the hyperbolic tangent of each element.

    Source: mindspore.nn.Tanh, MindSpore 2.10
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return F.tanh(x)


class GELU(Cell):
    """Apply the Gaussian error linear unit.

    Args:
        approximate (bool): use the tanh approximation. Default: ``True`` (torch's is exact).

    Source: mindspore.nn.GELU, MindSpore 2.10
    """

    def __init__(self, approximate: bool = True) -> None:
        super().__init__()
        if not isinstance(approximate, bool):
            msg = f"For 'GELU', the 'approximate' must be a bool, but got {approximate!r}."
            raise TypeError(msg)
        self.approximate = approximate

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return F.gelu(x, approximate="tanh" if self.approximate else "none")


class Softmax(Cell):
    """Turn the elements along an axis into positive numbers that add up to 1.

    Args:
        axis (int): the dimension. Default: ``-1``.

    Source: mindspore.nn.Softmax, MindSpore 2.10
    """

    def __init__(self, axis: int = -1) -> None:
        super().__init__()
        self.axis = axis

    def construct(self, input: Tensor) -> Tensor:
        """Apply the layer."""
        return F.softmax(input, self.axis)


_ACTIVATIONS: dict[str, type[Cell]] = {
    "relu": ReLU,
    "gelu": GELU,
    "sigmoid": Sigmoid,
    "softmax": Softmax,
    "tanh": Tanh,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Any:
    """Make an activation layer by name.

    Args:
        name (str): for example ``"relu"``; an empty name gives ``None``.
        prim_name (str, optional): whom to name in an error. Default: ``None``.

    Returns:
        Cell.

    Raises:
        KeyError: if there is no such activation.

    Source: mindspore.nn.get_activation, MindSpore 2.10
    """
    if not name:
        return None
    if name not in _ACTIVATIONS:
        where = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{where} 'name' must be in {sorted(_ACTIVATIONS)}, but got '{name}'."
        raise KeyError(msg)
    return _ACTIVATIONS[name]()
