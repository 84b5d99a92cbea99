"""What a configuration makes of a training, in numbers: rates of every update, clipping, which weights decay.

Known are the programs that people configure: HF's Trainer, timm's and mindcv's train scripts, mindformers. Each has
laws of its own behind words that are the same ("cosine", "warm-up"): so what comes of them is compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parity.curves.divergence import Divergence, said
from parity.curves.stages import rates

_SCHEDULE = "lr_schedule"
Values = Mapping[str, Any]
"""Settings by their last name."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long a training is.

    Args:
        updates (int): how many updates it makes.
        epochs (float): over how many epochs. Default: ``1.0``.
    """

    updates: int
    epochs: float = 1.0

    @property
    def each(self) -> float:
        """How many updates an epoch has."""
        return self.updates / self.epochs


@dataclass(frozen=True, slots=True)
class Program:
    """A program that people configure.

    Args:
        name (str): what it is called.
        own (frozenset[str]): settings of which only this program has several.
        rates (Callable[[Values, Length], list[float] | None]): the rates of all updates; None for a schedule that is
            not known.
        updates (Callable[[Values], int]): how many updates are made, 0 where the settings do not say.
        clipping (Callable[[Values], tuple[str, float] | None]): to what gradients are clipped, such as ``"norm"`` (of
            all together), and the limit.
        spared (Callable[[Values], str]): which weights do not decay, in words; "" for none.
    """

    name: str
    own: frozenset[str]
    rates: Callable[[Values, Length], list[float] | None]
    updates: Callable[[Values], int]
    clipping: Callable[[Values], tuple[str, float] | None]
    spared: Callable[[Values], str]


SPARED_1D = "biases and weights of one axis"


def program_of(values: Values) -> Program | None:
    """Return the program whose settings these are, or None."""
    found = [(len(one.own & set(values)), one) for one in PROGRAMS]
    most, one = max(found, key=lambda pair: pair[0])
    return one if most >= 2 else None


def _number(values: Values, name: str, default: float) -> float:
    value = values.get(name)
    try:
        return default if value is None else float(value)
    except (TypeError, ValueError):
        return default


def _is_set(values: Values, name: str, *, default: bool = False) -> bool:
    value = values.get(name, default)
    return value.strip().lower() in {"true", "1", "yes"} if isinstance(value, str) else bool(value)


# ---- HF's Trainer and mindformers: rates by update, a warm-up that is part of the whole ------------------------------


def _warming(number: int, warm: int, first: float = 0.0) -> float | None:
    """Return which share of the rate an update has in the warm-up, or None behind it."""
    return first + (1 - first) * number / max(1, warm) if number < warm else None


def _of_hf(values: Values, length: Length) -> list[float] | None:
    rate, total = _number(values, "learning_rate", 5e-5), length.updates
    kind = str(values.get("lr_scheduler_type") or "linear").rpartition(".")[2].lower()
    steps, ratio = _number(values, "warmup_steps", 0), _number(values, "warmup_ratio", 0)
    warm = int(steps) if steps >= 1 else math.ceil(total * (steps or ratio))
    shares: dict[str, Callable[[int], float]] = {
        "constant": lambda _: 1.0,
        "constant_with_warmup": lambda _: 1.0,
        "linear": lambda n: max(0.0, (total - n) / max(1, total - warm)),
        "cosine": lambda n: 0.5 * (1 + math.cos(math.pi * (n - warm) / max(1, total - warm))),
        "inverse_sqrt": lambda n: 1 / math.sqrt((n - warm + (warm or 10_000)) / (warm or 10_000)),
        "polynomial": lambda n: (1 - 1e-7 / rate) * (1 - (n - warm) / max(1, total - warm)) + 1e-7 / rate,
    }
    share = shares.get(kind)
    if share is None:
        return None
    warm = 0 if kind == "constant" else warm
    return [rate * (share(n) if (first := _warming(n, warm)) is None else first) for n in range(total)]


def _of_mindformers(values: Values, length: Length) -> list[float] | None:
    rate, total = _number(values, "learning_rate", 0.0), length.updates
    low, first = _number(values, "lr_end", 0.0), _number(values, "warmup_lr_init", 0.0)
    ratio = values.get("warmup_ratio")
    warm = int(total * float(ratio)) if ratio is not None else int(_number(values, "warmup_steps", 0))
    rest = max(1, total - warm)
    power = _number(values, "power", 1.0)
    last = _number(values, "lr_end", 1e-7)
    laws: dict[str, Callable[[int], float]] = {
        "constantwarmuplr": lambda _: rate,
        "linearwithwarmuplr": lambda n: rate * max(0.0, (total - n) / rest),
        "cosinewithwarmuplr": lambda n: low + (rate - low) * 0.5 * (1 + math.cos(math.pi * (n - warm) / rest)),
        "polynomialwithwarmuplr": lambda n: (rate - last) * (1 - (n - warm) / rest) ** power + last,
    }
    law = laws.get(str(values.get("type", "")).lower())
    if law is None or not rate:
        return None
    return [first + (rate - first) * n / warm if n < warm else law(n) for n in range(total)]


# ---- timm and mindcv: epochs -----------------------------------------------------------------------------------------


def _of_timm(values: Values, length: Length) -> list[float] | None:
    """Return timm's rates: kept for an epoch unless `sched_on_updates`; the warm-up covers the decay's first epochs."""
    batch = _number(values, "batch_size", 128)
    rate = _number(values, "lr", 0.0)
    if not rate:
        adaptive = any(word in str(values.get("opt", "sgd")).lower() for word in ("ada", "lamb"))
        ratio = batch / _number(values, "lr_base_size", 256)
        wanted = values.get("lr_base_scale") or ("sqrt" if adaptive else "linear")
        rate = _number(values, "lr_base", 0.1) * (math.sqrt(ratio) if wanted == "sqrt" else ratio)
    first, low = _number(values, "warmup_lr", 1e-5), _number(values, "min_lr", 0.0)
    warm, epochs, cool = _number(values, "warmup_epochs", 5), length.epochs, _number(values, "cooldown_epochs", 0)
    before = warm if _is_set(values, "warmup_prefix") else 0.0
    each = length.updates / (epochs + cool + before)
    kind = str(values.get("sched", "cosine"))
    decay, every = _number(values, "decay_rate", 0.1), _number(values, "decay_epochs", 90)
    laws: dict[str, Callable[[float], float]] = {
        "cosine": lambda t: low + 0.5 * (rate - low) * (1 + math.cos(math.pi * t / epochs)) if t < epochs else low,
        "step": lambda t: rate * decay ** (t // every),
    }
    law = laws.get(kind)
    if law is None:
        return None

    def at(update: int) -> float:
        time = update / each
        time = time if _is_set(values, "sched_on_updates") else math.floor(time + 1e-9)
        return first + time * (rate - first) / warm if time < warm else law(time - before)

    return [at(n) for n in range(length.updates)]


def _of_mindcv(values: Values, length: Length) -> list[float] | None:
    """Return mindcv's rates: the decay begins behind the warm-up; they are those of batches."""
    rate, low = _number(values, "lr", 1e-3), _number(values, "min_lr", 1e-6)
    warm, first = _number(values, "warmup_epochs", 3), _number(values, "warmup_factor", 0.0)
    every, decay = _number(values, "decay_epochs", 100), _number(values, "decay_rate", 0.9)
    stones = [float(one) for one in values.get("multi_step_decay_milestones") or (30, 60, 90)]
    stair = _is_set(values, "lr_epoch_stair")
    laws: dict[str, Callable[[float], float]] = {
        "constant": lambda _: rate,
        "cosine_decay": lambda t: low + 0.5 * (rate - low) * (1 + math.cos(math.pi * t / every)) if t < every else low,
        "exponential_decay": lambda t: rate * decay**t,
        "step_decay": lambda t: rate * decay ** (math.floor(t) // every),
        "multi_step_decay": lambda t: rate * decay ** sum(math.floor(t) >= one for one in stones),
    }
    law = laws.get(str(values.get("scheduler", "cosine_decay")).removeprefix("warmup_"))
    if law is None or _number(values, "num_cycles", 1) != 1:
        return None
    taken = int(_number(values, "gradient_accumulation_steps", 1))

    def at(update: int) -> float:
        time = update / (length.each * taken)  # the list is made for batches, and MindSpore goes on in it by updates
        time = math.floor(time + 1e-9) if stair else time
        return rate * (first + (1 - first) * time / warm) if time < warm else law(time - warm)

    return [at(n) for n in range(length.updates)]


# ---- clipping, decay, lengths ----------------------------------------------------------------------------------------


def _norm(values: Values, name: str, default: float, *, where: bool = True) -> tuple[str, float] | None:
    limit = _number(values, name, default) if where else 0.0
    return ("norm", limit) if limit > 0 else None


def _clipped_by_timm(values: Values) -> tuple[str, float] | None:
    limit = _number(values, "clip_grad", 0.0)
    return (str(values.get("clip_mode", "norm")), limit) if limit > 0 else None


def _clipped_by_mindcv(values: Values) -> tuple[str, float] | None:
    """Return the limit: the gradients of each batch are clipped, before those of an update are added up."""
    found = _norm(values, "clip_value", 15.0, where=_is_set(values, "clip_grad"))
    several = _number(values, "gradient_accumulation_steps", 1) > 1
    return ("norm of each batch", found[1]) if found is not None and several else found


def _spared_by_mindcv(values: Values) -> str:
    return "" if str(values.get("weight_decay_filter", "disable")) == "disable" else "biases and norms"


def _updates(*names: str) -> Callable[[Values], int]:
    def told(values: Values) -> int:
        return next((int(found) for name in names if (found := _number(values, name, 0)) > 0), 0)

    return told


PROGRAMS = (
    Program(
        "HF's Trainer",
        frozenset({"per_device_train_batch_size", "num_train_epochs", "lr_scheduler_type", "adam_beta1",
                   "max_grad_norm", "adam_epsilon", "dataloader_drop_last", "label_smoothing_factor"}),
        _of_hf, _updates("max_steps"), lambda v: _norm(v, "max_grad_norm", 1.0), lambda _: "biases and norms",
    ),
    Program(
        "timm",
        frozenset({"sched", "warmup_lr", "clip_mode", "lr_base", "cooldown_epochs", "sched_on_updates", "opt_eps",
                   "warmup_prefix", "model_ema"}),
        _of_timm, _updates(), _clipped_by_timm, lambda _: SPARED_1D,
    ),
    Program(
        "mindcv",
        frozenset({"scheduler", "epoch_size", "warmup_factor", "weight_decay_filter", "drop_remainder", "clip_value",
                   "decay_epochs", "lr_epoch_stair", "loss_scale_type", "use_nesterov"}),
        _of_mindcv, _updates(), _clipped_by_mindcv, _spared_by_mindcv,
    ),
    Program(
        "mindformers",
        frozenset({"runner_config", "runner_wrapper", "lr_schedule", "use_clip_grad", "sink_mode", "lr_end",
                   "total_steps", "warmup_lr_init", "scale_sense"}),
        _of_mindformers, _updates("total_steps"),
        lambda v: _norm(v, "max_grad_norm", 1.0, where=_is_set(v, "use_clip_grad")), lambda _: SPARED_1D,
    ),
)  # fmt: skip


def epochs_of(values: Values) -> float:
    """Return over how many epochs a configuration trains; 1 where it does not say."""
    names = ("epochs", "epoch_size", "num_train_epochs", "num_epochs")
    return next((found for name in names if (found := _number(values, name, 0)) > 0), 1.0)


def values_of(settings: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return settings by their last name, those of a schedule first; what they lie in counts as a name too.

    Args:
        settings (Iterable[tuple[str, Any]]): names with dots between them, and values.
    """
    found: dict[str, Any] = {}
    for path, value in sorted(settings, key=lambda one: _SCHEDULE not in one[0].split(".")):
        *before, name = path.lower().split(".")
        for one in before:
            found.setdefault(one, True)
        if name != "type" or _SCHEDULE in before:
            found.setdefault(name, value)
    return found


def compared(ours: Values, theirs: Values, total: int) -> tuple[list[Divergence], frozenset[str]]:
    """Compare what comes of two configurations.

    Args:
        ours (Values): the reference's settings.
        theirs (Values): the port's.
        total (int): how many updates the training makes; 0 where the settings say it.

    Returns:
        tuple[list[Divergence], frozenset[str]]: what differs, and the terms of which this takes the place.
    """
    one, other = program_of(ours), program_of(theirs)
    if one is None or other is None:
        return [], frozenset()
    found, covered = [], {"clipping"}
    lengths = [Length(total or program.updates(values), epochs_of(values))
               for program, values in ((one, ours), (other, theirs))]  # fmt: skip
    known = max(length.updates for length in lengths)
    lengths = [length if length.updates else Length(known, length.epochs) for length in lengths]
    both = (one.rates(ours, lengths[0]), other.rates(theirs, lengths[1])) if known else (None, None)
    if both[0] is not None and both[1] is not None:
        covered |= {"learning rate", "least learning rate", "schedule", "warm-up"}
        difference = rates.difference(both[0], both[1])
        if difference is not None:
            length = min(len(both[0]), len(both[1]))
            first = next(n for n in range(length) if not rates.same_rate(both[0][n], both[1][n]))
            evidence = f"{other.name}, in the reference {one.name}: rates of {length} updates by their laws"
            found.append(
                Divergence("schedule", 0, difference[0], f"learning rate: {difference[1]}", evidence,
                           values=(both[0][first], both[1][first]))
            )  # fmt: skip
    limits = one.clipping(ours), other.clipping(theirs)
    if limits[0] != limits[1]:
        here, there = (f"clipped to a {x[0]} of {said(x[1])}" if x is not None else "not clipped" for x in limits[::-1])
        text = f"gradients are {here} here, {there} in the reference"
        found.append(Divergence("clipping", 0, "clipping", text, f"{other.name}, in the reference {one.name}"))
    found += _decay(one, other, ours, theirs)
    return found, frozenset(covered)


def _decay(one: Program, other: Program, ours: Values, theirs: Values) -> Iterator[Divergence]:
    """Report weights that decay on one side alone, where both decay any."""
    spared = one.spared(ours), other.spared(theirs)
    decays = [_number(values, "weight_decay", 0.0) > 0 for values in (ours, theirs)]
    if all(decays) and bool(spared[0]) != bool(spared[1]):
        text = (
            f"weight decay acts on {spared[0]} here, in the reference not"
            if spared[0]
            else f"weight decay does not act on {spared[1]} here, in the reference it does"
        )
        yield Divergence("optimizer", 0, "weight-decay-mask", text, f"{other.name}, in the reference {one.name}")
