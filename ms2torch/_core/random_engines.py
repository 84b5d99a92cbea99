"""The engines of C++ and the distributions of libstdc++ 9 on them, which MindSpore's data pipeline and kernels use.

With them the same seed gives MindSpore's own order and draws. numpy has the 32-bit Mersenne Twister, but neither the
other engines nor libstdc++'s way from raw numbers to distributions, which differs from numpy's in every case.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import MutableSequence, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.uint64]

_BLOCK = 2496  # raw numbers drawn at once: four times the state of the Mersenne Twister


class RandomEngine(ABC):
    """A stream of raw integers, and what libstdc++ makes of them.

    Args:
        span (int): largest raw number; the smallest counts as 0.
    """

    def __init__(self, span: int) -> None:
        self._span = span
        self._block: list[int] = []
        self._place = 0
        self._normals = NormalDraws()

    @abstractmethod
    def _next_block(self) -> list[int]:
        """Return the next raw numbers."""

    def raw(self) -> int:
        """Return the next raw number."""
        if self._place == len(self._block):
            self._block = self._next_block()
            self._place = 0
        self._place += 1
        return self._block[self._place - 1]

    def below(self, count: int) -> int:
        """Draw one of ``0 .. count - 1``, as `std::uniform_int_distribution`."""
        if count == self._span + 1:
            return self.raw()
        scale = self._span // count
        past = count * scale
        while (value := self.raw()) >= past:
            pass
        return value // scale

    def integer(self, low: int, high: int) -> int:
        """Draw an int from `low` to `high`, both possible."""
        return low + self.below(high - low + 1)

    def canonical(self) -> float:
        """Draw a double from 0 to 1, as `std::generate_canonical<double, 53>` (for engines of 32 bits)."""
        low = self.raw()
        value = (low + self.raw() * 4294967296.0) / 18446744073709551616.0
        return value if value < 1 else math.nextafter(1.0, 0.0)

    def canonical_single(self) -> float:
        """Draw a float from 0 to 1, as `std::generate_canonical<float, 24>` (for engines of 32 bits)."""
        value = float(np.float32(self.raw()) / np.float32(4294967296.0))
        return value if value < 1 else float(np.nextafter(np.float32(1), np.float32(0)))

    def uniform(self, low: float, high: float) -> float:
        """Draw a double from `low` to `high`."""
        return self.canonical() * (high - low) + low

    def uniform_single(self, low: float, high: float) -> float:
        """Draw a float from `low` to `high`, computed in single precision."""
        bottom = np.float32(low)
        return float(np.float32(self.canonical_single()) * (np.float32(high) - bottom) + bottom)

    def normal(self, mean: float, deviation: float) -> float:
        """Draw a float around `mean`, as one `std::normal_distribution<float>` that lives as long as the engine."""
        return self._normals(self, mean, deviation)

    def exponential(self) -> float:
        """Draw a double, as `std::exponential_distribution<double>(1)`."""
        return -math.log(1.0 - self.canonical())

    def gamma(self, alpha: float, normals: NormalDraws) -> float:
        """Draw a float, as `std::gamma_distribution<float>(alpha, 1)`, which has normal numbers of its own."""
        kind = np.float32
        raised = kind(alpha) + kind(1) if alpha < 1 else kind(alpha)
        third = raised - kind(1) / kind(3)
        slope = kind(1) / np.sqrt(kind(9) * third)
        while True:
            while True:
                normal = kind(normals(self, 0.0, 1.0))
                volume = kind(1) + slope * normal
                if volume > 0:
                    break
            volume = volume * volume * volume
            level = kind(self.canonical_single())
            if level <= kind(1) - kind(0.0331) * normal * normal * normal * normal:
                break
            if np.log(level) <= kind(0.5) * normal * normal + third * (kind(1) - volume + np.log(volume)):
                break
        if alpha >= 1:
            return float(third * volume)
        level = kind(self.canonical_single())
        while level == 0:
            level = kind(self.canonical_single())
        return float(level ** (kind(1) / kind(alpha)) * third * volume)

    def sample(self, count: int, wanted: int) -> list[int]:
        """Return `wanted` of ``0 .. count - 1`` in order, as `std::sample`."""
        chosen: list[int] = []
        place, rest = 0, min(wanted, count)
        left = count
        if rest and self._span // left >= left:
            while rest and left >= 2:
                first, second = divmod(self.below(left * (left - 1)), left - 1)
                left -= 1
                if first < rest:
                    chosen.append(place)
                    rest -= 1
                place += 1
                if not rest:
                    break
                left -= 1
                if second < rest:
                    chosen.append(place)
                    rest -= 1
                place += 1
        while rest:
            left -= 1
            if self.below(left + 1) < rest:
                chosen.append(place)
                rest -= 1
            place += 1
        return chosen

    def bernoulli(self, probability: float) -> bool:
        """Return True with a probability."""
        return self.canonical() < probability

    def weighted(self, weights: Sequence[float]) -> int:
        """Draw a position with a probability like its weight, as `std::discrete_distribution`."""
        total = sum(weights)
        bounds = list(accumulate(weight / total for weight in weights))
        bounds[-1] = 1.0
        return bisect_left(bounds, self.canonical())

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Mix items in place, as `std::shuffle`."""
        count = len(items)
        below = self.below
        if count < 2:
            return
        if self._span // count < count:
            for place in range(1, count):
                other = below(place + 1)
                items[place], items[other] = items[other], items[place]
            return
        # one number serves two swaps, where its range is large enough
        place = 1
        if count % 2 == 0:
            other = below(2)
            items[1], items[other] = items[other], items[1]
            place = 2
        while place < count:
            first, second = divmod(below((place + 1) * (place + 2)), place + 2)
            items[place], items[first] = items[first], items[place]
            place += 1
            items[place], items[second] = items[second], items[place]
            place += 1

    def permutation(self, count: int) -> list[int]:
        """Return ``0 .. count - 1`` mixed."""
        order = list(range(count))
        self.shuffle(order)
        return order


class NormalDraws:
    """Draws of one `std::normal_distribution`, which keeps every second for the next time.

    Args:
        single (bool): compute in single precision. Default: ``True``.
    """

    def __init__(self, single: bool = True) -> None:
        self._single = single
        self._saved: Any = None

    def __call__(self, engine: RandomEngine, mean: float, deviation: float) -> float:
        """Draw a number around `mean`."""
        kind: Any = np.float32 if self._single else np.float64
        if self._saved is not None:
            value, self._saved = self._saved, None
        else:
            value = self._draw(engine, kind)
        return float(value * kind(deviation) + kind(mean))

    def _draw(self, engine: RandomEngine, kind: Any) -> Any:
        draw = engine.canonical_single if self._single else engine.canonical
        while True:
            x = kind(2) * kind(draw()) - kind(1)
            y = kind(2) * kind(draw()) - kind(1)
            square = x * x + y * y
            if 0 < square <= 1:
                break
        factor = np.sqrt(kind(-2) * np.log(square) / square)
        self._saved = x * factor
        return y * factor


class _NoEntropy(np.random.bit_generator.ISeedSequence):  # type: ignore[misc]
    """What numpy seeds an engine with that is seeded again at once: asking the system for entropy takes 0.2 ms."""

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Any:
        return _ones(n_words, dtype)


@cache
def _ones(count: int, dtype: Any) -> Any:
    return np.ones(count, dtype)


_UNUSED_SEED = _NoEntropy()


class Mersenne32(RandomEngine):
    """`std::mt19937`.

    Args:
        seed (int): the seed; only its lower 32 bits count.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(2**32 - 1)
        self.drawn = 0  # numbers taken at once
        self._generator = np.random.MT19937(_UNUSED_SEED)  # pyright: ignore[reportArgumentType]
        self._generator._legacy_seeding(seed % 2**32)

    def _next_block(self) -> list[int]:
        return self._generator.random_raw(_BLOCK).tolist()

    def raws(self, count: int) -> Words:
        """Return the next raw numbers at once; not to be mixed with single ones."""
        self.drawn += count
        return self._generator.random_raw(count)


class Mersenne64(RandomEngine):
    """`std::mt19937_64`.

    Args:
        seed (int): the seed.
    """

    _WORDS, _MIDDLE = 312, 156
    _UPPER, _LOWER = np.uint64(0xFFFFFFFF80000000), np.uint64(0x7FFFFFFF)
    _TWIST = np.uint64(0xB5026F5AA96619E9)

    def __init__(self, seed: int) -> None:
        super().__init__(2**64 - 1)
        words = [seed % 2**64]
        for index in range(1, self._WORDS):
            last = words[-1]
            words.append((6364136223846793005 * (last ^ last >> 62) + index) % 2**64)
        self._state = np.array(words, np.uint64)

    def _twisted(self, word: Any, following: Any, far: Any) -> Any:
        mixed = (word & self._UPPER) | (following & self._LOWER)
        return far ^ (mixed >> np.uint64(1)) ^ np.where(mixed & np.uint64(1), self._TWIST, np.uint64(0))

    def _next_block(self) -> list[int]:
        s, m = self._state, self._MIDDLE
        s[:m] = self._twisted(s[:m], s[1 : m + 1], s[m:])
        s[m:-1] = self._twisted(s[m:-1], s[m + 1 :], s[: m - 1])
        s[-1:] = self._twisted(s[-1:], s[:1], s[m - 1 : m])
        out = s ^ ((s >> np.uint64(29)) & np.uint64(0x5555555555555555))
        out ^= (out << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000)
        out ^= (out << np.uint64(37)) & np.uint64(0xFFF7EEE000000000)
        return (out ^ (out >> np.uint64(43))).tolist()


class MinimalStandard(RandomEngine):
    """`std::minstd_rand0`, which is `std::default_random_engine`.

    Args:
        seed (int): the seed.
    """

    _PRIME = 2**31 - 1
    _FACTOR = 16807
    _STRIDE = 4096  # numbers that follow from one by the same factors

    def __init__(self, seed: int) -> None:
        super().__init__(self._PRIME - 2)
        self._value = seed % self._PRIME or 1

    def _next_block(self) -> list[int]:
        self._value = self._value * self._FACTOR % self._PRIME
        return [self._value - 1]

    def raws(self, count: int) -> Words:
        """Return the next raw numbers at once."""
        factors = _powers(self._FACTOR, self._PRIME, min(count, self._STRIDE))
        if count <= self._STRIDE:
            values = _modulo(factors * np.uint64(self._value), self._PRIME)
        else:
            step = pow(self._FACTOR, self._STRIDE, self._PRIME)
            blocks = range(count // self._STRIDE)
            starts = list(accumulate(blocks, lambda value, _: value * step % self._PRIME, initial=self._value))
            values = _modulo(np.array(starts, np.uint64)[:, None] * factors, self._PRIME).reshape(-1)[:count]
        if count:
            self._value = int(values[-1])
        return values - np.uint64(1)

    @property
    def last(self) -> int:
        """The last raw number drawn."""
        return self._value - 1

    def rewind(self, last_raw: int) -> None:
        """Go back to where the raw number `last_raw` was the last one drawn."""
        self._value = last_raw + 1


@cache
def _powers(factor: int, prime: int, count: int) -> Words:
    values = list(accumulate(range(count - 1), lambda value, _: value * factor % prime, initial=factor))
    return np.array(values[:count], np.uint64)


def _modulo(values: Words, prime: int) -> Words:
    """Return positive numbers below 2**62 modulo 2**31 - 1, by adding the upper and the lower half."""
    mask = np.uint64(prime)
    folded = (values & mask) + (values >> np.uint64(31))
    return np.where(folded >= mask, folded - mask, folded)
