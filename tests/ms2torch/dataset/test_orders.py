"""The same seed gives MindSpore's own order of rows and its own draws, epoch by epoch (goldens: real MindSpore's)."""

import json
from pathlib import Path

import numpy as np
import pytest

from ms2torch import dataset as ds, mindrecord
from ms2torch._core import seed as core_seed
from ms2torch._core.random_engines import Mersenne32, Mersenne64, MinimalStandard
from tests.opdb import _data_orders as data_orders

GOLDEN = json.loads((Path(__file__).parents[2] / "goldens" / "data_orders.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _no_seed(monkeypatch):
    monkeypatch.setattr(ds.config, "_seed", None)
    monkeypatch.setattr(core_seed, "_global_seed", None)  # another test of this process may have set one


@pytest.mark.parametrize("name", list(GOLDEN))
def test_as_mindspore(name, tmp_path):
    make = data_orders.cases(ds, mindrecord, tmp_path)[name]
    for seed, rows in GOLDEN[name].items():
        assert data_orders.run(ds, make, int(seed)) == rows


def test_every_case_is_recorded(tmp_path):
    assert list(data_orders.cases(ds, mindrecord, tmp_path)) == list(GOLDEN)


def test_engines_give_the_numbers_of_the_standard():
    # the 10000th number of each, as the C++ standard states it for the default seed
    for engine, number in (
        (Mersenne32(5489), 4123659995),
        (Mersenne64(5489), 9981545732273789042),
        (MinimalStandard(1), 1043618065 - 1),
    ):
        assert [engine.raw() for _ in range(10000)][-1] == number


@pytest.mark.parametrize("count", [0, 1, 2, 3, 65535, 65536])
def test_a_shuffled_list_has_every_item_once(count):
    order = Mersenne32(3).permutation(count)
    assert np.array_equal(np.sort(order), np.arange(count))


def test_no_seed_no_order_twice():
    first, second = (data_orders.epochs(ds.NumpySlicesDataset(np.arange(200)), 1) for _ in range(2))
    assert first != second


def test_rows_wait_for_what_their_reader_says():
    state = {"added": 0}
    rows = ds.NumpySlicesDataset(np.arange(5), ["a"], shuffle=False)
    rows = rows.sync_wait("policy", callback=lambda data: state.update(added=data))
    rows = rows.map(lambda x: x + state["added"], ["a"])
    read = []
    for place, (value,) in enumerate(rows.create_tuple_iterator(num_epochs=1, output_numpy=True)):
        read.append(int(value))
        rows.sync_update("policy", data=10 * (place + 1))
    assert read == [0, 11, 22, 33, 44]
    with pytest.raises(RuntimeError, match="Condition name not found"):
        rows.sync_update("other")
    with pytest.raises(RuntimeError, match="already in use"):
        rows.sync_wait("policy")
    with pytest.raises(RuntimeError, match="No shuffle after sync operators"):
        rows.batch(2).shuffle(2)


def test_rows_that_nobody_lets_pass_any_more_pass(capfd):
    rows = ds.NumpySlicesDataset([1, 2, 3]).sync_wait("again")
    assert len(list(rows.create_tuple_iterator())) == 3
    assert "waits for `sync_update('again')`" in capfd.readouterr().err
    other = ds.NumpySlicesDataset([1, 2, 3]).sync_wait("again")
    other.disable_sync()
    assert len(list(other.create_tuple_iterator())) == 3
    assert capfd.readouterr().err == ""


class Moving(ds.Sampler):
    """Reads the first row, then one further each epoch."""

    def __init__(self):
        super().__init__()
        self.epoch = 0

    def __iter__(self):
        return iter([self.epoch, 3])

    def reset(self):
        self.epoch += 1


class Twice(ds.Sampler):
    def __iter__(self):
        return iter([3, 1])

    def get_indices(self):
        return super().get_indices().repeat(2)


def test_a_sampler_is_reset_after_each_epoch_of_an_iterator():
    rows = ds.NumpySlicesDataset(np.arange(5), ["a"], sampler=Moving())
    for _ in range(2):  # what changes in it is the iterator's
        iterator = rows.create_tuple_iterator(num_epochs=3, output_numpy=True)
        assert [[int(a) for (a,) in iterator] for _ in range(3)] == [[0, 3], [1, 3], [2, 3]]
    assert rows.get_dataset_size() == 2
    assert Moving().get_num_samples() == 2


def test_a_sampler_may_say_its_positions_at_once():
    rows = ds.NumpySlicesDataset(np.arange(5), ["a"], sampler=Twice())
    assert [int(a) for (a,) in rows.create_tuple_iterator(output_numpy=True)] == [3, 3, 1, 1]


def test_batches_are_let_pass_whole():
    told = []
    rows = ds.NumpySlicesDataset(np.arange(8), ["a"], shuffle=False).sync_wait("policy", callback=told.append).batch(4)
    read = []
    for place, (value,) in enumerate(rows.create_tuple_iterator(num_epochs=1, output_numpy=True)):
        read.append(value.tolist())
        rows.sync_update("policy", data=place)
    assert read == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert told == [0, 1]
    assert rows.is_sync()
    assert not ds.NumpySlicesDataset([1]).is_sync()


def test_rows_of_files_may_be_drawn_more_often_than_there_are(tmp_path):
    path = str(tmp_path / "few.mindrecord")
    writer = mindrecord.FileWriter(path)
    writer.add_schema({"a": {"type": "int32"}})
    assert writer.write_raw_data([{"a": number} for number in range(4)]) is None
    assert writer.commit() is None
    rows = ds.MindDataset(path, num_samples=9)
    assert rows.get_dataset_size() == len(list(rows.create_tuple_iterator())) == 9


def test_files_and_rows_that_cannot_be_read_are_said_to_be(tmp_path):
    empty = tmp_path / "empty.mindrecord"
    empty.touch()
    with pytest.raises(RuntimeError, match="the size of mindrecord file: 0 is smaller than the lower limit: 8"):
        ds.MindDataset(str(empty))
    path = str(tmp_path / "rows.mindrecord")
    writer = mindrecord.FileWriter(path)
    writer.add_schema({"a": {"type": "float64"}})
    writer.write_raw_data([{"a": 1.0}])
    writer.commit()
    rows = ds.MindDataset(path, ["a"], padded_sample={"a": np.array([1, 2])}, num_padded=1)
    with pytest.raises(RuntimeError, match="the value of column: a should be string or number"):
        list(rows.create_tuple_iterator())


def test_parts_of_several_processes_have_no_row_twice(tmp_path):
    # without a seed, too: each process draws on its own
    path = str(tmp_path / "numbers.mindrecord")
    writer = mindrecord.FileWriter(path)
    writer.add_schema({"a": {"type": "int32"}})
    writer.write_raw_data([{"a": number} for number in range(20)])
    writer.commit()
    text = tmp_path / "numbers.txt"
    text.write_text("".join(f"{number}\n" for number in range(20)), encoding="utf-8")
    makes = (
        lambda **part: ds.NumpySlicesDataset(np.arange(20), **part),
        lambda **part: ds.MindDataset(path, **part),
        lambda **part: ds.TextFileDataset(str(text), **part),
    )
    for make in makes:
        read = [
            int(value)
            for part in range(4)
            for (value,) in make(num_shards=4, shard_id=part).create_tuple_iterator(num_epochs=1, output_numpy=True)
        ]
        assert sorted(read) == list(range(20))
    first = ds.NumpySlicesDataset(np.arange(20), num_shards=4, shard_id=0).create_tuple_iterator(output_numpy=True)
    assert [int(value) for (value,) in first] == [17, 0, 9, 5, 11]  # MindSpore's own
    rows = ds.MindDataset(path, num_shards=4, shard_id=0).create_tuple_iterator(output_numpy=True)
    assert [int(value) for (value,) in rows] == [10, 3, 18, 0, 19]


def test_an_operation_without_its_parentheses():
    with pytest.raises(ValueError, match=r"op_list\[1\] should be a dataset processing operation instance"):
        ds.transforms.Compose([ds.vision.HWC2CHW(), ds.vision.Decode])
    with pytest.raises(ValueError, match="element of method map should be a dataset processing operation instance"):
        ds.NumpySlicesDataset([1]).map(ds.vision.HWC2CHW)


@pytest.fixture
def numbers(tmp_path):
    path = str(tmp_path / "numbers.mindrecord")
    writer = mindrecord.FileWriter(path)
    writer.add_schema({"a": {"type": "int32"}})
    writer.write_raw_data([{"a": number} for number in range(10)])
    writer.commit()
    return path


def read(rows):
    return [int(value) for (value,) in rows.create_tuple_iterator(num_epochs=1, output_numpy=True)]


@pytest.mark.parametrize(("value", "blocks"), [("True", True), ("tRUE", True), ("1", False), ("", False)])
def test_the_environment_may_ask_for_blocks_of_rows(numbers, monkeypatch, value, blocks):
    monkeypatch.setenv("MS_DEV_MINDRECORD_SHARD_BY_BLOCK", value)
    parts = [read(ds.MindDataset(numbers, shuffle=False, num_shards=3, shard_id=part)) for part in range(3)]
    by_block = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert parts == (by_block if blocks else [[0, 3, 6, 9], [1, 4, 7, 0], [2, 5, 8, 1]])


def test_samplers_one_after_the_other(numbers):
    rows = ds.MindDataset(numbers, shuffle=False)
    rows.add_sampler(ds.SubsetSampler([7, 3, 1]))
    rows.add_sampler(ds.SubsetSampler([2, 0]))
    assert read(rows) == [1, 7]
    partial = ds.MindDataset(numbers, shuffle=ds.Shuffle.PARTIAL)
    with pytest.raises(RuntimeError, match=r"the current sampler must not be Shuffle.PARTIAL"):
        partial.add_sampler(ds.SequentialSampler())
    in_files = ds.DistributedSampler(2, 1, ds.Shuffle.INFILE)
    with pytest.raises(RuntimeError, match=r"the input sampler must be Shuffle.FALSE or Shuffle.GLOBAL"):
        ds.MindDataset(numbers).add_sampler(in_files)
    with pytest.raises(RuntimeError, match=r"the current sampler must be Shuffle.FALSE or Shuffle.GLOBAL"):
        in_files.add_child(ds.RandomSampler())
    with pytest.raises(RuntimeError, match=r"the input sampler must not be Shuffle.PARTIAL"):
        ds.SequentialSampler().add_child(ds.RandomSampler(shuffle=ds.Shuffle.PARTIAL))
    with pytest.raises(RuntimeError, match="shuffle mode: infile is not supported with current dataset"):
        read(ds.NumpySlicesDataset(np.arange(4), sampler=in_files))
    chained = ds.SequentialSampler()
    chained.add_child(ds.RandomSampler())
    padded = ds.MindDataset(numbers, ["a"], sampler=chained, padded_sample={"a": -1}, num_padded=1)
    with pytest.raises(RuntimeError, match="is not distributed sampling"):
        read(padded)
    with pytest.raises(ValueError, match="'num_samples' cannot be specified at the same time"):
        ds.MindDataset(numbers, shuffle=ds.Shuffle.FILES, num_samples=3)


def test_with_an_offset_no_row_is_read_twice(numbers):
    parts = [ds.MindDataset(numbers, sampler=ds.DistributedSampler(4, part, False, offset=1)) for part in range(4)]
    assert [read(one) for one in parts] == [[0, 1], [2, 3, 4], [5, 6, 7], [8, 9]]
    assert [one.get_dataset_size() for one in parts] == [2, 3, 3, 2]
