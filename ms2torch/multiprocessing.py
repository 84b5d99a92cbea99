"""Python's `multiprocessing`, whose forked processes can go on computing.

A Tensor that is sent lies in memory both processes share, and is opened by the process that receives it: the sender has
to be alive until then, in MindSpore as in torch.
"""

from __future__ import annotations

import signal
from multiprocessing import (
    Array as Array,
    Barrier as Barrier,
    BoundedSemaphore as BoundedSemaphore,
    Condition as Condition,
    Event as Event,
    JoinableQueue as JoinableQueue,
    Lock as Lock,
    Manager as Manager,
    Pipe as Pipe,
    Process as _PythonProcess,
    ProcessError as ProcessError,
    Queue as Queue,
    RawArray as RawArray,
    RawValue as RawValue,
    RLock as RLock,
    Semaphore as Semaphore,
    SimpleQueue as SimpleQueue,
    TimeoutError as TimeoutError,
    Value as Value,
    active_children as active_children,
    cpu_count as cpu_count,
    current_process as current_process,
    freeze_support as freeze_support,
    get_all_start_methods as get_all_start_methods,
    get_context as get_context,
    get_logger as get_logger,
    get_start_method as get_start_method,
    log_to_stderr as log_to_stderr,
    parent_process as parent_process,
    pool as _pool,
    set_start_method as set_start_method,
)
from multiprocessing.process import BaseProcess as _BaseProcess
from typing import Any

import torch
from torch import multiprocessing as _of_torch

__all__ = [
    "Array",
    "Barrier",
    "BoundedSemaphore",
    "Condition",
    "Event",
    "JoinableQueue",
    "Lock",
    "Manager",
    "Pipe",
    "Pool",
    "Process",
    "ProcessError",
    "Queue",
    "RLock",
    "RawArray",
    "RawValue",
    "Semaphore",
    "SimpleQueue",
    "TimeoutError",
    "Value",
    "active_children",
    "cpu_count",
    "current_process",
    "freeze_support",
    "get_all_start_methods",
    "get_context",
    "get_logger",
    "get_start_method",
    "log_to_stderr",
    "parent_process",
    "set_start_method",
]


class Process(_PythonProcess):
    """A process of Python's; one that is forked computes with threads of its own.

    The threads that torch computes with are not copied by a fork, and what waits for them waits forever. A forked
    process computes with one thread, and is told to end when the process that forked it has ended.

    Differs from MindSpore: Nets trained before the fork can be trained on in the process, where real MindSpore waits
    forever.

    Source: mindspore.multiprocessing.Process, MindSpore 2.10
    """

    def run(self) -> None:
        """Call the target, in the new process."""
        if get_start_method() == "fork":
            torch.set_num_threads(1)
            _of_torch._prctl_pr_set_pdeathsig(signal.SIGINT)  # type: ignore[attr-defined]
        super().run()


class Pool(_pool.Pool):
    """A pool of Python's, of processes that are `Process`.

    Args:
        processes (int, optional): how many. Default: as many as there are cores.
        initializer (Callable, optional): called in each process with `initargs` before its first task.
        initargs (Iterable): arguments of `initializer`.
        maxtasksperchild (int, optional): after how many tasks a process is replaced.
        context (BaseContext, optional): how processes are started; those that are not forked are that context's own.

    Source: mindspore.multiprocessing.Pool, MindSpore 2.10
    """

    @staticmethod
    def Process(*args: Any, **kwds: Any) -> _BaseProcess:
        """Make one process of the pool, whose context is the first argument."""
        context, *given = args
        if context.get_start_method() == "fork":
            return Process(*given, **kwds)
        process: _BaseProcess = context.Process(*given, **kwds)
        return process
