"""A row in words: all of it is said, and nothing of the machinery."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest

import mappings
from mappings.rows.transforms import TRANSFORMS
from parity.lookup.document import document
from parity.lookup.text import lines
from parity.lookup.words import entry

ROWS = tuple(mappings.iter_rows())
INTERNAL = re.compile(
    r"\(unknown\)|<required>|\bpool_pad_mode\b|\bpad_lrtb\b|\blast_axis\b|\bone_minus\b|\bidentity\b|REQUIRED"
)


def text(row: mappings.Row) -> str:
    return "\n".join(lines(entry(row)))


def row_of(torch: str, mindspore: str) -> mappings.Row:
    (row,) = (row for row in ROWS if (row.torch, row.mindspore) == (torch, mindspore))
    return row


def test_all_that_a_row_says_is_said() -> None:
    for row in ROWS:
        said = text(row)
        assert said.startswith(f"{row.torch}  ->  {row.mindspore or '(no counterpart)'}\n")
        for param in row.params:
            assert all(name in said for name in (param.torch, param.mindspore) if name), (row.label, param)
        for difference in row.differences:
            assert difference.fact in said
            assert difference.fix in said
        for weight in row.weights:
            assert all(name in said for name in (weight.torch, weight.mindspore) if name), row.label


def test_nothing_of_the_machinery_is_said() -> None:
    found = [(row.label, match[0]) for row in ROWS if (match := INTERNAL.search(text(row)))]
    assert found == []


def test_lines_are_lines() -> None:
    for row in ROWS:
        assert all(line == line.rstrip() and "\n" not in line for line in lines(entry(row)))


def test_every_argument_that_changes_on_the_way_has_a_note() -> None:
    plain = {"identity", "unknown", "given"}
    assert plain <= set(TRANSFORMS)
    for row in ROWS:
        notes = [argument.note for argument in entry(row).arguments]
        changed = [param for param in row.params if param.torch and param.mindspore and param.transform not in plain]
        assert sum(bool(note) for note in notes) >= len(changed), row.label


@pytest.mark.parametrize(
    ("torch", "mindspore", "said"),
    [
        ("torch.nn.Conv2d", "mindspore.nn.Conv2d", "argument groups=1              ->  group=1"),
        ("torch.nn.Conv2d", "mindspore.nn.Conv2d", "out_channels, kernel_size, pad_mode='valid', has_bias=True)"),
        ("torch.nn.BatchNorm2d", "mindspore.nn.BatchNorm2d", "1 - momentum"),
        ("torch.nn.BatchNorm2d", "mindspore.nn.BatchNorm2d", "moving_variance"),
        ("torch.nn.LayerNorm", "mindspore.nn.LayerNorm", "epsilon=1e-05"),
        ("torch.nn.LayerNorm", "mindspore.nn.LayerNorm", "silent: only values change"),
        ("torch.nn.LayerNorm", "mindspore.nn.LayerNorm", "also: mindspore.mint.nn.LayerNorm"),
        ("torch.nn.Conv2d", "mindspore.nn.Conv2d", "on MindSpore 2.10.0"),
        ("torch.int32", "mindspore.int32", "constant: the same"),
        ("torch.Tensor.shape", "mindspore.Tensor.shape", "property of a tensor: "),
        ("torch.Tensor.size", "mindspore.Tensor.shape", "x.size(0) is x.shape[0]"),
        ("torch.Tensor.to", "mindspore.Tensor.astype", "write: x.astype(dtype)"),
        ("torch.nn.functional", "mindspore.ops", "module: its names are in this one"),
    ],
)  # fmt: skip
def test_a_row_in_words(torch: str, mindspore: str, said: str) -> None:
    assert said in text(row_of(torch, mindspore))


def test_data_is_json() -> None:
    data = json.loads(json.dumps(asdict(document(entry(row_of("torch.nn.Linear", "mindspore.nn.Dense"))))))
    assert {"torch": "in_features", "mindspore": "in_channels", "note": "renamed"} in data["arguments"]
