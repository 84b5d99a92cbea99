"""Sums, means and scaled sums of chosen rows by segment, as MindSpore's private Primitives."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class _OfSegments(Primitive):
    """The rows that `indices` choose, added up by segment and divided by a power of how many there are.

    Inputs:
        - **x** (Tensor) - of at least one dimension.
        - **indices** (Tensor) - which rows of `x`, int32 or int64, of shape :math:`(N,)`.
        - **segment_ids** (Tensor) - the segment of each, ascending, of shape :math:`(N,)`.

    Outputs:
        Tensor, of the type of `x`, with a row for each segment.

    Raises:
        ValueError: the segments do not begin at 0 and go up in steps of 0 and 1, or a row lies outside of `x`.
    """

    power = 0.0

    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor) -> Tensor:
        """Apply the operation."""
        segments = unwrap(segment_ids)
        if len(segments) and (int(segments[0]) != 0 or bool((segments.diff() - 1 > 0).any())):
            self._refuse("segment_ids should be sorted and contiguous.")
        return self._reduced(x, indices, segment_ids, int(segments[-1]) + 1 if len(segments) else 0)

    def _reduced(self, x: Tensor, indices: Tensor, segment_ids: Tensor, count: int) -> Tensor:
        t, chosen, segments = unwrap(x), unwrap(indices).long(), unwrap(segment_ids).long()
        if chosen.shape != segments.shape or chosen.dim() != 1:
            self._refuse("the shape of indices and of segment_ids must be one, of one dimension.")
        if bool((segments.diff() < 0).any()) or bool((segments < 0).any()):
            self._refuse("segment_ids should be sorted.")
        if bool(((chosen < 0) | (chosen >= len(t))).any()):
            self._refuse("indices is out of range of x's first dimension.")
        sums = t.new_zeros(count, *t.shape[1:]).index_add(0, segments, t[chosen])
        return wrap(sums / _column(_divisor(segments, count, self.power, t.dtype), t) if self.power else sums)

    def _refuse(self, why: str) -> None:
        msg = f"For '{type(self).__name__}', {why}"
        raise ValueError(msg)


class _OfManySegments(_OfSegments):
    """The same, with a number of segments, also such as have no rows.

    Inputs:
        - **x**, **indices**, **segment_ids** (Tensor) - as without it.
        - **num_segments** (Tensor) - how many rows there are in the end, of one element.
    """

    def __call__(  # type: ignore[override]
        self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Tensor
    ) -> Tensor:
        """Apply the operation."""
        count, segments = int(unwrap(num_segments)), unwrap(segment_ids)
        if len(segments) and count <= int(segments.max()):
            self._refuse("num_segments must be bigger than the largest id of segment_ids.")
        return self._reduced(x, indices, segment_ids, count)


class SparseSegmentSum(_OfSegments):
    """Add up chosen rows by segment.

    Source: mindspore.ops.operations.sparse_ops.SparseSegmentSum, MindSpore 2.10
    """


class SparseSegmentSqrtN(_OfSegments):
    """Add up chosen rows by segment, divided by the root of how many there are.

    Source: mindspore.ops.operations.sparse_ops.SparseSegmentSqrtN, MindSpore 2.10
    """

    power = 0.5


class SparseSegmentMean(_OfSegments):
    """Average chosen rows by segment; segments without rows give 0.

    Source: mindspore.ops.operations.math_ops.SparseSegmentMean, MindSpore 2.10
    """

    power = 1.0

    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor) -> Tensor:
        """Apply the operation."""
        segments = unwrap(segment_ids)
        return self._reduced(x, indices, segment_ids, int(segments[-1]) + 1 if len(segments) else 0)


class SparseSegmentSumWithNumSegments(_OfManySegments):
    """Add up chosen rows by segment, with a number of segments.

    Source: mindspore.ops.operations.sparse_ops.SparseSegmentSumWithNumSegments, MindSpore 2.10
    """


class SparseSegmentSqrtNWithNumSegments(_OfManySegments):
    """Add up chosen rows by segment, divided by the root of how many there are, with a number of segments.

    Source: mindspore.ops.operations.sparse_ops.SparseSegmentSqrtNWithNumSegments, MindSpore 2.10
    """

    power = 0.5


class SparseSegmentMeanWithNumSegments(_OfManySegments):
    """Average chosen rows by segment, with a number of segments.

    Source: mindspore.ops.operations.sparse_ops.SparseSegmentMeanWithNumSegments, MindSpore 2.10
    """

    power = 1.0


class _Gradient(Primitive):
    """What the rows of `x` are given by the gradient of a sum by segment.

    Inputs:
        - **x** (Tensor) - the gradient of the result.
        - **indices** (Tensor), **segment_ids** (Tensor) - as for the sum.
        - **output_dim0** (Tensor) - how many rows the operand had.

    Outputs:
        Tensor, of the type of `x`.
    """

    power = 0.0

    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, output_dim0: Tensor) -> Tensor:
        """Apply the operation."""
        t, segments = unwrap(x), unwrap(segment_ids).long()
        given = t[segments]
        if self.power:
            given = given / _column(_divisor(segments, len(t), self.power, t.dtype)[segments], t)
        rows = t.new_zeros(int(unwrap(output_dim0)), *t.shape[1:])
        return wrap(rows.index_add(0, unwrap(indices).long(), given))


class SparseSegmentSumGrad(_Gradient):
    """Compute the gradient of `SparseSegmentSum`.

    Source: mindspore.ops.operations._grad_ops.SparseSegmentSumGrad, MindSpore 2.10
    """


class SparseSegmentSqrtNGrad(_Gradient):
    """Compute the gradient of `SparseSegmentSqrtN`.

    Source: mindspore.ops.operations._grad_ops.SparseSegmentSqrtNGrad, MindSpore 2.10
    """

    power = 0.5


class SparseSegmentMeanGrad(_Gradient):
    """Compute the gradient of `SparseSegmentMean`.

    Source: mindspore.ops.operations._grad_ops.SparseSegmentMeanGrad, MindSpore 2.10
    """

    power = 1.0


def _divisor(segments: torch.Tensor, count: int, power: float, kind: torch.dtype) -> torch.Tensor:
    return torch.bincount(segments, minlength=count).clamp_min(1).to(torch.float64).pow(power).to(dtype=kind)


def _column(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return values.reshape(-1, *[1] * (like.dim() - 1))
