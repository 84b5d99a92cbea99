"""What model code asks of MindSpore's eager executor and of its compiler's caches, by MindSpore's private names."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.grad_mode import forbidden, is_recording
from ms2torch.common._pynative_graph import RecordedRun


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

    def __init__(self) -> None:
        self._grad_flag: bool | None = None  # None: as it is while something is differentiated
        self._run: RecordedRun | None = None

    def enable_grad(self) -> bool:
        """Tell whether operations may be recorded."""
        return torch.is_grad_enabled()

    def set_enable_grad(self, flag: bool) -> None:
        """Say whether operations may be recorded."""
        torch.set_grad_enabled(flag)

    def grad_flag(self) -> bool:
        """Tell whether operations are being recorded."""
        return is_recording() if self._grad_flag is None else self._grad_flag

    def set_grad_flag(self, flag: bool) -> None:
        """Say what `grad_flag` tells.

        Args:
            flag (bool): whether operations are being recorded.
        """
        self._grad_flag = flag

    def requires_grad(self) -> bool:
        """Tell whether operations may be recorded and are."""
        return self.enable_grad() and self.grad_flag()

    def check_run(self, *args: object) -> bool:
        """Tell whether a function is to be run before `grad`: it always is.

        Args:
            args (object): the gradient operation, the function, the weights, the places and the inputs.
        """
        return True

    def new_graph(self, obj: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Begin to record a run, to the `end_graph` that follows.

        Args:
            obj (function): what is run.
            args (Any): its arguments.
            kwargs (Any): those by name.
        """
        self._run = RecordedRun((*args, *kwargs.values()))

    def end_graph(self, obj: Callable[..., Any], output: Any, *args: Any, **kwargs: Any) -> None:
        """End what `new_graph` began.

        Args:
            obj (function): what was run.
            output (Any): what it returned.
            args (Any): its arguments.
            kwargs (Any): those by name.

        Raises:
            RuntimeError: nothing was begun.
        """
        if self._run is None:
            msg = "end_graph: there is no graph that new_graph began"
            raise RuntimeError(msg)
        self._run.end(output)

    def grad(
        self, obj: Callable[..., Any], grad: Any, weights: Any, grad_position: Any, has_aux: Any = None, *args: Any
    ) -> Any:
        """Return the gradients of the run that was recorded last.

        Args:
            obj (function): what was run.
            grad (GradOperation): which gradients are wanted.
            weights (tuple[Parameter] | None): the weights.
            grad_position (int | tuple[int] | None): which inputs.
            has_aux (bool | None): without effect: what `end_graph` was told is differentiated.
            args (Any): the arguments of `obj`.

        Raises:
            RuntimeError: nothing was recorded.
        """
        if self._run is None:
            msg = "grad: run the function between new_graph and end_graph first"
            raise RuntimeError(msg)
        run, self._run = self._run, None
        return run.gradients(grad, weights, grad_position, args)

    def run_op_async(self, prim: Callable[..., Any], name: str, args: Any) -> Any:
        """Run an operation.

        Args:
            prim (Primitive): the operation.
            name (str): its name.
            args (list | tuple): its arguments.
        """
        return prim(*args)

    def set_creation_type(self, tensor: Any, creation_type: Any) -> None:
        """Accept how a Tensor came about; torch keeps that itself.

        Args:
            tensor (Tensor): without effect.
            creation_type (CreationType): without effect.
        """

    @staticmethod
    def get_instance() -> _PyNativeExecutor:
        """Return the one executor."""
        return _pynative_executor

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
