"""Elementwise arithmetic, powers, comparisons and matrix products."""

from __future__ import annotations

import torch

from ms2torch._errors import op_error
from ms2torch.common._base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch.common._convert import operand
from ms2torch.common.tensor_type import Tensor


def abs(input: Tensor) -> Tensor:
    """Compute the absolute value of each element.

    Args:
        input (Tensor): of any shape and number type.

    Returns:
        Tensor, same shape and type; the moduli of a complex input stay complex.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.abs, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.abs(t).to(t.dtype) if t.is_complex() else torch.abs(t))


def add(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Add two tensors or a tensor and a number element by element, with broadcasting and type promotion.

    Args:
        input (Union[Tensor, Number, bool]): first term.
        other (Union[Tensor, Number, bool]): second term, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor, a number nor a bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.add, MindSpore 2.10
    """
    try:
        return wrap(torch.add(unwrap_or_scalar(input), unwrap_or_scalar(other)))
    except RuntimeError as error:
        raise op_error("ops.add", error, input=input, other=other) from None


def sub(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Subtract `other` from `input` element by element, with broadcasting and type promotion.

    Args:
        input (Union[Tensor, Number, bool]): what to subtract from.
        other (Union[Tensor, Number, bool]): what to subtract.

    Returns:
        Tensor of the broadcast shape and the promoted type. A bool side counts as 0 and 1.

    Raises:
        TypeError: if an argument is neither a Tensor, a number nor a bool, or both are bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.sub, MindSpore 2.10
    """
    a, b = unwrap_or_scalar(input), unwrap_or_scalar(other)
    try:
        return wrap(torch.sub(a, b))
    except RuntimeError as error:
        if torch.bool in (getattr(a, "dtype", None), getattr(b, "dtype", None)) or isinstance(a, bool | int):
            return _sub_bool(a, b)
        raise op_error("ops.sub", error, input=input, other=other) from None


def mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiply two tensors or a tensor and a number element by element.

    Args:
        input (Union[Tensor, Number, bool]): first factor.
        other (Union[Tensor, Number, bool]): second factor, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor, a number nor a bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.mul, MindSpore 2.10
    """
    try:
        return wrap(torch.mul(unwrap_or_scalar(input), unwrap_or_scalar(other)))
    except RuntimeError as error:
        raise op_error("ops.mul", error, input=input, other=other) from None


def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
    """Divide `input` by `other` element by element.

    Args:
        input (Union[Tensor, Number, bool]): the dividend.
        other (Union[Tensor, Number, bool]): the divisor.

    Keyword Args:
        rounding_mode (str, optional): ``None``: true division, integers give float32; ``"floor"`` or ``"trunc"``
            round the quotient. Default: ``None``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        ValueError: if `rounding_mode` is another word, or the shapes do not broadcast.

    Source: mindspore.ops.div, MindSpore 2.10
    """
    if rounding_mode not in (None, "floor", "trunc"):
        msg = f"ops.div: rounding_mode must be None, 'floor' or 'trunc', got {rounding_mode!r}"
        raise ValueError(msg)
    try:
        return wrap(torch.div(unwrap_or_scalar(input), unwrap_or_scalar(other), rounding_mode=rounding_mode))
    except RuntimeError as error:
        raise op_error("ops.div", error, input=input, other=other) from None


def exp(input: Tensor) -> Tensor:
    """Compute e to the power of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Source: mindspore.ops.exp, MindSpore 2.10
    """
    return wrap(torch.exp(unwrap(input)))


def log(input: Tensor) -> Tensor:
    """Compute the natural logarithm of each element; nan below zero, -inf at zero.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Source: mindspore.ops.log, MindSpore 2.10
    """
    return wrap(torch.log(unwrap(input)))


def sqrt(x: Tensor) -> Tensor:
    """Compute the square root of each element; nan below zero.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Source: mindspore.ops.sqrt, MindSpore 2.10
    """
    return wrap(torch.sqrt(unwrap(x)))


def square(input: Tensor) -> Tensor:
    """Compute the square of each element.

    Args:
        input (Tensor): of any shape and number type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.square, MindSpore 2.10
    """
    return wrap(torch.square(unwrap(input)))


def pow(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """Raise each element of `input` to the power `exponent`.

    Args:
        input (Union[Tensor, Number]): the base.
        exponent (Union[Tensor, Number]): the exponent, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.pow, MindSpore 2.10
    """
    try:
        return wrap(torch.pow(unwrap_or_scalar(input), unwrap_or_scalar(exponent)))
    except RuntimeError as error:
        raise op_error("ops.pow", error, input=input, exponent=exponent) from None


def maximum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the larger of two elements, element by element; nan where either is nan.

    Args:
        input (Union[Tensor, Number, bool]): first candidate.
        other (Union[Tensor, Number, bool]): second candidate, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.maximum, MindSpore 2.10
    """
    a, b = tensor_pair(input, other)
    try:
        return wrap(torch.maximum(a, b))
    except RuntimeError as error:
        raise op_error("ops.maximum", error, input=input, other=other) from None


def minimum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the smaller of two elements, element by element; nan where either is nan.

    Args:
        input (Union[Tensor, Number, bool]): first candidate.
        other (Union[Tensor, Number, bool]): second candidate, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.minimum, MindSpore 2.10
    """
    a, b = tensor_pair(input, other)
    try:
        return wrap(torch.minimum(a, b))
    except RuntimeError as error:
        raise op_error("ops.minimum", error, input=input, other=other) from None


def matmul(input: Tensor, other: Tensor) -> Tensor:
    """Multiply two matrices, or batches of them, or vectors.

    Args:
        input (Tensor): shape :math:`(*, n, k)` or :math:`(k)`.
        other (Tensor): shape :math:`(*, k, m)` or :math:`(k)`; the batch dimensions broadcast.

    Returns:
        Tensor of shape :math:`(*, n, m)`, without the dimensions that vectors lack.

    Raises:
        ValueError: if the inner dimensions differ or the batches do not broadcast.

    Source: mindspore.ops.matmul, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(other)
    if a.dtype != b.dtype:
        common = torch.promote_types(a.dtype, b.dtype)
        a, b = a.to(common), b.to(common)
    try:
        return wrap(torch.matmul(a, b))
    except RuntimeError as error:
        raise op_error("ops.matmul", error, input=input, other=other) from None


def tensor_pair(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both operands as torch tensors; a Python number takes part as a weakly typed 0-d tensor.

    For the torch functions that refuse Python numbers.
    """
    x, y = operand(a), operand(b)
    if not isinstance(x, torch.Tensor):
        like = y if isinstance(y, torch.Tensor) else torch.tensor(y)
        x = torch.tensor(x, dtype=torch.result_type(like, x), device=like.device)
    if not isinstance(y, torch.Tensor):
        y = torch.tensor(y, dtype=torch.result_type(x, y), device=x.device)
    return x, y
