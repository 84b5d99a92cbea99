"""What the update rules of optimizers have in common as Primitives: their arguments, and rows of sparse gradients."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar
from ms2torch._core.transforms import inside_transform
from ms2torch._updates.adam import advance_moments, descend_epsilon_first, largest, moments_ahead
from ms2torch.ops.primitive import Primitive


def written(op: str, **tensors: object) -> list[torch.Tensor]:
    """Return what lies in the tensors to be updated, without their gradients' history; all must have one shape.

    What they are updated by (`gradient`, `grad`, `delta`) is put in the type of the first.

    Raises:
        ValueError: if the shapes differ.
    """
    inner = {name: _held(unwrap(value)) for name, value in tensors.items()}
    shapes = {name: tuple(t.shape) for name, t in inner.items()}
    if len(set(shapes.values())) > 1:
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        msg = f"ops.{op}: the shapes must be the same, got {told}"
        raise ValueError(msg)
    kind = next(iter(inner.values())).dtype
    return [t.to(dtype=kind) if name in _GIVEN else t for name, t in inner.items()]


def _held(t: torch.Tensor) -> torch.Tensor:
    """Return the same memory without history; what is read of it elsewhere may change without autograd's objecting."""
    return t.detach() if inside_transform() else t.data  # torch refuses `data` under vmap


_GIVEN = frozenset({"gradient", "grad", "delta"})


def setting(value: object) -> float:
    """Return a number, or that in a tensor of one element, rounded to float32 as MindSpore's kernels take it."""
    number = unwrap_or_scalar(value)
    if isinstance(number, torch.Tensor):
        return float(number.detach().reshape(()).item())
    return torch.tensor(number, dtype=torch.float32).item()


def update_rows(
    update: Callable[..., None],
    tensors: tuple[object, ...],
    gradient: object,
    indices: object,
    op: str,
    *,
    summed: bool,
) -> None:
    """Apply `update` to the rows of the tensors that `indices` names.

    Where a row is named more than once, its gradients are added up if `summed`, else applied one after the other. What
    names no row is left out, as in MindSpore's documented examples.

    Raises:
        ValueError: if the shapes do not fit.
    """
    inner = [_held(unwrap(t)) for t in tensors]
    g, places = unwrap(gradient).detach().to(inner[0].dtype), unwrap(indices)
    if places.ndim != 1 or g.shape[:1] != places.shape or g.shape[1:] != inner[0].shape[1:]:
        msg = (
            f"ops.{op}: the gradient must have a row for each index, got gradient {tuple(g.shape)}, "
            f"indices {tuple(places.shape)} and var {tuple(inner[0].shape)}"
        )
        raise ValueError(msg)
    known = (places >= 0) & (places < inner[0].shape[0])
    g, places = g[known], places[known]
    named, where = torch.unique(places.long(), return_inverse=True)
    if summed or len(named) == len(places):
        steps = [(named, g.new_zeros((len(named), *g.shape[1:])).index_add_(0, where, g))]
    else:
        steps = list(zip(places.long().split(1), g.split(1), strict=True))
    for rows, part_of_g in steps:
        parts = [t[rows] for t in inner]
        update(*parts, part_of_g)
        for whole, part in zip(inner, parts, strict=True):
            whole[rows] = part


def step_of_adam(
    p: torch.Tensor,
    m: torch.Tensor,
    v: torch.Tensor,
    g: torch.Tensor,
    settings: tuple[float, float, float, float],
    top: torch.Tensor | None = None,
    *,
    nesterov: bool = False,
) -> None:
    """Take a step of Adam.

    Args:
        p (torch.Tensor): it is moved.
        m (torch.Tensor): the running mean of the gradients, moved.
        v (torch.Tensor): the running mean of their squares, moved.
        g (torch.Tensor): the gradient.
        settings (tuple[float, float, float, float]): the learning rate, corrected for the start, both betas, epsilon.
        top (torch.Tensor, optional): the largest `v` so far, which takes its place. Default: ``None``, it does not.
        nesterov (bool): Nesterov's momentum. Default: ``False``.
    """
    rate, beta1, beta2, eps = settings
    advance_moments([g], [m], [v], beta1, beta2)
    seconds = [v] if top is None else largest([top], [v])
    descend_epsilon_first([p], moments_ahead([g], [m], beta1, nesterov=nesterov), seconds, rate, eps)


class Locking(Primitive):
    """An update with the setting that has no effect where nothing runs side by side."""

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking


class NesterovLocking(Primitive):
    """The same, with Nesterov's momentum to choose."""

    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None:
        self.use_locking = use_locking
        self.use_nesterov = use_nesterov


class Plain(Primitive):
    """An update without settings."""

    def __init__(self) -> None:
        super().__init__()
