"""Small layers without parameters."""

from __future__ import annotations

from typing import Any

import torch.nn.functional as F  # noqa: N812 - torch's own convention

from ms2torch.common import dtype as mstype
from ms2torch.common._base import unwrap, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = ["Dropout", "Flatten", "Identity"]


class Identity(Cell):
    """Return the input.

    Args:
        args (Any): ignored.
        kwargs (Any): ignored.

    Source: mindspore.nn.Identity, MindSpore 2.10
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def construct(self, input: Any) -> Any:
        """Return the input."""
        return input


class Flatten(Cell):
    """Join dimensions into one.

    Args:
        start_dim (int): first dimension to join. Default: ``1``.
        end_dim (int): last dimension to join. Default: ``-1``.

    Inputs:
        - **x** (Tensor) - any shape.

    Outputs:
        Tensor; a 0-d or 1-d input with the default arguments as a column, as MindSpore gives it.

    Raises:
        TypeError: if an argument is not an int.
        ValueError: if `start_dim` lies behind `end_dim`.

    Source: mindspore.nn.Flatten, MindSpore 2.10
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        for name, value in (("start_dim", start_dim), ("end_dim", end_dim)):
            if isinstance(value, bool) or not isinstance(value, int):
                msg = f"For 'Flatten', the '{name}' must be an int, but got {value!r}."
                raise TypeError(msg)
        self.start_dim = start_dim
        self.end_dim = end_dim

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        t = unwrap(x)
        if t.ndim < 2 and self.start_dim == 1 and self.end_dim == -1:
            return wrap(t.reshape(-1, 1))
        try:
            return wrap(t.flatten(self.start_dim, self.end_dim))
        except (RuntimeError, IndexError) as error:
            msg = f"nn.Flatten: {error} (start_dim={self.start_dim}, end_dim={self.end_dim}, shape {tuple(t.shape)})"
            raise ValueError(msg) from None


class Dropout(Cell):
    """In training, set elements to zero at random and scale the others up.

    Args:
        keep_prob (float): the older argument, the share that is kept; used only if `p` is ``None``.
            Default: ``0.5``.
        p (Union[float, int, None]): the share that is dropped, in [0, 1). Default: ``None``.
        dtype (mindspore.dtype): without effect, as in MindSpore. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - any shape.

    Outputs:
        Tensor, same shape.

    Raises:
        ValueError: if `p` is not in [0, 1) or `keep_prob` not in (0, 1].

    Source: mindspore.nn.Dropout, MindSpore 2.10
    """

    def __init__(
        self, keep_prob: float = 0.5, p: float | None = None, dtype: mstype.Type = mstype.float32
    ) -> None:
        super().__init__()
        if p is None:
            if isinstance(keep_prob, bool) or not isinstance(keep_prob, (int, float)) or not 0 < keep_prob <= 1:
                msg = f"For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got {keep_prob}."
                raise ValueError(msg)
        elif isinstance(p, bool) or not isinstance(p, (int, float)) or not 0 <= p < 1:
            msg = f"For 'Dropout', the 'p' must be a number in range [0, 1), but got {p}."
            raise ValueError(msg)
        self.keep_prob = keep_prob if p is None else 1 - p
        self.p = p
        self.dtype = dtype

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        if not self.training or self.p == 0 or (self.p is None and self.keep_prob == 1):
            return x
        return wrap(F.dropout(unwrap(x), 1 - self.keep_prob if self.p is None else self.p, True))

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"
