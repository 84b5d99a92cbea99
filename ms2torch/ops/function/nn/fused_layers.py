"""Rotary positions and the routing of experts, which MindSpore has as fused functions for Ascend."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, require_default


def rotary_position_embedding(x: Tensor, cos: Tensor, sin: Tensor, mode: int = 0) -> Tensor:
    """Turn pairs of elements of the last dimension by an angle each: ``x * cos + turned(x) * sin``.

    Args:
        x (Tensor): four dimensions, the last of even size D, floating-point.
        cos (Tensor): the cosines; they broadcast to `x`, with a last size of D.
        sin (Tensor): the sines, likewise.
        mode (int): 0 pairs elements that are D / 2 apart, 1 neighbours. Default: ``0``.

    Returns:
        Tensor, same shape and type as `x`.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if shapes do not fit or `mode` is neither 0 nor 1.

    Source: mindspore.ops.rotary_position_embedding, MindSpore 2.10
    """
    t, c, s = unwrap(x), unwrap(cos), unwrap(sin)
    if isinstance(mode, bool) or not isinstance(mode, int):
        msg = f"ops.rotary_position_embedding: mode must be an int, got {mode!r}"
        raise TypeError(msg)
    if mode not in (0, 1) or t.dim() != 4 or t.shape[-1] % 2:
        msg = f"ops.rotary_position_embedding: mode 0 or 1 and a 4-d x needed, got {mode} and {tuple(t.shape)}"
        raise ValueError(msg)
    if mode == 0:
        first, second = t.chunk(2, -1)
        turned = torch.cat([-second, first], -1)
    else:
        turned = torch.stack([-t[..., 1::2], t[..., ::2]], -1).flatten(-2)
    try:
        return wrap((t * c + turned * s).to(dtype=t.dtype).reshape(t.shape))
    except RuntimeError as error:
        raise op_error("ops.rotary_position_embedding", error, x=x, cos=cos, sin=sin) from None


def moe_token_permute(
    tokens: Tensor, indices: Tensor, num_out_tokens: int | None = None, padded_mode: bool = False
) -> tuple[Tensor, Tensor]:
    """Put tokens of the same expert side by side.

    Args:
        tokens (Tensor): (num_tokens, hidden_size).
        indices (Tensor): the experts of each token, (num_tokens, topk) or (num_tokens,), int32 or int64.
        num_out_tokens (int, optional): how many of the sorted tokens to keep. Default ``None``: all.
        padded_mode (bool): only ``False``, as in MindSpore. Default: ``False``.

    Returns:
        Tuple of the sorted tokens, and of where each of them went (int32), for `moe_token_unpermute`.

    Raises:
        TypeError: if `indices` are no integers or `num_out_tokens` no int.
        ValueError: if shapes do not fit or `padded_mode` is ``True``.

    Source: mindspore.ops.moe_token_permute, MindSpore 2.10
    """
    t, experts = unwrap(tokens), unwrap(indices)
    if experts.dtype not in (torch.int32, torch.int64):
        msg = f"ops.moe_token_permute: indices must be int32 or int64, got {experts.dtype}"
        raise TypeError(msg)
    if num_out_tokens is not None and (isinstance(num_out_tokens, bool) or not isinstance(num_out_tokens, int)):
        msg = f"ops.moe_token_permute: num_out_tokens must be an int, got {num_out_tokens!r}"
        raise TypeError(msg)
    if padded_mode or t.dim() != 2 or experts.dim() not in (1, 2) or len(t) != len(experts):
        msg = (
            "ops.moe_token_permute: 2-d tokens, as many indices of 1 or 2 dimensions and padded_mode=False needed, "
            f"got {tuple(t.shape)}, {tuple(experts.shape)} and {padded_mode!r}"
        )
        raise ValueError(msg)
    if num_out_tokens is not None and num_out_tokens < 0:
        msg = f"ops.moe_token_permute: num_out_tokens must not be negative, got {num_out_tokens}"
        raise ValueError(msg)
    each = experts.shape[1] if experts.dim() == 2 else 1
    order = torch.argsort(experts.reshape(-1), stable=True)
    return wrap(t[order[:num_out_tokens] // each]), wrap(torch.argsort(order).int())


def moe_token_unpermute(
    permuted_tokens: Tensor,
    sorted_indices: Tensor,
    probs: Tensor | None = None,
    padded_mode: bool = False,
    restore_shape: Any = None,
) -> Tensor:
    """Put tokens back where `moe_token_permute` took them from, and add up those of one origin.

    Args:
        permuted_tokens (Tensor): (num_tokens * topk, hidden_size).
        sorted_indices (Tensor): where each token went, (num_tokens * topk,), int32.
        probs (Tensor, optional): the weights of the sum, (num_tokens, topk). Default ``None``: no sum, topk is 1.
        padded_mode (bool): only ``False``, as in MindSpore. Default: ``False``.
        restore_shape (Union[tuple[int], list[int]], optional): only ``None``. Default: ``None``.

    Returns:
        Tensor (num_tokens, hidden_size).

    Raises:
        ValueError: if shapes do not fit or `padded_mode` is ``True``.

    Source: mindspore.ops.moe_token_unpermute, MindSpore 2.10
    """
    t, places = unwrap(permuted_tokens), unwrap(sorted_indices).long()
    require_default("ops.moe_token_unpermute", "restore_shape", restore_shape, None, "it is for padded_mode alone")
    weights = None if probs is None else unwrap(probs)
    if padded_mode or t.dim() != 2 or places.dim() != 1 or (weights is not None and weights.numel() != len(places)):
        msg = (
            "ops.moe_token_unpermute: 2-d tokens, 1-d sorted_indices, as many probs and padded_mode=False needed, got "
            f"{tuple(t.shape)}, {tuple(places.shape)} and {padded_mode!r}"
        )
        raise ValueError(msg)
    if len(places) > len(t):  # dropped tokens count as zeros
        t = torch.cat([t, t.new_zeros(len(places) - len(t), t.shape[1])])
    back = t[places]
    if weights is None:
        return wrap(back)
    return wrap((back.reshape(*weights.shape, -1) * weights[..., None].to(dtype=t.dtype)).sum(1))
