"""Diagonals, triangles and windows as Primitives."""

from __future__ import annotations

from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import create as array_create, diag as array_diag
from ms2torch.ops.function.spectral import windows as array_window
from ms2torch.ops.primitive import Primitive


class Diag(Primitive, fn=array_diag.diag):
    """Put a tensor on the diagonal of one with twice as many dimensions.

    Source: mindspore.ops.Diag, MindSpore 2.10
    """


class MatrixBandPart(Primitive, fn=array_diag.matrix_band_part):
    """Keep a band around the main diagonal of matrices; the rest is 0.

    Source: mindspore.ops.MatrixBandPart, MindSpore 2.10
    """


class Tril(Primitive):
    """Keep the lower triangle of matrices.

    Args:
        diagonal (int): which diagonal bounds the triangle. Default: ``0``.

    Source: mindspore.ops.Tril, MindSpore 2.10
    """

    def __init__(self, diagonal: int = 0) -> None:
        self.diagonal = diagonal

    def __call__(self, input: Tensor) -> Tensor:
        return array_diag.tril(input, self.diagonal)


class Triu(Primitive):
    """Keep the upper triangle of matrices.

    Args:
        diagonal (int): which diagonal bounds the triangle. Default: ``0``.

    Source: mindspore.ops.Triu, MindSpore 2.10
    """

    def __init__(self, diagonal: int = 0) -> None:
        self.diagonal = diagonal

    def __call__(self, input: Tensor) -> Tensor:
        return array_diag.triu(input, self.diagonal)


class TrilIndices(Primitive):
    """List the places of the lower triangle of a matrix.

    Args:
        row (int): number of rows.
        col (int): number of columns.
        offset (int): which diagonal bounds the triangle. Default: ``0``.
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int32``.

    Source: mindspore.ops.TrilIndices, MindSpore 2.10
    """

    def __init__(self, row: int, col: int, offset: int = 0, dtype: Type = mstype.int32) -> None:
        self.row = row
        self.col = col
        self.offset = offset
        self.dtype = dtype

    def __call__(self) -> Tensor:
        return array_create.tril_indices(self.row, self.col, self.offset, dtype=self.dtype)


class TriuIndices(Primitive):
    """List the places of the upper triangle of a matrix.

    Args:
        row (int): number of rows.
        col (int): number of columns.
        offset (int): which diagonal bounds the triangle. Default: ``0``.
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int32``.

    Source: mindspore.ops.TriuIndices, MindSpore 2.10
    """

    def __init__(self, row: int, col: int, offset: int = 0, dtype: Type = mstype.int32) -> None:
        self.row = row
        self.col = col
        self.offset = offset
        self.dtype = dtype

    def __call__(self) -> Tensor:
        return array_create.triu_indices(self.row, self.col, self.offset, dtype=self.dtype)


class FillDiagonal(Primitive):
    """Return a tensor with its main diagonal filled.

    Args:
        fill_value (float): the value.
        wrap (bool): go on after the last column of a tall matrix. Default: ``False``.

    Source: mindspore.ops.FillDiagonal, MindSpore 2.10
    """

    def __init__(self, fill_value: float, wrap: bool = False) -> None:
        self.fill_value = fill_value
        self.wrap = wrap

    def __call__(self, input_x: Tensor) -> Tensor:
        return input_x.fill_diagonal(self.fill_value, self.wrap)


class MatrixDiagV3(Primitive):
    """Make matrices from their diagonals.

    Args:
        align (str): where shorter diagonals stand. Default: ``"RIGHT_LEFT"``.

    Source: mindspore.ops.MatrixDiagV3, MindSpore 2.10
    """

    def __init__(self, align: str = "RIGHT_LEFT") -> None:
        self.align = align

    def __call__(self, x: Tensor, k: Any, num_rows: Any, num_cols: Any, padding_value: Any) -> Tensor:
        return array_diag.matrix_diag(x, k, num_rows, num_cols, padding_value, self.align)


class MatrixDiagPartV3(Primitive):
    """Take diagonals of matrices.

    Args:
        align (str): where shorter diagonals stand. Default: ``"RIGHT_LEFT"``.

    Source: mindspore.ops.MatrixDiagPartV3, MindSpore 2.10
    """

    def __init__(self, align: str = "RIGHT_LEFT") -> None:
        self.align = align

    def __call__(self, x: Tensor, k: Any, padding_value: Any) -> Tensor:
        return array_diag.matrix_diag_part(x, k, padding_value, self.align)


class MatrixSetDiagV3(Primitive):
    """Replace diagonals of matrices.

    Args:
        align (str): where shorter diagonals stand. Default: ``"RIGHT_LEFT"``.

    Source: mindspore.ops.MatrixSetDiagV3, MindSpore 2.10
    """

    def __init__(self, align: str = "RIGHT_LEFT") -> None:
        self.align = align

    def __call__(self, x: Tensor, diagonal: Tensor, k: Any) -> Tensor:
        return array_diag.matrix_set_diag(x, diagonal, k, self.align)


class DiagPart(Primitive):
    """Take the diagonal of a tensor whose second half of dimensions repeats the first.

    Source: mindspore.ops.DiagPart, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        half = t.ndim // 2
        if not t.ndim or t.ndim % 2 or t.shape[:half] != t.shape[half:]:
            msg = f"ops.DiagPart: expected a shape that repeats its first half, got {tuple(t.shape)}"
            raise ValueError(msg)
        count = t.shape[:half].numel()
        return wrap(t.reshape(count, count).diagonal().reshape(t.shape[:half]))


class HammingWindow(Primitive):
    """Make a Hamming window.

    Args:
        periodic (bool): drop the last point of a window one longer. Default: ``True``.
        alpha (float): the constant part. Default: ``0.54``.
        beta (float): the amplitude. Default: ``0.46``.
        dtype (mindspore.dtype): a floating type. Default: ``mstype.float32``.

    Source: mindspore.ops.HammingWindow, MindSpore 2.10
    """

    def __init__(
        self,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        dtype: Type = mstype.float32,
    ) -> None:
        self.periodic = periodic
        self.alpha = alpha
        self.beta = beta
        self.dtype = dtype

    def __call__(self, length: Tensor) -> Tensor:
        return array_window.hamming_window(int(length), self.periodic, self.alpha, self.beta, dtype=self.dtype)


class BlackmanWindow(Primitive):
    """Make a Blackman window.

    Args:
        periodic (bool): drop the last point of a window one longer. Default: ``True``.
        dtype (mindspore.dtype): a floating type. Default: ``mstype.float32``.

    Source: mindspore.ops.BlackmanWindow, MindSpore 2.10
    """

    def __init__(self, periodic: bool = True, dtype: Type = mstype.float32) -> None:
        self.periodic = periodic
        self.dtype = dtype

    def __call__(self, window_length: Tensor) -> Tensor:
        return array_window.blackman_window(window_length, self.periodic, dtype=self.dtype)


class BartlettWindow(Primitive):
    """Make a Bartlett window.

    Args:
        periodic (bool): drop the last point of a window one longer. Default: ``True``.
        dtype (mindspore.dtype): a floating type. Default: ``mstype.float32``.

    Source: mindspore.ops.BartlettWindow, MindSpore 2.10
    """

    def __init__(self, periodic: bool = True, dtype: Type = mstype.float32) -> None:
        self.periodic = periodic
        self.dtype = dtype

    def __call__(self, window_length: Tensor) -> Tensor:
        return array_window.bartlett_window(window_length, self.periodic, dtype=self.dtype)
