"""A net as it was built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch

from parity.code.constructions import Constructions


@dataclass(frozen=True, slots=True)
class Built:
    """A net as it was built.

    Args:
        net (torch.nn.Module): the net.
        constructions (Constructions): how its layers were constructed.
        rebuild (Callable[[int], torch.nn.Module] | None): builds it again with another seed; None for a ready net.
        name (str): what it is called.
        plain (Mapping[str, object]): arguments of every call that are no tensors. Default: none.
    """

    net: torch.nn.Module
    constructions: Constructions
    rebuild: Callable[[int], torch.nn.Module] | None
    name: str
    plain: Mapping[str, object] = field(default_factory=dict)
