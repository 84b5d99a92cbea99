"""Mirrors `mindspore.train.summary.enums`: what a summary can hold."""

from __future__ import annotations

from enum import Enum

__all__ = ["ModeEnum", "PluginEnum", "WriterPluginEnum"]


class BaseEnum(Enum):
    """An enumeration that can be listed."""

    @classmethod
    def to_list(cls) -> list[str]:
        """Return all values."""
        return [one.value for one in cls]


class PluginEnum(BaseEnum):
    """The kinds of records."""

    GRAPH = "graph"
    SCALAR = "scalar"
    IMAGE = "image"
    TENSOR = "tensor"
    HISTOGRAM = "histogram"
    TRAIN_LINEAGE = "train_lineage"
    EVAL_LINEAGE = "eval_lineage"
    CUSTOM_LINEAGE_DATA = "custom_lineage_data"
    DATASET_GRAPH = "dataset_graph"
    EXPLAINER = "explainer"
    LANDSCAPE = "landscape"


class WriterPluginEnum(Enum):
    """The files that records go to."""

    EXPORTER = "exporter"
    EXPLAINER = "explainer"
    SUMMARY = "summary"
    LINEAGE = "lineage"


class ModeEnum(BaseEnum):
    """What a program does while it records."""

    TRAIN = "train"
    EVAL = "eval"
