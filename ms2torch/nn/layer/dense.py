"""Fully connected layers beside `Dense`, which is in `basic`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch.common.initializer import HeUniform, Uniform, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer, linear_layer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, init_shape, positive_int
from ms2torch.ops.function.nn.dense import bidense, dense

__all__ = ["BiDense", "Linear"]


class Linear(Cell):
    r"""Multiply by a weight matrix and add a bias, with torch's argument names.

    Args:
        in_features (int): size of the last dimension of the input.
        out_features (int): size of the last dimension of the output.
        bias (bool): add a bias. Default: ``True``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            Uniform within 1 / sqrt(in_features), torch's law.
        dtype (mindspore.dtype, optional): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **x** (Tensor) - shape :math:`(*, in\_features)`.

    Raises:
        TypeError: if `bias` is no bool.
        ValueError: if a size is not positive, or a Tensor among the initial values has another shape.

    Source: mindspore.nn.Linear, MindSpore 2.10
    """

    bias: Parameter | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__()
        self.in_features = positive_int("Linear", "in_features", in_features)
        self.out_features = positive_int("Linear", "out_features", out_features)
        self.has_bias = boolean("Linear", "has_bias", bias)
        kind = mstype.float32 if dtype is None else dtype
        shape = (out_features, in_features)
        init_shape("Linear", "weight_init", weight_init, shape)
        law = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(law, shape, dtype=kind), name="weight")
        self.bias = None
        if bias:
            init_shape("Linear", "bias_init", bias_init, (out_features,))
            law = Uniform(scale=1 / math.sqrt(in_features)) if bias_init is None else bias_init
            self.bias = Parameter(initializer(law, (out_features,), dtype=kind), name="bias")

    def construct(self, x: Tensor) -> Tensor:
        return dense(x, self.weight, self.bias)

    def _torch_layer(self) -> TorchLayer | None:
        return linear_layer(self.in_features, self.out_features)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        text = f"input_features={self.in_features}, output_features={self.out_features}"
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


class BiDense(Cell):
    r"""Multiply two inputs by a weight from both sides, and add a bias.

    Args:
        in1_channels (int): size of the last dimension of the first input.
        in2_channels (int): that of the second.
        out_channels (int): that of the output.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            Uniform within 1 / sqrt(in1_channels), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            the same law.
        has_bias (bool): add a bias. Default: ``True``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **input1** (Tensor) - shape :math:`(*, in1\_channels)`.
        - **input2** (Tensor) - shape :math:`(*, in2\_channels)`.

    Raises:
        TypeError: if `has_bias` is no bool.
        ValueError: if a size is not positive, or the shapes do not fit.

    Source: mindspore.nn.BiDense, MindSpore 2.10
    """

    bias: Parameter | None

    def __init__(
        self,
        in1_channels: int,
        in2_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.in1_channels = positive_int("BiDense", "in1_channels", in1_channels)
        self.in2_channels = positive_int("BiDense", "in2_channels", in2_channels)
        self.out_channels = positive_int("BiDense", "out_channels", out_channels)
        self.has_bias = boolean("BiDense", "has_bias", has_bias)
        bound = 1 / math.sqrt(in1_channels)
        shape = (out_channels, in1_channels, in2_channels)
        init_shape("BiDense", "weight_init", weight_init, shape)
        law = Uniform(bound) if weight_init is None else weight_init
        self.weight = Parameter(initializer(law, shape, dtype=dtype), name="weight")
        self.bias = None
        if has_bias:
            init_shape("BiDense", "bias_init", bias_init, (out_channels,))
            law = Uniform(bound) if bias_init is None else bias_init
            self.bias = Parameter(initializer(law, (out_channels,), dtype=dtype), name="bias")

    def construct(self, input1: Tensor, input2: Tensor) -> Tensor:
        return bidense(input1, input2, self.weight, self.bias)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        text = (
            f"in1_channels={self.in1_channels}, in2_channels={self.in2_channels}, output_channels={self.out_channels}"
        )
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text
