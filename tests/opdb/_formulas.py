"""Answers by formula, in torch, for ops that MindSpore 2.10 cannot run on a CPU and torch has under no such interface.

An op names one as its `oracle`: ``"tests.opdb._formulas.split_v"``. It takes the arguments of the constructor, then
those of the call.
"""

from __future__ import annotations

from typing import Any

import torch

Tensor = torch.Tensor


def euclidean_norm(x: Tensor, axes: Tensor, keep_dims: bool = False) -> Tensor:
    """The root of the sum of squares along some dimensions."""
    return (x * x).sum(tuple(axes.tolist()), keep_dims).sqrt()


def fills(x: Tensor, value: Any) -> Tensor:
    """The same number everywhere."""
    return torch.zeros_like(x) + torch.as_tensor(value).to(x.dtype)


def split_v(size_splits: Any, split_dim: int, num_split: int, x: Tensor) -> tuple[Tensor, ...]:
    """Parts of given lengths; -1 takes what is left."""
    sizes = list(size_splits)
    if -1 in sizes:
        sizes[sizes.index(-1)] = x.shape[split_dim] - sum(sizes) - 1
    assert len(sizes) == num_split
    return torch.split(x, sizes, split_dim)


def take_along(x: Tensor, index: Tensor, axis: int) -> Tensor:
    """Slices of one dimension."""
    taken = torch.stack([x.select(axis, i) for i in index.flatten().tolist()], axis)
    return taken.reshape(*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def roll(shifts: Any, dims: Any, x: Tensor) -> Tensor:
    """Elements moved in circles."""
    return torch.roll(x, shifts, dims)


def rms_norm(*args: Any, epsilon: float = 1e-6) -> tuple[Tensor, Tensor]:
    """The values over their root mean square times a weight, and the reciprocal of that root."""
    x, gamma, *more = args
    epsilon = more[0] if more else epsilon
    dims = tuple(range(-gamma.ndim, 0))
    reciprocal = (x.pow(2).mean(dims, keepdim=True) + epsilon).rsqrt()
    return x * reciprocal * gamma, reciprocal


def add_rms_norm(a: Tensor, b: Tensor, gamma: Tensor, epsilon: float = 1e-6) -> tuple[Tensor, Tensor, Tensor]:
    """rms_norm of a sum, and the sum."""
    return (*rms_norm(a + b, gamma, epsilon=epsilon), a + b)


def swiglu(x: Tensor, dim: int = -1) -> Tensor:
    """One half after SiLU, times the other."""
    a, b = x.chunk(2, dim)
    return a * torch.sigmoid(a) * b


def log_softmax(x: Tensor, dim: int | None = None, dtype: torch.dtype | None = None) -> Tensor:
    """The logarithm of softmax, over the last of two dimensions where none is given."""
    x = x if dtype is None else x.to(dtype)
    dim = 1 if dim is None else dim
    return x - torch.logsumexp(x, dim, keepdim=True)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: Tensor,
    p: int = 2,
    swap: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """How much farther the negative should be than the positive."""

    def far(a: Tensor, b: Tensor) -> Tensor:
        return (a - b + eps).abs().pow(p).sum(-1).pow(1 / p)

    other = far(anchor, negative)
    other = torch.minimum(other, far(positive, negative)) if swap else other
    loss = (far(anchor, positive) - other + margin).clamp(min=0)
    return {"mean": loss.mean, "sum": loss.sum}.get(reduction, lambda: loss)()


def multilabel_margin_loss(x: Tensor, target: Tensor, reduction: str = "mean") -> tuple[Tensor, Tensor]:
    """The margins between the labels (up to the first -1) and the rest, and which elements are labels."""
    mask = torch.zeros_like(target)
    losses = []
    for row, labels, marked in zip(x, target.tolist(), mask, strict=True):
        chosen = labels[: labels.index(-1)] if -1 in labels else labels
        marked[chosen] = 1
        others = [j for j in range(len(row)) if j not in chosen]
        losses.append(sum((1 - row[i] + row[j]).clamp(min=0) for i in chosen for j in others) / len(row))
    loss = torch.stack([torch.as_tensor(each) for each in losses])
    return {"mean": loss.mean, "sum": loss.sum}.get(reduction, lambda: loss)(), mask


def multilabel_margin(x: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """ops.multilabel_margin_loss, whose targets are int32."""
    return torch.nn.functional.multilabel_margin_loss(x, target.long(), reduction=reduction)


def non_max_suppression(boxes: Tensor, scores: Tensor, most: Tensor, overlap: Tensor, least: Tensor) -> Tensor:
    """Which boxes stay, the best score first."""
    kept: list[int] = []
    for i in torch.argsort(scores, descending=True, stable=True).tolist():
        if scores[i] > least and len(kept) < int(most) and all(_iou(boxes[i], boxes[j]) <= overlap for j in kept):
            kept.append(i)
    return torch.tensor(kept, dtype=torch.int32)


def _iou(a: Tensor, b: Tensor) -> Tensor:
    low, high = torch.maximum(a[:2], b[:2]), torch.minimum(a[2:], b[2:])
    both = (high - low).clamp(min=0).prod()
    return both / ((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod() - both)


def tridiagonal_product(above: Tensor, main: Tensor, below: Tensor, x: Tensor) -> Tensor:
    """A matrix of three diagonals times another; the last above and the first below count for nothing."""
    square = torch.diag_embed(main) + torch.diag_embed(above[..., :-1], 1) + torch.diag_embed(below[..., 1:], -1)
    return square @ x


def batch_norm_stats(x: Tensor, eps: float) -> tuple[Tensor, Tensor]:
    """Mean and reciprocal standard deviation of each channel."""
    dims = [d for d in range(x.ndim) if d != 1]
    return x.mean(dims), (x.var(dims, correction=0) + eps).rsqrt()


def batch_norm_elemt(
    x: Tensor,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    mean: Tensor | None = None,
    invstd: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """The values normalized by given statistics."""
    shape = [1, -1] + [1] * (x.ndim - 2)
    y = x
    for change, each in (("sub", mean), ("mul", invstd), ("mul", weight), ("add", bias)):
        y = y if each is None else getattr(y, change)(each.reshape(shape))
    return y


def batch_norm_gather_stats_with_counts(
    x: Tensor,
    mean: Tensor,
    invstd: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    momentum: float = 0.1,
    eps: float = 1e-5,
    counts: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """The statistics of parts, put together by their counts."""
    assert counts is not None
    assert running_mean is None
    share = (counts / counts.sum())[:, None]
    total = (share * mean).sum(0)
    variance = (share * (invstd**-2 - eps + (mean - total) ** 2)).sum(0)
    return total, (variance + eps).rsqrt()


def diagonal(x: Tensor) -> Tensor:
    """The diagonals of the last two dimensions."""
    n = min(x.shape[-2:])
    return torch.stack([x[..., i, i] for i in range(n)], -1)


def with_diagonal(x: Tensor, values: Tensor) -> Tensor:
    """Other values on the diagonals of the last two dimensions."""
    y = x.clone()
    for i in range(values.shape[-1]):
        y[..., i, i] = values[..., i]
    return y


def patches(sizes: Any, strides: Any, rates: Any, x: Tensor) -> Tensor:
    """Patches of an image, the place within the patch before the channel."""
    (_, height, width, _), (_, down, right, _), (_, rows, columns, _) = sizes, strides, rates
    tall, wide = (
        (x.shape[2] - (height - 1) * rows - 1) // down + 1,
        (x.shape[3] - (width - 1) * columns - 1) // right + 1,
    )
    parts = [
        x[:, :, i * rows :: down, j * columns :: right][:, :, :tall, :wide] for i in range(height) for j in range(width)
    ]
    return torch.cat(parts, 1)


def keras_momentum(
    p: Tensor, steps: Tensor, rate: Tensor, g: Tensor, keep: Tensor, *, use_nesterov: bool = False
) -> Any:
    """Keras' momentum: parameters and momentum."""
    steps = steps * keep - rate * g
    return [p + (keep * steps - rate * g if use_nesterov else steps), steps]


def sparse_proximal_adagrad(
    p: Tensor, squares: Tensor, rate: float, one: float, two: float, g: Tensor, rows: Tensor
) -> list[Tensor]:
    """Proximal Adagrad, row by row in the order given."""
    p, squares = p.clone(), squares.clone()
    for row, change in zip(rows.tolist(), g, strict=True):
        squares[row] += change**2
        moved = p[row] - rate * change / squares[row].sqrt()
        p[row] = moved.sign() * (moved.abs() - rate * one).clamp(min=0) / (1 + rate * two)
    return [p, squares]


def sparse_adadelta(
    epsilon: float, p: Tensor, squares: Tensor, steps: Tensor, rate: float, keep: float, g: Tensor, rows: Tensor
) -> list[Tensor]:
    """Adadelta, row by row."""
    p, squares, steps = p.clone(), squares.clone(), steps.clone()
    for row, change in zip(rows.tolist(), g, strict=True):
        squares[row] = keep * squares[row] + (1 - keep) * change**2
        step = (steps[row] + epsilon).sqrt() * (squares[row] + epsilon).rsqrt() * change
        steps[row] = keep * steps[row] + (1 - keep) * step**2
        p[row] -= rate * step
    return [p, squares, steps]


def coalesce(places: Tensor, held: Tensor, shape: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Coordinates in order, each once, with the sums of their values."""
    made = torch.sparse_coo_tensor(places, held, tuple(shape.tolist())).coalesce()
    return made.indices(), made.values(), shape


def unchanged(x: Tensor, *_: Any) -> Tensor:
    """What was given."""
    return x


class InstanceNorm(torch.nn.Module):
    """Each channel of each image normalized by its own statistics; the weights are there with `affine=False` too."""

    def __init__(self, num_features: int, eps: float = 1e-5, affine: bool = True) -> None:
        super().__init__()
        self.eps = eps
        self.gamma = torch.nn.Parameter(torch.ones(num_features), requires_grad=affine)
        self.beta = torch.nn.Parameter(torch.zeros(num_features), requires_grad=affine)

    def forward(self, x: Tensor) -> Tensor:
        """Normalize."""
        dims = tuple(range(2, x.ndim))
        shape = [1, -1] + [1] * len(dims)
        y = (x - x.mean(dims, keepdim=True)) / (x.var(dims, correction=0, keepdim=True) + self.eps).sqrt()
        return y * self.gamma.reshape(shape) + self.beta.reshape(shape)
