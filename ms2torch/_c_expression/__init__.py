"""The few names of MindSpore's compiled core that public model code imports."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch._c_expression import amp as amp, security as security, typing as typing
from ms2torch._core import philox
from ms2torch._core.dtype import Type as Type
from ms2torch.common._pynative import _PyNativeExecutor as PyNativeExecutor_
from ms2torch.common.tensor import Tensor as Tensor

__all__ = ["MSContext", "PyNativeExecutor_", "Tensor", "init_exec_dataset"]


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


def init_exec_dataset(*args: Any, **kwargs: Any) -> bool:
    """Refuse: feeding a dataset into a compiled graph is Ascend's.

    Raises:
        RuntimeError: always.
    """
    del args, kwargs
    msg = "sinking a dataset into a compiled graph is not possible on torch; train with dataset_sink_mode=False"
    raise RuntimeError(msg)
