"""Convert model zoos, unmodified, and prove each net the same: the figures of `ms2torch port`.

    python -m tools.port [--zoo torchvision] [--only REGEX] [--forward] [--folder build/port] [--site FOLDER] [--record]

Each zoo is fetched into the folder with pip, or read where --site has it installed; its nets (tools/port/nets.toml) are
converted with what they need of their package, to MindSpore or, where a zoo is MindSpore's, to torch. Each is compared
with the original: outputs, gradients and one training step; with --forward outputs alone. Prints one line a net and
the rates; --record writes them into tools/port/results.json, in place of those of the same nets.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cli.port import _in_ms2torch
from parity.code.errors import CannotCompare
from parity.pipeline.comparison import compare
from parity.port.conversion import converter
from parity.port.project.closure import Closure, Package
from parity.port.project.files import Entry, Project, encoded, write
from parity.report.files import write_atomic

LISTS = Path(__file__).parent / "nets.toml"
RESULTS = Path(__file__).parent / "results.json"


@dataclass(frozen=True)
class Result:
    """What came of one net.

    Attributes:
        net: module and function of the zoo.
        inputs: the inputs that it was compared on.
        compared: ``training`` (outputs, gradients, a step) or ``forward``.
        verdict: ``same``, ``different`` or ``error``.
        left: marks in the net's own file.
        why: the first finding, or the error.
    """

    net: str
    inputs: str
    compared: str
    verdict: str
    left: int
    why: str = ""


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zoo", action="append", help="which zoo; default: all")
    parser.add_argument("--only", default="", help="nets whose line matches this expression")
    parser.add_argument("--forward", action="store_true", help="compare outputs alone")
    parser.add_argument("--folder", type=Path, default=Path("build/port"))
    parser.add_argument("--site", type=Path, help="where the zoos are installed; default: fetched into the folder")
    parser.add_argument("--record", action="store_true", help="write the results into tools/port/results.json")
    asked = parser.parse_args()
    zoos = tomllib.loads(LISTS.read_text(encoding="utf-8"))
    found: dict[str, list[Result]] = {}
    for name in asked.zoo or list(zoos):
        found[name] = _zoo(name, zoos[name], asked)
        if asked.record:
            record(name, zoos[name], found[name])
    for line in table(found):
        print(line)
    return 0 if all(result.verdict == "same" for results in found.values() for result in results) else 1


def table(found: Mapping[str, Iterable[Result]]) -> Iterable[str]:
    """Yield the rates of zoos as the rows of a Markdown table.

    Args:
        found (Mapping[str, Iterable[Result]]): the results by zoo.
    """
    yield "| zoo | nets | same | left in their files |"
    yield "|---|---|---|---|"
    for name, entries in found.items():
        results = list(entries)
        same = sum(result.verdict == "same" for result in results)
        share = f"{same} ({same / len(results):.0%})" if results else "0"
        yield f"| {name} | {len(results)} | {share} | {sum(result.left for result in results)} |"


def record(name: str, zoo: Mapping[str, Any], results: Iterable[Result]) -> None:
    """Write results into the data file, in the order of the list of nets; those of other nets stay."""
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    listed = [_names(line) for line in zoo["nets"]]
    old = {entry["net"]: entry for entry in known.get(name, {}).get("nets", ())}
    old |= {result.net: asdict(result) for result in results}
    nets = [old[net] for net, _ in listed if net in old]
    known[name] = {"version": zoo["version"], "nets": nets}
    write_atomic(RESULTS, json.dumps(known, indent=1) + "\n")


def _names(line: str) -> tuple[str, str]:
    module, net, inputs = line.split()
    return f"{module}:{net}", inputs


def _zoo(name: str, zoo: Mapping[str, Any], asked: argparse.Namespace) -> list[Result]:
    site = asked.site if asked.site is not None else fetched(name, zoo, asked.folder)
    lines = [_names(line) for line in zoo["nets"] if re.search(asked.only, line)]
    if not lines:
        return []
    to = zoo.get("to", "mindspore")
    out = asked.folder / f"{name}_converted"
    modules = [f"{name}.{net.partition(':')[0]}" for net, _ in lines]
    marks = _converted(Package((site / name).resolve()), modules, out, to)
    sys.path[:0] = [str(site.resolve()), str(out.resolve().parent)]
    importlib.invalidate_caches()
    compared = "forward" if asked.forward else "training"
    return [_result(name, out.name, net, inputs, marks, to, compared) for net, inputs in lines]


def fetched(name: str, zoo: Mapping[str, Any], folder: Path) -> Path:
    """Install a zoo without the torch that it asks for, which is here already; return where."""
    site = folder / "site"
    if not (site / name).is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(site), "--no-deps"]
        subprocess.run([*command, f"{name}=={zoo['version']}"], check=True)
        if zoo["needs"]:
            subprocess.run([*command[:-1], "-c", "constraints.txt", *zoo["needs"]], check=True)
    return site


def _converted(package: Package, modules: list[str], out: Path, to: str) -> dict[str, int]:
    """Convert the modules together, with what they need; return how much is left in each file."""
    began = time.perf_counter()
    first, *others = dict.fromkeys(modules)
    sources = Closure(package, first, others).sources()
    convert = converter(sources, _in_ms2torch, to)
    texts: dict[Path, bytes] = {}
    marks: dict[str, int] = {}
    entries: list[Entry] = []
    converted = 0
    for source in sources:
        file = package.file(source.module)
        assert file is not None
        made = convert(source)
        target = file.relative_to(package.root)
        entries.append(Entry(file, target, source))
        texts[target], marks[source.module] = encoded(made.source), len(made.marks)
        converted += made.converted
    write(Project(tuple(entries), {}, package.root), texts, out)
    left = sum(marks.values())
    seconds = time.perf_counter() - began
    print(f"{len(sources)} files, {converted} uses converted, {left} left, {seconds:.0f} s", flush=True)
    return marks


def _result(zoo: str, out: str, net: str, inputs: str, marks: Mapping[str, int], to: str, compared: str) -> Result:
    """Compare one net with its conversion: the net of torch is the reference."""
    original, made = f"{zoo}.{net}", f"{out}.{net}"
    reference, port = (original, made) if to == "mindspore" else (made, original)
    options: dict[str, Any] = {"grad": True, "steps": 1} if compared == "training" else {}
    try:
        report = compare(reference, port, inputs, **options)
        verdict: str = report.verdict
        why = next((f"{f.location} {f.message or f.evidence}" for f in report.findings if f.severity == "error"), "")
    except CannotCompare as error:
        verdict, why = "error", str(error)
    result = Result(net, inputs, compared, verdict, marks[f"{zoo}.{net.partition(':')[0]}"], _without_places(why))
    print(f"{verdict:10} {net}, {result.left} left{': ' if why else ''}{why[:300]}", flush=True)
    return result


def _without_places(why: str) -> str:
    """Return a reason without the folders of this machine."""
    return re.sub(r"/\S*/(?=\w+\.py)", "", why)[:300]


if __name__ == "__main__":
    sys.exit(main())
