"""Normalisation layers."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import UnsupportedArgumentError, op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.initializer import initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.communication._batch_norm import sync_batch_norm
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP as _WORLD, has_group, joined
from ms2torch.communication.management import create_group, get_group_size, get_rank
from ms2torch.nn._torch_layers import TorchLayer, layer_of_same_settings, norm_layer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, positive_int
from ms2torch.ops.function.nn.norm import layer_norm
from ms2torch.ops.operations.norm_ops import LayerNorm as LayerNormPrimitive

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "InstanceNorm1d",
    "InstanceNorm2d",
    "InstanceNorm3d",
    "LayerNorm",
    "LayerNormExt",
    "SyncBatchNorm",
]


class NormalizedShapeError(ValueError, RuntimeError):
    """A normalized shape that is not that of the input: a ValueError as documented, a RuntimeError on the CPU."""


class _WithStatistics(Cell):
    """Parameters and printing of the layers that keep moving statistics."""

    def __init__(
        self,
        num_features: int,
        eps: float,
        momentum: float,
        affine: bool,
        inits: tuple[Any, Any, Any, Any],
        dtype: mstype.Type,
    ) -> None:
        super().__init__()
        name = type(self).__name__
        if isinstance(num_features, bool) or not isinstance(num_features, int):
            msg = f"For '{name}', the type of 'num_features' should be 'int', but got {type(num_features).__name__!r}."
            raise TypeError(msg)
        if num_features < 1:
            msg = f"For '{name}', the 'num_features' must be at least 1, but got {num_features}."
            raise ValueError(msg)
        if not 0 <= momentum <= 1:
            msg = f"For '{name}', the 'momentum' must be a number in range [0, 1], but got {momentum}."
            raise ValueError(msg)
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = boolean(name, "affine", affine)
        mean, variance, gamma, beta = (initializer(init, num_features, dtype) for init in inits)
        # the root Cell's statistics keep these names; in a net the attribute path takes their place
        self.moving_mean = Parameter(mean, name="mean", requires_grad=False)
        self.moving_variance = Parameter(variance, name="variance", requires_grad=False)
        self.gamma = Parameter(gamma, name="gamma", requires_grad=affine)
        self.beta = Parameter(beta, name="beta", requires_grad=affine)

    def extend_repr(self) -> str:
        """Describe the arguments and parameters."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, gamma={self.gamma}, "
            f"beta={self.beta}, moving_mean={self.moving_mean}, moving_variance={self.moving_variance}"
        )


class _BatchNorm(_WithStatistics):
    """Batch normalisation for inputs of certain ranks."""

    ranks: tuple[int, ...]
    _kind_of_torch: type[torch.nn.Module] | None = None
    _batches = 0  # since the view's `momentum` was set to None

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        inits = (moving_mean_init, moving_var_init, gamma_init, beta_init)
        super().__init__(num_features, eps, momentum, affine, inits, dtype)
        if data_format != "NCHW":
            raise UnsupportedArgumentError(type(self).__name__, "data_format", data_format, "use 'NCHW', the default")
        if use_batch_statistics is not None:
            boolean(type(self).__name__, "use_batch_statistics", use_batch_statistics)
        self.use_batch_statistics = use_batch_statistics

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer; with batch statistics this also updates the moving ones."""
        t = unwrap(x)
        if t.ndim not in self.ranks:
            wanted = " or ".join(map(str, self.ranks))
            msg = f"nn.{type(self).__name__} needs an input of {wanted} dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        by_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        try:
            out = self._normalised(t, by_batch)
        except RuntimeError as error:
            raise op_error(f"nn.{type(self).__name__}", error, x=x, gamma=self.gamma) from None
        return wrap(out)

    def _normalised(self, t: torch.Tensor, by_batch: bool) -> torch.Tensor:
        # torch.batch_norm rather than F.batch_norm, which refuses one value per channel; MindSpore gives beta
        mean, variance = self.moving_mean._t, self.moving_variance._t
        if mean.requires_grad:  # torch.func.grad by everything that torch calls a parameter: no gradient reaches these
            mean, variance = mean.detach(), variance.detach()
        share = self._share(by_batch)
        return torch.batch_norm(t, self.gamma._t, self.beta._t, mean, variance, by_batch, share, self.eps, True)

    def _share(self, by_batch: bool) -> float:
        """Return the share of this batch in the statistics; all weigh alike where torch's `momentum` is None."""
        if self.momentum is not None:
            return 1 - self.momentum
        self._batches += by_batch
        return 1 / max(self._batches, 1)

    def _set_share(self, momentum: float | None) -> None:
        """Take over the share of a new batch, which torch calls momentum."""
        self.__dict__.update(momentum=None if momentum is None else 1 - momentum, _batches=0)

    def _torch_layer(self) -> TorchLayer | None:
        kind = self._kind_of_torch
        if kind is None or not self.affine or self.use_batch_statistics is not None:
            return None
        settings = {
            "num_features": self.num_features, "eps": self.eps, "affine": True, "track_running_stats": True,
            "momentum": None if self.momentum is None else 1 - self.momentum, "num_batches_tracked": torch.tensor(0),
        }  # fmt: skip
        names = {"weight": "gamma", "bias": "beta", "running_mean": "moving_mean", "running_var": "moving_variance"}
        return TorchLayer(
            kind, settings, names, {"eps": partial(object.__setattr__, self, "eps"), "momentum": self._set_share}
        )


class BatchNorm1d(_BatchNorm):
    """Normalise each channel of vectors or sequences over the batch.

    Args:
        num_features (int): channels.
        eps (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the old moving statistics that is kept, 1 minus torch's. Default: ``0.9``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_mean_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_var_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        use_batch_statistics (bool, optional): always (``True``) or never (``False``) use the batch's statistics;
            ``None``: in training. Default: ``None``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C)` or :math:`(N, C, L)`.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if `num_features` is no int.
        ValueError: if an argument is out of range or the input's rank does not fit.

    Source: mindspore.nn.BatchNorm1d, MindSpore 2.10
    """

    ranks = (2, 3)
    _kind_of_torch = torch.nn.BatchNorm1d


class BatchNorm2d(_BatchNorm):
    """Normalise each channel of images over the batch.

    Args:
        num_features (int): channels.
        eps (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the old moving statistics that is kept, 1 minus torch's. Default: ``0.9``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_mean_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_var_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        use_batch_statistics (bool, optional): always (``True``) or never (``False``) use the batch's statistics;
            ``None``: in training. Default: ``None``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if `num_features` is no int.
        ValueError: if an argument is out of range or the input's rank does not fit.

    Source: mindspore.nn.BatchNorm2d, MindSpore 2.10
    """

    ranks = (4,)
    _kind_of_torch = torch.nn.BatchNorm2d


class SyncBatchNorm(_BatchNorm):
    """Normalise each channel over the batches of all processes; in one process, over its batch.

    Args:
        num_features (int): channels.
        eps (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the old moving statistics that is kept. Default: ``0.9``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_mean_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_var_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        use_batch_statistics (bool, optional): as in `BatchNorm2d`. Default: ``None``.
        process_groups (list[list[int]], optional): numbers of processes whose batches belong together; a process in
            none of the lists is alone. All processes must make the layer. Default: ``None``, all.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Source: mindspore.nn.SyncBatchNorm, MindSpore 2.10
    """

    ranks = (2, 4)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        process_groups: Any = None,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
                         moving_var_init, use_batch_statistics, "NCHW", dtype)  # fmt: skip
        self.process_groups = process_groups
        self._group, self._together = (None, True) if process_groups is None else _own_group(process_groups)

    def _normalised(self, t: torch.Tensor, by_batch: bool) -> torch.Tensor:
        if not (by_batch and self._together and joined() and get_group_size(self._group or _WORLD) > 1):
            return super()._normalised(t, by_batch)
        return sync_batch_norm(
            t, self.gamma._t, self.beta._t, self.moving_mean._t, self.moving_variance._t, self._share(by_batch),
            self.eps, self._group,
        )  # fmt: skip


def _own_group(lists: list[list[int]]) -> tuple[str | None, bool]:
    """Make the groups, and return the name of the one that this process is in and whether it is in one."""
    if not isinstance(lists, list) or not all(isinstance(one, list) for one in lists):
        msg = f"For 'SyncBatchNorm', 'process_groups' must be a list of lists, but got {lists!r}."
        raise TypeError(msg)
    ranks = [rank for one in lists for rank in one]
    if len(set(ranks)) != len(ranks) or not set(ranks) <= set(range(get_group_size())):
        msg = f"For 'SyncBatchNorm', 'process_groups' must name processes once, all below {get_group_size()}: {lists}."
        raise ValueError(msg)
    found: str | None = None
    for one in lists if joined() else []:
        name = "sync_batch_norm_" + "_".join(map(str, one))
        if not has_group(name):
            create_group(name, one)
        found = name if get_rank() in one else found
    return found, found is not None


class BatchNorm3d(Cell):
    """Normalise each channel of volumes over the batch. The parameters live in a child `bn2d`, as in MindSpore.

    Args:
        num_features (int): channels.
        eps (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the old moving statistics that is kept, 1 minus torch's. Default: ``0.9``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_mean_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        moving_var_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        use_batch_statistics (bool, optional): as in `BatchNorm2d`. Default: ``None``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Outputs:
        Tensor, same shape.

    Source: mindspore.nn.BatchNorm3d, MindSpore 2.10
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.bn2d = BatchNorm2d(num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
                                moving_var_init, use_batch_statistics, "NCHW", dtype)  # fmt: skip

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        if t.ndim != 5:
            msg = f"nn.BatchNorm3d needs an input of 5 dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        return wrap(self.bn2d(wrap(t.flatten(2, 3)))._t.view_as(t))


class LayerNorm(Cell):
    """Normalise over the last dimensions.

    Args:
        normalized_shape (Union[tuple[int], list[int]]): shape of gamma and beta.
        begin_norm_axis (int): first dimension to normalise over. Default: ``-1``.
        begin_params_axis (int): first dimension of gamma and beta. Default: ``-1``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        epsilon (float): added to the variance. Default: ``1e-7`` (torch's is 1e-5).
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **input_x** (Tensor) - any shape that ends in `normalized_shape`.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if `normalized_shape` is not a tuple or list of ints.
        ValueError: if it is empty or does not fit the input.

    Source: mindspore.nn.LayerNorm, MindSpore 2.10
    """

    def __init__(
        self,
        normalized_shape: tuple[int, ...] | list[int],
        begin_norm_axis: int = -1,
        begin_params_axis: int = -1,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        epsilon: float = 1e-7,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        if not isinstance(normalized_shape, (tuple, list)):
            msg = (
                "For 'LayerNorm', the type of 'normalized_shape' must be tuple[int] or list[int], but got "
                f"{normalized_shape} and the type is {type(normalized_shape)}."
            )
            raise TypeError(msg)
        if not normalized_shape:
            msg = "For 'LayerNorm', normalized_shape must have at least 1 dimension, but got ()"
            raise ValueError(msg)
        self.normalized_shape = normalized_shape
        self.begin_norm_axis = begin_norm_axis
        self.begin_params_axis = begin_params_axis
        self.epsilon = epsilon
        self.gamma = Parameter(initializer(gamma_init, normalized_shape, dtype=dtype), name="gamma")
        self.beta = Parameter(initializer(beta_init, normalized_shape, dtype=dtype), name="beta")
        # subclasses of model code call it with weights of their own
        self.layer_norm = LayerNormPrimitive(begin_norm_axis, begin_params_axis, epsilon)

    def construct(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        gamma, beta = self.gamma._t, self.beta._t
        if t.dtype is torch.float64 is not gamma.dtype:
            gamma, beta = gamma.double(), beta.double()
        for axis in (self.begin_norm_axis, self.begin_params_axis):
            if not -1 <= axis < max(t.ndim, 1):
                msg = (
                    f"For 'LayerNorm', begin_norm_axis and begin_params_axis must be from -1 up to the input's rank "
                    f"{t.ndim}, but got {axis}"
                )
                raise RuntimeError(msg)
        first = self.begin_params_axis % t.ndim if t.ndim else 0
        if tuple(t.shape[first:]) != tuple(gamma.shape):
            msg = (
                f"nn.LayerNorm: normalized_shape {tuple(gamma.shape)} does not match the input's dimensions from "
                f"begin_params_axis={self.begin_params_axis} on, {tuple(t.shape[first:])}; for more than one dimension "
                "set begin_norm_axis and begin_params_axis to the first of them"
            )
            raise NormalizedShapeError(msg)
        over = t.shape[self.begin_norm_axis % t.ndim :]
        if over == gamma.shape:
            return wrap(F.layer_norm(t, over, gamma, beta, self.epsilon))
        return wrap(F.layer_norm(t, over, None, None, self.epsilon) * gamma + beta)

    def _torch_layer(self) -> TorchLayer | None:
        if len(self.normalized_shape) != 1 or self.begin_norm_axis != -1 or self.begin_params_axis != -1:
            return None
        return norm_layer(
            torch.nn.LayerNorm, self.epsilon, set_eps=partial(object.__setattr__, self, "epsilon"),
            normalized_shape=tuple(self.normalized_shape), elementwise_affine=True,
        )  # fmt: skip

    def extend_repr(self) -> str:
        """Describe the arguments and parameters, spelled as MindSpore does."""
        return (
            f"normalized_shape={self.normalized_shape}, begin_norm_axis={self.begin_norm_axis}, "
            f"begin_params_axis={self.begin_params_axis}, gamma{self.gamma}, beta={self.beta}"
        )


class GroupNorm(Cell):
    """Normalise groups of channels of each sample.

    Args:
        num_groups (int): groups.
        num_channels (int): channels, divisible by `num_groups`.
        eps (float): added to the variance. Default: ``1e-5``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, *)`.

    Outputs:
        Tensor, same shape.

    Raises:
        ValueError: if the numbers do not divide, or the input does not fit.

    Source: mindspore.nn.GroupNorm, MindSpore 2.10
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.num_groups = positive_int("GroupNorm", "num_groups", num_groups)
        self.num_channels = positive_int("GroupNorm", "num_channels", num_channels)
        if num_channels % num_groups:
            msg = (
                "For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', but got 'num_channels': "
                f"{num_channels}, 'num_groups': {num_groups}."
            )
            raise ValueError(msg)
        self.eps = eps
        self.affine = boolean("GroupNorm", "affine", affine)
        self.gamma = Parameter(initializer(gamma_init, num_channels, dtype), name="gamma", requires_grad=affine)
        self.beta = Parameter(initializer(beta_init, num_channels, dtype), name="beta", requires_grad=affine)

    def construct(self, x: Tensor) -> Tensor:
        try:
            t, gamma, beta = unwrap(x), self.gamma._t, self.beta._t
            if t.dtype is torch.float64 is not gamma.dtype:
                gamma, beta = gamma.double(), beta.double()
            return wrap(F.group_norm(t, self.num_groups, gamma, beta, self.eps))
        except (RuntimeError, ValueError) as error:
            raise op_error("nn.GroupNorm", error, x=x, num_channels=self.num_channels) from None

    def _torch_layer(self) -> TorchLayer | None:
        if not self.affine:
            return None
        return norm_layer(
            torch.nn.GroupNorm, self.eps, set_eps=partial(object.__setattr__, self, "eps"),
            num_groups=self.num_groups, num_channels=self.num_channels, affine=True,
        )  # fmt: skip

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}"


class _InstanceNorm(_WithStatistics):
    """Instance normalisation for inputs of one rank."""

    rank: int

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, ("zeros", "ones", gamma_init, beta_init), dtype)

    def construct(self, x: Tensor) -> Tensor:
        """Apply the layer, always by the statistics of each instance."""
        t = unwrap(x)
        if t.ndim != self.rank:
            msg = f"nn.{type(self).__name__} needs an input of {self.rank} dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        try:
            out = F.instance_norm(
                t, self.moving_mean._t, self.moving_variance._t, self.gamma._t, self.beta._t, True, self.momentum,
                self.eps,
            )  # fmt: skip
        except (RuntimeError, ValueError) as error:
            raise op_error(f"nn.{type(self).__name__}", error, x=x, gamma=self.gamma) from None
        return wrap(out)


class InstanceNorm1d(_InstanceNorm):
    """Normalise each channel of each sequence.

    Args:
        num_features (int): channels.
        eps (float): added to the variance. Default: ``1e-5``.
        momentum (float): share of the new statistics in the moving ones. Default: ``0.1``.
        affine (bool): whether gamma and beta are trained. Default: ``True``.
        gamma_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'ones'``.
        beta_init (Union[Tensor, str, Initializer, numbers.Number]): Default: ``'zeros'``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)`.

    Source: mindspore.nn.InstanceNorm1d, MindSpore 2.10
    """

    rank = 3


class InstanceNorm2d(_InstanceNorm):
    """Normalise each channel of each image; the arguments are those of `InstanceNorm1d`.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Source: mindspore.nn.InstanceNorm2d, MindSpore 2.10
    """

    rank = 4


class InstanceNorm3d(_InstanceNorm):
    """Normalise each channel of each volume; the arguments are those of `InstanceNorm1d`.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Source: mindspore.nn.InstanceNorm3d, MindSpore 2.10
    """

    rank = 5


class LayerNormExt(Cell):
    """Normalise over the last dimensions, with torch's arguments.

    Args:
        normalized_shape (Union[int, tuple[int], list[int]]): the sizes of the last dimensions.
        eps (float): added to the variance. Default: ``1e-5``.
        elementwise_affine (bool): have a weight. Default: ``True``.
        bias (bool): have a bias, if there is a weight. Default: ``True``.
        dtype (mindspore.dtype, optional): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - any shape that ends in `normalized_shape`.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if `normalized_shape` is of another kind.
        ValueError: if it is empty or does not fit the input.

    Source: mindspore.nn.LayerNormExt, MindSpore 2.10
    """

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...] | list[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        if not isinstance(shape, (tuple, list)):
            msg = f"For 'LayerNormExt', the 'normalized_shape' must be ints, but got {normalized_shape!r}."
            raise TypeError(msg)
        if not shape:
            msg = "For 'LayerNormExt', the 'normalized_shape' must have at least one entry, but got none."
            raise ValueError(msg)
        self.normalized_shape = tuple(shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        kind = mstype.float32 if dtype is None else dtype
        self.weight = None
        self.bias = None
        if elementwise_affine:
            self.weight = Parameter(initializer("ones", self.normalized_shape, kind), name="weight")
            if bias:
                self.bias = Parameter(initializer("zeros", self.normalized_shape, kind), name="bias")

    def construct(self, input: Tensor) -> Tensor:
        return layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def _torch_layer(self) -> TorchLayer | None:
        if self.weight is None:
            return None
        return layer_of_same_settings(torch.nn.LayerNorm, self, "normalized_shape", "eps", "elementwise_affine")

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"normalized_shape={self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
