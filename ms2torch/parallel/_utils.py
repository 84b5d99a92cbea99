"""What layers and optimizers ask about parallel training."""

from __future__ import annotations

from typing import Any

from ms2torch.communication._comm_helper import joined
from ms2torch.communication.management import get_group_size, get_rank
from ms2torch.context import get_auto_parallel_context

_WHOLE_GRAPH = ("semi_auto_parallel", "auto_parallel")


def _get_parallel_mode() -> str:
    """Return the setting `parallel_mode`."""
    return get_auto_parallel_context("parallel_mode")


def _is_in_auto_parallel_mode() -> bool:
    """Tell whether the compiler is asked to spread the network."""
    return _get_parallel_mode() in _WHOLE_GRAPH


def _is_in_data_parallel_mode() -> bool:
    """Tell whether the data is spread over processes."""
    return _get_parallel_mode() == "data_parallel"


def _is_in_hybrid_parallel_mode() -> bool:
    """Tell whether the program spreads the network itself."""
    return _get_parallel_mode() == "hybrid_parallel"


def _is_sharding_propagation() -> bool:
    """Tell whether strategies are propagated through the network."""
    mode = get_auto_parallel_context("search_mode")
    return mode == "sharding_propagation" or bool(get_auto_parallel_context("sharding_propagation"))


def _is_parallel_mode() -> bool:
    """Tell whether there are other processes that `_get_parallel_mode` speaks of."""
    return joined() and _get_parallel_mode() != "stand_alone"


def _get_device_num() -> int:
    """Return the number of devices: that of the processes, or the setting `device_num`."""
    return get_group_size() if joined() else get_auto_parallel_context("device_num")


def _get_stage_device_num() -> int:
    """Return the number of devices of one pipeline stage."""
    return _get_device_num() // _get_pipeline_stages()


def _get_global_rank() -> int:
    """Return the number of this process."""
    return get_rank() if joined() else get_auto_parallel_context("global_rank")


def _get_gradients_mean() -> bool:
    """Return the setting `gradients_mean`."""
    return get_auto_parallel_context("gradients_mean")


def _get_full_batch() -> bool:
    """Return the setting `full_batch`."""
    return get_auto_parallel_context("full_batch")


def _get_parameter_broadcast() -> bool:
    """Return the setting `parameter_broadcast`."""
    return get_auto_parallel_context("parameter_broadcast")


def _get_enable_parallel_optimizer() -> bool:
    """Return the setting `enable_parallel_optimizer`."""
    return get_auto_parallel_context("enable_parallel_optimizer")


def _get_pipeline_stages() -> int:
    """Return the setting `pipeline_stages`."""
    return get_auto_parallel_context("pipeline_stages")


def _get_grad_accumulation_shard() -> bool:
    """Return whether accumulated gradients are spread; they are not."""
    return False


def _grads_divided_by_device_num_if_recomputation(grads: Any) -> Any:
    """Return the gradients; those of a recomputed network are already right."""
    return grads


def _parallel_predict_check() -> None:
    """Accept: prediction runs in this process."""


def _reset_op_id() -> None:
    """Accept: operations are not numbered."""
