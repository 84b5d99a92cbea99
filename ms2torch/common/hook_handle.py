"""What registering a hook returns."""

from torch.utils.hooks import RemovableHandle as HookHandle

__all__ = ["HookHandle"]
