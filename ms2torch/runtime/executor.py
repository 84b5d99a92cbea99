"""Settings of MindSpore's executor: how many threads start kernels, on which cores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch import context
from ms2torch._checkparam import check_bool, check_positive_int

__all__ = [
    "dispatch_threads_num", "launch_blocking", "set_cpu_affinity", "set_kernel_launch_capture",
    "set_kernel_launch_group",
]  # fmt: skip


def launch_blocking() -> None:
    """Ask that every operation is over when it returns. On CPU it is; on a GPU set CUDA_LAUNCH_BLOCKING for torch.

    Source: mindspore.runtime.launch_blocking, MindSpore 2.10
    """
    context.set_context(pynative_synchronize=True)


def dispatch_threads_num(threads_num: int) -> None:
    """Accept a number of threads for MindSpore's executor; torch's own is set by `torch.set_num_threads`.

    Args:
        threads_num (int): the number, above 0.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is not above 0.

    Source: mindspore.runtime.dispatch_threads_num, MindSpore 2.10
    """
    check_positive_int(threads_num, "threads_num", "dispatch_threads_num")


def set_cpu_affinity(
    enable_affinity: bool,
    affinity_cpu_list: Sequence[str] | None = None,
    module_to_cpu_dict: dict[str, Any] | None = None,
    bind_file: str | None = None,
) -> None:
    """Accept which cores MindSpore's threads run on; the system's own choice stands here.

    Args:
        enable_affinity (bool): whether to bind threads.
        affinity_cpu_list (list[str], optional): the cores. Default: ``None``.
        module_to_cpu_dict (dict, optional): cores by thread. Default: ``None``.
        bind_file (str, optional): a file that says so. Default: ``None``.

    Raises:
        TypeError: if `enable_affinity` is no bool.

    Source: mindspore.runtime.set_cpu_affinity, MindSpore 2.10
    """
    check_bool(enable_affinity, "enable_affinity", "set_cpu_affinity")
    del affinity_cpu_list, module_to_cpu_dict, bind_file


def set_kernel_launch_group(thread_num: int = 2, kernel_group_num: int = 8) -> None:
    """Accept how MindSpore groups kernels; nothing is grouped here.

    Args:
        thread_num (int): threads, above 0. Default: ``2``.
        kernel_group_num (int): groups, above 0. Default: ``8``.

    Raises:
        ValueError: if one is not above 0.

    Source: mindspore.runtime.set_kernel_launch_group, MindSpore 2.10
    """
    check_positive_int(thread_num, "thread_num", "set_kernel_launch_group")
    check_positive_int(kernel_group_num, "kernel_group_num", "set_kernel_launch_group")


def set_kernel_launch_capture(enable_capture_graph: bool, op_capture_skip: Sequence[str] | None = None) -> None:
    """Accept that MindSpore's executor may record kernels to start them again; results are the same without.

    Args:
        enable_capture_graph (bool): whether it may.
        op_capture_skip (list[str], optional): operators that it must not. Default: ``None``.

    Raises:
        TypeError: if `enable_capture_graph` is no bool.

    Source: mindspore.runtime.set_kernel_launch_capture, MindSpore 2.10
    """
    check_bool(enable_capture_graph, "enable_capture_graph", "set_kernel_launch_capture")
    del op_capture_skip
