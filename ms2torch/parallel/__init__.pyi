# ruff: noqa: TID252
"""What `mindspore.parallel` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..train._ckpt_convert import (
    load_segmented_checkpoints as load_segmented_checkpoints,
)
from ..train._ckpt_transform import (
    convert_checkpoint_by_rank as convert_checkpoint_by_rank,
    convert_checkpoints as convert_checkpoints,
    merge_pipeline_strategys as merge_pipeline_strategys,
    rank_list_for_convert as rank_list_for_convert,
    rank_list_for_transform as rank_list_for_transform,
    transform_checkpoint_by_rank as transform_checkpoint_by_rank,
    transform_checkpoints as transform_checkpoints,
)
from ..train._ckpt_unified import (
    unified_safetensors as unified_safetensors,
)
from ..train._cut_checkpoints import (
    build_searched_strategy as build_searched_strategy,
    load_distributed_checkpoint as load_distributed_checkpoint,
    merge_sliced_parameter as merge_sliced_parameter,
    restore_group_info_list as restore_group_info_list,
)
from . import (
    nn as nn,
)
from .algo_parameter_config import (
    get_algo_parameters as get_algo_parameters,
    reset_algo_parameters as reset_algo_parameters,
    set_algo_parameters as set_algo_parameters,
)
from .checkpoint_transform import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)
from .parameter_broadcast import (
    parameter_broadcast as parameter_broadcast,
)
from .shard import (
    Layout as Layout,
    shard as shard,
)
