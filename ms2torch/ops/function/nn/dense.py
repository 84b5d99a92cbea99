"""Dense and bilinear products."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def dense(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Multiply by the transposed weight matrix and add a bias.

    Args:
        input (Tensor): shape :math:`(*, in)`.
        weight (Tensor): shape :math:`(out, in)` or :math:`(in,)`.
        bias (Tensor, optional): shape :math:`(out,)`, or 0-d. Default: ``None``.

    Returns:
        Tensor of shape :math:`(*, out)`, or :math:`(*)`.

    Raises:
        TypeError: if the types differ.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.dense, MindSpore 2.10
    """
    try:
        return wrap(F.linear(unwrap(input), unwrap(weight), None if bias is None else unwrap(bias)))
    except RuntimeError as error:
        raise op_error("ops.dense", error, input=input, weight=weight, bias=bias) from None


def bidense(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Multiply two inputs by a weight from both sides, and add a bias.

    Args:
        input1 (Tensor): shape :math:`(*, in_1)`.
        input2 (Tensor): shape :math:`(*, in_2)`, alike but for the last dimension.
        weight (Tensor): shape :math:`(out, in_1, in_2)`.
        bias (Tensor, optional): shape :math:`(out,)`. Default: ``None``.

    Returns:
        Tensor of shape :math:`(*, out)`.

    Raises:
        TypeError: if an input is no Tensor, or the types differ.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.bidense, MindSpore 2.10
    """
    b = None if bias is None else unwrap(bias)
    x, y, w = unwrap(input1), unwrap(input2), unwrap(weight)
    try:
        if b is None and x.dtype is w.dtype is not y.dtype:  # what is multiplied last is promoted
            kind = torch.promote_types(x.dtype, y.dtype)
            return wrap(F.bilinear(x.to(dtype=kind), y.to(dtype=kind), w.to(dtype=kind)))
        return wrap(F.bilinear(x, y, w, b))
    except RuntimeError as error:
        raise op_error("ops.bidense", error, input1=input1, input2=input2, weight=weight, bias=bias) from None
