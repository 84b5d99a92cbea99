"""Primitives that watch or change gradients, print, or only order the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function import debug
from ms2torch.ops.primitive import Primitive


class StopGradient(Primitive, fn=debug.stop_gradient):
    """Cut a value off from differentiation.

    Source: mindspore.ops.StopGradient, MindSpore 2.10
    """


class Depend(Primitive, fn=debug.depend):
    """Return the first argument; the second has been computed by then.

    Source: mindspore.ops.Depend, MindSpore 2.10
    """


class Identity(Primitive, fn=debug.tensor_copy):
    """Return the same values as a new Tensor.

    Source: mindspore.ops.Identity, MindSpore 2.10
    """


class IdentityN(Primitive):
    """Return the same tensors.

    Source: mindspore.ops.IdentityN, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Return each tensor of `x`."""
        return tuple(debug.tensor_copy(each) for each in x)


class Print(Primitive, fn=debug.print_):
    """Print values, one on each line.

    Source: mindspore.ops.Print, MindSpore 2.10
    """


class Partial(Primitive, fn=debug.partial):
    """Fix the first arguments of a function.

    Source: mindspore.ops.Partial, MindSpore 2.10
    """


class Assert(Primitive):
    """Raise where a condition does not hold.

    Args:
        summarize (int): how many elements of each tensor the error shows. Default: ``3``.

    Source: mindspore.ops.Assert, MindSpore 2.10
    """

    def __init__(self, summarize: int = 3) -> None:
        super().__init__()
        self.summarize = summarize

    def __call__(self, condition: Tensor | bool, input_data: Sequence[Any]) -> None:
        """Check the condition.

        Args:
            condition (Union[Tensor[bool], bool]): what must hold.
            input_data (Union[tuple, list]): what the error shows.

        Raises:
            RuntimeError: if `condition` is false.
        """
        if bool(condition):
            return
        shown = [
            each._t.reshape(-1)[: self.summarize].tolist() if isinstance(each, TensorBase) else each
            for each in input_data
        ]
        msg = f"assert failed: the condition is false; input data: {shown}"
        raise RuntimeError(msg)


class HookBackward(Primitive):
    """Call a function with the gradient as it passes, and replace the gradient by what it returns.

    Args:
        hook_fn (Callable): takes a tuple of gradients, one for each input; returns the new gradient or a tuple of
            them, or ``None`` to leave them.
        cell_id (str): kept for printing. Default: ``""``.

    Raises:
        TypeError: if `hook_fn` is not a Python function.

    Source: mindspore.ops.HookBackward, MindSpore 2.10
    """

    def __init__(self, hook_fn: Callable[..., Any], cell_id: str = "") -> None:
        super().__init__()
        if not callable(hook_fn):
            msg = f"HookBackward: hook_fn must be a function, got {type(hook_fn).__name__}"
            raise TypeError(msg)
        self.cell_id = cell_id
        self._hook_fn = hook_fn

    def __call__(self, *inputs: Tensor) -> Any:
        """Return the inputs, watched.

        Args:
            inputs (Tensor): one or more.

        Returns:
            Tensor, or a tuple of them where there are several.
        """
        outputs = watched(self._hook_fn, inputs)
        return outputs[0] if len(outputs) == 1 else outputs


class InsertGradientOf(Primitive):
    """Replace the gradient that passes through a tensor by a function of it.

    Args:
        f (Callable): takes the gradient as a Tensor, returns the new one.

    Source: mindspore.ops.InsertGradientOf, MindSpore 2.10
    """

    def __init__(self, f: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.f = f

    def __call__(self, x: Tensor) -> Tensor:
        """Return `x`, whose gradient goes through the function."""
        if isinstance(x, (int, float)):
            return x  # a number has no gradient
        f = self.f
        return watched(lambda gradients: f(gradients[0]), (x,))[0]


def watched(hook: Callable[[tuple[Tensor, ...]], Any], inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return the inputs as they are; their gradients go through `hook` together, as a tuple of Tensors."""
    tensors = [unwrap(x) for x in inputs]
    if not torch.is_grad_enabled() or not any(t.requires_grad for t in tensors):
        return tuple(wrap(t) for t in tensors)
    outputs = _Watched.apply(hook, *tensors)
    return tuple(wrap(t) for t in outputs)


class _Watched(torch.autograd.Function):
    """The identity, with a hook on all gradients at once (torch's own hooks see one tensor each)."""

    @staticmethod
    def forward(ctx: Any, hook: Callable[..., Any], *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.hook = hook
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:  # type: ignore[override]
        out = ctx.hook(tuple(wrap(g) for g in gradients))
        if out is None:
            return (None, *gradients)
        replaced = out if isinstance(out, (tuple, list)) else (out,)
        return (None, *(unwrap(each) for each in replaced))


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
