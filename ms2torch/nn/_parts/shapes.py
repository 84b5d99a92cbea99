"""Layers of shapes, sums and norms by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from ms2torch._core.base import wrap


def _channel_shuffle(self: Any, x: Any) -> Any:
    shape = self.shape(x)
    grouped = self.reshape(x, (shape[0], self.groups, shape[1] // self.groups, -1))
    return self.reshape(self.transpose(grouped, (0, 2, 1, 3)), shape)


def _pad(self: Any, x: Any) -> Any:
    if self.mode == "CONSTANT":
        return self.pad(x)
    from ms2torch.common.tensor import Tensor

    return self.pad(x, Tensor([list(pair) for pair in self.paddings]))


def _replicate(self: Any, x: Any) -> Any:
    alone = self._need_expend_dim(x)
    out = self.padv3(x.expand_dims(0) if alone else x, self.padding, None)
    return out.squeeze(0) if alone else out


def _without_batch(rank: int) -> Callable[..., Any]:
    return staticmethod(lambda x: x.ndim == rank)  # type: ignore[return-value]


def _unflatten(self: Any, input_x: Any) -> Any:
    shape = self.shape(input_x)
    rest = () if self.axis == -1 else shape[self.axis + 1 :]
    return self.reshape(input_x, (*shape[: self.axis], *self.unflattened_size, *rest))


def _flatten(self: Any, x: Any) -> Any:
    from ms2torch.ops.function.array.shape import flatten

    for axis in (self.start_dim, self.end_dim):
        self.check_axis_valid(axis, max(x.ndim, 1))
    return flatten(x, start_dim=self.start_dim, end_dim=self.end_dim)


def _check_axis(axis: int, ndim: int) -> None:
    if not -ndim <= axis < ndim:
        msg = f"For 'Flatten', 'start_dim' and 'end_dim' must be from {-ndim} up to {ndim}, but got {axis}."
        raise ValueError(msg)


def _one_hot(self: Any, indices: Any) -> Any:
    from ms2torch.common.tensor import Tensor

    return self.onehot(indices, self.depth, Tensor(self.on_value, self.dtype), Tensor(self.off_value, self.dtype))


def _sparse_to_dense(self: Any, sparse_tensor: Any) -> Any:
    return self.sparse_to_dense(sparse_tensor.indices, sparse_tensor.values, sparse_tensor.shape)


def _triangle(kind: str) -> Callable[..., Any]:
    def construct(self: Any, x: Any, k: int = 0) -> Any:
        from ms2torch._core import dtype as mstype
        from ms2torch.ops import function

        kept = getattr(function, kind)(function.ones(x.shape, mstype.float32), k)
        return self.cast(self.mul(self.cast(x, mstype.float32), self.cast(kept, mstype.float32)), self.dtype(x))

    return construct


def _clip(self: Any, x: Any, clip_norm: Any) -> Any:
    return self.clip_by_norm(x, clip_norm)


def _l1(self: Any, weights: Any) -> Any:
    return self.scale * self.reduce_sum(self.abs(weights))


def _norm(self: Any, x: Any) -> Any:
    out = self.sqrt(self.reduce_sum(x * x, self.axis))
    return out if self.keep_dims else self.squeeze(out)


def _log_sum_exp(self: Any, x: Any) -> Any:
    largest = self.max(x)
    return self.log(self.sum(self.exp(x - largest), self.axis)) + largest


def _moments(self: Any, x: Any) -> tuple[Any, Any]:
    from ms2torch._core import dtype as mstype

    half = x.dtype == mstype.float16
    wide = self.cast(x, mstype.float32) if half else x
    mean = self.reduce_mean(wide, self.axis)
    variance = self.reduce_mean(self.square_diff(wide, mean), self.axis)
    if not self.keep_dims:
        mean, variance = self.squeeze(mean), self.squeeze(variance)
    return (self.cast(mean, mstype.float16), self.cast(variance, mstype.float16)) if half else (mean, variance)


def _merged(self: Any, t: torch.Tensor, time: int, other: int) -> Any:
    """Do what `TimeDistributed._merged` does with the operations that the layer holds."""
    beside = other - 1 if other == t.dim() - 1 or time <= other else other + 1
    first = min(beside, other)
    low, high = sorted((beside, time))
    moved = self.transpose(wrap(t), (*range(low), high, *range(low, high), *range(high + 1, t.dim())))
    pair = moved.shape[first : first + 2]
    out = self.layer(self.reshape(moved, (*moved.shape[:first], -1, *moved.shape[first + 2 :])))
    return self.reshape(out, (*out.shape[:first], *pair, *out.shape[first + 1 :]))


def _cosine(self: Any, x1: Any, x2: Any) -> Any:
    between, first, second = (self.mul(a, b).sum(self.dim) for a, b in ((x1, x2), (x1, x1), (x2, x2)))
    return self.div(between, self.maximum(self.mul(first, second), self.eps * self.eps).sqrt())


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "ChannelShuffle": {"construct": _channel_shuffle},
    "Pad": {"construct": _pad},
    "ReplicationPad1d": {"construct": _replicate, "_need_expend_dim": _without_batch(2)},
    "ReplicationPad2d": {"construct": _replicate, "_need_expend_dim": _without_batch(3)},
    "ReplicationPad3d": {"construct": _replicate, "_need_expend_dim": _without_batch(4)},
    "Unflatten": {"construct": _unflatten},
    "Flatten": {"construct": _flatten, "check_axis_valid": staticmethod(_check_axis)},
    "OneHot": {"construct": _one_hot},
    "SparseToDense": {"construct": _sparse_to_dense},
    "Tril": {"construct": _triangle("tril")},
    "Triu": {"construct": _triangle("triu")},
    "ClipByNorm": {"construct": _clip},
    "L1Regularizer": {"construct": _l1},
    "Norm": {"construct": _norm},
    "ReduceLogSumExp": {"construct": _log_sum_exp},
    "Moments": {"construct": _moments},
    "TimeDistributed": {"_merged": _merged},
    "CosineSimilarity": {"construct": _cosine},
}
