"""Learning rates as lists, one number for each step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ms2torch.nn._checks import a_float, of_type, positive_float, positive_int as _positive

__all__ = [
    "cosine_decay_lr",
    "exponential_decay_lr",
    "inverse_decay_lr",
    "natural_exp_decay_lr",
    "piecewise_constant_lr",
    "polynomial_decay_lr",
    "warmup_lr",
]


def _count(owner: str, name: str, value: Any) -> int:
    """Return `value`, an int above 0.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is not above 0.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        kind = type(value).__name__
        msg = f"For '{owner}', the '{name}' must be int and must > 0, but got '{value}' with type '{kind}'."
        raise TypeError(msg)
    return _positive(owner, name, value)


def piecewise_constant_lr(milestone: Sequence[int], learning_rates: Sequence[float]) -> list[float]:
    """List learning rates that are constant up to each milestone.

    Args:
        milestone (Union[list[int], tuple[int]]): the steps before which each rate ends, rising.
        learning_rates (Union[list[float], tuple[float]]): the rates.

    Returns:
        list[float], one rate for each step before the last milestone.

    Raises:
        TypeError: if an argument is no list or tuple, or a rate no float.
        ValueError: if the lengths differ, or the milestones are not positive and rising.

    Source: mindspore.nn.piecewise_constant_lr, MindSpore 2.10
    """
    owner = "piecewise_constant_lr"
    of_type(owner, "milestone", milestone, tuple, list)
    of_type(owner, "learning_rates", learning_rates, tuple, list)
    if len(milestone) != len(learning_rates):
        counts = f"{len(milestone)} and {len(learning_rates)}"
        msg = f"For '{owner}', there must be as many milestones as rates, but got {counts}."
        raise ValueError(msg)
    rates: list[float] = []
    for i, (end, rate) in enumerate(zip(milestone, learning_rates, strict=True)):
        _count(owner, f"milestone[{i}]", end)
        of_type(owner, f"learning_rates[{i}]", rate, float)
        if end < len(rates):
            msg = f"For '{owner}', the milestones must rise, but got {end} after {milestone[i - 1]}."
            raise ValueError(msg)
        rates += [rate] * (end - len(rates))
    return rates


def _epochs(
    owner: str,
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool,
) -> list[int]:
    """Check what the decays by a rate share; return the epoch of each step."""
    epochs = _epochs_of(owner, total_step, step_per_epoch)
    _count(owner, "decay_epoch", decay_epoch)
    positive_float(owner, "learning_rate", learning_rate)
    positive_float(owner, "decay_rate", decay_rate)
    of_type(owner, "is_stair", is_stair, bool)
    return epochs


def _epochs_of(owner: str, total_step: int, step_per_epoch: int) -> list[int]:
    _count(owner, "total_step", total_step)
    _count(owner, "step_per_epoch", step_per_epoch)
    return [step // step_per_epoch for step in range(total_step)]


def exponential_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """List learning rates that are multiplied by `decay_rate` every `decay_epoch` epochs.

    Args:
        learning_rate (float): the first rate, above 0.
        decay_rate (float): the factor, above 0.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        decay_epoch (int): the period in epochs.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a number is not above 0.

    Source: mindspore.nn.exponential_decay_lr, MindSpore 2.10
    """
    epochs = _epochs(
        "exponential_decay_lr", learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair
    )
    return [learning_rate * decay_rate ** (e // decay_epoch if is_stair else e / decay_epoch) for e in epochs]


def natural_exp_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """List learning rates that are multiplied by exp(-`decay_rate`) every epoch.

    Args:
        learning_rate (float): the first rate, above 0.
        decay_rate (float): the exponent, above 0.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        decay_epoch (int): the period in epochs; it counts only with `is_stair`.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a number is not above 0.

    Source: mindspore.nn.natural_exp_decay_lr, MindSpore 2.10
    """
    epochs = _epochs(
        "natural_exp_decay_lr", learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair
    )
    reached = [e // decay_epoch * decay_epoch if is_stair else e for e in epochs]
    return [learning_rate * math.e ** (-decay_rate * e) for e in reached]


def inverse_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """List learning rates that are divided by 1 + `decay_rate` times the periods gone by.

    Args:
        learning_rate (float): the first rate, above 0.
        decay_rate (float): the growth of the divisor in a period, above 0.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        decay_epoch (int): the period in epochs.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a number is not above 0.

    Source: mindspore.nn.inverse_decay_lr, MindSpore 2.10
    """
    epochs = _epochs("inverse_decay_lr", learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair)
    if is_stair:
        return [learning_rate / (1 + decay_rate * (e // decay_epoch)) for e in epochs]
    return [learning_rate / (1 + decay_rate * e / decay_epoch) for e in epochs]


def cosine_decay_lr(
    min_lr: float, max_lr: float, total_step: int, step_per_epoch: int, decay_epoch: int
) -> list[float]:
    """List learning rates that follow half a cosine from `max_lr` down to `min_lr`, epoch by epoch.

    Args:
        min_lr (float): the last rate, at least 0.
        max_lr (float): the first rate, above `min_lr`.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        decay_epoch (int): how many epochs the way down takes.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if a rate is no float.
        ValueError: if a number is out of range.

    Source: mindspore.nn.cosine_decay_lr, MindSpore 2.10
    """
    owner = "cosine_decay_lr"
    a_float(owner, "min_lr", min_lr, 0.0)
    positive_float(owner, "max_lr", max_lr)
    epochs = _epochs_of(owner, total_step, step_per_epoch)
    _count(owner, "decay_epoch", decay_epoch)
    if min_lr >= max_lr:
        msg = f"For '{owner}', the 'max_lr' must be greater than the 'min_lr', but got {max_lr} and {min_lr}."
        raise ValueError(msg)
    delta = 0.5 * (max_lr - min_lr)
    return [min_lr + delta * (1 + math.cos(math.pi * min(e, decay_epoch) / decay_epoch)) for e in epochs]


def polynomial_decay_lr(
    learning_rate: float,
    end_learning_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    power: float,
    update_decay_epoch: bool = False,
) -> list[float]:
    """List learning rates that go from one to another along a power of the way left.

    Args:
        learning_rate (float): the first rate, above 0.
        end_learning_rate (float): the last rate, at least 0.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        decay_epoch (int): how many epochs it takes.
        power (float): the exponent, above 0.
        update_decay_epoch (bool): once at the end, go on as if the way were a whole number of times as long.
            Default: ``False``.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if a number is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.polynomial_decay_lr, MindSpore 2.10
    """
    owner = "polynomial_decay_lr"
    positive_float(owner, "learning_rate", learning_rate)
    a_float(owner, "end_learning_rate", end_learning_rate, 0.0)
    positive_float(owner, "power", power)
    epochs = _epochs_of(owner, total_step, step_per_epoch)
    _count(owner, "decay_epoch", decay_epoch)
    of_type(owner, "update_decay_epoch", update_decay_epoch, bool)
    rates = []
    for e in epochs:
        end = decay_epoch * max(math.ceil(e / decay_epoch), 1) if update_decay_epoch else decay_epoch
        rates.append((learning_rate - end_learning_rate) * (1 - min(e, end) / end) ** power + end_learning_rate)
    return rates


def warmup_lr(learning_rate: float, total_step: int, step_per_epoch: int, warmup_epoch: int) -> list[float]:
    """List learning rates that rise from 0 to `learning_rate`, epoch by epoch.

    Args:
        learning_rate (float): the rate to reach, at least 0.
        total_step (int): how many steps.
        step_per_epoch (int): how many of them make an epoch.
        warmup_epoch (int): how many epochs it takes.

    Returns:
        list[float], one rate for each step.

    Raises:
        TypeError: if `learning_rate` is no float.
        ValueError: if a number is out of range.

    Source: mindspore.nn.warmup_lr, MindSpore 2.10
    """
    a_float("warmup_lr", "learning_rate", learning_rate, 0.0)
    _count("warmup_lr", "warmup_epoch", warmup_epoch)
    epochs = _epochs_of("warmup_lr", total_step, step_per_epoch)
    return [learning_rate * min(e, warmup_epoch) / warmup_epoch for e in epochs]
