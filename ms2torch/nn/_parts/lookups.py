"""Tables by the operations they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def _embedding(self: Any, ids: Any) -> Any:
    shape = (*self.get_shp(ids), self.embedding_size)
    flat = self.reshape_flat(ids, (-1,))
    if self.use_one_hot:
        from ms2torch.common.tensor import Tensor

        on, off = Tensor(1.0, self.dtype), Tensor(0.0, self.dtype)
        return self.reshape(self.array_mul(self.one_hot(flat, self.vocab_size, on, off), self.embedding_table), shape)
    return self.reshape(self.gather(self.embedding_table, flat, 0), shape)


def _embedding_lookup(self: Any, indices: Any) -> Any:
    look_up = self.embeddinglookup if self.target == "CPU" else self.gatherv2
    out = look_up(self.embedding_table, indices, 0)
    if self.max_norm is None:
        return out
    from ms2torch.nn.layer.basic import ClipByNorm

    return ClipByNorm(tuple(range(indices.ndim, out.ndim)))(out, self.max_norm)


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "Embedding": {"construct": _embedding},
    "EmbeddingLookup": {"construct": _embedding_lookup},
}
