"""A part of the planted mistakes and of the correct ports; `make defects-own` runs all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.defects.chosen import CHOSEN, CORRECT, MISTAKES, RIGHT, WRONG
from tools.defects import Case, judge, main
from tools.record import reports

pytestmark = pytest.mark.slow


def test_there_are_enough_of_them():
    nets = Counter(case.reference for case in MISTAKES.values())
    assert len(MISTAKES) >= 60
    assert len(nets) >= 6
    assert min(nets.values()) >= 8
    assert len(CORRECT) - len(nets) >= 20


def test_each_mistake_has_a_name_and_a_place():
    for case in MISTAKES.values():
        assert case.lines or "optimizer" in case.options, case.id
        assert case.argument or case.lines, case.id


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_seen_and_named(name):
    outcome = judge(MISTAKES[name])
    assert outcome.seen, outcome.output
    assert outcome.named, outcome.output
    assert reports.settled(outcome.output) == reports.recorded("defects", name), reports.REWRITTEN_BY


@pytest.mark.parametrize("name", RIGHT)
def test_a_correct_port_is_left_alone(name):
    outcome = judge(CORRECT[name])
    assert outcome.seen, outcome.output
    assert reports.settled(outcome.output) == reports.recorded("defects", name), reports.REWRITTEN_BY


def test_no_report_of_another_case_is_recorded():
    assert reports.names("defects") == set(CHOSEN)


def test_a_port_that_is_right_does_not_count_as_a_mistake_seen():
    case = MISTAKES["encoder-gelu-tanh"]
    source = CORRECT["encoder_ms"].source
    outcome = judge(Case(**{name: getattr(case, name) for name in case.__slots__} | {"source": source}))
    assert (outcome.seen, outcome.named) == (False, False)


def test_the_program_prints_the_score(capsys):
    assert main(["--only", "vit-gelu", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "SEEN     NAMED    ALONE    vit-gelu" in printed
    assert "mistakes seen 1 of 1, named 1 of 1" in printed
