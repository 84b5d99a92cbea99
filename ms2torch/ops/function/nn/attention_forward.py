"""Attention as one function, and its parts by MindSpore's private names, which packages build their layers from."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, require_default


def linear(x: Tensor, w: Tensor, b: Tensor | None) -> Tensor:
    """Apply ``x @ w.T + b``.

    Args:
        x (Tensor): shape :math:`(*, C_{in})`.
        w (Tensor): shape :math:`(C_{out}, C_{in})`.
        b (Tensor | None): shape :math:`(C_{out},)`.

    Source: mindspore.ops.function.nn_func.linear, MindSpore 2.10
    """
    return wrap(F.linear(unwrap(x), unwrap(w), _optional(b)))


def _optional(value: Tensor | None) -> torch.Tensor | None:
    return None if value is None else unwrap(value)


def _inner_dropout(x: Tensor, p: float, training: bool) -> Tensor:
    """Drop elements with probability `p` while training; `p` outside of (0, 1] drops none.

    Source: mindspore.ops.function.nn_func._inner_dropout, MindSpore 2.10
    """
    if not training or not 0 < p <= 1:
        return x
    if p == 1:
        msg = "For 'Dropout', the 'keep_prob' must be in (0.0, 1.0], but got 0"
        raise RuntimeError(msg)
    return wrap(F.dropout(unwrap(x), p, True))


def _inner_pad(x: Tensor, padding: Sequence[int], value: float | None = None) -> Tensor:
    """Pad the last dimensions with a constant, zero by default; of truth values too.

    Source: mindspore.ops.function.nn_func._inner_pad, MindSpore 2.10
    """
    return wrap(F.pad(unwrap(x), list(padding), "constant", value))


def _in_projection(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    b_q: Tensor | None = None,
    b_k: Tensor | None = None,
    b_v: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Project query, key and value, each with a weight of its own.

    Source: mindspore.ops.function.nn_func._in_projection, MindSpore 2.10
    """
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _in_projection_packed(
    q: Tensor, k: Tensor, v: Tensor, w: Tensor, b: Tensor | None, k_is_v: bool, q_is_k: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Project query, key and value with one weight that holds all three.

    Args:
        q, k, v (Tensor): of the same last dimension.
        w (Tensor): shape :math:`(3E, E)`.
        b (Tensor | None): shape :math:`(3E,)`.
        k_is_v, q_is_k (bool): which of them are the same tensor: a hint about speed, which changes no value.

    Source: mindspore.ops.function.nn_func._in_projection_packed, MindSpore 2.10
    """
    del k_is_v, q_is_k
    weights = unwrap(w).chunk(3)
    biases = unwrap(b).chunk(3) if b is not None else (None, None, None)
    made = [wrap(F.linear(unwrap(x), weight, bias)) for x, weight, bias in zip((q, k, v), weights, biases, strict=True)]
    return made[0], made[1], made[2]


def _check_qkv_shape(query_ndim: int, key_ndim: int, value_ndim: int) -> bool:
    """Tell from the ranks whether there is a batch.

    Raises:
        ValueError: if the ranks do not belong together.

    Source: mindspore.ops.function.nn_func._check_qkv_shape, MindSpore 2.10
    """
    if query_ndim not in {2, 3}:
        msg = f"The `query` should be unbatched 2D or batched 3D tensor, but got `query` with {query_ndim}D."
        raise ValueError(msg)
    if not query_ndim == key_ndim == value_ndim:
        kind = "batched" if query_ndim == 3 else "unbatched"
        msg = (
            f"For {kind} `query`, the `key` and `value` must be {query_ndim}D tensor, but got `key` with {key_ndim}D "
            f"and `value` with {value_ndim}D."
        )
        raise ValueError(msg)
    return query_ndim == 3


def _check_kpm_shape(query_ndim: int, kmp_ndim: int) -> None:
    """Check the rank of a padding mask: one less than the query's.

    Raises:
        ValueError: if it is another.

    Source: mindspore.ops.function.nn_func._check_kpm_shape, MindSpore 2.10
    """
    if kmp_ndim != query_ndim - 1:
        kind = "batched" if query_ndim == 3 else "unbatched"
        msg = (
            f"For {kind} `query`, the `key_padding_mask` must be `None` or {query_ndim - 1}D, but got "
            f"`key_padding_mask` with {kmp_ndim}D."
        )
        raise ValueError(msg)


def _check_attn_mask_shape(
    query_ndim: int,
    query_shape: Sequence[int],
    key_shape: Sequence[int],
    attn_mask_ndim: int,
    attn_mask_shape: Sequence[int],
    num_heads: int,
) -> None:
    """Check the rank of an attention mask, and without a batch the shape of one for each head.

    Raises:
        ValueError: if it does not fit.

    Source: mindspore.ops.function.nn_func._check_attn_mask_shape, MindSpore 2.10
    """
    if attn_mask_ndim not in {2, 3}:
        kind = "batched" if query_ndim == 3 else "unbatched"
        msg = (
            f"For {kind} `query`, the `attn_mask` must be `None`, 2-D or 3-D, but got `attn_mask` "
            f"with{attn_mask_ndim}D."
        )
        raise ValueError(msg)
    wanted = (num_heads, query_shape[0], key_shape[0])
    if query_ndim == 2 and attn_mask_ndim == 3 and tuple(attn_mask_shape) != wanted:
        msg = f"The shape of `attn_mask` must to be {wanted}, but got {tuple(attn_mask_shape)}."
        raise ValueError(msg)


def _interploate_ext_make_tuple(input: Tensor, value: object) -> object:
    """Return a sequence as it is, anything else once for each spatial dimension of `input`.

    Source: mindspore.ops.function.nn_func._interploate_ext_make_tuple, MindSpore 2.10
    """
    return value if isinstance(value, (tuple, list)) else (value,) * (len(input.shape) - 2)


def _interpolate_ext_scale_factor_convert_size(input: Tensor, scale_factor: Sequence[float]) -> tuple[int, ...]:
    """Return the spatial sizes of `input`, scaled and rounded down.

    Source: mindspore.ops.function.nn_func._interpolate_ext_scale_factor_convert_size, MindSpore 2.10
    """
    sizes = tuple(input.shape)[2:]
    return tuple(int(sizes[index] * scale_factor[index]) for index in range(len(scale_factor)))


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
    k_is_v: bool = False,
    q_is_k: bool = False,
    dtype: Type = mstype.float32,
) -> tuple[Tensor, Tensor]:
    """Attend with several heads; the arguments are those of torch's function of this name.

    Args:
        query, key, value (Tensor): shape :math:`(L, N, E)` or, without a batch, :math:`(L, E)`.
        is_causal (bool): give the mask as `attn_mask` instead. Default: ``False``.
        k_is_v, q_is_k (bool): which of them are the same tensor: a hint about speed. Default: ``False``.
        dtype (mindspore.dtype): of the module's weights, from which nothing is computed here.
            Default: ``mstype.float32``.

    Returns:
        tuple[Tensor, Tensor], the output and the attention weights, averaged over the heads if so asked.

    Raises:
        ValueError: if shapes do not fit.

    Source: mindspore.ops.function.nn_func.multi_head_attention_forward, MindSpore 2.10
    """
    del k_is_v, q_is_k, dtype
    name = "ops.function.nn_func.multi_head_attention_forward"
    require_default(name, "is_causal", is_causal, False, "give the mask as attn_mask")
    _check_qkv_shape(query.ndim, key.ndim, value.ndim)
    try:
        out, weights = F.multi_head_attention_forward(
            unwrap(query), unwrap(key), unwrap(value), embed_dim_to_check, num_heads, _optional(in_proj_weight),
            _optional(in_proj_bias), _optional(bias_k), _optional(bias_v), add_zero_attn, dropout_p,
            unwrap(out_proj_weight), _optional(out_proj_bias), training, _optional(key_padding_mask), True,
            _optional(attn_mask), use_separate_proj_weight, _optional(q_proj_weight), _optional(k_proj_weight),
            _optional(v_proj_weight), _optional(static_k), _optional(static_v), average_attn_weights,
        )  # fmt: skip
    except (RuntimeError, AssertionError) as error:
        raise op_error(name, error, query=query, key=key, value=value) from None
    assert weights is not None  # they were asked for
    return wrap(out), wrap(weights)
