"""Layers and functions that torch has not: what a converted file needs of them is copied into it.

This is code of torch alone. The names in capitals in `written.toml` stand for the functions of the same name here.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


def same_padding(size, kernel_size, stride, dilation):
    """Return what pad_mode "same" of MindSpore adds at the beginning and the end of an axis."""
    missing = (-(-size // stride) - 1) * stride + dilation * (kernel_size - 1) + 1 - size
    return max(missing, 0) // 2, max(missing, 0) - max(missing, 0) // 2


class PaddedConv2d(nn.Conv2d):
    """`nn.Conv2d` with the paddings of MindSpore: "same" by the stride, "pad" (top, bottom, left, right)."""

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        pad_mode="same",
        padding=0,
        dilation=1,
        group=1,
        has_bias=False,
    ):
        super().__init__(in_channels, out_channels, kernel_size, stride, 0, dilation, group, has_bias)
        self.pad_mode = pad_mode
        if isinstance(padding, int):
            padding = (padding,) * 4
        self.sides = tuple(padding) if len(padding) == 4 else tuple(side for side in padding for _ in range(2))

    def padded(self, x):
        """Return the input with what is added at its sides."""
        if self.pad_mode == "same":
            axes = zip(x.shape[2:], self.kernel_size, self.stride, self.dilation)
            (top, bottom), (left, right) = [same_padding(*axis) for axis in axes]
            return F.pad(x, (left, right, top, bottom))
        if self.pad_mode == "pad":
            top, bottom, left, right = self.sides
            return F.pad(x, (left, right, top, bottom))
        return x

    def forward(self, x):
        return super().forward(self.padded(x))


class PaddedConv1d(nn.Conv1d):
    """`nn.Conv1d` with the paddings of MindSpore: "same" by the stride, "pad" at both ends."""

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        pad_mode="same",
        padding=0,
        dilation=1,
        group=1,
        has_bias=False,
    ):
        super().__init__(in_channels, out_channels, kernel_size, stride, 0, dilation, group, has_bias)
        self.pad_mode = pad_mode
        self.sides = (padding, padding)

    def padded(self, x):
        """Return the input with what is added at its sides."""
        if self.pad_mode == "same":
            return F.pad(x, same_padding(x.shape[2], self.kernel_size[0], self.stride[0], self.dilation[0]))
        return F.pad(x, self.sides) if self.pad_mode == "pad" else x

    def forward(self, x):
        return super().forward(self.padded(x))


class FilledPaddedConv1d(PaddedConv1d):
    """A convolution that pads as MindSpore's does, and is given the laws that fill its weights."""

    def __init__(self, *args, weight_init=None, bias_init=None, **options):
        super().__init__(*args, **options)
        fill(self.weight, weight_init)
        fill(self.bias, bias_init)


class FilledPaddedConv2d(PaddedConv2d):
    """A convolution that pads as MindSpore's does, and is given the laws that fill its weights."""

    def __init__(self, *args, weight_init=None, bias_init=None, **options):
        super().__init__(*args, **options)
        fill(self.weight, weight_init)
        fill(self.bias, bias_init)


class PaddedMaxPool2d(nn.MaxPool2d):
    """`nn.MaxPool2d` with the paddings of MindSpore: "same" adds what the stride needs."""

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, dilation=1, ceil_mode=False):
        super().__init__(kernel_size, stride, padding if pad_mode == "pad" else 0, dilation, ceil_mode=ceil_mode)
        self.pad_mode = pad_mode

    def forward(self, x):
        if self.pad_mode == "same":
            sizes = [(entry, entry) if isinstance(entry, int) else tuple(entry) for entry in
                     (self.kernel_size, self.stride, self.dilation)]  # fmt: skip
            (top, bottom), (left, right) = [same_padding(*axis) for axis in zip(x.shape[2:], *sizes)]
            x = F.pad(x, (left, right, top, bottom), value=float("-inf"))
        return super().forward(x)


class PaddedAvgPool2d(nn.AvgPool2d):
    """`nn.AvgPool2d` with the paddings of MindSpore: "same" adds what the stride needs, and does not count it."""

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__(kernel_size, stride, padding if pad_mode == "pad" else 0, ceil_mode, count_include_pad)
        self.pad_mode = pad_mode

    def forward(self, x):
        if self.pad_mode != "same":
            return super().forward(x)
        sizes = [(n, n) if isinstance(n, int) else tuple(n) for n in (self.kernel_size, self.stride)]
        (top, bottom), (left, right) = [same_padding(*axis, 1) for axis in zip(x.shape[2:], *sizes)]
        sides = (left, right, top, bottom)
        counted = super().forward(F.pad(torch.ones_like(x[:1, :1]), sides))
        return super().forward(F.pad(x, sides)) / counted


class ActivatedLinear(nn.Linear):
    """`nn.Linear` with an activation behind it: a layer, a function, or the name of one."""

    def __init__(self, in_features, out_features, bias=True, activation=None, dtype=None):
        super().__init__(in_features, out_features, bias, dtype=dtype)
        named = {"relu": nn.ReLU, "relu6": nn.ReLU6, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "silu": nn.SiLU,
                 "gelu": lambda: nn.GELU("tanh"), "hswish": nn.Hardswish, "hsigmoid": nn.Hardsigmoid,
                 "softmax": lambda: nn.Softmax(-1), "logsoftmax": lambda: nn.LogSoftmax(-1),
                 "leakyrelu": lambda: nn.LeakyReLU(0.2), "elu": nn.ELU, "logsigmoid": nn.LogSigmoid}  # fmt: skip
        self.activation = named[activation]() if isinstance(activation, str) else activation

    def forward(self, x):
        x = super().forward(x)
        return x if self.activation is None else self.activation(x)


def fill(weight, law):
    """Fill a weight by a function, by the name of a law, with a number or with what a tensor holds; return it."""
    named = {
        "zeros": nn.init.zeros_, "zero": nn.init.zeros_, "ones": nn.init.ones_, "one": nn.init.ones_,
        "normal": lambda w: nn.init.normal_(w, std=0.01), "uniform": lambda w: nn.init.uniform_(w, -0.07, 0.07),
        "truncatednormal": lambda w: nn.init.trunc_normal_(w, std=0.01),
        "heuniform": nn.init.kaiming_uniform_, "he_uniform": nn.init.kaiming_uniform_,
        "henormal": nn.init.kaiming_normal_, "he_normal": nn.init.kaiming_normal_,
        "xavieruniform": nn.init.xavier_uniform_, "xavier_uniform": nn.init.xavier_uniform_,
        "xaviernormal": nn.init.xavier_normal_, "xavier_normal": nn.init.xavier_normal_,
        "orthogonal": nn.init.orthogonal_,
    }  # fmt: skip
    law = named[law.lower()] if isinstance(law, str) else law
    with torch.no_grad():
        if weight is None or law is None:
            return weight
        if callable(law):
            law(weight)
        elif torch.is_tensor(law):
            weight.copy_(law)
        else:
            weight.fill_(law)
    return weight


def filled(layer, **laws):
    """Return a layer whose weights are filled by laws."""
    for name, law in laws.items():
        fill(getattr(layer, name), law)
    return layer


def fan(shape, mode):
    """Return how many numbers come in or go out for each entry of a weight of a shape."""
    field = torch.Size(shape[2:]).numel()
    return (shape[1] if mode.lower() == "fan_in" else shape[0]) * field


class OneHot(nn.Module):
    """One-hot codes along an axis, with values for on and off."""

    def __init__(self, axis=-1, depth=1, on_value=1.0, off_value=0.0, dtype=None):
        super().__init__()
        self.axis, self.depth, self.on_value, self.off_value = axis, depth, on_value, off_value
        self.dtype = torch.float32 if dtype is None else dtype

    def forward(self, indices):
        return one_hot(indices, self.depth, self.on_value, self.off_value, self.axis).to(self.dtype)


def one_hot(indices, depth, on_value=1.0, off_value=0.0, axis=-1):
    """Return one-hot codes along an axis; an index outside the codes gives none."""
    on = torch.as_tensor(on_value, device=indices.device)
    off = torch.as_tensor(off_value, device=indices.device)
    found = indices.unsqueeze(-1) == torch.arange(depth, device=indices.device)
    return torch.where(found.movedim(-1, axis), on, off)


def pad(x, paddings, mode="CONSTANT"):
    """Add the numbers of entries before and after each axis."""
    if mode == "CONSTANT":
        return F.pad(x, [side for pair in reversed(paddings) for side in pair])
    for axis, (before, after) in enumerate(paddings):
        size, edge = x.shape[axis], 0 if mode == "SYMMETRIC" else 1
        first = torch.arange(before + edge - 1, edge - 1, -1, device=x.device)
        last = torch.arange(size - 1 - edge, size - 1 - edge - after, -1, device=x.device)
        x = torch.index_select(x, axis, torch.cat([first, torch.arange(size, device=x.device), last]))
    return x


class Pad(nn.Module):
    """Adds entries before and after each axis."""

    def __init__(self, paddings, mode="CONSTANT"):
        super().__init__()
        self.paddings, self.mode = paddings, mode

    def forward(self, x):
        return pad(x, self.paddings, self.mode)


class Norm(nn.Module):
    """The 2-norm over some axes, or over all."""

    def __init__(self, axis=(), keep_dims=False):
        super().__init__()
        self.axis, self.keep_dims = axis, keep_dims

    def forward(self, x):
        return torch.linalg.vector_norm(x, 2, None if self.axis == () else self.axis, self.keep_dims)


class Unfold(nn.Module):
    """The patches of images, the entries of each patch in the order of its pixels, then of the channels."""

    def __init__(self, ksizes, strides, rates, padding="valid"):
        super().__init__()
        self.kernel_size, self.stride, self.dilation = tuple(ksizes[1:3]), tuple(strides[1:3]), tuple(rates[1:3])
        self.padding = padding

    def forward(self, x):
        if self.padding == "same":
            axes = zip(x.shape[2:], self.kernel_size, self.stride, self.dilation)
            (top, bottom), (left, right) = [same_padding(*axis) for axis in axes]
            x = F.pad(x, (left, right, top, bottom))
        batch, channels, height, _ = x.shape
        found = F.unfold(x, self.kernel_size, self.dilation, 0, self.stride)
        rows = (height - self.dilation[0] * (self.kernel_size[0] - 1) - 1) // self.stride[0] + 1
        found = found.reshape(batch, channels, -1, rows, found.shape[-1] // rows)
        return found.transpose(1, 2).reshape(batch, -1, *found.shape[3:])


def gather(x, indices, axis, batch_dims=0):
    """Return the entries of an axis that indices of any shape name; the first axes may be gone through together."""
    if batch_dims:
        inner = axis % x.ndim - 1
        return torch.stack([gather(a, b, inner, batch_dims - 1) for a, b in zip(x, indices)])
    found = torch.index_select(x, axis, indices.reshape(-1))
    axis = axis % x.ndim
    return found.reshape(*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])


def clip_by_value(x, low=None, high=None):
    """Return what lies within two bounds, of the type that it had; of a list each entry."""
    if isinstance(x, (tuple, list)):
        return type(x)(clip_by_value(entry, low, high) for entry in x)
    return torch.clamp(x, low, high).to(x.dtype)


def cumsum(x, axis, exclusive=False, reverse=False):
    """Return running sums along an axis: without each entry itself where exclusive, from the end where reverse."""
    x = torch.flip(x, (axis,)) if reverse else x
    sums = torch.cumsum(x, axis)
    if exclusive:
        sums = torch.cat([torch.zeros_like(sums.narrow(axis, 0, 1)), sums.narrow(axis, 0, x.shape[axis] - 1)], axis)
    return torch.flip(sums, (axis,)) if reverse else sums


def real_div(x, y):
    """Divide; whole numbers give whole numbers, cut off."""
    whole = not any(isinstance(n, float) or (torch.is_tensor(n) and n.dtype.is_floating_point) for n in (x, y))
    return torch.div(x, y, rounding_mode="trunc") if whole else x / y


def arange(start, stop=None, step=None, dtype=None):
    """Return evenly spaced numbers, as NumPy does: one number alone is the end."""
    begin, end = (0, start) if stop is None else (start, stop)
    return torch.arange(begin, end, 1 if step is None else step, dtype=dtype)


def resize_bilinear(x, size, align_corners=False, half_pixel_centers=False):
    """Resize images by linear interpolation, the pixels' corners at the grid unless half_pixel_centers."""
    if align_corners or half_pixel_centers:
        return F.interpolate(x, tuple(size), mode="bilinear", align_corners=align_corners)
    for axis, wanted in zip((2, 3), size):
        place = torch.arange(wanted, device=x.device) * (x.shape[axis] / wanted)
        low = place.floor().long()
        high = (low + 1).clamp(max=x.shape[axis] - 1)
        part = (place - low).to(x.dtype).reshape(-1, *[1] * (3 - axis))
        x = x.index_select(axis, low) * (1 - part) + x.index_select(axis, high) * part
    return x


class ResizeBilinear(nn.Module):
    """Resizes images by linear interpolation to a size, or by a factor, that a call gives."""

    def __init__(self, half_pixel_centers=False):
        super().__init__()
        self.half_pixel_centers = half_pixel_centers

    def forward(self, x, size=None, scale_factor=None, align_corners=False):
        size = [scale_factor * entry for entry in x.shape[2:]] if size is None else size
        return resize_bilinear(x, size, align_corners, self.half_pixel_centers)


def resize_nearest(x, size, align_corners=False):
    """Resize images by repeating pixels."""
    for axis, wanted in zip((2, 3), size):
        last = x.shape[axis] - 1
        if align_corners and wanted > 1:
            place = torch.floor(torch.arange(wanted, device=x.device) * (last / (wanted - 1)) + 0.5)
        else:
            place = torch.floor(torch.arange(wanted, device=x.device) * (x.shape[axis] / wanted))
        x = x.index_select(axis, place.long().clamp(max=last))
    return x


def depth_to_space(x, block_size):
    """Move channels into blocks of pixels, the block before the channel."""
    batch, channels, height, width = x.shape
    x = x.reshape(batch, block_size, block_size, channels // block_size**2, height, width)
    return x.permute(0, 3, 4, 1, 5, 2).reshape(batch, -1, height * block_size, width * block_size)


def conv2d(x, weight, stride=1, pad_mode="valid", padding=0, dilation=1, group=1):
    """Convolve with the paddings of MindSpore: "same" adds what the stride needs."""
    stride, dilation = [(n, n) if isinstance(n, int) else tuple(n)[-2:] for n in (stride, dilation)]
    if pad_mode == "same":
        (top, bottom), (left, right) = [same_padding(*a) for a in zip(x.shape[2:], weight.shape[2:], stride, dilation)]
        x = F.pad(x, (left, right, top, bottom))
    elif pad_mode == "pad":
        top, bottom, left, right = (padding,) * 4 if isinstance(padding, int) else padding
        x = F.pad(x, (left, right, top, bottom))
    return F.conv2d(x, weight, None, stride, 0, dilation, group)


def conv2d_transpose(x, weight, size, stride=1, pad_mode="valid", padding=0, dilation=1, group=1):
    """Return the gradient of a convolution's input: what its outputs make of an image of a size."""
    if pad_mode == "same":
        raise ValueError('pad_mode "same" depends on the size: give the padding')
    sides = (padding, padding) if isinstance(padding, int) else (padding[0], padding[2])
    sides = sides if pad_mode == "pad" else 0
    return torch.nn.grad.conv2d_input(size, weight, x, stride, sides, dilation, group)


class KeptDropout(nn.Dropout):
    """`nn.Dropout` by the rate that is kept, or by that which is dropped."""

    def __init__(self, keep_prob=0.5, p=None):
        super().__init__(1 - keep_prob if p is None else p)
