"""Convolutions, and normalization across devices step by step, of `mindspore.mint`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve images.

    Args:
        input (Tensor): of any shape.
        weight (Tensor): the weight.
        bias (Tensor, None): the bias; ``None``: none. Default: ``None``.
        stride (Any): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): zeros added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Any): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.mint.conv2d, MindSpore 2.10
    """
    offset = None if bias is None else unwrap(bias)
    try:
        return wrap(torch.conv2d(unwrap(input), unwrap(weight), offset, stride, padding, dilation, groups))
    except RuntimeError as error:
        raise op_error("mint.conv2d", error, input=input, weight=weight, groups=groups) from None


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """Convolve sequences of layout (time, batch, channels).

    Args:
        input (Tensor): of any shape.
        weight (Tensor): (kernel, channels in, channels out).
        bias (Tensor): (channels out).
        pad (int): zeros added on both sides. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.conv_tbc, MindSpore 2.10
    """
    return wrap(torch.conv_tbc(unwrap(input), unwrap(weight), unwrap(bias), pad))


def npu_gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Compute GELU.

    Args:
        input (Tensor): of any shape.
        approximate (str): ``'none'`` or ``'tanh'``. Default: ``'none'``.

    Returns:
        Tensor.

    Source: mindspore.mint.npu_gelu, MindSpore 2.10
    """
    return wrap(torch.nn.functional.gelu(unwrap(input), approximate=approximate))


def batch_norm_stats(input: Tensor, eps: float) -> tuple[Tensor, Tensor]:
    """Compute each channel's mean and the inverse of its standard deviation.

    Args:
        input (Tensor): (batch, channels, ...).
        eps (float): added to the denominator.

    Returns:
        tuple(Tensor, Tensor).

    Source: mindspore.mint.batch_norm_stats, MindSpore 2.10
    """
    x = admitted(input, "mint.batch_norm_stats")
    dims = [0, *range(2, x.ndim)]
    var, mean = torch.var_mean(x.float(), dims, correction=0)
    return wrap(mean), wrap(torch.rsqrt(var + eps))


def batch_norm_gather_stats_with_counts(
    input: Tensor,
    mean: Tensor,
    invstd: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    momentum: float = 0.1,
    eps: float = 1e-05,
    counts: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Merge the statistics of several devices, and move the running ones.

    Args:
        input (Tensor): not read; the statistics say everything.
        mean (Tensor): (devices, channels).
        invstd (Tensor): inverse standard deviations, (devices, channels).
        running_mean (Tensor, None): moved in place. Default: ``None``.
        running_var (Tensor, None): moved in place. Default: ``None``.
        momentum (float): weight of the new statistics in the running ones. Default: ``0.1``.
        eps (float): added to the denominator. Default: ``1e-05``.
        counts (Tensor): elements on each device; needed, though it has a default. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor): mean and inverse standard deviation.

    Raises:
        ValueError: without `counts`.

    Source: mindspore.mint.batch_norm_gather_stats_with_counts, MindSpore 2.10
    """
    check_type(input, "mint.batch_norm_gather_stats_with_counts")
    means, n = unwrap(mean).double(), None if counts is None else unwrap(counts).double()
    if n is None:
        msg = "mint.batch_norm_gather_stats_with_counts: `counts` is needed to weigh the devices"
        raise ValueError(msg)
    variances = unwrap(invstd).double().pow(-2) - eps
    total = n.sum()
    share = (n / total).unsqueeze(-1)
    whole = (means * share).sum(0)
    var = ((variances + (means - whole).square()) * share).sum(0)
    if running_mean is not None:
        old = unwrap(running_mean)
        old.mul_(1 - momentum).add_(whole.to(dtype=old.dtype), alpha=momentum)
    if running_var is not None:
        old = unwrap(running_var)
        old.mul_(1 - momentum).add_((var * total / (total - 1)).to(dtype=old.dtype), alpha=momentum)
    kind = unwrap(mean).dtype
    return wrap(whole.to(dtype=kind)), wrap(torch.rsqrt(var + eps).to(dtype=kind))


def batch_norm_elemt(
    input: Tensor,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    mean: Tensor | None = None,
    invstd: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Normalise with given statistics, then scale and shift.

    Args:
        input (Tensor): (batch, channels, ...).
        weight (Tensor, None): the weight. Default: ``None``.
        bias (Tensor, None): the bias; ``None``: none. Default: ``None``.
        mean (Tensor, None): each channel's mean. Default: ``None``.
        invstd (Tensor, None): the inverse of each channel's standard deviation. Default: ``None``.
        eps (float): not used, `invstd` holds it. Default: ``1e-05``.

    Returns:
        Tensor.

    Source: mindspore.mint.batch_norm_elemt, MindSpore 2.10
    """
    x = admitted(input, "mint.batch_norm_elemt")
    shape = (1, -1, *([1] * (x.ndim - 2)))
    out = x
    if mean is not None:
        out = out - unwrap(mean).view(shape)
    if invstd is not None:
        out = out * unwrap(invstd).view(shape)
    if weight is not None:
        out = out * unwrap(weight).view(shape)
    if bias is not None:
        out = out + unwrap(bias).view(shape)
    return wrap(out.to(dtype=x.dtype))
