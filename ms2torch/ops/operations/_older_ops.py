"""Primitives that MindSpore keeps under older or second names, most of them another operation in another form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math.arithmetic import add
from ms2torch.ops.function.nn.activation import relu
from ms2torch.ops.operations.array_ops import Range
from ms2torch.ops.operations.random_ops import UniformReal
from ms2torch.ops.primitive import Primitive


class AddV2(Primitive, fn=add):
    """Add two Tensors.

    Source: mindspore.ops.operations.math_ops.AddV2, MindSpore 2.10
    """


class ReLUV3(Primitive, fn=relu):
    """Replace what is negative by 0.

    Source: mindspore.ops.operations.nn_ops.ReLUV3, MindSpore 2.10
    """


class RangeV2(Range):
    """Count from a start up to a limit, by a step.

    Args:
        maxlen (int): how many there are at most. Default: ``1000000``.

    Source: mindspore.ops.operations.array_ops.RangeV2, MindSpore 2.10
    """

    def __call__(self, start: Tensor, end: Tensor, step: Tensor) -> Tensor:
        """Apply the operation."""
        return wrap(unwrap(super().__call__(start, end, step)).to(dtype=unwrap(start).dtype))


class SelfAdjointEig(Primitive):
    """Compute eigenvalues and eigenvectors of symmetric or Hermitian matrices.

    Args:
        compute_v (bool): give the eigenvectors too; else an empty Tensor stands for them. Default: ``True``.

    Inputs:
        - **x** (Tensor) - of shape :math:`(*, N, N)`.

    Outputs:
        tuple of the eigenvalues, ascending, and the eigenvectors.

    Source: mindspore.ops.operations.math_ops.SelfAdjointEig, MindSpore 2.10
    """

    def __init__(self, compute_v: bool = True) -> None:
        super().__init__()
        self.compute_v = compute_v

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        t = unwrap(x)
        if not self.compute_v:
            values = torch.linalg.eigvalsh(t)
            return wrap(values), wrap(values.new_zeros(0))
        values, vectors = torch.linalg.eigh(t)
        return wrap(values), wrap(vectors)


class Uniform(Primitive):
    """Draw numbers uniformly, as many as another Tensor has.

    Args:
        minval (float): the least. Default: ``0.0``.
        maxval (float): what none reaches. Default: ``1.0``.
        seed (int): first seed; both 0: the global one. Default: ``0``.
        offset (int): second seed. Default: ``0``.

    Inputs:
        - **x** (Tensor) - float, of the shape and type of the result.

    Outputs:
        Tensor.

    Raises:
        ValueError: `minval` is above `maxval`.

    Differs from MindSpore: the numbers are those of `UniformReal`.

    Source: mindspore.ops.operations.random_ops.Uniform, MindSpore 2.10
    """

    def __init__(self, minval: float = 0.0, maxval: float = 1.0, seed: int = 0, offset: int = 0) -> None:
        super().__init__()
        if minval > maxval:
            msg = f"For 'Uniform', the 'minval' should be <= maxval: {maxval}, but got {minval}."
            raise ValueError(msg)
        self.least, self.extent = minval, maxval - minval
        self.draw = UniformReal(seed, offset)

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the operation."""
        t = unwrap(x)
        if not t.is_floating_point():
            msg = f"For 'Uniform', the type of 'x' must be a float type, but got {x.dtype}."
            raise TypeError(msg)
        drawn = unwrap(self.draw(tuple(t.shape)))
        return wrap((drawn * self.extent + self.least).to(dtype=t.dtype, device=t.device))


class ConcatOffsetV1(Primitive):
    """Say where each Tensor begins when Tensors of some shapes are joined.

    Inputs:
        - **axis** (Tensor) - 0-d, along which they are joined.
        - **x** (Sequence[Tensor]) - their shapes, int32.

    Outputs:
        tuple of Tensors, one for each shape.

    Source: mindspore.ops.operations.array_ops.ConcatOffsetV1, MindSpore 2.10
    """

    def __call__(self, axis: Tensor, x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Apply the operation."""
        dim, passed, found = int(unwrap(axis)), 0, []
        for shape in map(unwrap, x):
            starts = torch.zeros_like(shape)
            starts[dim] = passed
            passed += int(shape[dim])
            found.append(wrap(starts))
        return tuple(found)


class PadAndShift(Primitive):
    """Move values to the end of a part of a vector and fill what is before them with -1.

    Inputs:
        - **input_x** (Tensor) - the values, 1-d.
        - **cum_sum_arr** (Tensor) - where each part begins and the last ends, 1-d.
        - **shift_idx** (Any) - the part.

    Outputs:
        Tensor, as long as all parts together, with the first values of `input_x` at the part.

    Source: mindspore.ops.operations.PadAndShift, MindSpore 2.10
    """

    def __call__(self, input_x: Tensor, cum_sum_arr: Tensor, shift_idx: Any) -> Tensor:
        """Apply the operation."""
        t, ends = unwrap(input_x), unwrap(cum_sum_arr).tolist()
        first, last = ends[int(shift_idx)], ends[int(shift_idx) + 1]
        out = t.new_full((ends[-1],), -1)
        out[first:last] = t[: last - first]
        return wrap(out)


class TridiagonalSolve(Primitive):
    """Solve systems of equations whose matrix has values on three diagonals only.

    Args:
        partial_pivoting (bool): exchange rows for accuracy, which is done always. Default: ``True``.

    Inputs:
        - **diagonals** (Tensor) - of shape :math:`(..., 3, N)`: the diagonal above, whose last value is not read, the
          main one, the one below, whose first value is not read.
        - **rhs** (Tensor) - the right sides, of shape :math:`(..., N, K)`.

    Outputs:
        Tensor, of the shape of `rhs`.

    Source: mindspore.ops.operations.math_ops.TridiagonalSolve, MindSpore 2.10
    """

    def __init__(self, partial_pivoting: bool = True) -> None:
        super().__init__()
        self.partial_pivoting = partial_pivoting

    def __call__(self, diagonals: Tensor, rhs: Tensor) -> Tensor:
        """Apply the operation."""
        bands, sides = unwrap(diagonals), unwrap(rhs)
        if bands.ndim < 2 or bands.shape[-2] != 3 or sides.ndim != bands.ndim or sides.shape[-2] != bands.shape[-1]:
            msg = (
                "For 'TridiagonalSolve', diagonals of shape (..., 3, N) and rhs of shape (..., N, K) are needed, but "
                f"got {tuple(bands.shape)} and {tuple(sides.shape)}."
            )
            raise ValueError(msg)
        above, main, below = bands.unbind(-2)
        matrix = torch.diag_embed(main) + torch.diag_embed(above[..., :-1], 1) + torch.diag_embed(below[..., 1:], -1)
        return wrap(torch.linalg.solve(matrix, sides))


class MaxPoolGradGradWithArgmax(Primitive):
    """Take from a gradient of a gradient of `MaxPoolWithArgmax` the values at the places of the largest inputs.

    Args:
        kernel_size (Union[int, tuple[int]]), strides (Union[int, tuple[int]]), pad_mode (str): those of the pooling.

    Inputs:
        - **x** (Tensor) - the input of the pooling.
        - **grad** (Tensor) - the gradient, of the shape of `x`.
        - **argmax** (Tensor) - the places, counted within each image over its channels, rows and columns.

    Outputs:
        Tensor, of the shape of `argmax`.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGradGradWithArgmax, MindSpore 2.10
    """

    def __init__(self, kernel_size: Any = 1, strides: Any = 1, pad_mode: str = "VALID") -> None:
        super().__init__()
        self.kernel_size, self.strides, self.pad_mode = kernel_size, strides, pad_mode

    def __call__(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Tensor:
        """Apply the operation."""
        del x
        given, places = unwrap(grad), unwrap(argmax).long()
        found = given.reshape(len(given), -1).gather(1, places.reshape(len(places), -1))
        return wrap(found.reshape(places.shape))
