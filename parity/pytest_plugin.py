"""The pytest plugin: the fixture `cell_parity`. pytest loads this file on every start, so it imports no torch."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from parity.nets.target import Target
    from parity.report import Report

CellParity = Callable[..., "Report"]
"""The type of the fixture: ``(reference, port, inputs, **options) -> Report``."""


class NotTheSameError(AssertionError):
    """Two nets that should be the same and are not; the message holds the findings.

    Args:
        report (Report): the whole comparison.
        page (Path | None): the HTML page of it, where one was written. Default: ``None``.
    """

    def __init__(self, report: Report, page: Path | None = None) -> None:
        from parity.report.text import plain

        self.report = report
        super().__init__(plain(report).rstrip("\n") + (f"\npage: {page}" if page is not None else ""))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    group = parser.getgroup("ms2torch", "comparing networks (ms2torch)")
    group.addoption(
        "--parity-precision",
        choices=["float32", "float16", "bfloat16"],
        default="float32",
        help="working precision of `cell_parity`, judged against float64, where a test does not set `dtype` "
        "(default: float32)",
    )
    group.addoption(
        "--parity-html",
        metavar="DIR",
        help="write every comparison of `cell_parity` as an HTML page into this folder, made if it does not exist",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder of `--parity-html`, so that a wrong one is told before the first test."""
    folder = _html_folder(config)
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise pytest.UsageError(f"--parity-html: cannot make the folder {folder}: {error.strerror}") from error
    if not os.access(folder, os.W_OK):
        raise pytest.UsageError(f"--parity-html: cannot write into the folder {folder}")


def _html_folder(config: pytest.Config) -> Path | None:
    """Give the folder of `--parity-html`, taken from where pytest was started, as a test may go elsewhere."""
    given: str | None = config.getoption("--parity-html")
    return None if given is None else config.invocation_params.dir / given


def _page_name(test: str, number: int) -> str:
    """Name the page of a test's comparison; tests whose names differ only in signs get different pages."""
    readable = re.sub(r"[^\w.-]+", "_", test)[-120:]
    mark = hashlib.sha256(test.encode("utf-8", errors="backslashreplace")).hexdigest()[:6]
    return f"{readable}-{mark}.html" if number == 1 else f"{readable}-{mark}-{number}.html"


def _save_failure(message: str, targets: tuple[Target, Target], page: Path) -> None:
    """Write the page of a comparison that could not be carried out."""
    from parity.pipeline.assemble import failed_report
    from parity.report.html import save

    reference, port = (target if isinstance(target, str) else type(target).__name__ for target in targets)
    save(failed_report(reference, port, message, {}), page)


@pytest.fixture
def cell_parity(request: pytest.FixtureRequest) -> CellParity:
    """Return a function that fails the test unless two nets are the same network.

    ``cell_parity(reference, port, inputs, **options)`` takes nets, callables that build them or targets such as
    ``"port.py:Net"``, and the options of `parity.compare`. It returns the report and raises `NotTheSameError`, an
    AssertionError, with the findings.
    """
    precision: str = request.config.getoption("--parity-precision")
    folder = _html_folder(request.config)
    made = 0

    def check(reference: Target, port: Target, inputs: object = (), **options: Any) -> Report:
        nonlocal made
        __tracebackhide__ = True
        from parity import compare
        from parity.code.errors import CannotCompare

        options.setdefault("dtype", precision)
        page = None
        if folder is not None:
            made += 1
            page = folder / _page_name(request.node.nodeid, made)
        try:
            report = compare(reference, port, inputs, **options)
        except CannotCompare as error:
            if page is not None:
                _save_failure(str(error), (reference, port), page)
            raise CannotCompare(str(error)) from None  # the test's own line, not the way through the comparison
        if page is not None:
            from parity.report.html import save

            save(report, page)
        if report.verdict != "same":
            raise NotTheSameError(report, page)
        return report

    return check
