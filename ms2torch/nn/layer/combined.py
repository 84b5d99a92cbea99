"""A layer, its normalisation and its activation in one."""

from __future__ import annotations

from typing import Any

from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.nn.layer.activation import LeakyReLU, get_activation
from ms2torch.nn.layer.basic import Dense
from ms2torch.nn.layer.conv import Conv2d
from ms2torch.nn.layer.normalization import BatchNorm1d, BatchNorm2d
from ms2torch.ops.primitive import Primitive

__all__ = ["Conv2dBnAct", "DenseBnAct"]


class _BnAct(Cell):
    """What the combined layers share: what follows the first layer."""

    batchnorm: Cell

    def _follow(self, has_bn: bool, activation: Any, alpha: float, after_fake: bool) -> None:
        name = type(self).__name__
        self.has_bn = boolean(name, "has_bn", has_bn)
        self.has_act = activation is not None
        self.after_fake = boolean(name, "after_fake", after_fake)
        if activation == "leakyrelu":
            self.activation: Any = LeakyReLU(alpha)
            return
        self.activation = get_activation(activation) if isinstance(activation, str) else activation
        if activation is not None and not isinstance(self.activation, (Cell, Primitive)):
            msg = (
                f"For '{name}', the 'activation' must be str or Cell or Primitive, but got {type(activation).__name__}."
            )
            raise TypeError(msg)

    def _after(self, x: Tensor) -> Tensor:
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class Conv2dBnAct(_BnAct):
    """Convolve images, then normalise and activate as asked for.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``, ``"valid"`` or ``"pad"``, as in `Conv2d`. Default: ``"same"``.
        padding (Union[int, tuple[int]]): in mode "pad". Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default: ``'normal'``.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default: ``'zeros'``.
        has_bn (bool): add a batch normalisation. Default: ``False``.
        momentum (float): its momentum. Default: ``0.997``.
        eps (float): its epsilon. Default: ``1e-5``.
        activation (Union[str, Cell, Primitive, None]): the activation. Default: ``None``.
        alpha (float): the factor of ``"leakyrelu"``. Default: ``0.2``.
        after_fake (bool): for quantisation; without effect. Default: ``True``.

    Raises:
        TypeError: if `activation` is of another kind.

    Source: mindspore.nn.Conv2dBnAct, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bn: bool = False,
        momentum: float = 0.997,
        eps: float = 1e-5,
        activation: Any = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ) -> None:
        super().__init__()
        self.conv = Conv2d(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias, weight_init,
            bias_init,
        )  # fmt: skip
        if has_bn:
            self.batchnorm = BatchNorm2d(out_channels, eps, momentum)
        self._follow(has_bn, activation, alpha, after_fake)

    def construct(self, x: Tensor) -> Tensor:
        return self._after(self.conv(x))


class DenseBnAct(_BnAct):
    """Apply a dense layer, then normalise and activate as asked for.

    Args:
        in_channels (int): size of the last dimension of the input.
        out_channels (int): that of the output.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default: ``'normal'``.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default: ``'zeros'``.
        has_bias (bool): add a bias. Default: ``True``.
        has_bn (bool): add a batch normalisation. Default: ``False``.
        momentum (float): its momentum. Default: ``0.9``.
        eps (float): its epsilon. Default: ``1e-5``.
        activation (Union[str, Cell, Primitive, None]): the activation. Default: ``None``.
        alpha (float): the factor of ``"leakyrelu"``. Default: ``0.2``.
        after_fake (bool): for quantisation; without effect. Default: ``True``.

    Raises:
        TypeError: if `activation` is of another kind.

    Source: mindspore.nn.DenseBnAct, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        has_bn: bool = False,
        momentum: float = 0.9,
        eps: float = 1e-5,
        activation: Any = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ) -> None:
        super().__init__()
        self.dense = Dense(in_channels, out_channels, weight_init, bias_init, has_bias)
        if has_bn:
            self.batchnorm = BatchNorm1d(out_channels, eps, momentum)
        self._follow(has_bn, activation, alpha, after_fake)

    def construct(self, x: Tensor) -> Tensor:
        return self._after(self.dense(x))
