"""The parameters of a large net in another precision, one layer at a time.

A second copy of a net in float64 takes twice the memory of the net. Here a layer's own parameters are promoted when it
is called and are as they were when it returns, so that no more than the layers around one another are held twice.
"""

from __future__ import annotations

import copy
import functools
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import torch

from parity.code.faults import hand_over
from parity.nets.offload import MappedParameters

_MARK = "_promotes_parameters"
ModuleT = TypeVar("ModuleT", bound=torch.nn.Module)
Method = Callable[..., Any]


@dataclass(slots=True)
class Promoted:
    """What of a net is promoted now.

    Attributes:
        seconds: time that promoting has taken, which is no part of a plain run.
        open: how many calls that are running use each parameter, by identity.
        data: what each was before; the precision that was asked for last holds.
    """

    seconds: float = 0.0
    open: dict[int, int] = field(default_factory=dict)
    data: dict[int, torch.Tensor] = field(default_factory=dict)


class ByLayer:
    """Promotes parameters for the time of a call.

    Args:
        dtype (torch.dtype): the precision of a call.
        promoted (Promoted): what of the net is promoted, by this one and others.
    """

    def __init__(self, dtype: torch.dtype, promoted: Promoted) -> None:
        self._dtype = dtype
        self._now = promoted

    def around(self, owned: list[torch.nn.Parameter]) -> Callable[[Method], Method]:
        """Return what to put around the method of a layer.

        Args:
            owned (list[torch.nn.Parameter]): what to promote while it runs.
        """

        def wrap(method: Method) -> Method:
            @functools.wraps(method)
            def call(*args: Any, **kwargs: Any) -> Any:
                with self._promoted(owned):
                    return hand_over(method, args, kwargs)

            setattr(call, _MARK, True)
            return call

        return wrap

    @contextmanager
    def _promoted(self, owned: list[torch.nn.Parameter]) -> Iterator[None]:
        begun = time.perf_counter()
        for tensor in owned:
            number = id(tensor)
            self._now.open[number] = self._now.open.get(number, 0) + 1
            if self._now.open[number] == 1:  # a tied parameter may be in use by a layer around this one
                self._now.data[number] = tensor.data
                tensor.data = tensor.data.to(self._dtype, copy=True)
                MappedParameters.let_go((self._now.data[number],))
        self._now.seconds += time.perf_counter() - begun
        try:
            yield
        finally:
            for tensor in owned:
                number = id(tensor)
                self._now.open[number] -= 1
                if not self._now.open[number]:
                    tensor.data = self._now.data.pop(number)


def owned_parameters(net: torch.nn.Module, called: Collection[str]) -> dict[str, list[torch.nn.Parameter]]:
    """Return the floating parameters of a net by the path of the layer whose call uses them.

    Args:
        net (torch.nn.Module): the net.
        called (Collection[str]): paths of the layers that a run calls; the parameters of another belong to the layer
            around it, which may use them in a function.
    """
    found: dict[str, list[torch.nn.Parameter]] = {}
    for path, module in net.named_modules():
        own = [p for p in module._parameters.values() if p is not None and p.is_floating_point()]
        holder = path
        while holder and holder not in called:
            holder = holder.rpartition(".")[0]
        known = found.setdefault(holder, [])
        known += [p for p in own if all(p is not other for other in known)]
    return {path: tensors for path, tensors in found.items() if tensors}


def promotes(methods: Mapping[str, Any], name: str) -> bool:
    """Tell whether what an instance has in the place of a method only promotes parameters."""
    return hasattr(methods.get(name), _MARK)


def copied(module: ModuleT) -> ModuleT:
    """Return a copy of a layer whose methods are its own, also while parameters are promoted."""
    made = copy.deepcopy(module)
    for part in made.modules():
        for name in [name for name, value in vars(part).items() if hasattr(value, _MARK)]:
            del vars(part)[name]
    return made
