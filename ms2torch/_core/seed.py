"""The global seed: one number for numpy, Python's `random`, the initializers and the random operators."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import torch

_MAX_INT32 = 2**31 - 1
_SEED_FOR_ZERO = 87654321  # what MindSpore puts in the place of a global seed of 0
_SEED_STEP = 3528531795 ^ 3449720151

_global_seed: int | None = None
_from_torch = False
_kernel_seeds: dict[tuple[str, int], int] = {}
_restored: dict[bytes, int] = {}  # positions that a saved state holds, of what has not been used since


def set_seed(seed: int) -> None:
    """Set the global seed.

    It seeds numpy's global generator (where the initializers take their keys, so that the same seed gives the initial
    weights of MindSpore bit for bit), Python's `random`, and torch's generators on every device.

    Args:
        seed (int): the seed, ``0 <= seed < 2**32``.

    Raises:
        TypeError: if `seed` is not an int (a bool or a numpy integer is not one).
        ValueError: if `seed` is negative or does not fit 32 bits.

    Differs from MindSpore: on the CPU dropout, `ops.rand`, `ops.randn` and their like draw MindSpore's own numbers
    (the dropout of channels, there as here, the same ones whatever the seed); other random operators, and all on other
    devices, repeat after the same seed, but draw from torch's stream.

    Source: mindspore.set_seed, MindSpore 2.10
    """
    global _global_seed, _from_torch
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"set_seed: `seed` must be an int, got {seed!r} of type {type(seed).__name__}.")
    if not 0 <= seed < 2**32:
        raise ValueError(f"set_seed: `seed` must be at least 0 and less than 2**32, got {seed}.")
    np.random.seed(seed)
    random.seed(seed)
    torch.manual_seed(seed)
    _kernel_seeds.clear()
    _restored.clear()
    _global_seed = seed
    _from_torch = False


def draw_from_torch() -> None:
    """Let every random operator draw from torch's generators, until the next `set_seed`.

    For programs that run a MindSpore net beside a torch one and give both the same dropout.
    """
    global _from_torch
    _from_torch = True


def drawn_from_torch() -> bool:
    """Tell whether `draw_from_torch` is in force."""
    return _from_torch


def get_seed() -> int | None:
    """Return the global seed, or ``None`` if none has been set.

    Source: mindspore.get_seed, MindSpore 2.10
    """
    return _global_seed


def digest(key: object) -> bytes:
    """Return eight bytes for what a position belongs to."""
    return hashlib.blake2b(repr(key).encode(), digest_size=8).digest()


def _get_graph_seed(op_seed: int | None, kernel_name: str) -> tuple[int, int]:
    """Return the pair of seeds of one use of a random kernel; each use with the same arguments gets another pair."""
    seed = op_seed or 0
    whole = _SEED_FOR_ZERO if _global_seed == 0 else _global_seed or 0
    if seed == 0 and whole == 0:
        return 0, 0
    key = (kernel_name, seed)
    current = _kernel_seeds.get(key, seed)
    if _restored:
        current = _restored.pop(digest(key), current)
    _kernel_seeds[key] = current + _SEED_STEP
    return whole % _MAX_INT32, current % _MAX_INT32
