"""How precisely operators compute on a GPU."""

from __future__ import annotations

import torch

from ms2torch import _checkparam
from ms2torch.device_context._device import concerns


def matmul_allow_tf32(value: bool) -> None:
    """Let matrix products round their inputs to TF32.

    Args:
        value (bool): whether they may.

    Source: mindspore.device_context.gpu.op_precision.matmul_allow_tf32, MindSpore 2.10
    """
    _checkparam.check_bool(value, "value", "matmul_allow_tf32")
    if concerns("GPU"):
        torch.backends.cuda.matmul.allow_tf32 = value


def conv_allow_tf32(value: bool) -> None:
    """Let convolutions round their inputs to TF32.

    Args:
        value (bool): whether they may.

    Source: mindspore.device_context.gpu.op_precision.conv_allow_tf32, MindSpore 2.10
    """
    _checkparam.check_bool(value, "value", "conv_allow_tf32")
    if concerns("GPU"):
        torch.backends.cudnn.allow_tf32 = value
