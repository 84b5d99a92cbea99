"""Finding faults in operators on Ascend.

Without a card they say so and set nothing, as in MindSpore; with one, torch_npu has its own.
"""

from __future__ import annotations

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.device_context._device import concerns


def execute_timeout(op_timeout: int) -> None:
    """Choose how long an operator may run.

    Args:
        op_timeout (int): seconds.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_debug.execute_timeout, MindSpore 2.10
    """
    _refuse("execute_timeout", "op_timeout", op_timeout)


def debug_option(option_value: str) -> None:
    """Check memory in operators.

    Args:
        option_value (str): the name of a check.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_debug.debug_option, MindSpore 2.10
    """
    _refuse("debug_option", "option_value", option_value)


def aclinit_config(config: dict[str, str]) -> None:
    """Set up the library of operators.

    Args:
        config (dict): settings of the library.

    Raises:
        UnsupportedArgumentError: on a card.

    Source: mindspore.device_context.ascend.op_debug.aclinit_config, MindSpore 2.10
    """
    _refuse("aclinit_config", "config", config)


def _refuse(function: str, argument: str, value: object) -> None:
    if concerns("Ascend"):
        name = f"device_context.ascend.op_debug.{function}"
        raise UnsupportedArgumentError(name, argument, value, "set it with torch_npu.npu.set_option")
