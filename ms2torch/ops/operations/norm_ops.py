"""Normalisation as Primitives."""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn import norm
from ms2torch.ops.primitive import Primitive


class BatchNorm(Primitive):
    """Normalise each channel over the batch.

    Args:
        is_training (bool): use the batch's statistics, and update the running ones. Default: ``False``.
        epsilon (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the batch's statistics in the running ones. Default: ``0.1``.
        data_format (str): ``"NCHW"``, or ``"NHWC"`` for channels last. Default: ``"NCHW"``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, *)`, or :math:`(N, *, C)`.
        - **scale**, **bias**, **mean**, **variance** (Tensor) - shape :math:`(C,)`.

    Outputs:
        tuple of five Tensors: the result, the mean and variance it used, and both again.

    Raises:
        ValueError: if `data_format` is another word.

    Differs from MindSpore: its CPU kernel leaves the second and third output zero, and in evaluation the last two;
        with channels last it takes others for the channels.

    Source: mindspore.ops.BatchNorm, MindSpore 2.10
    """

    def __init__(
        self, is_training: bool = False, epsilon: float = 1e-5, momentum: float = 0.1, data_format: str = "NCHW"
    ) -> None:
        if data_format not in ("NCHW", "NHWC"):
            msg = f"For 'BatchNorm', the 'data_format' must be one of ['NCHW', 'NHWC'], but got {data_format!r}."
            raise ValueError(msg)
        self.is_training = is_training
        self.epsilon = epsilon
        self.momentum = momentum
        self.data_format = data_format

    def __call__(self, input_x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, variance: Tensor) -> Any:
        if self.data_format == "NHWC":
            out, *statistics = self._channels_first(wrap(unwrap(input_x).movedim(-1, 1)), scale, bias, mean, variance)
            return wrap(out._t.movedim(1, -1)), *statistics
        return self._channels_first(input_x, scale, bias, mean, variance)

    def _channels_first(self, input_x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, variance: Tensor) -> Any:
        t = unwrap(input_x)
        if self.is_training:
            over = [d for d in range(t.ndim) if d != 1]
            used_mean, used_variance = t.mean(over), t.var(over, correction=0)
        else:
            used_mean, used_variance = unwrap(mean).clone(), unwrap(variance).clone()
        out = norm.batch_norm(input_x, mean, variance, scale, bias, self.is_training, self.momentum, self.epsilon)
        return out, wrap(used_mean), wrap(used_variance), wrap(used_mean), wrap(used_variance)


class LayerNorm(Primitive):
    """Normalise over the dimensions from one on.

    Args:
        begin_norm_axis (int): the first dimension to normalise over. Default: ``1``.
        begin_params_axis (int): the first dimension of gamma and beta. Default: ``1``.
        epsilon (float): added to the variance. Default: ``1e-7``.

    Inputs:
        - **input_x** (Tensor) - any shape.
        - **gamma**, **beta** (Tensor) - the input's shape from `begin_params_axis` on.

    Outputs:
        tuple of three Tensors: the result, the mean and the variance.

    Source: mindspore.ops.LayerNorm, MindSpore 2.10
    """

    def __init__(self, begin_norm_axis: int = 1, begin_params_axis: int = 1, epsilon: float = 1e-7) -> None:
        self.begin_norm_axis = begin_norm_axis
        self.begin_params_axis = begin_params_axis
        self.epsilon = epsilon

    def __call__(self, input_x: Tensor, gamma: Tensor, beta: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return norm.layer_norm_with_statistics(
            input_x, gamma, beta, self.begin_norm_axis, self.begin_params_axis, self.epsilon
        )


class RmsNorm(Primitive):
    """Divide by the root of the mean square over the last dimensions, and multiply by a weight.

    Args:
        epsilon (float): added to the mean square. Default: ``1e-6``.

    Source: mindspore.ops.RmsNorm, MindSpore 2.10
    """

    def __init__(self, epsilon: float = 1e-6) -> None:
        self.epsilon = epsilon

    def __call__(self, x: Tensor, gamma: Tensor) -> tuple[Tensor, Tensor]:
        return norm.rms_norm(x, gamma, self.epsilon)


class L2Normalize(Primitive):
    """Divide by the root of the sum of squares along an axis, or of `epsilon` where that is larger.

    Args:
        axis (Union[list(int), tuple(int), int]): the dimension; of a list or tuple one. Default: ``0``.
        epsilon (float): the least sum. Default: ``1e-4``.

    Raises:
        TypeError: if `axis` is not one int.

    Source: mindspore.ops.L2Normalize, MindSpore 2.10
    """

    def __init__(self, axis: int | list[int] | tuple[int, ...] = 0, epsilon: float = 1e-4) -> None:
        self.axis = [axis] if isinstance(axis, int) else axis
        self.epsilon = epsilon
        if not isinstance(self.axis, (list, tuple)) or len(self.axis) != 1:
            msg = f"ops.L2Normalize: axis must be one int, got {axis!r}"
            raise TypeError(msg)

    def __call__(self, input_x: Tensor) -> Tensor:
        return norm.l2_normalize(input_x, self.axis[0], self.epsilon)


class LRN(Primitive):
    """Divide each element by a power of the sum of squares over neighbouring channels.

    Args:
        depth_radius (int): neighbours on each side. Default: ``5``.
        bias (float): added to the sum. Default: ``1.0``.
        alpha (float): factor of the sum. Default: ``1.0``.
        beta (float): the power. Default: ``0.5``.
        norm_region (str): only ``"ACROSS_CHANNELS"``. Default: ``"ACROSS_CHANNELS"``.

    Source: mindspore.ops.LRN, MindSpore 2.10
    """

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ) -> None:
        self.depth_radius = depth_radius
        self.bias = bias
        self.alpha = alpha
        self.beta = beta
        self.norm_region = norm_region
        if norm_region != "ACROSS_CHANNELS":
            msg = f"ops.LRN: norm_region must be 'ACROSS_CHANNELS', got {norm_region!r}"
            raise ValueError(msg)

    def __call__(self, x: Tensor) -> Tensor:
        return norm.lrn(x, self.depth_radius, self.bias, self.alpha, self.beta, self.norm_region)


class BiasAdd(Primitive):
    """Add a vector to the channels.

    Args:
        data_format (str): ``"NCHW"`` or ``"NCDHW"``: dimension 1; ``"NHWC"``: the last. Default: ``"NCHW"``.

    Raises:
        ValueError: if `data_format` is another word.

    Source: mindspore.ops.BiasAdd, MindSpore 2.10
    """

    def __init__(self, data_format: str = "NCHW") -> None:
        if data_format not in ("NCHW", "NHWC", "NCDHW"):
            msg = f"ops.BiasAdd: data_format must be 'NCHW', 'NHWC' or 'NCDHW', got {data_format!r}"
            raise ValueError(msg)
        self.data_format = data_format

    def __call__(self, input_x: Tensor, bias: Tensor) -> Tensor:
        return norm.add_bias("ops.BiasAdd", input_x, bias, -1 if self.data_format == "NHWC" else 1)
