"""Edits are rehearsed on their statement alone: what comes to a missing value of the reference is tried first."""

from __future__ import annotations

from pathlib import Path

import torch

from tests.parity.edits.test_search import X, Y, matching, searched


def test_a_missing_addend_is_among_the_first_that_are_tried(tmp_path: Path) -> None:
    right = "    a = torch.tanh(y)\n    b = a.cumsum(1)\n    return torch.exp(b + x)\n"
    wrong = right.replace("b + x", "b")
    a = torch.tanh(Y)
    b = a.cumsum(1)
    plain = searched(tmp_path, right, wrong)
    known = searched(tmp_path, right, wrong, match=matching([X, Y, a, b, b + X, torch.exp(b + X)]))
    assert [part.text for _, part in known.mends[0].written] == ["return torch.exp(b + x)"]
    assert known.tried <= 15 < plain.tried


def test_what_lies_on_the_way_to_a_known_value_is_no_news(tmp_path: Path) -> None:
    right = "    a = torch.exp(y)\n    return (a + 1) * x\n"
    wrong = right.replace("* x", "* y")
    a = torch.exp(Y)
    values = [X, Y, a / 2, a, a + 1, (a + 1) * X]
    news = searched(tmp_path, right, wrong, match=matching(values))
    settled = searched(
        tmp_path, right, wrong, match=matching(values), settled=lambda known: frozenset(known) | {2}
    )  # a / 2 is how the reference comes to a
    assert settled.mends[0].written == news.mends[0].written
    assert settled.tried <= news.tried


def test_a_statement_that_changes_what_it_is_given_does_no_harm(tmp_path: Path) -> None:
    right = "    parts = [x, y]\n    z = parts.pop() * 2\n    return z + parts[0]\n"
    found = searched(tmp_path, right, right.replace("* 2", "* 3"), match=matching([X, Y, Y * 2, Y * 2 + X]))
    assert [part.text for _, part in found.mends[0].written] == ["z = parts.pop() * 2"]
