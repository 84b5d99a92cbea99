"""How precisely operators compute on Ascend.

Without a card they say so and set nothing, as in MindSpore; with one, torch_npu has its own.
"""

from __future__ import annotations

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.device_context._device import concerns


def precision_mode(mode: str) -> None:
    """Choose the precision of operators.

    Args:
        mode (str): the name of a mode.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_precision.precision_mode, MindSpore 2.10
    """
    _refuse("precision_mode", "mode", mode)


def op_precision_mode(path: str) -> None:
    """Choose the precision of single operators.

    Args:
        path (str): a file that says the precision of each.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_precision.op_precision_mode, MindSpore 2.10
    """
    _refuse("op_precision_mode", "path", path)


def matmul_allow_hf32(value: bool) -> None:
    """Let matrix products round their inputs to HF32.

    Args:
        value (bool): whether they may.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_precision.matmul_allow_hf32, MindSpore 2.10
    """
    _refuse("matmul_allow_hf32", "value", value)


def conv_allow_hf32(value: bool) -> None:
    """Let convolutions round their inputs to HF32.

    Args:
        value (bool): whether they may.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_precision.conv_allow_hf32, MindSpore 2.10
    """
    _refuse("conv_allow_hf32", "value", value)


def _refuse(function: str, argument: str, value: object) -> None:
    if concerns("Ascend"):
        name = f"device_context.ascend.op_precision.{function}"
        raise UnsupportedArgumentError(name, argument, value, "set it with torch_npu.npu.set_option")
