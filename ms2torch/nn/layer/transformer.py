"""Attention and transformer layers."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.initializer import HeUniform, Uniform, XavierNormal, XavierUniform, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.activation import GELU, ReLU
from ms2torch.nn.layer.basic import Dense, Dropout
from ms2torch.nn.layer.container import CellList
from ms2torch.nn.layer.normalization import LayerNorm
from ms2torch.ops.function.nn.activation import gelu, relu
from ms2torch.ops.function.nn.attention import (
    Projections,
    add_extra_keys,
    attend,
    merge_masks,
    project,
    split_heads,
)

__all__ = [
    "MultiheadAttention",
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]


class MultiheadAttention(Cell):
    """Attend with several heads: project queries, keys and values, weigh the values per head, project the result.

    Args:
        embed_dim (int): features of the queries and the output.
        num_heads (int): heads; divides `embed_dim`.
        dropout (float): the share of attention weights dropped while training. Default: ``0.0``.
        has_bias (bool): biases in all projections. Default: ``True``.
        add_bias_kv (bool): one more learned key and value. Default: ``False``.
        add_zero_attn (bool): one more key and value of zeros. Default: ``False``.
        kdim (int, optional): features of the keys. Default ``None``: `embed_dim`.
        vdim (int, optional): features of the values. Default ``None``: `embed_dim`.
        batch_first (bool): inputs and output are (batch, length, features). Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **query** (Tensor) - shape (L, batch, embed_dim), or (L, embed_dim) without a batch.
        - **key** (Tensor) - shape (S, batch, kdim), or (S, kdim).
        - **value** (Tensor) - shape (S, batch, vdim), or (S, vdim).
        - **key_padding_mask** (Tensor) - shape (batch, S), or (S): True leaves a key out; floats are added to the
          scores. Default: ``None``.
        - **need_weights** (bool) - return the attention weights too. Default: ``True``.
        - **attn_mask** (Tensor) - shape (L, S) or (batch * num_heads, L, S), as `key_padding_mask`. Default: ``None``.
        - **average_attn_weights** (bool) - average the weights over the heads. Default: ``True``.

    Outputs:
        Tuple of the output, shaped like `query`, and with `need_weights` the weights, (batch, L, S) or
        (batch, num_heads, L, S). Without, a tuple of one.

    Raises:
        ValueError: if `num_heads` does not divide `embed_dim`, a mask has another element type, or shapes do not fit.
        TypeError: if the inputs are of another type than the weights.

    Unlike torch, MindSpore does not convert masks of different kinds: a bool `key_padding_mask` beside a float
    `attn_mask` adds 1 to the scores instead of leaving keys out.

    Source: mindspore.nn.MultiheadAttention, MindSpore 2.10
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        has_bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        dtype: mstype.Type | None = mstype.float32,
    ) -> None:
        super().__init__()
        dtype = mstype.float32 if dtype is None else dtype
        if embed_dim % num_heads:
            msg = f"nn.MultiheadAttention: embed_dim {embed_dim} must be divisible by num_heads {num_heads}"
            raise ValueError(msg)
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self.add_zero_attn = add_zero_attn
        self.dtype = dtype
        self._make_weights(has_bias, add_bias_kv, dtype)

    def _make_weights(self, has_bias: bool, add_bias_kv: bool, dtype: mstype.Type) -> None:
        embed = self.embed_dim

        def xavier(name: str, *shape: int) -> Parameter:
            return Parameter(initializer(XavierUniform(), shape, dtype), name)

        packed = self.kdim == embed and self.vdim == embed
        self.q_proj_weight = None if packed else xavier("q_proj_weight", embed, embed)
        self.k_proj_weight = None if packed else xavier("k_proj_weight", embed, self.kdim)
        self.v_proj_weight = None if packed else xavier("v_proj_weight", embed, self.vdim)
        self.in_proj_weight = xavier("in_proj_weight", 3 * embed, embed) if packed else None
        zeros = initializer("zeros", (3 * embed,), dtype)
        self.in_proj_bias = Parameter(zeros, "in_proj_bias") if has_bias else None
        self.out_proj = _dense(embed, embed, dtype, has_bias=has_bias)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self.bias_k = Parameter(initializer(XavierNormal(), (1, 1, embed), dtype), "bias_k")
            self.bias_v = Parameter(initializer(XavierNormal(), (1, 1, embed), dtype), "bias_v")

    def construct(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
    ) -> tuple[Tensor, ...]:
        q, k, v = unwrap(query), unwrap(key), unwrap(value)
        padding = None if key_padding_mask is None else unwrap(key_padding_mask)
        mask = None if attn_mask is None else unwrap(attn_mask)
        _check_ranks(q, k, v, padding)
        batched = q.dim() == 3
        if not batched:
            q, k, v = _each_once(lambda t: t.unsqueeze(1), q, k, v)
            padding = None if padding is None else padding.unsqueeze(0)
        elif self.batch_first:
            q, k, v = _each_once(lambda t: t.transpose(0, 1), q, k, v)
        self._check_shapes(q, k, v, padding, mask)
        try:
            out, weights = self._attend(q, k, v, padding, mask, need_weights)
        except RuntimeError as error:
            raise op_error("nn.MultiheadAttention", error, query=query, key=key, value=value) from None
        if self.batch_first and batched:
            out = out.transpose(0, 1)
        out = out if batched else out.squeeze(1)
        if weights is None:
            return (wrap(out),)
        weights = weights.mean(1) if average_attn_weights else weights
        return wrap(out), wrap(weights if batched else weights.squeeze(0))

    def _attend(
        self,
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        padding: torch.Tensor | None,
        mask: torch.Tensor | None,
        need_weights: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        length, batch, embed = q.shape
        p = self._projections()
        q, k, v = project(p, q, k, v)
        k, v = add_extra_keys(p, k, v)
        merged = merge_masks(mask, padding, p.extra_keys, self.num_heads, q.dtype)
        q, k, v = (split_heads(t, self.num_heads) for t in (q, k, v))
        rate = self.dropout if self.training else 0.0
        out, weights = attend(q, k, v, merged, rate, need_weights=need_weights)
        out = out.permute(2, 0, 1, 3).reshape(length, batch, embed)
        bias = self.out_proj.bias
        return F.linear(out, self.out_proj.weight._t, None if bias is None else bias._t), weights

    def _projections(self) -> Projections:
        held = (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        weights = tuple(w._t for w in held if w is not None)
        bias, bias_k, bias_v = (None if p is None else p._t for p in (self.in_proj_bias, self.bias_k, self.bias_v))
        return Projections(weights, bias, bias_k, bias_v, self.add_zero_attn)

    def _check_shapes(
        self,
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        padding: torch.Tensor | None,
        mask: torch.Tensor | None,
    ) -> None:
        """Check (length, batch, features) inputs and their masks."""
        wrong = ""
        (length, batch, embed), keys = q.shape, k.shape[0]
        if embed != self.embed_dim:
            wrong = f"the query must have {self.embed_dim} features, got {embed}"
        elif k.shape[:2] != v.shape[:2]:
            wrong = f"key and value must agree in length and batch, got {tuple(k.shape)} and {tuple(v.shape)}"
        elif padding is not None and tuple(padding.shape) != (batch, keys):
            wrong = f"key_padding_mask must have shape {(batch, keys)}, got {tuple(padding.shape)}"
        elif padding is not None and padding.dtype is not torch.bool and not padding.is_floating_point():
            wrong = f"key_padding_mask must be bool or float, got {padding.dtype}"
        elif mask is not None:
            shapes = ((length, keys), (batch * self.num_heads, length, keys))
            if tuple(mask.shape) not in shapes:
                wrong = f"attn_mask must have shape {shapes[0]} or {shapes[1]}, got {tuple(mask.shape)}"
            elif mask.dtype not in (torch.bool, torch.uint8) and not mask.is_floating_point():
                wrong = f"attn_mask must be bool, uint8 or float, got {mask.dtype}"
        if wrong:
            msg = f"nn.MultiheadAttention: {wrong}"
            raise ValueError(msg)


def _check_ranks(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, padding: torch.Tensor | None) -> None:
    if q.dim() not in (2, 3) or k.dim() != q.dim() or v.dim() != q.dim():
        msg = (
            "nn.MultiheadAttention: query, key and value must all have 3 dimensions, or 2 without a batch; got "
            f"{q.dim()}, {k.dim()} and {v.dim()}"
        )
        raise ValueError(msg)
    if padding is not None and padding.dim() != q.dim() - 1:
        msg = f"nn.MultiheadAttention: key_padding_mask must have {q.dim() - 1} dimensions, got {padding.dim()}"
        raise ValueError(msg)


def _each_once(
    change: Callable[[torch.Tensor], torch.Tensor], q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Change three tensors; those that were one stay one, which saves projections."""
    new_q = change(q)
    new_k = new_q if k is q else change(k)
    return new_q, new_k, new_k if v is k else change(v)


def _dense(n_in: int, n_out: int, dtype: mstype.Type, *, has_bias: bool = True) -> Dense:
    return Dense(n_in, n_out, HeUniform(math.sqrt(5)), Uniform(1 / math.sqrt(n_in)), has_bias, dtype=dtype)


def _activation(layer: str, activation: Any) -> Callable[[Tensor], Tensor]:
    """Return the function that an `activation` argument means.

    Raises:
        ValueError: if it is none of ``"relu"``, ``"gelu"``, ops.relu and ops.gelu.
    """
    named = {"relu": relu, "gelu": gelu}
    if isinstance(activation, str) and activation in named:
        return named[activation]
    if activation is relu or activation is gelu:
        return activation  # type: ignore[no-any-return]
    hint = ""
    if isinstance(activation, (ReLU, GELU)):
        # the documentation allows these, and MindSpore 2.10 refuses them
        hint = f"; MindSpore refuses Cells here, write activation='{type(activation).__name__.lower()}'"
    msg = f"nn.{layer}: the activation must be 'relu', 'gelu', ops.relu or ops.gelu, got {activation!r}{hint}"
    raise ValueError(msg)


def _check_padding(layer: str, mask: Tensor | None) -> None:
    t = None if mask is None else unwrap(mask)
    if t is not None and t.dtype is not torch.bool and not t.is_floating_point():
        msg = f"nn.{layer}: src_key_padding_mask must be bool or float, got {t.dtype}"
        raise AssertionError(msg)


class _Layer(Cell):
    """What encoder and decoder layers share: their settings, and the feed-forward part."""

    dense1: Dense
    dense2: Dense
    dropout: Dropout

    def _remember(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float,
        activation: Any,
        layer_norm_eps: float,
        batch_first: bool,
        norm_first: bool,
        dtype: mstype.Type,
    ) -> None:
        self.activation1 = activation
        self.activation = _activation(type(self).__name__, activation)
        self.d_model = d_model
        self.nhead = nhead
        self.dim_feedforward = dim_feedforward
        self.dropout_num = dropout
        self.layernorm_eps = layer_norm_eps
        self.batch_first = batch_first
        self.norm_first = norm_first
        self.dtype = dtype

    def _twin(self) -> Any:
        """Build a layer of the same arguments, with weights of its own."""
        settings: dict[str, Any] = {
            "d_model": self.d_model,
            "nhead": self.nhead,
            "dim_feedforward": self.dim_feedforward,
            "dropout": self.dropout_num,
            "activation": self.activation1,
            "layer_norm_eps": self.layernorm_eps,
            "batch_first": self.batch_first,
            "norm_first": self.norm_first,
            "dtype": self.dtype,
        }
        return type(self)(**settings)

    def _feed_forward(self, x: Tensor) -> Tensor:
        return self.dense2(self.dropout(self.activation(self.dense1(x))))


class TransformerEncoderLayer(_Layer):
    """Apply self-attention and a feed-forward net, each with a residual and a LayerNorm.

    Args:
        d_model (int): features of input and output.
        nhead (int): attention heads.
        dim_feedforward (int): width of the feed-forward net. Default: ``2048``.
        dropout (float): the share dropped while training, in [0, 1). Default: ``0.1``.
        activation (Union[str, callable]): ``"relu"``, ``"gelu"``, `ops.relu` or `ops.gelu`. Default: ``'relu'``.
        layer_norm_eps (float): epsilon of the LayerNorms. Default: ``1e-5``.
        batch_first (bool): input and output are (batch, length, features). Default: ``False``.
        norm_first (bool): normalise before each part instead of after it. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **src** (Tensor) - shape (length, batch, d_model), or (length, d_model).
        - **src_mask** (Tensor) - as `attn_mask` of `MultiheadAttention`. Default: ``None``.
        - **src_key_padding_mask** (Tensor) - as `key_padding_mask` there. Default: ``None``.

    Outputs:
        Tensor, same shape as `src`.

    Raises:
        ValueError: if `activation` is anything else (nn.ReLU and nn.GELU are documented, but MindSpore refuses them).
        AssertionError: if `src_key_padding_mask` is neither bool nor float.

    Source: mindspore.nn.TransformerEncoderLayer, MindSpore 2.10
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.dense1 = _dense(d_model, dim_feedforward, dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = _dense(dim_feedforward, d_model, dtype)
        self.norm1 = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
        self.norm2 = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
        self.dropout1 = Dropout(p=dropout)
        self.dropout2 = Dropout(p=dropout)
        self._remember(
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, dtype
        )

    def construct(
        self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None
    ) -> Tensor:
        _check_padding("TransformerEncoderLayer", src_key_padding_mask)
        if self.norm_first:
            src = src + self._self_attention(self.norm1(src), src_mask, src_key_padding_mask)
            return src + self.dropout2(self._feed_forward(self.norm2(src)))
        src = self.norm1(src + self._self_attention(src, src_mask, src_key_padding_mask))
        return self.norm2(src + self.dropout2(self._feed_forward(src)))

    def _self_attention(self, x: Tensor, mask: Tensor | None, padding: Tensor | None) -> Tensor:
        out = self.self_attn(x, x, x, key_padding_mask=padding, need_weights=False, attn_mask=mask)[0]
        return self.dropout1(out)


class TransformerDecoderLayer(_Layer):
    """Apply self-attention, attention over an encoder's output, and a feed-forward net, each with residual and norm.

    Args:
        d_model (int): features of input and output.
        nhead (int): attention heads.
        dim_feedforward (int): width of the feed-forward net. Default: ``2048``.
        dropout (float): the share dropped while training, in [0, 1). Default: ``0.1``.
        activation (Union[str, callable]): ``"relu"``, ``"gelu"``, `ops.relu` or `ops.gelu`. Default: ``'relu'``.
        layer_norm_eps (float): epsilon of the LayerNorms. Default: ``1e-5``.
        batch_first (bool): inputs and output are (batch, length, features). Default: ``False``.
        norm_first (bool): normalise before each part instead of after it. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **tgt** (Tensor) - shape (length, batch, d_model), or (length, d_model).
        - **memory** (Tensor) - the encoder's output.
        - **tgt_mask** (Tensor) - `attn_mask` of the self-attention. Default: ``None``.
        - **memory_mask** (Tensor) - `attn_mask` of the attention over `memory`. Default: ``None``.
        - **tgt_key_padding_mask** (Tensor) - `key_padding_mask` of the self-attention. Default: ``None``.
        - **memory_key_padding_mask** (Tensor) - that of the attention over `memory`. Default: ``None``.

    Outputs:
        Tensor, same shape as `tgt`.

    Raises:
        ValueError: if `activation` is anything else (nn.ReLU and nn.GELU are documented, but MindSpore refuses them).

    Source: mindspore.nn.TransformerDecoderLayer, MindSpore 2.10
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.dense1 = _dense(d_model, dim_feedforward, dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = _dense(dim_feedforward, d_model, dtype)
        self.norm1 = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
        self.norm2 = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
        self.norm3 = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
        self.dropout1 = Dropout(p=dropout)
        self.dropout2 = Dropout(p=dropout)
        self.dropout3 = Dropout(p=dropout)
        self._remember(
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, dtype
        )

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        if self.norm_first:
            tgt = tgt + self._self_attention(self.norm1(tgt), tgt_mask, tgt_key_padding_mask)
            tgt = tgt + self._cross_attention(self.norm2(tgt), memory, memory_mask, memory_key_padding_mask)
            return tgt + self.dropout3(self._feed_forward(self.norm3(tgt)))
        tgt = self.norm1(tgt + self._self_attention(tgt, tgt_mask, tgt_key_padding_mask))
        tgt = self.norm2(tgt + self._cross_attention(tgt, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(tgt + self.dropout3(self._feed_forward(tgt)))

    def _self_attention(self, x: Tensor, mask: Tensor | None, padding: Tensor | None) -> Tensor:
        out = self.self_attn(x, x, x, key_padding_mask=padding, need_weights=False, attn_mask=mask)[0]
        return self.dropout1(out)

    def _cross_attention(self, x: Tensor, memory: Tensor, mask: Tensor | None, padding: Tensor | None) -> Tensor:
        attention = self.multihead_attn
        out = attention(x, memory, memory, key_padding_mask=padding, need_weights=False, attn_mask=mask)[0]
        return self.dropout2(out)


class TransformerEncoder(Cell):
    """Stack encoder layers.

    Args:
        encoder_layer (Cell): a `TransformerEncoderLayer`. Only its arguments count: the layers of the stack get
            weights of their own, the same in each.
        num_layers (int): how many.
        norm (Cell, optional): applied to the result. Default: ``None``.

    Inputs:
        - **src** (Tensor), **src_mask** (Tensor), **src_key_padding_mask** (Tensor) - as for the layer.

    Outputs:
        Tensor, same shape as `src`.

    Raises:
        AttributeError: if `encoder_layer` is another Cell.
        AssertionError: if `src_key_padding_mask` is neither bool nor float.

    Source: mindspore.nn.TransformerEncoder, MindSpore 2.10
    """

    def __init__(self, encoder_layer: Any, num_layers: int, norm: Cell | None = None) -> None:
        super().__init__()
        layer = encoder_layer._twin()
        self.layers = CellList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None
    ) -> Tensor:
        _check_padding("TransformerEncoder", src_key_padding_mask)
        for layer in self.layers:
            src = layer(src, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Cell):
    """Stack decoder layers.

    Args:
        decoder_layer (Cell): a `TransformerDecoderLayer`. Only its arguments count: the layers of the stack get
            weights of their own, the same in each.
        num_layers (int): how many.
        norm (Cell, optional): applied to the result. Default: ``None``.

    Inputs:
        - **tgt**, **memory**, **tgt_mask**, **memory_mask**, **tgt_key_padding_mask**, **memory_key_padding_mask**
          (Tensor) - as for the layer.

    Outputs:
        Tensor, same shape as `tgt`.

    Raises:
        AttributeError: if `decoder_layer` is another Cell.

    Source: mindspore.nn.TransformerDecoder, MindSpore 2.10
    """

    def __init__(self, decoder_layer: Any, num_layers: int, norm: Cell | None = None) -> None:
        super().__init__()
        layer = decoder_layer._twin()
        self.layers = CellList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Cell):
    """Encode a sequence and decode another one from it. Every matrix starts as XavierUniform.

    Args:
        d_model (int): features of both sequences. Default: ``512``.
        nhead (int): attention heads. Default: ``8``.
        num_encoder_layers (int): layers of the encoder. Default: ``6``.
        num_decoder_layers (int): layers of the decoder. Default: ``6``.
        dim_feedforward (int): width of the feed-forward nets. Default: ``2048``.
        dropout (float): the share dropped while training, in [0, 1). Default: ``0.1``.
        activation (Union[str, callable]): ``"relu"``, ``"gelu"``, `ops.relu` or `ops.gelu`. Default: ``'relu'``.
        custom_encoder (Cell): in place of the encoder. Default: ``None``.
        custom_decoder (Cell): in place of the decoder. Default: ``None``.
        layer_norm_eps (float): epsilon of the LayerNorms. Default: ``1e-5``.
        batch_first (bool): inputs and output are (batch, length, features). Default: ``False``.
        norm_first (bool): normalise before each part instead of after it. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **src** (Tensor) - shape (S, batch, d_model), or (S, d_model).
        - **tgt** (Tensor) - shape (T, batch, d_model), or (T, d_model).
        - **src_mask**, **tgt_mask**, **memory_mask** (Tensor) - `attn_mask` of the attentions over `src`, `tgt` and the
          encoder's output. Default: ``None``.
        - **src_key_padding_mask**, **tgt_key_padding_mask**, **memory_key_padding_mask** (Tensor) - their
          `key_padding_mask`. Default: ``None``.

    Outputs:
        Tensor, same shape as `tgt`.

    Raises:
        ValueError: if batch sizes differ or the features are not `d_model`.

    Source: mindspore.nn.Transformer, MindSpore 2.10
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        custom_encoder: Cell | None = None,
        custom_decoder: Cell | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        settings = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            dtype,
        )
        encoder, decoder = custom_encoder, custom_decoder
        if encoder is None:
            layer = TransformerEncoderLayer(*settings)
            norm = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
            encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        self.encoder = encoder
        if decoder is None:
            decoder_layer = TransformerDecoderLayer(*settings)
            norm = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
            decoder = TransformerDecoder(decoder_layer, num_decoder_layers, norm)
        self.decoder = decoder
        for weight in self.get_parameters():
            if weight.ndim > 1:
                weight.set_data(initializer("xavier_uniform", weight.shape, weight.dtype))
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first
        self._batch_axis = 0 if batch_first else 1

    def construct(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        batch_axis = self._batch_axis
        if src.ndim == 3 and src.shape[batch_axis] != tgt.shape[batch_axis]:
            msg = "nn.Transformer: 'src' and 'tgt' must have the same batch size"
            raise ValueError(msg)
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            msg = f"nn.Transformer: 'src' and 'tgt' must have {self.d_model} features"
            raise ValueError(msg)
        memory = self.encoder(src, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
