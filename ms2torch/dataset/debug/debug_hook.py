"""The base of the hooks.

Source: mindspore.dataset.debug.debug_hook, MindSpore 2.10
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class DebugHook(ABC):
    """Sees the columns before and after each operation of `map` (`dataset.config.set_debug_mode`).

    Args:
        prev_op_name (str, optional): the operation before. Default: ``None``.

    Source: mindspore.dataset.debug.DebugHook, MindSpore 2.10
    """

    def __init__(self, prev_op_name: str | None = None) -> None:
        self.prev_op_name = prev_op_name
        self.is_first_op: bool | None = None

    def __call__(self, *args: Any) -> tuple[Any, ...]:
        """Say what is looked at, look, and give the columns back."""
        if self.prev_op_name:
            side = "INPUT" if self.is_first_op else "OUTPUT"
            print(  # noqa: T201 - what a hook of MindSpore does
                f"[Dataset debugger] Print the [{side}] of the operation [{self.prev_op_name}].", flush=True
            )
        self.compute(args)
        return args

    @abstractmethod
    def compute(self, *args: Any) -> Any:
        """Look at the columns.

        Args:
            args (tuple): one tuple with the columns.
        """

    def set_previous_op_name(self, prev_op_name: str) -> None:
        """Say which operation is looked at.

        Args:
            prev_op_name (str): its name.
        """
        self.prev_op_name = prev_op_name

    def set_is_first(self, is_first_op: bool) -> None:
        """Say whether its input, not its output, is looked at.

        Args:
            is_first_op (bool): whether.
        """
        self.is_first_op = is_first_op
