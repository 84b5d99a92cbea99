"""The few names of MindSpore's compiled core that public model code imports."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ms2torch._c_expression import amp as amp, op_enum as op_enum, security as security, typing as typing
from ms2torch._c_expression._runtime import (
    CreationType as CreationType,
    EmptyFunctional_ as EmptyFunctional_,
    MixedPrecisionType as MixedPrecisionType,
    _dump_set_dynamic as _dump_set_dynamic,
    _dump_start as _dump_start,
    _dump_step as _dump_step,
    _dump_stop as _dump_stop,
    _empty_instance as _empty_instance,
    _set_init_iter as _set_init_iter,
    _tensordump_set_step as _tensordump_set_step,
    disable_multi_thread as disable_multi_thread,
    jit_mode_pi_disable as jit_mode_pi_disable,
    jit_mode_pi_enable as jit_mode_pi_enable,
)
from ms2torch._core import philox
from ms2torch._core.base import unwrap
from ms2torch._core.dtype import Type as Type
from ms2torch.common._pynative import _PyNativeExecutor as PyNativeExecutor_
from ms2torch.common.tensor import Tensor as Tensor, Tensor as TensorPy

__all__ = ["MSContext", "ParamInfo", "PyNativeExecutor_", "Tensor", "TensorPy", "init_exec_dataset", "swap_cache"]


@dataclass
class ParamInfo:
    """What the compiler knows of a parameter, with the values of a new one.

    Args:
        name (str): the parameter's name.
        requires_grad (bool): whether it is trained.
        requires_aggr (bool): whether its gradient is sent to servers.
        layerwise_parallel (bool): whether its gradient is left as it is in data parallel training.
        parallel_optimizer (bool): whether its optimizer state may be spread.
        parallel_optimizer_comm_recompute (bool): whether it is gathered again in the backward pass.
        comm_fusion (int): which gradients are sent with its own.
        cache_enable (bool): whether a server caches it.
        cache_shape (list[int]): the cache's shape.
        parameter_shape (list[int]): its whole shape, where it is spread.
        param_strategy (list[int]): how it is spread.
        device_matrix (list[int]): over which devices.
        tensor_map (list[int]): which dimension lies along which of them.
        interleaved_parallel (bool): whether its parts are interleaved.
        alias_name (list[int]): the names of those dimensions.
        storage_format (str): how an Ascend card lays it out.
        origin_shape (list[int]): its shape before that.
        is_pipeline_shared_param (bool): whether stages of a pipeline share it.
        is_param_init (bool): whether its initial value is still to be made.
        is_quant_int4 (bool): whether it holds two numbers in a byte.
        quant_shape (list[int]): its shape without that.
        is_in_pynative_shard (bool): whether it is inside a `shard`.
        use_persistent_storage (bool): whether its embedding lies on a disk.
        key (int): the number a server knows it by.
    """

    name: str = "Parameter"
    requires_grad: bool = True
    requires_aggr: bool = True
    layerwise_parallel: bool = False
    parallel_optimizer: bool = True
    parallel_optimizer_comm_recompute: bool = False
    comm_fusion: int = 1
    cache_enable: bool = False
    cache_shape: list[int] = field(default_factory=list)
    parameter_shape: list[int] = field(default_factory=list)
    param_strategy: list[int] = field(default_factory=list)
    device_matrix: list[int] = field(default_factory=list)
    tensor_map: list[int] = field(default_factory=list)
    interleaved_parallel: bool = False
    alias_name: list[int] = field(default_factory=list)
    storage_format: str = ""
    origin_shape: list[int] = field(default_factory=list)
    is_pipeline_shared_param: bool = False
    is_param_init: bool = False
    is_quant_int4: bool = False
    quant_shape: list[int] = field(default_factory=list)
    is_in_pynative_shard: bool = False
    use_persistent_storage: bool = False
    key: int = -1

    def clone(self) -> ParamInfo:
        """Return another one that knows the same."""
        return copy.deepcopy(self)


class MSContext:
    """The core's settings; asked for the kind of an Ascend card."""

    _one: MSContext | None = None

    @classmethod
    def get_instance(cls) -> MSContext:
        """Return the one object."""
        if cls._one is None:
            cls._one = cls()
        return cls._one

    def get_ascend_soc_version(self) -> str:
        """Return the kind of the Ascend card; there is none that could be asked."""
        return ""


def _random_normal(seed: int, out: np.ndarray, mean: float, sigma: float) -> None:
    """Fill a float32 array with normal numbers, the ones MindSpore draws for that seed.

    Args:
        seed (int): the key.
        out (numpy.ndarray): what to fill, C-contiguous.
        mean (float): their mean.
        sigma (float): their standard deviation.
    """
    philox.fill_normal(int(seed), _flat(out), float(mean), float(sigma))


def _random_uniform(seed: int, out: np.ndarray, low: float, high: float) -> None:
    """Fill a float32 array with uniform numbers, the ones MindSpore draws for that seed.

    Args:
        seed (int): the key.
        out (numpy.ndarray): what to fill, C-contiguous.
        low (float): their least.
        high (float): their bound.
    """
    philox.fill_uniform(int(seed), _flat(out), float(low), float(high))


def _truncated_normal(seed: int, out: np.ndarray, low: float, high: float, mean: float, sigma: float) -> None:
    """Fill a float32 array with normal numbers cut to an interval, the ones MindSpore draws for that seed.

    Args:
        seed (int): the key.
        out (numpy.ndarray): what to fill, C-contiguous.
        low (float): their least.
        high (float): their greatest.
        mean (float): the mean before the cut.
        sigma (float): the standard deviation before the cut.
    """
    philox.fill_truncated_normal(int(seed), _flat(out), float(low), float(high), float(mean), float(sigma))


random_normal = _random_normal


def _flat(out: np.ndarray) -> np.ndarray:
    if out.dtype != np.float32 or not out.flags.c_contiguous:
        msg = f"the array must be float32 and C-contiguous, got {out.dtype} with strides {out.strides}"
        raise TypeError(msg)
    return out.reshape(-1)


def _framework_profiler_step_start() -> None:
    """Accept the mark of a profiler's step; `mindspore.profiler` marks steps itself."""


def _framework_profiler_step_end() -> None:
    """Accept the mark of a profiler's step; `mindspore.profiler` marks steps itself."""


def is_reboot_node() -> bool:
    """Tell whether this process takes the place of one that failed: never, nothing here replaces processes."""
    return False


def init_exec_dataset(*args: Any, **kwargs: Any) -> bool:
    """Refuse: feeding a dataset into a compiled graph is Ascend's.

    Raises:
        RuntimeError: always.
    """
    del args, kwargs
    msg = "sinking a dataset into a compiled graph is not possible on torch; train with dataset_sink_mode=False"
    raise RuntimeError(msg)


def swap_cache(host_cache: Tensor, device_cache: Tensor, block_mapping: Tensor, is_device_to_host: bool) -> None:
    """Copy blocks of keys or values between two caches.

    Args:
        host_cache (Tensor): one cache, its first dimension the blocks.
        device_cache (Tensor): the other.
        block_mapping (Tensor): pairs of the block to read and the block to write, (n, 2).
        is_device_to_host (bool): whether the first cache is written, else the second.

    Raises:
        ValueError: if the pairs are not that, or name a block that is not there.

    Differs from MindSpore: it reads beyond the cache where a block is not there.
    """
    read, write = (device_cache, host_cache) if is_device_to_host else (host_cache, device_cache)
    pairs, source, target = unwrap(block_mapping), unwrap(read).data, unwrap(write).data
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        msg = f"The shape of Cache input mapping tensor should be (n, 2), but got: {tuple(pairs.shape)}"
        raise ValueError(msg)
    if any(not 0 <= a < len(source) or not 0 <= b < len(target) for a, b in pairs.tolist()):
        msg = f"swap_cache: there are {len(source)} blocks to read and {len(target)} to write, got {pairs.tolist()}"
        raise ValueError(msg)
    target[pairs[:, 1].long()] = source[pairs[:, 0].long()]
