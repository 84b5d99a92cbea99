"""Dropout, of elements and of whole channels."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch._C._functorch import is_batchedtensor

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.kernel_draws import KernelDraws, kernel_draws, unseeded_draws
from ms2torch._core.tensor_type import Tensor


def share(op: str, p: object, *, below_one: bool = False) -> float:
    """Return the share that is dropped.

    Raises:
        TypeError: if it is not a number.
        ValueError: if it lies outside [0, 1], or is 1 where that is excluded.
    """
    if isinstance(p, bool) or not isinstance(p, (int, float)):
        msg = f"{op}: p must be a float, got {p!r} of type {type(p).__name__}"
        raise TypeError(msg)
    if not 0 <= p <= 1 or (below_one and p == 1):
        msg = f"{op}: p must be in [0, {'1)' if below_one else '1]'}, got {p}"
        raise ValueError(msg)
    return p


def _is_training(op: str, training: object) -> bool:
    if not isinstance(training, bool):
        msg = f"{op}: training must be a bool, got {training!r} of type {type(training).__name__}"
        raise TypeError(msg)
    return training


def keep_mask(t: torch.Tensor, shape: tuple[int, ...], keep: float, seed: int | None = None) -> torch.Tensor:
    """Draw a bool mask that is true with probability `keep`, on the device of `t`.

    Args:
        t (torch.Tensor): what it is for.
        shape (tuple[int, ...]): the mask's shape.
        keep (float): probability of true.
        seed (int, optional): draw from a generator of this seed instead of torch's own. Default: ``None``.
    """
    generator = None if seed is None else torch.Generator(t.device).manual_seed(seed)
    # as torch's own dropouts draw: the same seed drops the same elements in every precision
    return t.new_empty(shape).bernoulli_(keep, generator=generator).bool()  # of `t`: inside vmap one for each


def kept(t: torch.Tensor, keep: float, stream: KernelDraws) -> torch.Tensor:
    """Drop what a stream of MindSpore's says and scale the rest."""
    mask = _drawn_mask(t, keep, stream)
    return _scaled(t, mask, keep)


def kept_with_mask(t: torch.Tensor, keep: float, stream: KernelDraws) -> tuple[Tensor, Tensor]:
    """Return what `kept` gives and the mask, of the input's type."""
    mask = _drawn_mask(t, keep, stream)
    return wrap(_scaled(t, mask, keep)), wrap(mask.to(dtype=t.dtype))


def _drawn_mask(t: torch.Tensor, keep: float, stream: KernelDraws) -> torch.Tensor:
    return torch.from_numpy(stream.kept(t.numel(), keep)).reshape(t.shape)


def _scaled(t: torch.Tensor, mask: torch.Tensor, keep: float) -> torch.Tensor:
    wide = t.float() if t.itemsize < 4 else t
    return (wide * mask.to(dtype=wide.dtype).mul_(1 / keep)).to(dtype=t.dtype)


def dropout(input: Tensor, p: float = 0.5, training: bool = True, seed: int | None = None) -> Tensor:
    """Set elements to zero at random and scale the others by 1 / (1 - p).

    Args:
        input (Tensor): of any shape, of a floating type.
        p (float): the share that is dropped, in [0, 1). Default: ``0.5``.
        training (bool): ``False`` returns `input`. Default: ``True``.
        seed (int, optional): the same number drops the same elements. Default ``None``: the global seed's stream.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `p` or `training` is of another kind.
        ValueError: if `p` is out of range.

    Source: mindspore.ops.dropout, MindSpore 2.10
    """
    if not _is_training("ops.dropout", training):
        return input
    share("ops.dropout", p, below_one=True)
    t = admitted(input, "ops.dropout")
    stream = kernel_draws("dropout", seed, t.device)
    if stream is not None:
        return wrap(kept(t, 1 - p, stream))
    if seed is None:
        return wrap(F.dropout(t, p, True))
    return wrap(t * keep_mask(t, tuple(t.shape), 1 - p, seed) / (1 - p))


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of sequences to zero at random and scale the others.

    Args:
        input (Tensor): shape :math:`(N, C, L)` or :math:`(C, L)`.
        p (float): the share of channels that is dropped. Default: ``0.5``.
        training (bool): ``False`` returns `input`. Default: ``True``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `p` is no float.
        ValueError: if `p` is out of range, or the input's rank does not fit.

    Source: mindspore.ops.dropout1d, MindSpore 2.10
    """
    t = admitted(input, "ops.dropout1d")
    if not isinstance(p, float):
        msg = f"ops.dropout1d: p must be a float, got {p!r} of type {type(p).__name__}"
        raise TypeError(msg)
    share("ops.dropout1d", p)
    if not _is_training("ops.dropout1d", training):
        return input
    if t.ndim not in (2, 3):
        msg = f"ops.dropout1d: the input must have 2 or 3 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    whole = t.reshape(*(1,) * (3 - t.ndim), *t.shape, 1)  # MindSpore calls the dropout of images
    return wrap(_channels("ops.dropout1d", wrap(whole), p, 4)[0]._t.reshape(t.shape))


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of images to zero at random and scale the others.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)`.
        p (float): the share of channels that is dropped. Default: ``0.5``.
        training (bool): ``False`` returns `input`. Default: ``True``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `p` is no number.
        ValueError: if `p` is out of range, or the input has not four dimensions.

    Source: mindspore.ops.dropout2d, MindSpore 2.10
    """
    check_type(input, "ops.dropout2d")
    if not _is_training("ops.dropout2d", training):
        return input
    return _channels("ops.dropout2d", input, share("ops.dropout2d", p), 4)[0]


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of volumes to zero at random and scale the others.

    Args:
        input (Tensor): shape :math:`(N, C, D, H, W)`.
        p (float): the share of channels that is dropped. Default: ``0.5``.
        training (bool): ``False`` returns `input`. Default: ``True``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `p` is no number.
        ValueError: if `p` is out of range, or the input has not five dimensions.

    Source: mindspore.ops.dropout3d, MindSpore 2.10
    """
    check_type(input, "ops.dropout3d")
    if not _is_training("ops.dropout3d", training):
        return input
    return _channels("ops.dropout3d", input, share("ops.dropout3d", p), 5)[0]


def _channels(op: str, input: Tensor, p: float, rank: int) -> tuple[Tensor, Tensor]:
    t = unwrap(input)
    if t.ndim != rank:
        msg = f"{op}: the input must have {rank} dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    mask = _channel_mask(t, rank, 1 - p).expand(t.shape)
    scaled = t * mask if p == 1 else t * mask / (1 - p)
    return wrap(scaled), wrap(mask.contiguous())


def _channel_mask(t: torch.Tensor, rank: int, keep: float) -> torch.Tensor:
    shape = (*t.shape[:2], *(1,) * (rank - 2))
    # inside vmap one mask for each, which torch draws
    stream = None if is_batchedtensor(t) else unseeded_draws((rank, tuple(t.shape), t.dtype, keep), t.device)
    if stream is None:
        return keep_mask(t, shape, keep)
    return torch.from_numpy(stream.kept_channels(t.shape[0] * t.shape[1], keep)).reshape(shape)


def dropout2d_with_mask(x: Tensor, keep_prob: float) -> tuple[Tensor, Tensor]:
    """Return what `dropout2d` gives and the bool mask of what was kept."""
    return _channels("ops.Dropout2D", x, 1 - keep_prob, 4)


def dropout3d_with_mask(x: Tensor, keep_prob: float) -> tuple[Tensor, Tensor]:
    """Return what `dropout3d` gives and the bool mask of what was kept."""
    return _channels("ops.Dropout3D", x, 1 - keep_prob, 5)


def dropout_with_mask(x: Tensor, keep_prob: float, seed: int | None = None) -> tuple[Tensor, Tensor]:
    """Return what `dropout` gives and the mask of what was kept, of the input's type."""
    t = unwrap(x)
    mask = keep_mask(t, tuple(t.shape), keep_prob, seed).to(dtype=t.dtype)
    return wrap(t * mask / keep_prob), wrap(mask)
