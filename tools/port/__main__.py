"""Convert torch's model zoos, unmodified, and prove each net the same: the figures of `ms2torch port`.

    python -m tools.port [--zoo torchvision] [--only REGEX] [--forward] [--folder build/port]

Each zoo is fetched into the folder with pip, its nets (tools/port/nets.toml) are converted with what they need of their
package, and compared: outputs, gradients and one training step; with --forward outputs alone. Prints one line a net.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cli.port import _in_ms2torch
from parity.code.errors import CannotCompare
from parity.pipeline.comparison import compare
from parity.port.closure import Closure, Package
from parity.port.convert import convert
from parity.port.files import Entry, Project, write
from parity.port.project import gather

LISTS = Path(__file__).parent / "nets.toml"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zoo", action="append", help="which zoo; default: all")
    parser.add_argument("--only", default="", help="nets whose line matches this expression")
    parser.add_argument("--forward", action="store_true", help="compare outputs alone")
    parser.add_argument("--folder", type=Path, default=Path("build/port"))
    asked = parser.parse_args()
    zoos = tomllib.loads(LISTS.read_text(encoding="utf-8"))
    same = every = 0
    for name in asked.zoo or list(zoos):
        found, number = _zoo(name, zoos[name], asked)
        print(f"{name}: {found} of {number} the same", flush=True)
        same, every = same + found, every + number
    return 0 if same == every else 1


def _zoo(name: str, zoo: Mapping[str, Any], asked: argparse.Namespace) -> tuple[int, int]:
    site = _fetched(name, zoo, asked.folder)
    lines = [line.split() for line in zoo["nets"] if re.search(asked.only, line)]
    out = asked.folder / f"{name}_converted"
    marks = _converted(Package(site / name), [f"{name}.{module}" for module, _, _ in lines], out)
    sys.path[:0] = [str(site.resolve()), str(out.resolve().parent)]
    same = sum(_same(name, out.name, line, marks, forward=asked.forward) for line in lines)
    return same, len(lines)


def _fetched(name: str, zoo: Mapping[str, Any], folder: Path) -> Path:
    """Install a zoo without the torch that it asks for, which is here already; return where."""
    site = folder / "site"
    if not (site / name).is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(site), "--no-deps"]
        subprocess.run([*command, f"{name}=={zoo['version']}"], check=True)
        if zoo["needs"]:
            subprocess.run([*command[:-1], "-c", "constraints.txt", *zoo["needs"]], check=True)
    return site


def _converted(package: Package, modules: list[str], out: Path) -> dict[str, int]:
    """Convert the modules together, with what they need; return how much is left in each file."""
    began = time.perf_counter()
    first, *others = dict.fromkeys(modules)
    sources = Closure(package, first, others).sources()
    facts = gather(sources, _in_ms2torch)
    texts: dict[Path, str] = {}
    marks: dict[str, int] = {}
    entries: list[Entry] = []
    converted = 0
    for source in sources:
        file = package.file(source.module)
        assert file is not None
        made = convert(source, facts)
        target = file.relative_to(package.root)
        entries.append(Entry(file, target, source))
        texts[target], marks[source.module] = made.source, len(made.marks)
        converted += made.converted
    write(Project(tuple(entries), {}, package.root), texts, out)
    left = sum(marks.values())
    seconds = time.perf_counter() - began
    print(f"{len(sources)} files, {converted} uses converted, {left} left, {seconds:.0f} s", flush=True)
    return marks


def _same(zoo: str, out: str, line: list[str], marks: Mapping[str, int], *, forward: bool) -> bool:
    module, net, spec = line
    options: dict[str, Any] = {} if forward else {"grad": True, "steps": 1}
    try:
        report = compare(f"{zoo}.{module}:{net}", f"{out}.{module}:{net}", spec, **options)
        verdict = report.verdict
        why = next((f": {f.location} {f.message or f.evidence}" for f in report.findings if f.severity == "error"), "")
    except CannotCompare as error:
        verdict, why = "error", f": {error}"
    print(f"{verdict:10} {module} {net}, {marks[f'{zoo}.{module}']} left{why[:300]}", flush=True)
    return verdict == "same"


if __name__ == "__main__":
    sys.exit(main())
