"""Layers that MindSpore keeps for older code, each with a function in `ops` beside it; `basic` exports them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._core.element_types import check_type
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.ops.function.nn.fold import extract_patches


def _ints(layer: str, name: str, value: Any) -> tuple[int, ...]:
    """Return ints given as one or as a tuple or list.

    Raises:
        TypeError: if they are given otherwise.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if not isinstance(value, (tuple, list)):
        msg = f"For '{layer}', the '{name}' must be an int, a tuple or a list, but got {value!r}."
        raise TypeError(msg)
    return tuple(value)


class L1Regularizer(Cell):
    """Compute the sum of absolute values, times a scale.

    Args:
        scale (Union[int, float]): the factor, above 0 and finite.

    Inputs:
        - **weights** (Tensor) - any shape.

    Outputs:
        Tensor, 0-d.

    Raises:
        TypeError: if `scale` is no number.
        ValueError: if `scale` is out of range.

    Source: mindspore.nn.L1Regularizer, MindSpore 2.10
    """

    def __init__(self, scale: float) -> None:
        super().__init__()
        if isinstance(scale, bool) or not isinstance(scale, (int, float)):
            msg = f"For 'L1Regularizer', the 'scale' must be a number, but got {scale!r}."
            raise TypeError(msg)
        if not scale > 0 or math.isinf(scale):
            msg = f"For 'L1Regularizer', the 'scale' must be above 0 and finite, but got {scale}."
            raise ValueError(msg)
        self.scale = scale

    def construct(self, weights: Tensor) -> Tensor:
        t = unwrap(weights)
        return wrap(float(self.scale) * (t if t.dtype is torch.float64 else t.float()).abs().sum())


class ClipByNorm(Cell):
    """Scale a tensor down where its 2-norm exceeds a limit.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions of the norm; ``None``: all. Default: ``None``.

    Inputs:
        - **x** (Tensor) - of a floating type.
        - **clip_norm** (Tensor) - the limit, of a shape that broadcasts with the norm.

    Raises:
        TypeError: if `axis` or `clip_norm` is of another kind.

    Differs from MindSpore: with an `axis`, its CPU kernel takes the norms of other rows.

    Source: mindspore.nn.ClipByNorm, MindSpore 2.10
    """

    def __init__(self, axis: int | tuple[int, ...] | list[int] | None = None) -> None:
        super().__init__()
        self.axis = None if axis is None else _ints("ClipByNorm", "axis", axis)

    def construct(self, x: Tensor, clip_norm: Tensor) -> Tensor:
        check_type(x, "nn.ClipByNorm")
        t, limit = unwrap(x), unwrap(clip_norm)
        t = t if t.dtype is torch.float64 else t.float()
        over = list(range(t.ndim)) if self.axis is None else list(self.axis)
        norm = t.square().sum(over, keepdim=True).sqrt()
        limit = limit.to(dtype=t.dtype)
        return wrap(t * limit / torch.maximum(norm, limit))


class Norm(Cell):
    """Compute the 2-norm over some dimensions.

    Args:
        axis (Union[tuple, int]): the dimensions; empty: all. Default: ``()``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Raises:
        TypeError: if `keep_dims` is no bool.

    Source: mindspore.nn.Norm, MindSpore 2.10
    """

    def __init__(self, axis: int | tuple[int, ...] = (), keep_dims: bool = False) -> None:
        super().__init__()
        self.axis = axis
        self.keep_dims = boolean("Norm", "keep_dims", keep_dims)

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        over = [self.axis] if isinstance(self.axis, int) else list(self.axis) or list(range(t.ndim))
        return wrap(t.square().sum(over, keepdim=self.keep_dims).sqrt())

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"axis={self.axis}, keep_dims={self.keep_dims}"


class OneHot(Cell):
    """Turn indices into vectors of one value, with another at the index.

    Args:
        axis (int): where the new dimension goes; -1: last. Default: ``-1``.
        depth (int): its length. Default: ``1``.
        on_value (float): the value at the index. Default: ``1.0``.
        off_value (float): the other value. Default: ``0.0``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.float32``.

    Inputs:
        - **indices** (Tensor) - int32 or int64; an index out of range gives no `on_value`.

    Raises:
        TypeError: if the input is of another type.
        ValueError: if `axis` or `depth` is out of range.

    Source: mindspore.nn.OneHot, MindSpore 2.10
    """

    def __init__(
        self,
        axis: int = -1,
        depth: int = 1,
        on_value: float = 1.0,
        off_value: float = 0.0,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.axis = axis
        self.depth = depth
        self.on_value = on_value
        self.off_value = off_value
        self.dtype = dtype

    def construct(self, indices: Tensor) -> Tensor:
        t = unwrap(indices)
        if t.dtype not in (torch.int32, torch.int64):
            msg = f"nn.OneHot: the indices must be int32 or int64, got {t.dtype}"
            raise TypeError(msg)
        if self.depth < 0 or not -1 <= self.axis <= t.ndim:
            msg = f"nn.OneHot: axis must be in [-1, {t.ndim}] and depth not below 0, got {self.axis} and {self.depth}"
            raise ValueError(msg)
        kind = to_torch_dtype(self.dtype)
        hit = t.unsqueeze(-1) == torch.arange(self.depth, device=t.device, dtype=t.dtype)
        on, off = (torch.tensor(v, dtype=kind, device=t.device) for v in (self.on_value, self.off_value))
        return wrap(torch.where(hit, on, off).movedim(-1, self.axis))


class Tril(Cell):
    """Set what lies above a diagonal to zero.

    Inputs:
        - **x** (Tensor) - shape :math:`(*, M, N)`.
        - **k** (int) - the diagonal, 0 the main one, positive above it. Default: ``0``.

    Source: mindspore.nn.Tril, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        check_type(x, "nn.Tril")
        return wrap(torch.tril(_matrices("Tril", x), k))


class Triu(Cell):
    """Set what lies below a diagonal to zero.

    Inputs:
        - **x** (Tensor) - shape :math:`(*, M, N)`.
        - **k** (int) - the diagonal, 0 the main one, positive above it. Default: ``0``.

    Source: mindspore.nn.Triu, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        return wrap(torch.triu(_matrices("Triu", x), k))


def _matrices(layer: str, x: Tensor) -> torch.Tensor:
    t = unwrap(x)
    if t.ndim < 2:
        msg = f"nn.{layer}: the input must have at least two dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


class Roll(Cell):
    """Shift elements along dimensions; what leaves at one end comes in at the other.

    Args:
        shift (Union[list(int), tuple(int), int]): how far, for each dimension.
        axis (Union[list(int), tuple(int), int]): the dimensions.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if there are not as many shifts as dimensions, or one is out of range.

    Source: mindspore.nn.Roll, MindSpore 2.10
    """

    def __init__(self, shift: int | Sequence[int], axis: int | Sequence[int]) -> None:
        super().__init__()
        self.shift = list(_ints("Roll", "shift", shift))
        self.axis = list(_ints("Roll", "axis", axis))
        if len(self.shift) != len(self.axis):
            msg = f"For 'Roll', 'shift' and 'axis' must be of the same length, but got {shift} and {axis}."
            raise ValueError(msg)

    def construct(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        if any(not -t.ndim <= axis < t.ndim for axis in self.axis):
            msg = f"nn.Roll: axis must be in [{-t.ndim}, {t.ndim}), got {self.axis}"
            raise ValueError(msg)
        return wrap(torch.roll(t, self.shift, self.axis))


class MatrixDiag(Cell):
    """Make diagonal matrices of vectors.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(*, N)`.

    Outputs:
        Tensor of shape :math:`(*, N, N)`.

    Source: mindspore.nn.MatrixDiag, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        if not t.ndim:
            msg = "nn.MatrixDiag: the input must have at least one dimension, got a 0-d tensor"
            raise ValueError(msg)
        return wrap(torch.diag_embed(t))


class MatrixDiagPart(Cell):
    """Take the diagonals of matrices.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(*, M, N)`.

    Outputs:
        Tensor of shape :math:`(*, min(M, N))`.

    Source: mindspore.nn.MatrixDiagPart, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return wrap(torch.diagonal(_matrices("MatrixDiagPart", input_x), dim1=-2, dim2=-1))


class MatrixSetDiag(Cell):
    """Replace the diagonals of matrices.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(*, M, N)`.
        - **diagonal** (Tensor) - shape :math:`(*, min(M, N))`.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.nn.MatrixSetDiag, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor, diagonal: Tensor) -> Tensor:
        t, d = _matrices("MatrixSetDiag", input_x), unwrap(diagonal)
        if tuple(d.shape) != (*t.shape[:-2], min(t.shape[-2:])):
            msg = f"nn.MatrixSetDiag: a diagonal of {tuple(d.shape)} does not fit matrices of {tuple(t.shape)}"
            raise ValueError(msg)
        return wrap(torch.diagonal_scatter(t, d, dim1=-2, dim2=-1))


class Unfold(Cell):
    """Lay out sliding windows of images along the channels.

    Args:
        ksizes (Union[tuple[int], list[int]]): ``[1, rows, columns, 1]`` of the window.
        strides (Union[tuple[int], list[int]]): ``[1, rows, columns, 1]`` of its step.
        rates (Union[tuple[int], list[int]]): ``[1, rows, columns, 1]`` of the step within the window.
        padding (str): ``"same"`` or ``"valid"``, in any case. Default: ``"valid"``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, H, W)`.

    Outputs:
        Tensor of shape :math:`(N, rows * columns * C, H_{out}, W_{out})`, the channels innermost.

    Raises:
        TypeError: if a size is no tuple or list.
        ValueError: if a size is not of that form, or `padding` is another word.

    Source: mindspore.nn.Unfold, MindSpore 2.10
    """

    def __init__(self, ksizes: Any, strides: Any, rates: Any, padding: str = "valid") -> None:
        super().__init__()
        for name, value in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
            if not isinstance(value, (tuple, list)):
                msg = f"For 'Unfold', the '{name}' must be a tuple or list, but got {value!r}."
                raise TypeError(msg)
            form = len(value) == 4 and value[0] == value[3] == 1
            if not form or any(not isinstance(v, int) or v < 1 for v in value[1:3]):
                msg = f"For 'Unfold', the format of '{name}' must be [1, row, col, 1], but got {value}."
                raise ValueError(msg)
        if not isinstance(padding, str) or padding.lower() not in ("same", "valid"):
            msg = f"For 'Unfold', the 'padding' must be 'same' or 'valid', but got {padding!r}."
            raise ValueError(msg)
        self.ksizes = ksizes
        self.strides = strides
        self.rates = rates
        self.padding = padding

    def construct(self, input_x: Tensor) -> Tensor:
        return extract_patches(
            "nn.Unfold", input_x, self.ksizes[1:3], self.strides[1:3], self.rates[1:3], self.padding.lower()
        )
