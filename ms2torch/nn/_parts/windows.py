"""Pools by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ms2torch.nn._parts.activations import by_one


def _each(change: Callable[[Any], Any], out: Any) -> Any:
    return tuple(map(change, out)) if isinstance(out, tuple) else change(out)


def _batched(pool: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Let a pool take one sample without a batch dimension, too."""

    def construct(self: Any, x: Any) -> Any:
        alone = x.ndim == self.dims + 1
        out = pool(self, x.unsqueeze(0) if alone else x)
        return _each(lambda t: t.squeeze(0), out) if alone else out

    return construct


def _max_pool_1d(self: Any, x: Any) -> Any:
    if not self.use_pad:
        return self.squeeze(self.max_pool(self.expand(x, 2)))
    return _wanted(self, _each(lambda t: t.squeeze(3).squeeze(2), self.max_pool(x.unsqueeze(2).unsqueeze(3))))


def _max_pool_2d(self: Any, x: Any) -> Any:
    if not self.use_pad:
        return self.max_pool(x)
    return _wanted(self, _each(lambda t: t.squeeze(2), self.max_pool(x.unsqueeze(2))))


def _max_pool_3d(self: Any, x: Any) -> Any:
    out = self.max_pool(x)
    return _wanted(self, out) if self.only_pad else out


def _wanted(self: Any, out: Any) -> Any:
    return out if self.return_indices else out[0]


def _avg_pool_1d(self: Any, x: Any) -> Any:
    if self._through_volumes:
        return self.avg_pool(x.unsqueeze(2).unsqueeze(3)).squeeze(3).squeeze(2)
    n, c, length = self.shape(x)
    window = self.kernel_size[1]
    if length == window:
        return self.reduce_mean(x, 2)
    if length - window < self.stride[1]:
        return self.reduce_mean(self.slice(x, (0, 0, 0), (n, c, window)), 2)
    return self.squeeze(self.avg_pool(self.expand(x, 2)))


def _avg_pool_2d(self: Any, x: Any) -> Any:
    return self.avg_pool(x.unsqueeze(2)).squeeze(2) if self._through_volumes else self.avg_pool(x)


def _avg_pool_3d(self: Any, x: Any) -> Any:
    return self.avg_pool(x)


def _adaptive(kind: str) -> Callable[[Any, Any], Any]:
    def construct(self: Any, x: Any) -> Any:
        from ms2torch.ops import operations

        length = self.shape(x)[2]
        step = length // self.output_size
        window = length - (self.output_size - 1) * step
        pool = getattr(operations, kind)(kernel_size=(1, window), strides=(1, step))
        return self.squeeze(pool(self.expand(x, 2)))

    return construct


def _adaptive_max_3d(self: Any, x: Any) -> Any:
    from ms2torch.common.tensor import Tensor

    size = self.output_size
    out = self.adaptive_max_pool3d(x, Tensor([size] * 3 if isinstance(size, int) else list(size)))
    return out if self.return_indices else out[0]


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "MaxPool1d": {"construct": _batched(_max_pool_1d)},
    "MaxPool2d": {"construct": _batched(_max_pool_2d)},
    "MaxPool3d": {"construct": _batched(_max_pool_3d)},
    "AvgPool1d": {"construct": _batched(_avg_pool_1d)},
    "AvgPool2d": {"construct": _batched(_avg_pool_2d)},
    "AvgPool3d": {"construct": _batched(_avg_pool_3d)},
    "AdaptiveAvgPool1d": {"construct": _adaptive("AvgPool")},
    "AdaptiveMaxPool1d": {"construct": _adaptive("MaxPool")},
    "AdaptiveAvgPool2d": by_one("adaptive_avgpool2d"),
    "AdaptiveAvgPool3d": by_one("adaptive_avg_pool3d"),
    "AdaptiveMaxPool3d": {"construct": _adaptive_max_3d},
}
