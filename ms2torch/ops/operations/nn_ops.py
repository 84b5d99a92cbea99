"""`mindspore.ops.operations.nn_ops`: another name of what `mindspore.ops` exports, and what only it exports."""

from __future__ import annotations

from ms2torch.ops.operations.loss_ops import SparseSoftmaxCrossEntropyWithLogitsV2
from ms2torch.ops.primitive import Primitive

__all__ = ["FlashAttentionScore", "SparseSoftmaxCrossEntropyWithLogitsV2"]


class FlashAttentionScore(Primitive):
    """Attention in one kernel of Ascend's, which also returns the softmax's maxima and sums.

    Args:
        head_num (int): heads of the query.
        keep_prob (float): what dropout keeps. Default: ``1.0``.
        scale_value (float): multiplies the scores. Default: ``1.0``.
        pre_tokens (int): keys before the query that count. Default: ``2147483647``.
        next_tokens (int): keys after the query that count. Default: ``2147483647``.
        inner_precise (int): reserved. Default: ``0``.
        input_layout (str): order of the dimensions. Default: ``"BSH"``.
        sparse_mode (int): how the mask is written. Default: ``0``.

    Raises:
        RuntimeError: always.

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
        del keep_prob, scale_value, pre_tokens, next_tokens, inner_precise, input_layout, sparse_mode
        msg = (
            f"FlashAttentionScore(head_num={head_num}, ...) is an operator of Ascend; switch flash attention off in "
            "the model, or write softmax(query @ key.T * scale) @ value"
        )
        raise RuntimeError(msg)


def __getattr__(name: str) -> object:
    from ms2torch import ops

    if name.startswith("__"):
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(ops, name)
