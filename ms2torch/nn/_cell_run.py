"""The parts of a Cell's call that most calls do not need: hooks, custom gradients, recomputation, torch inputs."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch.nn.modules import module as global_hooks
from torch.utils.checkpoint import checkpoint
from torch.utils.hooks import BackwardHook

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import is_for_torch, is_recording, recording
from ms2torch._core.tree import map_tensors, tensor_leaves, unwrap_tree, wrap_tree
from ms2torch.common._stand_ins import StandIns

if TYPE_CHECKING:
    from ms2torch.nn.cell import Cell


def run(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a Cell with its hooks, custom gradient and recomputation.

    Hooks are given torch tensors where the outermost Cell was called with them, and may return either kind.
    """
    called: set[int] = set()
    output: Any = None
    try:
        if cell._forward_pre_hooks or _global(cell, global_hooks._global_forward_pre_hooks):
            args, kwargs = _forward_pre_hooks(cell, args, kwargs)
        backward = _backward_hook(cell)
        if backward is not None:
            args = wrap_tree(backward.setup_input_hook(unwrap_tree(args)))
        output = _construct(cell, args, kwargs)
        if cell._forward_hooks or _global(cell, global_hooks._global_forward_hooks):
            output = _forward_hooks(cell, args, kwargs, output, called)
        if backward is not None:
            output = wrap_tree(backward.setup_output_hook(unwrap_tree(output)))
    except Exception:
        _always_called_hooks(cell, args, kwargs, output, called)
        raise
    return output


def _construct(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if is_recording() and torch.is_grad_enabled():
        if cell.__dict__["_recompute"] is not None:
            return checkpoint(cell.construct, *args, **kwargs, **cell.__dict__["_recompute"])
        if cell.has_bprop:
            return custom_gradient(cell, args, kwargs)
    return cell.construct(*args, **kwargs)


# ---- set_grad ------------------------------------------------------------------------------------------------


def run_recorded(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a Cell that `set_grad` has announced gradients for, and keep the graph for the gradient that follows.

    MindSpore, too, then does not run forward a second time, so that moving statistics are updated once.
    """
    stand_ins = StandIns(tensor_leaves(args), nested=False)
    with recording(), stand_ins:
        output = cell._call(args, kwargs)
    cell.__dict__["_recorded"] = (args, kwargs, output, stand_ins)
    return map_tensors(output, lambda x: wrap(x._t.detach()))


# ---- hooks ---------------------------------------------------------------------------------------------------


def _forward_pre_hooks(
    cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    shown = _shown()
    for hook in _global(cell, global_hooks._global_forward_pre_hooks).values():
        args = _replaced(args, hook(cell, shown(args)))  # type: ignore[operator]
    for key, hook in tuple(cell._forward_pre_hooks.items()):
        if key in cell._forward_pre_hooks_with_kwargs:
            result = hook(cell, shown(args), shown(kwargs))
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    msg = f"a forward pre hook with kwargs must return None or (new_args, new_kwargs), got {result!r}"
                    raise RuntimeError(msg)
                args, kwargs = wrap_tree(result)
        else:
            args = _replaced(args, hook(cell, shown(args)))
    return args, kwargs


def _global(cell: Cell, hooks: Mapping[int, Any]) -> Mapping[int, Any]:
    """Return torch's hooks for all Modules; where a Cell has a view, torch runs them around that."""
    return {} if "_view" in cell.__dict__ else hooks


def _shown() -> Callable[[Any], Any]:
    """Return what makes of tensors what hooks are to see."""
    return unwrap_tree if is_for_torch() else _as_they_are


def _as_they_are(value: Any) -> Any:
    return value


def _replaced(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return args if result is None else wrap_tree(_as_tuple(result))


def _forward_hooks(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any, called: set[int]) -> Any:
    shown = _shown()
    with_kwargs = {**global_hooks._global_forward_hooks_with_kwargs, **cell._forward_hooks_with_kwargs}
    for key, hook in (*_global(cell, global_hooks._global_forward_hooks).items(), *cell._forward_hooks.items()):
        called.add(key)
        if key in with_kwargs:
            result = hook(cell, shown(args), shown(kwargs), shown(output))
        else:
            result = hook(cell, shown(args), shown(output))  # type: ignore[operator]
        if result is not None:
            output = wrap_tree(result)
    return output


def _always_called_hooks(cell: Cell, args: Any, kwargs: Any, output: Any, called: set[int]) -> None:
    """After an error: run the forward hooks that asked for it and have not run."""
    shown = _shown()
    for key, hook in tuple(cell._forward_hooks.items()):
        if key in cell._forward_hooks_always_called and key not in called:
            try:
                if key in cell._forward_hooks_with_kwargs:
                    hook(cell, shown(args), shown(kwargs), shown(output))
                else:
                    hook(cell, shown(args), shown(output))
            except Exception as error:  # noqa: BLE001 - the first error is the one to raise
                warnings.warn(f"a forward hook with always_call=True failed after another error: {error}", stacklevel=2)


def _backward_hook(cell: Cell) -> BackwardHook | None:
    """Return torch's machinery for the Cell's backward hooks, which it calls with what `run` says."""
    if not torch.is_grad_enabled():
        return None
    hooks: list[Any] = [*_global(cell, global_hooks._global_backward_hooks).values(), *cell._backward_hooks.values()]
    pre_hooks: list[Any] = [
        *_global(cell, global_hooks._global_backward_pre_hooks).values(),
        *cell._backward_pre_hooks.values(),
    ]
    if not hooks and not pre_hooks:
        return None
    if is_for_torch():
        return BackwardHook(cell, hooks, pre_hooks)
    return BackwardHook(cell, list(map(_on_input_grads, hooks)), list(map(_on_output_grads, pre_hooks)))


def _on_input_grads(hook: Callable[..., Any]) -> Callable[..., Any]:
    def on_torch(cell: Cell, grad_input: Any, grad_output: Any) -> Any:
        result = hook(cell, wrap_tree(grad_input), wrap_tree(grad_output))
        return None if result is None else _as_tuple(unwrap_tree(result))

    return on_torch


def _on_output_grads(hook: Callable[..., Any]) -> Callable[..., Any]:
    def on_torch(cell: Cell, grad_output: Any) -> Any:
        result = hook(cell, wrap_tree(grad_output))
        return None if result is None else _as_tuple(unwrap_tree(result))

    return on_torch


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


# ---- bprop ---------------------------------------------------------------------------------------------------


def custom_gradient(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run `construct` and let `bprop` say what its gradients are.

    Gradients reach every positional input and the Parameters in `internal_params`; nothing inside is recorded.
    """
    if kwargs or cell.construct.__defaults__:  # type: ignore[attr-defined]
        bound = inspect.signature(cell.construct).bind(*args, **kwargs)
        bound.apply_defaults()
        args, kwargs = bound.args, bound.kwargs
    internal = list(getattr(cell, "internal_params", ()))
    call = _BpropCall(cell, args, kwargs, internal)
    leaves = tensor_leaves(args)
    flat = _CustomGradient.apply(call, *[x._t for x in leaves], *[p._t for p in internal])
    return call.rebuild_output(flat if isinstance(flat, tuple) else (flat,))


class _BpropCall:
    """One call of a Cell with `bprop`: its inputs as given, and the shape of its output."""

    def __init__(self, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any], internal: list[Any]) -> None:
        self.cell = cell
        self.args = args
        self.kwargs = kwargs
        self.internal = internal
        self.output: Any = None

    def forward(self) -> tuple[torch.Tensor, ...]:
        self.output = self.cell.construct(*self.args, **self.kwargs)
        # autograd forbids returning an input as it is
        return tuple(x._t.view_as(x._t) for x in tensor_leaves(self.output))

    def rebuild_output(self, flat: tuple[torch.Tensor, ...]) -> Any:
        parts = iter(flat)
        output = map_tensors(self.output, lambda _: wrap(next(parts)))
        self.output = map_tensors(output, lambda x: wrap(x._t.detach()))
        return output

    def backward(self, grads: tuple[torch.Tensor | None, ...]) -> list[torch.Tensor | None]:
        """Ask `bprop`, and return a gradient for each tensor input and internal parameter."""
        parts = iter(grads)

        def grad_of(x: TensorBase) -> Any:
            grad = next(parts)
            return wrap(torch.zeros_like(x._t) if grad is None else grad)

        dout = map_tensors(self.output, grad_of)
        result = self.cell.bprop(*self.args, self.output, dout)
        param_grads: dict[Any, Any] = {}
        if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict) and self.internal:
            result, param_grads = result
        inputs = result if isinstance(result, (tuple, list)) else (result,)
        if len(inputs) < len(self.args):
            msg = (
                f"{type(self.cell).__name__}.bprop returned {len(inputs)} gradients for {len(self.args)} inputs of "
                "construct; return one for each"
            )
            raise RuntimeError(msg)
        out: list[torch.Tensor | None] = []
        for arg, grad in zip(self.args, inputs, strict=False):
            out += _match(arg, grad)
        return out + [_torch_or_none(param_grads.get(p)) for p in self.internal]


class _CustomGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, call: _BpropCall, *tensors: torch.Tensor) -> Any:
        ctx.call = call
        return call.forward()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor | None) -> Any:
        return (None, *ctx.call.backward(grads))


def _match(arg: Any, grad: Any) -> list[torch.Tensor | None]:
    """Return one gradient for each tensor in an argument."""
    if isinstance(arg, TensorBase):
        return [_torch_or_none(grad)]
    if isinstance(arg, (tuple, list)):
        grads = grad if isinstance(grad, (tuple, list)) else [None] * len(arg)
        return [g for a, one in zip(arg, grads, strict=False) for g in _match(a, one)]
    return []


def _torch_or_none(grad: Any) -> torch.Tensor | None:
    return grad._t if isinstance(grad, TensorBase) else None
