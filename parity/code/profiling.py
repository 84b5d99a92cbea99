"""The one place that sets a profile function: for a block, and whatever profiler was there before is put back.

The recorder that runs without torch carries this file too.
"""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any


@contextlib.contextmanager
def profiled(profile: Callable[[types.FrameType, str, Any], object]) -> Iterator[None]:
    """Call `profile` for every call and return of a function in the block, in this thread.

    Args:
        profile (Callable[[FrameType, str, Any], object]): takes the frame, the event and its argument, as for
            `sys.setprofile`.
    """
    before: Any = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        if callable(before):
            sys.setprofile(before)
        elif before is not None:  # a profiler written in C, such as cProfile's, is no function: it starts itself
            before.enable()
