"""What MindSpore's `train` keeps for itself, and other trainers import."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from ms2torch.train.callback._checkpoint import ModelCheckpoint
from ms2torch.train.serialization import save_checkpoint

_Fn = TypeVar("_Fn", bound=Callable[..., Any])


def _save_final_ckpt(func: _Fn) -> _Fn:
    """Decorate a method that trains: a checkpoint is saved where it fails, if its callbacks ask for one.

    Args:
        func (function): the method. Its object has ``_train_network``, ``_current_epoch_num`` and
            ``_current_step_num``.

    Source: mindspore.train.model._save_final_ckpt, MindSpore 2.10
    """

    @wraps(func)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = kwargs.get("callbacks")
        callbacks = given if isinstance(given, list) else [given]
        asked = next((each for each in callbacks[::-1] if isinstance(each, ModelCheckpoint)), None)
        if asked is None or not asked._config.exception_save:
            return func(self, *args, **kwargs)
        try:
            return func(self, *args, **kwargs)
        except BaseException:
            name = f"{asked._prefix}-{self._current_epoch_num}_{self._current_step_num}_breakpoint.ckpt"
            save_checkpoint(self._train_network, os.fspath(Path(asked._directory) / name))
            raise

    return run  # type: ignore[return-value]


def _save_graph(network: Any, file_name: str) -> None:
    """Write a network's compiled graph; where nothing was compiled there is none, and nothing is written.

    Args:
        network (Cell): the network.
        file_name (str): the file.

    Source: mindspore.train.serialization._save_graph, MindSpore 2.10
    """
    graph = network.get_func_graph_proto() if hasattr(network, "get_func_graph_proto") else None
    if graph:
        Path(file_name).write_bytes(graph)


def _convert_python_data(data: Any) -> Any:
    """Return what an operation gave as Python values; here it gives them so.

    Args:
        data (Any): the values.

    Source: mindspore.common.api._convert_python_data, MindSpore 2.10
    """
    return data
