"""How MindSpore's compiler cut the parameters of a network; nothing is cut without it."""

from __future__ import annotations

from typing import Any

__all__ = [
    "clear_strategy_metadata",
    "enable_save_strategy_online",
    "get_current_strategy_metadata",
    "get_strategy_metadata",
]


def get_strategy_metadata(network: Any, rank_id: int | None = None) -> None:
    """Return how parameters are cut: ``None``, as in MindSpore for a network that was not compiled in parallel.

    Args:
        network (Cell): the network.
        rank_id (int, optional): of one process only. Default: ``None``.
    """
    del network, rank_id


def get_current_strategy_metadata(network: Any) -> None:
    """Return how parameters are cut in this process: ``None``, see `get_strategy_metadata`.

    Args:
        network (Cell): the network.
    """
    del network


def enable_save_strategy_online() -> None:
    """Let the compiler keep what it decides; there is none."""


def clear_strategy_metadata() -> None:
    """Forget what the compiler decided: nothing."""
