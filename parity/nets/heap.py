"""The C library's heap: blocks that are freed go back to the system, where a net is large.

glibc raises the size from which a block is mapped by itself to that of the largest block freed, up to 32 MB, and keeps
what lies below on its heap: a layer's weights, promoted and freed one after the other, are held several times over.
"""

from __future__ import annotations

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_MAPPED_FROM = 1 << 20
"""Bytes of a block that is mapped by itself. A page of it costs about as much to map as to fill."""

LARGE = 1 << 26
"""Bytes of weights from which it is worth it."""


def return_freed_blocks() -> bool:
    """Let large blocks go back to the system when they are freed, from now on and in this process.

    Returns:
        bool, whether the C library takes it: glibc does.
    """
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallopt") or not hasattr(library, "malloc_trim"):
        return False
    done = library.mallopt(_M_MMAP_THRESHOLD, _MAPPED_FROM) and library.mallopt(_M_TRIM_THRESHOLD, _MAPPED_FROM)
    library.malloc_trim(0)
    return bool(done)
