"""Words and figures of a report."""

from __future__ import annotations

import pytest

from parity.report import sentences


@pytest.mark.parametrize(
    ("reference", "port", "name"),
    [
        ("fc", "fc", "fc"), ("fc", "head", "fc = head"), ("", "", "(net)"), ("body", "", "body = (net)"),
        ("", "body", "(net) = body"), ("", None, "(only in the reference) (net)"),
        (None, "fc", "(only in the port) fc"),
    ],
)  # fmt: skip
def test_names_of_pairs(reference, port, name):
    assert sentences.pair_name(reference, port) == name
