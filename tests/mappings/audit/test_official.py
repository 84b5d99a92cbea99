"""MindSpore's own mapping and the most used torch names: every pair and every name has an answer."""

from __future__ import annotations

import subprocess
import sys

from mappings.audit.official import (
    STATES,
    Answer,
    official_answers,
    official_pairs,
    report,
    used_name_answers,
    used_names,
)


def _missing(answers: tuple[Answer, ...]) -> list[tuple[str, str]]:
    return [(answer.torch, answer.mindspore) for answer in answers if answer.state == "missing"]


def test_every_official_pair_has_an_answer() -> None:
    assert len(official_pairs()) > 1200
    assert _missing(official_answers()) == []


def test_every_much_used_name_has_an_answer() -> None:
    assert len(used_names()) == 300
    assert next(iter(used_names())) == "torch.Tensor"
    assert _missing(used_name_answers()) == []


def test_an_answer_names_its_evidence() -> None:
    for answer in (*official_answers(), *used_name_answers()):
        assert answer.state == "covered" or answer.evidence, answer


def test_what_the_page_calls_consistent_and_is_not() -> None:
    (full,) = [a for a in official_answers() if (a.torch, a.mindspore) == ("torch.full", "mindspore.ops.full")]
    assert full.state == "contradicted"
    assert "truncated" in full.evidence


def test_counts_come_first() -> None:
    answers = (Answer("torch.a", "mindspore.a", "covered"), Answer("torch.b", "", "out of scope", "a module"))
    assert list(report("names", answers, listed=STATES[1:])) == [
        "names, 2: 1 covered, 0 contradicted, 0 without counterpart, 1 out of scope, 0 missing",
        "  out of scope: torch.b: a module",
    ]


def test_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mappings", "official", "--list", "covered"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("official mapping, ")
    assert "  covered: torch.abs -> mindspore.ops.abs" in lines
