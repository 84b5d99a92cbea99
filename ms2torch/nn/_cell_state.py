"""What a Cell answers about its state: MindSpore's Tensors to programs, torch's tensors to torch.

torch's own code calls `buffers`, `named_buffers` and `state_dict` of a Module from some forty places (DDP,
DataParallel, functional_call, FSDP, export ...; measured on 2.13) and needs its own tensors there, while a MindSpore
program prints them and uses their MindSpore methods. Who asks is the only thing that tells the two apart.

The asker is the module whose code makes the call. So a library that is not torch gets MindSpore's Tensors, and so does
a subclass that overrides one of these methods and calls `super()`; `torch.nn.Module.state_dict(cell)` and its like give
torch tensors to anyone. A state_dict that ends up in a file or in another process holds torch tensors either way.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Self

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch.common.parameter import Parameter
from ms2torch.nn._cell_params import CellParameters


class StateDict(OrderedDict[str, Any]):
    """Parameters and Tensors by path. Pickled, and so in a file of torch.save, it is a plain dict of torch tensors."""

    def __repr__(self) -> str:
        return f"OrderedDict({list(self.items())!r})"

    def __reduce__(self) -> Any:
        items = ((name, v._t.detach() if isinstance(v, TensorBase) else v) for name, v in self.items())
        return OrderedDict, (), dict(self.__dict__), None, items

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
        """Yield the buffers.

        Args:
            recurse (bool): go down into children. Default: ``True``.

        Returns:
            Iterator of Tensor; torch's own code is given torch tensors.

        Source: mindspore.nn.Cell.buffers, MindSpore 2.10
        """
        found = (t for _, t in torch.nn.Module.named_buffers(self, recurse=recurse))
        return found if _asked_by_torch() else map(wrap, found)

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield the buffers with their attribute paths.

        Args:
            prefix (str): put before the paths. Default: ``""``.
            recurse (bool): go down into children. Default: ``True``.
            remove_duplicate (bool): a shared one once. Default: ``True``.

        Returns:
            Iterator of (str, Tensor); torch's own code is given torch tensors.

        Source: mindspore.nn.Cell.named_buffers, MindSpore 2.10
        """
        found = torch.nn.Module.named_buffers(self, prefix, recurse, remove_duplicate)
        return found if _asked_by_torch() else ((name, wrap(t)) for name, t in found)

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
        """Return the Parameters and persistent buffers by attribute path.

        Args:
            args: the following by position, as older programs pass them.
            destination (dict, optional): to be filled and returned. Default ``None``: a new one.
            prefix (str): put before the paths. Default: ``""``.
            keep_vars (bool): no effect: the Cell's own Parameters and buffers are in it. Default: ``False``.

        Returns:
            dict of Parameters and Tensors; torch's own code is given torch tensors. torch.save writes it as a plain
            dict of torch tensors, and a torch Module's `load_state_dict` takes it.

        Source: mindspore.nn.Cell.state_dict, MindSpore 2.10
        """
        if _asked_by_torch():
            return super().state_dict(*args, destination=destination, prefix=prefix, keep_vars=keep_vars)
        given = [destination, prefix, keep_vars]
        given[: len(args)] = args
        destination, prefix, keep_vars = given
        theirs = super().state_dict(prefix=prefix, keep_vars=True)
        out = StateDict((name, self._ours(name.removeprefix(prefix), value)) for name, value in theirs.items())
        out.__dict__.update(theirs.__dict__)
        if destination is None:
            return out
        destination.update(out)
        return destination

    def _ours(self, path: str, value: Any) -> Any:
        if not isinstance(value, torch.nn.Parameter):
            return wrap(value.detach()) if isinstance(value, torch.Tensor) else value
        holder_path, _, name = path.rpartition(".")
        holder = self.get_submodule(holder_path)
        found = dict(self._own_parameters(holder_path, holder)).get(name)
        return Parameter._adopt(value, path) if found is None else found

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        # hooks that run before may have added to MindSpore's dict of Parameters
        for name, param in self._params.items():
            if param is not None and self.__dict__["_parameters"].get(name) is None:
                self.__dict__["_parameters"][name] = param._t
        super()._save_to_state_dict(destination, prefix, keep_vars)

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

    def register_state_dict_pre_hook(self, hook: Callable[..., None]) -> Any:
        """Call ``hook(cell, prefix, keep_vars)`` before `state_dict` collects.

        Args:
            hook (Callable): may add to the Cell's Parameters and buffers.

        Returns:
            A handle with ``remove()``.

        Source: mindspore.nn.Cell.register_state_dict_pre_hook, MindSpore 2.10
        """
        return super().register_state_dict_pre_hook(hook)


def _asked_by_torch() -> bool:
    """Tell whether the method that calls this was called by torch's own code."""
    asker = sys._getframe(2).f_globals.get("__name__", "")
    return asker == "torch" or asker.startswith("torch.")
