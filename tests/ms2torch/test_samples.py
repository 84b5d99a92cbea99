"""Every function, Primitive, Cell and method of the tiers core and wide has samples, or a reason to have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opdb._unsampled import FILE, Reason, Same, callables, pattern, reasons, same, sampled, state

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_is_missing() -> None:
    missing = [name for name in callables() if state(name) == "missing"]
    assert not missing, f"give samples to {', '.join(missing)}, or a reason in {FILE.name}"


@pytest.mark.parametrize("entry", reasons(), ids=lambda entry: entry.names[0])
def test_reason_names_something_without_samples(entry: Reason) -> None:
    assert len(entry.reason) > 20
    for each in entry.names:
        assert each not in sampled(), f"{each} has samples; delete it from {FILE.name}"
        found = [name for name in callables() if pattern(each).fullmatch(name)]
        assert any(state(name) in ("reasoned", "absent") for name in found), f"{FILE.name}: {each} names nothing"


@pytest.mark.parametrize("entry", [each for each in reasons() if each.tested], ids=lambda entry: entry.names[0])
def test_reason_names_the_tests(entry: Reason) -> None:
    text = "".join((ROOT / each).read_text(encoding="utf-8") for each in entry.tested)
    for each in entry.names:
        last = each.rpartition(".")[2]
        assert "*" in last or last in text, f"{FILE.name}: {last} occurs in none of {entry.tested}"


def test_no_name_twice() -> None:
    names = [name for entry in reasons() for name in entry.names]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("entry", same(), ids=lambda entry: entry.names)
def test_same_names_something(entry: Same) -> None:
    assert any(state(name) == "same" for name in callables() if entry.source(name)), f"{entry.names} names nothing"
