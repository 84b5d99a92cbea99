"""Parameters in groups, for the accelerations that treat them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.parameter import Parameter

__all__ = ["OptimizerProcess", "ParameterProcess"]


class OptimizerProcess:
    """Rebuild an optimizer with gradient centralization for some of its parameters.

    Args:
        opt (Optimizer): the optimizer.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.boost.OptimizerProcess, MindSpore 2.10
    """

    def __init__(self, opt: Any) -> None:
        remedy = "pass `grad_centralization` in the optimizer's parameter groups"
        raise UnsupportedArgumentError("boost.OptimizerProcess", "opt", type(opt).__name__, remedy)


class ParameterProcess:
    """Group parameters for gradient freezing and for splitting messages.

    Source: mindspore.boost.ParameterProcess, MindSpore 2.10
    """

    def __init__(self) -> None:
        self._message = 1

    @staticmethod
    def generate_group_params(parameters: Sequence[Parameter], origin_params: Any) -> list[dict[str, Any]]:
        """Group some parameters as an optimizer's were grouped.

        Args:
            parameters (list[Parameter]): the parameters.
            origin_params (list): what the optimizer was given, parameters or groups of them.

        Returns:
            list[dict]: the groups. A parameter that was in none joins those with the settings of the largest number.

        Raises:
            TypeError: if `origin_params` holds something else.
            ValueError: if it is empty.

        Source: mindspore.boost.ParameterProcess.generate_group_params, MindSpore 2.10
        """
        origin: list[Any] = list(origin_params or ())
        if not origin:
            raise ValueError("Optimizer got an empty parameter list.")
        if isinstance(origin[0], Parameter):
            return [{"params": parameters}]
        if not isinstance(origin[0], dict):
            raise TypeError("Only a list of Parameter or dict can be supported.")
        by_name = {p.name: p for p in parameters}
        out: list[dict[str, Any]] = []
        fullest: dict[str, Any] = {}
        for group in origin:
            if "order_params" in group:
                out.append({**group, "order_params": parameters})
                continue
            names = [p.name for p in group["params"]]
            out.append({**group, "params": [by_name.pop(name) for name in names if name in by_name]})
            fullest = group if len(group) > len(fullest) else fullest
        if by_name:
            out.append({**fullest, "params": list(by_name.values())})
        return out

    def assign_parameter_group(self, parameters: Sequence[Any], split_point: Sequence[int] | None = None) -> Any:
        """Write down the number of the message that each gradient would be sent in; torch splits messages itself.

        Args:
            parameters (Sequence[Parameter]): the parameters, in `comm_fusion` of which the number is written.
            split_point (Sequence[int], optional): where a message begins. Default ``None``: in the middle.

        Returns:
            The parameters.

        Source: mindspore.boost.ParameterProcess.assign_parameter_group, MindSpore 2.10
        """
        if not isinstance(parameters, (list, tuple)):
            return parameters
        begins = split_point or [len(parameters) // 2]
        for i, parameter in enumerate(parameters):
            self._message += i in begins
            parameter.comm_fusion = self._message
        return parameters
