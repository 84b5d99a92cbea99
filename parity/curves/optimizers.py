"""What an optimizer is set to for each weight, in the same words for both frameworks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from parity.curves.values import MINDSPORE, tensor_in

Settings = dict[str, Any]
LEARNING_RATE = "learning rate"
DECAY = "weight decay"
KIND = "optimizer"
LOSS_SCALE = "loss scale"
"""By which an optimizer of MindSpore divides the gradients that it is given."""

_HOMES = tuple(f"{root}{home}" for root in MINDSPORE for home in ("nn.optim.", "experimental.optim.", "mint.optim"))
_WORDS = {
    "lr": LEARNING_RATE, "weight_decay": DECAY, "momentum": "momentum", "dampening": "dampening",
    "nesterov": "nesterov", "use_nesterov": "nesterov", "eps": "epsilon", "epsilon": "epsilon", "alpha": "alpha",
    "decay": "alpha", "rho": "rho", "amsgrad": "amsgrad", "use_amsgrad": "amsgrad", "maximize": "maximize",
    "centered": "centered", "lambd": "lambd", "lr_decay": "lr_decay", "momentum_decay": "momentum_decay",
    "use_locking": "", "loss_scale": LOSS_SCALE,
}  # fmt: skip
_DECOUPLED = frozenset({"AdamW", "AdamWeightDecay", "FusedAdamW", "Lion", "AdamWeightDecayOp"})
_IGNORED = frozenset({
    "params", "foreach", "fused", "capturable", "differentiable", "initial_lr", "decoupled_weight_decay",
})  # fmt: skip


def is_optimizer(value: object) -> bool:
    """Tell whether `value` is an optimizer of either framework, or derives from one."""
    return isinstance(value, torch.optim.Optimizer) or is_mindspore_optimizer(value)


def is_mindspore_optimizer(value: object) -> bool:
    """Tell whether `value` is one of MindSpore's optimizers, or derives from one."""
    return any(
        base.__module__.startswith(_HOMES) and base.__name__.endswith("Optimizer") for base in type(value).__mro__
    )


def members(optimizer: Any) -> list[torch.Tensor]:
    """Return the weights that an optimizer steps, in its order."""
    if isinstance(optimizer, torch.optim.Optimizer):
        return [weight for group in optimizer.param_groups for weight in group["params"]]
    return [found for one in optimizer.parameters if (found := tensor_in(one)) is not None]


def api_of(optimizer: object) -> str:
    """Return the public name of an optimizer's class."""
    module, name = type(optimizer).__module__, type(optimizer).__name__
    if not module.startswith(MINDSPORE):
        return f"torch.optim.{name}"
    home = module.split(".")[1]
    return f"mindspore.nn.{name}" if home == "nn" else f"mindspore.{home}.optim.{name}"


def is_frameworks(optimizer: object) -> bool:
    """Tell whether an optimizer's class is one of torch's or MindSpore's own."""
    return type(optimizer).__module__.startswith(("torch.optim.", *_HOMES))


def settings_of(optimizer: Any) -> list[Settings]:
    """Return the arguments that hold for each of its weights now, in its order; a schedule's rate is today's."""
    if isinstance(getattr(optimizer, "param_groups", None), list):
        return [one for group in optimizer.param_groups for one in _of_group(optimizer, group)]
    return list(_of_cell(optimizer))


def _of_group(optimizer: Any, group: dict[str, Any]) -> Iterator[Settings]:
    found: Settings = {}
    for name, value in group.items():
        if name == "betas" and isinstance(value, (tuple, list)):
            found.update({f"beta{number + 1}": number_of(beta) for number, beta in enumerate(value)})
        elif name not in _IGNORED and (word := _WORDS.get(name, name)) and is_plain(value):
            found[word] = number_of(value)
    decoupled = group.get("decoupled_weight_decay", is_decoupled(optimizer))
    if found.get(DECAY):
        found["decoupled weight decay"] = bool(decoupled)
    for _ in group["params"]:
        yield {KIND: type(optimizer).__name__, **found}


def is_decoupled(optimizer: object) -> bool:
    """Tell whether weight decay acts on the weight and not through its gradient."""
    return any(base.__name__ in _DECOUPLED for base in type(optimizer).__mro__)


def number_of(value: object) -> object:
    """Return the number that a Tensor of one element holds, or `value`."""
    held = tensor_in(value)
    return float(held.detach().reshape(-1)[0]) if held is not None and held.numel() == 1 else value


def is_plain(value: object) -> bool:
    """Tell whether `value` is a number or a flag."""
    return isinstance(number_of(value), (bool, int, float))


_CELL_ATTRIBUTES = {
    "beta1": "beta1", "beta2": "beta2", "eps": "epsilon", "epsilon": "epsilon", "momentum": "momentum",
    "dampening": "dampening", "nesterov": "nesterov", "use_nesterov": "nesterov", "use_amsgrad": "amsgrad",
    "decay": "alpha", "centered": "centered", "rho": "rho",
}  # fmt: skip


def _of_cell(optimizer: Any) -> Iterator[Settings]:
    found: Settings = {KIND: type(optimizer).__name__}
    given = getattr(optimizer, "init_args", {})
    for attribute, word in _CELL_ATTRIBUTES.items():
        value = number_of(given[attribute]) if attribute in given else number_of(getattr(optimizer, attribute, None))
        if isinstance(value, (bool, int, float)):
            found.setdefault(word, value)
    rates = _rates(optimizer)
    decays = getattr(optimizer, "_decays", ())
    flags = getattr(optimizer, "decay_flags", ())
    scale = float(getattr(optimizer, "loss_scale", 1.0))
    if scale != 1.0:
        found[LOSS_SCALE] = scale
    for index, rate in enumerate(rates):
        decay = _decay(optimizer, decays[index], scale) if index < len(decays) else 0.0
        acts = bool(flags[index]) if index < len(flags) else True
        one = {**found, LEARNING_RATE: rate, DECAY: decay if acts else 0.0}
        if not one[DECAY] and not type(optimizer).__module__.startswith(MINDSPORE):
            del one[DECAY]  # a class of the user's may decay weights by its own code
        elif one[DECAY]:
            one["decoupled weight decay"] = is_decoupled(optimizer)
        yield one


def _decay(optimizer: Any, decay: Any, scale: float) -> float:
    found = number_of(decay(optimizer.global_step)) if callable(decay) else number_of(decay)
    return float(found) / scale if isinstance(found, (int, float)) else 0.0


def _rates(optimizer: Any) -> list[float]:
    count, given = len(optimizer.parameters), optimizer.get_lr()
    each = given if isinstance(given, (tuple, list)) and len(given) == count else [given] * count
    return [float(found) if isinstance(found := number_of(rate), (int, float)) else float("nan") for rate in each]


class Forced:
    """Sets the learning rates of an optimizer for one step, and puts them back.

    Args:
        optimizer (Any): of either framework.
        rates (dict[int, float]): by identity of the weight; one that is missing keeps the optimizer's.
    """

    def __init__(self, optimizer: Any, rates: dict[int, float]) -> None:
        self._undo: list[Callable[[], object]] = []
        groups = getattr(optimizer, "param_groups", None)
        if isinstance(groups, list):
            for group in groups:
                self._of_group(group, {rates.get(id(tensor_in(weight))) for weight in group["params"]})
        elif hasattr(optimizer, "get_lr") and rates:
            self._of_cell(optimizer, [rates.get(id(weight)) for weight in members(optimizer)])

    def _of_group(self, group: dict[str, Any], wanted: set[float | None]) -> None:
        rate, before = wanted.pop() if len(wanted) == 1 else None, group["lr"]
        if rate is None:
            return
        held = tensor_in(before)
        if held is not None:
            self._fill(held, rate)
        else:
            group["lr"] = rate
            self._undo.append(lambda: group.update(lr=before))

    def _of_cell(self, optimizer: Any, wanted: list[float | None]) -> None:
        given = [rate for rate in wanted if rate is not None]
        if len(given) < len(wanted):
            return
        held = tensor_in(optimizer.learning_rate)
        if optimizer.is_group_lr or optimizer.dynamic_lr:
            from parity.nets.ms_cell import as_mindspore

            tensors = [as_mindspore(torch.tensor(rate)) for rate in given]
            if not optimizer.is_group_lr and len(set(given)) > 1:
                return
            instead = tuple(tensors) if optimizer.is_group_lr else tensors[0]
            vars(optimizer)["get_lr"] = lambda: instead
            self._undo.append(lambda: vars(optimizer).pop("get_lr"))
        elif held is not None and len(set(given)) == 1:
            self._fill(held, given[0])

    def _fill(self, held: torch.Tensor, rate: float) -> None:
        before = held.detach().clone()
        held.data.fill_(rate)
        self._undo.append(lambda: held.data.copy_(before))

    @property
    def acts(self) -> bool:
        """Whether rates are set."""
        return bool(self._undo)

    def undo(self) -> None:
        """Put the rates back."""
        for put_back in self._undo:
            put_back()
