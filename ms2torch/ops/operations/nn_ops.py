"""`mindspore.ops.operations.nn_ops`: another name of what `mindspore.ops` exports, and what only it exports."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.nn.fused_attention import speed_fusion_attention
from ms2torch.ops.operations.ascend_ops import PromptFlashAttention
from ms2torch.ops.operations.loss_ops import SparseSoftmaxCrossEntropyWithLogitsV2
from ms2torch.ops.primitive import Primitive

__all__ = ["FlashAttentionScore", "PromptFlashAttention", "SparseSoftmaxCrossEntropyWithLogitsV2"]


class FlashAttentionScore(Primitive):
    """Attend with several heads, and return the softmax's maxima and sums too.

    Args:
        head_num (int): heads of the query.
        keep_prob (float): what dropout keeps. Default: ``1.0``.
        scale_value (float): multiplies the scores. Default: ``1.0``.
        pre_tokens (int): keys before the query that count. Default: ``2147483647``.
        next_tokens (int): keys after the query that count. Default: ``2147483647``.
        inner_precise (int): reserved. Default: ``0``.
        input_layout (str): order of the dimensions. Default: ``"BSH"``.
        sparse_mode (int): how the mask is written. Default: ``0``.

    Inputs:
        `query`, `key`, `value`, `real_shift`, `drop_mask`, `padding_mask`, `attn_mask`, `prefix`, `actual_seq_qlen`,
        `actual_seq_kvlen`, as `ops.flash_attention_score` takes them.

    Outputs:
        Tuple of the largest score and the sum of each row, an empty Tensor, and what was attended to.

    Differs from MindSpore: largest scores and sums have a last size of 1 where the kernel repeats them 8 times; the
    mask of dropout is drawn by torch, and `drop_mask` is only ``None``.

    Source: mindspore.ops.operations.nn_ops.FlashAttentionScore, MindSpore 2.10
    """

    def __init__(
        self,
        head_num: int,
        keep_prob: float = 1.0,
        scale_value: float = 1.0,
        pre_tokens: int = 2147483647,
        next_tokens: int = 2147483647,
        inner_precise: int = 0,
        input_layout: str = "BSH",
        sparse_mode: int = 0,
    ) -> None:
        super().__init__()
        self.head_num, self.keep_prob, self.scale_value = head_num, keep_prob, scale_value
        self.pre_tokens, self.next_tokens, self.inner_precise = pre_tokens, next_tokens, inner_precise
        self.input_layout, self.sparse_mode = input_layout, sparse_mode

    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        real_shift: Tensor | None = None,
        drop_mask: Tensor | None = None,
        padding_mask: Tensor | None = None,
        attn_mask: Tensor | None = None,
        prefix: Any = None,
        actual_seq_qlen: Any = None,
        actual_seq_kvlen: Any = None,
    ) -> tuple[Tensor, ...]:
        require_default("ops.FlashAttentionScore", "drop_mask", drop_mask, None, "pass keep_prob alone")
        out, largest, total, empty, *_ = speed_fusion_attention(
            query,
            key,
            value,
            self.head_num,
            self.input_layout,
            pse=real_shift,
            padding_mask=padding_mask,
            atten_mask=attn_mask,
            scale=self.scale_value,
            keep_prob=self.keep_prob,
            pre_tokens=self.pre_tokens,
            next_tokens=self.next_tokens,
            prefix=prefix,
            actual_seq_qlen=actual_seq_qlen,
            actual_seq_kvlen=actual_seq_kvlen,
            sparse_mode=self.sparse_mode,
            pse_type=0,
        )
        return largest, total, empty, out


__getattr__ = elsewhere(__name__, "ms2torch.ops")
