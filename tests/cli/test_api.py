"""`ms2torch api NAME`: text, JSON, pages, and names that are not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program
from mappings import find


def api(*words: object) -> Result:
    return CliRunner().invoke(program, ["api", *map(str, words)])


@pytest.mark.parametrize("name", ["torch.nn.Linear", "nn.Dense", "mindspore.nn.Dense"])
def test_either_framework_s_name(name: str) -> None:
    result = api(name)
    assert result.exit_code == 0
    assert "torch.nn.Linear  ->  mindspore.nn.Dense\n" in result.stdout
    assert "in_features  ->  in_channels" in " ".join(result.stdout.split()).replace(" -> ", "  ->  ")


def test_differences_are_told_with_what_to_write() -> None:
    output = api("mindspore.nn.Conv2d").stdout
    assert "pad_mode" in output
    assert "shows in the output" in output
    assert "write: " in output


def test_a_name_that_is_not_there_gives_the_closest_ones() -> None:
    result = api("nn.Conv2dd")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'nn.Conv2dd'" in result.stderr
    assert "did you mean torch.nn.Conv2d" in result.stderr
    assert result.stderr.count("\n") == 1


def test_all_rows_of_an_ambiguous_name_are_shown() -> None:
    assert api("Conv2d", "--all").stdout.count("  ->  mindspore.") >= len(find("Conv2d"))
    shortened = api("sum").stdout
    assert shortened.count("shown by") <= 4


def test_json() -> None:
    data = json.loads(api("nn.Dense", "--json").stdout)
    assert data[0]["torch"] == "torch.nn.Linear"
    assert {"torch", "mindspore", "arguments", "differences", "weights", "write", "evidence"} <= set(data[0])


def test_pages(tmp_path: Path) -> None:
    result = api("--html", tmp_path / "pages")
    assert result.exit_code == 0
    assert (tmp_path / "pages" / "index.html").is_file()
    assert (tmp_path / "pages" / "torch.nn.Conv2d.html").is_file()
    (tmp_path / "file").write_text("")
    result = api("--html", tmp_path / "file")
    assert result.exit_code == 2
    assert "cannot write into" in result.stderr


def test_a_name_is_needed() -> None:
    result = api()
    assert result.exit_code == 2
    assert "NAME is missing" in result.stderr
