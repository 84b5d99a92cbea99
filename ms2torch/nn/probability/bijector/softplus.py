"""`Softplus`."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.bijector import Bijector
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic, softplus_generic
from ms2torch.ops.function.math import unary as math_unary
from ms2torch.ops.function.nn import activation

__all__ = ["Softplus"]


class Softplus(Bijector):
    """Send x to log(1 + exp(sharpness * x)) / sharpness.

    Args:
        sharpness (Union[float, list, numpy.ndarray, Tensor]): how near the bend is to a corner. Default: ``1.0``.
        name (str): name of the bijector. Default: ``"Softplus"``.

    Raises:
        TypeError: if a parameter is not of a float type, or they are of more than one.

    Source: mindspore.nn.probability.bijector.Softplus, MindSpore 2.10
    """

    _shown = (("sharpness", "_sharpness"),)

    def __init__(self, sharpness: Any = 1.0, name: str = "Softplus") -> None:
        given = {"sharpness": sharpness, "name": name, "param_dict": {"sharpness": sharpness}}
        super().__init__(name=name, param=given)
        self._sharpness = self._add_parameter(sharpness, "sharpness")

    @property
    def sharpness(self) -> Tensor:
        """How near the bend is to a corner."""
        return self._sharpness

    def _local(self, value: Any) -> tuple[Tensor, Tensor]:
        """Return the values times the sharpness, and the sharpness."""
        x = self._check_value_dtype(value)
        sharpness = self.cast_param_by_value(x, self.sharpness)
        return sharpness * x, sharpness

    def _softplus(self, x: Tensor) -> Tensor:
        return softplus_generic(x)

    def _inverse_softplus(self, x: Tensor) -> Tensor:
        return x + log_generic(math_unary.expm1(-x).abs())

    def _forward(self, x: Any) -> Tensor:
        scaled, sharpness = self._local(x)
        return self._softplus(scaled) / sharpness

    def _inverse(self, y: Any) -> Tensor:
        scaled, sharpness = self._local(y)
        return self._inverse_softplus(scaled) / sharpness

    def _forward_log_jacobian(self, x: Any) -> Tensor:
        return activation.logsigmoid(self._local(x)[0])

    def _inverse_log_jacobian(self, y: Any) -> Tensor:
        scaled, _ = self._local(y)
        return scaled - self._inverse_softplus(scaled)
