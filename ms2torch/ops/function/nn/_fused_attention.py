"""The arithmetic of MindSpore's fused attention operators: layouts, masks, the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap
from ms2torch._errors import UnsupportedArgumentError

_COMPRESSED = (2048, 2048)
_SPLITTERS: dict[str, Callable[[torch.Tensor, int], torch.Tensor]] = {
    "BSH": lambda t, n: t.unflatten(-1, (n, -1)).transpose(1, 2),
    "SBH": lambda t, n: t.unflatten(-1, (n, -1)).permute(1, 2, 0, 3),
    "BNSD": lambda t, n: t,
    "BSND": lambda t, n: t.transpose(1, 2),
    "BNSD_BSND": lambda t, n: t,
}
_JOINERS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "BSH": lambda t: t.transpose(1, 2).flatten(2),
    "SBH": lambda t: t.permute(2, 0, 1, 3).flatten(2),
    "BNSD": lambda t: t,
    "BSND": lambda t: t.transpose(1, 2),
    "BNSD_BSND": lambda t: t.transpose(1, 2),
}


@dataclass(frozen=True)
class Rules:
    """What decides the scores beside queries and keys.

    Args:
        op (str): public name, for messages.
        scale (float): factor of the products.
        mask (torch.Tensor, optional): what is discarded, or the triangle of the modes 2, 3 and 4.
        shift (torch.Tensor, optional): added to the products.
        shift_first (bool): it is added before they are scaled.
        mode (int): the sparse mode, 0 to 4.
        before (int): how many keys before a query's place count.
        after (int): how many after it.
        keep (float): share of the weights that dropout keeps.
    """

    op: str
    scale: float
    mask: torch.Tensor | None = None
    shift: torch.Tensor | None = None
    shift_first: bool = False
    mode: int = 0
    before: int = 2147483647
    after: int = 2147483647
    keep: float = 1.0


@dataclass(frozen=True)
class Attended:
    """What came out, with queries as (batch, heads, length, size)."""

    out: torch.Tensor
    largest: torch.Tensor
    total: torch.Tensor


def optional(x: Any) -> torch.Tensor | None:
    """Return the torch tensor inside, or None."""
    return None if x is None else unwrap(x)


def one_tensor(op: str, name: str, x: Any) -> torch.Tensor:
    """Return the torch tensor of a Tensor, or of a list with one.

    Raises:
        UnsupportedArgumentError: if the list holds several.
    """
    if isinstance(x, (tuple, list)):
        if len(x) != 1:
            remedy = "stack them into one Tensor along the batch dimension"
            raise UnsupportedArgumentError(op, name, f"{len(x)} tensors", remedy)
        return unwrap(x[0])
    return unwrap(x)


def lengths(x: Any) -> list[int] | None:
    """Return lengths given as a Tensor, tuple or list."""
    if x is None:
        return None
    return [int(n) for n in (x._t.tolist() if isinstance(x, TensorBase) else x)]


def split(op: str, layout: str, heads: int, kv_heads: int, *tensors: torch.Tensor) -> list[torch.Tensor]:
    """Return query, key and value as (batch, heads, length, size), with as many heads each.

    Raises:
        TypeError: if their types differ.
        ValueError: if the layout is unknown or the heads do not fit.
    """
    query, key, value = tensors
    if not query.dtype is key.dtype is value.dtype:
        msg = f"{op}: query, key and value must be of one type, got {query.dtype}, {key.dtype} and {value.dtype}"
        raise TypeError(msg)
    if layout not in _SPLITTERS:
        msg = f"{op}: input_layout must be one of {', '.join(_SPLITTERS)}, got {layout!r}"
        raise ValueError(msg)
    cut = _SPLITTERS[layout]
    q = cut(query, heads)
    many = kv_heads or (heads * key.shape[-1] // query.shape[-1] if layout in ("BSH", "SBH") else heads)
    k, v = cut(key, many), cut(value, many)
    if q.dim() != 4 or k.dim() != 4 or q.shape[1] != heads or heads % k.shape[1] or q.shape[-1] != k.shape[-1]:
        msg = f"{op}: {heads} heads in layout {layout} do not fit query {tuple(query.shape)} and key {tuple(key.shape)}"
        raise ValueError(msg)
    times = heads // k.shape[1]
    return [q, k.repeat_interleave(times, 1), v.repeat_interleave(times, 1)]


def join(layout: str, out: torch.Tensor) -> torch.Tensor:
    """Return (batch, heads, length, size) in a layout."""
    return _JOINERS[layout](out)


def attend(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, rules: Rules, kv_lengths: Sequence[int] | None = None
) -> Attended:
    """Attend, in float32 at least. A query that may attend nowhere gives zeros."""
    wide = q.dtype if q.dtype is torch.float64 else torch.float32
    scores = q.to(dtype=wide) @ k.to(dtype=wide).mT
    shift = None if rules.shift is None else _checked_shift(rules, scores).to(dtype=wide)
    if shift is not None and rules.shift_first:
        scores = scores + shift
    scores = scores * rules.scale
    if shift is not None and not rules.shift_first:
        scores = scores + shift
    hidden = _hidden(rules, scores)
    if kv_lengths is not None:
        ends = torch.tensor(kv_lengths, device=q.device)[:, None, None, None]
        beyond = torch.arange(k.shape[2], device=q.device) >= ends
        hidden = beyond if hidden is None else hidden | beyond
    if hidden is not None:
        scores = scores.masked_fill(hidden, -torch.inf)
    largest = scores.amax(-1, keepdim=True)
    powers = torch.exp(scores - torch.where(torch.isinf(largest), 0, largest))
    total = powers.sum(-1, keepdim=True)
    weights = powers / torch.where(total == 0, 1, total)
    if rules.keep < 1:
        weights = torch.dropout(weights, 1 - rules.keep, True)
    return Attended((weights @ v.to(dtype=wide)).to(dtype=q.dtype), largest, total)


def _checked_shift(rules: Rules, scores: torch.Tensor) -> torch.Tensor:
    shift = rules.shift
    assert shift is not None
    if shift.shape[-2:] != scores.shape[-2:]:
        remedy = f"give it in full, as (batch or 1, heads, {scores.shape[-2]}, {scores.shape[-1]})"
        raise UnsupportedArgumentError(rules.op, "position shift of shape", tuple(shift.shape), remedy)
    return shift


def _hidden(rules: Rules, scores: torch.Tensor) -> torch.Tensor | None:
    """Return which scores do not count: what the mask says, and the places outside of the band."""
    if rules.mode not in (0, 1, 2, 3, 4):
        raise UnsupportedArgumentError(rules.op, "sparse_mode", rules.mode, "use mode 1 with the mask in full")
    if rules.mask is None:
        if rules.mode == 0:
            return None  # the band counts with a mask only
        msg = f"{rules.op}: sparse_mode {rules.mode} needs a mask"
        raise ValueError(msg)
    mine, theirs = scores.shape[-2:]
    ahead = torch.arange(theirs, device=scores.device) - torch.arange(mine, device=scores.device)[:, None]
    if rules.mode in (3, 4):  # counted from the lower right corner
        ahead = ahead - (theirs - mine)
    if rules.mode in (0, 1):
        hidden = _spread(rules, rules.mask.bool(), scores)
        return hidden if rules.mode == 1 else hidden | (ahead > rules.after) | (-ahead > rules.before)
    _need_triangle(rules)
    return ahead > 0 if rules.mode in (2, 3) else (ahead > rules.after) | (-ahead > rules.before)


def _need_triangle(rules: Rules) -> None:
    assert rules.mask is not None
    if tuple(rules.mask.shape[-2:]) != _COMPRESSED or rules.mask.numel() != _COMPRESSED[0] ** 2:
        msg = f"{rules.op}: the mask of sparse_mode {rules.mode} must be (2048, 2048), got {tuple(rules.mask.shape)}"
        raise ValueError(msg)
    mask = rules.mask.reshape(_COMPRESSED).bool()
    if not torch.equal(mask, torch.ones_like(mask).triu(1)):
        msg = f"{rules.op}: the mask of sparse_mode {rules.mode} must be 1 above the diagonal and 0 elsewhere"
        raise ValueError(msg)


def _spread(rules: Rules, mask: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
    batch, _, mine, theirs = scores.shape
    if mask.dim() == 2 and mine == 1 and mask.shape == (batch, theirs):
        mask = mask[:, None, None]
    elif mask.dim() == 3:
        mask = mask[:, None]
    try:
        return mask.expand_as(scores)
    except RuntimeError:
        msg = f"{rules.op}: a mask of shape {tuple(mask.shape)} does not fit scores of shape {tuple(scores.shape)}"
        raise ValueError(msg) from None


def attend_packed(
    tensors: Sequence[torch.Tensor], heads: int, ends: tuple[list[int] | None, list[int] | None], rules: Rules
) -> torch.Tensor:
    """Attend within each of the sequences that lie one after the other: layout TND.

    Raises:
        ValueError: if the ends of the sequences are missing or do not fit.
    """
    query, key, value = tensors
    ends_q, ends_k = ends
    if not ends_q or not ends_k or len(ends_q) != len(ends_k):
        msg = f"{rules.op}: layout TND needs actual_seq_qlen and actual_seq_kvlen of one length, got {ends}"
        raise ValueError(msg)
    if ends_q[-1] != len(query) or ends_k[-1] != len(key):
        msg = f"{rules.op}: the sequences end at {ends_q[-1]} and {ends_k[-1]}, the tensors at {len(query)}, {len(key)}"
        raise ValueError(msg)
    if rules.shift is not None:
        raise UnsupportedArgumentError(rules.op, "input_layout", "TND", "leave out the position shift, or use BNSD")
    parts, begin_q, begin_k = [], 0, 0
    for end_q, end_k in zip(ends_q, ends_k, strict=True):
        rows = (query[begin_q:end_q], key[begin_k:end_k], value[begin_k:end_k])
        q, k, v = split(rules.op, "BSND", heads, 0, *(t[None] for t in rows))
        parts.append(attend(q, k, v, rules).out[0].transpose(0, 1))
        begin_q, begin_k = end_q, end_k
    return torch.cat(parts)
