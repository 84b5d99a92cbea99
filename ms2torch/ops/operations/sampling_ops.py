"""Candidate samplers and further random numbers as Primitives."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.random._seeds import checked_shape, generator_for
from ms2torch.ops.function.random.candidates import (
    Sampled,
    log_uniform_candidate_sampler,
    uniform_candidate_sampler,
)
from ms2torch.ops.primitive import Primitive


class UniformCandidateSampler(Primitive):
    """Draw classes, all alike probable.

    Args:
        num_true (int): how many target classes there are for each example.
        num_sampled (int): how many to draw.
        unique (bool): draw none twice.
        range_max (int): how many classes there are.
        seed (int): start of the stream; 0 for another at each run. Default: ``0``.
        remove_accidental_hits (bool): draw no target class. Default: ``False``.

    Inputs:
        - **true_classes** (Tensor) - the target classes, of shape (batch_size, num_true).

    Differs from MindSpore: the classes drawn are others for the same seed.

    Source: mindspore.ops.UniformCandidateSampler, MindSpore 2.10
    """

    def __init__(
        self,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int = 0,
        remove_accidental_hits: bool = False,
    ) -> None:
        super().__init__()
        self.num_true = num_true
        self.num_sampled = num_sampled
        self.unique = unique
        self.range_max = range_max
        self.seed = seed
        self.remove_accidental_hits = remove_accidental_hits

    def __call__(self, true_classes: Tensor) -> Sampled:
        """Draw."""
        return uniform_candidate_sampler(
            true_classes,
            self.num_true,
            self.num_sampled,
            self.unique,
            self.range_max,
            self.seed,
            self.remove_accidental_hits,
        )


class LogUniformCandidateSampler(Primitive):
    """Draw classes, the first ones more probable.

    Args:
        num_true (int): how many target classes there are for each example. Default: ``1``.
        num_sampled (int): how many to draw. Default: ``5``.
        unique (bool): draw none twice. Default: ``True``.
        range_max (int): how many classes there are. Default: ``5``.
        seed (int): start of the stream; 0 for another at each run. Default: ``0``.

    Inputs:
        - **true_classes** (Tensor) - the target classes, of shape (batch_size, num_true).

    Differs from MindSpore: the classes drawn are others for the same seed.

    Source: mindspore.ops.LogUniformCandidateSampler, MindSpore 2.10
    """

    def __init__(
        self, num_true: int = 1, num_sampled: int = 5, unique: bool = True, range_max: int = 5, seed: int = 0
    ) -> None:
        super().__init__()
        self.num_true = num_true
        self.num_sampled = num_sampled
        self.unique = unique
        self.range_max = range_max
        self.seed = seed

    def __call__(self, true_classes: Tensor) -> Sampled:
        """Draw."""
        return log_uniform_candidate_sampler(
            true_classes, self.num_true, self.num_sampled, self.unique, self.range_max, self.seed
        )


class ComputeAccidentalHits(Primitive):
    """Find where a sampled class is a target class.

    Args:
        num_true (int): how many target classes there are for each example. Default: ``1``.

    Inputs:
        - **true_classes** (Tensor) - the target classes, of shape (batch_size, num_true).
        - **sampled_candidates** (Tensor) - the sampled classes, of shape (num_sampled,).

    Outputs:
        Three Tensors: rows of `true_classes` (int32), places in `sampled_candidates`, and the lowest float32 for each.

    Source: mindspore.ops.ComputeAccidentalHits, MindSpore 2.10
    """

    def __init__(self, num_true: int = 1) -> None:
        super().__init__()
        if isinstance(num_true, bool) or not isinstance(num_true, int):
            msg = f"ops.ComputeAccidentalHits: num_true must be an int, got {num_true!r}"
            raise TypeError(msg)
        self.num_true = num_true

    def __call__(self, true_classes: Tensor, sampled_candidates: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Find them.

        Raises:
            TypeError: if the classes are no integers.
            ValueError: if the shapes do not fit.
        """
        targets, sampled = unwrap(true_classes), unwrap(sampled_candidates)
        if targets.is_floating_point() or targets.dtype is not sampled.dtype:
            msg = f"ops.ComputeAccidentalHits: integers of one type needed, got {targets.dtype} and {sampled.dtype}"
            raise TypeError(msg)
        if targets.dim() != 2 or targets.shape[1] != self.num_true or sampled.dim() != 1:
            msg = (
                f"ops.ComputeAccidentalHits: true_classes of shape (batch_size, {self.num_true}) and a row of sampled "
                f"classes needed, got {tuple(targets.shape)} and {tuple(sampled.shape)}"
            )
            raise ValueError(msg)
        rows, _, places = torch.nonzero(targets[:, :, None] == sampled, as_tuple=True)
        weights = torch.full(rows.shape, torch.finfo(torch.float32).min, device=rows.device)
        return wrap(rows.int()), wrap(places.to(dtype=sampled.dtype)), wrap(weights)


class LogNormalReverse(Primitive):
    """Draw from the log-normal distribution, in the shape and type of a tensor.

    Args:
        mean (float): mean of the logarithm. Default: ``1.0``.
        std (float): standard deviation of the logarithm. Default: ``2.0``.

    Inputs:
        - **input** (Tensor) - float16, float32 or float64.

    Source: mindspore.ops.LogNormalReverse, MindSpore 2.10
    """

    def __init__(self, mean: float = 1.0, std: float = 2.0) -> None:
        super().__init__()
        self.mean = mean
        self.std = std

    def __call__(self, input: Tensor) -> Tensor:
        """Draw.

        Raises:
            TypeError: if `input` holds no floating-point numbers.
        """
        t = unwrap(input)
        if not t.is_floating_point():
            msg = f"ops.LogNormalReverse: expected floating-point numbers, got {t.dtype}"
            raise TypeError(msg)
        return wrap(torch.empty_like(t).log_normal_(self.mean, self.std))


class Cauchy(Primitive):
    """Draw from the Cauchy distribution.

    Args:
        size (list[int]): the shape.
        median (float): where the peak is. Default: ``0.0``.
        sigma (float): half its width at half its height, above 0. Default: ``1.0``.

    Outputs:
        Tensor of float32.

    Source: mindspore.ops.Cauchy, MindSpore 2.10
    """

    def __init__(self, size: list[int], median: float = 0.0, sigma: float = 1.0) -> None:
        super().__init__()
        self.size = checked_shape("ops.Cauchy", size)
        self.median = median
        self.sigma = sigma

    def __call__(self) -> Tensor:
        """Draw."""
        return wrap(torch.empty(self.size, device=current_device()).cauchy_(self.median, self.sigma))


class NonDeterministicInts(Primitive):
    """Draw integers from the whole range of a type.

    Args:
        dtype (mindspore.dtype): int32 or int64. Default: ``mindspore.int64``.

    Inputs:
        - **shape** (Tensor) - the shape, of at least two dimensions.

    Source: mindspore.ops.NonDeterministicInts, MindSpore 2.10
    """

    def __init__(self, dtype: Type = mstype.int64) -> None:
        super().__init__()
        if dtype not in (mstype.int32, mstype.int64):
            msg = f"ops.NonDeterministicInts: dtype must be int32 or int64, got {dtype}"
            raise TypeError(msg)
        self.dtype = dtype

    def __call__(self, shape: Tensor) -> Tensor:
        """Draw.

        Raises:
            ValueError: if `shape` has fewer than two lengths.
        """
        wanted = checked_shape("ops.NonDeterministicInts", shape)
        if len(wanted) < 2:
            msg = f"ops.NonDeterministicInts: shape must have at least two lengths, got {wanted}"
            raise ValueError(msg)
        kind = given_type(self.dtype)
        drawn = torch.randint(-(2**63), 2**63 - 1, wanted, dtype=torch.int64, device=current_device())
        return wrap(drawn if kind is torch.int64 else (drawn >> 32).to(dtype=kind))


class ParameterizedTruncatedNormal(Primitive):
    """Draw from normal distributions cut off on both sides, one for each row.

    Args:
        seed (int): start of the stream; 0 for another at each run. Default: ``0``.
        seed2 (int): a second one, which counts where `seed` is 0. Default: ``0``.

    Inputs:
        - **shape** (Tensor) - the shape, (batch_size, *).
        - **mean** (Tensor) - 0-d, or one for each row.
        - **stdevs** (Tensor) - the standard deviations, likewise.
        - **min** (Tensor) - the lower ends, likewise.
        - **max** (Tensor) - the upper ends, likewise.

    Source: mindspore.ops.ParameterizedTruncatedNormal, MindSpore 2.10
    """

    def __init__(self, seed: int = 0, seed2: int = 0) -> None:
        super().__init__()
        self.seed = seed
        self.seed2 = seed2

    def __call__(self, shape: Tensor, mean: Tensor, stdevs: Tensor, min: Tensor, max: Tensor) -> Tensor:
        """Draw.

        Raises:
            ValueError: if a lower end is not below the upper one.
        """
        wanted = checked_shape("ops.ParameterizedTruncatedNormal", shape)
        given = [unwrap(x) for x in (mean, stdevs, min, max)]
        kind = given[0].dtype
        rows = [x.double().reshape(-1, *[1] * (len(wanted) - 1)) for x in given]
        middle, width, low, high = rows
        if not bool((low < high).all()):
            msg = f"ops.ParameterizedTruncatedNormal: min must be below max, got {low.tolist()} and {high.tolist()}"
            raise ValueError(msg)
        generator = generator_for("ops.ParameterizedTruncatedNormal", self.seed or self.seed2)
        even = torch.rand(wanted, generator=generator, dtype=torch.float64, device=current_device())
        begin, end = _below((low - middle) / width), _below((high - middle) / width)
        drawn = middle + width * math.sqrt(2) * torch.erfinv(2 * (begin + even * (end - begin)) - 1)
        return wrap(torch.minimum(torch.maximum(drawn, low), high).to(dtype=kind))


def _below(x: torch.Tensor) -> Any:
    return 0.5 * (1 + torch.erf(x / math.sqrt(2)))
