"""Norms by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ms2torch.nn._parts.activations import by_one


def _batch_norm(self: Any, x: Any) -> Any:
    shape = self.shape(x)
    self._check_input_dim(shape, self.cls_name)
    by_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
    held = (self.gamma, self.beta, self.moving_mean, self.moving_variance)
    if by_batch:
        return self.bn_train(x, *held)[0]
    # the operation without statistics of the batch takes images
    image = self.reshape(x, (*shape, *(1,) * (4 - len(shape)))) if len(shape) < 4 else x
    out = self.bn_infer(image, *held)[0]
    return self.reshape(out, shape) if len(shape) < 4 else out


def _check_rank(self: Any, shape: tuple[int, ...], cls_name: str) -> None:
    if len(shape) not in self.ranks:
        msg = f"For '{cls_name}', the in_shape must have {' or '.join(map(str, self.ranks))} dims, got {len(shape)}."
        raise ValueError(msg)


def _batch_norm_3d(self: Any, x: Any) -> Any:
    shape = self.shape(x)
    self._check_input_dim(shape, self.cls_name)
    n, c, depth, height, width = shape
    return self.reshape(self.bn2d(self.reshape(x, (n, c, depth * height, width))), shape)


def _check_volume(shape: tuple[int, ...], cls_name: str) -> None:
    if len(shape) != 5:
        msg = f"For '{cls_name}', the dimension of input must be 5d, but got {len(shape)}."
        raise ValueError(msg)


def _layer_norm(self: Any, input_x: Any) -> Any:
    return self.layer_norm(input_x, self.gamma.astype(input_x.dtype), self.beta.astype(input_x.dtype))[0]


def _group_norm(self: Any, x: Any) -> Any:
    return self._cal_output(x)


def _of_groups(self: Any, x: Any) -> Any:
    from ms2torch.ops.function.nn.norm import group_norm

    scale, shift = (self.gamma, self.beta) if hasattr(self, "gamma") else (self.weight, self.bias)
    return group_norm(x, self.num_groups, scale, shift, self.eps)


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "_BatchNorm": {"construct": _batch_norm, "_check_input_dim": _check_rank},
    "BatchNorm3d": {"construct": _batch_norm_3d, "_check_input_dim": staticmethod(_check_volume)},
    "LayerNorm": {"construct": _layer_norm},
    "GroupNorm": {"construct": _group_norm, "_cal_output": _of_groups},
    "LRN": by_one("lrn_op"),
}
