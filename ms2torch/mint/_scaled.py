"""`add_ext` and `sub_ext`: mint's functions with `alpha` by position too."""

from __future__ import annotations

from ms2torch._core.base import Number
from ms2torch._core.tensor_type import Tensor
from ms2torch.mint import _math


def add_ext(input: Tensor | Number, other: Tensor | Number, alpha: Number = 1) -> Tensor:
    """Add `alpha` times `other`.

    Args:
        input (Union[Tensor, number.Number, bool]): the first summand.
        other (Union[Tensor, number.Number, bool]): the second, before `alpha`.
        alpha (number.Number): the factor. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.ops.auto_generate.add_ext, MindSpore 2.10
    """
    return _math.add(input, other, alpha=alpha)


def sub_ext(input: Tensor | Number, other: Tensor | Number, alpha: Number = 1) -> Tensor:
    """Subtract `alpha` times `other`.

    Args:
        input (Union[Tensor, number.Number, bool]): what to subtract from.
        other (Union[Tensor, number.Number, bool]): what to subtract, before `alpha`.
        alpha (number.Number): the factor. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.ops.auto_generate.sub_ext, MindSpore 2.10
    """
    return _math.sub(input, other, alpha=alpha)
