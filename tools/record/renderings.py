"""Write what every renderer makes of the reports that the tests have: ``python -m tools.record.renderings``.

The reports are in tests/parity/report/reports.py; no MindSpore is needed. Read the differences that git shows: they are
what users will read.
"""

from __future__ import annotations

import dataclasses
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from pprint import pformat

from rich.console import Console

import mappings
from parity.lookup.text import lines
from parity.lookup.words import entry
from parity.report import Report
from parity.report.bars import bars
from parity.report.github import annotation_lines
from parity.report.junit import save
from parity.report.rich import render
from parity.report.text import plain
from parity.report.tree import layer_tree, stations
from tests.parity.report.reports import REPORTS

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "renderings"
# One row of the table for each thing that a page of `ms2torch api` can say.
ROWS = (
    "torch.nn.BatchNorm2d", "torch.nn.MaxPool2d", "torch.Tensor.shape", "torch.Tensor.add_", "torch.float16",
    "torch.optim.Adam", "torch.nn.Unfold", "torch.nn.init.kaiming_uniform_", "torch.sparse_coo_tensor",
    "torch.nn.functional.gelu",
)  # fmt: skip


def renderings() -> Iterator[tuple[str, str]]:
    """Yield each rendering by the name of its file."""
    for name, report in REPORTS.items():
        yield f"{name}.txt", plain(report)
        yield f"{name}_all.txt", plain(report, whole=True)
        yield f"{name}_terminal.txt", on_terminal(report, whole=False)
        yield f"{name}_terminal_all.txt", on_terminal(report, whole=True)
        yield f"{name}_github.txt", "\n".join(annotation_lines(report)) + "\n"
        yield f"{name}_page.txt", of_page(report)
        yield f"{name}_junit.txt", junit(report)
    for name in ROWS:
        shown = ["\n".join(lines(entry(row))) for row in mappings.rows_for_torch(name)]
        yield f"api_{name}.txt", "\n\n".join(shown) + "\n"


def junit(report: Report) -> str:
    """Return a report as a JUnit file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.xml")
        save(report, path)
        return path.read_text(encoding="utf-8").replace("><", ">\n<") + "\n"


def on_terminal(report: Report, *, whole: bool) -> str:
    """Return what a terminal of 100 columns shows."""
    console = Console(file=io.StringIO(), width=100, force_terminal=False, color_system=None)
    console.print(render(report, whole=whole))
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())


def of_page(report: Report) -> str:
    """Return what the page of HTML draws, as data."""
    drawn = {
        "bars": [dataclasses.asdict(bars(one)) for one in report.histograms],
        "tree": dataclasses.asdict(layer_tree(report.layers)),
        "stations": [dataclasses.asdict(one) for one in stations(report)],
    }
    return f"{pformat(drawn, width=120, sort_dicts=False)}\n"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, text in renderings():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
