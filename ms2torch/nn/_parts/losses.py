"""Losses by the operations they hold and by `get_loss` and `get_axis`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch.nn._parts.activations import by_one


def _get_loss(self: Any, x: Any, weights: Any = 1.0) -> Any:
    given = x.dtype
    wide = mstype.float64 if given == mstype.float64 else mstype.float32
    loss = self.mul(self.cast(weights, wide), self.cast(x, wide))
    if self.reduce:
        loss = (self.reduce_mean if self.average else self.reduce_sum)(loss, self.get_axis(loss))
    return self.cast(loss, given)


def _squares(self: Any, logits: Any, labels: Any) -> Any:
    difference = logits - labels
    return self.get_loss(difference * difference)


def _absolute_held(self: Any, logits: Any, label: Any) -> Any:
    return self.get_loss(self.abs(logits - label))


def _root(self: Any, logits: Any, label: Any) -> Any:
    return self.MSELoss(logits, label).sqrt()


def _poisson(self: Any, input: Any, target: Any) -> Any:
    target = self.cast(target, input.dtype)
    loss = input.exp() - target * input if self.log_input else input - target * (input + self.eps).log()
    if self.full:
        large = self.maximum(target, self.eps)
        stirling = (large + 0.5) * large.log() - large + 0.5 * math.log(2 * math.pi)
        loss = loss + stirling.masked_fill(large <= 1, 0.0)
    return self.get_loss(loss)


def _cosine(self: Any, logits_x1: Any, logits_x2: Any, labels: Any) -> Any:
    x, y = logits_x1, logits_x2
    between, first, second = (self.reduce_sum(a * b, (1,)) for a, b in ((x, y), (x, x), (y, y)))
    cosine = between / (first.sqrt() * second.sqrt())
    alike = (1.0 - cosine).masked_fill(labels != 1, 0.0)
    apart = self.maximum(cosine - self.margin, 0.0).masked_fill(labels != -1, 0.0)
    return self.get_loss(alike + apart)


def _triplet(self: Any, x: Any, positive: Any, negative: Any) -> Any:
    near, far = self.distance_function(x, positive), self.distance_function(x, negative)
    if self.swap:
        far = self.minimum(far, self.distance_function(positive, negative))
    return self.get_loss(self.maximum(near - far + self.margin, 0))


def _softmax_cross_entropy(self: Any, logits: Any, labels: Any) -> Any:
    if self.sparse:
        if self.reduction == "mean":
            return self.sparse_softmax_cross_entropy(logits, labels)
        from ms2torch.common.tensor import Tensor

        on, off = Tensor(1.0, mstype.float32), Tensor(0.0, mstype.float32)
        labels = self.one_hot(labels, logits.shape[-1], on, off)
    return self.get_loss(self.softmax_cross_entropy(logits, labels)[0])


def _multi_margin(self: Any, x: Any, target: Any, weight: Any = None) -> Any:
    chosen = weight if self.weight is None else self.weight
    if chosen is None:
        from ms2torch.ops.function import ones

        chosen = ones(x.shape[1:], x.dtype)
    return self.multi_margin_loss(x, target, chosen)


def _dice(self: Any, logits: Any, label: Any) -> Any:
    x, y = logits.reshape((-1,)), label.reshape((-1,))
    common, first, second = (self.reduce_sum(self.mul(a, b)) for a, b in ((x, y), (x, x), (y, y)))
    return 1 - 2 * common / (first + second + self.smooth)


def _focal(self: Any, logits: Any, labels: Any) -> Any:
    n, classes = logits.shape[:2]
    if logits.ndim > 2:
        x, y = logits.reshape((n, classes, -1)), labels.reshape((n, labels.shape[1], -1))
    else:
        x, y = self.expand_dims(logits, 2), self.expand_dims(labels, 2)
    numbers = labels.shape[1] == 1

    def chosen(t: Any) -> Any:
        return self.squeeze(self.gather_d(t, 1, self.cast(y, mstype.int32))) if numbers else t

    log_probability = chosen(self.logsoftmax(x))
    lessened = (1.0 - log_probability.exp()) ** self.gamma
    if self.weight is not None:
        log_probability = log_probability * chosen(self.tile(self.weight.reshape((1, -1, 1)), (n, 1, y.shape[2])))
    loss = -lessened * log_probability
    return self.get_loss((loss if numbers else loss * y).mean(-1))


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "LossBase": {"get_loss": _get_loss},
    "MSELoss": {"construct": _squares},
    "L1Loss": {},
    "MAELoss": {"construct": _absolute_held},
    "RMSELoss": {"construct": _root},
    "SmoothL1Loss": by_one("smooth_l1_loss"),
    "PoissonNLLLoss": {"construct": _poisson},
    "CosineEmbeddingLoss": {"construct": _cosine},
    "TripletMarginWithDistanceLoss": {"construct": _triplet},
    "SoftmaxCrossEntropyWithLogits": {"construct": _softmax_cross_entropy},
    "MultiMarginLoss": {"construct": _multi_margin},
    "DiceLoss": {"construct": _dice},
    "FocalLoss": {"construct": _focal},
}
