"""`Invert`."""

from __future__ import annotations

from typing import Any

from ms2torch._checkparam import check_value_type
from ms2torch.nn.probability.bijector.bijector import Bijector

__all__ = ["Invert"]


class Invert(Bijector):
    """Go the other way.

    Args:
        bijector (Bijector): the bijector.
        name (str): name of this one. Default ``""``: that of `bijector` after "Invert".

    Raises:
        TypeError: if `bijector` is none.

    Source: mindspore.nn.probability.bijector.Invert, MindSpore 2.10
    """

    def __init__(self, bijector: Any, name: str = "") -> None:
        check_value_type("bijector", bijector, [Bijector], "Invert")
        name = name or "Invert" + bijector.name
        super().__init__(
            is_constant_jacobian=bijector.is_constant_jacobian,
            is_injective=bijector.is_injective,
            name=name,
            dtype=bijector.dtype,
            param={"bijector": bijector, "name": name},
        )
        self._bijector = bijector
        self._batch_shape = bijector.batch_shape
        self._is_scalar_batch = bijector.is_scalar_batch

    @property
    def bijector(self) -> Any:
        """The bijector that is undone."""
        return self._bijector

    def forward(self, x: Any) -> Any:
        """Return what values came from in the bijector.

        Args:
            x (Tensor): the values.

        Source: mindspore.nn.probability.bijector.Invert.forward, MindSpore 2.10
        """
        return self.bijector("inverse", x)

    def inverse(self, y: Any) -> Any:
        """Return what values become in the bijector.

        Args:
            y (Tensor): the values.

        Source: mindspore.nn.probability.bijector.Invert.inverse, MindSpore 2.10
        """
        return self.bijector("forward", y)

    def forward_log_jacobian(self, x: Any) -> Any:
        """Return the logarithm of the derivative of the bijector's inverse.

        Args:
            x (Tensor): the values.

        Source: mindspore.nn.probability.bijector.Invert.forward_log_jacobian, MindSpore 2.10
        """
        return self.bijector("inverse_log_jacobian", x)

    def inverse_log_jacobian(self, y: Any) -> Any:
        """Return the logarithm of the bijector's derivative.

        Args:
            y (Tensor): the values.

        Source: mindspore.nn.probability.bijector.Invert.inverse_log_jacobian, MindSpore 2.10
        """
        return self.bijector("forward_log_jacobian", y)
