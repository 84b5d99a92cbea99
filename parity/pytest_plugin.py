"""The pytest plugin: the fixture `cell_parity`. pytest loads this file on every start, so it imports no torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from parity.report import Report
    from parity.spec import Target

CellParity = Callable[..., "Report"]
"""The type of the fixture: ``(reference, port, inputs, **options) -> Report``."""


class NotTheSameError(AssertionError):
    """Two nets that should be the same and are not; the message holds the findings.

    Args:
        report (Report): the whole comparison.
    """

    def __init__(self, report: Report) -> None:
        from parity.report.text import plain

        self.report = report
        super().__init__(plain(report).rstrip("\n"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    parser.getgroup("ms2torch", "comparing networks (ms2torch)").addoption(
        "--parity-precision",
        choices=["float32", "float16", "bfloat16"],
        default="float32",
        help="working precision of `cell_parity`, judged against float64, where a test does not set `dtype` "
        "(default: float32)",
    )


@pytest.fixture
def cell_parity(request: pytest.FixtureRequest) -> CellParity:
    """Return a function that fails the test unless two nets are the same network.

    ``cell_parity(reference, port, inputs, **options)`` takes nets, callables that build them or targets such as
    ``"port.py:Net"``, and the options of `parity.compare`. It returns the report and raises `NotTheSameError`, an
    AssertionError, with the findings.
    """
    precision: str = request.config.getoption("--parity-precision")

    def check(reference: Target, port: Target, inputs: object = (), **options: Any) -> Report:
        __tracebackhide__ = True
        from parity import compare
        from parity.errors import CannotCompare

        options.setdefault("dtype", precision)
        try:
            report = compare(reference, port, inputs, **options)
        except CannotCompare as error:
            raise CannotCompare(str(error)) from None  # the test's own line, not the way through the comparison
        if report.verdict != "same":
            raise NotTheSameError(report)
        return report

    return check
