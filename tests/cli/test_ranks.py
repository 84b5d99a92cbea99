"""`ms2torch ranks` on a dump of one rank; what it finds of several is tested in tests/parity/sharded."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cli.main import program
from tests.parity.executions.pairs import dumped, port


def test_a_dump_of_one_rank(tmp_path: Path) -> None:
    dump = dumped(tmp_path, port(tmp_path, "net"), "d")
    result = CliRunner().invoke(program, ["ranks", str(dump)])
    assert result.exit_code == 2
    assert "one rank" in result.output + result.stderr
