"""MindSpore's fused attention functions for Ascend: the documented formulas, in plain operations."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.ops.function.nn._fused_attention import (
    Rules,
    attend,
    attend_packed,
    join,
    lengths,
    one_tensor,
    optional,
    split,
)

_ALL = 2147483647


def _defaults(op: str, remedy: str, **given: Any) -> None:
    """Refuse whatever is not its default of None or 0."""
    for name, value in given.items():
        require_default(op, name, value, None if not isinstance(value, (int, str)) else 0, remedy)


def flash_attention_score(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    real_shift: Tensor | None = None,
    drop_mask: Tensor | None = None,
    padding_mask: Tensor | None = None,
    attn_mask: Tensor | None = None,
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> Tensor:
    """Attend with several heads, for training: ``softmax(mask(scale * query @ key.T + shift)) @ value``.

    Args:
        query (Tensor): (B, S1, H1), (B, N1, S1, D), (S1, B, H1), (B, S1, N1, D) or (T1, N1, D), as `input_layout`.
        key (Tensor): likewise; it may have fewer heads, of which the number of `query` is a multiple.
        value (Tensor): as `key`.
        head_num (int): the heads of `query`.
        real_shift (Tensor, optional): added to the scaled products, (B or 1, N1, S1, S2). Default: ``None``.
        drop_mask (Tensor, optional): only ``None``. Default: ``None``.
        padding_mask (Tensor, optional): only ``None``. Default: ``None``.
        attn_mask (Tensor, optional): 1 where nothing is attended to: (S1, S2), (B, 1, S1, S2) or (B, N1, S1, S2);
            (2048, 2048), 1 above the diagonal, for the modes 2, 3 and 4. Default: ``None``.
        prefix (Union[Tensor, tuple[int], list[int]], optional): only ``None``. Default: ``None``.
        actual_seq_qlen (Union[Tensor, tuple[int], list[int]], optional): where each sequence of queries ends, in
            layout TND. Default: ``None``.
        actual_seq_kvlen (Union[Tensor, tuple[int], list[int]], optional): the same of the keys. Default: ``None``.
        keep_prob (float): only 1. Default: ``1.0``.
        scalar_value (float): the scale. Default: ``1.0``.
        pre_tokens (int): how many keys before its place a query may attend to, in modes 0 (with a mask) and 4.
            Default: ``2147483647``.
        next_tokens (int): how many after it. Default: ``2147483647``.
        inner_precise (int): concerns the kernel. Default: ``0``.
        input_layout (str): ``"BSH"``, ``"BNSD"``, ``"SBH"``, ``"BSND"`` or ``"TND"``. Default: ``"BSH"``.
        sparse_mode (int): 0 mask and band, 1 mask, 2 causal from the upper left, 3 causal from the lower right,
            4 band from the lower right. Default: ``0``.

    Returns:
        Tensor, as `query`.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes, heads or layout do not fit.

    Differs from MindSpore: any floating-point type and any head size; a query that may attend nowhere gives zeros.

    Source: mindspore.ops.flash_attention_score, MindSpore 2.10
    """
    del inner_precise
    op = "ops.flash_attention_score"
    _defaults(op, "use modes 0 to 4 without it", prefix=prefix, padding_mask=padding_mask)
    if drop_mask is not None or keep_prob != 1.0:
        raise UnsupportedArgumentError(op, "keep_prob", keep_prob, "use ops.speed_fusion_attention, which draws itself")
    rules = Rules(
        op, scalar_value, optional(attn_mask), optional(real_shift), False, sparse_mode, pre_tokens, next_tokens
    )
    ends = (lengths(actual_seq_qlen), lengths(actual_seq_kvlen))
    return wrap(_training(query, key, value, head_num, input_layout, ends, rules)[0])


def speed_fusion_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    input_layout: str,
    *,
    pse: Tensor | None = None,
    padding_mask: Tensor | None = None,
    atten_mask: Tensor | None = None,
    scale: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    inner_precise: int = 0,
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    sparse_mode: int = 0,
    gen_mask_parallel: bool = True,
    sync: bool = False,
    pse_type: int = 1,
    q_start_idx: Any = None,
    kv_start_idx: Any = None,
) -> tuple[Tensor, ...]:
    """Attend with several heads, for training, with dropout.

    Args:
        query (Tensor): as in `flash_attention_score`.
        key (Tensor): likewise.
        value (Tensor): likewise.
        head_num (int): the heads of `query`.
        input_layout (str): ``"BSH"``, ``"BNSD"``, ``"SBH"``, ``"BSND"`` or ``"TND"``.

    Keyword Args:
        pse (Tensor, optional): added to the products, (B or 1, N1, S1, S2). Default: ``None``.
        padding_mask (Tensor, optional): only ``None``. Default: ``None``.
        atten_mask (Tensor, optional): 1 where nothing is attended to. Default: ``None``.
        scale (float): the scale. Default: ``1.0``.
        keep_prob (float): share of the weights that dropout keeps. Default: ``1.0``.
        pre_tokens (int): how many keys before its place a query may attend to. Default: ``2147483647``.
        next_tokens (int): how many after it. Default: ``2147483647``.
        inner_precise (int): concerns the kernel. Default: ``0``.
        prefix (Union[tuple[int], list[int]], optional): only ``None``. Default: ``None``.
        actual_seq_qlen (Union[tuple[int], list[int]], optional): where each sequence of queries ends, in layout TND.
            Default: ``None``.
        actual_seq_kvlen (Union[tuple[int], list[int]], optional): the same of the keys. Default: ``None``.
        sparse_mode (int): as in `flash_attention_score`. Default: ``0``.
        gen_mask_parallel (bool): concerns the kernel. Default: ``True``.
        sync (bool): concerns the kernel. Default: ``False``.
        pse_type (int): 1 adds `pse` before scaling, 0 after it; others only without `pse`. Default: ``1``.
        q_start_idx (Union[tuple[int], list[int]], optional): only ``None``. Default: ``None``.
        kv_start_idx (Union[tuple[int], list[int]], optional): only ``None``. Default: ``None``.

    Returns:
        Tuple of the output, the largest score and the sum of each row, an empty Tensor, and three numbers that stand
        for seed, offset and size of the dropout mask. In layout TND the second and third are empty too.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes, heads or layout do not fit, or `pse_type` is unknown.

    Differs from MindSpore: largest scores and sums have a last size of 1 where the kernel repeats them 8 times; the
    mask of dropout is drawn by torch.

    Source: mindspore.ops.speed_fusion_attention, MindSpore 2.10
    """
    del inner_precise, gen_mask_parallel, sync
    op = "ops.speed_fusion_attention"
    remedy = "pass the mask in full"
    _defaults(op, remedy, prefix=prefix, padding_mask=padding_mask, q_start_idx=q_start_idx, kv_start_idx=kv_start_idx)
    if pse_type not in (0, 1, 2, 3) or not 0 < keep_prob <= 1:
        msg = f"{op}: pse_type must be 0 to 3 and keep_prob in (0, 1], got {pse_type!r} and {keep_prob!r}"
        raise ValueError(msg)
    if pse_type in (2, 3) and pse is not None:
        raise UnsupportedArgumentError(op, "pse_type", pse_type, "compute the slopes and pass them as pse of type 0")
    mask, shift = optional(atten_mask), optional(pse)
    rules = Rules(op, scale, mask, shift, pse_type == 1, sparse_mode, pre_tokens, next_tokens, keep_prob)
    ends = (lengths(actual_seq_qlen), lengths(actual_seq_kvlen))
    out, largest, total = _training(query, key, value, head_num, input_layout, ends, rules)
    number = torch.zeros((), dtype=torch.int64)
    return tuple(map(wrap, (out, largest, total, out.new_empty(0), number, number, number)))


def _training(
    query: Tensor, key: Tensor, value: Tensor, heads: int, layout: str, ends: Any, rules: Rules
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    q, k, v = (one_tensor(rules.op, name, x) for name, x in (("query", query), ("key", key), ("value", value)))
    if layout == "TND":
        out = attend_packed((q, k, v), heads, ends, rules)
        return out, out.new_empty(0), out.new_empty(0)
    _defaults(rules.op, "it is for layout TND", actual_seq_qlen=ends[0], actual_seq_kvlen=ends[1])
    q, k, v = split(rules.op, layout, heads, 0, q, k, v)
    found = attend(q, k, v, rules)
    return join(layout, found.out), found.largest, found.total


# ---- for inference -----------------------------------------------------------------------------------------------


def prompt_flash_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    actual_seq_lengths: Any = None,
    actual_seq_lengths_kv: Any = None,
    pse_shift: Tensor | None = None,
    deq_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    deq_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    num_heads: int = 1,
    scale_value: float = 1.0,
    pre_tokens: int = _ALL,
    next_tokens: int = 0,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
) -> Tensor:
    """Attend with several heads, for inference over a whole prompt.

    Args:
        query (Tensor): (B, S1, H) or (B, N, S1, D).
        key (Tensor): likewise.
        value (Tensor): likewise.
        attn_mask (Tensor, optional): 1 where nothing is attended to. Default: ``None``.
        actual_seq_lengths (Union[Tensor, tuple[int], list[int]], optional): how many queries of each sequence count;
            the others give zeros. Default: ``None``.
        actual_seq_lengths_kv (Union[Tensor, tuple[int], list[int]], optional): how many keys of each sequence count.
            Default: ``None``.
        pse_shift (Tensor, optional): added to the scaled products, (B or 1, N, S1, S2). Default: ``None``.
        deq_scale1 (Tensor, optional): only ``None``, as all of quantisation. Default: ``None``.
        quant_scale1 (Tensor, optional): only ``None``. Default: ``None``.
        deq_scale2 (Tensor, optional): only ``None``. Default: ``None``.
        quant_scale2 (Tensor, optional): only ``None``. Default: ``None``.
        quant_offset2 (Tensor, optional): only ``None``. Default: ``None``.
        num_heads (int): the heads of `query`. Default: ``1``.
        scale_value (float): the scale. Default: ``1.0``.
        pre_tokens (int): how many keys before its place a query may attend to, with a mask. Default: ``2147483647``.
        next_tokens (int): how many after it. Default: ``0``.
        input_layout (str): ``"BSH"`` or ``"BNSD"``. Default: ``"BSH"``.
        num_key_value_heads (int): the heads of `key`; 0 for those of `query`. Default: ``0``.
        sparse_mode (int): as in `flash_attention_score`. Default: ``0``.
        inner_precise (int): concerns the kernel. Default: ``1``.

    Returns:
        Tensor, as `query`.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes, heads or layout do not fit.

    Source: mindspore.ops.prompt_flash_attention, MindSpore 2.10
    """
    del inner_precise
    op = "ops.prompt_flash_attention"
    _defaults(
        op,
        "quantisation is not there; pass floating-point numbers",
        deq_scale1=deq_scale1,
        quant_scale1=quant_scale1,
        deq_scale2=deq_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
    )
    _need_layout(op, input_layout, "BSH", "BNSD")
    mask, shift = optional(attn_mask), optional(pse_shift)
    rules = Rules(op, scale_value, mask, shift, False, sparse_mode, pre_tokens, next_tokens)
    counts = (actual_seq_lengths, actual_seq_lengths_kv)
    heads = (num_heads, num_key_value_heads or num_heads)
    return wrap(_inference(query, key, value, heads, input_layout, counts, rules)[0])


def incre_flash_attention(
    query: Tensor,
    key: Any,
    value: Any,
    attn_mask: Tensor | None = None,
    actual_seq_lengths: Any = None,
    pse_shift: Tensor | None = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    num_heads: int = 1,
    input_layout: str = "BSH",
    scale_value: float = 1.0,
    num_key_value_heads: int = 0,
    block_size: int = 0,
    inner_precise: int = 1,
    kv_padding_size: Tensor | None = None,
) -> Tensor:
    """Attend with several heads, for inference of one token.

    Args:
        query (Tensor): (B, 1, H) or (B, N, 1, D).
        key (Union[tuple, list]): one Tensor, (B, S, H) or (B, N, S, D).
        value (Union[tuple, list]): likewise.
        attn_mask (Tensor, optional): 1 where nothing is attended to, (B, S), (B, 1, S) or (B, 1, 1, S).
            Default: ``None``.
        actual_seq_lengths (Union[Tensor, tuple[int], list[int]], optional): how many keys of each sequence count.
            Default: ``None``.
        pse_shift (Tensor, optional): added to the scaled products, (B or 1, N, 1, S). Default: ``None``.
        dequant_scale1 (Tensor, optional): only ``None``, as all of quantisation. Default: ``None``.
        quant_scale1 (Tensor, optional): only ``None``. Default: ``None``.
        dequant_scale2 (Tensor, optional): only ``None``. Default: ``None``.
        quant_scale2 (Tensor, optional): only ``None``. Default: ``None``.
        quant_offset2 (Tensor, optional): only ``None``. Default: ``None``.
        antiquant_scale (Tensor, optional): only ``None``. Default: ``None``.
        antiquant_offset (Tensor, optional): only ``None``. Default: ``None``.
        block_table (Tensor, optional): only ``None``: keys in pages are not there. Default: ``None``.
        num_heads (int): the heads of `query`. Default: ``1``.
        input_layout (str): ``"BSH"`` or ``"BNSD"``. Default: ``"BSH"``.
        scale_value (float): the scale. Default: ``1.0``.
        num_key_value_heads (int): the heads of `key`; 0 for those of `query`. Default: ``0``.
        block_size (int): only 0. Default: ``0``.
        inner_precise (int): concerns the kernel. Default: ``1``.
        kv_padding_size (Tensor, optional): only ``None``. Default: ``None``.

    Returns:
        Tensor, as `query`.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes, heads or layout do not fit.

    Source: mindspore.ops.incre_flash_attention, MindSpore 2.10
    """
    del inner_precise
    op = "ops.incre_flash_attention"
    _defaults(
        op,
        "quantisation and keys in pages are not there; pass floating-point numbers in one Tensor",
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
        antiquant_scale=antiquant_scale,
        antiquant_offset=antiquant_offset,
        block_table=block_table,
        block_size=block_size,
        kv_padding_size=kv_padding_size,
    )
    _need_layout(op, input_layout, "BSH", "BNSD")
    mask = optional(attn_mask)
    # the place of the one query is not known: no band
    rules = Rules(op, scale_value, mask, optional(pse_shift), mode=0 if mask is None else 1)
    heads = (num_heads, num_key_value_heads or num_heads)
    return wrap(_inference(query, key, value, heads, input_layout, (None, actual_seq_lengths), rules)[0])


def fused_infer_attention_score(
    query: Tensor,
    key: Any,
    value: Any,
    *,
    pse_shift: Tensor | None = None,
    atten_mask: Tensor | None = None,
    actual_seq_lengths: Any = None,
    actual_seq_lengths_kv: Any = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    key_antiquant_scale: Tensor | None = None,
    key_antiquant_offset: Tensor | None = None,
    value_antiquant_scale: Tensor | None = None,
    value_antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    query_padding_size: Tensor | None = None,
    kv_padding_size: Tensor | None = None,
    key_shared_prefix: Tensor | None = None,
    value_shared_prefix: Tensor | None = None,
    actual_shared_prefix_len: Any = None,
    num_heads: int = 1,
    scale: float = 1.0,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
    block_size: int = 0,
    antiquant_mode: int = 0,
    key_antiquant_mode: int = 0,
    value_antiquant_mode: int = 0,
    softmax_lse_flag: bool = False,
) -> tuple[Tensor, Tensor]:
    """Attend with several heads, for inference over a prompt or of one token.

    Quantisation (`dequant_scale1` to `value_antiquant_offset`, the modes), keys in pages (`block_table`,
    `block_size`), padding sizes and shared prefixes are accepted at their defaults only.

    Args:
        query (Tensor): (B, S1, H), (B, N, S1, D) or (B, S1, N, D).
        key (Union[tuple, list]): one Tensor of that layout.
        value (Union[tuple, list]): likewise.

    Keyword Args:
        pse_shift (Tensor, optional): added to the scaled products, (B or 1, N, S1, S2). Default: ``None``.
        atten_mask (Tensor, optional): 1 where nothing is attended to. Default: ``None``.
        actual_seq_lengths (Union[tuple[int], list[int], Tensor], optional): how many queries of each sequence count;
            the others give zeros. Default: ``None``.
        actual_seq_lengths_kv (Union[tuple[int], list[int], Tensor], optional): how many keys of each sequence count.
            Default: ``None``.
        num_heads (int): the heads of `query`. Default: ``1``.
        scale (float): the scale. Default: ``1.0``.
        pre_tokens (int): how many keys before its place a query may attend to, with a mask. Default: ``2147483647``.
        next_tokens (int): how many after it. Default: ``2147483647``.
        input_layout (str): ``"BSH"``, ``"BNSD"``, ``"BSND"``, or ``"BNSD_BSND"`` for an output of the other layout.
            Default: ``"BSH"``.
        num_key_value_heads (int): the heads of `key`; 0 for those it has. Default: ``0``.
        sparse_mode (int): as in `flash_attention_score`. Default: ``0``.
        inner_precise (int): concerns the kernel. Default: ``1``.
        softmax_lse_flag (bool): compute the second result. Default: ``False``.

    Returns:
        Tuple of the output, and the logarithm of the sum of each row's exponentials (B, N, S1, 1); a zero in its place
        without `softmax_lse_flag`.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes, heads or layout do not fit.

    Source: mindspore.ops.fused_infer_attention_score, MindSpore 2.10
    """
    del inner_precise
    op = "ops.fused_infer_attention_score"
    _defaults(
        op,
        "quantisation, keys in pages, padding and shared prefixes are not there; pass everything in full",
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
        antiquant_scale=antiquant_scale,
        antiquant_offset=antiquant_offset,
        key_antiquant_scale=key_antiquant_scale,
        key_antiquant_offset=key_antiquant_offset,
        value_antiquant_scale=value_antiquant_scale,
        value_antiquant_offset=value_antiquant_offset,
        block_table=block_table,
        query_padding_size=query_padding_size,
        kv_padding_size=kv_padding_size,
        key_shared_prefix=key_shared_prefix,
        value_shared_prefix=value_shared_prefix,
        actual_shared_prefix_len=actual_shared_prefix_len,
        block_size=block_size,
        antiquant_mode=antiquant_mode,
        key_antiquant_mode=key_antiquant_mode,
        value_antiquant_mode=value_antiquant_mode,
    )
    _need_layout(op, input_layout, "BSH", "BNSD", "BSND", "BNSD_BSND")
    mask, shift = optional(atten_mask), optional(pse_shift)
    length = query.shape[{"BSH": 1, "BSND": 1}.get(input_layout, 2)]
    mode = sparse_mode if length > 1 else int(mask is not None)
    rules = Rules(op, scale, mask, shift, False, mode, pre_tokens, next_tokens)
    counts = (actual_seq_lengths, actual_seq_lengths_kv)
    out, lse = _inference(query, key, value, (num_heads, num_key_value_heads), input_layout, counts, rules)
    return wrap(out), wrap(lse if softmax_lse_flag else lse.new_zeros(1))


def _need_layout(op: str, layout: str, *known: str) -> None:
    if layout not in known:
        msg = f"{op}: input_layout must be one of {', '.join(known)}, got {layout!r}"
        raise ValueError(msg)


def _inference(
    query: Any, key: Any, value: Any, heads: tuple[int, int], layout: str, counts: tuple[Any, Any], rules: Rules
) -> tuple[torch.Tensor, torch.Tensor]:
    inner = [one_tensor(rules.op, name, x) for name, x in (("query", query), ("key", key), ("value", value))]
    q, k, v = split(rules.op, layout, *heads, *inner)
    mine, theirs = lengths(counts[0]), lengths(counts[1])
    found = attend(q, k, v, rules, theirs)
    out = found.out
    if mine is not None:
        ends = torch.tensor(mine, device=q.device)[:, None, None, None]
        out = out * (torch.arange(q.shape[2], device=q.device)[:, None] < ends)
    return join(layout, out), (found.largest + torch.log(found.total)).float()
