"""Attention: the multi-head kind of MindSpore's transformer layers, and the mask rules that go with it."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True)
class Projections:
    """How queries, keys and values are made from the inputs.

    Args:
        weights (tuple[torch.Tensor, ...]): one packed matrix (3 * embed, embed), or three.
        bias (torch.Tensor, optional): of length 3 * embed.
        bias_k (torch.Tensor, optional): one more key for every sequence, shape (1, 1, embed).
        bias_v (torch.Tensor, optional): its value.
        add_zero_attn (bool): one more key and value of zeros.
    """

    weights: tuple[torch.Tensor, ...]
    bias: torch.Tensor | None
    bias_k: torch.Tensor | None
    bias_v: torch.Tensor | None
    add_zero_attn: bool

    @property
    def extra_keys(self) -> int:
        """Keys that belong to no input position."""
        return (self.bias_k is not None) + self.add_zero_attn


def project(
    p: Projections, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Make queries, keys and values of shape (length, batch, embed), in as few products as the inputs allow."""
    embed = query.shape[-1]
    if len(p.weights) == 1:
        packed = p.weights[0]
        if key is value and query is key:
            q, k, v = F.linear(query, packed, p.bias).chunk(3, -1)
            return q, k, v
        if key is value:
            b_q, b_kv = (None, None) if p.bias is None else (p.bias[:embed], p.bias[embed:])
            k, v = F.linear(key, packed[embed:], b_kv).chunk(2, -1)
            return F.linear(query, packed[:embed], b_q), k, v
        w_q, w_k, w_v = packed.chunk(3)
    else:
        w_q, w_k, w_v = p.weights
    b_q, b_k, b_v = (None, None, None) if p.bias is None else p.bias.chunk(3)
    return F.linear(query, w_q, b_q), F.linear(key, w_k, b_k), F.linear(value, w_v, b_v)


def split_heads(t: torch.Tensor, heads: int) -> torch.Tensor:
    """Turn (length, batch, embed) into (batch, heads, length, embed / heads)."""
    length, batch, embed = t.shape
    return t.reshape(length, batch * heads, embed // heads).transpose(0, 1).reshape(batch, heads, length, -1)


def add_extra_keys(p: Projections, k: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Append the learned key and value and those of zeros to (length, batch, embed)."""
    batch = k.shape[1]
    keys, values = [k], [v]
    if p.bias_k is not None and p.bias_v is not None:
        keys.append(p.bias_k.expand(1, batch, -1))
        values.append(p.bias_v.expand(1, batch, -1))
    if p.add_zero_attn:
        keys.append(torch.zeros_like(k[:1]))
        values.append(torch.zeros_like(v[:1]))
    return (torch.cat(keys), torch.cat(values)) if len(keys) > 1 else (k, v)


def merge_masks(
    attn_mask: torch.Tensor | None,
    key_padding_mask: torch.Tensor | None,
    extra_keys: int,
    heads: int,
    dtype: torch.dtype,
) -> torch.Tensor | None:
    """Return what is added to the scores: shape (batch or 1, heads or 1, queries or 1, keys), or None.

    Two masks of unlike kinds are combined as MindSpore does (measured 2.10), which is not as torch does: beside a bool
    `attn_mask` every non-zero padding value masks, and beside a float one a bool padding mask adds 1 where it is True.
    """
    if attn_mask is not None and attn_mask.dtype is torch.uint8:
        attn_mask = attn_mask.to(dtype=torch.bool)
    if extra_keys:
        attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, extra_keys))
        key_padding_mask = None if key_padding_mask is None else F.pad(key_padding_mask, (0, extra_keys))
    mask = attn_mask if attn_mask is None else _by_head(attn_mask, heads)
    if key_padding_mask is not None:
        padding = key_padding_mask[:, None, None, :]
        if mask is None:
            mask = padding
        elif mask.dtype is torch.bool:
            mask = mask | (padding != 0)
        else:
            mask = mask + padding
    if mask is None or mask.dtype is not torch.bool:
        return mask if mask is None else mask.to(dtype=dtype)
    return torch.zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill_(mask, float("-inf"))


def _by_head(attn_mask: torch.Tensor, heads: int) -> torch.Tensor:
    if attn_mask.dim() == 2:
        return attn_mask[None, None]
    return attn_mask.reshape(-1, heads, *attn_mask.shape[1:])


def attend(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None, dropout: float, *, need_weights: bool
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Attend over (batch, heads, length, size); return the outputs, and if needed the weights after dropout."""
    if need_weights:
        scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-2, -1)
        weights = torch.softmax(scores if mask is None else scores + mask, -1)
        if dropout:
            weights = F.dropout(weights, dropout)
        return weights @ v, weights
    out = F.scaled_dot_product_attention(q, k, v, mask, dropout)
    if mask is not None:
        # a query that may look at nothing: the softmax gives NaN in MindSpore, torch's kernel 0
        out = out.masked_fill((mask == float("-inf")).all(-1, keepdim=True), float("nan"))
    return out, None
