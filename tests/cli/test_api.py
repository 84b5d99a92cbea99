"""`ms2torch api NAME`."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cli.api import row_lines
from cli.main import program
from mappings import find, iter_rows


@pytest.mark.parametrize("name", ["torch.nn.Linear", "nn.Dense", "mindspore.nn.Dense"])
def test_either_framework_s_name(name: str) -> None:
    result = CliRunner().invoke(program, ["api", name])
    assert result.exit_code == 0
    assert result.stdout.startswith("torch.nn.Linear  ->  mindspore.nn.Dense\n")
    assert "in_features  ->  in_channels" in " ".join(result.stdout.split()).replace(" -> ", "  ->  ")


def test_differences_are_told_with_what_to_write() -> None:
    output = CliRunner().invoke(program, ["api", "torch.nn.Conv2d"]).stdout
    assert "pad_mode" in output
    assert "shows in forward" in output
    assert "write: " in output


def test_a_name_that_is_not_there_gives_the_closest_ones() -> None:
    result = CliRunner().invoke(program, ["api", "nn.Conv2dd"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'nn.Conv2dd'" in result.stderr
    assert "did you mean torch.nn.Conv2d" in result.stderr
    assert result.stderr.count("\n") == 1


def test_every_row_can_be_shown() -> None:
    for row in iter_rows():
        lines = list(row_lines(row))
        assert lines[0] == f"{row.torch}  ->  {row.mindspore}"
        assert all(line == line.rstrip() and "\n" not in line for line in lines)


def test_all_rows_of_an_ambiguous_name_are_shown() -> None:
    output = CliRunner().invoke(program, ["api", "Conv2d"]).stdout
    assert output.count("  ->  mindspore.") >= len(find("Conv2d"))
