"""`Dataset.save`: a pipeline's rows as MindRecord files, as MindSpore 2.10 writes them: types, schema, bytes."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import ms2torch.dataset as ds
from ms2torch.mindrecord import FileReader

ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)


def rows_of(*columns):
    return list(zip(*columns, strict=True))


def source(rows, names=("x",)):
    return ds.GeneratorDataset(rows, list(names), shuffle=False)


def read(*paths):
    return list(ds.MindDataset([str(path) for path in paths], shuffle=False).create_dict_iterator(output_numpy=True))


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("bool", "int32"), ("int8", "int32"), ("int16", "int32"), ("int32", "int32"), ("int64", "int64"),
        ("uint8", "int32"), ("uint16", "int32"), ("uint32", "int64"), ("uint64", "int64"), ("float16", "float32"),
        ("float32", "float32"), ("float64", "float64"),
    ],
)  # fmt: skip
def test_types(tmp_path, given, stored):
    arrays = [np.array([0, 1, i]).astype(given) for i in range(3)]
    source(rows_of(arrays, [array[2] for array in arrays]), ["x", "one"]).save(str(tmp_path / "m"))
    reader = FileReader(str(tmp_path / "m"))
    assert reader.schema() == {"x": {"shape": [-1], "type": stored}, "one": {"type": stored}}
    found = read(tmp_path / "m")
    assert [row["x"].tolist() for row in found] == [array.astype(stored).tolist() for array in arrays]
    assert [(row["one"].dtype, row["one"].shape) for row in found] == [(np.dtype(stored), ())] * 3


def test_text_and_bytes(tmp_path):
    source(rows_of([np.array("ab"), np.array("\u00e9c")], [np.array(b"x\x01"), np.array(b"yz")]), "tb").save(
        str(tmp_path / "m")
    )
    assert [(row["t"].item(), row["b"].tobytes()) for row in read(tmp_path / "m")] == [
        ("ab", b"x\x01"),
        ("\u00e9c", b"yz"),
    ]


def test_the_bytes_are_those_of_mindspore(tmp_path):
    rows = [(ARRAY + i, np.int32(i), np.array(f"t{i}")) for i in range(300)]
    source(rows, "xys").save(str(tmp_path / "a"))
    assert hashlib.md5((tmp_path / "a").read_bytes()).hexdigest() == "24f8a443a651395df871940e4cca87e4"


def test_operations_are_carried_out_and_sizes_may_differ_in_the_first_dimension(tmp_path):
    source([(np.arange(i + 1),) for i in range(3)]).map(lambda x: x * 2).repeat(2).save(str(tmp_path / "m"))
    assert [row["x"].tolist() for row in read(tmp_path / "m")] == [[0], [0, 2], [0, 2, 4]] * 2


def test_several_files(tmp_path):
    source([(np.int64(i),) for i in range(600)]).batch(2).save(str(tmp_path / "m"), num_files=3)
    paths = [tmp_path / f"m{i}" for i in range(3)]
    found = read(*paths)
    assert sorted(number for row in found for number in row["x"].tolist()) == list(range(600))
    assert all(path.with_name(f"{path.name}.db").exists() for path in paths)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((1,), TypeError, "Argument file_name with value 1 is not of type"),
        (("m", "1"), TypeError, "Argument num_files"),
        (("m", 0), ValueError, "num_files should between 0 and 1000"),
        (("m", 1, "tfrecord"), ValueError, "tfrecord dataset format is not supported"),
        (("",), RuntimeError, "dataset_path must not be empty"),
        (("none/m",), RuntimeError, "can not get real dataset path"),
    ],
)
def test_arguments(tmp_path, monkeypatch, arguments, error, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=said):
        source([(ARRAY,)]).save(*arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([(np.array(["a", "b"]),)], "multi-dimensional string"),
        ([(np.zeros((2, 1)),), (np.zeros((2, 2)),)], r"\[1\] in the first row, now \[2\]"),
        ([], "has no row"),
        ([(np.zeros(2, np.complex64),)], "no type for the column 'x' of complex64"),
    ],
)
def test_rows_that_cannot_be_written(tmp_path, rows, said):
    made = source(rows or [(ARRAY,)])
    with pytest.raises(RuntimeError, match=said):
        (made if rows else made.skip(1)).save(str(tmp_path / "m"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_half_written_stays(tmp_path):
    rows = [(np.zeros((1, 2)),)] * 300 + [(np.zeros((1, 3)),)]
    with pytest.raises(RuntimeError, match="dynamic shape"):
        source(rows).save(str(tmp_path / "m"), 2)
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_there_stay(tmp_path):
    source([(ARRAY,)]).save(str(tmp_path / "m"))
    before = (tmp_path / "m").read_bytes()
    with pytest.raises(RuntimeError, match="already exist"):
        source([(ARRAY + 1,)]).save(str(tmp_path / "m"))
    assert (tmp_path / "m").read_bytes() == before


def test_what_a_pipeline_knows_of_its_classes():
    data = source([(ARRAY,)]).batch(1)
    assert (data.get_class_indexing(), data.num_classes(), data.input_indexs) == ({}, None, ())
    data.input_indexs = (1,)
    assert data.children[0].input_indexs == (1,)
