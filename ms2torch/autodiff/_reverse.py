"""`vjp`, `jacrev` and `jacfwd`: run once, keep the graph, go back through it as often as asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.grad_mode import recording
from ms2torch._core.tree import map_tensors, tensor_leaves
from ms2torch.common._stand_ins import StandIns
from ms2torch.common.parameter import Parameter

__all__ = ["jacfwd", "jacrev", "vjp"]


class _Run:
    """A function that was run with its graph kept.

    Args:
        fn (Callable): the function.
        args (Sequence): its inputs.
        positions (Sequence[int]): which of them to differentiate by.
        weights (Sequence[Parameter]): the Parameters to differentiate by.
        has_aux (bool): only the first output counts.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any],
        positions: Sequence[int],
        weights: Sequence[Parameter],
        has_aux: bool,
    ) -> None:
        # the same Tensor given twice is one variable, as in `grad` (measured 2.10)
        inputs = [args[p] for p in positions]
        with recording() as nested:
            stand_ins = StandIns(inputs, nested)
            with stand_ins:
                # an input that is returned as it is must be read while the leaf stands in
                output = map_tensors(fn(*args), lambda x: wrap(x._t))
        self.nested = nested
        if has_aux and not (isinstance(output, (tuple, list)) and len(output) > 1):
            msg = "When 'has_aux' is True, the function must return at least two outputs"
            raise ValueError(msg)
        self.counted = output[0] if has_aux else output
        rest = tuple(output[1:]) if has_aux else ()
        self.aux = self.detached(rest[0] if len(rest) == 1 else rest)
        self.variables = [*(stand_ins.variable(x) for x in inputs), *(p._t for p in weights)]

    def detached(self, value: Any) -> Any:
        """Return what the caller gets: cut off, unless an outer gradient goes through."""
        return value if self.nested else map_tensors(value, lambda x: wrap(x._t.detach()))

    def back(self, seeds: Sequence[torch.Tensor], *, batched: bool = False) -> list[torch.Tensor]:
        """Return the gradients of the variables for seeds of the outputs; zeros where nothing depends on them."""
        pairs = [(x._t, s) for x, s in zip(tensor_leaves(self.counted), seeds, strict=True) if x._t.requires_grad]
        wanted = [v for v in self.variables if v.requires_grad]
        found: dict[int, torch.Tensor | None] = {}
        if pairs and wanted:
            with torch.enable_grad():
                grads = torch.autograd.grad(
                    [t for t, _ in pairs], wanted, [s for _, s in pairs], retain_graph=True, create_graph=self.nested,
                    allow_unused=True, is_grads_batched=batched,
                )  # fmt: skip
            found = {id(v): g for v, g in zip(wanted, grads, strict=True)}
        lead = (seeds[0].shape[0],) if batched else ()
        return [v.new_zeros((*lead, *v.shape)) if (g := found.get(id(v))) is None else g for v in self.variables]


def vjp(
    fn: Callable[..., Any],
    *inputs: Any,
    weights: Any = None,
    has_aux: bool = False,
) -> tuple[Any, ...]:
    """Run a function, and return its outputs with the function that multiplies a vector by its Jacobian.

    Args:
        fn (Union[Function, Cell]): the function.
        inputs (Tensor): its inputs; it is differentiated by all of them.
        weights (Union[ParameterTuple, Parameter, list[Parameter]], optional): also by these. Default: ``None``.
        has_aux (bool): only the first output counts; the others are returned. Default: ``False``.

    Returns:
        tuple of the outputs, the function, and with `has_aux` the other outputs. The function takes vectors like the
        outputs, and returns a tuple of gradients of the inputs; with `weights` a pair of these and of those of the
        weights.

    Raises:
        TypeError: if `fn` cannot be called or an input is no Tensor.

    Source: mindspore.ops.vjp, MindSpore 2.10
    """
    if not callable(fn):
        msg = f"The fn should be callable, but got {type(fn).__name__}"
        raise TypeError(msg)
    if any(not isinstance(x, TensorBase) for x in inputs):
        msg = "The inputs type must be Tensor."
        raise TypeError(msg)
    params = [weights] if isinstance(weights, Parameter) else list(weights or ())
    run = _Run(fn, inputs, range(len(inputs)), params, has_aux)
    like = tensor_leaves(run.counted)

    def multiply(*v: Any) -> Any:
        given = tensor_leaves(v)
        if len(given) != len(like):
            msg = f"The given sens gradient's size should be same as out of network! Got {len(given)} for {len(like)}."
            raise ValueError(msg)
        seeds = [g._t.to(x._t.dtype).expand_as(x._t) for g, x in zip(given, like, strict=True)]
        grads = [wrap(g) for g in run.back(seeds)]
        of_inputs, of_weights = tuple(grads[: len(inputs)]), tuple(grads[len(inputs) :])
        if weights is None:
            return of_inputs
        return of_inputs, of_weights[0] if isinstance(weights, Parameter) else of_weights

    out = run.detached(run.counted)
    return (out, multiply, run.aux) if has_aux else (out, multiply)


def jacrev(
    fn: Callable[..., Any], grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """Make a function that computes the Jacobian, row by row.

    Args:
        fn (Union[Function, Cell]): the function.
        grad_position (Union[int, tuple[int]]): the inputs to differentiate by, by position. Default: ``0``.
        has_aux (bool): only the first output counts; the others are returned. Default: ``False``.

    Returns:
        Function with the inputs of `fn`. For one output and one input it returns a Tensor of the output's shape
        followed by the input's; for several inputs a tuple of such; for several outputs a tuple of these. With
        `has_aux` it returns a pair of that and the other outputs.

    Raises:
        TypeError: if `grad_position` is no int or tuple of ints, or an input is no Tensor.
        ValueError: if a position is out of range or named twice.

    Source: mindspore.jacrev, MindSpore 2.10
    """

    @wraps(fn, updated=())
    def run(*args: Any) -> Any:
        return _jacobian(fn, args, grad_position, has_aux)

    return run


def jacfwd(
    fn: Callable[..., Any], grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """Make a function that computes the Jacobian, meant for functions with more outputs than inputs.

    Args:
        fn (Union[Function, Cell]): the function.
        grad_position (Union[int, tuple[int]]): the inputs to differentiate by, by position. Default: ``0``.
        has_aux (bool): only the first output counts; the others are returned. Default: ``False``.

    Returns:
        Function, as of `jacrev`.

    Raises:
        TypeError: if `grad_position` is no int or tuple of ints, or an input is no Tensor.
        ValueError: if a position is out of range or named twice.

    Differs from MindSpore: it is computed as `jacrev` does; the values are the same.

    Source: mindspore.jacfwd, MindSpore 2.10
    """
    return jacrev(fn, grad_position, has_aux)


def _jacobian(fn: Callable[..., Any], args: tuple[Any, ...], grad_position: Any, has_aux: bool) -> Any:
    positions = _positions(grad_position, len(args))
    if any(not isinstance(args[p], TensorBase) for p in positions):
        msg = f"jacrev: the inputs at grad_position {grad_position} must be Tensors"
        raise TypeError(msg)
    run = _Run(fn, args, positions, (), has_aux)
    outputs = tensor_leaves(run.counted)
    rows: list[Any] = []
    for i, out in enumerate(outputs):
        parts = tuple(wrap(g) for g in _rows_of(run, outputs, i, out._t))
        rows.append(parts[0] if len(parts) == 1 else parts)
    jacobian = tuple(rows) if isinstance(run.counted, (tuple, list)) else rows[0]
    return (jacobian, run.aux) if has_aux else jacobian


def _rows_of(run: _Run, outputs: Sequence[Any], i: int, out: torch.Tensor) -> list[torch.Tensor]:
    """Return the Jacobian of one output, by each variable: all its elements at once, one by one where torch cannot."""
    eye = torch.eye(out.numel(), dtype=out.dtype, device=out.device).reshape(out.numel(), *out.shape)
    seeds = [eye if j == i else x._t.new_zeros((out.numel(), *x._t.shape)) for j, x in enumerate(outputs)]
    try:
        grads = run.back(seeds, batched=True)
    except RuntimeError:  # an operation without a batching rule
        each = [run.back([s[k] for s in seeds]) for k in range(out.numel())]
        grads = [torch.stack(column) for column in zip(*each, strict=True)]
    return [g.reshape(*out.shape, *g.shape[1:]) for g in grads]


def _positions(grad_position: Any, count: int) -> tuple[int, ...]:
    positions = grad_position if isinstance(grad_position, tuple) else (grad_position,)
    if not positions or any(isinstance(p, bool) or not isinstance(p, int) for p in positions):
        msg = "For 'F.grad', the 'grad_position' must be int or tuple."
        raise TypeError(msg)
    if any(p < 0 for p in positions):
        msg = "grad_position must be >= 0."
        raise ValueError(msg)
    if len(set(positions)) != len(positions):
        msg = "There are duplicate positions in `grad_position`, please check it"
        raise ValueError(msg)
    if any(p >= count for p in positions):
        msg = "The element in grad_position must belong to [0, args_num)."
        raise ValueError(msg)
    return positions
