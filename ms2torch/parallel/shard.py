"""`shard` and `Layout`: how a tensor lies on a grid of devices. One device is what there is."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

__all__ = ["Layout", "shard"]


_ALONE = "None"
_VIRTUAL = "interleaved_parallel"


class Layout:
    """A grid of devices with named dimensions; called with names, it says how a tensor is cut.

    Args:
        device_matrix (tuple[int]): the grid.
        alias_name (tuple[str]): the names of its dimensions; ``"interleaved_parallel"`` only for the last one.
        rank_list (list[int], optional): the devices. Default ``None``: counted from 0.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if there are not as many names as dimensions, or devices as places; if a name occurs twice, is empty
            or ``"None"``.

    Source: mindspore.parallel.Layout, MindSpore 2.10
    """

    def __init__(
        self, device_matrix: tuple[int, ...], alias_name: tuple[str, ...], rank_list: list[int] | None = None
    ) -> None:
        _need_all("device_matrix", device_matrix, tuple, int)
        _need_all("alias_name", alias_name, tuple, str)
        if len(device_matrix) != len(alias_name) or len(set(alias_name)) != len(alias_name):
            msg = f"Layout: {device_matrix} and {alias_name} must be of one length, the names all different"
            raise ValueError(msg)
        if "" in alias_name or _ALONE in alias_name or _VIRTUAL in alias_name[:-1]:
            msg = f"Layout: no name may be empty or {_ALONE!r}, and {_VIRTUAL!r} must be the last, got {alias_name}"
            raise ValueError(msg)
        many = math.prod(device_matrix)
        if rank_list is not None:
            _need_all("rank_list", rank_list, list, int)
            if len(rank_list) != many:
                msg = f"Layout: rank_list must name {many} devices, got {len(rank_list)}"
                raise ValueError(msg)
        self._device_shape = device_matrix
        self._alias_name = alias_name
        self._rank_list = list(range(many)) if rank_list is None else rank_list
        self._tensor_map: tuple[Any, ...] | None = None

    def __call__(self, *tensor_map: Any) -> Layout:
        """Say along which names the dimensions of a tensor are cut; this layout keeps it as well.

        Args:
            tensor_map (Union[str, tuple[str]]): for each dimension a name, several, or ``"None"``.

        Returns:
            Layout, a copy.

        Raises:
            ValueError: if a name is unknown or named twice.
        """
        named = [name for each in tensor_map for name in (each if isinstance(each, tuple) else (each,))]
        for i, name in enumerate(named):
            if name != _ALONE and (name not in self._alias_name or name in named[:i]):
                what = "set more than once in" if name in self._alias_name else "not found in"
                msg = f"Layout: the axis {name} is {what} {self._alias_name}"
                raise ValueError(msg)
        self._tensor_map = tuple(
            tuple(map(self._place, each)) if isinstance(each, tuple) else self._place(each) for each in tensor_map
        )
        return copy.deepcopy(self)

    def _place(self, name: str) -> int:
        """Return which dimension of the grid a name is, counted from the last; -1 for none."""
        return -1 if name == _ALONE else len(self._alias_name) - 1 - self._alias_name.index(name)

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as a dict.

        Raises:
            ValueError: if it does not say yet how a tensor is cut.
        """
        if self._tensor_map is None:
            msg = "Layout: the tensor_map of layout is None; call the layout with names first"
            raise ValueError(msg)
        return {
            "device_matrix": self._device_shape,
            "tensor_map": self._tensor_map,
            "interleaved_parallel": _VIRTUAL in self._alias_name,
            "alias_name": self._alias_name,
            "rank_list": self._rank_list,
        }


def _need_all(name: str, value: Any, kind: type, element: type) -> None:
    """Refuse what is not a tuple or list of one type."""
    if not isinstance(value, kind) or not all(isinstance(each, element) for each in value):
        msg = f"Layout: {name} must be a {kind.__name__} of {element.__name__}, got {value!r}"
        raise TypeError(msg)


class _DistributedTensorInfo:
    """How a tensor is cut over devices.

    Args:
        distributed_info (Layout): the layout.

    Raises:
        TypeError: if it is no Layout.

    Source: mindspore.parallel.shard._DistributedTensorInfo, MindSpore 2.10
    """

    def __init__(self, distributed_info: Layout) -> None:
        if not isinstance(distributed_info, Layout):
            msg = f"DistributedTensorInfo only supports Layout or DeviceMesh as input, but got {type(distributed_info)}"
            raise TypeError(msg)
        self.layout = self.distributed_info = distributed_info

    @property
    def sharding_strategy(self) -> list[int]:
        """Into how many parts each dimension of the tensor is cut."""
        found = self.layout.to_dict()
        grid = found["device_matrix"]
        each = [places if isinstance(places, tuple) else (places,) for places in found["tensor_map"]]
        return [math.prod(grid[-1 - place] for place in places if place != -1) for places in each]


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
