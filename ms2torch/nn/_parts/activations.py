"""Activations and dropout by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def by_one(name: str) -> Mapping[str, Callable[..., Any]]:
    """Return the parts of a layer that hands its inputs to one operation.

    Args:
        name (str): the attribute that holds the operation.
    """

    def construct(self: Any, *inputs: Any) -> Any:
        return getattr(self, name)(*inputs)

    return {"construct": construct}


def _log_sigmoid(self: Any, input_x: Any) -> Any:
    raised = self.add(self.exp(self.mul(input_x, -1)), 1)
    return self.log(self.rec(raised))


def _softmax2d(self: Any, x: Any) -> Any:
    self._check_input_dim(self.shape(x), self.cls_name)
    return self.softmax(x)


def _check_image(shape: tuple[int, ...], cls_name: str) -> None:
    if len(shape) not in (3, 4):
        msg = f"For '{cls_name}', the in_shape must have 3 or 4 dims, but got {len(shape)}."
        raise ValueError(msg)


def _glu(self: Any, x: Any) -> Any:
    first, second = self.spilt(x)  # MindSpore's spelling
    return first * self.sigmoid(second)


def _prelu(self: Any, x: Any) -> Any:
    return self.prelu(x, self.w.astype(x.dtype))


def _rrelu(self: Any, x: Any) -> Any:
    from ms2torch.ops.function import ones_like
    from ms2torch.ops.function.nn.activation_piecewise import rrelu

    sign = self.sign(x)
    above, below = (sign.abs() + sign) / 2, (sign.abs() - sign) / 2
    slopes = -rrelu(-ones_like(x), self.lower, self.upper)
    return (above + below * slopes) * x


def _dropout(self: Any, x: Any) -> Any:
    return self.dropout(x)[0] if self.training and self.keep_prob != 1 and self.p != 0 else x


def _dropout1d(self: Any, x: Any) -> Any:
    from ms2torch.ops.function.nn.dropout import dropout1d

    return dropout1d(x, self.prob) if self.training and self.prob else x


def _dropout3d(self: Any, x: Any) -> Any:
    return self.dropout3d(x)[0] if self.training and self.keep_prob != 1 else x


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "ReLU": by_one("relu"),
    "ReLU6": by_one("relu6"),
    "Sigmoid": by_one("sigmoid"),
    "Tanh": by_one("tanh"),
    "FastGelu": by_one("fast_gelu"),
    "ELU": by_one("elu"),
    "CELU": by_one("celu"),
    "SeLU": by_one("selu"),
    "Mish": by_one("mish"),
    "Softsign": by_one("softsign"),
    "LogSigmoid": {"construct": _log_sigmoid},
    "HSigmoid": by_one("hsigmoid"),
    "HSwish": by_one("hswish"),
    "HShrink": by_one("hshrink"),
    "SoftShrink": by_one("softshrink"),
    "Softmax": by_one("softmax"),
    "LogSoftmax": by_one("log_softmax"),
    "Softmax2d": {"construct": _softmax2d, "_check_input_dim": staticmethod(_check_image)},
    "GLU": {"construct": _glu},
    "PReLU": {"construct": _prelu},
    "RReLU": {"construct": _rrelu},
    "Dropout": {"construct": _dropout},
    "Dropout1d": {"construct": _dropout1d},
    "Dropout3d": {"construct": _dropout3d},
}
