"""The one routine behind `grad`, `value_and_grad` and `GradOperation`: run, collect outputs, ask torch.autograd."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.below_jit import compiled_in_graph_mode, context_mode, in_graph
from ms2torch._core.casts import with_gradient
from ms2torch._core.dtype import from_torch_dtype
from ms2torch._core.grad_mode import is_recording, recording
from ms2torch._core.graph_calls import differentiated_in_graph
from ms2torch._core.transforms import inside_transform, vjp_by_function
from ms2torch._core.tree import map_tensors, tensor_leaves
from ms2torch.autodiff._whole_numbers import gradients_by_whole_numbers, is_whole
from ms2torch.common._graphs import Graphs
from ms2torch.common._stand_ins import StandIns, take_recorded
from ms2torch.common._tensor_hooks import without_part
from ms2torch.common.api import Mutable
from ms2torch.common.parameter import Parameter


def differentiate(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    inputs: Sequence[Any],
    weights: Sequence[Parameter],
    *,
    has_aux: bool = False,
    sens: Any = None,
    graphs: Graphs | None = None,
) -> tuple[Any, list[Any], list[Any]]:
    """Run `fn` and compute the gradients of its outputs.

    A Cell with `set_grad` that has just been called with these very arguments is not run again.

    Args:
        fn (Callable): the function or Cell.
        args (tuple): its positional arguments.
        kwargs (dict): its keyword arguments.
        inputs (Sequence): the arguments to differentiate by; what is neither a Tensor nor
            a `mutable` of them gets no gradient, as in MindSpore.
        weights (Sequence[Parameter]): the Parameters to differentiate by.
        has_aux (bool): only the first output counts. Default: ``False``.
        sens (Any): what to seed the outputs with, nested as they are. Default ``None``: ones.
        graphs (Graphs, optional): what is kept of the graphs of `fn` where the mode is GRAPH_MODE. Default: ``None``.

    A function of integers or bools runs twice (see `_whole_numbers`).

    Returns:
        tuple: the outputs, the gradients of `inputs` and those of `weights`; all detached, unless this runs inside
        another gradient. What does not contribute gets zeros.
    """
    kept = take_recorded(fn, args, kwargs)
    counting = [x for x in inputs if isinstance(x, (TensorBase, Mutable))]
    tensors = tensor_leaves(counting)
    if inside_transform() and not weights:
        return _inside(fn, args, kwargs, counting, has_aux, sens)
    again: AbstractContextManager[None] = nullcontext()
    if in_graph() and not is_recording():
        noted = differentiated_in_graph(fn, args, kwargs)
        again = noted if kept is None else again
    run = graphs.run(args, kwargs) if graphs is not None and context_mode.graph else nullcontext()
    with recording() as nested, compiled_in_graph_mode(), run:
        reuse = kept is not None and not nested
        output, stand_ins = kept if kept is not None and reuse else (None, StandIns(tensors, nested))
        with again, stand_ins:
            if not reuse:
                output = fn(*args, **kwargs)
            counted = _counted(output, has_aux)
            variables = [*(stand_ins.variable(x) for x in tensors), *(p._t for p in weights)]
            grads = _gradients(counted, variables, sens, nested, {id(p._t): p for p in weights})
    if not nested:
        output = map_tensors(output, lambda x: wrap(x._t.detach()))
        if any(map(is_whole, tensors)):
            by_whole = _by_whole_numbers(fn, args, kwargs, has_aux, sens, tensors, output)
            grads[: len(tensors)] = [by_whole.get(id(x), g) for x, g in zip(tensors, grads, strict=False)]
    by_tensor = iter(grads[: len(tensors)])
    return output, [map_tensors(x, lambda _: next(by_tensor)) for x in counting], grads[len(tensors) :]


def _like_outputs(sens: Any, counted: Any) -> Any:
    """Return seeds in the types of outputs that came of floating-point numbers instead of integers."""
    if sens is None or isinstance(sens, (int, float)):
        return sens
    kinds = iter([x._t.dtype for x in tensor_leaves(counted)])
    return map_tensors(sens, lambda x: wrap(x._t.to(next(kinds, x._t.dtype))))


def _counted(output: Any, has_aux: bool) -> Any:
    """Return the outputs that are differentiated."""
    if not has_aux:
        return output
    if not isinstance(output, (tuple, list)) or len(output) < 2:
        raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
    return output[0]


def _by_whole_numbers(
    fn: Callable[..., Any], args: Any, kwargs: Any, has_aux: bool, sens: Any, tensors: list[Any], output: Any
) -> dict[int, Any]:
    def backward(counted: Any, variables: list[torch.Tensor]) -> list[Any]:
        return _gradients(counted, variables, _like_outputs(sens, counted), nested=False)

    with recording():
        return gradients_by_whole_numbers(lambda: _run(fn, args, kwargs, has_aux), tensors, output, backward)


def _run(fn: Callable[..., Any], args: Any, kwargs: Any, has_aux: bool) -> tuple[Any, Any]:
    output = fn(*args, **kwargs)
    return output, _counted(output, has_aux)


def _inside(
    fn: Callable[..., Any], args: Any, kwargs: Any, counting: list[Any], has_aux: bool, sens: Any
) -> tuple[Any, list[Any], list[Any]]:
    """Do the same inside torch.func's transforms, where a Tensor given twice counts as one variable too."""
    tensors = list({id(x): x for x in tensor_leaves(counting)}.values())
    before = [x._t for x in tensors]
    kept: list[Any] = []

    def on_torch(*leaves: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], list[torch.Tensor]]:
        for x, leaf in zip(tensors, leaves, strict=True):
            x._t = leaf
        try:
            output = fn(*args, **kwargs)
            counted = _counted(output, has_aux)
            made = [x._t for x in tensor_leaves(output)]
            outputs = tuple(x._t for x in tensor_leaves(counted) if x._t.is_floating_point())
        finally:
            for x, t in zip(tensors, before, strict=True):
                x._t = t
        kept[:] = [output, counted]
        return outputs, made

    def seeds(outputs: tuple[torch.Tensor, ...]) -> list[torch.Tensor]:
        pairs = zip(_seeds(kept[1], sens), tensor_leaves(kept[1]), strict=True)
        given = [seed for seed, x in pairs if x._t.is_floating_point()]
        return [seed.to(dtype=out.dtype).expand_as(out) for seed, out in zip(given, outputs, strict=True)]

    with recording():
        grads, made = vjp_by_function(on_torch, before, seeds)
    by_tensor = {id(x): wrap(g) for x, g in zip(tensors, grads, strict=True)}
    in_order = iter(made)
    output = map_tensors(kept[0], lambda _: wrap(next(in_order)))
    return output, [map_tensors(x, lambda each: by_tensor[id(each)]) for x in counting], []


def _gradients(
    counted: Any,
    variables: list[torch.Tensor],
    sens: Any,
    nested: bool,
    weights: Mapping[int, Parameter] = MappingProxyType({}),
) -> list[Any]:
    outputs, seeds = [], []
    for x, seed in zip(tensor_leaves(counted), _seeds(counted, sens), strict=False):
        t = x._t if x._t.requires_grad else with_gradient(x._t)
        if t.requires_grad:
            outputs.append(t)
            seeds.append(seed.to(t.dtype).expand_as(t))
    wanted = [v for v in variables if v.requires_grad]
    found: dict[int, torch.Tensor | None] = {}
    if outputs and wanted:
        # create_graph only inside another gradient: it costs 13 % (measured)
        grads = torch.autograd.grad(
            outputs, wanted, seeds, create_graph=nested, retain_graph=nested or None, allow_unused=True
        )
        found = {id(v): g for v, g in zip(wanted, grads, strict=True)}
    return [wrap(_no_part(v, weights) if found.get(id(v)) is None else found[id(v)]) for v in variables]  # type: ignore[arg-type]


def _no_part(variable: torch.Tensor, weights: Mapping[int, Parameter]) -> torch.Tensor:
    """Return the gradient by what has no part in the outputs; of a weight the hooks see it, of an input not (2.10)."""
    zeros, weight = torch.zeros_like(variable), weights.get(id(variable))
    return zeros if weight is None else without_part(weight, zeros)


def _seeds(counted: Any, sens: Any) -> list[torch.Tensor]:
    leaves = tensor_leaves(counted)
    if sens is None:
        return [torch.ones((), dtype=x._t.dtype, device=x._t.device) for x in leaves]
    if isinstance(sens, (int, float)):
        return [torch.tensor(float(sens)) for _ in leaves]
    given = [x._t for x in tensor_leaves(sens)]
    if len(given) != len(leaves):
        msg = (
            "The given sens gradient's size should be same as out of network! "
            f"The sensitivity has {len(given)} tensors, the outputs {len(leaves)}"
        )
        raise RuntimeError(msg)
    fit = _fit_graph_seed if in_graph() else _fit_seed
    return [fit(seed, out._t) for seed, out in zip(given, leaves, strict=True)]


def _fit_seed(seed: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return a seed as PyNative takes it: of the output's shape and type, unless one of both is a single number.

    What begins the gradient of a single number is brought to its type and summed up (measured 2.10).
    """
    if out.dim() == 0:
        return seed.to(out.dtype).sum()
    if seed.dim() == 0:
        msg = (
            "For grad interface or custom function, grad tensor should be broadcast to expected shape, "
            f"but got () vs {tuple(out.shape)}"
        )
        raise RuntimeError(msg)
    if seed.shape != out.shape:
        raise _other_shape(seed, out)
    _check_seed_type(seed, out)
    return seed


def _fit_graph_seed(seed: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return a seed as a compiled graph takes it, whose backward operations broadcast it to the output's shape."""
    _check_seed_type(seed, out)
    more = seed.dim() - out.dim()
    fitting = seed.reshape(seed.shape[more:]) if more > 0 and seed.shape[:more].numel() == 1 else seed
    try:
        return fitting.expand_as(out)
    except RuntimeError as error:
        raise _other_shape(seed, out) from error


def _other_shape(seed: torch.Tensor, out: torch.Tensor) -> ValueError:
    return ValueError(f"sens gradient: The shape should be {tuple(out.shape)}, but got {tuple(seed.shape)}")


def _check_seed_type(seed: torch.Tensor, out: torch.Tensor) -> None:
    if seed.dtype is not out.dtype:
        wanted, got = from_torch_dtype(out.dtype), from_torch_dtype(seed.dtype)
        msg = f"sens gradient: The dtype should be {wanted}, but got {got}"
        raise TypeError(msg)
