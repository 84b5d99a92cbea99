"""The fixtures `cell_parity` and `recipe_parity`. pytest loads this file on every start, so it imports no torch."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from parity.curves.compare import Compared
    from parity.nets.target import Target
    from parity.report import Report

RecipeParity = Callable[..., "Compared"]
"""The type of the fixture for trainings: ``(reference, port, **options) -> Compared``."""
CellParity = Callable[..., "Report"]
"""The type of the fixture: ``(reference, port, inputs, **options) -> Report``."""


class NotTheSameError(AssertionError):
    """Two nets that should be the same and are not; the message holds the findings.

    Args:
        report (Report): the whole comparison.
        page (Path | None): the HTML page of it, where one was written. Default: ``None``.
        more (Sequence[str]): further lines. Default: none.
    """

    def __init__(self, report: Report, page: Path | None = None, more: Sequence[str] = ()) -> None:
        from parity.report.text import plain

        self.report = report
        lines = [plain(report).rstrip("\n"), *more, *([f"page: {page}"] if page is not None else [])]
        super().__init__("\n".join(lines))


class NotTheSameTrainingError(AssertionError):
    """Two trainings that should be the same and are not; the message holds the report.

    Args:
        lines (Sequence[str]): the report.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))


@pytest.fixture
def recipe_parity() -> RecipeParity:
    """Return a function that fails the test unless two trainings do the same at every stage.

    ``recipe_parity(reference, port, **options)`` takes functions that train, as ``"train.py:main"``, and the options of
    `parity.curves.trainings.compare_trainings`. It returns what was compared and raises `NotTheSameTrainingError`, an
    AssertionError, with the stage, the cause and the line to write.
    """

    def check(reference: str, port: str, **options: Any) -> Compared:
        __tracebackhide__ = True
        from parity.curves.report import lines
        from parity.curves.trainings import compare_trainings

        compared = compare_trainings(reference, port, **options)
        if not compared.same:
            raise NotTheSameTrainingError(list(lines(compared)))
        return compared

    return check


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
    group.addoption(
        "--parity-write-accepted",
        action="store_true",
        help="write the differences that are found into the files that tests name with accept=FILE",
    )
    group.addoption(
        "--parity-github", action="store_true", help="print findings as annotations of GitHub's, for its workflows"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder of `--parity-html`, so that a wrong one is told before the first test."""
    config.addinivalue_line(
        "markers", "parity(**options): options of every comparison of `cell_parity` in this test, class or module"
    )
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


def _marked_options(node: pytest.Item) -> dict[str, Any]:
    """Collect the options of the marks ``parity``; a mark nearer to the test holds before one farther away."""
    options: dict[str, Any] = {}
    for mark in node.iter_markers("parity"):
        options = {**mark.kwargs, **options}
    return options


def _annotate(request: pytest.FixtureRequest, report: Report) -> None:
    """Print annotations past pytest's capture: GitHub reads the output of the run."""
    from parity.report.github import annotation_lines

    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("", *annotation_lines(report), sep="\n", flush=True)  # noqa: T201 - this is what was asked for


def _judge_accepted(request: pytest.FixtureRequest, report: Report, file: Path, page: Path | None) -> None:
    """Fail the test unless the report has the differences of a file and no others; or write that file."""
    __tracebackhide__ = True
    from parity.report import accepted

    if request.config.getoption("--parity-write-accepted"):
        accepted.write(report, file)
        return
    outcome = accepted.judge(report, accepted.read(file))
    if not outcome.passes:
        raise NotTheSameError(report, page, outcome.lines())


@pytest.fixture
def cell_parity(request: pytest.FixtureRequest) -> CellParity:
    """Return a function that fails the test unless two nets are the same network.

    ``cell_parity(reference, port, inputs, **options)`` takes nets, callables that build them or targets such as
    ``"port.py:Net"``, and the options of `parity.compare`; those of the mark ``parity`` hold where a call does not say
    otherwise. It returns the report and raises `NotTheSameError`, an AssertionError, with the findings. With
    ``accept=FILE``, beside the test's file, the differences that this file holds are accepted: these and no others.
    """
    precision: str = request.config.getoption("--parity-precision")
    marked = _marked_options(request.node)
    folder = _html_folder(request.config)
    made = 0

    def check(
        reference: Target, port: Target, inputs: object = (), *, accept: str | Path | None = None, **options: Any
    ) -> Report:
        nonlocal made
        __tracebackhide__ = True
        from parity import compare
        from parity.code.errors import CannotCompare

        options = {"dtype": precision, **marked, **options}
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
        if request.config.getoption("--parity-github"):
            _annotate(request, report)
        if accept is not None:
            _judge_accepted(request, report, request.path.parent / accept, page)
        elif report.verdict != "same":
            raise NotTheSameError(report, page)
        return report

    return check
