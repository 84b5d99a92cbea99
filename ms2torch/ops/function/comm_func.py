"""Mirrors `mindspore.ops.function.comm_func`: the collective operations of `mint.distributed`, by their place there."""

from ms2torch._lazy import elsewhere
from ms2torch.ops.communication import (
    all_to_all_v_c as all_to_all_v_c,
    gather_into_tensor as gather_into_tensor,
    scatter_tensor as scatter_tensor,
    set_comm_ops_inplace as set_comm_ops_inplace,
)

_EXPORTS = (
    "P2POp", "TCPStore", "all_gather", "all_gather_into_tensor", "all_gather_into_tensor_uneven",
    "all_gather_object", "all_reduce", "all_to_all", "all_to_all_single", "all_to_all_v_c", "barrier",
    "batch_isend_irecv", "broadcast", "broadcast_object_list", "destroy_process_group", "gather",
    "gather_into_tensor", "gather_object", "get_backend", "get_global_rank", "get_group_rank",
    "get_process_group_ranks", "get_rank", "get_world_size", "init_process_group", "irecv", "is_available",
    "is_initialized", "isend", "new_group", "recv", "recv_object_list", "reduce", "reduce_scatter",
    "reduce_scatter_tensor", "reduce_scatter_tensor_uneven", "scatter", "scatter_object_list", "scatter_tensor",
    "send", "send_object_list", "set_comm_ops_inplace",
)  # fmt: skip
__getattr__ = elsewhere(__name__, "ms2torch.mint.distributed", exports=_EXPORTS)
