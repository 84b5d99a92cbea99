"""Pipelines give the rows that MindSpore's gave when recorded; shuffling, workers and epochs behave."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import dataset as ds
from tools.record import dataset as recorded

GOLDEN = json.loads(recorded.GOLDEN.read_text(encoding="utf-8"))

# numpy 2 keeps the type of `int32_scalar * 2` and of `float32_scalar + 1`; the recording, with numpy 1, widened it
NUMPY_1_TYPES = {"column types", "map two to one", "map two operations", "map rename", "batch map"}


@pytest.mark.parametrize("name", recorded.PIPELINES)
def test_rows(name):
    ours, theirs = recorded.answer(ds, recorded.PIPELINES[name]), GOLDEN[name]
    if "error" in theirs or "error" in ours:
        assert ours == theirs
        return
    for row in (*ours["rows"], *theirs["rows"]) if name in NUMPY_1_TYPES else ():
        for column in row.values():
            column[0] = column[0][0]
    assert ours == theirs


def ids(dataset, epochs=1):
    iterator = dataset.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [[int(row[0]) for row in iterator] for _ in range(epochs)]


@pytest.fixture
def numbers():
    return ds.NumpySlicesDataset({"x": list(range(20))})


@pytest.fixture(autouse=True)
def _no_seed(monkeypatch):
    monkeypatch.setattr(ds.config, "_seed", None)
    monkeypatch.setattr("ms2torch._core.seed._global_seed", None)


class TestShuffle:
    def test_every_epoch_has_all_in_another_order(self, numbers):
        one, two = ids(numbers, 2)
        assert sorted(one) == sorted(two) == list(range(20))
        assert one != two != sorted(two)

    def test_same_seed_same_order(self, numbers):
        ds.config.set_seed(3)
        first = ids(numbers, 2)
        assert ids(numbers, 2) == first
        assert first[0] != first[1]
        assert ids(numbers.repeat(2)) == [first[0] + first[1]]
        ds.config.set_seed(4)
        assert ids(numbers, 2) != first

    def test_global_seed(self, numbers):
        ms.set_seed(5)
        assert ds.config.get_seed() == 5
        first = ids(numbers)
        assert ids(numbers) == first
        ds.config.set_seed(6)
        assert ds.config.get_seed() == 6
        ms.set_seed(7)
        assert ds.config.get_seed() == 7

    def test_unset(self, numbers):
        assert ds.config.get_seed() == 5489
        assert ids(numbers) != ids(numbers)

    def test_buffer(self):
        ordered = ds.NumpySlicesDataset(list(range(50)), shuffle=False)
        mixed = ids(ordered.shuffle(4))[0]
        assert sorted(mixed) == list(range(50)) != mixed
        assert all(value <= place + 3 for place, value in enumerate(mixed))

    def test_two_with_one_seed_stay_together(self):
        ds.config.set_seed(1)
        left, right = (ds.NumpySlicesDataset({name: list(range(9))}) for name in "ab")
        assert all(int(a) == int(b) for a, b in ds.zip((left, right)).create_tuple_iterator(num_epochs=1))


class TestSamplers:
    def rows(self, sampler, size=10):
        return ids(ds.NumpySlicesDataset(list(range(size)), sampler=sampler))[0]

    def test_random(self):
        assert sorted(self.rows(ds.RandomSampler())) == list(range(10))
        assert len(self.rows(ds.RandomSampler(num_samples=4))) == 4
        assert len(self.rows(ds.RandomSampler(replacement=True, num_samples=30))) == 10  # no more than there are

    def test_subset_random(self):
        assert sorted(self.rows(ds.SubsetRandomSampler([1, 5, 7]))) == [1, 5, 7]

    def test_weighted(self):
        assert set(self.rows(ds.WeightedRandomSampler([0, 1, 0, 1], 20))) == {1, 3}
        with pytest.raises(ValueError, match="weights"):
            ds.WeightedRandomSampler([0.0])

    def test_shards_cover_everything(self):
        ds.config.set_seed(2)
        parts = [self.rows(ds.DistributedSampler(3, shard)) for shard in range(3)]
        assert {len(part) for part in parts} == {4}
        assert set().union(*parts) == set(range(10))

    def test_own(self):
        class Every(ds.Sampler):
            def __iter__(self):
                yield from range(0, self.dataset_size, 4)

        dataset = ds.NumpySlicesDataset(list(range(10)), sampler=Every())
        assert ids(dataset) == [[0, 4, 8]]
        assert dataset.get_dataset_size() == 3

    def test_child(self):
        outer = ds.SequentialSampler(1, 2)
        outer.add_child(ds.SubsetSampler([9, 8, 7, 6]))
        assert self.rows(outer) == [8, 7]
        with pytest.raises(RuntimeError, match="child"):
            outer.add_child(ds.SequentialSampler())

    def test_out_of_range(self):
        with pytest.raises(RuntimeError, match="out of range"):
            self.rows(ds.SubsetSampler([10]))


class TestIterators:
    def test_tensors(self, numbers):
        row = next(numbers.create_dict_iterator())
        assert isinstance(row["x"], ms.Tensor)
        assert row["x"].dtype == ms.int64
        assert isinstance(next(iter(numbers)), list)

    def test_text_stays_numpy(self):
        row = next(ds.NumpySlicesDataset(["a"]).create_tuple_iterator())
        assert row[0].item() == "a"

    def test_changing_a_tensor_leaves_the_source(self):
        data = np.zeros((3, 2), np.float32)
        for (x,) in ds.NumpySlicesDataset(data, shuffle=False).create_tuple_iterator(num_epochs=1):
            x.asnumpy()[:] = 1
        assert not data.any()

    def test_epochs_end(self, numbers):
        iterator = numbers.create_dict_iterator(num_epochs=2)
        assert [len(list(iterator)) for _ in range(2)] == [20, 20]
        with pytest.raises(RuntimeError, match="epochs"):
            next(iterator)

    def test_columns(self):
        dataset = recorded.pairs(ds)
        assert next(dataset.create_tuple_iterator(["label"], output_numpy=True)) == [0]

    def test_facts(self):
        dataset = recorded.pairs(ds).batch(4)
        assert dataset.output_shapes() == [[4, 2], [4]]
        assert dataset.output_types() == [np.float32, np.int32]
        assert len(dataset) == 3


class TestWorkers:
    @pytest.fixture(autouse=True)
    def _few(self, monkeypatch):
        monkeypatch.setattr(ds.config, "_num_parallel_workers", 2)

    def test_source(self):
        dataset = recorded.pairs(ds, num_parallel_workers=2)
        assert [int(row[1]) for row in dataset.create_tuple_iterator(num_epochs=1)] == list(range(10))

    def test_map(self):
        dataset = recorded.pairs(ds).map(_square, ["label"], num_parallel_workers=2, python_multiprocessing=True)
        assert [int(row[1]) for row in dataset.create_tuple_iterator(num_epochs=1)] == [n * n for n in range(10)]

    def test_error_in_a_worker(self):
        dataset = recorded.pairs(ds).map(_fail, ["label"], python_multiprocessing=True)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            list(dataset.create_tuple_iterator(num_epochs=1))

    def test_batch(self):
        dataset = recorded.pairs(ds).batch(3, per_batch_map=_sums, input_columns=["label"], python_multiprocessing=True)
        assert next(dataset.create_tuple_iterator(num_epochs=1, output_numpy=True))[1].tolist() == [0, 1, 2]


def _square(x):
    return x * x


def _fail(x):
    return 1 // 0


def _sums(column, info):
    return ([x + info.get_epoch_num() for x in column],)


class TestMessages:
    def test_map(self):
        def broken(x):
            raise KeyError("here")

        dataset = recorded.pairs(ds).map(broken, ["label"])
        with pytest.raises(RuntimeError, match=r"(?s)PyFunc.*KeyError: 'here'.*'broken'"):
            next(iter(dataset))

    @pytest.mark.parametrize(
        ("make", "error", "text"),
        [
            (lambda: ds.GeneratorDataset(3, ["a"]), TypeError, "source"),
            (lambda: ds.GeneratorDataset([1], ["a", "a"]), ValueError, "column name should not be same"),
            (lambda: ds.GeneratorDataset((x for x in [1]), ["a"], num_shards=2, shard_id=0), ValueError, "num_shards"),
            (lambda: recorded.pairs(ds).map(3), ValueError, "function"),
            (lambda: recorded.pairs(ds).map(_square, nothing=1), TypeError, "nothing"),
            (lambda: recorded.pairs(ds).map(_square, cache=1), TypeError, "Argument cache with value 1"),
            (lambda: recorded.pairs(ds).shuffle("a"), TypeError, "buffer_size"),
            (lambda: recorded.pairs(ds).take(-2), ValueError, "count"),
            (lambda: recorded.pairs(ds) + 3, TypeError, "datasets"),
            (lambda: ds.zip(recorded.pairs(ds)), TypeError, "tuple"),
            (lambda: recorded.pairs(ds).apply(lambda d: 3), TypeError, "dataset"),
            (lambda: ds.NumpySlicesDataset({}), ValueError, "empty"),
            (lambda: ds.config.set_seed(-1), ValueError, "seed"),
            (lambda: ds.config.set_seed("a"), TypeError, "seed"),
            (lambda: next(iter(recorded.pairs(ds, column_types=[ms.int32, ms.int32]))), RuntimeError, "float32"),
        ],
    )
    def test_arguments(self, make, error, text):
        with pytest.raises(error, match=text):
            make()


class TestBatchSampler:
    def test_stack(self):
        dataset = ds.GeneratorDataset(recorded.Pairs(), ["data", "label"], batch_sampler=[[0, 1], [5]])
        assert [row[1].tolist() for row in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)] == [
            [0, 1],
            [5],
        ]
        assert dataset.get_dataset_size() == 2

    def test_collate(self):
        dataset = ds.GeneratorDataset(
            recorded.Pairs(),
            ["total"],
            batch_sampler=[[1, 2]],
            collate_fn=lambda samples: sum(label for _, label in samples),
        )
        assert next(iter(dataset))[0] == 3
