"""What model code asks of MindSpore's eager executor and of its compiler's caches, by MindSpore's private names."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.grad_mode import forbidden, is_recording


class _no_grad(contextlib.ContextDecorator):
    """While the block runs, record nothing for gradients; also a decorator.

    Source: mindspore._no_grad, MindSpore 2.10
    """

    def __init__(self) -> None:
        self._open: list[contextlib.AbstractContextManager[None]] = []

    def __enter__(self) -> None:
        self._open.append(forbidden())
        self._open[-1].__enter__()

    def __exit__(self, *error: object) -> None:
        self._open.pop().__exit__(None, None, None)


class _PyNativeExecutor:
    """The eager executor."""

    def enable_grad(self) -> bool:
        """Tell whether operations may be recorded."""
        return torch.is_grad_enabled()

    def set_enable_grad(self, flag: bool) -> None:
        """Say whether operations may be recorded."""
        torch.set_grad_enabled(flag)

    def grad_flag(self) -> bool:
        """Tell whether operations are being recorded."""
        return is_recording()

    def sync(self) -> None:
        """Wait until the device has done what it was asked."""
        if torch.cuda.is_available():
            torch.cuda.synchronize()

    def clear_res(self) -> None:
        """Free what is kept of earlier runs: nothing is."""

    def set_async_for_graph(self, flag: bool) -> None:
        """Accept whether compiled graphs run in the background; nothing is compiled.

        Args:
            flag (bool): without effect.
        """


_pynative_executor = _PyNativeExecutor()
# compiled graphs by key; nothing is compiled, so it stays empty
cells_compile_cache: dict[object, object] = {}
ms_compile_cache: set[object] = set()


def _function_forbid_reuse(func: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function whose compiled graph must not be shared; it is returned as it is.

    Raises:
        TypeError: if `func` is no function.
    """
    if not inspect.isfunction(func):
        msg = f"Decorator _function_forbid_reuse can only be used for function type, but got {func}."
        raise TypeError(msg)
    return func


def _wrap_func(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function: results are Tensors already."""
    return fn


def ms_memory_recycle() -> None:
    """Free what torch keeps of a GPU's memory for later.

    Source: mindspore.ms_memory_recycle, MindSpore 2.10
    """
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def flops_collection(phase: str = "train") -> tuple[int, int, int, int, bool]:
    """Refuse to count: MindSpore counts in its compiled graph, and there is none.

    Args:
        phase (str): which graph. Default: ``"train"``.

    Raises:
        RuntimeError: always.

    Source: mindspore.flops_collection, MindSpore 2.10
    """
    msg = (
        f"flops_collection({phase!r}) counts in MindSpore's compiled graph; "
        "use torch.utils.flop_counter.FlopCounterMode"
    )
    raise RuntimeError(msg)
