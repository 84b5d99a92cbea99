"""Primitives that exist to be imported and held: their kernels are Ascend's alone."""

from __future__ import annotations

from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class OnAscendOnly(Primitive):
    """A Primitive that exists to be imported: its kernel is Ascend's alone, and a call says so."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse the call.

        Raises:
            NotImplementedError: always.
        """
        del args, kwargs
        msg = (
            f"{type(self).__name__} has a kernel on Ascend only and nothing is computed here; write it with ops or mint"
        )
        raise NotImplementedError(msg)


class QuantV2(OnAscendOnly):
    """Quantize; on Ascend only.

    Source: mindspore.ops.auto_generate.QuantV2, MindSpore 2.10
    """


class DynamicQuantExt(OnAscendOnly):
    """Quantize by each token's range; on Ascend only.

    Source: mindspore.ops.auto_generate.DynamicQuantExt, MindSpore 2.10
    """


class QuantBatchMatmul(OnAscendOnly):
    """Multiply quantized matrices; on Ascend only.

    Source: mindspore.ops.auto_generate.QuantBatchMatmul, MindSpore 2.10
    """


class GroupedMatmul(OnAscendOnly):
    """Multiply matrices group by group; on Ascend only.

    Source: mindspore.ops.auto_generate.GroupedMatmul, MindSpore 2.10
    """

    def __init__(
        self, split_item: int = 0, group_type: int = -1, transpose_a: bool = False, transpose_b: bool = False
    ) -> None:
        super().__init__()
        self.split_item, self.group_type = split_item, group_type
        self.transpose_a, self.transpose_b = transpose_a, transpose_b


class GroupedMatmulV4(OnAscendOnly):
    """Multiply matrices group by group; on Ascend only.

    Source: mindspore.ops.auto_generate.GroupedMatmulV4, MindSpore 2.10
    """


class FusedAddTopKDiv(OnAscendOnly):
    """Choose the experts of tokens; on Ascend only.

    Source: mindspore.ops.auto_generate.FusedAddTopKDiv, MindSpore 2.10
    """


class MoeDistributeCombine(OnAscendOnly):
    """Collect the tokens of distributed experts; on Ascend only.

    Source: mindspore.ops.auto_generate.MoeDistributeCombine, MindSpore 2.10
    """


class MoeDistributeDispatch(OnAscendOnly):
    """Send tokens to distributed experts; on Ascend only.

    Source: mindspore.ops.auto_generate.MoeDistributeDispatch, MindSpore 2.10
    """


class MoeFinalizeRouting(OnAscendOnly):
    """Add up what the experts made of the tokens; on Ascend only.

    Source: mindspore.ops.auto_generate.MoeFinalizeRouting, MindSpore 2.10
    """


class MoeInitRoutingV2(OnAscendOnly):
    """Sort tokens by their experts; on Ascend only.

    Source: mindspore.ops.auto_generate.MoeInitRoutingV2, MindSpore 2.10
    """


class AdamW(OnAscendOnly):
    """Take a step of AdamW, in place; on Ascend only.

    Source: mindspore.ops.auto_generate.AdamW, MindSpore 2.10
    """


class DropoutExt(OnAscendOnly):
    """Drop elements, and tell which; on Ascend only.

    Source: mindspore.ops.auto_generate.DropoutExt, MindSpore 2.10
    """


class ApplyRotaryPosEmb(OnAscendOnly):
    """Turn queries and keys by their positions; on Ascend only.

    Source: mindspore.ops.ApplyRotaryPosEmb, MindSpore 2.10
    """

    def __init__(self, cos_format: int = 0) -> None:
        super().__init__()
        self.cos_format = cos_format


class KVCacheScatterUpdate(OnAscendOnly):
    """Write into a cache of keys or values; on Ascend only.

    Source: mindspore.ops.auto_generate.KVCacheScatterUpdate, MindSpore 2.10
    """


class ReshapeAndCache(OnAscendOnly):
    """Write keys and values into a cache kept in blocks; on Ascend only.

    Source: mindspore.ops.ReshapeAndCache, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()


class PagedAttention(OnAscendOnly):
    """Attend to keys and values in a cache kept in blocks; on Ascend only.

    Source: mindspore.ops.PagedAttention, MindSpore 2.10
    """

    def __init__(
        self,
        head_num: int,
        scale_value: float,
        kv_head_num: int,
        kv_cache_quant_mode: str = "DEFAULT",
        mask_mode: str = "MASK_DEFAULT",
        mla_v_dim: int = 0,
    ) -> None:
        super().__init__()
        self.head_num = head_num
        self.scale_value = scale_value
        self.kv_head_num = kv_head_num
        self.kv_cache_quant_mode = kv_cache_quant_mode
        self.mask_mode = mask_mode
        self.mla_v_dim = mla_v_dim


class PagedAttentionMask(OnAscendOnly):
    """Attend to a cache kept in blocks, with a mask by distance; on Ascend only.

    Source: mindspore.ops.PagedAttentionMask, MindSpore 2.10
    """

    def __init__(
        self, head_num: int, scale_value: float, kv_head_num: int, kv_cache_quant_mode: str = "DEFAULT"
    ) -> None:
        super().__init__()
        self.head_num = head_num
        self.scale_value = scale_value
        self.kv_head_num = kv_head_num
        self.kv_cache_quant_mode = kv_cache_quant_mode


class PromptFlashAttention(OnAscendOnly):
    """Attend, for the prompt of a text to generate; on Ascend only.

    Source: mindspore.ops.auto_generate.PromptFlashAttention, MindSpore 2.10
    """

    def __init__(
        self,
        num_heads: int = 1,
        scale_value: float = 1.0,
        pre_tokens: int = 2147483647,
        next_tokens: int = 0,
        input_layout: str = "BSH",
        num_key_value_heads: int = 0,
        sparse_mode: int = 0,
        inner_precise: int = 1,
    ) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.scale_value = scale_value
        self.pre_tokens = pre_tokens
        self.next_tokens = next_tokens
        self.input_layout = input_layout
        self.num_key_value_heads = num_key_value_heads
        self.sparse_mode = sparse_mode
        self.inner_precise = inner_precise


class FlashAttentionScoreGrad(OnAscendOnly):
    """Compute the gradients of attention in one kernel; on Ascend only.

    Source: mindspore.ops.auto_generate.FlashAttentionScoreGrad, MindSpore 2.10
    """

    def __init__(
        self,
        head_num: int,
        keep_prob: float = 1.0,
        scale_value: float = 1.0,
        pre_tokens: int = 65536,
        next_tokens: int = 65536,
        inner_precise: int = 1,
        input_layout: str = "BSH",
        sparse_mode: int = 0,
    ) -> None:
        super().__init__()
        self.head_num = head_num
        self.keep_prob = keep_prob
        self.scale_value = scale_value
        self.pre_tokens = pre_tokens
        self.next_tokens = next_tokens
        self.inner_precise = inner_precise
        self.input_layout = input_layout
        self.sparse_mode = sparse_mode


class TopKRouter(OnAscendOnly):
    """Give each token's place among the tokens of its expert; on Ascend only.

    Source: mindspore.ops.auto_generate.TopKRouter, MindSpore 2.10
    """


class WeightQuantBatchMatmul(OnAscendOnly):
    """Multiply by a matrix of quantized weights; on Ascend only.

    Source: mindspore.ops.auto_generate.WeightQuantBatchMatmul, MindSpore 2.10
    """

    def __init__(
        self, transpose_x: bool = False, transpose_weight: bool = False, antiquant_group_size: int = 0
    ) -> None:
        super().__init__()
        self.transpose_x = transpose_x
        self.transpose_weight = transpose_weight
        self.antiquant_group_size = antiquant_group_size


class DSDMatmul(OnAscendOnly):
    """Multiply a sparse by a dense matrix; on Ascend only.

    Source: mindspore.ops.operations._inner_ops.DSDMatmul, MindSpore 2.10
    """


class MatmulDDS(OnAscendOnly):
    """Multiply dense matrices where a mask says so; on Ascend only.

    Source: mindspore.ops.operations._inner_ops.MatmulDDS, MindSpore 2.10
    """

    def __init__(self, bs: int, heads: int) -> None:
        super().__init__()
        self.bs = bs
        self.heads = heads


class Dequant(OnAscendOnly):
    """Turn quantized whole numbers into floats; on Ascend only.

    Source: mindspore.ops.operations._inner_ops.Dequant, MindSpore 2.10
    """

    def __init__(self, sqrt_mode: bool = False, relu_flag: bool = False, dtype: Type = mstype.float16) -> None:
        super().__init__()
        self.sqrt_mode = sqrt_mode
        self.relu_flag = relu_flag
        self.dtype = dtype


def format_cast(input: Tensor, acl_format: int) -> Tensor:
    """Refuse to lay a Tensor out in one of Ascend's formats; real MindSpore has no kernel elsewhere either.

    Args:
        input (Tensor): any.
        acl_format (int): Ascend's number of the format.

    Raises:
        NotImplementedError: always.

    Source: mindspore.ops.auto_generate.format_cast, MindSpore 2.10
    """
    msg = f"format_cast({type(input).__name__}, {acl_format}) has a kernel on Ascend only"
    raise NotImplementedError(msg)
