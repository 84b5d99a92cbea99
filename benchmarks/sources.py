"""What it costs to read and convert sources: `scan` of timm over parsing it, `port` of a hundred files in a minute.

    python -m benchmarks.sources [--site FOLDER]

timm is fetched as `make port` fetches it, or read where --site has it installed. Processor time counts, of a process
of its own each. Exit code 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchmarks._timing import Ratio
from tools.port.__main__ import LISTS, fetched

_ROOT = Path(__file__).resolve().parent.parent
_FILES = 100
_PORT_SECONDS = 60.0
_SCAN_OVER_PARSE = 5.0
_PARSE = (
    "import ast, pathlib, sys\n"
    "for file in pathlib.Path(sys.argv[1]).rglob('*.py'):\n"
    "    ast.parse(file.read_text(encoding='utf-8'))\n"
)


def run(site: Path | None = None) -> Iterator[Ratio]:
    """Measure both.

    Args:
        site (Path, optional): where timm is installed. Default: it is fetched into `build/port`.
    """
    zoo = tomllib.loads(LISTS.read_text(encoding="utf-8"))["timm"]
    package = (fetched("timm", zoo, _ROOT / "build" / "port") if site is None else site) / "timm"
    plain = _cpu_seconds("-c", _PARSE, str(package)) - _cpu_seconds("-c", "import ast, pathlib")
    yield Ratio("scan timm, over parsing it", plain * 1e6, _tool("scan", str(package)) / plain, _SCAN_OVER_PARSE)
    with tempfile.TemporaryDirectory() as folder:
        models = Path(folder) / "models"
        models.mkdir()
        for file in sorted((package / "models").glob("[!_]*.py"), key=_size)[-_FILES:]:
            shutil.copy(file, models)
        seconds = _tool("port", str(models), "-o", str(Path(folder) / "converted"))
        number = len(list(models.iterdir())) / _FILES
    yield Ratio(f"port {_FILES} model files, over a minute", _PORT_SECONDS * 1e6, seconds / number / _PORT_SECONDS, 1.0)


def _size(file: Path) -> int:
    return file.stat().st_size


def _tool(*arguments: str) -> float:
    return _cpu_seconds("-c", "from cli.main import main; main()", *arguments)


def _cpu_seconds(*arguments: str) -> float:
    """Return the processor time of a process; `scan` and `port` exit with 1 where something is found or left."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *arguments], cwd=_ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise RuntimeError(done.stderr[-2000:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, help="where timm is installed; default: it is fetched")
    holds = True
    for ratio in run(parser.parse_args().site):
        mark = "" if ratio.holds else "  does not hold"
        print(f"{ratio.name:38s} {ratio.ratio:6.2f}  {ratio.limit:6.2f}{mark}", flush=True)
        holds = holds and ratio.holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
