"""`Bijector`: what all bijectors have in common."""

from __future__ import annotations

import importlib
from typing import Any

import torch

from ms2torch._checkparam import check_type_name, check_value_type
from ms2torch._core import dtype as mstype
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.probability.distribution._utils.utils import cast_to_tensor, check_tensor, raise_type_error
from ms2torch.nn.probability.distribution.distribution import Distribution

__all__ = ["Bijector"]


class Bijector(Cell):
    """Base of the bijectors: asked by name, ``bijector("forward", value)``, or by method.

    A subclass defines some of `_forward`, `_inverse`, `_forward_log_jacobian` and `_inverse_log_jacobian`. Called
    with a distribution it gives the distribution of the values that come out.

    Args:
        is_constant_jacobian (bool): the derivative is the same everywhere. Default: ``False``.
        is_injective (bool): no two values go to the same. Default: ``True``.
        name (str, optional): name of the bijector. Needed, although the default is ``None``.
        dtype (mindspore.dtype, optional): type of the values. Default ``None``: any float type.
        param (dict, optional): what the bijector was made of; its parameters under ``"param_dict"``. Default: ``None``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.nn.probability.bijector.Bijector, MindSpore 2.10
    """

    # what `repr` shows of a bijector of numbers: word and attribute
    _shown: tuple[tuple[str, str], ...] = ()

    def __init__(
        self,
        is_constant_jacobian: bool = False,
        is_injective: bool = True,
        name: str | None = None,
        dtype: Any = None,
        param: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        check_value_type("name", name, [str], type(self).__name__)
        check_value_type("is_constant_jacobian", is_constant_jacobian, [bool], name)
        check_value_type("is_injective", is_injective, [bool], name)
        if dtype is not None:
            check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        given = {} if param is None else param
        self._name = name
        self._dtype = dtype
        self._given = {k: v for k, v in given.items() if k not in ("self", "param") and not k.startswith("_")}
        self.default_parameters: list[Any] = []
        self.parameter_names: list[str] = []
        self.common_dtype: Any = None
        numbers = self._given.get("param_dict")
        self._batch_shape = None if numbers is None else _batch_shape(numbers)
        self._is_scalar_batch = numbers is not None and all(
            v is None or isinstance(v, (int, float)) for v in numbers.values()
        )
        self._is_constant_jacobian = is_constant_jacobian
        self._is_injective = is_injective

    @property
    def name(self) -> str | None:
        """The name."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The type of the values; None: any float type."""
        return self._dtype

    @property
    def parameters(self) -> Any:
        """What the bijector was made of, by name."""
        return self._given

    @property
    def is_constant_jacobian(self) -> bool:
        """Whether the derivative is the same everywhere."""
        return self._is_constant_jacobian

    @property
    def is_injective(self) -> bool:
        """Whether no two values go to the same."""
        return self._is_injective

    @property
    def batch_shape(self) -> tuple[int, ...] | None:
        """The shape that the parameters broadcast to."""
        return self._batch_shape

    @property
    def is_scalar_batch(self) -> bool:
        """Whether all parameters are numbers."""
        return self._is_scalar_batch

    def extend_repr(self) -> str:
        """Describe the bijector.

        Source: mindspore.nn.probability.bijector.Bijector.extend_repr, MindSpore 2.10
        """
        if not self._shown:
            return ""
        if not self.is_scalar_batch:
            return f"batch_shape = {self.batch_shape}"
        return ", ".join(f"{word} = {getattr(self, name)}" for word, name in self._shown)

    def shape_mapping(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return the shape that values of a shape come out in.

        Args:
            shape (tuple[int]): the shape of the values.

        Differs from MindSpore: its own bijectors end in an AttributeError here.

        Source: mindspore.nn.probability.bijector.Bijector.shape_mapping, MindSpore 2.10
        """
        return tuple(torch.broadcast_shapes(tuple(shape), self.batch_shape or ()))

    def cast_param_by_value(self, value: Tensor, para: Tensor) -> Tensor:
        """Return a parameter in the type of the values.

        Args:
            value (Tensor): the values.
            para (Tensor): the parameter.

        Source: mindspore.nn.probability.bijector.Bijector.cast_param_by_value, MindSpore 2.10
        """
        return para.astype(value.dtype)

    def _add_parameter(self, value: Any, name: str) -> Tensor:
        """Keep a parameter, and return it as a Tensor."""
        if isinstance(value, bool) or value is None:
            msg = f"{name} cannot be type {type(value)}"
            raise TypeError(msg)
        made = Tensor(value)
        if self.dtype is None:
            if self.common_dtype is None:
                self.common_dtype = made.dtype
            elif made.dtype != self.common_dtype:
                msg = f"{name} should have the same dtype as other arguments."
                raise TypeError(msg)
            check_type_name(f"dtype of {name}", made.dtype, mstype.float_type, type(self).__name__)
        elif made.dtype != self.dtype:
            msg = f"{name} should have the same dtype as the bijector's dtype."
            raise TypeError(msg)
        self.default_parameters.append(value)
        self.parameter_names.append(name)
        return made

    def _check_value_dtype(self, value: Any) -> Tensor:
        """Return `value`, a Tensor of the bijector's type."""
        check_tensor(value, "input value of bijector")
        if self.dtype is None:
            if value.dtype not in mstype.float_type:
                raise_type_error("input value of bijector", value.dtype, "float")
        elif value.dtype != self.dtype:
            raise_type_error("input value of bijector", value.dtype, self.dtype)
        return value

    def _check_value(self, value: Any, name: str) -> Any:
        """Return `value`, a Tensor."""
        return check_tensor(value, name)

    def _own(self, name: str, *args: Any, **kwargs: Any) -> Tensor:
        """Call what the subclass defines."""
        return getattr(self, name)(*args, **kwargs)

    def forward(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return what values become.

        Args:
            value (Tensor): the values.
            *args: what the subclass takes.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.bijector.Bijector.forward, MindSpore 2.10
        """
        return self._own("_forward", value, *args, **kwargs)

    def inverse(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return what values came from.

        Args:
            value (Tensor): the values.
            *args: what the subclass takes.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.bijector.Bijector.inverse, MindSpore 2.10
        """
        return self._own("_inverse", value, *args, **kwargs)

    def forward_log_jacobian(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the logarithm of the derivative.

        Args:
            value (Tensor): the values.
            *args: what the subclass takes.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.bijector.Bijector.forward_log_jacobian, MindSpore 2.10
        """
        return self._own("_forward_log_jacobian", value, *args, **kwargs)

    def inverse_log_jacobian(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the logarithm of the inverse's derivative.

        Args:
            value (Tensor): the values.
            *args: what the subclass takes.
            **kwargs: the same, by name.

        Source: mindspore.nn.probability.bijector.Bijector.inverse_log_jacobian, MindSpore 2.10
        """
        return self._own("_inverse_log_jacobian", value, *args, **kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return what a function of the bijector gives; for a distribution, that of the values that come out."""
        if args and isinstance(args[0], Distribution):
            # the module of that class imports this one
            module = importlib.import_module("ms2torch.nn.probability.distribution.transformed_distribution")
            return module.TransformedDistribution(self, args[0])
        return super().__call__(*args, **kwargs)

    def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return what a function of the bijector gives.

        Args:
            name (str): ``"forward"``, ``"inverse"``, ``"forward_log_jacobian"`` or ``"inverse_log_jacobian"``.
            *args: its arguments.
            **kwargs: the same, by name.

        Raises:
            ValueError: if the name is another.

        Source: mindspore.nn.probability.bijector.Bijector.construct, MindSpore 2.10
        """
        if name not in ("forward", "inverse", "forward_log_jacobian", "inverse_log_jacobian"):
            msg = f"Invalid name: '{type(self).__name__}' has no function {name!r}."
            raise ValueError(msg)
        return getattr(self, name)(*args, **kwargs)


def _batch_shape(numbers: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the shape that parameters broadcast to; None if one is missing."""
    if any(value is None for value in numbers.values()):
        return None
    return tuple(torch.broadcast_shapes(*(tuple(cast_to_tensor(value).shape) for value in numbers.values())))
