"""Classes that torch's layers share as a base, as in ``isinstance(m, _BatchNorm)``: what derives from them."""

from __future__ import annotations

from functools import cache

import torch

from parity.port.project.torch_kinds import is_layer_class
from parity.port.rows.choose import layer_row, live


@cache
def members_of(full: str) -> tuple[str, ...]:
    """Return the public layers of torch that derive from a base class without a row of its own and have one.

    Args:
        full (str): torch's full name, e.g. ``torch.nn.modules.batchnorm._BatchNorm``.

    Returns:
        tuple[str, ...]: their full names; () for what is no such base.
    """
    if not is_layer_class(full) or full == "torch.nn.Module" or layer_row(full) is not None:
        return ()
    base = live(full)
    if base is torch.nn.Module:
        return ()
    named = {name: value for name, value in vars(torch.nn).items() if isinstance(value, type) and name[0] != "_"}
    found = [f"torch.nn.{name}" for name, value in named.items() if issubclass(value, base)]
    return tuple(sorted(name for name in found if layer_row(name) is not None and "Lazy" not in name))
