"""`GumbelCDF`."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.bijector import Bijector
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic
from ms2torch.nn.probability.distribution._utils.utils import check_greater_zero

__all__ = ["GumbelCDF"]


class GumbelCDF(Bijector):
    """Send a value to its place in a Gumbel distribution: exp(-exp(-(x - loc) / scale)).

    Args:
        loc (Union[float, list, numpy.ndarray, Tensor]): the place of the peak. Default: ``0.0``.
        scale (Union[float, list, numpy.ndarray, Tensor]): the scale, positive. Default: ``1.0``.
        name (str): name of the bijector. Default: ``"GumbelCDF"``.

    Raises:
        TypeError: if a parameter is not of a float type, or they are of more than one.
        ValueError: if `scale` is not positive.

    Source: mindspore.nn.probability.bijector.GumbelCDF, MindSpore 2.10
    """

    _shown = (("loc", "_loc"), ("scale", "_scale"))

    def __init__(self, loc: Any = 0.0, scale: Any = 1.0, name: str = "GumbelCDF") -> None:
        given = {"loc": loc, "scale": scale, "name": name, "param_dict": {"loc": loc, "scale": scale}}
        super().__init__(name=name, param=given)
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")
        check_greater_zero(self._scale, "scale")

    @property
    def loc(self) -> Tensor:
        """The place of the peak."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The scale."""
        return self._scale

    def _local(self, value: Any) -> tuple[Tensor, Tensor, Tensor]:
        x = self._check_value_dtype(value)
        return x, self.cast_param_by_value(x, self.loc), self.cast_param_by_value(x, self.scale)

    def _forward(self, x: Any) -> Tensor:
        value, loc, scale = self._local(x)
        return exp_generic(-exp_generic(-(value - loc) / scale))

    def _inverse(self, y: Any) -> Tensor:
        value, loc, scale = self._local(y)
        return loc - scale * log_generic(-log_generic(value))

    def _forward_log_jacobian(self, x: Any) -> Tensor:
        value, loc, scale = self._local(x)
        z = (value - loc) / scale
        return -z - exp_generic(-z) - log_generic(scale)

    def _inverse_log_jacobian(self, y: Any) -> Tensor:
        value, _, scale = self._local(y)
        return log_generic(scale / (-value * log_generic(value)))
