"""Normalisation."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, unwrap_optional, wrap
from ms2torch._core.casting import differ
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import by_bits
from ms2torch._errors import op_error


def batch_norm(
    input_x: Tensor,
    running_mean: Tensor,
    running_var: Tensor,
    weight: Tensor,
    bias: Tensor,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalise each channel over the batch.

    Args:
        input_x (Tensor): shape :math:`(N, C, *)`.
        running_mean (Tensor): shape :math:`(C,)`; updated in training.
        running_var (Tensor): shape :math:`(C,)`; updated in training.
        weight (Tensor): shape :math:`(C,)`.
        bias (Tensor): shape :math:`(C,)`.
        training (bool): use the statistics of the batch. Default: ``False``.
        momentum (float): share of the batch's statistics in the running ones. Default: ``0.1``.
        eps (float): added to the variance. Default: ``1e-5``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.batch_norm, MindSpore 2.10
    """
    try:
        # torch.batch_norm rather than F.batch_norm, which refuses one value per channel; MindSpore gives the bias
        check_type(input_x, "ops.batch_norm")
        out = torch.batch_norm(
            unwrap(input_x), unwrap(weight), unwrap(bias), unwrap(running_mean).detach(), unwrap(running_var).detach(),
            training, momentum, eps, True,
        )  # fmt: skip
    except RuntimeError as error:
        raise op_error("ops.batch_norm", error, input_x=input_x, weight=weight) from None
    return wrap(out)


def layer_norm(
    input: Tensor,
    normalized_shape: int | Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    r"""Normalise over the last dimensions.

    Args:
        input (Tensor): shape :math:`(*, normalized\_shape)`.
        normalized_shape (Union[int, tuple[int], list[int]]): the sizes of the last dimensions.
        weight (Tensor, optional): of that shape; ``None``: ones. Default: ``None``.
        bias (Tensor, optional): of that shape; ``None``: zeros. Default: ``None``.
        eps (float): added to the variance. Default: ``1e-5``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.layer_norm, mindspore.mint.nn.functional.layer_norm, MindSpore 2.10
    """
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    try:
        return wrap(F.layer_norm(unwrap(input), shape, unwrap_optional(weight), unwrap_optional(bias), eps))
    except RuntimeError as error:
        raise op_error("ops.layer_norm", error, input=input, normalized_shape=shape) from None


def layer_norm_with_statistics(
    x: Tensor, gamma: Tensor, beta: Tensor, norm_axis: int, params_axis: int, epsilon: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the normalised tensor, the mean and the variance, as `ops.LayerNorm` does."""
    t, weight, offset = unwrap(x), unwrap(gamma), unwrap(beta)
    for name, axis in (("begin_norm_axis", norm_axis), ("begin_params_axis", params_axis)):
        if not -1 <= axis < t.ndim:
            msg = f"ops.LayerNorm: {name} must be in [-1, {t.ndim}), got {axis}"
            raise ValueError(msg)
    if tuple(t.shape[params_axis % t.ndim :]) != tuple(weight.shape):
        msg = (
            f"ops.LayerNorm: gamma must have the input's shape from begin_params_axis={params_axis} on, got "
            f"{tuple(weight.shape)} for an input of {tuple(t.shape)}"
        )
        raise ValueError(msg)
    over = list(range(norm_axis % t.ndim, t.ndim))
    wide = t.float() if t.dtype in (torch.float16, torch.bfloat16) else t  # what the statistics are given in
    variance, mean = torch.var_mean(wide, over, correction=0, keepdim=True)
    out = (wide - mean) * torch.rsqrt(variance + epsilon) * weight + offset
    return wrap(out.to(dtype=t.dtype)), wrap(mean), wrap(variance)


def group_norm(
    input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """Normalise groups of channels of each sample.

    Args:
        input (Tensor): shape :math:`(N, C, *)`.
        num_groups (int): groups; divides the channels.
        weight (Tensor, optional): shape :math:`(C,)`; ``None``: ones. Default: ``None``.
        bias (Tensor, optional): shape :math:`(C,)`; ``None``: zeros. Default: ``None``.
        eps (float): added to the variance. Default: ``1e-5``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if the channels are not divisible, or the shapes do not fit.

    Source: mindspore.ops.group_norm, mindspore.mint.nn.functional.group_norm, MindSpore 2.10
    """
    try:
        # torch.group_norm rather than F.group_norm, which refuses one value per group
        return wrap(torch.group_norm(unwrap(input), num_groups, unwrap_optional(weight), unwrap_optional(bias), eps))
    except RuntimeError as error:
        raise op_error("ops.group_norm", error, input=input, num_groups=num_groups) from None


def rms_norm(x: Tensor, gamma: Tensor, epsilon: float = 1e-6) -> tuple[Tensor, Tensor]:
    """Divide by the root of the mean square over the last dimensions, and multiply by a weight.

    Args:
        x (Tensor): of any shape.
        gamma (Tensor): the weight, whose shape is the end of that of `x`.
        epsilon (float): added to the mean square. Default: ``1e-6``.

    Returns:
        tuple of two Tensors: the result, and the reciprocal of the root, of float32.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.rms_norm, MindSpore 2.10
    """
    t, weight = unwrap(x), unwrap(gamma)
    if not weight.ndim or tuple(t.shape[-weight.ndim :]) != tuple(weight.shape):
        msg = f"ops.rms_norm: gamma must have the last dimensions of x, got {tuple(weight.shape)} and {tuple(t.shape)}"
        raise ValueError(msg)
    wide = t if t.dtype == torch.float64 else t.float()
    over = list(range(t.ndim - weight.ndim, t.ndim))
    reciprocal = torch.rsqrt(wide.square().mean(over, keepdim=True) + epsilon)
    return wrap((wide * reciprocal).to(dtype=t.dtype) * weight), wrap(reciprocal)


def add_rms_norm(x1: Tensor, x2: Tensor, gamma: Tensor, epsilon: float = 1e-6) -> tuple[Tensor, Tensor, Tensor]:
    """Add two tensors and apply `rms_norm` to the sum.

    Args:
        x1 (Tensor): first term.
        x2 (Tensor): second term, of the same shape.
        gamma (Tensor): the weight, whose shape is the end of that of `x1`.
        epsilon (float): added to the mean square. Default: ``1e-6``.

    Returns:
        tuple of three Tensors: the result, the reciprocal of the root, and the sum.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.add_rms_norm, MindSpore 2.10
    """
    total = wrap(unwrap(x1) + unwrap(x2))
    out, reciprocal = rms_norm(total, gamma, epsilon)
    return out, reciprocal, total


def lrn(
    x: Tensor,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
) -> Tensor:
    """Divide each element by (bias + alpha * sum of squares over neighbouring channels) ** beta.

    Args:
        x (Tensor): shape :math:`(N, C, H, W)`.
        depth_radius (int): neighbours on each side. Default: ``5``.
        bias (float): added to the sum. Default: ``1.0``.
        alpha (float): factor of the sum; not divided by the number of channels as torch's is. Default: ``1.0``.
        beta (float): the power. Default: ``0.5``.
        norm_region (str): only ``"ACROSS_CHANNELS"``. Default: ``"ACROSS_CHANNELS"``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `depth_radius` is negative, `norm_region` another word, or the input has not four dimensions.

    Source: mindspore.ops.lrn, MindSpore 2.10
    """
    t = admitted(x, "ops.lrn")
    if isinstance(depth_radius, bool) or not isinstance(depth_radius, int):
        msg = f"ops.lrn: depth_radius must be an int, got {depth_radius!r}"
        raise TypeError(msg)
    for name, value in (("bias", bias), ("alpha", alpha), ("beta", beta)):
        if not isinstance(value, float):
            msg = f"ops.lrn: {name} must be a float, got {value!r}"
            raise TypeError(msg)
    if depth_radius < 0 or norm_region != "ACROSS_CHANNELS" or t.ndim != 4:
        msg = (
            "ops.lrn needs depth_radius >= 0, norm_region 'ACROSS_CHANNELS' and an input of four dimensions, got "
            f"{depth_radius}, {norm_region!r} and shape {tuple(t.shape)}"
        )
        raise ValueError(msg)
    size = 2 * depth_radius + 1
    wide = t.float() if t.dtype is torch.float16 else t  # torch has no kernel for it
    return wrap(F.local_response_norm(wide, size, alpha * size, beta, bias).to(dtype=t.dtype))


def l2_normalize(x: Tensor, axis: int, epsilon: float) -> Tensor:
    """Divide by the root of the sum of squares along an axis, or of `epsilon` where that is larger."""
    t = unwrap(x)
    if not -t.ndim <= axis < t.ndim:
        msg = f"ops.L2Normalize: axis must be in [{-t.ndim}, {t.ndim}), got {axis}"
        raise ValueError(msg)
    return wrap(t * torch.rsqrt(t.square().sum(axis, keepdim=True).clamp(min=epsilon)))


def bias_add(input_x: Tensor, bias: Tensor) -> Tensor:
    """Add a vector to dimension 1.

    Args:
        input_x (Tensor): shape :math:`(N, C, *)`, of 2 to 5 dimensions.
        bias (Tensor): shape :math:`(C,)`, of the same type.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if the types differ.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.bias_add, MindSpore 2.10
    """
    return add_bias("ops.bias_add", input_x, bias, 1)


def add_bias(op: str, input_x: Tensor, bias: Tensor, dim: int) -> Tensor:
    """Add a vector to one dimension; the checks of `ops.BiasAdd`."""
    t, b = unwrap(input_x), unwrap(bias)
    if differ(t, b):
        msg = f"{op}: input_x and bias must be of the same type, got {t.dtype} and {b.dtype}"
        raise TypeError(msg)
    if not 2 <= t.ndim <= 5 or b.ndim != 1 or b.shape[0] != t.shape[dim]:
        msg = (
            f"{op}: bias must have one dimension, as long as the channels of an input of 2 to 5 dimensions; got "
            f"shapes {tuple(b.shape)} and {tuple(t.shape)}"
        )
        raise ValueError(msg)
    dim %= t.ndim
    if dim == t.ndim - 1:
        return wrap(by_bits(torch.add, t, b))
    return wrap(by_bits(torch.add, t, b.view(-1, *(1,) * (t.ndim - 1 - dim))))
