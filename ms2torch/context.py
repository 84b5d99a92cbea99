"""Settings of the run: execution mode, device, seeds of graph mode. Most of MindSpore's concern its own compiler."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ClassVar

import torch

from ms2torch._core.below_jit import set_graph_mode
from ms2torch._core.device import default_device, set_current_device

__all__ = [
    "COMPATIBLE",
    "GRAPH_MODE",
    "LAX",
    "PYNATIVE_MODE",
    "STRICT",
    "ParallelMode",
    "args_type_check",
    "get_auto_parallel_context",
    "get_context",
    "get_ps_context",
    "reset_auto_parallel_context",
    "reset_ps_context",
    "set_auto_parallel_context",
    "set_context",
    "set_ps_context",
]

GRAPH_MODE = 0
PYNATIVE_MODE = 1
STRICT = 0
COMPATIBLE = 1
LAX = 2


class ParallelMode:
    """The ways to spread training over devices, by name.

    Source: mindspore.ParallelMode, MindSpore 2.10
    """

    STAND_ALONE = "stand_alone"
    DATA_PARALLEL = "data_parallel"
    HYBRID_PARALLEL = "hybrid_parallel"
    SEMI_AUTO_PARALLEL = "semi_auto_parallel"
    AUTO_PARALLEL = "auto_parallel"
    MODE_LIST: ClassVar[list[str]] = [STAND_ALONE, DATA_PARALLEL, HYBRID_PARALLEL, SEMI_AUTO_PARALLEL, AUTO_PARALLEL]


_DEVICES = ("CPU", "GPU", "Ascend", "Davinci")

# what MindSpore 2.10 answers before anything is set; a setting not named here is refused
_DEFAULTS: dict[str, Any] = {
    "mode": PYNATIVE_MODE, "device_target": "CPU", "device_id": 0, "max_call_depth": 1000, "save_graphs": 0,
    "save_graphs_path": "", "enable_dump": False, "save_dump_path": "", "enable_profiling": False,
    "profiling_options": "", "enable_auto_mixed_precision": False, "enable_graph_kernel": False,
    "reserve_class_name_in_scope": True, "check_bprop": False, "max_device_memory": "1024GB", "print_file_path": "",
    "enable_sparse": False, "env_config_path": "", "auto_tune_mode": "NO_TUNE", "grad_for_scalar": False,
    "pynative_synchronize": False, "deterministic": "OFF", "precompile_only": False, "enable_compile_cache": False,
    "compile_cache_path": "", "runtime_num_threads": 30, "op_timeout": 900, "memory_optimize_level": "O0",
    "memory_offload": "OFF", "ascend_config": {}, "gpu_config": {}, "jit_syntax_level": 2, "jit_level": "",
    "exec_order": "bfs", "infer_boost": "off", "aoe_tune_mode": "", "aoe_config": {}, "jit_config": {},
    "graph_kernel_flags": "", "mempool_block_size": "1GB", "inter_op_parallel_num": 0,
    "disable_format_transform": False,
    "support_binary": False, "enable_mem_scheduler": False, "debug_level": 0, "variable_memory_max_size": "0GB",
    "enable_reduce_precision": True, "host_scheduling_max_threshold": 1000, "enable_ge": False,
    "enable_parallel_split": False,
}  # fmt: skip

_PARALLEL_DEFAULTS: dict[str, Any] = {
    "device_num": 1, "global_rank": 0, "gradients_mean": False, "gradient_fp32_sync": True,
    "parallel_mode": "stand_alone", "auto_parallel_search_mode": "recursive_programming",
    "search_mode": "recursive_programming", "parameter_broadcast": False, "strategy_ckpt_load_file": "",
    "strategy_ckpt_save_file": "", "full_batch": False, "dataset_strategy": "data_parallel",
    "enable_parallel_optimizer": False, "enable_alltoall": False, "all_reduce_fusion_config": [],
    "pipeline_stages": 1, "grad_accumulation_step": 1, "parallel_optimizer_config": {},
    "comm_fusion": {
        "openstate": True, "allreduce": {"mode": "auto", "config": None}, "allgather": {"mode": "auto", "config": None},
        "reducescatter": {"mode": "auto", "config": None},
    },
    "strategy_ckpt_config": {"load_file": "", "save_file": "", "only_trainable_params": True},
    "loss_repeated_mean": True, "communi_parallel_mode": "all_group_parallel",
    "optimizer_weight_shard_size": -1, "optimizer_weight_shard_aggregated_save": False, "sharding_propagation": False,
    "pipeline_result_broadcast": False, "auto_pipeline": False, "group_ckpt_save_file": "",
    "auto_parallel_new_interface": False, "init_param_in_compile": True, "pipeline_interleave": False,
    "pipeline_scheduler": "1f1b", "force_fp32_communication": False, "full_batch_is_set": False,
    "dump_local_norm": False, "dump_local_norm_path": "", "dump_device_local_norm": False,
}  # fmt: skip

_settings: dict[str, Any] = dict(_DEFAULTS)
_asked_by_user: torch.device | None = None  # by `run_on`
_parallel: dict[str, Any] = dict(_PARALLEL_DEFAULTS)


def set_context(**kwargs: Any) -> None:
    """Set how programs run.

    `mode`, `device_target` and `device_id` are honoured: both modes run eagerly, and the device is where new parameters
    and tensors are made. `deterministic="ON"` asks torch for deterministic algorithms. The other
    settings of MindSpore concern its own compiler and runtime; they are kept, can be read back, and have no effect.

    Args:
        kwargs (dict): settings by name.

    Raises:
        ValueError: if a setting is unknown, or a value is not one of those allowed.
        RuntimeError: if torch has no such device here.

    Source: mindspore.set_context, MindSpore 2.10
    """
    if "device_target" in kwargs or "device_id" in kwargs:
        _choose_device(kwargs.get("device_target"), kwargs.get("device_id"))
    for name, value in kwargs.items():
        if name not in _DEFAULTS:
            msg = f"set_context: unknown setting {name!r}; known are {', '.join(sorted(_DEFAULTS))}"
            raise ValueError(msg)
        if name == "mode" and value not in (GRAPH_MODE, PYNATIVE_MODE):
            msg = f"set_context: mode must be GRAPH_MODE (0) or PYNATIVE_MODE (1), got {value!r}"
            raise ValueError(msg)
        if name == "deterministic":
            if value not in ("ON", "OFF"):
                msg = f"set_context: deterministic must be 'ON' or 'OFF', got {value!r}"
                raise ValueError(msg)
            torch.use_deterministic_algorithms(value == "ON", warn_only=True)
        if name == "mode":
            set_graph_mode(value == GRAPH_MODE)
        _settings[name] = value


def get_context(attr_key: str) -> Any:
    """Read one setting.

    Args:
        attr_key (str): its name.

    Returns:
        The value set, or MindSpore's default.

    Raises:
        ValueError: if the setting is unknown.

    Source: mindspore.get_context, MindSpore 2.10
    """
    if attr_key not in _settings:
        msg = f"get_context: unknown setting {attr_key!r}; known are {', '.join(sorted(_DEFAULTS))}"
        raise ValueError(msg)
    return _settings[attr_key]


def _choose_device(target: Any, number: Any) -> None:
    """Make new tensors on a device from now on; `None` keeps the kind or number there is.

    Raises:
        ValueError: if there is no such kind of device.
        RuntimeError: if torch has none of the kind here.
    """
    if target is not None and target not in _DEVICES:
        msg = f"set_context: device_target must be one of {', '.join(_DEVICES)}, got {target!r}"
        raise ValueError(msg)
    if _asked_by_user is not None:  # the program's choice is kept and read back, and the user's is used
        return
    target = _settings["device_target"] if target is None else target
    device = _torch_device(target, _settings["device_id"] if number is None else number)
    set_current_device(None if device.type == "cpu" else device)


def _torch_device(target: str, number: int) -> torch.device:
    if target == "CPU":
        return torch.device("cpu")
    kind = {"GPU": "cuda", "Ascend": "npu", "Davinci": "npu"}[target]
    module = getattr(torch, kind, None)
    if module is None or not module.is_available():
        has = "torch_npu" if kind == "npu" else "a build of torch with CUDA, and a card"
        msg = (
            f"Unsupported device target {target}. It needs {has}, which is not here. Set device_target to 'CPU', or "
            "run the program on another device with `ms2torch run --device cpu` (or cuda, mps)."
        )
        raise RuntimeError(msg)
    return torch.device(kind, number)


def torch_device() -> torch.device:
    """Return the torch device that new tensors are made on."""
    return default_device()


def run_on(device: str | torch.device) -> None:
    """Run on a device of the user's choice, whatever device the program names from now on.

    It is what `ms2torch run --device` calls. The program's own settings are kept and read back; a program written for
    Ascend so runs on CUDA, and one written for the CPU on a Mac's MPS.

    Args:
        device (Union[str, torch.device]): as torch spells it: ``"cpu"``, ``"cuda:1"``, ``"mps"``, ``"npu"``.

    Raises:
        RuntimeError: if torch has no such device here.
    """
    global _asked_by_user
    chosen = torch.device(device)
    module = getattr(torch, chosen.type, None)
    if chosen.type != "cpu" and (module is None or not module.is_available()):
        msg = f"run_on: torch has no device {str(device)!r} here"
        raise RuntimeError(msg)
    _asked_by_user = chosen
    set_current_device(None if chosen.type == "cpu" else chosen)


def set_auto_parallel_context(**kwargs: Any) -> None:
    """Set how training is spread over devices; kept and read back, without effect in one process.

    Args:
        kwargs (dict): settings by name.

    Raises:
        ValueError: if a setting is unknown.

    Source: mindspore.set_auto_parallel_context, MindSpore 2.10
    """
    for name, value in kwargs.items():
        if name not in _PARALLEL_DEFAULTS:
            msg = f"set_auto_parallel_context: unknown setting {name!r}"
            raise ValueError(msg)
        if name == "parallel_mode":
            check_parallel_mode(value)
        if isinstance(_PARALLEL_DEFAULTS[name], dict) and isinstance(value, dict):
            value = {**_parallel[name], **value}  # what is not named stays
        _parallel[name] = value
        if name == "full_batch":
            _parallel["full_batch_is_set"] = True
            _parallel["dataset_strategy"] = "full_batch" if value else "data_parallel"


def check_parallel_mode(mode: object) -> None:
    """Refuse, among several processes, the modes in which MindSpore's compiler cuts a net: each would train alone.

    Args:
        mode (str): the parallel mode.

    Raises:
        ValueError: if there is no such mode.
        RuntimeError: if this process is one of several and the mode is semi_auto_parallel or auto_parallel.
    """
    if mode not in ParallelMode.MODE_LIST:
        msg = f"set_auto_parallel_context: parallel_mode must be one of {ParallelMode.MODE_LIST}, got {mode!r}"
        raise ValueError(msg)
    several = torch.distributed.is_available() and torch.distributed.is_initialized()
    if mode.endswith("auto_parallel") and several and torch.distributed.get_world_size() > 1:  # type: ignore[union-attr]
        msg = (
            f"parallel_mode={mode!r}: cutting operators over processes is the work of MindSpore's compiler. Train with "
            "parallel_mode='data_parallel'; a net too large for one device goes through torch: a Cell is a torch "
            "Module, so torch.distributed.fsdp.fully_shard and torch.distributed.tensor's parallelize_module take it."
        )
        raise RuntimeError(msg)


def get_auto_parallel_context(attr_key: str) -> Any:
    """Read one setting of `set_auto_parallel_context`.

    Args:
        attr_key (str): its name.

    Raises:
        ValueError: if the setting is unknown.

    Source: mindspore.get_auto_parallel_context, MindSpore 2.10
    """
    if attr_key not in _parallel:
        msg = f"get_auto_parallel_context: unknown setting {attr_key!r}"
        raise ValueError(msg)
    return _parallel[attr_key]


def reset_auto_parallel_context() -> None:
    """Set everything of `set_auto_parallel_context` back.

    Source: mindspore.reset_auto_parallel_context, MindSpore 2.10
    """
    _parallel.clear()
    _parallel.update(_PARALLEL_DEFAULTS)


# the parameter server's settings and what MindSpore 2.10 answers before anything is set
_PS_DEFAULTS: dict[str, Any] = {
    "enable_ps": False, "config_file_path": "", "enable_ssl": False, "client_password": "", "server_password": "",
}  # fmt: skip
_ps: dict[str, Any] = dict(_PS_DEFAULTS)


def set_ps_context(**kwargs: Any) -> None:
    """Set how training uses a parameter server. There is none, so that it cannot be switched on.

    Args:
        kwargs (dict): settings by name.

    Raises:
        ValueError: if a setting is unknown.
        RuntimeError: if ``enable_ps=True``.

    Source: mindspore.set_ps_context, MindSpore 2.10
    """
    for name, value in kwargs.items():
        if name not in _PS_DEFAULTS:
            msg = f"Set PS context keyword {name} is not recognized!"
            raise ValueError(msg)
        if name == "enable_ps" and value:
            msg = "set_ps_context(enable_ps=True): there is no parameter server on torch; use data parallel training"
            raise RuntimeError(msg)
        _ps[name] = value


def get_ps_context(attr_key: str) -> Any:
    """Read one setting of `set_ps_context`.

    Args:
        attr_key (str): its name.

    Raises:
        ValueError: if it is unknown.

    Source: mindspore.get_ps_context, MindSpore 2.10
    """
    if attr_key not in _ps:
        msg = f"Get PS context keyword {attr_key} is not recognized!"
        raise ValueError(msg)
    return _ps[attr_key]


def reset_ps_context() -> None:
    """Set everything of `set_ps_context` back.

    Source: mindspore.reset_ps_context, MindSpore 2.10
    """
    _ps.update(_PS_DEFAULTS)


def get_jit_config() -> dict[str, Any]:
    """Return what `set_context(jit_config=...)` was given; nothing is compiled by it.

    Returns:
        dict, empty where nothing was set.

    Source: mindspore.context.get_jit_config, MindSpore 2.10
    """
    found: dict[str, Any] = get_context("jit_config")
    return found


def _get_mode() -> int:
    """Return the execution mode."""
    return _settings["mode"]


def args_type_check(*type_args: Any, **type_kwargs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a decorator that checks the types of a function's arguments.

    Args:
        type_args (type): those of the arguments, in order.
        type_kwargs (type): those of arguments by name. None as an argument always passes.

    Returns:
        Callable, the decorator; the function raises TypeError for an argument of another type.

    Source: mindspore.context.args_type_check, MindSpore 2.10
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        bound = signature.bind_partial(*type_args, **type_kwargs).arguments
        types = bound.get("kwargs", bound)

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs).arguments
            for name, value in given.get("kwargs", given).items():
                if name in types and value is not None and not isinstance(value, types[name]):
                    msg = f"The parameter '{name}' must be {types[name]}, but got {type(value)}"
                    raise TypeError(msg)
            return function(*args, **kwargs)

        return checked

    return decorate
