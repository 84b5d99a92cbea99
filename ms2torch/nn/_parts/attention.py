"""Transformer layers by their blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def _encoder(self: Any, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None) -> Any:
    if self.norm_first:
        src = src + self._sa_block(self.norm1(src), src_mask, src_key_padding_mask)
        return src + self._ff_block(self.norm2(src))
    src = self.norm1(src + self._sa_block(src, src_mask, src_key_padding_mask))
    return self.norm2(src + self._ff_block(src))


def _decoder(
    self: Any,
    tgt: Any,
    memory: Any,
    tgt_mask: Any = None,
    memory_mask: Any = None,
    tgt_key_padding_mask: Any = None,
    memory_key_padding_mask: Any = None,
) -> Any:
    if self.norm_first:
        tgt = tgt + self._sa_block(self.norm1(tgt), tgt_mask, tgt_key_padding_mask)
        tgt = tgt + self._mha_block(self.norm2(tgt), memory, memory_mask, memory_key_padding_mask)
        return tgt + self._ff_block(self.norm3(tgt))
    tgt = self.norm1(tgt + self._sa_block(tgt, tgt_mask, tgt_key_padding_mask))
    tgt = self.norm2(tgt + self._mha_block(tgt, memory, memory_mask, memory_key_padding_mask))
    return self.norm3(tgt + self._ff_block(tgt))


def _itself(self: Any, x: Any, attn_mask: Any, key_padding_mask: Any) -> Any:
    return self._self_attention(x, attn_mask, key_padding_mask)


def _memory(self: Any, x: Any, mem: Any, attn_mask: Any, key_padding_mask: Any) -> Any:
    return self._cross_attention(x, mem, attn_mask, key_padding_mask)


def _encoder_net(self: Any, x: Any) -> Any:
    return self.dropout2(self._feed_forward(x))


def _decoder_net(self: Any, x: Any) -> Any:
    return self.dropout3(self._feed_forward(x))


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "TransformerEncoderLayer": {"construct": _encoder, "_sa_block": _itself, "_ff_block": _encoder_net},
    "TransformerDecoderLayer": {
        "construct": _decoder, "_sa_block": _itself, "_mha_block": _memory, "_ff_block": _decoder_net,
    },
}  # fmt: skip
