"""Compiled nets are run as they are written: a recorder sees nothing inside compiled code, and compiling is slow."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import torch


def eagerly() -> AbstractContextManager[None]:
    """Run code that `torch.compile` was given as it is written, within the block.

    Where torch's compiler was never imported there is no such code, and importing it would take a second.
    """
    return _eager() if "torch._dynamo" in sys.modules else nullcontext()


@contextmanager
def _eager() -> Iterator[None]:
    with torch.compiler.set_stance("force_eager"):
        yield


def is_compiled(net: torch.nn.Module) -> bool:
    """Tell whether a net, or a part of it, was given to `torch.compile`."""
    if "torch._dynamo" not in sys.modules:
        return False
    from torch._dynamo.eval_frame import OptimizedModule

    return any(isinstance(m, OptimizedModule) or m._compiled_call_impl is not None for m in net.modules())
