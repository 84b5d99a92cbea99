"""Draw classes for sampled softmax, with how often each is to be expected."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.device import current_device, number
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.random._seeds import generator_for

Sampled = tuple[Tensor, Tensor, Tensor]


def uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    remove_accidental_hits: bool = False,
) -> Sampled:
    """Draw classes, all alike probable.

    Args:
        true_classes (Tensor): the target classes, of shape (batch_size, num_true), int32 or int64.
        num_true (int): how many there are for each example.
        num_sampled (int): how many to draw.
        unique (bool): draw none twice.
        range_max (int): how many classes there are.
        seed (int): start of the stream; 0 for another at each run. Default: ``0``.
        remove_accidental_hits (bool): draw no target class. Default: ``False``.

    Returns:
        Tuple of three Tensors: the classes drawn, and the expected counts of the target classes and of those.

    Raises:
        TypeError: if a number is no int or a flag no bool.
        ValueError: if there are not enough classes, or the shape of `true_classes` does not fit.

    Differs from MindSpore: the classes drawn are others for the same seed.

    Source: mindspore.ops.uniform_candidate_sampler, MindSpore 2.10
    """
    check_type(true_classes, "ops.uniform_candidate_sampler")
    op = "ops.uniform_candidate_sampler"
    targets = _checked(op, true_classes, num_true, num_sampled, unique, range_max)
    bool_arg(op, "remove_accidental_hits", remove_accidental_hits)
    taken = {int(each) for each in targets.unique()} if remove_accidental_hits else set()
    if num_sampled > range_max - len(taken) and (unique or len(taken) == range_max):
        msg = f"{op}: cannot draw {num_sampled} of {range_max} classes, {len(taken)} of which are targets"
        raise ValueError(msg)
    generator = generator_for(op, seed)

    def draw(count: int) -> torch.Tensor:
        return torch.randint(0, range_max, (count,), generator=generator, device=current_device())

    def probability(classes: torch.Tensor) -> torch.Tensor:
        return torch.full(classes.shape, 1 / range_max, device=classes.device)

    return _sampled(targets, num_sampled, unique, draw, probability, taken)


def log_uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int = 1,
    num_sampled: int = 5,
    unique: bool = True,
    range_max: int = 5,
    seed: int = 0,
) -> Sampled:
    """Draw classes, the first ones more probable: the logarithm of the class is distributed evenly.

    Args:
        true_classes (Tensor): the target classes, of shape (batch_size, num_true), int64.
        num_true (int): how many there are for each example. Default: ``1``.
        num_sampled (int): how many to draw. Default: ``5``.
        unique (bool): draw none twice. Default: ``True``.
        range_max (int): how many classes there are. Default: ``5``.
        seed (int): start of the stream; 0 for another at each run. Default: ``0``.

    Returns:
        Tuple of three Tensors: the classes drawn, and the expected counts of the target classes and of those.

    Raises:
        TypeError: if a number is no int or `unique` no bool.
        ValueError: if there are not enough classes, or the shape of `true_classes` does not fit.

    Differs from MindSpore: the classes drawn are others for the same seed.

    Source: mindspore.ops.log_uniform_candidate_sampler, MindSpore 2.10
    """
    check_type(true_classes, "ops.log_uniform_candidate_sampler")
    op = "ops.log_uniform_candidate_sampler"
    targets = _checked(op, true_classes, num_true, num_sampled, unique, range_max)
    generator = generator_for(op, seed)
    span = torch.log(number(float(range_max + 1), dtype=torch.float64))

    def draw(count: int) -> torch.Tensor:
        even = torch.rand(count, generator=generator, dtype=torch.float64, device=current_device())
        return (torch.exp(even * span) - 1).floor().long().clamp(0, range_max - 1)

    def probability(classes: torch.Tensor) -> torch.Tensor:
        k = classes.double()
        return (torch.log((k + 2) / (k + 1)) / span.to(k.device)).float()

    return _sampled(targets, num_sampled, unique, draw, probability, set())


def _checked(
    op: str, true_classes: Tensor, num_true: int, num_sampled: int, unique: bool, range_max: int
) -> torch.Tensor:
    numbers = {"num_true": num_true, "num_sampled": num_sampled, "range_max": range_max}
    for name, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, int):
            msg = f"{op}: {name} must be an int, got {value!r}"
            raise TypeError(msg)
        if value < 1:
            msg = f"{op}: {name} must be above 0, got {value}"
            raise ValueError(msg)
    bool_arg(op, "unique", unique)
    targets = unwrap(true_classes)
    if targets.dim() != 2 or targets.shape[1] != num_true or (unique and num_sampled > range_max):
        msg = (
            f"{op}: true_classes of shape (batch_size, {num_true}) needed, and no more than {range_max} unique "
            f"classes can be drawn; got {tuple(targets.shape)} and {num_sampled}"
        )
        raise ValueError(msg)
    return targets


def _sampled(
    targets: torch.Tensor,
    wanted: int,
    unique: bool,
    draw: Callable[[int], torch.Tensor],
    probability: Callable[[torch.Tensor], torch.Tensor],
    taken: set[int],
) -> Sampled:
    """Draw until there are enough; how often it took enters the expected counts."""
    found: list[int] = []
    tries = 0
    seen = set(taken)
    while len(found) < wanted:
        for each in draw(wanted).tolist():
            tries += 1
            if each not in seen:
                found.append(each)
                if unique:
                    seen.add(each)
            if len(found) == wanted:
                break
    classes = torch.tensor(found, dtype=targets.dtype, device=targets.device)

    def expected(of: torch.Tensor) -> Tensor:
        p = probability(of)
        return wrap(p * wanted if tries == wanted else -torch.expm1(tries * torch.log1p(-p)))

    return wrap(classes), expected(targets), expected(classes)
