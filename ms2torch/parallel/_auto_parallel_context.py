"""`auto_parallel_context()`, by which older code reads and sets what `set_auto_parallel_context` does."""

from __future__ import annotations

from typing import Any

from ms2torch import context

__all__: list[str] = []


class _AutoParallelContext:
    """The settings of parallel training: `get_device_num()`, `set_device_num(8)` and so on, one pair for each.

    Any setting of `mindspore.set_auto_parallel_context` has its pair of methods here.
    """

    def get_device_num_is_set(self) -> bool:
        """Tell whether `device_num` was set to something else than 1."""
        return context.get_auto_parallel_context("device_num") != 1

    def get_parameter_broadcast_is_set(self) -> bool:
        """Tell whether `parameter_broadcast` is on."""
        return bool(context.get_auto_parallel_context("parameter_broadcast"))

    def set_all_reduce_fusion_split_indices(self, indices: list[int], group: str = "") -> None:
        """Keep how MindSpore groups the messages of gradients; torch does that itself.

        Args:
            indices (list[int]): where to split.
            group (str): the processes. Default: all.
        """
        del group
        context.set_auto_parallel_context(all_reduce_fusion_config=indices)

    def get_all_reduce_fusion_split_indices(self, group: str = "") -> list[int]:
        """Return what `set_all_reduce_fusion_split_indices` kept."""
        del group
        return context.get_auto_parallel_context("all_reduce_fusion_config")

    def __getattr__(self, name: str) -> Any:
        verb, _, setting = name.partition("_")
        if verb == "get":
            return lambda: context.get_auto_parallel_context(setting)
        if verb == "set":
            return lambda value: context.set_auto_parallel_context(**{setting: value})
        msg = f"auto_parallel_context() has no attribute {name!r}"
        raise AttributeError(msg)


_ONE = _AutoParallelContext()


def auto_parallel_context() -> _AutoParallelContext:
    """Return the settings of parallel training, one object for the process."""
    return _ONE


def _get_auto_parallel_context(attr_key: str) -> Any:
    """Read one setting."""
    return context.get_auto_parallel_context(attr_key)


def _set_auto_parallel_context(**kwargs: Any) -> None:
    """Set several."""
    context.set_auto_parallel_context(**kwargs)


def _reset_auto_parallel_context() -> None:
    """Set all of them back."""
    context.reset_auto_parallel_context()
