"""Gradients of normalisations."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.operations import norm_ops
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back, pull_back_all
from ms2torch.ops.primitive import Primitive


def _batch_norm_back(
    dout: torch.Tensor, x: torch.Tensor, scale: torch.Tensor, mean: torch.Tensor, rstd: torch.Tensor, *, training: bool
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    over = [d for d in range(x.ndim) if d != 1]
    shape = [1, -1, *(1,) * (x.ndim - 2)]
    normal = (x - mean.reshape(shape)) * rstd.reshape(shape)
    d_bias, d_scale = dout.sum(over), (dout * normal).sum(over)
    if training:
        count = x.numel() / x.shape[1]
        dout = dout - d_bias.reshape(shape) / count - normal * d_scale.reshape(shape) / count
    return dout * (scale * rstd).reshape(shape), d_scale, d_bias


class BatchNormGrad(Primitive):
    """Gradient of `BatchNorm`.

    Args:
        is_training (bool): of the forward operation. Default: ``False``.
        epsilon (float): of the forward operation. Default: ``1e-5``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **dout** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - the input.
        - **scale** (Tensor) - of each channel.
        - **saved_mean** (Tensor) - in training the fourth output of `BatchNorm`, else the running mean.
        - **saved_variance** (Tensor) - in training the fifth output, else the running variance.
        - **reserve** (Tensor) - of an Ascend card; not needed.

    Outputs:
        tuple of the gradients of x, of scale and of the bias.

    Source: mindspore.ops.auto_generate.BatchNormGrad, MindSpore 2.10
    """

    def __init__(self, is_training: bool = False, epsilon: float = 1e-5, data_format: str = "NCHW") -> None:
        if data_format != "NCHW":
            raise UnsupportedArgumentError("BatchNormGrad", "data_format", data_format, "use 'NCHW', the default")
        self.is_training = is_training
        self.epsilon = epsilon
        self.data_format = data_format

    def __call__(
        self, dout: Tensor, x: Tensor, scale: Tensor, saved_mean: Tensor, saved_variance: Tensor, reserve: Tensor
    ) -> tuple[Tensor, ...]:
        del reserve
        rstd = torch.rsqrt(unwrap(saved_variance) + self.epsilon)
        found = _batch_norm_back(
            unwrap(dout), unwrap(x), unwrap(scale), unwrap(saved_mean), rstd, training=self.is_training
        )
        return tuple(map(wrap, found))


class _Axes(Primitive):
    """What the gradients of `LayerNorm` share.

    Args:
        begin_norm_axis (int): the first dimension that was normalised over. Default: ``1``.
        begin_params_axis (int): the first dimension of gamma and beta. Default: ``1``.
    """

    def __init__(self, begin_norm_axis: int = 1, begin_params_axis: int = 1) -> None:
        self.begin_norm_axis = begin_norm_axis
        self.begin_params_axis = begin_params_axis

    def _back(
        self, x: torch.Tensor, dy: torch.Tensor, variance: torch.Tensor, mean: torch.Tensor, gamma: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        over = list(range(self.begin_norm_axis % x.ndim, x.ndim))
        lead = list(range(self.begin_params_axis % x.ndim))
        normal = (x - mean) * torch.rsqrt(variance + self._EPSILON)
        d_gamma, d_beta = (dy * normal).sum(lead), dy.sum(lead)
        weighted = dy * gamma
        centred = weighted - weighted.mean(over, keepdim=True)
        dx = (centred - normal * (weighted * normal).mean(over, keepdim=True)) * torch.rsqrt(variance + self._EPSILON)
        return dx, d_gamma.reshape(gamma.shape), d_beta.reshape(gamma.shape)

    _EPSILON = 1e-12  # of MindSpore's kernel, which is not told that of the forward operation


class LayerNormGrad(_Axes):
    """Gradient of `LayerNorm`.

    Args:
        begin_norm_axis (int): the first dimension that was normalised over. Default: ``1``.
        begin_params_axis (int): the first dimension of gamma and beta. Default: ``1``.

    Inputs:
        - **x** (Tensor) - the input.
        - **dy** (Tensor) - the gradient of the first output.
        - **variance** (Tensor) - the third output.
        - **mean** (Tensor) - the second output.
        - **gamma** (Tensor) - the weight.

    Outputs:
        tuple of the gradients of x, gamma and beta.

    Source: mindspore.ops.auto_generate.LayerNormGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, dy: Tensor, variance: Tensor, mean: Tensor, gamma: Tensor) -> tuple[Tensor, ...]:
        t = unwrap(x)
        one_for_each = [*t.shape[: self.begin_norm_axis % t.ndim], *(1,) * (t.ndim - self.begin_norm_axis % t.ndim)]
        spread, centre = unwrap(variance).reshape(one_for_each), unwrap(mean).reshape(one_for_each)
        return tuple(map(wrap, self._back(t, unwrap(dy), spread, centre, unwrap(gamma))))


class LayerNormGradGrad(_Axes):
    """Gradient of `LayerNormGrad`.

    Args:
        begin_norm_axis (int): the first dimension that was normalised over. Default: ``1``.
        begin_params_axis (int): the first dimension of gamma and beta. Default: ``1``.

    Inputs:
        - **x** (Tensor) - the input of `LayerNorm`.
        - **dy** (Tensor) - the gradient of its first output.
        - **variance** (Tensor) - its third output.
        - **mean** (Tensor) - its second output.
        - **gamma** (Tensor) - the weight.
        - **d_dx** (Tensor) - the gradient of the first output of `LayerNormGrad`.
        - **d_dg** (Tensor) - the gradient of its second output.
        - **d_db** (Tensor) - the gradient of its third output.

    Outputs:
        tuple of the gradients of x, dy and gamma.

    Source: mindspore.ops.auto_generate.LayerNormGradGrad, MindSpore 2.10
    """

    def __call__(
        self,
        x: Tensor,
        dy: Tensor,
        variance: Tensor,
        mean: Tensor,
        gamma: Tensor,
        d_dx: Tensor,
        d_dg: Tensor,
        d_db: Tensor,
    ) -> tuple[Tensor, ...]:
        del variance, mean  # they follow from x, and the gradient goes through them
        over = list(range(self.begin_norm_axis % unwrap(x).ndim, unwrap(x).ndim))

        def forward(a: Tensor, b: Tensor, c: Tensor) -> tuple[Tensor, ...]:
            t = unwrap(a)
            centre = t.mean(over, keepdim=True)
            spread = ((t - centre) ** 2).mean(over, keepdim=True)
            return tuple(map(wrap, self._back(t, unwrap(b), spread, centre, unwrap(c))))

        return pull_back_all(forward, (d_dx, d_dg, d_db), x, dy, gamma)


class RmsNormGrad(GradPrimitive):
    """Gradient of `RmsNorm`.

    Inputs:
        - **dy** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - the input.
        - **rstd** (Tensor) - the second output.
        - **gamma** (Tensor) - the weight.

    Outputs:
        tuple of the gradients of x and gamma.

    Source: mindspore.ops.auto_generate.RmsNormGrad, MindSpore 2.10
    """

    def __call__(self, dy: Tensor, x: Tensor, rstd: Tensor, gamma: Tensor) -> tuple[Tensor, Tensor]:
        t, grad, weight, r = unwrap(x), unwrap(dy), unwrap(gamma), unwrap(rstd)
        over = list(range(t.ndim - weight.ndim, t.ndim))
        normal, weighted = t * r, grad * weight
        dx = r * (weighted - normal * (weighted * normal).mean(over, keepdim=True))
        return wrap(dx.to(dtype=t.dtype)), wrap((grad * normal).sum_to_size(weight.shape))


class L2NormalizeGrad(norm_ops.L2Normalize):
    """Gradient of `L2Normalize`, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **out** (Tensor) - the output.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.L2NormalizeGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, out: Tensor, dout: Tensor) -> Tensor:  # type: ignore[override]
        del out
        return pull_back(super().__call__, dout, x)


class LRNGrad(Primitive):
    """Gradient of `LRN`.

    Args:
        depth_radius (int): of the forward operation. Default: ``5``.
        bias (float): of the forward operation. Default: ``1.0``.
        alpha (float): of the forward operation. Default: ``1.0``.
        beta (float): of the forward operation. Default: ``0.5``.

    Inputs:
        - **grads** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **y** (Tensor) - the output.

    Source: mindspore.ops.operations._grad_ops.LRNGrad, MindSpore 2.10
    """

    def __init__(self, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5) -> None:
        self.forward = norm_ops.LRN(depth_radius, bias, alpha, beta)

    def __call__(self, grads: Tensor, x: Tensor, y: Tensor) -> Tensor:
        del y
        return pull_back(self.forward, grads, x)


class GroupNormGrad(GradPrimitive):
    """Gradient of `mint.nn.functional.group_norm`.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **mean** (Tensor) - of each group; found again from x.
        - **rstd** (Tensor) - of each group: one over the root of variance and epsilon.
        - **gamma_opt** (Tensor) - the weight.
        - **num_groups** (int) - the number of groups.
        - **dx_is_require** (bool) - accepted; all gradients are returned. Default: ``True``.
        - **dgamma_is_require** (bool) - likewise. Default: ``True``.
        - **dbeta_is_require** (bool) - likewise. Default: ``True``.

    Outputs:
        tuple of the gradients of x, of the weight and of the bias.

    Source: mindspore.ops.auto_generate.GroupNormGrad, MindSpore 2.10
    """

    def __call__(
        self,
        dy: Tensor,
        x: Tensor,
        mean: Tensor,
        rstd: Tensor,
        gamma_opt: Tensor,
        num_groups: int,
        dx_is_require: bool = True,
        dgamma_is_require: bool = True,
        dbeta_is_require: bool = True,
    ) -> tuple[Tensor, ...]:
        del dx_is_require, dgamma_is_require, dbeta_is_require
        t, weight = unwrap(x), unwrap(gamma_opt)
        grouped = [t.shape[0], num_groups, -1]
        centre, scale = (unwrap(v).reshape(t.shape[0], num_groups, 1) for v in (mean, rstd))
        shape = [1, -1, *(1,) * (t.ndim - 2)]
        over = [d for d in range(t.ndim) if d != 1]
        normal = ((t.reshape(grouped) - centre) * scale).reshape(t.shape)
        grad = unwrap(dy)
        weighted, flat = (grad * weight.reshape(shape)).reshape(grouped), normal.reshape(grouped)
        dx = scale * (weighted - weighted.mean(-1, keepdim=True) - flat * (weighted * flat).mean(-1, keepdim=True))
        return wrap(dx.reshape(t.shape)), wrap((grad * normal).sum(over)), wrap(grad.sum(over))


class InstanceNormGrad(Primitive):
    """Gradient of `InstanceNorm`.

    Args:
        epsilon (float): of the forward operation. Default: ``0.0``.
        momentum (float): of the forward operation. Default: ``0.1``.

    Inputs:
        - **dy** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **gamma** (Tensor) - the weight.
        - **save_mean** (Tensor) - the mean of each image and channel.
        - **save_variance** (Tensor) - one over the root of variance and epsilon.

    Outputs:
        tuple of the gradients of x, of the weight and of the bias.

    Source: mindspore.ops.operations._grad_ops.InstanceNormGrad, MindSpore 2.10
    """

    def __init__(self, epsilon: float = 0.0, momentum: float = 0.1) -> None:
        self.epsilon = epsilon
        self.momentum = momentum

    def __call__(
        self, dy: Tensor, x: Tensor, gamma: Tensor, save_mean: Tensor, save_variance: Tensor
    ) -> tuple[Tensor, ...]:
        return GroupNormGrad()(dy, x, save_mean, save_variance, gamma, unwrap(x).shape[1])
