"""`AutoParallel`: the Cell around a net that MindSpore's compiler cuts over devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.common.api import jit
from ms2torch.communication.management import get_group_size, get_rank
from ms2torch.context import ParallelMode, check_parallel_mode
from ms2torch.nn.cell import Cell
from ms2torch.parallel.shard import Layout

__all__ = ["AutoParallel"]

_MODES = ("semi_auto", "sharding_propagation", "recursive_programming")
_SCHEDULERS = ("1f1b", "gpipe", "seqpipe", "seqvpp", "seqsmartvpp", "zero_bubble_v")


class AutoParallel(Cell):
    """Run a net that is written for automatic parallelism. Alone, a process runs all of it.

    Strategies, data layout and messages change where a net is computed, not what; in one process the methods that set
    them check and keep their arguments. Those that write or read files of the compiler are refused.

    Args:
        network (Union[Cell, Function]): the net.
        parallel_mode (str): ``"semi_auto"``, ``"sharding_propagation"`` or ``"recursive_programming"``.
            Default: ``"semi_auto"``.

    Raises:
        ValueError: if there is no such mode.
        RuntimeError: if this process is one of several: there is no compiler here that cuts the net.

    Source: mindspore.parallel.auto_parallel.AutoParallel, MindSpore 2.10
    """

    def __init__(self, network: Cell | Callable[..., Any], parallel_mode: str = "semi_auto") -> None:
        super().__init__(auto_prefix=False)
        if parallel_mode not in _MODES:
            msg = f"the argument 'parallel_mode' must be one of {list(_MODES)}, but got the value : {parallel_mode} ."
            raise ValueError(msg)
        check_parallel_mode(ParallelMode.AUTO_PARALLEL)
        self.network = network
        self._parallel_mode = parallel_mode
        self._global_rank, self._device_num = get_rank(), get_group_size()
        self._dataset_strategy_config: Any = "data_parallel"
        self._full_batch = False
        self._init_param_in_compile = True
        self._only_trainable_params = True
        self._enable_parallel_optimizer = False
        self._optimizer_weight_shard_size, self._parallel_optimizer_threshold = -1, 64
        self._optimizer_level = "level1"
        self._pipeline_stages = 1
        self._comm_fusion_config: dict[str, Any] | None = {}
        self._force_fp32_communication = False
        self._gradients_mean, self._gradient_fp32_sync, self._loss_repeated_mean = False, True, True

    @jit
    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """Run the net."""
        return self.network(*args, **kwargs)

    def dataset_strategy(self, config: str | tuple[Any, ...]) -> None:
        """Say how the data lie on the devices.

        Args:
            config (Union[str, tuple]): ``"data_parallel"``, ``"full_batch"``, or a tuple or Layout for each input.

        Raises:
            TypeError: if it is of another type.
            ValueError: if it is None or another word.

        Source: mindspore.parallel.auto_parallel.AutoParallel.dataset_strategy, MindSpore 2.10
        """
        if config is None:
            msg = "dataset_strategy is none in config!"
            raise ValueError(msg)
        if isinstance(config, str):
            if config not in ("full_batch", "data_parallel"):
                msg = (
                    "For 'AutoParallel.dataset_strategy', the argument 'config' must be 'full_batch' or "
                    f"'data_parallel', but got the value : {config}."
                )
                raise ValueError(msg)
            self._full_batch = config == "full_batch"
        elif not isinstance(config, tuple) or not all(map(_is_strategy, config)):
            msg = (
                "For 'AutoParallel.dataset_strategy', the argument 'config' must be a str, or a tuple of tuples of int "
                f"or of Layouts, but got {config!r}."
            )
            raise TypeError(msg)
        self._dataset_strategy_config = config

    def hsdp(self, shard_size: int = -1, threshold: int = 64, optimizer_level: str = "level1") -> None:
        """Say how optimizer states and weights are cut.

        Args:
            shard_size (int): devices among which they are cut; -1: all. Default: ``-1``.
            threshold (int): kilobytes below which a weight is not cut. Default: ``64``.
            optimizer_level (str): ``"level1"``, ``"level2"`` or ``"level3"``. Default: ``"level1"``.

        Raises:
            ValueError: if an argument is none of those.

        Source: mindspore.parallel.auto_parallel.AutoParallel.hsdp, MindSpore 2.10
        """
        if not isinstance(shard_size, int) or (shard_size <= 0 and shard_size != -1):
            msg = f"shard_size must be a positive integer or -1, but got {shard_size}."
            raise ValueError(msg)
        if not isinstance(threshold, int) or threshold < 0:
            msg = f"threshold must be a positive integer or 0, but got {threshold}."
            raise ValueError(msg)
        if optimizer_level not in ("level1", "level2", "level3"):
            msg = f"Optimizer level should in ['level1', 'level2', 'level3'], but got {optimizer_level}"
            raise ValueError(msg)
        self._enable_parallel_optimizer = True
        self._optimizer_weight_shard_size, self._parallel_optimizer_threshold = shard_size, threshold
        self._optimizer_level = optimizer_level

    def pipeline(
        self, stages: int = 1, output_broadcast: bool = False, interleave: bool = False, scheduler: str = "1f1b"
    ) -> None:
        """Say how the net is cut into stages.

        Args:
            stages (int): only 1. Default: ``1``.
            output_broadcast (bool): all stages get the output. Default: ``False``.
            interleave (bool): let stages interleave. Default: ``False``.
            scheduler (str): the order in which stages run. Default: ``"1f1b"``.

        Raises:
            TypeError: if `stages` is no int.
            ValueError: if `stages` is not above 0, or there is no such scheduler.
            UnsupportedArgumentError: if there are to be several stages.

        Source: mindspore.parallel.auto_parallel.AutoParallel.pipeline, MindSpore 2.10
        """
        if not isinstance(stages, int):
            msg = f"For 'AutoParallel.pipeline', the argument 'stages' must be int type, but got {type(stages)}."
            raise TypeError(msg)
        if stages <= 0:
            msg = f"For 'AutoParallel.pipeline', the argument 'stages' must be larger than zero, but got {stages}."
            raise ValueError(msg)
        if scheduler not in _SCHEDULERS:
            msg = (
                f"For 'AutoParallel.pipeline', the argument 'scheduler' must be one of {_SCHEDULERS}, got {scheduler}."
            )
            raise ValueError(msg)
        if stages > 1:
            raise UnsupportedArgumentError(
                "AutoParallel.pipeline", "stages", stages, "use torch.distributed.pipelining"
            )
        self._pipeline_stages = stages

    def comm_fusion(self, config: dict[str, Any] | None) -> None:
        """Say how messages are joined.

        Args:
            config (dict): settings by kind of message, or ``None``.

        Raises:
            TypeError: if it is no dict.

        Source: mindspore.parallel.auto_parallel.AutoParallel.comm_fusion, MindSpore 2.10
        """
        if config is not None and not isinstance(config, dict):
            msg = f"The parameter '{config}' must be {dict}, but got {type(config)}."
            raise TypeError(msg)
        self._comm_fusion_config = config

    def get_pipeline_stages(self) -> int:
        """Return the number of stages.

        Source: mindspore.parallel.auto_parallel.AutoParallel.get_pipeline_stages, MindSpore 2.10
        """
        return self._pipeline_stages

    def no_init_parameters_in_compile(self) -> None:
        """Leave parameters uninitialised until they are loaded; here they are initialised when they are made.

        Source: mindspore.parallel.auto_parallel.AutoParallel.no_init_parameters_in_compile, MindSpore 2.10
        """
        self._init_param_in_compile = False

    def disable_strategy_file_only_for_trainable_params(self) -> None:
        """Let strategy files name all parameters; there are no such files here.

        Source: mindspore.parallel.auto_parallel.AutoParallel.disable_strategy_file_only_for_trainable_params,
        MindSpore 2.10
        """
        self._only_trainable_params = False

    def enable_fp32_communication(self) -> None:
        """Send float16 values as float32; alone, a process sends nothing.

        Source: mindspore.parallel.auto_parallel.AutoParallel.enable_fp32_communication, MindSpore 2.10
        """
        self._force_fp32_communication = True

    def enable_gradients_mean(self) -> None:
        """Average gradients over devices; there is one.

        Source: mindspore.parallel.auto_parallel.AutoParallel.enable_gradients_mean, MindSpore 2.10
        """
        self._gradients_mean = True

    def disable_gradient_fp32_sync(self) -> None:
        """Send gradients in their own type; alone, a process sends nothing.

        Source: mindspore.parallel.auto_parallel.AutoParallel.disable_gradient_fp32_sync, MindSpore 2.10
        """
        self._gradient_fp32_sync = False

    def disable_loss_repeated_mean(self) -> None:
        """Do not average a loss that several devices compute; there is one.

        Source: mindspore.parallel.auto_parallel.AutoParallel.disable_loss_repeated_mean, MindSpore 2.10
        """
        self._loss_repeated_mean = False

    # ---- what belongs to the compiler ------------------------------------------------------------------------

    def load_param_strategy_file(self, file_path: str) -> NoReturn:
        """Refuse: there are no strategy files."""
        _refuse("load_param_strategy_file", file_path)

    def save_param_strategy_file(self, file_path: str) -> NoReturn:
        """Refuse: there are no strategy files."""
        _refuse("save_param_strategy_file", file_path)

    def load_operator_strategy_file(self, file_path: str) -> NoReturn:
        """Refuse: there are no strategy files."""
        _refuse("load_operator_strategy_file", file_path)

    def save_operator_strategy_file(self, file_path: str) -> NoReturn:
        """Refuse: there are no strategy files."""
        _refuse("save_operator_strategy_file", file_path)

    def set_group_ckpt_save_file(self, file_path: str) -> NoReturn:
        """Refuse: there are no files of groups."""
        _refuse("set_group_ckpt_save_file", file_path)

    def transformer_opt(self, file_path: str | None) -> None:
        """Refuse a file of settings for Ascend's compiler.

        Raises:
            UnsupportedArgumentError: unless it is None or empty.
        """
        if file_path:
            _refuse("transformer_opt", file_path)


def _refuse(method: str, file_path: object) -> NoReturn:
    remedy = "leave it out: such files are those of MindSpore's compiler"
    raise UnsupportedArgumentError(f"AutoParallel.{method}", "file_path", file_path, remedy)


def _is_strategy(value: object) -> bool:
    return isinstance(value, Layout) or (isinstance(value, tuple) and all(isinstance(n, int) for n in value))
