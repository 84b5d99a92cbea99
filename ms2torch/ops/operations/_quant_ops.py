"""Mirrors `mindspore.ops.operations._quant_ops`: Primitives of training with simulated quantization.

Nets that hold them can be built, saved and looked at; as in MindSpore they have no kernel on CPU, and a call says so.
"""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive

__all__ = [
    "BatchNormFold",
    "BatchNormFold2",
    "BatchNormFold2D",
    "BatchNormFoldD",
    "CorrectionMul",
    "FakeLearnedScaleQuantPerChannel",
    "FakeLearnedScaleQuantPerLayer",
    "FakeQuantParam",
    "FakeQuantPerChannel",
    "FakeQuantPerLayer",
    "MinMaxUpdatePerChannel",
    "MinMaxUpdatePerLayer",
]


class FakeQuantParam(Primitive):
    """Pass a tensor on, and keep how it is to be quantized.

    Args:
        quant_dtype (QuantDtype): the type of the quantized numbers.
        quant_algo_name (str): how; `attr_value_linear_quant_algo_name` for linear quantization.
        is_per_channel (bool): whether each channel has parameters of its own.
        kwargs (dict): the parameters.

    Source: mindspore.ops.operations._quant_ops.FakeQuantParam, MindSpore 2.10
    """

    attr_key_linear_quant_scale = "linear_quant_scale"
    attr_key_linear_quant_zero_point = "linear_quant_zero_point"
    attr_value_linear_quant_algo_name = "linear_quant_algo"

    def __init__(self, quant_dtype: Any, quant_algo_name: str, is_per_channel: bool, **kwargs: Any) -> None:
        super().__init__()
        self.add_prim_attr("quant_dtype", quant_dtype.value())
        self.add_prim_attr("quant_algo_name", quant_algo_name)
        self.add_prim_attr("is_per_channel", is_per_channel)
        for name, value in kwargs.items():
            self.add_prim_attr(name, value)

    @classmethod
    def linear_quant_param(
        cls, quant_dtype: Any, scale: Any, zp: Any, is_per_channel: bool = False, **kwargs: Any
    ) -> FakeQuantParam:
        """Return the Primitive for linear quantization.

        Args:
            quant_dtype (QuantDtype): the type of the quantized numbers.
            scale (Union[float, tuple[float], list[float]]): the size of a step.
            zp (Union[int, tuple[int], list[int]]): the number that stands for 0.
            is_per_channel (bool): whether each channel has its own. Default: ``False``.
            kwargs (dict): further parameters.

        Raises:
            TypeError: if `scale` is no float, or `zp` no int, nor a tuple or list.
        """
        if not isinstance(scale, (float, tuple, list)) or not isinstance(zp, (int, tuple, list)):
            msg = f"FakeQuantParam: scale must be a float, zp an int, or tuples or lists, got {scale!r} and {zp!r}"
            raise TypeError(msg)
        steps = [scale] if isinstance(scale, float) else scale
        zeros = [zp] if isinstance(zp, int) else zp
        named = {cls.attr_key_linear_quant_scale: steps, cls.attr_key_linear_quant_zero_point: zeros}
        return cls(quant_dtype, cls.attr_value_linear_quant_algo_name, is_per_channel, **kwargs, **named)

    def __call__(self, input_x: Tensor) -> Tensor:
        return wrap(unwrap(input_x))


class _WithoutKernel(Primitive):
    """A Primitive that can be held, and does not run."""

    def __call__(self, *inputs: Any) -> Any:
        """Refuse the call.

        Raises:
            RuntimeError: always, as in MindSpore on CPU.
        """
        del inputs
        msg = f"Unsupported op [{self.name}] on CPU: simulated quantization is not computed here"
        raise RuntimeError(msg)


class BatchNormFold(_WithoutKernel):
    """Give a batch's mean and deviation, and the running ones, to fold a normalization into weights; not computed here.

    Source: mindspore.ops.operations._quant_ops.BatchNormFold, MindSpore 2.10
    """

    def __init__(
        self, momentum: float = 0.9, epsilon: float = 1e-5, is_training: bool = True, freeze_bn: int = 0
    ) -> None:
        super().__init__()
        self.momentum = momentum
        self.epsilon = epsilon
        self.is_training = is_training
        self.freeze_bn = freeze_bn


class BatchNormFoldD(_WithoutKernel):
    """Give a batch's mean and deviation, and the running ones, from sums; not computed here.

    Source: mindspore.ops.operations._quant_ops.BatchNormFoldD, MindSpore 2.10
    """

    def __init__(
        self, momentum: float = 0.9, epsilon: float = 1e-5, is_training: bool = True, freeze_bn: int = 0
    ) -> None:
        super().__init__()
        self.momentum = momentum
        self.epsilon = epsilon
        self.is_training = is_training
        self.freeze_bn = freeze_bn


class BatchNormFold2(_WithoutKernel):
    """Add the bias of a folded normalization; not computed here.

    Source: mindspore.ops.operations._quant_ops.BatchNormFold2, MindSpore 2.10
    """

    def __init__(self, freeze_bn: int = 0) -> None:
        super().__init__()
        self.freeze_bn = freeze_bn


class BatchNormFold2D(_WithoutKernel):
    """Add the bias of a folded normalization, of the batch or of the running statistics; not computed here.

    Source: mindspore.ops.operations._quant_ops.BatchNormFold2D, MindSpore 2.10
    """

    def __init__(self, freeze_bn: int = 0) -> None:
        super().__init__()
        self.freeze_bn = freeze_bn


class CorrectionMul(_WithoutKernel):
    """Scale weights by a batch's deviation over the running one; not computed here.

    Source: mindspore.ops.operations._quant_ops.CorrectionMul, MindSpore 2.10
    """

    def __init__(self, channel_axis: int = 0) -> None:
        super().__init__()
        self.channel_axis = channel_axis


class FakeLearnedScaleQuantPerChannel(_WithoutKernel):
    """Round to steps that are learned by channel; not computed here.

    Source: mindspore.ops.operations._quant_ops.FakeLearnedScaleQuantPerChannel, MindSpore 2.10
    """

    def __init__(
        self, quant_delay: int = 0, neg_trunc: bool = False, training: bool = True, channel_axis: int = 1
    ) -> None:
        super().__init__()
        self.quant_delay = quant_delay
        self.neg_trunc = neg_trunc
        self.training = training
        self.channel_axis = channel_axis


class FakeLearnedScaleQuantPerLayer(_WithoutKernel):
    """Round to steps that are learned; not computed here.

    Source: mindspore.ops.operations._quant_ops.FakeLearnedScaleQuantPerLayer, MindSpore 2.10
    """

    def __init__(self, quant_delay: int = 0, neg_trunc: bool = False, training: bool = True) -> None:
        super().__init__()
        self.quant_delay = quant_delay
        self.neg_trunc = neg_trunc
        self.training = training


class FakeQuantPerChannel(_WithoutKernel):
    """Round to the values of quantized numbers, with a range by channel; not computed here.

    Source: mindspore.ops.operations._quant_ops.FakeQuantPerChannel, MindSpore 2.10
    """

    def __init__(
        self,
        num_bits: int = 8,
        ema: bool = False,
        ema_decay: float = 0.999,
        quant_delay: int = 0,
        symmetric: bool = False,
        narrow_range: bool = False,
        training: bool = True,
        channel_axis: int = 1,
    ) -> None:
        super().__init__()
        self.num_bits = num_bits
        self.ema = ema
        self.ema_decay = ema_decay
        self.quant_delay = quant_delay
        self.symmetric = symmetric
        self.narrow_range = narrow_range
        self.training = training
        self.channel_axis = channel_axis


class FakeQuantPerLayer(_WithoutKernel):
    """Round to the values of quantized numbers; not computed here.

    Source: mindspore.ops.operations._quant_ops.FakeQuantPerLayer, MindSpore 2.10
    """

    def __init__(
        self,
        num_bits: int = 8,
        ema: bool = False,
        ema_decay: float = 0.999,
        quant_delay: int = 0,
        symmetric: bool = False,
        narrow_range: bool = False,
        training: bool = True,
    ) -> None:
        super().__init__()
        self.num_bits = num_bits
        self.ema = ema
        self.ema_decay = ema_decay
        self.quant_delay = quant_delay
        self.symmetric = symmetric
        self.narrow_range = narrow_range
        self.training = training


class MinMaxUpdatePerChannel(_WithoutKernel):
    """Follow the range of values by channel; not computed here.

    Source: mindspore.ops.operations._quant_ops.MinMaxUpdatePerChannel, MindSpore 2.10
    """

    def __init__(self, ema: bool = False, ema_decay: float = 0.999, channel_axis: int = 1) -> None:
        super().__init__()
        self.ema = ema
        self.ema_decay = ema_decay
        self.channel_axis = channel_axis


class MinMaxUpdatePerLayer(_WithoutKernel):
    """Follow the range of values; not computed here.

    Source: mindspore.ops.operations._quant_ops.MinMaxUpdatePerLayer, MindSpore 2.10
    """

    def __init__(self, ema: bool = False, ema_decay: float = 0.999) -> None:
        super().__init__()
        self.ema = ema
        self.ema_decay = ema_decay
