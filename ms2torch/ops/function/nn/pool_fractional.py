"""Fractional pooling: windows whose places are drawn at random."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor


def pooling_sequence(length: int, size: int, pseudo_random: bool, source: np.random.RandomState) -> torch.Tensor:
    """Draw where the windows over a dimension begin, with its length at the end.

    Args:
        length (int): elements of the dimension.
        size (int): windows.
        pseudo_random (bool): steps as even as can be with a random phase; else the steps in random order.
        source (np.random.RandomState): where the random numbers come from.

    Returns:
        torch.Tensor of int64 and shape (size + 1).
    """
    step = length // size
    if pseudo_random:
        ratio = length / size
        bound = min((step + 2) / ratio - 1, (length + 1 - step) / ratio - (size - 1))
        phase = source.random_sample() * bound
        places = np.ceil(ratio * (np.arange(size) + phase)).astype(np.int64)
        places = np.append(places - math.ceil(ratio * phase), length)
        return torch.from_numpy(places)
    steps = np.full(size, step, dtype=np.int64)
    steps[: length % size] += 1
    source.shuffle(steps)
    return torch.from_numpy(np.append(0, np.cumsum(steps)))


def _windows(sequence: torch.Tensor, length: int, overlapping: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the places in each window, the last repeated, and which of them count."""
    start, end = sequence[:-1], (sequence[1:] + int(overlapping)).clamp(max=length)
    places = start[:, None] + torch.arange(int((end - start).max()))
    return torch.minimum(places, end[:, None] - 1), places < end[:, None]


def fractional_pool(
    t: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor, *, overlapping: bool, largest: bool
) -> torch.Tensor:
    """Pool images (N, H, W, C) over the windows between given rows and columns.

    Args:
        t (torch.Tensor): the images.
        rows (torch.Tensor): where the windows begin, and the height.
        columns (torch.Tensor): where the windows begin, and the width.
        overlapping (bool): windows also take the first element of the next.
        largest (bool): take the largest element, else the mean.

    Returns:
        torch.Tensor.
    """
    over_rows, rows_count = (v.to(t.device) for v in _windows(rows, t.shape[1], overlapping))
    over_columns, columns_count = (v.to(t.device) for v in _windows(columns, t.shape[2], overlapping))
    held = t[:, over_rows[:, None, :, None], over_columns[None, :, None, :]].flatten(3, 4)
    if largest:
        return held.max(3).values
    count = (rows_count[:, None, :, None] & columns_count[None, :, None, :]).flatten(2, 3)[None, ..., None]
    total = torch.where(count, held, torch.zeros_like(held)).sum(3)
    number = count.sum(3)
    if t.is_floating_point():
        return total / number
    return torch.div(total, number, rounding_mode="trunc").to(dtype=t.dtype)


def _starts(length: int, window: int, size: int, sample: torch.Tensor) -> torch.Tensor:
    """Return where the windows begin, for each sample: even steps with that phase, the last at the end."""
    last = torch.full((*sample.shape, 1), length - window, device=sample.device)
    if size == 1:
        return last
    step = (length - window) / (size - 1)
    count = torch.arange(size - 1, device=sample.device, dtype=sample.dtype)
    moved = ((count + sample[..., None]) * step).long() - (sample[..., None] * step).long()
    return torch.cat((moved, last), -1)


def fractional_max_pool_fixed(
    op: str, x: Tensor, random_samples: Tensor, ksize: Sequence[int], output_shape: Sequence[int]
) -> tuple[Tensor, Tensor]:
    """Take the largest element of windows of one size at random places.

    Args:
        op (str): the Primitive's name.
        x (Tensor): shape (N, C, ...).
        random_samples (Tensor): phases in [0, 1), of shape (N, C, dims): of images that of the columns first, of
            volumes those of depth, rows and columns.
        ksize (Sequence[int]): the window.
        output_shape (Sequence[int]): windows along each dimension.

    Returns:
        tuple[Tensor]: the elements, and their places in the flattened image or volume (int64).

    Raises:
        ValueError: if the shapes do not fit.
    """
    t, samples = unwrap(x), unwrap(random_samples).detach()
    n = len(ksize)
    lengths = t.shape[2:]
    if t.ndim != n + 2 or samples.shape != (*t.shape[:2], n):
        msg = f"{op}: needs x of {n + 2} dimensions and random_samples {(*t.shape[:2], n)}, got shapes "
        raise ValueError(msg + f"{tuple(t.shape)} and {tuple(samples.shape)}")
    if any(k + o - 1 > size for k, o, size in zip(ksize, output_shape, lengths, strict=True)):
        msg = f"{op}: ksize {ksize} + output_shape {output_shape} - 1 is larger than the input {tuple(lengths)}"
        raise ValueError(msg)
    flat: torch.Tensor = torch.zeros((*t.shape[:2], *(1,) * (2 * n)), dtype=torch.int64, device=t.device)
    for d in range(n):
        # the samples are in float32 at least: float16 ones would not tell all the starts apart
        # of images the sample of the columns is first, of volumes that of the depth (measured 2.10)
        phase = samples[..., d if n == 3 else n - 1 - d].to(dtype=torch.float32)
        starts = _starts(lengths[d], ksize[d], output_shape[d], phase)
        places = starts[..., None] + torch.arange(ksize[d], device=t.device)
        shape = [*t.shape[:2], *(1,) * (2 * n)]
        shape[2 + d], shape[2 + n + d] = output_shape[d], ksize[d]
        flat = flat * lengths[d] + places.view(shape)
    flat = flat.flatten(2 + n)
    held = t.flatten(2).gather(2, flat.flatten(2)).view(flat.shape)
    best, which = held.max(-1)
    return wrap(best), wrap(flat.gather(-1, which[..., None])[..., 0])
