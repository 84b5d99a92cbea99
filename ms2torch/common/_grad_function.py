"""`_Function`: an operation with a gradient of its own."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap

__all__ = ["_Function"]


class _Function:
    """Base of operations that define `forward(ctx, ...)` and `backward(ctx, *grads)`, called by `apply`.

    Inside both, tensors are MindSpore Tensors. `ctx` keeps what the backward pass needs: ``ctx.save_for_backward(x)``
    and ``ctx.saved_tensors``, or attributes.

    Source: mindspore.common._Function, MindSpore 2.10
    """

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; to be defined by the subclass."""
        msg = "a subclass of _Function must define the static method `forward`"
        raise NotImplementedError(msg)

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Compute the gradients of the inputs from those of the outputs; to be defined by the subclass."""
        msg = "a subclass of _Function must define the static method `backward`"
        raise NotImplementedError(msg)

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward`, and let gradients go through `backward`.

        Args:
            args (Any): the inputs.
            kwargs (Any): settings; they get no gradient.
        """
        torch_args = [x._t if isinstance(x, TensorBase) else x for x in args]
        call = _Call(cls, [isinstance(x, TensorBase) for x in args], kwargs)
        out = _Bridge.apply(call, *torch_args)
        return tuple(map(_wrapped, out)) if isinstance(out, tuple) else _wrapped(out)


class _Call:
    """One use of a `_Function`: the class, which inputs are Tensors, the settings."""

    def __init__(self, function: type[_Function], tensors: list[bool], kwargs: dict[str, Any]) -> None:
        self.function = function
        self.tensors = tensors
        self.kwargs = kwargs


class _Context:
    """What `forward` and `backward` see of torch's context, with MindSpore Tensors."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What `save_for_backward` kept."""
        return tuple(map(_wrapped, self._ctx.saved_tensors))

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Which inputs need a gradient."""
        return self._ctx.needs_input_grad[1:]

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep Tensors for `backward`."""
        self._ctx.save_for_backward(*map(_bare, tensors))

    def mark_dirty(self, *tensors: Any) -> None:
        """Name the inputs that `forward` changed in place."""
        self._ctx.mark_dirty(*map(_bare, tensors))

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """Name the outputs that get no gradient."""
        self._ctx.mark_non_differentiable(*map(_bare, tensors))

    def set_materialize_grads(self, value: bool) -> None:
        """Say whether a missing gradient is given as zeros."""
        self._ctx.set_materialize_grads(value)


class _Bridge(torch.autograd.Function):
    """The one torch operation behind all `_Function`s."""

    @staticmethod
    def forward(ctx: Any, call: _Call, *args: Any) -> Any:
        """Run the function's `forward`."""
        ctx.call = call
        ctx.user = _Context(ctx)
        given = [wrap(x) if tensor else x for x, tensor in zip(args, call.tensors, strict=True)]
        out = call.function.forward(ctx.user, *given, **call.kwargs)
        return tuple(map(_bare, out)) if isinstance(out, (tuple, list)) else _bare(out)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run the function's `backward`."""
        out = ctx.call.function.backward(ctx.user, *map(_wrapped, grads))
        each = out if isinstance(out, (tuple, list)) else (out,)
        return (None, *map(_bare, each))


def _wrapped(x: Any) -> Any:
    return wrap(x) if isinstance(x, torch.Tensor) else x


def _bare(x: Any) -> Any:
    return x._t if isinstance(x, TensorBase) else x
