"""Which algorithms operators use on a GPU: cuDNN's choice, or the fastest by trial."""

from __future__ import annotations

import torch

from ms2torch import _checkparam
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.device_context._device import concerns

_FORWARD = ["normal", "performance", "implicit_gemm", "precomp_gemm", "gemm", "direct", "fft", "fft_tiling", "winograd",
            "winograd_nonfused"]  # fmt: skip
_DATA = ["normal", "performance", "algo_0", "algo_1", "fft", "fft_tiling", "winograd", "winograd_nonfused"]
_FILTER = ["normal", "performance", "algo_0", "algo_1", "fft", "algo_3", "fft_tiling", "winograd_nonfused"]


def conv_fprop_algo(mode: str) -> None:
    """Choose the algorithm of convolutions.

    Args:
        mode (str): ``"normal"``, cuDNN's choice, or ``"performance"``, the fastest by trial. torch has one setting for
            forward and backward.

    Raises:
        ValueError: if MindSpore has no such mode.
        UnsupportedArgumentError: for a single algorithm of cuDNN.

    Source: mindspore.device_context.gpu.op_tuning.conv_fprop_algo, MindSpore 2.10
    """
    _choose("conv_fprop_algo", mode, _FORWARD)


def conv_dgrad_algo(mode: str) -> None:
    """Choose the algorithm of the gradients of convolutions by their input; see `conv_fprop_algo`.

    Args:
        mode (str): ``"normal"`` or ``"performance"``.

    Source: mindspore.device_context.gpu.op_tuning.conv_dgrad_algo, MindSpore 2.10
    """
    _choose("conv_dgrad_algo", mode, _DATA)


def conv_wgrad_algo(mode: str) -> None:
    """Choose the algorithm of the gradients of convolutions by their weight; see `conv_fprop_algo`.

    Args:
        mode (str): ``"normal"`` or ``"performance"``.

    Source: mindspore.device_context.gpu.op_tuning.conv_wgrad_algo, MindSpore 2.10
    """
    _choose("conv_wgrad_algo", mode, _FILTER)


def _choose(function: str, mode: str, modes: list[str]) -> None:
    name = f"device_context.gpu.op_tuning.{function}"
    _checkparam.check_string(mode, modes, "mode", name)
    if not concerns("GPU"):
        return
    if mode not in ("normal", "performance"):
        raise UnsupportedArgumentError(name, "mode", mode, "write 'normal' or 'performance'")
    torch.backends.cudnn.benchmark = mode == "performance"
