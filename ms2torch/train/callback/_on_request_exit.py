"""Ending a run when the process is asked to, with what was learnt kept."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from types import FrameType
from typing import Any

from ms2torch import _checkparam
from ms2torch.context import get_context
from ms2torch.train._export import export
from ms2torch.train.callback._callback import Callback, RunContext
from ms2torch.train.serialization import load_checkpoint, save_checkpoint


class OnRequestExit(Callback):
    """Stop after the step at hand when a signal comes, and save the network.

    The file is ``rank_N/NAME_train.ckpt`` (``NAME_eval.ckpt`` in evaluation) in the folder; where it exists, the next
    run starts from it.

    Args:
        save_ckpt (bool): save the network. Default: ``True``.
        save_mindir (bool): also write the network, without its code, as `mindspore.export` does for ``"MINDIR"``:
            ``NAME_train.mindir``. Default: ``True``.
        file_name (str): the beginning of the file's name. Default: ``"Net"``.
        directory (str): the folder. Default: ``"./"``.
        config_file (str, optional): a JSON file; ``{"GracefulExit": 1}`` in it asks too, read before each step.
            Default: ``None``.
        sig (int): the signal. Default: ``signal.SIGTERM``.

    Raises:
        ValueError: if `sig` cannot be caught.

    Differs from MindSpore:
        what is written as MindIR is torch's exported program, of the network and not of the training step.
        `config_file` is read without the environment variable that MindSpore wants, and needs no Parameter of a certain
        name in the network.

    Source: mindspore.train.OnRequestExit, MindSpore 2.10
    """

    def __init__(
        self,
        save_ckpt: bool = True,
        save_mindir: bool = True,
        file_name: str = "Net",
        directory: str = "./",
        config_file: str | None = None,
        sig: int = signal.SIGTERM,
    ) -> None:
        super().__init__()
        self.save_ckpt = _checkparam.check_isinstance("save_ckpt", save_ckpt, bool)
        self.save_mindir = _checkparam.check_isinstance("save_mindir", save_mindir, bool)
        self.sig = _checkparam.check_isinstance("sig", sig, int)
        if sig == getattr(signal, "SIGKILL", None):
            msg = "Not support send exit request by signal SIGKILL."
            raise ValueError(msg)
        self.exit = False
        self.config_file = config_file
        folder = Path(directory) / f"rank_{get_context('device_id')}"
        self.train_name = str(folder / f"{file_name}_train")
        self.eval_name = str(folder / f"{file_name}_eval")
        if save_ckpt:
            folder.mkdir(parents=True, exist_ok=True)

    def on_train_begin(self, run_context: RunContext) -> None:
        """Listen for the signal, and load what an earlier run saved."""
        self._begin(run_context.original_args().train_network, (self.train_name,))

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Read the file that may ask for the end."""
        del run_context
        self.exit = self.exit or self._asked_by_file()

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Stop after this step, if that was asked for."""
        if self.exit:
            run_context.request_stop()

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Stop after this epoch, if that was asked for."""
        self.on_train_step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Save, if the end was asked for."""
        args = run_context.original_args()
        self._end(args.train_network, self.train_name, args, args.train_dataset_element)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Listen for the signal, and load what an earlier run saved."""
        self._begin(run_context.original_args().eval_network, (self.eval_name, self.train_name))

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Stop after this step, if that was asked for."""
        if self.exit:
            run_context.request_stop()

    def on_eval_end(self, run_context: RunContext) -> None:
        """Save, if the end was asked for."""
        args = run_context.original_args()
        self._end(args.eval_network, self.eval_name, args, args.eval_dataset_element)

    def _begin(self, network: Any, names: tuple[str, ...]) -> None:
        signal.signal(self.sig, self._handle_signal)
        found = [name for name in names if Path(f"{name}.ckpt").is_file()]
        if self.save_ckpt and found:
            load_checkpoint(f"{found[0]}.ckpt", net=network)

    def _end(self, network: Any, name: str, args: Any, element: tuple[Any, ...]) -> None:
        if not self.exit:
            return
        if self.save_ckpt:
            save_checkpoint(network, name)
        if self.save_mindir:
            inputs = element if args.loss_fn is None else element[:1]
            export(args.network, *inputs, file_name=name, file_format="MINDIR")

    def _handle_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.exit = True

    def _asked_by_file(self) -> bool:
        if self.config_file is None or not Path(self.config_file).is_file():
            return False
        try:
            asked = json.loads(Path(self.config_file).read_text(encoding="utf-8"))
        except json.JSONDecodeError:
            return False  # it may be being written
        return isinstance(asked, dict) and asked.get("GracefulExit") == 1
