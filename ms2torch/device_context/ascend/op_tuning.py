"""Which kernels operators use on Ascend.

Without a card they say so and set nothing, as in MindSpore; with one, torch_npu has its own.
"""

from __future__ import annotations

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.device_context._device import concerns


def op_compile(value: bool) -> None:
    """Compile kernels when they are used.

    Args:
        value (bool): whether to compile them.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_tuning.op_compile, MindSpore 2.10
    """
    _refuse("op_compile", "value", value)


def aoe_tune_mode(tune_mode: str) -> None:
    """Look for faster kernels.

    Args:
        tune_mode (str): ``"online"`` or ``"offline"``.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_tuning.aoe_tune_mode, MindSpore 2.10
    """
    _refuse("aoe_tune_mode", "tune_mode", tune_mode)


def aoe_job_type(config: str) -> None:
    """Choose what is made faster.

    Args:
        config (str): ``"1"``: of graphs, ``"2"``: of operators.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_tuning.aoe_job_type, MindSpore 2.10
    """
    _refuse("aoe_job_type", "config", config)


def aclnn_cache(enable_global_cache: bool = False, cache_queue_length: int = 10000) -> None:
    """Keep prepared kernels.

    Args:
        enable_global_cache (bool): one for all threads. Default: ``False``.
        cache_queue_length (int): how many. Default: ``10000``.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_tuning.aclnn_cache, MindSpore 2.10
    """
    _refuse("aclnn_cache", "enable_global_cache", enable_global_cache)


def _refuse(function: str, argument: str, value: object) -> None:
    if concerns("Ascend"):
        name = f"device_context.ascend.op_tuning.{function}"
        raise UnsupportedArgumentError(name, argument, value, "set it with torch_npu.npu.set_option")
