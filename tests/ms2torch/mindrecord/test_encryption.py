"""Encrypted MindRecord files: read with their key, and with no other."""

from pathlib import Path

import pytest

from ms2torch.mindrecord import FileReader, FileWriter, set_enc_key

KEY = "0123456789012345"
ROWS = [{"number": number, "text": f"row {number}"} for number in range(20)]


@pytest.fixture
def encrypted(tmp_path):
    set_enc_key(KEY)
    path = str(tmp_path / "rows.mindrecord")
    writer = FileWriter(path)
    writer.add_schema({"number": {"type": "int32"}, "text": {"type": "string"}})
    writer.write_raw_data(ROWS)
    writer.commit()
    yield path
    set_enc_key(None)


def test_read_with_its_key(encrypted):
    reader = FileReader(encrypted)
    assert sorted((int(row["number"]), row["text"]) for row in reader.get_next()) == [tuple(r.values()) for r in ROWS]
    reader.close()


@pytest.mark.parametrize("key", ["9876543210987654", None])
def test_not_read_with_another(encrypted, key):
    set_enc_key(key)
    with pytest.raises(RuntimeError):
        FileReader(encrypted)


def test_a_file_holds_nothing_of_its_rows(encrypted):
    assert b"row 1" not in Path(encrypted).read_bytes()
