"""What a Cell answers about its state: values that torch's libraries and MindSpore programs can both use.

A Cell answers every caller alike (`StateValue`). Two arguments of torch's own protocol ask for torch's own objects:
`destination`, with which a torch Module collects the state of a Cell inside it, and `keep_vars`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Self

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch.common.parameter import Parameter
from ms2torch.nn._cell_params import CellParameters
from ms2torch.nn._state_values import StateValue, as_state_value


class StateDict(OrderedDict[str, Any]):
    """State values by path. Pickled, and so in a file of torch.save, it is a plain dict of torch tensors."""

    def __repr__(self) -> str:
        return f"OrderedDict({list(self.items())!r})"

    def __reduce__(self) -> Any:
        return OrderedDict, (), dict(self.__dict__), None, iter(self.items())

    def copy(self) -> Self:
        """Return a dict of the same objects."""
        made = type(self)(self)
        made.__dict__.update(self.__dict__)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = type(self)((name, deepcopy(value, memo)) for name, value in self.items())
        made.__dict__.update(deepcopy(self.__dict__, memo))
        return made


class CellState(CellParameters):
    """The part of Cell that lists and takes its state."""

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        """Yield the buffers, and what is one to torch: Parameters made without gradient, as running statistics are.

        Args:
            recurse (bool): go down into children. Default: ``True``.

        Returns:
            Iterator of Tensor, each a torch tensor too.

        Differs from MindSpore: running statistics are among them; what both frameworks have (`shape`, `dtype`,
            `size`) is torch's.

        Source: mindspore.nn.Cell.buffers, MindSpore 2.10
        """
        return (t for _, t in self.named_buffers(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield the buffers with their attribute paths, and what is one to torch: Parameters made without gradient.

        Args:
            prefix (str): put before the paths. Default: ``""``.
            recurse (bool): go down into children. Default: ``True``.
            remove_duplicate (bool): a shared one once. Default: ``True``.

        Returns:
            Iterator of (str, Tensor), each Tensor a torch tensor too.

        Differs from MindSpore: running statistics are among them, so that DistributedDataParallel sends them round;
            what both frameworks have (`shape`, `dtype`, `size`) is torch's.

        Source: mindspore.nn.Cell.named_buffers, MindSpore 2.10
        """
        return self._named_members(_buffers_of, prefix, recurse, remove_duplicate)

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
        """Return the Parameters and persistent buffers by attribute path.

        Args:
            args: the following by position, as older programs pass them.
            destination (dict, optional): to be filled and returned. Default ``None``: a new one.
            prefix (str): put before the paths. Default: ``""``.
            keep_vars (bool): the torch.nn.Parameters themselves, as torch has it. Default: ``False``.

        Returns:
            dict of Parameters and Tensors, each a torch tensor too, over the Cell's own memory; with `destination` or
            `keep_vars` torch's own objects. torch.save writes it as a plain dict of torch tensors.

        Differs from MindSpore: what both frameworks have (`shape`, `dtype`, `size`) is torch's.

        Source: mindspore.nn.Cell.state_dict, MindSpore 2.10
        """
        given: list[Any] = [destination, prefix, keep_vars]
        given[: len(args)] = args
        into, before, as_torch = given
        if into is not None or as_torch:
            return super().state_dict(destination=into, prefix=before, keep_vars=as_torch)  # type: ignore[arg-type]
        theirs = super().state_dict(prefix=before, keep_vars=True)
        out = StateDict((name, self._value(name.removeprefix(before), value)) for name, value in theirs.items())
        out.__dict__.update(theirs.__dict__)
        return out

    def _value(self, path: str, value: Any) -> Any:
        holder_path, _, name = path.rpartition(".")
        holder = self.get_submodule(holder_path)
        if isinstance(value, torch.nn.Parameter) or name in _statistics_of(holder):
            found = dict(self._own_parameters(holder_path, holder)).get(name)
            return StateValue.of(Parameter._adopt(value, path) if found is None else found)
        held = holder.__dict__.get("_buffer_tensors", {}).get(name)
        if held is not None and (value is held.__dict__["_kept"] or getattr(value, "_ours", None) is held):
            return StateValue.of(held)
        plain = type(value) in (torch.Tensor, StateValue)
        return StateValue.of(wrap(value.as_subclass(torch.Tensor).detach())) if plain else value

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        # hooks that run before may have added to MindSpore's dict of Parameters
        for name, param in self._params.items():
            if param is not None and self._parameters.get(name) is None and self._buffers.get(name) is None:
                self._show_to_torch(name, param)
        super()._save_to_state_dict(destination, prefix, keep_vars)
        # in MindSpore's order, where torch has all parameters before the statistics
        keys = (prefix + name for name in (*self._params, *self._parameters.keys(), *self._buffers))
        for key in [key for key in dict.fromkeys(keys) if key in destination]:
            destination[key] = destination.pop(key)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Copy values by attribute path into the Parameters and buffers.

        Args:
            state_dict (dict): Tensors of MindSpore or torch.
            strict (bool): refuse what is missing or not known. Default: ``True``.
            assign (bool): torch's: take the tensors themselves. Default: ``False``.

        Returns:
            What was missing and what was not known.

        Raises:
            TypeError: if `state_dict` is no mapping.
            RuntimeError: if the names, with `strict`, or the shapes do not fit.

        Source: mindspore.nn.Cell.load_state_dict, MindSpore 2.10
        """
        if not isinstance(state_dict, Mapping):
            msg = f"Expected state_dict to be dict-like, got {type(state_dict)}."
            raise TypeError(msg)
        plain = OrderedDict((k, v._t if isinstance(v, TensorBase) else v) for k, v in state_dict.items())
        plain.__dict__.update(getattr(state_dict, "__dict__", {}))
        return super().load_state_dict(plain, strict, assign)

    def _load_from_state_dict(self, *args: Any) -> None:
        self.__dict__["_buffers"] = self._held_buffers()
        super()._load_from_state_dict(*args)

    def register_state_dict_pre_hook(self, hook: Callable[..., None]) -> Any:
        """Call ``hook(cell, prefix, keep_vars)`` before `state_dict` collects.

        Args:
            hook (Callable): may add to the Cell's Parameters and buffers.

        Returns:
            A handle with ``remove()``.

        Source: mindspore.nn.Cell.register_state_dict_pre_hook, MindSpore 2.10
        """
        return super().register_state_dict_pre_hook(hook)


def _buffers_of(module: torch.nn.Module) -> Iterator[tuple[str, Any]]:
    """Yield a module's own buffers as state values, which stay in their place: torch.export finds them by identity."""
    for name, param in _statistics_of(module).items():
        module._buffers[name] = StateValue.of_parameter(param)
    for name, tensor in module.__dict__.get("_buffer_tensors", {}).items():
        if module._buffers.get(name) is tensor.__dict__["_kept"]:
            module._buffers[name] = StateValue.of_parameter(tensor)
    for name in list(module._buffers):
        yield name, as_state_value(module._buffers, name)


def _statistics_of(module: torch.nn.Module) -> dict[str, Parameter]:
    """Return the Parameters of a Cell that are buffers to torch."""
    if not isinstance(module, CellParameters):
        return {}
    # asked one by one: a Cell follows what torch has put in place, and gives a Tensor for a stand-in
    held = {name: module.__getattr__(name) for name in module._buffers if module._params.get(name) is not None}
    return {name: param for name, param in held.items() if isinstance(param, Parameter)}
