"""Settings of the cost model of the strategy search: kept and read back; nothing is searched."""

from __future__ import annotations

from typing import Any

_settings: dict[str, Any] = {}


def set_cost_model_context(**kwargs: Any) -> None:
    """Keep settings of the cost model; without effect.

    Args:
        kwargs (dict): settings by name.
    """
    _settings.update(kwargs)


def get_cost_model_context(attr_key: str) -> Any:
    """Read one setting.

    Args:
        attr_key (str): its name.

    Raises:
        ValueError: if it was not set.
    """
    if attr_key not in _settings:
        msg = f"Get context keyword {attr_key} is not recognized!"
        raise ValueError(msg)
    return _settings[attr_key]


def reset_cost_model_context() -> None:
    """Forget all settings."""
    _settings.clear()


def _set_multi_subgraphs(multi_subgraph: bool = True) -> None:
    """Keep whether the graph has several parts."""
    _settings["multi_subgraphs"] = multi_subgraph


def _get_multi_subgraphs() -> bool:
    """Return whether the graph has several parts."""
    return _settings.get("multi_subgraphs", False)


def _set_rp_matmul_mem_coef(coef: float) -> None:
    """Keep the weight of memory in the search."""
    _settings["rp_matmul_mem_coef"] = coef


def _set_algo_single_loop(single_loop: bool = True) -> None:
    """Keep whether the search makes one loop."""
    _settings["algo_single_loop"] = single_loop
