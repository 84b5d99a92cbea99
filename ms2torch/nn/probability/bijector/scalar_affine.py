"""`ScalarAffine`."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.bijector import Bijector
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic

__all__ = ["ScalarAffine"]


class ScalarAffine(Bijector):
    """Send x to scale * x + shift.

    Args:
        scale (Union[float, list, numpy.ndarray, Tensor]): the factor. Default: ``1.0``.
        shift (Union[float, list, numpy.ndarray, Tensor]): what is added. Default: ``0.0``.
        name (str): name of the bijector. Default: ``"ScalarAffine"``.

    Raises:
        TypeError: if a parameter is not of a float type, or they are of more than one.

    Source: mindspore.nn.probability.bijector.ScalarAffine, MindSpore 2.10
    """

    _shown = (("scale", "_scale"), ("shift", "_shift"))

    def __init__(self, scale: Any = 1.0, shift: Any = 0.0, name: str = "ScalarAffine") -> None:
        given = {"scale": scale, "shift": shift, "name": name, "param_dict": {"scale": scale, "shift": shift}}
        super().__init__(is_constant_jacobian=True, name=name, param=given)
        self._scale = self._add_parameter(scale, "scale")
        self._shift = self._add_parameter(shift, "shift")

    @property
    def scale(self) -> Tensor:
        """The factor."""
        return self._scale

    @property
    def shift(self) -> Tensor:
        """What is added."""
        return self._shift

    def _local(self, value: Any) -> tuple[Tensor, Tensor, Tensor]:
        x = self._check_value_dtype(value)
        return x, self.cast_param_by_value(x, self.scale), self.cast_param_by_value(x, self.shift)

    def _forward(self, x: Any) -> Tensor:
        value, scale, shift = self._local(x)
        return scale * value + shift

    def _inverse(self, y: Any) -> Tensor:
        value, scale, shift = self._local(y)
        return (value - shift) / scale

    def _forward_log_jacobian(self, x: Any) -> Tensor:
        return log_generic(self._local(x)[1].abs())

    def _inverse_log_jacobian(self, y: Any) -> Tensor:
        return -log_generic(self._local(y)[1].abs())
