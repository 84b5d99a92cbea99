"""`PowerTransform`."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.bijector import Bijector
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_greater_equal_zero
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["PowerTransform"]


class PowerTransform(Bijector):
    """Send x to (1 + x * power) ** (1 / power); for power 0 to exp(x).

    Args:
        power (Union[float, list, numpy.ndarray, Tensor]): the power, not negative. Default: ``0.0``.
        name (str): name of the bijector. Default: ``"PowerTransform"``.

    Raises:
        TypeError: if a parameter is not of a float type, or they are of more than one.
        ValueError: if `power` is negative.

    Source: mindspore.nn.probability.bijector.PowerTransform, MindSpore 2.10
    """

    _shown = (("power", "_power"),)

    def __init__(self, power: Any = 0.0, name: str = "PowerTransform") -> None:
        given = {"power": power, "name": name, "param_dict": {"power": power}}
        super().__init__(name=name, param=given)
        self._power = self._add_parameter(power, "power")
        check_greater_equal_zero(self._power, "Power")

    @property
    def power(self) -> Tensor:
        """The power."""
        return self._power

    def _local(self, value: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Return the values, the power, and one that can be divided by."""
        x = self._check_value_dtype(value)
        power = self.cast_param_by_value(x, self.power)
        return x, power, select(power == 0.0, 1.0, power)

    def _forward(self, x: Any) -> Tensor:
        value, power, safe = self._local(x)
        return select(power == 0.0, exp_generic(value), exp_generic(math_unary.log1p(value * safe) / safe))

    def _inverse(self, y: Any) -> Tensor:
        value, power, safe = self._local(y)
        log = log_generic(value)
        return select(power == 0.0, log, math_unary.expm1(log * safe) / safe)

    def _forward_log_jacobian(self, x: Any) -> Tensor:
        value, power, safe = self._local(x)
        return select(power == 0.0, value, (1.0 / safe - 1) * math_unary.log1p(value * safe))

    def _inverse_log_jacobian(self, y: Any) -> Tensor:
        value, power, _ = self._local(y)
        return (power - 1) * log_generic(value)
