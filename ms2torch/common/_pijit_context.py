"""Mirrors `mindspore.common._pijit_context`: the compiler of bytecode, which does not exist on torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self


class PIJitCaptureContext:
    """A block, or a function, in which MindSpore compiles what is called from its bytecode; here it runs as it is.

    Args:
        fullgraph (bool): whether a function that cannot be compiled whole is an error. Default: ``False``.
        jit_config (JitConfig, optional): settings of the compiler. Default: ``None``.

    Source: mindspore.common._pijit_context.PIJitCaptureContext, MindSpore 2.10
    """

    def __init__(self, fullgraph: bool = False, jit_config: Any = None) -> None:
        self.config = jit_config
        self.fullgraph = fullgraph

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is.

        Args:
            fn (function): the function.
        """
        return fn

    def __enter__(self) -> Self:
        """Begin the block."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the block."""
