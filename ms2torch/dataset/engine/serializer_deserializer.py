"""Pipelines written down as JSON, read back, shown and compared.

Source: mindspore.dataset.engine.serializer_deserializer, MindSpore 2.10
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ms2torch import log as logger
from ms2torch.dataset.engine._deserialized import DeserializedDataset
from ms2torch.dataset.engine.datasets import Dataset


def serialize(dataset: Dataset, json_filepath: str = "") -> dict[str, Any]:
    """Tell a pipeline as a dict of plain values, and write it into a file.

    Code in Python is told by its name, and so are, as in MindSpore, most operations on text: such a pipeline cannot be
    made again from what is written.

    Args:
        dataset (Dataset): the end of the pipeline.
        json_filepath (str): file to write; ``""``: none. Default: ``""``.

    Returns:
        dict, the pipeline.

    Raises:
        RuntimeError: if the file cannot be written.

    Differs from MindSpore:
        `audio.LFCC`, `audio.MFCC`, `audio.InverseMelScale`, `audio.SpectralCentroid`, `audio.PhaseVocoder`,
        `transforms.Fill`, `vision.MixUp`, `vision.TenCrop` and `vision.ToNumpy` are told with the arguments as they
        were given, not as the engine keeps them; `vision.AdjustContrast` names its device, where MindSpore writes the
        factor there.

    Source: mindspore.dataset.serialize, MindSpore 2.10
    """
    return dataset.to_json(json_filepath)


def deserialize(input_dict: dict[str, Any] | str | None = None, json_filepath: str | None = None) -> Dataset | None:
    """Make a pipeline of what `serialize` has told.

    Args:
        input_dict (dict, optional): the pipeline, or the path of its file. Default: ``None``.
        json_filepath (str, optional): the file; counts where both are given. Default: ``None``.

    Returns:
        Dataset, or ``None`` where nothing is given.

    Raises:
        RuntimeError: when the pipeline is used first, as in MindSpore: if there is no such file, or it tells of code in
            Python or of what nothing here has the name of.

    Source: mindspore.dataset.deserialize, MindSpore 2.10
    """
    told = json_filepath or input_dict
    return DeserializedDataset(told) if told else None


def expand_path(node_repr: dict[str, Any], key: str, val: str | list[str]) -> None:
    """Put the whole path, or paths, of `val` into a dict.

    Args:
        node_repr (dict): the dict.
        key (str): where.
        val (Union[str, list[str]]): paths as they were given.

    Source: mindspore.dataset.engine.serializer_deserializer.expand_path, MindSpore 2.10
    """
    node_repr[key] = [str(Path(one).resolve()) for one in val] if isinstance(val, list) else str(Path(val).resolve())


def show(dataset: Dataset, indentation: int | None = 2) -> None:
    """Write a pipeline into the log, at level INFO.

    Args:
        dataset (Dataset): the end of the pipeline.
        indentation (int, optional): spaces for each depth; ``None``: all in one line. Default: ``2``.

    Source: mindspore.dataset.show, MindSpore 2.10
    """
    logger.info(json.dumps(dataset.to_json(), indent=indentation))


def compare(pipeline1: Dataset, pipeline2: Dataset) -> bool:
    """Return whether two pipelines are told alike.

    Args:
        pipeline1 (Dataset): the end of one.
        pipeline2 (Dataset): the end of the other.

    Source: mindspore.dataset.compare, MindSpore 2.10
    """
    return pipeline1.to_json() == pipeline2.to_json()
