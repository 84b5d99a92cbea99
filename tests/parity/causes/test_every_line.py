"""Every line to write for an argument, of every layer and loss of the table: it runs, and does what torch's does.

A port that was copied from torch, word for word or with what it cannot do without, gets the lines that the comparison
would print, each with the arguments that differ corrected; the corrected call is executed against torch's. And turned
round: the copy is the reference, and torch's call is corrected.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from mappings.lines.bindings import NotDerivableError
from mappings.lines.calls import mindspore_line
from mappings.lines.expressions import is_program
from mappings.lines.values import other_values, with_value
from mappings.proof.verify import Runner
from mappings.rows.model import REQUIRED, Case, Row
from mappings.running.inputs import parse_inputs
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.registry import iter_rows
from parity.code.constructions import Construction, recording
from parity.code.fixes import corrected_line
from parity.table.arguments import differences_between
from parity.table.difference import Difference

LAYERS = [row for row in iter_rows() if row.kind in {"layer", "loss"} and row.mindspore and not row.write]
# What does not show in a forward, and a call that gives two names of one argument two values.
LEFT_ALONE = re.compile(r"dtype=|nn\.Hardtanh\(.*min_value=")


def _module(name: str) -> Any:
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


SIDES = TorchSide(torch), MindSporeSide(_module("mindspore"), "ms2torch", _module)


def built(line: str, side: Any, folder: Path) -> Construction | None:
    """How the layer that a line makes was built, with its place in a file; None where the line is refused."""
    file = folder / f"line_{len(list(folder.iterdir()))}.py"
    file.write_text(f"made = {line}\n")
    names = dict(side.namespace())
    with recording() as seen:
        try:
            exec(compile(file.read_text(), str(file), "exec"), names)
        except (AssertionError, NameError, TypeError, ValueError, RuntimeError, NotImplementedError):
            return None
    return seen.get(names["made"]) if isinstance(names["made"], torch.nn.Module) else None


def lines_of(row: Row, case: Case) -> Iterator[str]:
    """The torch line of a case, and with another value for each of its arguments."""
    yield case.torch
    for param in row.params:
        values = other_values(row, case, param.torch) if param.torch else []
        for value in values[:2]:
            varied = with_value(row, case.torch, param.torch or "", value)
            if varied is not None:
                yield varied


def copies_of(row: Row, line: str) -> Iterator[str]:
    """MindSpore's call with torch's values as they stand, and with nothing but what it asks for."""
    optional = [p.mindspore for p in row.params if p.mindspore and p.mindspore_default is not REQUIRED]
    for options in ({"style": "literal"}, {"without": optional}):
        try:
            yield mindspore_line(row, line, **options)
        except NotDerivableError:
            continue


def corrections(row: Row, ours: Construction, theirs: Construction) -> dict[str, object] | None:
    """What MindSpore's call has to give otherwise; None where something has no counterpart."""
    return _changes(differences_between(row.torch, ours.arguments, row.mindspore, theirs.arguments))


def corrections_of_torch(row: Row, ours: Construction, theirs: Construction, case: Case) -> dict[str, object] | None:
    """What torch's call has to give otherwise, on a case's inputs; None where something has no counterpart."""
    shapes = [tuple(value.shape) for value in parse_inputs(case.inputs) if hasattr(value, "shape")]
    shape = shapes[0] if shapes else ()
    return _changes(differences_between(row.mindspore, theirs.arguments, row.torch, ours.arguments, shape))


def _changes(found: list[Difference]) -> dict[str, object] | None:
    entries = [entry for entry in found if not entry.equivalent]
    if any(not entry.corrections for entry in entries):
        return None
    return {name: value for entry in entries for name, value in entry.corrections.items()}


def copied(row: Row, runner: Runner, folder: Path) -> Iterator[tuple[Case, str, Construction, str, Construction]]:
    """The lines of a row that torch runs, and MindSpore's calls copied from each, with how both were built."""
    cases = [c for c in row.cases if c.expected == "equal" and c.stage == "forward" and not is_program(c.torch)]
    for case in (c for c in cases if re.match(r"(torch\.)?nn\.\w+\(", c.torch)):
        for line in lines_of(row, case):
            ours = None if LEFT_ALONE.search(line) else built(line, SIDES[0], folder)
            if ours is None or runner._on_torch(replace(case, torch=line), parse_inputs(case.inputs))[1] is not None:
                continue
            for copy in copies_of(row, line):
                theirs = built(copy, SIDES[1], folder)
                if theirs is not None:
                    yield case, line, ours, copy, theirs


def runs(row: Row, case: Case, copy: str) -> bool:
    """Tell whether MindSpore's call can be made with a case's inputs: what is refused is no reference."""
    raises = replace(case, mindspore=copy, expected="raises", error="Exception", proves="")
    return Runner(row, *SIDES).case(raises).outcome != "passed"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", LAYERS, ids=[row.pair for row in LAYERS])
def test_the_lines_of_a_layer(row: Row, tmp_path: Path) -> None:
    runner, done = Runner(row, *SIDES), set()
    for case, line, ours, copy, theirs in copied(row, runner, tmp_path):
        changed = corrections(row, ours, theirs)
        if changed and (kind := tuple(sorted(changed))) not in done:
            done.add(kind)
            written = corrected_line(theirs, changed).removeprefix("made = ")
            again = built(written, SIDES[1], tmp_path)
            assert again is not None, f"{line}: {written} is refused"
            assert corrections(row, ours, again) == {}, written
            found = runner.case(replace(case, torch=line, mindspore=written, proves="", ignore_dtype=True))
            assert found.outcome == "passed", found.detail
        asked = corrections_of_torch(row, ours, theirs, case)
        if asked and (turned := ("torch", *sorted(asked))) not in done and runs(row, case, copy):
            done.add(turned)
            written = corrected_line(ours, asked).removeprefix("made = ")
            assert built(written, SIDES[0], tmp_path) is not None, f"{copy}: {written} is refused"
            found = runner.case(replace(case, torch=written, mindspore=copy, proves="", ignore_dtype=True))
            assert found.outcome == "passed", found.detail
