"""What kinds of weights some are, in words: 42 norms and biases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import torch

_BIASES = ("bias", "beta")


def kind_of(name: str, value: torch.Tensor | None) -> str:
    """Return what kind of weight it is, by its name and rank."""
    last = name.rpartition(".")[2].lower()
    if last.endswith(_BIASES):
        return "bias"
    if "embed" in name.lower():
        return "embedding"
    return "norm" if value is not None and value.dim() <= 1 else "weight"


def kinds_of(names: Sequence[str], values: Mapping[str, torch.Tensor]) -> str:
    """Return how many weights of which kinds some are."""
    counted = Counter(kind_of(name, values.get(name)) for name in names)
    words = [f"{kind}{'es' if kind.endswith('s') else 's'}" if len(names) > 1 else kind for kind in sorted(counted)]
    if not words:
        return "no weights"
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{len(names)} {listed}"
