"""Attention written out."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch


def attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Iterator[tuple[str, torch.Tensor]]:
    """Write out `scaled_dot_product_attention`; of dropout only the weights before it.

    Args:
        query (torch.Tensor): ``(..., heads, length, width)``.
        key (torch.Tensor): likewise, of its own length and perhaps fewer heads.
        value (torch.Tensor): likewise.
        attn_mask (torch.Tensor, optional): which scores take part, or what is added to them. Default: ``None``.
        dropout_p (float): share of the weights left out. Default: ``0.0``.
        is_causal (bool): no score of what comes later. Default: ``False``.
        scale (float, optional): factor of the scores. Default: ``None``, one over the root of the width.
        enable_gqa (bool): fewer heads of keys than of queries. Default: ``False``.
    """
    if enable_gqa:
        times = query.shape[-3] // key.shape[-3]
        yield "keys repeated for the queries", (key := key.repeat_interleave(times, -3))
        yield "values repeated for the queries", (value := value.repeat_interleave(times, -3))
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    yield "queries scaled", query * factor
    yield "scores", (scores := query @ key.transpose(-2, -1))
    yield "scale", (scores := scores * factor)
    if is_causal:
        kept = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril(0)
        yield "what takes part", kept
        yield "causal mask", kept.logical_not()
        yield "mask", (scores := scores.masked_fill(kept.logical_not(), -math.inf))
    elif attn_mask is not None and attn_mask.dtype == torch.bool:
        yield "what the mask leaves out", attn_mask.logical_not()
        yield "mask", (scores := scores.masked_fill(attn_mask.logical_not(), -math.inf))
    elif attn_mask is not None:
        yield "mask", (scores := scores + attn_mask)
    yield "softmax over the keys", (weights := torch.softmax(scores, -1))
    if not dropout_p:
        yield "weights x values", weights @ value
