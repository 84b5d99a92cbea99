"""What `mindspore.parallel` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .algo_parameter_config import (
    get_algo_parameters as get_algo_parameters,
    reset_algo_parameters as reset_algo_parameters,
    set_algo_parameters as set_algo_parameters,
)
from .checkpoint_transform import (
    load_distributed_checkpoint as load_distributed_checkpoint,
    merge_pipeline_strategys as merge_pipeline_strategys,
    rank_list_for_transform as rank_list_for_transform,
    transform_checkpoint_by_rank as transform_checkpoint_by_rank,
    transform_checkpoints as transform_checkpoints,
)
from .shard import (
    Layout as Layout,
    shard as shard,
)
