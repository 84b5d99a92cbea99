"""Mirrors `mindspore.parallel._ps_context`: settings of training with parameter servers, of which there are none."""

from __future__ import annotations

from ms2torch.context import (
    get_ps_context as _get_ps_context,
    reset_ps_context as _reset_ps_context,
    set_ps_context as _set_ps_context,
)

__all__ = [
    "_get_ps_context",
    "_is_role_sched",
    "_need_reset_device_target_for_ps",
    "_reset_ps_context",
    "_set_ps_context",
    "set_ps_enable",
]


def set_ps_enable(enable: bool) -> None:
    """Keep whether servers are asked for.

    Args:
        enable (bool): the setting `enable_ps`.

    Raises:
        RuntimeError: if it is true.
    """
    _set_ps_context(enable_ps=enable)


def _is_role_sched() -> bool:
    """Tell whether this process is the scheduler of servers; it never is."""
    return False


def _need_reset_device_target_for_ps(target: str) -> bool:
    """Tell whether a server must leave its card to a worker; there are no servers.

    Args:
        target (str): the device.
    """
    del target
    return False
