"""What a caller may name as a net."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    import torch

Target: TypeAlias = "str | torch.nn.Module | Callable[[], torch.nn.Module]"
"""A target string (``"net.py:Net(10)"``), a net, or a callable without arguments that builds one."""
