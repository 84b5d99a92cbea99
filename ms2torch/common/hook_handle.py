"""What registering a hook returns."""

from __future__ import annotations

from typing import Any

from torch.utils.hooks import RemovableHandle

__all__ = ["HookHandle"]


class HookHandle(RemovableHandle):
    """A hook that can be taken away again.

    Args:
        hook_dict (dict, optional): where the hook is kept, by the handle's number. Default: ``None``.
        extra_dict (dict | list[dict], optional): where else something is kept by it. Default: ``None``.

    Source: mindspore.common.hook_handle.HookHandle, MindSpore 2.10
    """

    def __init__(self, hook_dict: Any = None, *, extra_dict: Any = None) -> None:
        super().__init__({} if hook_dict is None else hook_dict, extra_dict=extra_dict)

    @property
    def handle_id(self) -> int:
        """The number by which the hook is kept."""
        return self.id


def numbered(handle: RemovableHandle) -> HookHandle:
    """Return torch's handle as MindSpore's."""
    handle.__class__ = HookHandle
    return handle  # type: ignore[return-value]
