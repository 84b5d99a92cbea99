"""TFRecord as MindRecord.

Source: mindspore.mindrecord.tools.tfrecord_to_mr, MindSpore 2.10
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.mindrecord.core._tf_example import DamagedExampleError, parse_example, read_records
from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["TFRecordToMR"]

_TYPES = {
    "string": "string", "int8": "int32", "int16": "int32", "int32": "int32", "int64": "int64", "uint8": "int32",
    "uint16": "int32", "uint32": "int64", "uint64": "int64", "float16": "float32", "float32": "float32",
    "float64": "float64", "double": "float64", "bool": "int32",
}  # fmt: skip


class TFRecordToMR:
    """Write a TFRecord file as MindRecord; the file is read without TensorFlow.

    Args:
        source (str): the TFRecord file.
        destination (str): the MindRecord file.
        feature_dict (dict): name to ``tf.io.FixedLenFeature``, or any object with its attributes `shape` and `dtype`.
        bytes_fields (list[str], optional): features to write as bytes, not text. Default: ``None``.

    Raises:
        ValueError: if an argument is not of the type above, or a feature has more than one dimension.
        ParamValueError: if a name is none for a file.

    Source: mindspore.mindrecord.TFRecordToMR, MindSpore 2.10
    """

    def __init__(
        self, source: str, destination: str, feature_dict: dict[str, Any], bytes_fields: list[str] | None = None
    ) -> None:
        for name, value in (("source", source), ("destination", destination)):
            if not isinstance(value, str):
                raise ValueError(f"Parameter {name} must be string.")  # noqa: TRY004 - MindSpore's kind of error
            check_filename(value, name)
        if not isinstance(feature_dict, dict):
            raise ValueError("Parameter feature_dict is None or not dict.")  # noqa: TRY004 - MindSpore's kind of error
        for feature in feature_dict.values():
            if not (hasattr(feature, "shape") and hasattr(feature, "dtype")):
                raise ValueError(f"Parameter feature_dict: {feature_dict} only support FixedLenFeature.")
        self.source = source
        self.destination = destination
        self.feature_dict = feature_dict
        self._bytes = _bytes_fields(bytes_fields, feature_dict)
        self.mindrecord_schema = {_name(key): self._field(key) for key in feature_dict}

    def _field(self, key: str) -> dict[str, Any]:
        feature = self.feature_dict[key]
        if key in self._bytes:
            return {"type": "bytes"}
        kind = _kind(feature)
        if not feature.shape:
            return {"type": kind}
        if len(feature.shape) != 1:
            raise ValueError(f"Parameter len(feature_dict[{key}].shape) should be 1.")
        length = feature.shape[0]
        if not isinstance(length, int):
            raise ValueError(  # noqa: TRY004 - MindSpore's kind of error
                f'Invalid parameter feature_dict, value and type mismatch, please check item of feature_dict["{key}"].'
            )
        if length < 1:
            raise ValueError(f"Parameter feature_dict[{key}].shape[0] should > 0")
        if kind == "string":
            raise ValueError(
                f"Parameter feature_dict[{key}].dtype is tf.string which shape[0] is not None. It is not supported."
            )
        return {"type": kind, "shape": [length]}

    def tfrecord_iterator(self) -> Iterator[dict[str, Any]]:
        """Give the rows.

        Raises:
            ValueError: if the file has not the features asked for.

        Source: mindspore.mindrecord.TFRecordToMR.tfrecord_iterator, MindSpore 2.10
        """
        try:
            for record in read_records(Path(self.source)):
                features = parse_example(record)
                yield {_name(key): self._value(key, features.get(key)) for key in self.feature_dict}
        except DamagedExampleError as error:
            raise ValueError(f"TFRecord feature_dict parameter error: {error}.") from error

    def _value(self, key: str, values: Any) -> Any:
        kind = self.mindrecord_schema[_name(key)]
        want = int(np.prod(self.feature_dict[key].shape or [1]))
        if values is None or len(values) != want:
            have = "no" if values is None else len(values)
            raise ValueError(f"TFRecord feature_dict parameter error: feature '{key}' has {have} values, not {want}.")
        if "shape" in kind:
            return np.asarray(values, kind["type"])
        if kind["type"] in ("bytes", "string"):
            return values[0] if kind["type"] == "bytes" else values[0].decode()
        return int(values[0]) if kind["type"].startswith("int") else float(values[0])

    def transform(self) -> MSRStatus:
        """Write the file.

        Returns:
            MSRStatus, SUCCESS.

        Raises:
            ValueError: if the file has not the features asked for.
            RuntimeError: if the file to be written is there already.

        Source: mindspore.mindrecord.TFRecordToMR.transform, MindSpore 2.10
        """
        writer = FileWriter(self.destination)
        return _convert.write_all(
            writer, self.mindrecord_schema, "TFRecord to MindRecord", None, self.tfrecord_iterator()
        )

    def run(self) -> MSRStatus:
        """Write the file, as `transform`."""
        return self.transform()


def _name(key: str) -> str:
    return re.sub(r"[^\w]", "_", key, flags=re.ASCII)


def _kind(feature: Any) -> str:
    name = getattr(feature.dtype, "name", str(feature.dtype))
    if name not in _TYPES:
        raise ValueError(f"Type {name} is not supported in MindRecord.")
    return _TYPES[name]


def _bytes_fields(bytes_fields: Any, feature_dict: dict[str, Any]) -> list[str]:
    if bytes_fields is None:
        return []
    if not isinstance(bytes_fields, list):
        raise ValueError(f"Parameter bytes_fields: {bytes_fields} must be list(str).")  # noqa: TRY004 - MindSpore's kind of error
    for item in bytes_fields:
        if not isinstance(item, str):
            raise ValueError(f"Parameter bytes_fields's item: {item} is not str.")  # noqa: TRY004 - MindSpore's kind of error
        if item not in feature_dict:
            raise ValueError(f"Parameter bytes_fields's item: {item} is not in feature_dict: {feature_dict}.")
        if not isinstance(feature_dict[item].shape, list):
            raise ValueError(f"Parameter feature_dict[{item}].shape should be a list.")  # noqa: TRY004 - MindSpore's kind of error
        if _kind(feature_dict[item]) != "string":
            raise ValueError(f"Parameter bytes_field: {item} should be tf.string in feature_dict.")
    return bytes_fields
