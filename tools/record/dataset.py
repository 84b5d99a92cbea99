"""Record what MindSpore's dataset pipelines give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/dataset.py     # rewrite tests/goldens/dataset.json

Each pipeline is a function of the framework's `dataset` module and is defined here once;
tests/ms2torch/test_dataset_generator.py runs the same ones on ms2torch.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "dataset.json"

DATA = np.arange(20, dtype=np.float32).reshape(10, 2)
LABELS = np.arange(10, dtype=np.int32)


class Pairs:
    """Ten pairs by index."""

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        return DATA[index], LABELS[index]

    def __len__(self) -> int:
        return 10


class Stream:
    """Six pairs in order, again for every epoch."""

    def __init__(self) -> None:
        self.index = 0

    def __iter__(self) -> Stream:
        self.index = 0
        return self

    def __next__(self) -> tuple[np.ndarray, np.ndarray]:
        if self.index >= 6:
            raise StopIteration
        self.index += 1
        return DATA[self.index], LABELS[self.index]


class Values:
    """One column: whatever it is made of."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def __getitem__(self, index: int) -> Any:
        return self.values[index]

    def __len__(self) -> int:
        return len(self.values)


def generate() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield four pairs."""
    for index in range(4):
        yield DATA[index], LABELS[index]


def pairs(ds: Any, **options: Any) -> Any:
    """Return the ten pairs in order."""
    return ds.GeneratorDataset(Pairs(), ["data", "label"], **{"shuffle": False, **options})


def _values(ds: Any, *values: Any) -> Any:
    return ds.GeneratorDataset(Values(list(values)), ["value"], shuffle=False)


def _slices(ds: Any, *args: Any, **options: Any) -> Any:
    return ds.NumpySlicesDataset(*args, **{"shuffle": False, **options})


def _double(x: Any) -> Any:
    return x * 2


def _split(x: Any) -> tuple[Any, Any]:
    return x[0], x[1]


def _add(x: Any, y: Any) -> Any:
    return x + y


def _swap(x: Any, y: Any) -> tuple[Any, Any]:
    return y, x


def _mean(col: list[Any], info: Any) -> tuple[Any]:
    return ([np.mean(x).astype(np.float32) + info.get_batch_num() * 100 for x in col],)


def _size(info: Any) -> int:
    return info.get_batch_num() + 1


def _ragged(ds: Any) -> Any:
    return _values(ds, *(np.ones((n,), np.float32) * n for n in (1, 3, 2, 4, 2)))


PIPELINES: dict[str, Callable[[Any], Any]] = {
    "pairs": pairs,
    "one name as string": lambda ds: ds.GeneratorDataset(Values([1, 2]), "x", shuffle=False),
    "stream": lambda ds: ds.GeneratorDataset(Stream(), ["data", "label"]),
    "generator function": lambda ds: ds.GeneratorDataset(generate, ["data", "label"]),
    "list of tuples": lambda ds: ds.GeneratorDataset([(1, 2.0), (3, 4.0)], ["a", "b"], shuffle=False),
    "num_samples": lambda ds: pairs(ds, num_samples=3),
    "num_samples of a stream": lambda ds: ds.GeneratorDataset(generate, ["data", "label"], num_samples=2),
    "shards": lambda ds: pairs(ds, num_shards=3, shard_id=1),
    "too few columns": lambda ds: ds.GeneratorDataset(Pairs(), ["data"], shuffle=False),
    "too many columns": lambda ds: ds.GeneratorDataset(Pairs(), ["a", "b", "c"], shuffle=False),
    "no columns": lambda ds: ds.GeneratorDataset(Pairs(), shuffle=False),
    "index error": lambda ds: ds.GeneratorDataset(Values([np.ones(2), [1, "a", None]]), ["x"], shuffle=False),
    "column types": lambda ds: ds.GeneratorDataset(Pairs(), ["a", "b"], shuffle=False).map(_double, ["b"]),
    "int": lambda ds: _values(ds, 1, 2),
    "float": lambda ds: _values(ds, 1.5, 2.5),
    "bool": lambda ds: _values(ds, True, False),
    "text": lambda ds: _values(ds, "a", "bc"),
    "list": lambda ds: _values(ds, [1, 2, 3], [4, 5, 6]),
    "list of lists": lambda ds: _values(ds, [[1.0, 2.0]], [[3.0, 4.0]]),
    "tuple is columns": lambda ds: ds.GeneratorDataset(Values([(1, 2), (3, 4)]), ["a", "b"], shuffle=False),
    "float64": lambda ds: _values(ds, np.ones(2)),
    "scalars": lambda ds: _values(ds, np.float32(1), np.float32(2)),
    "uint8": lambda ds: _values(ds, np.arange(3, dtype=np.uint8)),
    "slices array": lambda ds: _slices(ds, DATA),
    "slices list": lambda ds: _slices(ds, [1, 2, 3]),
    "slices nested list": lambda ds: _slices(ds, [[1, 2], [3, 4]]),
    "slices tuple": lambda ds: _slices(ds, (DATA, LABELS), ["x", "y"]),
    "slices tuple without names": lambda ds: _slices(ds, ([1, 2], [3.0, 4.0], [5, 6])),
    "slices dict": lambda ds: _slices(ds, {"a": [1, 2], "b": [3.0, 4.0]}),
    "slices dict renamed": lambda ds: _slices(ds, {"a": [1, 2], "b": [3.0, 4.0]}, ["c", "d"]),
    "slices shards": lambda ds: _slices(ds, {"a": list(range(7))}, num_shards=2, shard_id=1),
    "slices uneven": lambda ds: _slices(ds, ([1, 2], [3]), ["a", "b"]),
    "batch": lambda ds: pairs(ds).batch(4),
    "batch drop": lambda ds: pairs(ds).batch(4, drop_remainder=True),
    "batch of numbers": lambda ds: _values(ds, 1, 2, 3).batch(2),
    "batch of text": lambda ds: _values(ds, "a", "bcd", "ef").batch(2),
    "batch ragged": lambda ds: _ragged(ds).batch(2),
    "batch zero": lambda ds: pairs(ds).batch(0),
    "batch float": lambda ds: pairs(ds).batch(2.5),
    "batch size function": lambda ds: pairs(ds).batch(_size),
    "batch map": lambda ds: pairs(ds).batch(4, per_batch_map=_mean, input_columns=["data"]),
    "batch unknown option": lambda ds: pairs(ds).batch(4, nothing=1),
    "padded batch": lambda ds: _ragged(ds).padded_batch(2, pad_info={}),
    "padded batch to": lambda ds: _ragged(ds).padded_batch(3, drop_remainder=True, pad_info={"value": ([5], -1)}),
    "map": lambda ds: pairs(ds).map(_double, ["data"]),
    "map first column": lambda ds: pairs(ds).map(_double),
    "map two operations": lambda ds: pairs(ds).map([_double, _double], "label"),
    "map one to two": lambda ds: pairs(ds).map(_split, ["data"], ["a", "b"]),
    "map two to one": lambda ds: pairs(ds).map(_add, ["data", "label"], ["sum"]),
    "map two to two": lambda ds: pairs(ds).map(_swap, ["data", "label"]),
    "map rename": lambda ds: pairs(ds).map(_double, ["label"], ["twice"]),
    "map unknown column": lambda ds: pairs(ds).map(_double, ["nothing"]),
    "map wrong count": lambda ds: pairs(ds).map(_split, ["data"], ["a"]),
    "map python number": lambda ds: pairs(ds).map(lambda x: int(x) + 1, ["label"]),
    "map no operation": lambda ds: pairs(ds).map([], ["label"]),
    "map after batch": lambda ds: pairs(ds).batch(5).map(lambda x: x.sum(axis=0), ["data"]),
    "project": lambda ds: pairs(ds).project(["label"]),
    "project swapped": lambda ds: pairs(ds).project(["label", "data"]),
    "project unknown": lambda ds: pairs(ds).project(["nothing"]),
    "rename": lambda ds: pairs(ds).rename("data", "x"),
    "rename unknown": lambda ds: pairs(ds).rename(["nothing"], ["x"]),
    "repeat": lambda ds: pairs(ds).take(2).repeat(3),
    "repeat zero": lambda ds: pairs(ds).repeat(0),
    "take": lambda ds: pairs(ds).take(3),
    "take all": lambda ds: pairs(ds).take(-1),
    "take too many": lambda ds: pairs(ds).take(30),
    "take zero": lambda ds: pairs(ds).take(0),
    "skip": lambda ds: pairs(ds).skip(7),
    "skip all": lambda ds: pairs(ds).skip(12),
    "skip negative": lambda ds: pairs(ds).skip(-1),
    "repeat batch": lambda ds: pairs(ds).repeat(2).batch(8),
    "batch repeat": lambda ds: pairs(ds).batch(8).repeat(2),
    "filter": lambda ds: pairs(ds).filter(lambda x: x % 2 == 0, ["label"]),
    "concat": lambda ds: pairs(ds).take(2) + pairs(ds).skip(8),
    "concat other names": lambda ds: pairs(ds).take(2) + pairs(ds).rename("data", "x"),
    "zip": lambda ds: ds.zip((pairs(ds), pairs(ds).rename(["data", "label"], ["d", "l"]).take(4))),
    "zip same names": lambda ds: ds.zip((pairs(ds), pairs(ds))),
    "method zip": lambda ds: pairs(ds).take(2).zip(_slices(ds, {"z": [7, 8, 9]})),
    "flat map": lambda ds: _values(ds, 1, 2).flat_map(lambda x: _slices(ds, {"y": [int(x)] * 2})),
    "sequential sampler": lambda ds: pairs(ds, shuffle=None, sampler=ds.SequentialSampler(2, 3)),
    "subset sampler": lambda ds: pairs(ds, shuffle=None, sampler=ds.SubsetSampler([3, 1, 1])),
    "list sampler": lambda ds: pairs(ds, shuffle=None, sampler=[5, 0]),
    "distributed sampler": lambda ds: pairs(ds, shuffle=None, sampler=ds.DistributedSampler(4, 3, shuffle=False)),
    "sampler and shuffle": lambda ds: pairs(ds, shuffle=True, sampler=ds.SequentialSampler()),
    "shards and sampler": lambda ds: pairs(ds, shuffle=None, num_shards=2, shard_id=0, sampler=ds.SequentialSampler()),
    "shard without id": lambda ds: pairs(ds, num_shards=2),
    "shuffle buffer zero": lambda ds: pairs(ds).shuffle(0),
    "shuffle one": lambda ds: pairs(ds).shuffle(1),
    "shuffle of stream source": lambda ds: ds.GeneratorDataset(generate, ["data", "label"], shuffle=True),
}  # fmt: skip


def answer(ds: Any, make: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the facts and the rows of a pipeline, or the error's type."""
    try:
        dataset = make(ds)
        rows = [
            {name: _plain(value) for name, value in row.items()}
            for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True)
        ]
        return {
            "columns": dataset.get_col_names(),
            "size": dataset.get_dataset_size(),
            "batch": dataset.get_batch_size(),
            "repeat": dataset.get_repeat_count(),
            "rows": rows,
        }
    except Exception as error:
        return {"error": type(error).__name__}


def _plain(value: Any) -> list[Any]:
    return [value.dtype.kind + str(value.dtype.itemsize) if value.dtype.kind != "U" else "U", value.tolist()]


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    import mindspore.dataset as ds

    answers = {name: answer(ds, make) for name, make in PIPELINES.items()}
    GOLDEN.write_text(json.dumps(answers, indent=None).replace('}, "', '},\n"') + "\n", encoding="utf-8")
    print(ms.__version__, f"{len(answers)} answers, {GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
