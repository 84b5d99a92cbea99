"""Fresh leaves inside the caller's own Tensors, for as long as something is differentiated by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.graph_calls import calls_in_graph
from ms2torch.common._tensor_hooks import carry_over
from ms2torch.common.parameter import Parameter


class StandIns:
    """While a function runs, each Tensor to differentiate by holds a fresh leaf.

    Exchanging what is inside keeps the Tensor objects the caller passed, so that the same object given twice, or
    reached through a closure, counts as one variable, as in MindSpore.

    They stand in inside a `with`, which must also enclose the backward pass: recomputation and `bprop` read the
    inputs again.

    Args:
        inputs (Sequence): what to differentiate by; anything that is no Tensor is passed over.
        nested (bool): whether this happens inside another gradient, which must be able to go through.
    """

    def __init__(self, inputs: Sequence[Any], nested: bool) -> None:
        self.keys: list[int] = []
        self.leaves: list[torch.Tensor] = []
        self._exchanged: list[tuple[Any, torch.Tensor, torch.Tensor]] = []
        for x in inputs:
            if not isinstance(x, TensorBase) or id(x) in self.keys:
                continue
            t = x._t
            leaf = t
            if t.is_floating_point() or t.is_complex():
                if nested and t.requires_grad:
                    leaf = t.view_as(t)
                elif not isinstance(x, Parameter):
                    leaf = t.detach().requires_grad_()
                if leaf is not t:
                    carry_over(x, leaf)
                    self._exchanged.append((x, t, leaf))
            self.keys.append(id(x))
            self.leaves.append(leaf)

    def __enter__(self) -> Self:
        for x, _, leaf in self._exchanged:
            x._t = leaf
        return self

    def __exit__(self, *error: object) -> None:
        for x, t, _ in self._exchanged:
            x._t = t

    def variable(self, x: Any) -> torch.Tensor:
        """Return the leaf that stood in for a Tensor."""
        return self.leaves[self.keys.index(id(x))]


def take_recorded(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, StandIns] | None:
    """Return, once, what a Cell kept (after `set_grad`) of a call with these very arguments; else None."""
    kept = getattr(fn, "__dict__", {}).get("_recorded")
    if kept is None:
        return None
    fn.__dict__["_recorded"] = None
    its_args, its_kwargs, output, stand_ins = kept
    if calls_in_graph(fn) != 1:
        return None
    same = len(args) == len(its_args) and all(a is b for a, b in zip(args, its_args, strict=True))
    return (output, stand_ins) if same and kwargs == its_kwargs == {} else None
