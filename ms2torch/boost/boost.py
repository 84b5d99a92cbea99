"""What decides which accelerations apply. None do, and asking for one is an error."""

from __future__ import annotations

from typing import Any

from ms2torch._errors import UnsupportedArgumentError

__all__ = ["AutoBoost"]


class AutoBoost:
    """Apply accelerations to a network and its optimizer; at level ``"O0"``, none.

    Args:
        level (str): only ``"O0"`` is accepted. Default: ``"O0"``.
        boost_config_dict (str): only an empty one is accepted. Default: ``""``.

    Raises:
        UnsupportedArgumentError: if another level is asked for.

    Source: mindspore.boost.AutoBoost, MindSpore 2.10
    """

    def __init__(self, level: str = "O0", boost_config_dict: Any = "") -> None:
        remedy = "train without it: the accelerations change what is computed and are made for Ascend"
        if level != "O0":
            raise UnsupportedArgumentError("boost.AutoBoost", "level", level, remedy)
        if boost_config_dict:
            raise UnsupportedArgumentError("boost.AutoBoost", "boost_config_dict", boost_config_dict, remedy)
        self.level = level
        self.boost_config_dict = boost_config_dict

    def network_auto_process_train(self, network: Any, optimizer: Any) -> tuple[Any, Any]:
        """Return network and optimizer as they are.

        Source: mindspore.boost.AutoBoost.network_auto_process_train, MindSpore 2.10
        """
        return network, optimizer

    def network_auto_process_eval(self, network: Any) -> Any:
        """Return the network as it is.

        Source: mindspore.boost.AutoBoost.network_auto_process_eval, MindSpore 2.10
        """
        return network
