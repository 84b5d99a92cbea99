"""Memory of the device. What torch counts on a GPU; 0 on a CPU, whose memory torch does not count."""

from __future__ import annotations

from typing import Any, NoReturn

from ms2torch import context
from ms2torch.runtime._device_module import device_module

__all__ = [
    "empty_cache", "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_replay",
    "memory_reserved", "memory_stats", "memory_summary", "reset_max_memory_allocated", "reset_max_memory_reserved",
    "reset_peak_memory_stats", "set_memory",
]  # fmt: skip


def _count(name: str) -> int:
    counter = device_module()
    return 0 if counter is None else int(getattr(counter, name)(context.torch_device()))


def memory_allocated() -> int:
    """Return the bytes of tensors on the device.

    Source: mindspore.runtime.memory_allocated, MindSpore 2.10
    """
    return _count("memory_allocated")


def max_memory_allocated() -> int:
    """Return the most bytes of tensors there were on the device.

    Source: mindspore.runtime.max_memory_allocated, MindSpore 2.10
    """
    return _count("max_memory_allocated")


def memory_reserved() -> int:
    """Return the bytes taken from the device.

    Source: mindspore.runtime.memory_reserved, MindSpore 2.10
    """
    return _count("memory_reserved")


def max_memory_reserved() -> int:
    """Return the most bytes that were taken from the device.

    Source: mindspore.runtime.max_memory_reserved, MindSpore 2.10
    """
    return _count("max_memory_reserved")


def memory_stats() -> dict[str, Any]:
    """Return the counts by name.

    Source: mindspore.runtime.memory_stats, MindSpore 2.10
    """
    reserved, allocated = memory_reserved(), memory_allocated()
    return {
        "total_reserved_memory": reserved,
        "total_allocated_memory": allocated,
        "total_idle_memory": reserved - allocated,
        "total_eager_free_memory": 0,
        "max_reserved_memory": max_memory_reserved(),
        "max_allocated_memory": max_memory_allocated(),
        "common_mem_pool_stats": {"block_unit_size": 0, "block_counts": 0, "blocks_info": {}},
        "persistent_mem_pool_stats": {"block_counts": 0, "block_unit_size": 0, "blocks_info": {}},
    }


def memory_summary() -> str:
    """Return the counts as a table.

    Source: mindspore.runtime.memory_summary, MindSpore 2.10
    """
    counter = device_module()
    if counter is not None:
        return str(counter.memory_summary(context.torch_device()))
    rows = [f"| {name:<20} | {size:>6} B{'':12} |" for name, size in (("Reserved memory", 0), ("Allocated memory", 0))]
    line = "|" + "=" * (len(rows[0]) - 2) + "|"
    return "\n".join([line, *rows, line])


def empty_cache() -> None:
    """Give back the device's memory that torch keeps for later.

    Source: mindspore.runtime.empty_cache, MindSpore 2.10
    """
    counter = device_module()
    if counter is not None:
        counter.empty_cache()


def reset_peak_memory_stats() -> None:
    """Start the counts of the most anew.

    Source: mindspore.runtime.reset_peak_memory_stats, MindSpore 2.10
    """
    counter = device_module()
    if counter is not None:
        counter.reset_peak_memory_stats(context.torch_device())


def reset_max_memory_allocated() -> None:
    """Start the count of `max_memory_allocated` anew; torch does so for all counts of the most.

    Source: mindspore.runtime.reset_max_memory_allocated, MindSpore 2.10
    """
    reset_peak_memory_stats()


def reset_max_memory_reserved() -> None:
    """Start the count of `max_memory_reserved` anew; torch does so for all counts of the most.

    Source: mindspore.runtime.reset_max_memory_reserved, MindSpore 2.10
    """
    reset_peak_memory_stats()


def set_memory(
    init_size: str = "2GB",
    increase_size: str = "2GB",
    max_size: str = "1024GB",
    optimize_level: str = "O0",
    huge_page_reserve_size: str = "0GB",
) -> None:
    """Accept the sizes of MindSpore's memory pool; torch's own grows as needed.

    Args:
        init_size (str): first size, as ``"2GB"``. Default: ``"2GB"``.
        increase_size (str): by which it grows. Default: ``"2GB"``.
        max_size (str): the most. Default: ``"1024GB"``.
        optimize_level (str): ``"O0"`` or ``"O1"``. Default: ``"O0"``.
        huge_page_reserve_size (str): kept for huge pages. Default: ``"0GB"``.

    Raises:
        ValueError: if a size is not written so, or `optimize_level` another word.

    Source: mindspore.runtime.set_memory, MindSpore 2.10
    """
    for name, size in (
        ("init_size", init_size), ("increase_size", increase_size), ("max_size", max_size),
        ("huge_page_reserve_size", huge_page_reserve_size),
    ):  # fmt: skip
        if not isinstance(size, str) or not size.endswith("GB") or not size[:-2].replace(".", "", 1).isdigit():
            msg = f"set_memory: {name} must be a number with 'GB' behind it, got {size!r}"
            raise ValueError(msg)
    if optimize_level not in ("O0", "O1"):
        msg = f"set_memory: optimize_level must be 'O0' or 'O1', got {optimize_level!r}"
        raise ValueError(msg)


def memory_replay(file_path: str) -> NoReturn:
    """Refuse: the file is a record of MindSpore's own memory pool.

    Args:
        file_path (str): the file.

    Raises:
        NotImplementedError: always, with what to do instead.

    Source: mindspore.runtime.memory_replay, MindSpore 2.10
    """
    msg = f"runtime.memory_replay({file_path!r}): memory is torch's here; use torch.cuda.memory._record_memory_history"
    raise NotImplementedError(msg)
