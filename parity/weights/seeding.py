"""Weights that hide nothing: no bias at 0, no scale at 1, no statistics at 0 and 1, activations of ordinary size.

A net as its constructor leaves it hides mistakes: with running_mean 0, running_var 1, gamma 1 and beta 0 a BatchNorm
is the identity, and a missing bias is a zero that nobody misses.
"""

from __future__ import annotations

import math

import torch

from parity.nets.base import Layer, Subject, Weight, owner_of
from parity.nets.offload import MappedParameters
from parity.nets.roles import is_mean, is_shift, is_variance, last
from parity.nets.trace import Call, Listener, Named
from parity.table.relations import short

_LINEAR = frozenset({"Linear", "Dense", "Conv1d", "Conv2d", "Conv3d"})
_LARGEST_ACTIVATION = 1e3
"""Root mean square of what a layer returns from which its weights are scaled: below what float16 holds."""


def seed_weights(subject: Subject, seed: int) -> None:
    """Fill the weights of `subject`, one stream of random numbers in order of definition.

    Args:
        subject (Subject): the reference.
        seed (int): the seed; the same one gives the same values.
    """
    generator = torch.Generator().manual_seed(seed)
    owners = dict(subject.layers)
    done: set[int] = set()
    with torch.no_grad():
        for weight in subject.weights:
            if id(weight.tensor) in done or not weight.tensor.is_floating_point() or not weight.tensor.numel():
                continue
            done.add(id(weight.tensor))
            _fill(weight, owner_of(weight.name, owners), generator)
            MappedParameters.let_go((weight.tensor,))


def _fill(weight: Weight, layer: Layer, generator: torch.Generator) -> None:
    tensor, local = weight.tensor, last(weight.name)
    kind = short(layer.api) if layer.api else ""
    if is_mean(local, in_norm=layer.is_norm):
        _set(tensor, 0.2 * _normal(tensor, generator))
    elif is_variance(local, in_norm=layer.is_norm):
        _set(tensor, 0.5 + _uniform(tensor, generator))
    elif not weight.trainable and not layer.is_norm:
        return  # a constant the net computed: a table of positions, a mask
    elif is_shift(local) or (kind == "MultiheadAttention" and local == "in_proj_bias"):
        _set(tensor, 0.2 * _normal(tensor, generator))
    elif any(name in kind for name in ("LSTM", "GRU", "RNN")):
        _set(tensor, (2 * _uniform(tensor, generator) - 1) / math.sqrt(max(1, tensor.shape[-1])))
    elif tensor.ndim <= 1:
        _fill_vector(tensor, kind, generator)
    else:
        _set(tensor, _normal(tensor, generator).mul_(_gain(kind, tensor)))


def _fill_vector(tensor: torch.Tensor, kind: str, generator: torch.Generator) -> None:
    """Fill a scale: around the constant it has, but not below a tenth (a LayerScale of 1e-6 would hide its branch)."""
    if kind == "PReLU":
        _set(tensor, 0.1 + 0.3 * _uniform(tensor, generator))
        return
    size = float(tensor.abs().mean())
    spread = 0.5 + _uniform(tensor, generator)
    _set(tensor, max(size, 0.1) * spread if size else 0.2 * _normal(tensor, generator))


def _gain(kind: str, tensor: torch.Tensor) -> float:
    if "Embedding" in kind:
        return 1.0
    fan_in = tensor[0].numel()
    if "Transpose" in kind:
        fan_in = max(1, tensor.numel() // tensor.shape[1] // 4)
    # sqrt(2) keeps the size of activations through ReLU and its kind
    return math.sqrt(2.0 / max(1, fan_in))


def _normal(tensor: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    return torch.randn(tensor.shape, generator=generator, dtype=torch.float32)


def _uniform(tensor: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    return torch.rand(tensor.shape, generator=generator, dtype=torch.float32)


def _set(tensor: torch.Tensor, value: torch.Tensor) -> None:
    tensor.copy_(value.to(tensor.device, tensor.dtype))


def calibrator(done: set[torch.nn.Module]) -> Listener:
    """Return a listener that gives each BatchNorm statistics of the size of its own first input.

    Seeded statistics alone would let activations grow or die with depth; measured ones, disturbed, keep them ordinary.

    Args:
        done (set[torch.nn.Module]): the layers that have theirs; it grows.
    """

    def listen(call: Call, inputs: Named, _: Named) -> None:
        layer = call.layer
        if not layer.api or "BatchNorm" not in layer.api or layer.module in done or not inputs:
            return
        done.add(layer.module)
        _calibrate(layer.module, inputs[0][1].detach())

    return listen


def leveller() -> Listener:
    """Return a listener that scales a linear layer's weights where what it returns has grown without bound.

    Seeded weights keep the size of activations through ReLU; where nothing halves them in between they double with
    every second layer, and float32 ends after a few hundred. Weights that were used before in the run are left alone.
    """
    used: set[int] = set()

    def listen(call: Call, _: Named, outputs: Named) -> None:
        held = [tensor for tensor in call.layer.module._parameters.values() if tensor is not None]
        fresh = not any(id(tensor) in used for tensor in held)
        used.update(id(tensor) for tensor in held)
        linear = call.leaf and len(outputs) == 1 and short(call.layer.api or "") in _LINEAR
        if not held or not fresh or not linear or not outputs[0][1].is_floating_point():
            return
        made = outputs[0][1]
        size = float(made.detach().double().square().mean().sqrt())
        if math.isfinite(size) and size > _LARGEST_ACTIVATION:
            with torch.no_grad():
                for tensor in (*held, made):
                    tensor.div_(size)

    return listen


def _calibrate(module: torch.nn.Module, x: torch.Tensor) -> None:
    values = {**dict(torch.nn.Module.named_buffers(module)), **dict(torch.nn.Module.named_parameters(module))}
    mean = next((v for name, v in values.items() if is_mean(name, in_norm=True)), None)
    variance = next((v for name, v in values.items() if is_variance(name, in_norm=True)), None)
    if mean is None or variance is None or x.ndim < 2 or x.shape[1] != mean.numel() or not x.is_floating_point():
        return
    axes = [axis for axis in range(x.ndim) if axis != 1]
    spread = x.var(axes, correction=0)
    spread = spread.clamp_min(1e-2 * float(spread.mean()) + 1e-6)
    with torch.no_grad():
        # keep the seeded disturbance: mean off by part of a deviation, variance by a factor between 0.5 and 1.5
        mean.copy_(x.mean(axes) + mean * spread.sqrt())
        variance.copy_(variance * spread)
