"""The checkpoint files of one prefix in a folder, and which of them go."""

from __future__ import annotations

from pathlib import Path

from ms2torch import log as logger


class CheckpointManager:
    """The files of a prefix, and their removal.

    Args:
        format (str): their extension. Default: ``"ckpt"``.

    Source: mindspore.train.callback._checkpoint.CheckpointManager, MindSpore 2.10
    """

    def __init__(self, format: str = "ckpt") -> None:
        self._files: list[str] = []
        self._format = format

    @property
    def ckpoint_filelist(self) -> list[str]:
        """The paths."""
        return self._files

    @property
    def ckpoint_num(self) -> int:
        """How many there are."""
        return len(self._files)

    def update_ckpoint_filelist(self, directory: str, prefix: str) -> None:
        """Look again which files there are: PREFIX-EPOCH_STEP, without a letter after the prefix.

        Args:
            directory (str): the folder.
            prefix (str): how their names begin.
        """
        self._files = [
            str(file)
            for file in Path(directory).iterdir()
            if file.suffix == f".{self._format}"
            and file.name.startswith(f"{prefix}-")
            and not any(char.isalpha() for char in file.stem[len(prefix) :])
        ]

    def remove_ckpoint_file(self, file_name: str) -> None:
        """Remove a file; where that fails, say so and go on.

        Args:
            file_name (str): its path.
        """
        try:
            Path(file_name).unlink()
            self._files.remove(file_name)
        except (OSError, ValueError) as error:
            logger.warning("Failed to remove the older checkpoint file %s: %s", file_name, error)

    def remove_oldest_ckpoint_file(self) -> None:
        """Remove the file that was written first."""
        self.remove_ckpoint_file(min(self._files, key=_written))

    def keep_one_ckpoint_per_minutes(self, minutes: float, cur_time: float) -> None:
        """Of the files written in the last `minutes`, keep the oldest.

        Args:
            minutes (float): how far back to look.
            cur_time (float): the time to look back from, in seconds.
        """
        recent = [file for file in self._files if cur_time - _written(file) < 60 * minutes]
        for file in sorted(recent, key=_written)[1:]:
            self.remove_ckpoint_file(file)


def _written(file: str) -> float:
    return Path(file).stat().st_mtime
