"""What `mindspore.communication` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import comm_func as comm_func, management as management
from ._comm_helper import (
    HCCL_WORLD_COMM_GROUP as HCCL_WORLD_COMM_GROUP,
    MCCL_WORLD_COMM_GROUP as MCCL_WORLD_COMM_GROUP,
    NCCL_WORLD_COMM_GROUP as NCCL_WORLD_COMM_GROUP,
    GlobalComm as GlobalComm,
)
from .management import (
    create_group as create_group,
    destroy_group as destroy_group,
    get_comm_name as get_comm_name,
    get_group_rank_from_world_rank as get_group_rank_from_world_rank,
    get_group_size as get_group_size,
    get_local_rank as get_local_rank,
    get_local_rank_size as get_local_rank_size,
    get_process_group_ranks as get_process_group_ranks,
    get_rank as get_rank,
    get_world_rank_from_group_rank as get_world_rank_from_group_rank,
    init as init,
    release as release,
)
