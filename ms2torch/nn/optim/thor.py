"""THOR, a second-order optimizer: gradients are multiplied by inverses of the layers' second moments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.device import current_device
from ms2torch._errors import require_default
from ms2torch._updates.momentum import accumulate, descend_sums
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.normalization import LayerNorm
from ms2torch.nn.layer.thor_layer import Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim._thor_layers import ConvertNetUtils

__all__ = ["ThorGpu", "thor"]

_BLOCK = 128
_NORM = 1.0


def thor(
    net: Cell,
    learning_rate: Tensor,
    damping: Tensor,
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable[[Parameter], bool] = lambda p: bool(p.name),
    split_indices: Any = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> ThorGpu:
    """Replace the layers of a network by those that keep second moments, and make the optimizer that uses them.

    The gradient of a weight becomes ``inverse(G + sqrt(damping) I) @ gradient @ inverse(A + sqrt(damping) I)``, with
    A the second moment of the layer's input and G that of its output's gradient; then follows a step of momentum.
    Moments above 128 rows are inverted in blocks of 128 along the diagonal.

    Args:
        net (Cell): the network; its Dense, Conv2d and Embedding layers are replaced, see `ConvertNetUtils`.
        learning_rate (Tensor): one element for each step.
        damping (Tensor): one element for each step.
        momentum (float): at least 0.
        weight_decay (float): times the parameter, is added to the new gradient. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        batch_size (int): samples of a step. Default: ``32``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.
        decay_filter (Callable): tells of a parameter whether it decays. Default: all do.
        split_indices (list): how a cluster groups its messages; without effect in one process. Default: ``None``.
        enable_clip_grad (bool): shorten each new gradient to norm 1. Default: ``False``.
        frequency (int): how many steps use the same inverses, at least 2; a ModelThor in sink mode follows it.
            Default: ``100``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each trainable parameter.

    Outputs:
        tuple[bool], ``True`` for each.

    Raises:
        TypeError: if `learning_rate` is no Tensor, `momentum` no float or `frequency` no int.
        ValueError: if `momentum` is below 0 or `frequency` below 2.
        RuntimeError: in a step for which `learning_rate` or `damping` has no element.

    Differs from MindSpore: there is no kernel for CPU; this is the algorithm of its GPU branch. The
    inverse of an embedding's moment is the inverse, as the documentation has it; the GPU branch multiplies a
    triangular factor by itself. Steps beyond the elements of `learning_rate` or `damping` are refused.

    Source: mindspore.nn.thor, MindSpore 2.10
    """
    ConvertNetUtils().convert_to_thor_net(net)
    return ThorGpu(net, learning_rate, damping, momentum, weight_decay, loss_scale, batch_size, use_nesterov,
                   decay_filter, split_indices, enable_clip_grad, frequency)  # fmt: skip


class ThorGpu(SteppedOptimizer):
    """The optimizer that `thor` makes.

    With ``self.thor`` on, a call computes the inverses and keeps them; with it off, it uses what it has.

    Args:
        net (Cell): a network whose layers keep second moments.
        learning_rate (Tensor): as in `thor`.
        damping (Tensor): as in `thor`.
        momentum (float): as in `thor`.
        weight_decay (float): as in `thor`. Default: ``0.0``.
        loss_scale (float): as in `thor`. Default: ``1.0``.
        batch_size (int): as in `thor`. Default: ``32``.
        use_nesterov (bool): as in `thor`. Default: ``False``.
        decay_filter (Callable): as in `thor`. Default: all decay.
        split_indices (list): as in `thor`. Default: ``None``.
        enable_clip_grad (bool): as in `thor`. Default: ``False``.
        frequency (int): as in `thor`. Default: ``100``.

    Source: mindspore.nn.optim.thor.ThorGpu, MindSpore 2.10
    """

    _state_names = ("moments",)

    def __init__(
        self,
        net: Cell,
        learning_rate: Tensor,
        damping: Tensor,
        momentum: float,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
        batch_size: int = 32,
        use_nesterov: bool = False,
        decay_filter: Callable[[Parameter], bool] = lambda p: bool(p.name),
        split_indices: Any = None,
        enable_clip_grad: bool = False,
        frequency: int = 100,
    ) -> None:
        _check(momentum, frequency, learning_rate, damping)
        require_default("nn.thor", "split_indices", split_indices, None, "leave it out: there is one process")
        super().__init__(learning_rate, net.trainable_params(), weight_decay, loss_scale)
        self.momentum = Parameter(torch.tensor(momentum, dtype=self._real, device="cpu"), name="momentum")
        self.params = self.parameters
        self.use_nesterov = self._nesterov = of_type("thor", "use_nesterov", use_nesterov, bool)
        self.moments = self._clone_state("moments")
        self.batch_size = batch_size
        self.damping = damping
        self.enable_clip_grad = of_type("thor", "enable_clip_grad", enable_clip_grad, bool)
        self.frequency = frequency
        self.thor = True
        self.cov_step = Parameter(
            torch.zeros(1, dtype=torch.int32, device=current_device()), name="cov_step", requires_grad=False
        )
        # the decay is added to what THOR makes of the gradients, not to what it starts from
        self.exec_weight_decay = False
        self._decay_of = tuple(weight_decay if weight_decay and decay_filter(p) else 0.0 for p in self.parameters)
        self._roles = _roles(net, list(self.parameters))
        inverses = [_inverse_parameters(role, n) for n, role in enumerate(r for r in self._roles if _has_moments(r))]
        self.matrix_a = ParameterTuple([a for a, _ in inverses])
        self.matrix_g = ParameterTuple([g for _, g in inverses])

    def get_frequency(self) -> int:
        """Return how many steps use the same inverses."""
        return self.frequency

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Update the parameters."""
        super().construct(gradients)
        return (True,) * len(self.parameters)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        (moments,) = states
        new = self._second_order(grads)
        new = [g if d == 0.0 else g.add(p, alpha=d) for g, p, d in zip(new, params, self._decay_of, strict=True)]
        if self.enable_clip_grad:
            new = [g * (_NORM / g.norm().clamp(min=_NORM)) for g in new]
        momentum = self._params["momentum"]._t.item()  # type: ignore[union-attr]
        accumulate(moments, new, momentum)
        descend_sums(params, new, moments, rate, momentum, nesterov=self._nesterov)

    def _second_order(self, grads: list[torch.Tensor]) -> list[torch.Tensor]:
        step = self.cov_step._t
        values, place = self.damping._t.reshape(-1), int(step.item())
        if place >= len(values):
            msg = f"For 'thor', 'damping' has {len(values)} elements, and step {place + 1} needs one more"
            raise RuntimeError(msg)
        damping = float(values[place])
        step.add_(1)
        out, place = [], 0
        for role, g in zip(self._roles, grads, strict=True):
            if isinstance(role, LayerNorm):
                out.append(g / (g * g / self.batch_size + damping**0.5))
            elif role is None:
                out.append(g)
            else:
                a, of_g = self.matrix_a[place]._t, self.matrix_g[place]._t
                place += 1
                if self.thor:
                    scale = (self.batch_size / self.loss_scale) ** 2
                    _write_inverses(role, damping, scale, self.batch_size, a, of_g)
                out.append(_multiplied(g, a, of_g))
        return out


def _check(momentum: Any, frequency: Any, learning_rate: Any, damping: Any) -> None:
    a_float("thor", "momentum", momentum, 0.0)
    of_type("thor", "frequency", frequency, int)
    if frequency < 2:
        msg = f"For 'thor', the argument 'frequency' must be at least 2, but got 'frequency' {frequency}."
        raise ValueError(msg)
    for name, value in (("learning_rate", learning_rate), ("damping", damping)):
        if not isinstance(value, TensorBase):
            msg = f"For 'thor', the argument '{name}' must be a Tensor, but got {type(value).__name__}."
            raise TypeError(msg)


def _roles(net: Cell, params: list[Parameter]) -> list[Any]:
    """Return for each parameter the layer whose moments change its gradient; ``None`` where it stays."""
    found: dict[int, Cell] = {}
    for _, cell in net.cells_and_names():
        if isinstance(cell, (DenseThor, Conv2dThor)):
            found[id(cell.weight)] = cell
        elif isinstance(cell, (EmbeddingThor, EmbeddingLookupThor)):
            found[id(cell.embedding_table)] = cell
        elif isinstance(cell, LayerNorm):
            found.update((id(p), cell) for p in cell.trainable_params())
    return [found.get(id(p)) for p in params]


def _has_moments(role: Any) -> bool:
    return role is not None and not isinstance(role, LayerNorm)


def _moments(role: Any) -> tuple[torch.Tensor, torch.Tensor]:
    if isinstance(role, Conv2dThor):
        return role.matrix_a_cov._t, role.matrix_g_cov._t
    return role.matrix_a._t, role.matrix_g._t


def _block_shape(rows: int) -> tuple[int, int]:
    """Return how many blocks a matrix is cut into, and their size."""
    return -(-rows // _BLOCK), min(rows, _BLOCK)


def _inverse_parameters(role: Any, number: int) -> tuple[Parameter, Parameter]:
    a, g = _moments(role)
    if a.ndim == 1:
        shapes: tuple[tuple[int, ...], tuple[int, ...]] = tuple(a.shape), tuple(g.shape)
    else:
        (wide, size_a), (high, size_g) = _block_shape(len(a)), _block_shape(len(g))
        shapes = (high, wide, size_a, size_a), (high, size_g, size_g)
    return (
        Parameter(torch.zeros(shapes[0], device=current_device()), name=f"matrix_a_inv_{number}", requires_grad=False),
        Parameter(torch.zeros(shapes[1], device=current_device()), name=f"matrix_g_inv_{number}", requires_grad=False),
    )


def _damped_inverse(matrix: torch.Tensor, damping: float) -> torch.Tensor:
    """Return the inverses of the blocks on the diagonal, made regular; the last is filled up with the identity."""
    count, size = _block_shape(len(matrix))
    whole = torch.eye(count * size, dtype=matrix.dtype, device=matrix.device)
    whole[: len(matrix), : len(matrix)] = matrix
    whole.diagonal()[: len(matrix)] += damping**0.5
    blocks = torch.stack([whole[i : i + size, i : i + size] for i in range(0, count * size, size)])
    return torch.cholesky_inverse(torch.linalg.cholesky(blocks))


def _write_inverses(
    role: Any, damping: float, scale: float, batch_size: int, a_inv: torch.Tensor, g_inv: torch.Tensor
) -> None:
    a, g = _moments(role)
    g = g * scale
    if a.ndim == 1:
        a_inv.copy_(1 / (a / batch_size + damping**0.5))
        whole = g + damping**0.5 * torch.eye(len(g), dtype=g.dtype, device=g.device)
        g_inv.copy_(torch.cholesky_inverse(torch.linalg.cholesky(whole)))
        return
    places_a, places_g, factor = 1.0, 1.0, 1.0
    if isinstance(role, Conv2dThor):
        places_a, places_g = float(role.a_normalizer._t.item()), float(role.g_normalizer._t.item())
        factor = places_a**-0.5
    a_inv.copy_(_damped_inverse(a, damping / places_a) * factor)
    g_inv.copy_(_damped_inverse(g, damping / places_g) * factor)


def _multiplied(g: torch.Tensor, a_inv: torch.Tensor, g_inv: torch.Tensor) -> torch.Tensor:
    if a_inv.ndim == 1:
        return (a_inv.unsqueeze(1).to(dtype=g.dtype) * g) @ g_inv.to(dtype=g.dtype)
    high, wide, size_a, size_g = *a_inv.shape[:3], g_inv.shape[1]
    flat = g.reshape(len(g), -1)
    whole = flat.new_zeros(high * size_g, wide * size_a)
    whole[: flat.shape[0], : flat.shape[1]] = flat
    blocks = whole.reshape(high, size_g, wide, size_a).transpose(1, 2)
    new = g_inv.unsqueeze(1).to(dtype=g.dtype) @ blocks @ a_inv.to(dtype=g.dtype)
    return new.transpose(1, 2).reshape(whole.shape)[: flat.shape[0], : flat.shape[1]].reshape(g.shape)
