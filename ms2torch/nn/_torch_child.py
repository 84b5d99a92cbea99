"""A torch Module inside a Cell: it is given torch tensors, and what it returns is wrapped again."""

from __future__ import annotations

import threading
from typing import Any

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.strict import refuse_torch_module
from ms2torch._core.tree import unwrap_tree, wrap_tree

_MARK = "_ms2torch_adopted"


class _Calls(threading.local):
    """For each call under way of an adopted module: was it given MindSpore tensors?"""

    def __init__(self) -> None:
        self.wrapped: list[bool] = []


_calls = _Calls()


def adopt_torch_module(module: torch.nn.Module, name: str = "") -> None:
    """Make a torch Module take and return MindSpore tensors when it is given some.

    Args:
        module (torch.nn.Module): a child of a Cell.
        name (str): what the Cell calls it. Default: ``""``.

    Raises:
        TypeError: if what MindSpore refuses is to be refused.
    """
    refuse_torch_module(name, module)
    if _MARK in module.__dict__:
        return
    module.__dict__[_MARK] = True
    module.register_forward_pre_hook(_unwrap_inputs, prepend=True, with_kwargs=True)
    module.register_forward_hook(_wrap_output, always_call=True)


def _unwrap_inputs(module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    given = any(holds_tensor(v) for v in args) or any(holds_tensor(v) for v in kwargs.values())
    _calls.wrapped.append(given)
    return (unwrap_tree(args), unwrap_tree(kwargs)) if given else None


def _wrap_output(module: torch.nn.Module, args: tuple[Any, ...], output: Any) -> Any:
    given = _calls.wrapped.pop() if _calls.wrapped else False
    return wrap_tree(output) if given else None


def holds_tensor(value: Any) -> bool:
    """Tell whether a MindSpore Tensor is somewhere in nested tuples, lists and dicts."""
    if isinstance(value, TensorBase):
        return True
    if isinstance(value, (tuple, list)):
        return any(holds_tensor(v) for v in value)
    return isinstance(value, dict) and any(holds_tensor(v) for v in value.values())
