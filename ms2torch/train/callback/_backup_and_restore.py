"""Keeping a copy of the network while it trains, to go on from after a crash."""

from __future__ import annotations

from pathlib import Path

from ms2torch import _checkparam
from ms2torch.train.callback._callback import Callback, RunContext
from ms2torch.train.serialization import load_checkpoint, save_checkpoint


class BackupAndRestore(Callback):
    """Save the training network as ``backup.ckpt`` now and then, and start from it where it exists.

    Args:
        backup_dir (str): the folder of the file; made if it lacks.
        save_freq (Union[str, int]): ``"epoch"``: after each epoch; an int: after so many. Default: ``"epoch"``.
        delete_checkpoint (bool): delete the file when training ends well. Default: ``True``.

    Raises:
        ValueError: if `save_freq` is not positive.
        TypeError: if an argument is of another type.

    Source: mindspore.train.BackupAndRestore, MindSpore 2.10
    """

    def __init__(self, backup_dir: str, save_freq: str | int = "epoch", delete_checkpoint: bool = True) -> None:
        super().__init__()
        if not isinstance(backup_dir, str):
            msg = f"For 'BackupAndRestore', 'backup_dir' must be a string, but got {type(backup_dir)}."
            raise TypeError(msg)
        folder = Path(backup_dir)
        folder.mkdir(parents=True, exist_ok=True)
        self.backup_file = str(folder.resolve() / "backup.ckpt")
        self.save_freq = 1 if save_freq == "epoch" else _checkparam.check_positive_int(save_freq)
        self.delete_checkpoint = _checkparam.check_bool(delete_checkpoint)

    def on_train_begin(self, run_context: RunContext) -> None:
        """Load the file, if there is one."""
        if Path(self.backup_file).exists():
            load_checkpoint(self.backup_file, net=run_context.original_args().train_network)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Save the file, if it is time."""
        facts = run_context.original_args()
        if facts.cur_epoch_num % self.save_freq == 0:
            save_checkpoint(facts.train_network, self.backup_file)

    def on_train_end(self, run_context: RunContext) -> None:
        """Delete the file, if that was asked for."""
        del run_context
        if self.delete_checkpoint:
            Path(self.backup_file).unlink(missing_ok=True)
