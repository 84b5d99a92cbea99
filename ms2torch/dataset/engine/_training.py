"""The dataset that a training run reads, which recovery after a fault asks for."""

from __future__ import annotations

from typing import Any

_training: list[Any] = [None]


def _set_training_dataset(dataset: Any) -> None:
    """Say which dataset is being trained on.

    Args:
        dataset (Dataset | Iterator): the dataset, or an iterator over it.

    Source: mindspore.dataset.engine.datasets._set_training_dataset, MindSpore 2.10
    """
    _training[0] = dataset


def _get_training_dataset() -> Any:
    """Return the dataset that is being trained on; None if nobody said.

    Source: mindspore.dataset.engine.datasets._get_training_dataset, MindSpore 2.10
    """
    return _training[0]
