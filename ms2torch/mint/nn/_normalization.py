"""Normalisation layers of `mindspore.mint.nn`, under torch's argument names and defaults."""

from __future__ import annotations

from functools import partial

import torch
import torch.nn.functional as torch_F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import given_type
from ms2torch.common.initializer import initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.communication._batch_norm import sync_batch_norm
from ms2torch.communication._collectives import size_of
from ms2torch.nn._torch_layers import TorchLayer, layer_of_same_settings
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, positive_int


class _BatchNorm(Cell):
    """What the batch normalisations have in common; `_ndims` are the numbers of dimensions they take."""

    _ndims: tuple[int, ...] = ()
    _kind_of_torch: type[torch.nn.Module] | None = None

    def __init__(
        self,
        num_features: int,
        eps: float,
        momentum: float | None,
        affine: bool,
        track_running_stats: bool,
        dtype: mstype.Type | None,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.dtype = mstype.float32 if dtype is None else dtype
        kind = given_type(self.dtype)
        self.weight = Parameter(wrap(torch.ones(num_features, dtype=kind)), name="weight") if affine else None
        self.bias = Parameter(wrap(torch.zeros(num_features, dtype=kind)), name="bias") if affine else None
        self.running_mean: Parameter | None = None
        self.running_var: Parameter | None = None
        self.num_batches_tracked: Parameter | None = None
        if track_running_stats:
            zeros, ones = torch.zeros(num_features, dtype=kind), torch.ones(num_features, dtype=kind)
            count = torch.zeros((), dtype=torch.int64)
            self.running_mean = Parameter(wrap(zeros), name="running_mean", requires_grad=False)
            self.running_var = Parameter(wrap(ones), name="running_var", requires_grad=False)
            self.num_batches_tracked = Parameter(wrap(count), name="num_batches_tracked", requires_grad=False)

    def reset_running_stats(self) -> None:
        """Set the running mean to 0, the running variance to 1 and the count to 0."""
        if self.running_mean is not None and self.running_var is not None and self.num_batches_tracked is not None:
            self.running_mean._t.data.zero_()
            self.running_var._t.data.fill_(1)
            self.num_batches_tracked._t.data.zero_()

    def reset_parameters(self) -> None:
        """Reset the running statistics, set the weight to 1 and the bias to 0."""
        self.reset_running_stats()
        if self.weight is not None and self.bias is not None:
            self.weight._t.data.fill_(1)
            self.bias._t.data.zero_()

    def construct(self, input: Tensor) -> Tensor:
        t = unwrap(input)
        if t.ndim not in self._ndims and self._ndims:
            wanted = " or ".join(f"{n}-d" for n in self._ndims)
            msg = f"mint.nn.{self.cls_name}: expected a {wanted} tensor, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.num_batches_tracked is not None:
            count = self.num_batches_tracked._t.data.add_(1)
            factor = 1.0 / float(count) if self.momentum is None else self.momentum
        mean = None if self.running_mean is None else self.running_mean._t
        var = None if self.running_var is None else self.running_var._t
        weight = None if self.weight is None else self.weight._t
        bias = None if self.bias is None else self.bias._t
        batch = self.training or mean is None
        return wrap(self._normalised(t, mean, var, weight, bias, batch, factor))

    def _normalised(
        self,
        t: torch.Tensor,
        mean: torch.Tensor | None,
        var: torch.Tensor | None,
        weight: torch.Tensor | None,
        bias: torch.Tensor | None,
        batch: bool,
        factor: float,
    ) -> torch.Tensor:
        return torch_F.batch_norm(t, mean, var, weight, bias, batch, factor, self.eps)

    def _torch_layer(self) -> TorchLayer | None:
        if self._kind_of_torch is None or not (self.affine and self.track_running_stats):
            return None
        settings = {name: getattr(self, name) for name in ("num_features", "eps", "momentum", "affine")}
        setters = {name: partial(setattr, self, name) for name in ("eps", "momentum")}
        return TorchLayer(self._kind_of_torch, {**settings, "track_running_stats": True}, setters=setters)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    """Normalise each channel of tensors (N, C) or (N, C, L) over the batch.

    Args:
        num_features (int): number of channels.
        eps (float): added to the denominator. Default: ``1e-05``.
        momentum (float, None): weight of the new statistics in the running ones; ``None``: a plain average.
            Default: ``0.1``.
        affine (bool): learn a weight and a bias. Default: ``True``.
        track_running_stats (bool): keep running statistics. Default: ``True``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Source: mindspore.mint.nn.BatchNorm1d, MindSpore 2.10
    """

    _ndims = (2, 3)
    _kind_of_torch = torch.nn.BatchNorm1d

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)


class BatchNorm2d(_BatchNorm):
    """Normalise each channel of tensors (N, C, H, W) over the batch.

    Args:
        num_features (int): number of channels.
        eps (float): added to the denominator. Default: ``1e-05``.
        momentum (float, None): weight of the new statistics in the running ones; ``None``: a plain average.
            Default: ``0.1``.
        affine (bool): learn a weight and a bias. Default: ``True``.
        track_running_stats (bool): keep running statistics. Default: ``True``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Source: mindspore.mint.nn.BatchNorm2d, MindSpore 2.10
    """

    _ndims = (4,)
    _kind_of_torch = torch.nn.BatchNorm2d

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)


class BatchNorm3d(_BatchNorm):
    """Normalise each channel of tensors (N, C, D, H, W) over the batch.

    Args:
        num_features (int): number of channels.
        eps (float): added to the denominator. Default: ``1e-05``.
        momentum (float, None): weight of the new statistics in the running ones; ``None``: a plain average.
            Default: ``0.1``.
        affine (bool): learn a weight and a bias. Default: ``True``.
        track_running_stats (bool): keep running statistics. Default: ``True``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Source: mindspore.mint.nn.BatchNorm3d, MindSpore 2.10
    """

    _ndims = (5,)
    _kind_of_torch = torch.nn.BatchNorm3d

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)


class SyncBatchNorm(_BatchNorm):
    """Normalise each channel over the batches of all processes of a group; in one process, over its batch.

    Args:
        num_features (int): number of channels.
        eps (float): added to the denominator. Default: ``1e-05``.
        momentum (float, None): weight of the new statistics in the running ones; ``None``: a plain average.
            Default: ``0.1``.
        affine (bool): learn a weight and a bias. Default: ``True``.
        track_running_stats (bool): keep running statistics. Default: ``True``.
        process_group (str, None): the group's name; ``None``: all processes. Default: ``None``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Source: mindspore.mint.nn.SyncBatchNorm, MindSpore 2.10
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: str | None = None,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)
        self.process_group = process_group
        self.reset_parameters()  # which a subclass may override

    def _normalised(
        self,
        t: torch.Tensor,
        mean: torch.Tensor | None,
        var: torch.Tensor | None,
        weight: torch.Tensor | None,
        bias: torch.Tensor | None,
        batch: bool,
        factor: float,
    ) -> torch.Tensor:
        if not batch or size_of(self.process_group) == 1:
            return super()._normalised(t, mean, var, weight, bias, batch, factor)
        return sync_batch_norm(t, weight, bias, mean, var, factor, self.eps, self.process_group)


class GroupNorm(Cell):
    """Normalise over groups of channels.

    Args:
        num_groups (int): number of groups.
        num_channels (int): number of channels.
        eps (float): added to the denominator. Default: ``1e-05``.
        affine (bool): train weight and bias. Default: ``True``.
        dtype (mstype.Type, None): type of the parameters; ``None``: float32. Default: ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.GroupNorm, MindSpore 2.10
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-05,
        affine: bool = True,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__()
        self.num_groups = positive_int("GroupNorm", "num_groups", num_groups)
        self.num_channels = positive_int("GroupNorm", "num_channels", num_channels)
        if num_channels % num_groups:
            msg = f"mint.nn.GroupNorm: {num_groups} groups must divide {num_channels} channels"
            raise ValueError(msg)
        self.eps = eps
        self.affine = boolean("GroupNorm", "affine", affine)
        kind = mstype.float32 if dtype is None else dtype
        self.weight = Parameter(initializer("ones", (num_channels,), kind), name="weight", requires_grad=affine)
        self.bias = Parameter(initializer("zeros", (num_channels,), kind), name="bias", requires_grad=affine)

    def construct(self, input: Tensor) -> Tensor:
        t = unwrap(input)
        return wrap(torch_F.group_norm(t, self.num_groups, self.weight._t, self.bias._t, self.eps))

    def _torch_layer(self) -> TorchLayer | None:
        settings = ("num_groups", "num_channels", "eps", "affine")
        return layer_of_same_settings(torch.nn.GroupNorm, self, *settings) if self.affine else None

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}, eps={self.eps}, affine={self.affine}"
