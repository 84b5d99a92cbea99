"""What layers and optimizers ask about parallel training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch.common.tensor import Tensor
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


def _need_to_full() -> bool:
    """Return whether the compiler spreads one batch over the devices; then shapes stand for a part of it."""
    return _is_in_auto_parallel_mode() and not _get_full_batch()


def _to_full_shapes(shapes: Sequence[Sequence[int]], device_num: int) -> list[Any]:
    """Return shapes with the first dimension of all devices together.

    Args:
        shapes (Sequence): shapes on one device.
        device_num (int): how many devices there are.

    Returns:
        list: a list for each shape.
    """
    return [[shape[0] * device_num, *shape[1:]] if shape else [] for shape in shapes]


def _to_full_tensor(
    elem: Any, global_device_num: int, global_rank: int, scaling_sens: Tensor | float | None = None
) -> tuple[Tensor, ...]:
    """Return batches as they are of all devices together: zeros but for this device's part.

    Args:
        elem (Union[numpy.ndarray, list[numpy.ndarray], tuple[numpy.ndarray]]): this device's batches.
        global_device_num (int): how many devices there are.
        global_rank (int): which of them this is.
        scaling_sens (Union[Tensor, float], optional): what follows as the last Tensor. Default: ``None``.

    Returns:
        tuple[Tensor].
    """
    whole = [_among_zeros(part, global_device_num, global_rank) for part in _as_list(elem)]
    return (*whole, *([] if scaling_sens is None else [_scale(scaling_sens)]))


def _as_list(elem: Any) -> list[Any]:
    return list(elem) if isinstance(elem, (list, tuple)) else [elem]


def _among_zeros(part: Any, devices: int, rank: int) -> Tensor:
    array = np.asarray(part)
    whole = np.zeros((devices, *array.shape), array.dtype)
    whole[rank % devices] = array
    return Tensor(whole.reshape(-1, *array.shape[1:]))


def _scale(sens: Tensor | float) -> Tensor:
    return sens if isinstance(sens, Tensor) else Tensor(sens, mstype.float32)


def _device_number_check(parallel_mode: str, device_number: int) -> None:
    """Check that a program that runs alone uses one device.

    Args:
        parallel_mode (str): the setting `parallel_mode`.
        device_number (int): how many devices there are.

    Raises:
        ValueError: if it does not.
    """
    if parallel_mode == "stand_alone" and device_number != 1:
        msg = (
            f"If parallel_mode is {parallel_mode}, device_number must be 1, device_number: {device_number}, "
            f"parallel_mode:{parallel_mode}"
        )
        raise ValueError(msg)


def _parameter_broadcast_check(parallel_mode: str, parameter_broadcast: bool) -> None:
    """Check that parameters are sent round only where every process holds them whole.

    Args:
        parallel_mode (str): the setting `parallel_mode`.
        parameter_broadcast (bool): the setting `parameter_broadcast`.

    Raises:
        ValueError: if they are not.
    """
    if parameter_broadcast and parallel_mode in ("stand_alone", *_WHOLE_GRAPH):
        msg = (
            "stand_alone, semi_auto_parallel and auto_parallel do not support parameter broadcast, parallel_mode: "
            f"{parallel_mode}, parameter_broadcast:{parameter_broadcast}"
        )
        raise ValueError(msg)


def _check_full_batch() -> None:
    """Check that `full_batch` is asked for only where the compiler spreads the network.

    Raises:
        RuntimeError: if it is not.
    """
    if _get_full_batch() and not _is_in_auto_parallel_mode():
        msg = "full_batch could only be used under semi_auto_parallel or auto_parallel."
        raise RuntimeError(msg)
