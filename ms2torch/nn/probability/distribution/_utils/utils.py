"""Checks that distributions and bijectors share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.dtype import Type
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.ops.primitive import Primitive

__all__ = [
    "cast_to_tensor", "check_distribution_name", "check_greater", "check_greater_equal_zero", "check_greater_zero",
    "check_prob", "check_rank", "check_sum_equal_one", "check_tensor", "check_tuple", "clamp_probs",
    "raise_none_error", "raise_not_defined", "raise_not_impl_error", "raise_not_implemented_util", "raise_type_error",
    "set_param_type",
]  # fmt: skip


def cast_to_tensor(t: Any, hint_type: Type = mstype.float32) -> Tensor:
    """Return numbers as a Tensor of a type; a Parameter as it is.

    Raises:
        ValueError: if there are none.
        TypeError: if they are of another kind.
    """
    if t is None:
        msg = "Input cannot be None in cast_to_tensor"
        raise ValueError(msg)
    if isinstance(t, Parameter):
        return t
    if isinstance(t, bool):
        msg = "Input cannot be Type Bool"
        raise TypeError(msg)
    if isinstance(t, (Tensor, np.ndarray, list, int, float)):
        return Tensor(t, dtype=hint_type)
    msg = f"Unable to convert input of type {type(t)} to a Tensor of type {hint_type}"
    raise TypeError(msg)


def set_param_type(args: Mapping[str, Any], hint_type: Type | None) -> Type:
    """Return the type in which a distribution computes: that of its parameters, else `hint_type`; float32 for integers.

    Raises:
        TypeError: if parameters are of more than one type.
    """
    integers = mstype.int_type + mstype.uint_type
    common = None
    for name, arg in args.items():
        if not hasattr(arg, "dtype"):
            continue
        found = Tensor(arg).dtype if isinstance(arg, np.ndarray) else arg.dtype
        if common is None:
            common = found
        elif found != common:
            msg = f"{name} should have the same dtype as other arguments."
            raise TypeError(msg)
    if common is None:
        return mstype.float32 if hint_type is None or hint_type in integers else hint_type
    return mstype.float32 if common in integers or common == mstype.float64 else common


def check_greater_equal_zero(value: Tensor, name: str) -> None:
    """Check that no number is negative.

    Raises:
        ValueError: if one is.
    """
    if bool((value._t.detach() < 0).any()):
        msg = f"{name} must be greater than or equal to zero."
        raise ValueError(msg)


def check_greater_zero(value: Tensor, name: str) -> None:
    """Check that all numbers are positive.

    Raises:
        ValueError: if one is not.
    """
    if not bool((value._t.detach() > 0).all()):
        msg = f"{name} must be greater than zero."
        raise ValueError(msg)


def check_greater(a: Tensor, b: Tensor, name_a: str, name_b: str) -> None:
    """Check that `b` is greater than `a`; Parameters are taken on trust.

    Raises:
        ValueError: if it is not.
    """
    if not isinstance(a, Parameter) and not isinstance(b, Parameter) and not bool((a._t < b._t).all()):
        msg = f"{name_a} must be less than {name_b}"
        raise ValueError(msg)


def check_prob(p: Tensor) -> None:
    """Check that all numbers are between 0 and 1.

    Raises:
        ValueError: if one is not.
    """
    values = p._t.detach()
    if not bool((values > 0).all()):
        msg = "Probabilities must be greater than zero"
        raise ValueError(msg)
    if not bool((values < 1).all()):
        msg = "Probabilities must be less than one"
        raise ValueError(msg)


def check_sum_equal_one(probs: Any) -> None:
    """Check that the probabilities of the categories make one.

    Raises:
        ValueError: if they do not.
    """
    values = probs.asnumpy() if isinstance(probs, Tensor) else np.asarray(probs)
    total = np.sum(values, axis=-1)
    eps = np.finfo(total.dtype).eps
    if not np.allclose(total, 1.0, rtol=eps * 10, atol=eps):
        msg = "Probabilities for each category should sum to one for Categorical distribution."
        raise ValueError(msg)


def check_rank(probs: Tensor) -> None:
    """Check that there is a dimension of categories.

    Raises:
        ValueError: if there is none.
    """
    if probs.ndim == 0:
        msg = "probs for Categorical distribution must have rank >= 1."
        raise ValueError(msg)


def clamp_probs(probs: Tensor) -> Tensor:
    """Return probabilities that are neither 0 nor 1."""
    eps = torch.finfo(probs._t.dtype).eps
    return wrap(probs._t.clamp(eps, 1 - eps))


def check_distribution_name(name: str | None, expected_name: str) -> None:
    """Check that the other distribution is of the same kind.

    Raises:
        ValueError: if it is not.
    """
    if name is None:
        msg = "Input dist must be a constant which is not None."
        raise ValueError(msg)
    if name != expected_name:
        msg = f"Expected dist input is {expected_name}, but got {name}."
        raise ValueError(msg)


def check_tensor(x: Any, name: str) -> Any:
    """Return `x`, a Tensor or None.

    Raises:
        TypeError: if it is something else.
    """
    if x is None or isinstance(x, Tensor):
        return x
    msg = f"For {name}, input type must be a Tensor or Parameter."
    raise TypeError(msg)


def check_tuple(x: Any, name: str) -> tuple[int, ...]:
    """Return `x`, a tuple.

    Raises:
        TypeError: if it is something else.
    """
    if isinstance(x, tuple):
        return x
    msg = f"For {name}, input type must be a tuple."
    raise TypeError(msg)


def raise_none_error(name: str) -> NoReturn:
    """Tell that a parameter is neither in the distribution nor in the call."""
    msg = (
        f"the type {name} must be subclass of Tensor. It can not be None since it is not specified during "
        "initialization."
    )
    raise TypeError(msg)


def raise_not_impl_error(name: str) -> NoReturn:
    """Tell that a function needs a linear transformation."""
    msg = f"{name} function must be implemented for non-linear transformation"
    raise ValueError(msg)


def raise_not_implemented_util(func_name: str, obj: str, *_args: Any, **_kwargs: Any) -> NoReturn:
    """Tell that a distribution does not have a function."""
    msg = f"{func_name} is not implemented for {obj} distribution."
    raise NotImplementedError(msg)


def raise_type_error(name: str, cur_type: Any, required_type: Any) -> NoReturn:
    """Tell that something is of another type."""
    msg = f"For {name} , the type must be or be subclass of {required_type}, but got {cur_type}"
    raise TypeError(msg)


def raise_not_defined(func_name: str, obj: str, *_args: Any, **_kwargs: Any) -> NoReturn:
    """Tell that a distribution has no such number."""
    msg = f"{func_name} is undefined for {obj} distribution."
    raise ValueError(msg)


def made_of(seed: int | None, dtype: Any, name: str, **numbers: Any) -> dict[str, Any]:
    """Return what a distribution keeps of its making.

    Args:
        seed (int, None): seed of the samples.
        dtype (mindspore.dtype): type of the values.
        name (str): name of the distribution.
        numbers (Any): the parameters by name.
    """
    return {**numbers, "seed": seed, "dtype": dtype, "name": name, "param_dict": numbers}


class CheckTuple(Primitive):
    """Return a tuple, and refuse anything else."""

    def __init__(self) -> None:
        super().__init__("CheckTuple")

    def __call__(self, x: Any, name: str) -> Any:
        """Check the value.

        Args:
            x (tuple): the value.
            name (str): who asks, for the message.

        Raises:
            TypeError: if it is no tuple.
        """
        check_tuple(x, name)
        return x


class CheckTensor(Primitive):
    """Return a Tensor, and refuse anything else."""

    def __init__(self) -> None:
        super().__init__("CheckTensor")

    def __call__(self, x: Any, name: str) -> Any:
        """Check the value.

        Args:
            x (Tensor): the value.
            name (str): who asks, for the message.

        Raises:
            TypeError: if it is no Tensor.
        """
        check_tensor(x, name)
        return x
