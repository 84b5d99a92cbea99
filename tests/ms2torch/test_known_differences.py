"""Every entry of known_differences.toml gives a reason and names something that is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opdb._database import families, ops
from tests.opdb._known import CAUSES, TESTS, Difference, known_differences
from tests.opdb._spec import labelled


@pytest.mark.parametrize("entry", known_differences(), ids=lambda entry: f"{entry.test}:{entry.name}{entry.sample}")
def test_entry_is_complete_and_names_something_tested(entry: Difference) -> None:
    assert entry.test in TESTS
    assert entry.cause in CAUSES
    assert len(entry.reason) > 20, "say what differs, by how much, and why it stays"
    if entry.test in ("name", "signature", "refused", "replaced"):  # test_extension_points.py looks at the last
        return
    found = [op for family in families() for op in ops(family) if entry.name in op.names]
    assert found, f"no family in tests/opdb has {entry.name}"
    (op,) = found
    tested = op.errors_for(entry.name) if entry.test == "errors" else op.samples_for(entry.name)
    assert entry.sample == "*" or entry.sample in [label for label, _ in labelled(tested)]


@pytest.mark.parametrize(
    "entry", [entry for entry in known_differences() if entry.test == "refused"], ids=lambda entry: entry.name
)
def test_what_is_refused_says_what_to_do(entry: Difference, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((NotImplementedError, RuntimeError, ValueError)) as caught:
        exec(entry.program, {})
    assert entry.name.rpartition(".")[2] in str(caught.value) or "torch" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_no_entry_twice() -> None:
    keys = [(entry.test, entry.name, entry.sample) for entry in known_differences()]
    assert len(keys) == len(set(keys))
