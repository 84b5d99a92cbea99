"""Published data sets are read as by real MindSpore, which recorded the goldens; damaged files are errors."""

import json
from pathlib import Path

import pytest

from ms2torch import dataset as ds
from tests.opdb import _data_files as data_files

GOLDEN = json.loads((Path(__file__).parents[2] / "goldens" / "data_files.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    data_files.write(folder)
    return folder


@pytest.mark.parametrize("name", list(GOLDEN))
def test_as_mindspore(name, root, monkeypatch):
    monkeypatch.setattr(ds.config, "_num_parallel_workers", 1)
    assert data_files.told(data_files.cases(ds, root)[name]()) == GOLDEN[name]


def test_every_case_is_recorded(root):
    assert list(data_files.cases(ds, root)) == list(GOLDEN)


@pytest.mark.parametrize("cut", [1, 9, 30, 60])
def test_a_damaged_tfrecord_file(cut, tmp_path):
    path = tmp_path / "a.tfrecord"
    path.write_bytes(data_files.tfrecord([data_files.example(a=[1, 2]), data_files.example(a=[3])])[:cut])
    with pytest.raises(RuntimeError, match=r"a\.tfrecord"):
        list(ds.TFRecordDataset(str(path), shuffle=False))


def test_what_is_wrong_is_said(root):
    with pytest.raises(RuntimeError, match="column name: zz"):
        list(ds.TFRecordDataset(str(root / "tf/a.tfrecord"), columns_list=["zz"]))
    with pytest.raises(ValueError, match="did not match any files"):
        ds.TFRecordDataset(str(root / "nothing"))
    with pytest.raises(ValueError, match="does not exist"):
        ds.CocoDataset(str(root / "coco/images"), str(root / "none.json"))
    with pytest.raises(ValueError, match="'train', 'test', 'all'"):
        ds.AGNewsDataset(str(root / "csv3"), usage="valid")
    with pytest.raises(RuntimeError, match="has 3 fields"):
        list(ds.YelpReviewDataset(str(root / "csv3"), usage="train"))


def test_text_of_tfrecord_files_is_str_in_the_order_of_its_schema(tmp_path):
    def feature(name, *values):
        inner = b"".join(_field(1, value) for value in values)
        return _field(1, _field(1, name) + _field(2, _field(1, inner)))

    example = _field(1, feature(b"a", b"one", "zwölf".encode()) + feature(b"b", b"x"))
    path = tmp_path / "text.tfrecord"
    path.write_bytes(len(example).to_bytes(8, "little") + bytes(4) + example + bytes(4))
    schema = ds.Schema()
    schema.add_column("b", "string", [])
    schema.add_column("a", "string", [2])
    rows = ds.TFRecordDataset(str(path), schema=schema)
    (row,) = rows.create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert [each.tolist() for each in row] == ["x", ["one", "zwölf"]]
    (plain,) = ds.TFRecordDataset(str(path)).create_dict_iterator(num_epochs=1, output_numpy=True)
    assert bytes(plain["a"]) == b"one   " + "zwölf".encode()  # bytes of one length, with spaces


def _field(number, payload):
    return bytes([number << 3 | 2, len(payload)]) + payload
