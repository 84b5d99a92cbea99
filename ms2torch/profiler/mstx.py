"""Marks for a profiler: on a GPU those of NVTX, elsewhere those of torch's own profiler."""

from __future__ import annotations

from typing import Any

import torch

_open: dict[int, Any] = {}


class mstx:
    """Marks and ranges with a name, which a profiler shows.

    Source: mindspore.profiler.mstx, MindSpore 2.10
    """

    NPU_PROFILER = None
    enable = False

    @staticmethod
    def mark(message: str, stream: Any = None, domain: str = "default") -> None:
        """Set a mark.

        Args:
            message (str): its name.
            stream (Stream, optional): concerns Ascend. Default: ``None``.
            domain (str): put before the name, if it is another. Default: ``"default"``.

        Source: mindspore.profiler.mstx.mark, MindSpore 2.10
        """
        with torch.profiler.record_function(_named(message, domain)):
            pass

    @staticmethod
    def range_start(message: str, stream: Any = None, domain: str = "default") -> int:
        """Begin a range.

        Args:
            message (str): its name.
            stream (Stream, optional): concerns Ascend. Default: ``None``.
            domain (str): put before the name, if it is another. Default: ``"default"``.

        Returns:
            int, for `range_end`.

        Source: mindspore.profiler.mstx.range_start, MindSpore 2.10
        """
        begun = torch.profiler.record_function(_named(message, domain))
        begun.__enter__()
        number = max(_open, default=0) + 1
        _open[number] = begun
        return number

    @staticmethod
    def range_end(range_id: int, domain: str = "default") -> None:
        """End a range.

        Args:
            range_id (int): what `range_start` returned; another number does nothing.
            domain (str): that of `range_start`. Default: ``"default"``.

        Source: mindspore.profiler.mstx.range_end, MindSpore 2.10
        """
        del domain
        begun = _open.pop(range_id, None)
        if begun is not None:
            begun.__exit__(None, None, None)


def _named(message: str, domain: str) -> str:
    if not isinstance(message, str) or not isinstance(domain, str):
        msg = f"mstx: message and domain must be strings, got {message!r} and {domain!r}"
        raise TypeError(msg)
    return message if domain == "default" else f"{domain}: {message}"
