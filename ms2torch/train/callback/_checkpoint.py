"""Saving checkpoints during training."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ms2torch._errors import require_default
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.train._ckpt_checks import check_async, check_encryption, check_instance
from ms2torch.train.callback._callback import Callback, RunContext
from ms2torch.train.callback._checkpoint_files import CheckpointManager as CheckpointManager
from ms2torch.train.callback._monitor import check_count, check_flag
from ms2torch.train.serialization import save_checkpoint, wait_for_background

if TYPE_CHECKING:
    from ms2torch.train.model import Model


class CheckpointConfig:
    """When to save checkpoints, how many to keep, and what is in them.

    Args:
        save_checkpoint_steps (int, optional): save every so many steps. Default: ``1``.
        save_checkpoint_seconds (int, optional): save every so many seconds; only without `save_checkpoint_steps`.
            Default: ``0``.
        keep_checkpoint_max (int, optional): keep at most so many files. Default: ``5``.
        keep_checkpoint_per_n_minutes (int, optional): keep one file of every so many minutes; only without
            `keep_checkpoint_max`. Default: ``0``.
        integrated_save (bool): as in `save_checkpoint`. Default: ``True``.
        async_save (Union[bool, str]): as in `save_checkpoint`. Default: ``False``.
        saved_network (Cell, optional): what to save. Default: ``None``, the training network with its optimizer.
        append_info (list, optional): ``"epoch_num"``, ``"step_num"``, at most one dict: saved too. Default: ``None``.
        enc_key (bytes, optional): not supported; must be ``None``. Default: ``None``.
        enc_mode (str): read only with `enc_key`. Default: ``"AES-GCM"``.
        exception_save (bool): save also when training ends by an exception. Default: ``False``.
        crc_check (bool): as in `save_checkpoint`. Default: ``False``.
        remove_redundancy (bool): not supported; must be ``False``. Default: ``False``.
        format (str): ``"ckpt"`` or ``"safetensors"``. Default: ``"ckpt"``.
        kwargs: `incremental` and `enable_redundance` (must be ``False``).

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if the numbers are all ``None`` or 0, or format safetensors meets other options.

    Source: mindspore.train.CheckpointConfig, MindSpore 2.10
    """

    def __init__(
        self,
        save_checkpoint_steps: int | None = 1,
        save_checkpoint_seconds: int | None = 0,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_per_n_minutes: int | None = 0,
        integrated_save: bool = True,
        async_save: bool | str = False,
        saved_network: Cell | None = None,
        append_info: list[Any] | None = None,
        enc_key: bytes | None = None,
        enc_mode: str = "AES-GCM",
        exception_save: bool = False,
        crc_check: bool = False,
        remove_redundancy: bool = False,
        format: str = "ckpt",
        **kwargs: Any,
    ) -> None:
        who = "CheckpointConfig"
        numbers = {
            "save_checkpoint_steps": save_checkpoint_steps,
            "save_checkpoint_seconds": save_checkpoint_seconds,
            "keep_checkpoint_max": keep_checkpoint_max,
            "keep_checkpoint_per_n_minutes": keep_checkpoint_per_n_minutes,
        }
        for name, value in numbers.items():
            if value is not None:
                check_count(who, name, value)
        if not any(numbers.values()):
            raise ValueError(f"For 'CheckpointConfig', {', '.join(numbers)} can't be all None or 0.")
        if saved_network is not None and not isinstance(saved_network, Cell):
            raise TypeError(f"For 'CheckpointConfig', 'saved_network' must be a Cell, but got {type(saved_network)}.")
        if format not in ("ckpt", "safetensors"):
            raise ValueError(f"For 'CheckpointConfig', 'format' must be 'ckpt' or 'safetensors', but got {format!r}.")
        check_async(async_save)
        check_instance("crc_check", crc_check, bool)
        check_encryption(who, "enc", enc_key, enc_mode, format)
        require_default(who, "remove_redundancy", remove_redundancy, False, "save complete checkpoints")
        for name, value in kwargs.items():
            require_default(who, name, value, False, "leave it out")
        if format == "safetensors" and (crc_check or exception_save):
            raise ValueError(
                "For 'CheckpointConfig', with format 'safetensors', other options must be at their default."
            )
        self.exception_save = check_flag(who, "exception_save", exception_save)
        self.save_checkpoint_steps = save_checkpoint_steps
        self.save_checkpoint_seconds = None if save_checkpoint_steps else save_checkpoint_seconds
        self.keep_checkpoint_max = keep_checkpoint_max if keep_checkpoint_max or keep_checkpoint_per_n_minutes else 1
        self.keep_checkpoint_per_n_minutes = None if keep_checkpoint_max else keep_checkpoint_per_n_minutes
        self.integrated_save = check_flag(who, "integrated_save", integrated_save)
        self.async_save = async_save
        self.saved_network = saved_network
        self.append_dict = _append_dict(append_info)
        self.enc_key = enc_key
        self.enc_mode = enc_mode
        self.crc_check = crc_check
        self.format = format
        self.map_param_inc = False

    def get_checkpoint_policy(self) -> dict[str, Any]:
        """Return when to save and what to keep."""
        return {
            "save_checkpoint_steps": self.save_checkpoint_steps,
            "save_checkpoint_seconds": self.save_checkpoint_seconds,
            "keep_checkpoint_max": self.keep_checkpoint_max,
            "keep_checkpoint_per_n_minutes": self.keep_checkpoint_per_n_minutes,
            "saved_network": self.saved_network,
        }


def _append_dict(append_info: object) -> dict[str, Any] | None:
    if append_info is None or append_info == []:
        return None
    if not isinstance(append_info, list):
        raise TypeError(f"For 'CheckpointConfig', 'append_info' must be a list, but got {type(append_info)}.")
    out: dict[str, Any] = {name: 0 for name in ("epoch_num", "step_num") if name in append_info}
    dicts = 0
    for item in append_info:
        if isinstance(item, dict):
            dicts += 1
            for key, value in item.items():
                if not isinstance(key, str) or not isinstance(value, (int, float, str, Tensor)):
                    raise TypeError(
                        f"For 'CheckpointConfig', a dict in 'append_info' must map str to a number, str, Parameter or "
                        f"Tensor, but got {type(key)} to {type(value)}."
                    )
            out.update(item)
        elif not isinstance(item, str):
            raise TypeError(f"For 'CheckpointConfig', 'append_info' must hold str or dict, but got {type(item)}.")
        elif item not in ("epoch_num", "step_num"):
            raise ValueError(f"For 'CheckpointConfig', 'append_info' knows 'epoch_num' and 'step_num', not {item!r}.")
    if dicts > 1:
        raise TypeError(f"For 'CheckpointConfig', 'append_info' may hold one dict, but has {dicts}.")
    return out


class ModelCheckpoint(Callback):
    """Save checkpoints during training and at its end, as ``PREFIX-EPOCH_STEP.ckpt``.

    Where files of the prefix exist, ``_1``, ``_2`` ... is added to it.

    Args:
        prefix (Union[str, Callable]): how the names begin; a function of the run's facts gives the whole name.
            Default: ``"CKP"``.
        directory (Union[str, Callable], optional): the folder, made if missing. Default: ``None``, the current one.
        config (CheckpointConfig, optional): when to save. Default: ``None``, the defaults.

    Raises:
        ValueError: if `prefix` is neither a function nor a str without "/".
        TypeError: if `config` is not a CheckpointConfig.

    Differs from MindSpore:
        No ``PREFIX-graph.meta`` is written: there is no graph.

    Source: mindspore.train.ModelCheckpoint, MindSpore 2.10
    """

    def __init__(
        self,
        prefix: str | Callable[[Any], str] = "CKP",
        directory: str | Callable[[Any], str] | None = None,
        config: CheckpointConfig | None = None,
    ) -> None:
        super().__init__()
        if not callable(prefix) and (not isinstance(prefix, str) or "/" in prefix):
            raise ValueError(
                f"For 'ModelCheckpoint', 'prefix' must be a function or a str without '/', but got {prefix!r}."
            )
        if config is not None and not isinstance(config, CheckpointConfig):
            raise TypeError(f"For 'ModelCheckpoint', 'config' should be a CheckpointConfig, but got {type(config)}.")
        self._prefix_func = prefix if callable(prefix) else None
        self._directory_func = directory if callable(directory) else None
        self._config = config or CheckpointConfig()
        self._prefix = "" if callable(prefix) else prefix
        self._first_prefix = self._prefix
        self._directory = _folder(directory) if isinstance(directory, str) else str(Path.cwd())
        if directory is not None and not callable(directory) and not isinstance(directory, str):
            raise ValueError(f"For 'ModelCheckpoint', 'directory' must be a str or a function, but got {directory!r}.")
        if self._prefix_func is None and self._directory_func is None:
            self._prefix = _unused_prefix(Path(self._directory), self._prefix)
        # the config's own dict: a second ModelCheckpoint with it goes on counting where the first ended
        self._append_dict = self._config.append_dict or {}
        self._append_epoch_num = self._append_dict.get("epoch_num", 0)
        self._append_step_num = self._append_dict.get("step_num", 0)
        self._last_triggered_step = 0
        self._last_time = self._last_time_for_keep = time.time()
        self._latest_ckpt_file_name = ""
        self._need_flush_from_cache = True
        self._manager = CheckpointManager(self._config.format)

    @property
    def _get_save_checkpoint_steps(self) -> int | None:
        return self._config.save_checkpoint_steps

    @property
    def _get_last_trigger_step(self) -> int:
        return self._last_triggered_step

    def _flush_from_cache(self, cb_params: Any) -> None:
        """Fetch parameters that a server caches: there are none."""
        del cb_params
        self._need_flush_from_cache = False

    @property
    def latest_ckpt_file_name(self) -> str:
        """The path of the last file saved."""
        return self._latest_ckpt_file_name

    def step_end(self, run_context: RunContext) -> None:
        """Save where it is due."""
        args = run_context.original_args()
        if self._prefix_func is not None:
            self._prefix = self._prefix_func(args)
            if not isinstance(self._prefix, str) or "/" in self._prefix:
                raise ValueError(
                    f"For 'ModelCheckpoint', 'prefix' must return a str without '/', but got {self._prefix!r}."
                )
        if self._directory_func is not None:
            self._directory = _folder(self._directory_func(args))
        self._save_ckpt(args)

    def end(self, run_context: RunContext) -> None:
        """Save what came after the last file."""
        self._save_ckpt(run_context.original_args(), True)
        wait_for_background()

    def save_after_exception(self, model: Model, epoch: int, step: int) -> None:
        """Save the training network beside the others where `exception_save` asks for it."""
        if not self._config.exception_save:
            return
        prefix = _unused_prefix(Path(self._directory), self._first_prefix, breakpoints=True)
        self._append_dict_content(epoch, step)
        path = Path(self._directory) / f"{prefix}-{epoch}_{step}_breakpoint.ckpt"
        save_checkpoint(model.train_network, str(path), append_dict=self._append_dict)

    def _check_save_ckpt(self, cb_params: Any, force_to_save: bool) -> bool:
        """Tell whether it is time to save."""
        config, step, last = self._config, cb_params.cur_step_num, force_to_save
        if config.save_checkpoint_steps:
            return last or step >= self._last_triggered_step + config.save_checkpoint_steps
        if config.save_checkpoint_seconds:
            now = time.time()
            if last or now - self._last_time > config.save_checkpoint_seconds:
                self._last_time = now
                return True
        return False

    def _save_ckpt(self, cb_params: Any, force_to_save: bool = False) -> None:
        """Save where it is due; programs override it to save something else.

        Args:
            cb_params (_InternalCallbackParam): the facts of the run.
            force_to_save (bool): whether training ends. Default: ``False``.
        """
        args = cb_params
        if args.cur_step_num == self._last_triggered_step or not self._check_save_ckpt(args, force_to_save):
            return
        config = self._config
        name = f"{self._prefix}.{config.format}"
        if self._prefix_func is None:
            step = (args.cur_step_num - 1) % args.batch_num + 1
            name = f"{self._prefix}-{args.cur_epoch_num}_{step}.{config.format}"
        wait_for_background()
        self._make_room()
        self._last_time_for_keep = time.time()
        self._last_triggered_step = args.cur_step_num
        self._append_dict_content(args.cur_epoch_num, args.cur_step_num)
        self._latest_ckpt_file_name = str(Path(self._directory) / name)
        save_checkpoint(
            config.saved_network if config.saved_network is not None else args.train_network,
            self._latest_ckpt_file_name,
            config.integrated_save,
            config.async_save,
            self._append_dict,
            crc_check=config.crc_check,
            format=config.format,
        )

    def _append_dict_content(self, epoch_num: int, step_num: int) -> None:
        """Count epochs and steps on in what is saved beside the parameters."""
        for name, value in (
            ("epoch_num", self._append_epoch_num + epoch_num),
            ("step_num", self._append_step_num + step_num),
        ):
            if name in self._append_dict:
                self._append_dict[name] = value

    def _make_room(self) -> None:
        """Remove files until one more may be written."""
        config, manager = self._config, self._manager
        manager.update_ckpoint_filelist(self._directory, self._prefix)
        if config.keep_checkpoint_max:
            if manager.ckpoint_num >= config.keep_checkpoint_max:
                manager.remove_oldest_ckpoint_file()
        elif config.keep_checkpoint_per_n_minutes:
            minutes, now = config.keep_checkpoint_per_n_minutes, time.time()
            if now - self._last_time_for_keep < 60 * minutes:
                manager.keep_one_ckpoint_per_minutes(minutes, now)


def _folder(directory: str) -> str:
    path = Path(directory).resolve()
    path.mkdir(parents=True, exist_ok=True)
    return str(path)


def _unused_prefix(folder: Path, prefix: str, *, breakpoints: bool = False) -> str:
    """Return `prefix`, with the next free number where files of the prefix exist."""
    taken = -1
    for file in folder.iterdir():
        is_breakpoint = file.name.endswith("_breakpoint.ckpt")
        if file.suffix not in (".ckpt", ".safetensors") or is_breakpoint != breakpoints:
            continue
        head, dash, _ = file.name.removeprefix(prefix).partition("-")
        if not file.name.startswith(prefix) or not dash:
            continue
        if not head:
            taken = max(taken, 0)
        elif head[1:].isdigit():
            taken = max(taken, int(head[1:]))
    return prefix if taken < 0 else f"{prefix}_{taken + 1}"
