"""Fully connected layers and convolutions by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def _dense(self: Any, x: Any) -> Any:
    shape = self.shape_op(x)
    flat = x if len(shape) == 2 else self.reshape(x, (-1, shape[-1]))
    out = self.matmul(flat, self.weight)
    if self.has_bias:
        out = self.bias_add(out, self.bias)
    if self.activation_flag:
        out = self.activation(out)
    return out if len(shape) == 2 else self.reshape(out, (*shape[:-1], out.shape[-1]))


def _linear(self: Any, x: Any) -> Any:
    return self.dense(x, self.weight, self.bias)


def _bidense(self: Any, input1: Any, input2: Any) -> Any:
    many = input1.shape[:-1]
    first, second = input1.reshape((-1, input1.shape[-1])), input2.reshape((-1, input2.shape[-1]))
    # the weight as a matrix of (in1, in2 x out), so that one product leaves a sum over in2
    weight = self.weight.transpose(1, 2, 0).reshape((self.in1_channels, -1))
    halfway = self.matmul(first, weight).reshape((-1, self.in2_channels, self.out_channels))
    out = (halfway * second.reshape((*second.shape, 1))).sum(1)
    if self.has_bias:
        out = self.bias_add(out, self.bias)
    return out if len(many) == 1 else out.reshape((*many, -1))


def _with_bias(self: Any, out: Any) -> Any:
    return self.bias_add(out, self.bias) if self.has_bias else out


def _conv1d(self: Any, x: Any) -> Any:
    out = self.conv2d(self.expand_dims(x, 2), self.weight)
    return self.squeeze(_with_bias(self, out))


def _conv2d(self: Any, x: Any) -> Any:
    return _with_bias(self, self.conv2d(x, self.weight))


def _conv3d(self: Any, x: Any) -> Any:
    if self.group == 1:
        return _with_bias(self, self.conv3d(x, self.weight))
    features, weights = self.split_1(x), self.split_0(self.weight)
    out = self.concat(tuple(self.conv3d(features[i], weights[i]) for i in range(self.group)))
    return out if self.bias is None else out + self.bias.reshape((1, -1, 1, 1, 1))


def _spread(self: Any, length: int, place: int, cut: int) -> int:
    """Return the length that a transposed convolution gives along one of two dimensions."""
    stride, reach = self.stride[place], (self.kernel_size[place] - 1) * self.dilation[place] + 1
    if self.is_valid:
        return length * stride + max(reach - stride, 0)
    if self.is_same:
        return length * stride
    return (length - 1) * stride + reach - cut


def _cuts(self: Any) -> tuple[int, int]:
    sides = (self.padding,) * 4 if isinstance(self.padding, int) else self.padding
    return sides[0] + sides[1], sides[2] + sides[3]


def _conv2d_transpose(self: Any, x: Any) -> Any:
    n, _, height, width = self.shape(x)
    down, across = _cuts(self)
    size = (n, self.out_channels, _spread(self, height, 0, down), _spread(self, width, 1, across))
    out = _with_bias(self, self.conv2d_transpose(x, self.weight, size))
    more = self.output_padding
    below, right = (more, more) if isinstance(more, int) else more
    if not (below or right):
        return out
    from ms2torch.ops.operations import Pad

    return Pad(((0, 0), (0, 0), (0, below), (0, right)))(out)


def _conv1d_transpose(self: Any, x: Any) -> Any:
    image = self.expand_dims(x, 2)
    n, _, height, width = self.shape(image)
    down, across = _cuts(self)
    size = (n, self.out_channels, _spread(self, height, 0, down), _spread(self, width, 1, across))
    return self.squeeze(_with_bias(self, self.conv2d_transpose(image, self.weight, size)))


def _conv3d_transpose(self: Any, x: Any) -> Any:
    return _with_bias(self, self.conv3d_transpose(x, self.weight))


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "Dense": {"construct": _dense},
    "Linear": {"construct": _linear},
    "BiDense": {"construct": _bidense},
    "Conv1d": {"construct": _conv1d},
    "Conv2d": {"construct": _conv2d},
    "Conv3d": {"construct": _conv3d},
    "Conv1dTranspose": {"construct": _conv1d_transpose},
    "Conv2dTranspose": {"construct": _conv2d_transpose},
    "Conv3dTranspose": {"construct": _conv3d_transpose},
}
