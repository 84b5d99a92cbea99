"""Settings of the search for a parallel strategy: kept and read back; nothing is searched."""

from __future__ import annotations

from typing import Any

__all__ = ["get_algo_parameters", "reset_algo_parameters", "set_algo_parameters"]

_DEFAULTS: dict[str, Any] = {
    "fully_use_devices": False,
    "elementwise_op_strategy_follow": False,
    "enable_algo_approxi": False,
    "algo_approxi_epsilon": 0.1,
    "tensor_slice_align_enable": False,
    "tensor_slice_align_size": 16,
}
_settings: dict[str, Any] = dict(_DEFAULTS)


def set_algo_parameters(**kwargs: Any) -> None:
    """Set how a parallel strategy is searched for; without effect, as there is one process.

    Args:
        kwargs (dict): settings by name.

    Raises:
        ValueError: if a setting is unknown.
        TypeError: if a value is of another type than the default.

    Source: mindspore.set_algo_parameters, MindSpore 2.10
    """
    for name, value in kwargs.items():
        if name not in _DEFAULTS:
            msg = f"Set context keyword {name} is not recognized!"
            raise ValueError(msg)
        kind = type(_DEFAULTS[name])
        if type(value) is not kind:
            msg = f"The parameter '{name}' must be {kind}, but got {type(value)}"
            raise TypeError(msg)
        _settings[name] = value


def get_algo_parameters(attr_key: str) -> Any:
    """Read one setting of `set_algo_parameters`.

    Args:
        attr_key (str): its name.

    Raises:
        ValueError: if it is unknown.

    Source: mindspore.get_algo_parameters, MindSpore 2.10
    """
    if attr_key not in _settings:
        msg = f"Get context keyword {attr_key} is not recognized!"
        raise ValueError(msg)
    return _settings[attr_key]


def reset_algo_parameters() -> None:
    """Set everything of `set_algo_parameters` back.

    Source: mindspore.reset_algo_parameters, MindSpore 2.10
    """
    _settings.update(_DEFAULTS)
