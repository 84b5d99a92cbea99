"""The random streams behind MindSpore's initializers, bit for bit, in numpy.

A stream is Philox4x32-10 whose 64-bit key is the seed and whose 128-bit counter starts at ``(0, 0, seed)``: block *n*
of four 32-bit words needs *n* alone, so the work is cut into chunks that stay in cache and the values do not depend on
the chunk. A distribution maps words to doubles, which are rounded to float32 once, at the end.

Trap, measured: the logarithm and the sine of numpy and of the C library differ in the last bit of a double, and a
double next to the middle of two float32 then rounds differently (about one weight in 10^8). Values that close to a
middle are computed a second time with `math`, which is the C library.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Float32Array: TypeAlias = npt.NDArray[np.float32]
_Doubles: TypeAlias = npt.NDArray[np.float64]
_Words: TypeAlias = npt.NDArray[np.uint64]
_Function: TypeAlias = Callable[[_Doubles], _Doubles]
_Fill: TypeAlias = Callable[[_Words, _Words, Float32Array], None]

_CHUNK = 16384  # blocks of four words: the working set of one chunk is a megabyte
_MULTIPLIERS = np.array([[0xCD9E8D57], [0xD2511F53]], dtype=np.uint64)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_MASK = 0xFFFFFFFF
_LOW = np.uint64(_MASK)
_SHIFT = np.uint64(32)

# Constants that MindSpore states as float32, widened.
_PI = float(np.float32(3.1415926))
_LEAST = float(np.float32(1.0e-7))
_ROOT_TWO = float(np.float32(1.4142135))

_SMALLEST = float(np.nextafter(np.float32(0), np.float32(2)))
_BELOW_TWO = float(np.nextafter(np.float32(2), np.float32(0)))

# Doubles whose last 29 bits are within `_NEAR` of the middle are recomputed: 64 would do for a few last-bit errors,
# the rest is room for the cancellation between the mean and the sample.
_NEAR = 4096
_TAIL = (1 << 29) - 1
_NEAR_ZERO = 2.0**-5  # here an error of a few last bits of 1 is 256 of the number's own: a sixteenth of `_NEAR`
_UNIFORM_BITS = np.uint64(0x7FFFFF)
_FINE_BITS = 11
_MIDDLE = 1 << 28

# Rational approximations of the inverse error function, with the coefficients published in Boost.Math (erf_inv):
# offset, numerator, denominator, constant term first. `_TAILS` adds the end and the origin of its interval in
# x = sqrt(-log q); beyond 44 there is nothing, since the smallest double gives 27.3.
_CENTRE = (
    0.0891314744949340820313,
    (-0.000508781949658280665617, -0.00836874819741736770379, 0.0334806625409744615033, -0.0126926147662974029034,
     -0.0365637971411762664006, 0.0219878681111168899165, 0.00822687874676915743155, -0.00538772965071242932965),
    (1.0, -0.970005043303290640362, -1.56574558234175846809, 1.56221558398423026363, 0.662328840472002992063,
     -0.71228902341542847553, -0.0527396382340099713954, 0.0795283687341571680018, -0.00233393759374190016776,
     0.000886216390456424707504),
)  # fmt: skip
_SHOULDER = (
    2.249481201171875,
    (-0.202433508355938759655, 0.105264680699391713268, 8.37050328343119927838, 17.6447298408374015486,
     -18.8510648058714251895, -44.6382324441786960818, 17.445385985570866523, 21.1294655448340526258,
     -3.67192254707729348546),
    (1.0, 6.24264124854247537712, 3.9713437953343869095, -28.6608180499800029974, -20.1432634680485188801,
     48.5609213108739935468, 10.8268667355460159008, -22.6436933413139721736, 1.72114765761200282724),
)  # fmt: skip
_TAILS = (
    (3.0, 1.125, 0.807220458984375,
     (-0.131102781679951906451, -0.163794047193317060787, 0.117030156341995252019, 0.387079738972604337464,
      0.337785538912035898924, 0.142869534408157156766, 0.0290157910005329060432, 0.00214558995388805277169,
      -0.679465575181126350155e-6, 0.285225331782217055858e-7, -0.681149956853776992068e-9),
     (1.0, 3.46625407242567245975, 5.38168345707006855425, 4.77846592945843778382, 2.59301921623620271374,
      0.848854343457902036425, 0.152264338295331783612, 0.01105924229346489121)),
    (6.0, 3.0, 0.93995571136474609375,
     (-0.0350353787183177984712, -0.00222426529213447927281, 0.0185573306514231072324, 0.00950804701325919603619,
      0.00187123492819559223345, 0.000157544617424960554631, 0.460469890584317994083e-5,
      -0.230404776911882601748e-9, 0.266339227425782031962e-11),
     (1.0, 1.3653349817554063097, 0.762059164553623404043, 0.220091105764131249824, 0.0341589143670947727934,
      0.00263861676657015992959, 0.764675292302794483503e-4)),
    (18.0, 6.0, 0.98362827301025390625,
     (-0.0167431005076633737133, -0.00112951438745580278863, 0.00105628862152492910091, 0.000209386317487588078668,
      0.149624783758342370182e-4, 0.449696789927706453732e-6, 0.462596163522878599135e-8,
      -0.281128735628831791805e-13, 0.99055709973310326855e-16),
     (1.0, 0.591429344886417493481, 0.138151865749083321638, 0.0160746087093676504695, 0.000964011807005165528527,
      0.275335474764726041141e-4, 0.282243172016108031869e-6)),
    (44.0, 18.0, 0.99714565277099609375,
     (-0.0024978212791898131227, -0.779190719229053954292e-5, 0.254723037413027451751e-4, 0.162397777342510920873e-5,
      0.396341011304801168516e-7, 0.411632831190944208473e-9, 0.145596286718675035587e-11,
      -0.116765012397184275695e-17),
     (1.0, 0.207123112214422517181, 0.0169410838120975906478, 0.000690538265622684595676, 0.145007359818232637924e-4,
      0.144437756628144157666e-6, 0.509761276599778486139e-9)),
)  # fmt: skip


def _as_float32(*values: float) -> list[float]:
    """Round parameters as MindSpore's C++ signature does: they are float32 there, and doubles again after it."""
    return [float(np.float32(float(value))) for value in values]


def _round_keys(seed: int) -> list[_Words]:
    low, high = seed & _MASK, seed >> 32
    return [
        np.array([[(low + i * _KEY_STEPS[0]) & _MASK], [(high + i * _KEY_STEPS[1]) & _MASK]], dtype=np.uint64)
        for i in range(_ROUNDS)
    ]


def _words(seed: int, keys: list[_Words], first: int, even: _Words, odd: _Words, product: _Words) -> None:
    """Write the blocks that start at number `first` into `even` (words 0 and 2) and `odd` (words 1 and 3).

    The two rows of a round are independent and are computed by one call on both.
    """
    numbers = np.arange(first, first + even.shape[1], dtype=np.uint64)
    np.bitwise_and(numbers, _LOW, out=even[0])
    np.right_shift(numbers, _SHIFT, out=odd[0])
    even[1] = seed & _MASK
    odd[1] = seed >> 32
    for key in keys:
        np.multiply(even[::-1], _MULTIPLIERS, out=product)  # rows: word 2, word 0
        np.right_shift(product, _SHIFT, out=even)
        np.bitwise_xor(even, odd, out=even)
        np.bitwise_xor(even, key, out=even)
        np.bitwise_and(product, _LOW, out=odd)


def block(key: int, counter: int) -> tuple[int, int, int, int]:
    """Return the four words of one block, by Python's ints: for a single block numpy takes ten times as long.

    Args:
        key (int): of 64 bits.
        counter (int): of 128 bits.
    """
    low, high = key & _MASK, key >> 32
    first, second, third, fourth = (counter >> 32 * place & _MASK for place in range(4))
    upper, lower = (int(factor) for factor in _MULTIPLIERS[:, 0])
    for _ in range(_ROUNDS):
        left, right = lower * first, upper * third
        first, second, third, fourth = (
            right >> 32 ^ second ^ low, right & _MASK, left >> 32 ^ fourth ^ high, left & _MASK,
        )  # fmt: skip
        low, high = low + _KEY_STEPS[0] & _MASK, high + _KEY_STEPS[1] & _MASK
    return first, second, third, fourth


def _generate(seed: int, out: Float32Array, fill: _Fill) -> None:
    """Run `fill(even, odd, block)` over the stream of `seed`, for a flat `out` of any length.

    `even` holds words 0 and 2 of some blocks, `odd` words 1 and 3, one row each.
    """
    keys = _round_keys(seed)
    blocks = -(-out.size // 4)
    width = min(blocks, _CHUNK)
    state = np.empty((3, 2, width), dtype=np.uint64)
    for first in range(0, blocks, _CHUNK):
        count = min(_CHUNK, blocks - first)
        even, odd, product = state[:, :, :count]
        _words(seed, keys, first, even, odd, product)
        flat = out[4 * first : 4 * (first + count)]
        if flat.size == 4 * count:
            fill(even, odd, flat.reshape(count, 4))
        else:
            padded = np.empty((count, 4), dtype=np.float32)
            fill(even, odd, padded)
            flat[:] = padded.reshape(-1)[: flat.size]


def _store(values: _Doubles, block: Float32Array) -> None:
    """Round `values`, whose rows are the words of the blocks, to float32, row by row: 3 times as fast as transposed."""
    for row in range(4):
        block[:, row] = values[row]


def _near_middle(values: _Doubles) -> npt.NDArray[np.intp]:
    """Return the flat indices of doubles so near the middle of two float32 that their last bits decide."""
    tail = values.reshape(-1).view(np.int64) & _TAIL
    tail -= _MIDDLE - _NEAR
    return np.flatnonzero(tail.view(np.uint64) < 2 * _NEAR)


def fill_uniform(seed: int, out: Float32Array, low: float, high: float) -> None:
    """Fill the flat, contiguous `out` with samples of U(low, high)."""
    low, high = _as_float32(low, high)
    step = (high - low) * 2.0**-32

    room = _room(1, out)

    def fill(even: _Words, odd: _Words, block: Float32Array) -> None:
        values = room[0, :, : even.shape[1]]
        for column, words in enumerate((even, odd)):
            values[:] = words
            values *= step
            values += low
            block[:, column] = values[0]
            block[:, column + 2] = values[1]

    _generate(seed, out, fill)


def _normal_pair(first: int, second: int, mean: float, sigma: float) -> tuple[float, float]:
    u1 = max((first & 0x7FFFFF) * 2.0**-23, _LEAST)
    u2 = max((second & 0x7FFFFF) * 2.0**-23, _LEAST)
    radius = math.sqrt(-2.0 * math.log(u1)) * sigma
    angle = 2.0 * _PI * u2
    return mean + radius * math.cos(angle), mean + radius * math.sin(angle)


@cache
def _circle_tables() -> tuple[_Doubles, _Doubles, _Doubles, _Doubles]:
    """Return cosine and sine of the angles of the upper bits, and of those of the lower ones."""
    coarse = 2.0 * _PI * (np.arange(1 << 23 - _FINE_BITS) * 2.0 ** (_FINE_BITS - 23))
    fine = 2.0 * _PI * (np.arange(1 << _FINE_BITS) * 2.0**-23)
    return np.cos(coarse), np.sin(coarse), np.cos(fine), np.sin(fine)


def _on_circle(numbers: _Words, cosine: _Doubles, sine: _Doubles, room: npt.NDArray[np.float64] | None) -> None:
    """Write the cosine and sine of the angles that numbers of 23 bits stand for.

    Of two tables and the addition theorem both come out ten times as fast as from numpy, and a few last bits of 1 away
    from it. Of a result near 0 these would be more than `_NEAR` allows for, and numpy is asked; as it is for all where
    there is no room, because a mean is added that may cancel. (Not torch's sine: MKL runs it in threads of its
    own, and beside other busy processes it took 30 times as long.)
    """
    if room is None:
        angle = _angle(numbers)
        np.cos(angle, out=cosine)
        np.sin(angle, out=sine)
        return
    places, far, a, b = room[0].view(np.int64), *room[1:]
    cos_coarse, sin_coarse, cos_fine, sin_fine = _circle_tables()
    signed = numbers.view(np.int64)
    np.right_shift(signed, _FINE_BITS, out=places)
    # "clip" writes where it is told to, "raise" by way of an array of its own
    cos_coarse.take(places, out=cosine, mode="clip")
    sin_coarse.take(places, out=sine, mode="clip")
    np.bitwise_and(signed, (1 << _FINE_BITS) - 1, out=places)
    cos_fine.take(places, out=a, mode="clip")
    sin_fine.take(places, out=b, mode="clip")
    np.multiply(sine, b, out=far)
    b *= cosine
    cosine *= a
    cosine -= far
    sine *= a
    sine += b
    for out, function in ((cosine, np.cos), (sine, np.sin)):
        near = np.abs(out, out=far) < _NEAR_ZERO
        out[near] = function(_angle(numbers[near]))


def _angle(numbers: _Words) -> _Doubles:
    return np.maximum(numbers * 2.0**-23, _LEAST) * (2.0 * _PI)


def _room(count: int, out: Float32Array) -> npt.NDArray[np.float64]:
    """Return pairs of rows for what is computed of one chunk: to ask for memory each time takes as long as the sums."""
    return np.empty((count, 2, min(-(-out.size // 4), _CHUNK)))


def fill_normal(seed: int, out: Float32Array, mean: float, sigma: float) -> None:
    """Fill the flat, contiguous `out` with samples of N(mean, sigma^2), by Box-Muller on 23-bit uniforms."""
    mean, sigma = _as_float32(mean, sigma)

    room = _room(7, out)

    def fill(even: _Words, odd: _Words, block: Float32Array) -> None:
        width = even.shape[1]
        radius, values = room[0, :, :width], room[1:3, :, :width].reshape(4, width)
        even &= _UNIFORM_BITS
        radius[:] = even
        radius *= 2.0**-23
        np.maximum(radius, _LEAST, out=radius)
        np.log(radius, out=radius)
        radius *= -2.0
        np.sqrt(radius, out=radius)
        radius *= sigma
        odd &= _UNIFORM_BITS
        _on_circle(odd, values[0::2], values[1::2], room[3:, :, :width] if mean == 0.0 else None)
        values[0::2] *= radius
        values[1::2] *= radius
        values += mean  # a mean of 0 too: it takes the sign from a zero
        for index in _near_middle(values).tolist():
            row, column = divmod(index, width)
            exact = _normal_pair(int(even[row // 2, column]), int(odd[row // 2, column]), mean, sigma)
            values[row, column] = exact[row & 1]
        _store(values, block)

    _generate(seed, out, fill)


def _polynomial(coefficients: tuple[float, ...], x: _Doubles) -> _Doubles:
    total = np.full_like(x, coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        total *= x
        total += coefficient
    return total


def _inverse_erfc(z: _Doubles, log: _Function) -> _Doubles:
    """Return the inverse of erfc, each value by the approximation of its interval."""
    z = np.where(z <= 0, _SMALLEST, np.where(z >= 2, _BELOW_TWO, z))
    q = np.where(z > 1, 2.0 - z, z)
    result = np.empty_like(z)
    all_p = 1.0 - q
    centre = np.flatnonzero(all_p <= 0.5)
    offset, numerator, denominator = _CENTRE
    p = all_p[centre]
    scale = p * (p + 10.0)
    result[centre] = scale * offset + scale * (_polynomial(numerator, p) / _polynomial(denominator, p))
    shoulder = np.flatnonzero((q >= 0.25) & (all_p > 0.5))
    offset, numerator, denominator = _SHOULDER
    near = q[shoulder] - 0.25
    ratio = _polynomial(numerator, near) / _polynomial(denominator, near)
    result[shoulder] = np.sqrt(-2.0 * log(q[shoulder])) / (offset + ratio)
    tail = np.flatnonzero(q < 0.25)
    result[tail] = _tail(np.sqrt(-log(q[tail])))
    return np.where(z > 1, -result, result)


def _tail(x: _Doubles) -> _Doubles:
    result = np.empty_like(x)
    lower = 0.0
    for upper, start, offset, numerator, denominator in _TAILS:
        inside = np.flatnonzero((x >= lower) & (x < upper))
        near = x[inside] - start
        ratio = _polynomial(numerator, near) / _polynomial(denominator, near)
        result[inside] = offset * x[inside] + ratio * x[inside]
        lower = upper
    return result


def _exact_log(x: _Doubles) -> _Doubles:
    return np.array([math.log(value) for value in x.tolist()], dtype=np.float64)


def fill_truncated_normal(seed: int, out: Float32Array, low: float, high: float, mean: float, sigma: float) -> None:
    """Fill the flat, contiguous `out` with samples of N(mean, sigma^2) cut to [low, high], by the inverse CDF.

    Raises:
        RuntimeError: if `sigma` is not positive.
    """
    low, high, mean, sigma = _as_float32(low, high, mean, sigma)
    if not sigma > 0:
        raise RuntimeError(f"TruncatedNormal: `sigma` must be greater than 0, got {sigma}.")
    least = math.erfc(-((low - mean) / sigma / _ROOT_TWO)) / 2.0
    span = math.erfc(-((high - mean) / sigma / _ROOT_TWO)) / 2.0 - least

    def sample(words: _Words, log: _Function) -> _Doubles:
        uniform = words.reshape(-1).astype(np.float64)
        uniform *= 2.0**-32
        return mean + -_inverse_erfc(2.0 * (least + uniform * span), log) * _ROOT_TWO * sigma

    def fill(even: _Words, odd: _Words, block: Float32Array) -> None:
        words = np.stack((even, odd), 1).reshape(4, -1)
        values = sample(words, np.log)
        near = _near_middle(values)
        if near.size:
            values[near] = sample(words.reshape(-1)[near], _exact_log)
        _store(values.reshape(words.shape), block)

    _generate(seed, out, fill)
