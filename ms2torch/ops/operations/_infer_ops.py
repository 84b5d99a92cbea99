"""`mindspore.ops.operations._infer_ops`: operators of inference on Ascend, which lie in `ascend_ops`."""

from ms2torch.ops.operations.ascend_ops import (
    DynamicQuantExt,
    GroupedMatmul,
    KVCacheScatterUpdate,
    MoeFinalizeRouting,
    QuantBatchMatmul,
    QuantV2,
    WeightQuantBatchMatmul,
)

__all__ = [
    "DynamicQuantExt",
    "GroupedMatmul",
    "KVCacheScatterUpdate",
    "MoeFinalizeRouting",
    "QuantBatchMatmul",
    "QuantV2",
    "WeightQuantBatchMatmul",
]
