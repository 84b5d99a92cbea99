"""Where a process stands, by the variables and files of each launcher."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ms2torch.communication._launch import _rank_table

FIRST = {"server_count": "2", "server_list": [
    {"server_id": "10.0.0.1", "device": [{"device_id": "0", "rank_id": "0"}, {"device_id": "1", "rank_id": "1"}]},
    {"server_id": "10.0.0.2", "device": [{"device_id": "0", "rank_id": "2"}]},
]}  # fmt: skip
SECOND = {"version": "1.1", "group_list": [{"instance_list": [
    {"server_id": "10.0.0.1", "rank_id": "0", "devices": [{"device_id": "0"}]},
    {"server_id": "10.0.0.1", "devices": [{"device_id": "1", "rank_id": "1"}]},
    {"server_id": "10.0.0.2", "devices": [{"device_id": "0", "rank_id": "2"}]},
]}]}  # fmt: skip


def written(folder: Path, table: Any, **more: str) -> dict[str, str]:
    file = folder / "table.json"
    file.write_text(table if isinstance(table, str) else json.dumps(table))
    return {"RANK_TABLE_FILE": str(file), "MASTER_PORT": "7", **more}


@pytest.mark.parametrize("table", [FIRST, SECOND], ids=["server_list", "group_list"])
@pytest.mark.parametrize(("rank", "local", "here"), [(0, 0, 2), (1, 1, 2), (2, 0, 1)])
def test_the_place_in_a_table(tmp_path: Path, table: Any, rank: int, local: int, here: int) -> None:
    place = _rank_table(written(tmp_path, table, RANK_ID=str(rank)))
    assert place is not None
    assert (place.rank, place.size, place.local_rank, place.local_size) == (rank, 3, local, here)
    assert (place.host, place.port) == ("10.0.0.1", 7)


@pytest.mark.parametrize(
    ("table", "rank", "words"),
    [
        (FIRST, "3", "and RANK_ID is 3"),
        (FIRST, "", "RANK_ID must be a number"),
        ({"server_list": FIRST["server_list"][1:]}, "2", r"has the ranks \[2\]"),
        ({"server_list": [{}]}, "0", "cannot be read as a rank table"),
        ({}, "0", "cannot be read as a rank table"),
        ("{", "0", "cannot be read as a rank table"),
    ],
)
def test_a_table_that_is_none(tmp_path: Path, table: Any, rank: str, words: str) -> None:
    with pytest.raises(RuntimeError, match=words):
        _rank_table(written(tmp_path, table, RANK_ID=rank))


def test_without_a_table() -> None:
    assert _rank_table({}) is None
    assert _rank_table({"RANK_TABLE_FILE": ""}) is None
