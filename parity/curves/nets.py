"""Which of the modules that a training calls are its nets, and what their weights are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from parity.curves.optimizers import is_optimizer
from parity.curves.values import MINDSPORE

FROZEN = 1000
"""The number of the first net whose weights are not stepped, such as a teacher: these are counted apart."""
_WRAPPERS = tuple(f"{root}nn.wrap." for root in MINDSPORE)
_DEPEND_ON_MODE = ("Dropout", "BatchNorm", "InstanceNorm", "DropPath", "StochasticDepth")


def prefix_of(number: int) -> str:
    """Return what the names of a net's weights begin with."""
    if number >= FROZEN:
        return f"frozen{number - FROZEN or ''}."
    return f"{number}." if number else ""


def named(number: int, net: torch.nn.Module) -> str:
    """Return what a net is called in a message."""
    which = f"frozen net {number - FROZEN + 1}" if number >= FROZEN else f"net {number + 1}"
    return f"{which} ({type(net).__name__})"


def is_net(module: torch.nn.Module) -> bool:
    """Tell whether a call of `module` is a net's own forward pass.

    What wraps a net with its loss or its optimizer (``WithLossCell``, ``TrainOneStepCell``, a Cell of the user's of
    that kind) is none: the net inside it is.
    """
    if is_optimizer(module) or not any(True for _ in module.parameters()) or is_schedule(module):
        return False
    if type(module).__module__.startswith(_WRAPPERS):  # what differentiates a net, as ForwardValueAndGrad does
        return False
    return not any(is_optimizer(child) for child in module.modules()) and not _adds_loss(module)


def is_loss_alone(returned: Sequence[torch.Tensor]) -> bool:
    """Tell whether what a module returned is one loss and nothing else."""
    return len(returned) == 1 and not returned[0].dim() and returned[0].is_floating_point()


def is_loss_beside(returned: Sequence[torch.Tensor], outputs: Sequence[torch.Tensor]) -> bool:
    """Tell whether a module returned one loss and, beside it, nothing but what the net inside it had returned."""
    others = [one for one in returned if one.dim() or not one.is_floating_point()]
    known = all(
        any(one.shape == out.shape and torch.equal(one.detach().cpu(), out) for out in outputs) for one in others
    )
    return len(returned) - len(others) == 1 and known


def is_schedule(module: torch.nn.Module) -> bool:
    """Tell whether `module` is one of MindSpore's learning rate schedules, which may keep its rates in a Parameter."""
    return any(base.__name__ == "LearningRateSchedule" for base in type(module).__mro__)


def is_loss(module: torch.nn.Module) -> bool:
    """Tell whether `module` computes a loss, by its class's name and by having no weights."""
    named = any("loss" in base.__name__.lower() for base in type(module).__mro__)
    return named and not any(True for _ in module.parameters())


def _adds_loss(module: torch.nn.Module) -> bool:
    children = list(module.children())
    with_weights = [child for child in children if any(True for _ in child.parameters())]
    own = any(True for _ in module.parameters(recurse=False))
    return not own and len(with_weights) == 1 and any(is_loss(child) for child in children)


def only_child(module: torch.nn.Module) -> torch.nn.Module | None:
    """Return the one child that has weights, where the module has none of its own; None for anything else."""
    if any(True for _ in module.parameters(recurse=False)) or isinstance(module, torch.nn.Sequential):
        return None
    found = [child for child in module.children() if any(True for _ in child.parameters())]
    return found[0] if len(found) == 1 else None


def may_hold_nets(module: torch.nn.Module) -> bool:
    """Tell whether a module may be what wraps several nets, or a net and weights of its own, with their loss."""
    if isinstance(module, (torch.nn.Sequential, torch.nn.ModuleList)):
        return False
    return any(any(True for _ in child.parameters()) for child in module.children())


def tensors_of(module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor, bool]]:
    """Yield name, tensor and whether it is a parameter, for every parameter and buffer of a net."""
    for name, parameter in torch.nn.Module.named_parameters(module):
        yield name, parameter, True
    for name, tensor in torch.nn.Module.named_buffers(module):
        yield name, tensor, False


def modes_of(module: torch.nn.Module) -> dict[str, bool]:
    """Return, for every layer that does something else in training, whether it is in training mode."""
    found: dict[str, bool] = {}
    for path, layer in module.named_modules():
        if any(kind in type(layer).__name__ for kind in _DEPEND_ON_MODE):
            found[path] = bool(layer.training)
    return found
