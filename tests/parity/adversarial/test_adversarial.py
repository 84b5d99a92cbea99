"""Some pairs of each family of tests/parity/adversarial; all of them: `make adversarial`."""

import pytest

from tests.parity.adversarial.chosen import CHOSEN, PAIRS
from tests.parity.adversarial.table import FAMILIES
from tools.record import reports

_BEGINS = {"same": "SAME", "different": "DIFFERENT"}


def verdict(report: str) -> str:
    return next((found for found, word in _BEGINS.items() if report.startswith(word)), "error")


@pytest.mark.parametrize("name", CHOSEN)
def test_a_plain_run_is_right_or_says_what_it_left_out(name, tmp_path):
    known = {"": "same", "plain": "different", "never": "error"}.get(PAIRS[name].shows)
    report = reports.of_adversarial_pair(name, tmp_path)
    found = verdict(report)
    assert found == known if known is not None else found in {"same", "different"}
    assert report == reports.recorded("adversarial", name), reports.REWRITTEN_BY


def test_no_report_of_another_pair_is_recorded():
    assert reports.names("adversarial") == set(CHOSEN)


def test_every_name_is_used_once():
    assert len(PAIRS) == sum(len(family.PAIRS) for family in FAMILIES)
    assert len(PAIRS) >= 100
    assert sum(not pair.shows for pair in PAIRS.values()) >= 50
