"""MindRecord files: written byte for byte as by real MindSpore, which wrote the goldens; and its files read."""

import json
import lzma
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from ms2torch.mindrecord import FileReader, FileWriter, MindPage
from tests.opdb import _mindrecord_files as mindrecord_files

GOLDENS = Path(__file__).parents[2] / "goldens" / "mindrecord"
NAMES = list(mindrecord_files.SCHEMAS)


def theirs(name):
    return lzma.decompress((GOLDENS / f"{name}.mindrecord.xz").read_bytes())


def index_of(path):
    base = sqlite3.connect(path)
    found = {
        "made": [row[0] for row in base.execute("SELECT sql FROM sqlite_master")],
        "rows": [list(row) for row in base.execute("SELECT * FROM INDEXES ORDER BY ROW_ID")],
        "names": [row[0] for row in base.execute("SELECT NAME FROM SHARD_NAME")],
    }
    base.close()
    return found


def same(one, two):
    assert one.keys() == two.keys()
    for name, value in one.items():
        assert type(value) is type(two[name])
        assert np.array_equal(value, two[name]) if isinstance(value, np.ndarray) else value == two[name]


@pytest.mark.parametrize("name", NAMES)
def test_written_as_mindspore_writes(name, tmp_path):
    path = tmp_path / f"{name}.mindrecord"
    mindrecord_files.write(FileWriter(str(path)), name)
    assert path.read_bytes() == theirs(name)
    assert index_of(f"{path}.db") == json.loads((GOLDENS / f"{name}.index.json").read_text(encoding="utf-8"))


@pytest.fixture
def golden(tmp_path):
    def make(name):
        path = tmp_path / f"{name}.mindrecord"
        path.write_bytes(theirs(name))
        content = json.loads((GOLDENS / f"{name}.index.json").read_text(encoding="utf-8"))
        base = sqlite3.connect(f"{path}.db")
        for statement in content["made"]:
            if statement:
                base.execute(statement)
        marks = ",".join("?" * len(content["rows"][0]))
        base.executemany(f"INSERT INTO INDEXES VALUES ({marks})", content["rows"])
        base.executemany("INSERT INTO SHARD_NAME VALUES (?)", [[one] for one in content["names"]])
        base.commit()
        base.close()
        return str(path)

    return make


@pytest.mark.parametrize("name", NAMES)
def test_mindspores_file_read(name, golden):
    reader = FileReader(golden(name))
    wanted = [row for rows in mindrecord_files.batches(name) for row in rows]
    got = list(reader.get_next())
    assert reader.len() == len(got) == len(wanted)
    assert reader.schema() == mindrecord_files.SCHEMAS[name]
    for one, two in zip(got, wanted, strict=True):
        same(one, two)


def test_columns(golden):
    path = golden("one_blob")
    assert list(FileReader(path, columns=["label", "data"]).get_next())[1] == {
        "label": 1, "data": bytes([1, 0, 255])
    }  # fmt: skip
    with pytest.raises(RuntimeError, match="zz can not found"):
        FileReader(path, columns=["zz"])


def test_pages_of_a_category(golden):
    page = MindPage(golden("pages"))
    assert page.candidate_fields == ["label"]
    with pytest.raises(RuntimeError, match="category_field"):
        page.read_category_info()
    page.category_field = "label"
    assert json.loads(page.read_category_info()) == {
        "key": "label_0", "categories": [{"count": 9, "id": one, "name": str(one)} for one in range(4)]
    }  # fmt: skip
    rows = page.read_at_page_by_name("2", 1, 4)
    assert [row["text"] for row in rows] == [mindrecord_files._large(one)["text"] for one in (18, 22, 26, 30)]
    assert page.read_at_page_by_id(2, 1, 4) == rows
    with pytest.raises(RuntimeError, match="page no: 9"):
        page.read_at_page_by_id(2, 9, 4)


def test_rows_added_are_where_they_would_have_been(tmp_path):
    rows = [row for batch in mindrecord_files.batches("pages") for row in batch]
    for name, steps in (("whole", [36]), ("added", [9, 20, 7])):
        path = str(tmp_path / name)
        writer = FileWriter(path)
        writer.set_header_size(1 << 14)
        writer.set_page_size(1 << 15)
        writer.add_schema(mindrecord_files.SCHEMAS["pages"])
        start = 0
        for step in steps:
            if start:
                writer = FileWriter.open_for_append(path)
            writer.write_raw_data(rows[start : start + step])
            writer.commit()
            start += step
    got = [list(FileReader(str(tmp_path / name)).get_next()) for name in ("whole", "added")]
    assert got[0] == got[1] == rows


def test_several_files_are_read_as_one(tmp_path):
    path = str(tmp_path / "m.mindrecord")
    writer = FileWriter(path, shard_num=3)
    writer.add_schema({"a": {"type": "int64"}})
    writer.write_raw_data([{"a": number} for number in range(10)])
    writer.commit()
    assert sorted(row["a"] for row in FileReader(path + "1").get_next()) == list(range(10))
    assert [len(list(FileReader([path + str(one)]).get_next())) for one in range(3)] == [4, 3, 3]
    Path(path + "2").unlink()
    with pytest.raises(RuntimeError, match="can not be found"):
        FileReader(path + "0")


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_file_is_an_error_that_names_it(seed, golden):
    random = np.random.default_rng(seed)
    path = Path(golden(NAMES[seed % len(NAMES)]))
    target = path if seed % 3 else Path(f"{path}.db")
    data = bytearray(target.read_bytes())
    if seed % 2:
        del data[int(random.integers(len(data))) :]
    else:
        used = np.flatnonzero(np.frombuffer(bytes(data), np.uint8))
        for place in random.choice(used, 12):
            data[place] ^= int(random.integers(1, 256))
    target.write_bytes(bytes(data))
    try:
        rows = list(FileReader(str(path)).get_next())
    except (RuntimeError, ValueError) as error:
        assert path.name in str(error)  # noqa: PT017
    else:
        assert all(isinstance(row, dict) for row in rows)


@pytest.mark.parametrize(("whole", "damaged"), [(b'"int64"', b'"in|64"'), (b'"type"', b'"tyqe"'), (b"[-1]", b"[-7]")])
def test_a_damaged_schema_is_an_error_when_the_file_is_opened(whole, damaged, tmp_path):
    path = tmp_path / "a.mindrecord"
    writer = FileWriter(str(path))
    writer.add_schema({"id": {"type": "int64"}, "many": {"type": "float32", "shape": [-1]}})
    writer.write_raw_data([{"id": 1, "many": np.ones(3, np.float32)}])
    writer.commit()
    data = path.read_bytes()
    path.write_bytes(data.replace(whole, damaged, 1))
    with pytest.raises(RuntimeError, match="header is damaged") as told:
        FileReader(str(path))
    assert str(path) in str(told.value)
