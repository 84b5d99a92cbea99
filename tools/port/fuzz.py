"""Convert the files of packages one by one, and check what has to hold of any result.

    python -m tools.port.fuzz FOLDER ... [--every N] [--to mindspore|torch]

No file may raise; each result must be Python; each name of the framework that is left in a result must stand at a mark.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import libcst as cst

from cli.port import _in_ms2torch
from parity.port.conversion import converter
from parity.port.project.facts import Source


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every so many files")
    parser.add_argument("--to", choices=("mindspore", "torch"), default="mindspore")
    asked = parser.parse_args()
    ends: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    began = time.perf_counter()
    for file in sorted(path for folder in asked.folders for path in folder.rglob("*.py"))[:: asked.every]:
        ended = _ended(file, asked.to, uses)
        ends[ended.partition(":")[0]] += 1
        if ended != "fine":
            print(f"{file}: {ended}", flush=True)
    seconds, cpu = time.perf_counter() - began, time.process_time()
    number = sum(ends.values())
    share = 100 / max(number, 1)
    print(f"{number} files in {seconds:.0f} s, {cpu:.0f} s of CPU ({share * cpu:.0f} s for 100): {dict(ends)}")
    print(
        f"{uses['converted']} uses converted, {uses['left']} left: {uses['converted'] / max(sum(uses.values()), 1):.1%}"
    )
    return 0 if set(ends) <= {"fine"} else 1


def _ended(file: Path, to: str, uses: Counter[str]) -> str:
    """Return how the conversion of a file ends: ``fine``, or what is wrong."""
    try:
        tree = cst.parse_module(file.read_bytes())
    except (cst.ParserSyntaxError, UnicodeDecodeError):
        return "fine"  # no Python to begin with
    package = f"{file.parent.parent.name}.{file.parent.name}"
    source = Source(f"{package}.{file.stem}", package, tree)
    try:
        made = converter([source], _in_ms2torch, to)(source)
    except Exception:
        return f"raises: {traceback.format_exc().splitlines()[-1]}"
    uses["converted"] += made.converted
    uses["left"] += len(made.marks)
    try:
        result = ast.parse(made.source)
    except SyntaxError as error:
        return f"no Python: {error}"
    unmarked = list(_unmarked(result, made.source, "torch" if to == "mindspore" else "mindspore"))
    return f"unmarked: {unmarked[:4]}" if unmarked else "fine"


def _unmarked(tree: ast.Module, source: str, framework: str) -> Iterator[str]:
    """Yield the uses of a framework that stand under no mark, nor in a block whose head has one."""
    rows = source.splitlines()
    for node in ast.walk(tree):
        for statement in (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)):
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                continue
            for part in _own(statement):
                if isinstance(part, ast.Name) and part.id == framework and not _is_marked(rows, statement, tree):
                    yield f"line {part.lineno}: {rows[part.lineno - 1].strip()[:80]}"


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the expressions of a statement, without those of the statements in it."""
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        yield node
        stack += [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]


def _is_marked(rows: list[str], statement: ast.stmt, tree: ast.Module) -> bool:
    """Tell whether a mark stands above a statement, or above one around it or in whose head it stands."""
    around = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= statement.lineno <= (node.end_lineno or node.lineno)
    ]  # fmt: skip
    return any(_has_mark(rows, node) for node in around)


def _has_mark(rows: list[str], node: ast.stmt) -> bool:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    at = first - 2
    while at >= 0 and rows[at].strip().startswith("#"):
        if "TODO(ms2torch)" in rows[at]:
            return True
        at -= 1
    return False


if __name__ == "__main__":
    sys.exit(main())
