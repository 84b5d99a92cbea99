"""The base of losses."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import operand
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.function.nn._losses import check_reduction, reduced

__all__ = ["LossBase"]

_PACKAGE = __name__.rpartition(".")[0]  # read once: under the hook a package says MindSpore's name


class LossBase(Cell):
    """The base of losses: subclasses define `construct`, which ends with `get_loss`.

    Args:
        reduction (str): what `get_loss` does in the end: ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Raises:
        ValueError: if `reduction` is another word.

    Source: mindspore.nn.LossBase, MindSpore 2.10
    """

    def __init_subclass__(cls) -> None:
        """Give the losses of this package the module path they have in MindSpore, which is printed and pickled."""
        super().__init_subclass__()
        if cls.__module__.startswith(f"{_PACKAGE}._"):
            cls.__module__ = f"{_PACKAGE}.loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = check_reduction(self.cls_name, reduction)
        self.average = reduction != "sum"
        self.reduce = reduction != "none"

    def get_axis(self, x: Tensor) -> tuple[int, ...]:
        """Return all dimensions of a Tensor.

        Args:
            x (Tensor): of any shape.

        Returns:
            tuple[int].

        Source: mindspore.nn.LossBase.get_axis, MindSpore 2.10
        """
        return tuple(range(unwrap(x).ndim))

    def get_loss(self, x: Tensor, weights: float | Tensor = 1.0) -> Tensor:
        """Weight the losses and reduce them as the constructor was told.

        Args:
            x (Tensor): the losses, of any shape.
            weights (Union[float, Tensor]): 0-d, or broadcast against `x`. Default: ``1.0``.

        Returns:
            Tensor, of the type of `x`.

        Differs from MindSpore: float64 is not rounded to float32.

        Source: mindspore.nn.LossBase.get_loss, MindSpore 2.10
        """
        t = unwrap(x)
        wide = t if t.dtype is torch.float64 or t.is_complex() else t.float()
        if not isinstance(weights, float) or weights != 1.0:
            wide = wide * operand(weights)
        reduction = "none" if not self.reduce else "mean" if self.average else "sum"
        return wrap(reduced(wide, reduction).to(dtype=t.dtype))

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss. Subclasses define it."""
        raise NotImplementedError
