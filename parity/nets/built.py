"""A net as it was built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from parity.code.constructions import Constructions


@dataclass(frozen=True, slots=True)
class Built:
    """A net, how its layers were constructed, and how to build it again with another seed (None for a ready net)."""

    net: torch.nn.Module
    constructions: Constructions
    rebuild: Callable[[int], torch.nn.Module] | None
    name: str
