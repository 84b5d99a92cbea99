"""Some pairs of each family of tests/parity/adversarial; all of them: `make adversarial`."""

import pytest

import parity
from parity.code.errors import CannotCompare
from tests.parity.adversarial.table import FAMILIES, PAIRS

EACH = 12  # every twelfth pair of a family, and these, which once were mistaken
ALWAYS = (
    "late-import-in-forward", "late-import-in-init", "late-import-in-function", "call-overridden",
    "call-overridden-right", "exit-in-file", "exit-in-init", "exit-in-forward", "keys-swapped", "keys-in-another-order",
    "number", "text", "empty-output", "empty-input", "all-infinite", "saturated", "changed-folder-right",
    "arguments-of-the-command-line-right",
)  # fmt: skip
CHOSEN = sorted({*ALWAYS, *(pair.name for family in FAMILIES for pair in family.PAIRS[::EACH])})


def verdict(pair):
    try:
        return parity.compare(*pair.targets, pair.inputs, **pair.keywords()).verdict
    except CannotCompare:
        return "error"


@pytest.mark.parametrize("name", CHOSEN)
def test_a_plain_run_is_right_or_says_what_it_left_out(name, tmp_path, monkeypatch):
    pair = PAIRS[name]
    pair.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    known = {"": "same", "plain": "different", "never": "error"}.get(pair.shows)
    found = verdict(pair)
    assert found == known if known is not None else found in {"same", "different"}


def test_every_name_is_used_once():
    assert len(PAIRS) == sum(len(family.PAIRS) for family in FAMILIES)
    assert len(PAIRS) >= 100
    assert sum(not pair.shows for pair in PAIRS.values()) >= 50
