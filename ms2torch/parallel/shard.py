"""`shard` and `Layout`: how a tensor lies on a grid of devices. One device is what there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Layout", "shard"]


class Layout:
    """A grid of devices with named dimensions; called with names, it says how a tensor is cut.

    Args:
        device_matrix (tuple[int]): the grid.
        alias_name (tuple[str]): the names of its dimensions.
        rank_list (list[int], optional): the devices. Default ``None``: counted from 0.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if there are not as many names as dimensions, or a name occurs twice.

    Source: mindspore.parallel.Layout, MindSpore 2.10
    """

    def __init__(
        self, device_matrix: Sequence[int], alias_name: Sequence[str], rank_list: Sequence[int] | None = None
    ) -> None:
        if not isinstance(device_matrix, tuple) or not isinstance(alias_name, tuple):
            msg = f"Layout: device_matrix and alias_name must be tuples, got {device_matrix!r} and {alias_name!r}"
            raise TypeError(msg)
        if len(device_matrix) != len(alias_name) or len(set(alias_name)) != len(alias_name):
            msg = f"Layout: {device_matrix} and {alias_name} must be of one length, the names all different"
            raise ValueError(msg)
        self.device_matrix = device_matrix
        self.alias_name = alias_name
        self.rank_list = rank_list
        self.tensor_map: tuple[Any, ...] | None = None

    def __call__(self, *tensor_map: Any) -> Layout:
        """Return this grid with a tensor on it, cut along the named dimensions."""
        out = Layout(tuple(self.device_matrix), tuple(self.alias_name), self.rank_list)
        out.tensor_map = tensor_map
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as a dict."""
        return {
            "device_matrix": self.device_matrix,
            "alias_name": self.alias_name,
            "rank_list": self.rank_list,
            "tensor_map": self.tensor_map,
        }


def shard(
    fn: Callable[..., Any],
    in_strategy: Any,
    out_strategy: Any = None,
    parameter_plan: Any = None,
) -> Callable[..., Any]:
    """Return the function: cutting its inputs over devices changes where it runs, not what it computes.

    Args:
        fn (Union[Cell, Function]): what to run.
        in_strategy (tuple): how to cut the inputs; without effect.
        out_strategy (tuple, optional): how to cut the outputs; without effect. Default: ``None``.
        parameter_plan (dict, optional): how to cut the parameters; without effect. Default: ``None``.

    Raises:
        TypeError: if `in_strategy` is no tuple.

    Source: mindspore.parallel.shard, MindSpore 2.10
    """
    if not isinstance(in_strategy, tuple):
        msg = f"For 'shard', the 'in_strategy' should be a tuple, but got {type(in_strategy).__name__}."
        raise TypeError(msg)
    del out_strategy, parameter_plan
    return fn
