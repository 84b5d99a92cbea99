"""Pipelines as MindSpore tells them in JSON, and made again from it."""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ms2torch.dataset.core import config
from ms2torch.dataset.core._given import given
from ms2torch.dataset.engine import _json_operations as operations, samplers
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._wording import pipeline_error
from ms2torch.dataset.engine.datasets import Dataset, Shuffle

_QUEUE = "connector_queue_size"
# datasets of another name in MindSpore's engine
_NAMES = {
    "YesNoDataset": "YesNoNode",
    "CoNLL2000Dataset": "CoNLL2000Node",
    "UDPOSDataset": "UDPOSNode",
    "MindDataset": "MindDataDataset",
    "RandomDataset": "RandomDataset",
}
# datasets of which MindSpore tells nothing but the name: they hold Python objects, or are read by others
_NAME_ONLY = {"MindDataset", "RandomDataset"}
_HELD = {"GeneratorDataset", "NumpySlicesDataset", "PaddedDataset"}
_READ_IN_A_ROW = {"USPSDataset", "EnWik9Dataset"}
_CHOICE = ("num_samples", "num_parallel_workers", "shuffle", "sampler", "num_shards", "shard_id", "cache")
_UNTOLD = {"decrypt", "column_defaults", "schema"}
_WITHOUT: dict[str, Any] = {"class_indexing": {}, "extensions": [], "columns_list": [], "column_names": []}
# fields of another name, or none, in MindSpore
_FIELDS: dict[str, dict[str, str | None]] = {
    "CLUEDataset": {"dataset_files": "dataset_dir"},
    "Multi30kDataset": {"usage": None},
}
_KINDS = {"false": 0, "files": 1, "global": 2, "infile": 3}


@called_by("to_json")
def described(dataset: Dataset, filename: str) -> dict[str, Any]:
    """Return a pipeline as a dict of plain values, and write it into a file if that has a name.

    Raises:
        RuntimeError: if the file cannot be written.
    """
    description = told(dataset)
    if filename:
        write(description, filename)
    return description


def told(dataset: Dataset) -> dict[str, Any]:
    """Return a pipeline as a dict of plain values, as MindSpore's JSON has it."""
    name = type(dataset).__name__
    if name == "DeserializedDataset":
        return dataset.to_json()
    own = _OPERATIONS[name](dataset) if name in _OPERATIONS else _of_source(dataset, name)
    if dataset.cache is not None:
        own["cache"] = dataset.cache.told()
    return {"children": [told(child) for child in dataset.children], **own}


def write(description: dict[str, Any], file: str) -> None:
    """Write a description into a file.

    Raises:
        RuntimeError: if it cannot be written.
    """
    try:
        Path(file).write_text(json.dumps(description, separators=(",", ":"), sort_keys=True), encoding="utf-8")
    except OSError as error:
        raise RuntimeError(pipeline_error(f"Invalid file, get real path failed, path={file}")) from error


def _workers(dataset: Dataset) -> dict[str, Any]:
    asked = given(dataset).get("num_parallel_workers")
    return {
        _QUEUE: config.get_prefetch_size(),
        "num_parallel_workers": config.get_num_parallel_workers() if asked is None else asked,
    }


# -------------------------------------------------------------------------------------------------------- sources
def _of_source(dataset: Dataset, name: str) -> dict[str, Any]:
    arguments = given(dataset)
    own = {_QUEUE: config.get_prefetch_size(), "op_type": _NAMES.get(name, name)}
    if name in _HELD or name in _NAME_ONLY:
        kind = "GeneratorDataset" if name in _HELD else own["op_type"]
        return {**own, "op_type": kind, "num_parallel_workers": arguments.get("num_parallel_workers") or 1}
    own |= _workers(dataset)
    if "usage" in arguments:
        arguments["usage"] = arguments["usage"] or getattr(dataset, "usage", None) or "all"
    for key, value in arguments.items():
        if key not in _CHOICE and key not in _UNTOLD:
            own[key] = _WITHOUT.get(key, value) if value is None else value
    if "dataset_files" in own and isinstance(own["dataset_files"], str):
        own["dataset_files"] = [own["dataset_files"]]
    for old, new in _FIELDS.get(name, {}).items():
        value = own.pop(old, None)
        if new is not None:
            own[new] = value
    if name == "TFRecordDataset":
        own |= _tfrecord(dataset, arguments)
    sampler = getattr(dataset, "_sampler", None)
    if sampler is not None and name not in _READ_IN_A_ROW:
        return own | {"sampler": _sampler(sampler)}
    return own | _in_a_row(dataset, arguments)


def _in_a_row(dataset: Dataset, arguments: dict[str, Any]) -> dict[str, Any]:
    shuffle = arguments.get("shuffle")
    shuffle = Shuffle.GLOBAL if shuffle is None or shuffle is True else shuffle or Shuffle.FALSE
    return {
        "num_samples": arguments.get("num_samples") or getattr(dataset, "_num_samples", None) or 0,
        "num_shards": arguments.get("num_shards") or 1,
        "shard_id": arguments.get("shard_id") or 0,
        "shuffle": _KINDS[str(shuffle.value)],
    }


def _tfrecord(dataset: Dataset, arguments: dict[str, Any]) -> dict[str, Any]:
    kind = _in_a_row(dataset, arguments)["shuffle"]
    schema = arguments.get("schema")
    return {
        "schema_file_path": schema if isinstance(schema, str) else "",
        "compression_type": arguments.get("compression_type") or "",
        "shuffle_files": kind in (1, 2),
        "shuffle_global": kind == 2,
    }


def _sampler(sampler: samplers.BuiltinSampler) -> dict[str, Any]:
    own = {"sampler_name": type(sampler).__name__} | _SAMPLERS[type(sampler).__name__](sampler)
    own["num_samples"] = sampler.num_samples or 0
    child = sampler.get_child()
    return own if child is None else own | {"child_sampler": [_sampler(child)]}


def _mixes(sampler: Any) -> int:
    return _KINDS[sampler.get_shuffle_mode()]


_SAMPLERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "SequentialSampler": lambda one: {"start_index": one.start_index},
    "RandomSampler": lambda one: {
        "replacement": one.replacement,
        "reshuffle_each_epoch": True,
        "shuffle_mode": _mixes(one),
    },
    "PKSampler": lambda one: {"num_val": one.num_val, "shuffle": given(one)["shuffle"]},
    "SubsetSampler": lambda one: {"indices": list(given(one)["indices"])},
    "SubsetRandomSampler": lambda one: {"indices": list(given(one)["indices"])},
    "WeightedRandomSampler": lambda one: {
        "weights": list(given(one)["weights"]),
        "replacement": given(one)["replacement"],
    },
    "DistributedSampler": lambda one: {
        "even_dist": True,
        "num_shards": one.num_shards,
        "shard_id": one.shard_id,
        "offset": one.offset,
        "seed": config.get_seed() + 1,
        "shuffle_mode": _mixes(one),
    },
}


# ----------------------------------------------------------------------------------------------------- operations
def _map(dataset: Any) -> dict[str, Any]:
    flat: list[Any] = []
    for operation in dataset.operations:
        inner = operation.transforms if type(operation).__name__ == "Compose" else [operation]
        flat += [operations.told(one) for one in inner]
    columns = {"input_columns": dataset.input_columns, "output_columns": dataset.output_columns}
    called = [one.step_size for one in dataset.callbacks]
    return {"op_type": "Map", "operations": flat, "callback": called} | columns | _workers(dataset)


def _batch(dataset: Any) -> dict[str, Any]:
    own = {"op_type": "Batch", "batch_size": 1 if callable(dataset.batch_size) else dataset.batch_size}
    own |= {"drop_remainder": dataset.drop_remainder, "input_columns": [], "output_columns": []}
    if given(dataset)["per_batch_map"] is not None:
        own["per_batch_map"] = "pyfunc"
        own["input_columns"] = dataset._inputs or []
        own["output_columns"] = dataset._outputs or []
    return own | _workers(dataset)


def _concat(dataset: Any) -> dict[str, Any]:
    sizes = [child.get_dataset_size() for child in dataset.children]
    flags = [[int(child._known_size() is None), size] for child, size in zip(dataset.children, sizes, strict=True)]
    return {
        "op_type": "Concat",
        "children_flag_and_nums": flags,
        "children_sizes": sizes,
        "children_start_end_index": [[-1, -1] for _ in sizes],
        "sampler": {"sampler_name": "SequentialSampler", "start_index": 0, "num_samples": 0},
    }


def _simple(op_type: str, *fields: str, workers: bool = False) -> Callable[[Any], dict[str, Any]]:
    def own(dataset: Any) -> dict[str, Any]:
        arguments = given(dataset)
        found = {"op_type": op_type} | {field: arguments[field] for field in fields}
        return found | _workers(dataset) if workers else found

    return own


_OPERATIONS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "MapDataset": _map,
    "BatchDataset": _batch,
    "ConcatDataset": _concat,
    "ShuffleDataset": lambda one: {
        "op_type": "Shuffle",
        "buffer_size": given(one)["buffer_size"],
        "reset_each_epoch": True,
    },
    "RepeatDataset": _simple("Repeat", "count"),
    "SkipDataset": _simple("Skip", "count"),
    "TakeDataset": _simple("Take", "count"),
    "ProjectDataset": _simple("Project", "columns"),
    "RenameDataset": lambda one: (
        {"op_type": "Rename"}
        | dict(zip(("input_columns", "output_columns"), list(given(one).values())[1:], strict=True))
    ),
    "ZipDataset": _simple("Zip", workers=True),
    "BucketBatchByLengthDataset": _simple("BucketBatchByLength", workers=True),
    "SyncWaitDataset": _simple("SyncWait", workers=True),
    "FilterDataset": lambda one: {
        "op_type": "Filter",
        "predicate": "pyfunc",
        "input_columns": given(one)["input_columns"] or [],
        "num_parallel_workers": config.get_num_parallel_workers(),
    },
}


# ------------------------------------------------------------------------------------------------------ made again
def made(description: dict[str, Any]) -> Dataset:
    """Return the pipeline that a description tells of.

    Raises:
        RuntimeError: if it has Python code, which a description does not hold, or what nothing here has the name of.
    """
    children = [made(child) for child in description.get("children", [])]
    name = str(description.get("op_type"))
    build = _BUILD.get(name)
    if build is not None:
        if description.get("per_batch_map"):
            raise RuntimeError(pipeline_error("Batch: a Python function cannot be made from its description."))
        return build(children, description)
    if children or name in ("GeneratorDataset", *(_NAMES[one] for one in _NAME_ONLY)):
        raise RuntimeError(pipeline_error(f"{name}: Python objects cannot be made from a description."))
    return _source(name, description)


def _source(name: str, description: dict[str, Any]) -> Dataset:
    name = next((ours for ours, theirs in _NAMES.items() if theirs == name), name)
    kind = getattr(importlib.import_module("ms2torch.dataset"), name, None)
    if not isinstance(kind, type):
        told_of = pipeline_error(f"Invalid parameter, unsupported op type: {name}")
        raise RuntimeError(told_of)  # noqa: TRY004 - what is wrong is the description
    known = inspect.signature(kind.__init__).parameters
    arguments = {key: value for key, value in description.items() if key in known and value not in ({}, [], "")}
    for ours, theirs in _FIELDS.get(name, {}).items():
        if theirs is not None and theirs in description:
            arguments[ours] = description[theirs]
    arguments.pop("sampler", None)
    if "sampler" in description:
        arguments["sampler"] = _sampler_made(description["sampler"])
    elif "shuffle" in description:
        arguments["shuffle"] = Shuffle(next(key for key, number in _KINDS.items() if number == description["shuffle"]))
        arguments["num_samples"] = description["num_samples"] or None
        if description["num_shards"] == 1:
            del arguments["num_shards"], arguments["shard_id"]
    if description.get("schema_file_path"):
        arguments["schema"] = description["schema_file_path"]
    return kind(**arguments)


def _sampler_made(description: dict[str, Any]) -> samplers.BuiltinSampler:
    kind = getattr(samplers, description["sampler_name"])
    known = inspect.signature(kind.__init__).parameters
    arguments = {key: value for key, value in description.items() if key in known}
    if "shuffle_mode" in description and "shuffle" in known:
        mode = next(name for name, number in _KINDS.items() if number == description["shuffle_mode"])
        arguments["shuffle"] = Shuffle(mode) if kind is samplers.RandomSampler else mode != "false"
    arguments["num_samples"] = arguments.get("num_samples") or None
    sampler = kind(**arguments)
    for child in description.get("child_sampler", []):
        sampler.add_child(_sampler_made(child))
    return sampler


def _map_made(children: list[Dataset], told_of: dict[str, Any]) -> Dataset:
    chain = [operations.made(one) for one in told_of["operations"]]
    columns = [told_of[key] or None for key in ("input_columns", "output_columns")]
    return children[0].map(chain, *columns, num_parallel_workers=told_of["num_parallel_workers"])


_BUILD: dict[str, Callable[[list[Dataset], dict[str, Any]], Dataset]] = {
    "Map": _map_made,
    "Batch": lambda children, one: children[0].batch(
        one["batch_size"], one["drop_remainder"], one["num_parallel_workers"]
    ),
    "Concat": lambda children, _: children[0].concat(children[1:]),
    "Zip": lambda children, _: children[0].zip(tuple(children[1:])),
    "Shuffle": lambda children, one: children[0].shuffle(one["buffer_size"]),
    "Repeat": lambda children, one: children[0].repeat(one["count"]),
    "Skip": lambda children, one: children[0].skip(one["count"]),
    "Take": lambda children, one: children[0].take(one["count"]),
    "Project": lambda children, one: children[0].project(one["columns"]),
    "Rename": lambda children, one: children[0].rename(one["input_columns"], one["output_columns"]),
}
