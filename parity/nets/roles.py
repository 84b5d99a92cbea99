"""What a tensor of a net is for: trained, a running statistic, or a constant the constructor computes."""

from __future__ import annotations

STATISTICS = frozenset({"running_mean", "moving_mean", "running_var", "moving_variance"})
"""Names that are running statistics in any layer; ``mean`` and ``variance`` only in a framework's own norm layer."""
