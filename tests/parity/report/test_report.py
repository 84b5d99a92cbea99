"""The report's text and terminal forms: pure functions of the model."""

from __future__ import annotations

import dataclasses
import io
import math
import subprocess
import sys

import pytest
from rich.console import Console

from parity.report import (
    ErrorMetrics,
    Errors,
    Finding,
    GradientResult,
    InitResult,
    LayerResult,
    NamedErrors,
    OutputResult,
    Report,
    Side,
    StageInfo,
    StepResult,
    Timings,
    WeightPair,
    Weights,
)
from parity.report.rich import render
from parity.report.text import figure, max_abs, max_abs_at, plain, shape, size_of, worst_gradients, worst_layers


def errors(float64: float, float32: float, index: tuple[int, ...] = (0, 3)) -> Errors:
    return Errors(
        ErrorMetrics(float64, index, rel_l2=float64), ErrorMetrics(float32, index, rel_l2=float32), 1e-7, 1.3, "ok"
    )


def layer(name: str, status: str = "same", float64: float = 1e-15, **more: object) -> LayerResult:
    return LayerResult(name, name, status, "Conv2d", "Conv2d", free=errors(float64, 2.9e-06), **more)


PAD_MODE = Finding(
    "pad_mode-default", "error", "forward", "down.conv", "down.conv", "pad_mode", 0, "same",
    evidence="pad_mode='pad': 3.9e+00 -> 1.3e-15", fix="nn.Conv2d(120, 240, 4, pad_mode='pad', has_bias=True)",
    location="port.py:42", reference_location="ref.py:40", message="Conv2d pads to the same size by default",
)  # fmt: skip
SIDES = {"reference": Side("ref.py:Net"), "port": Side("port.py:Net")}
GOOD = Report(
    "same",
    **SIDES,
    outputs=(OutputResult("output", "same", errors(1e-15, 2.9e-06, (0, 17))),),
    layers=tuple(layer(f"layer{number}", float64=number * 1e-15) for number in range(160)),
    weights=Weights((WeightPair("a", "b"),) * 320),
    timings=Timings(0.5, 1.2, 2.4),
    environment={"torch": "2.13.0", "device": "cpu"},
)
BAD = dataclasses.replace(
    GOOD,
    verdict="different",
    layers=(layer("stem"), layer("down.act", "amplified", 5.0), layer("down.conv", "introduced", 3.9)),
    findings=(PAD_MODE, Finding("index-dtype", "note", "static", "emb", "emb", "dtype", "int64", "int32")),
    weights=Weights((), (), ("fc.bias",)),
    stages=(StageInfo("float64", "skipped", "the port casts to float16 itself"),),
)


def on_terminal(report: Report, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(render(report))
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("number", "text"),
    [(2.94e-06, "2.9e-06"), (0.0, "0"), (None, "-"), (math.nan, "nan"), (math.inf, "inf"), (3.9, "3.9e+00")],
)
def test_figure(number: float | None, text: str) -> None:
    assert figure(number) == text


def test_a_small_figure_is_never_rounded_to_zero() -> None:
    assert "0.0000" not in plain(GOOD) + on_terminal(GOOD)
    assert "2.9e-06 at [0, 17]" in plain(GOOD)
    assert "2.9e-06" in on_terminal(GOOD)
    assert "[0, 17]" in on_terminal(GOOD)


def test_what_is_worse_than_a_figure_is_said_instead() -> None:
    shapes = ErrorMetrics(reference_shape=(1, 2), port_shape=(1, 3))
    assert (max_abs(shapes), max_abs_at(shapes)) == ("shape", "shape [1, 2] vs [1, 3]")
    assert max_abs(ErrorMetrics(1e-9, (0,), nan_mismatch=4)) == "4 NaN"
    assert max_abs(ErrorMetrics(1e-9, (0,), inf_mismatch=1)) == "1 inf"
    assert max_abs_at(ErrorMetrics(0.0, (0,), reference_dtype="int64", port_dtype="int32")) == "0, int64 vs int32"
    assert max_abs(None) == "-"
    assert shape(()) == "[]"


def test_size_ranks_damage_over_numbers() -> None:
    assert size_of(Errors(ErrorMetrics(reference_shape=(1,), port_shape=(2,)))) == math.inf
    assert size_of(Errors(ErrorMetrics(math.nan, rel_l2=math.nan))) == math.inf
    assert size_of(Errors(None, ErrorMetrics(3.0, rel_l2=0.5))) == 0.5
    assert size_of(Errors(ErrorMetrics(3.0))) == 3.0
    assert size_of(Errors()) == 0.0


def test_worst_layers_shows_where_it_began_first() -> None:
    report = dataclasses.replace(
        BAD,
        layers=(layer("a", "introduced", 1.0), layer("b", "amplified", 9.0), layer("c", "introduced", 8.0), layer("d")),
    )
    assert [item.port for item in worst_layers(report, 10)] == ["a", "c", "b"]
    assert [item.port for item in worst_layers(GOOD, 2)] == ["layer159", "layer158"]


def test_containers_are_shown_only_where_they_differ() -> None:
    report = dataclasses.replace(GOOD, layers=(layer("block", float64=1.0, leaf=False), layer("block.conv")))
    assert [item.port for item in worst_layers(report, 5)] == ["block.conv"]


def test_plain_puts_findings_first_in_a_form_that_editors_know() -> None:
    lines = plain(BAD).splitlines()
    assert lines[0] == "DIFFERENT: ref.py:Net and port.py:Net"
    assert lines[1] == "port.py:42: error: down.conv: Conv2d pads to the same size by default [pad_mode-default]"
    assert lines[2] == "    argument: pad_mode: the reference has 0, the port 'same'"
    assert "    write: nn.Conv2d(120, 240, 4, pad_mode='pad', has_bias=True)" in lines
    assert "note: emb: dtype: the reference has 'int64', the port 'int32' [index-dtype]" in lines
    assert any(line.startswith("layer down.conv (Conv2d): introduced, float64 3.9e+00") for line in lines)
    assert "weights: 0 copied, 1 unmatched: fc.bias (port)" in lines
    assert "float64: skipped: the port casts to float16 itself" in lines
    assert lines[-1] == "cost: 1.20 s, 2.4x the 0.50 s of the plain forwards (torch 2.13.0, device cpu)"


def test_terminal_shows_findings_then_layers_then_totals() -> None:
    text = on_terminal(BAD)
    order = ["DIFFERENT", "port.py:42", "1.3e-15", "worst layers", "down.conv Conv2d", "down.act Conv2d", "1 unmatched"]
    places = [text.index(word) for word in order]
    assert places == sorted(places)


def test_a_good_net_fits_on_one_screen() -> None:
    assert len(on_terminal(GOOD, 80).splitlines()) <= 24
    assert len(plain(GOOD).splitlines()) <= 8


@pytest.mark.parametrize("width", [40, 80, 200])
def test_terminal_renders_every_part_at_any_width(width: int) -> None:
    report = dataclasses.replace(
        BAD,
        message="one line",
        gradients=(GradientResult("parameter", "w", "v", "introduced", errors(1.0, 1.0)),),
        steps=(StepResult(1, "introduced", 1.5, 1.25, (NamedErrors("w", errors(1e-3, 1e-3)),)), StepResult(2, "same")),
        init=(InitResult("emb.weight", "emb.embedding_table", "introduced", "normal(1)", "normal(0.01)"),),
    )
    text = on_terminal(report, width)
    assert "1.25" in text
    assert "initial" in text
    assert max(map(len, text.splitlines())) <= width


def test_brackets_of_the_user_are_not_markup() -> None:
    report = dataclasses.replace(
        BAD, port=Side("port.py:Net([red])"), findings=(Finding("r", "error", "forward", fix="x[/b]"),)
    )
    assert "Net([red])" in on_terminal(report)
    assert "x[/b]" in on_terminal(report)


def test_many_notes_are_counted_not_listed() -> None:
    report = dataclasses.replace(GOOD, findings=tuple(Finding(f"r{i}", "note", "static") for i in range(40)))
    text = on_terminal(report)
    assert "35 notes more" in text
    assert "[r39]" not in text


def test_a_finding_about_many_layers_stays_short() -> None:
    many = dataclasses.replace(PAD_MODE, reference_value="padding=1", also=tuple(f"layer{i}.conv" for i in range(52)))
    report = dataclasses.replace(BAD, findings=(many,))
    line = plain(report).splitlines()[1]
    assert line.endswith("size by default (also in layer0.conv and 51 more) [pad_mode-default]")
    assert "pad_mode: the reference has padding=1, the port 'same'" in plain(report)
    assert "layer17.conv" not in on_terminal(report)
    assert "51 more" in on_terminal(report)


def test_gradients_that_differ_come_first() -> None:
    gradients = (
        GradientResult("parameter", "a", "a", "same", errors(1e-9, 1e-9)),
        GradientResult("input", "x", "x", "introduced", errors(1e-12, 1e-12)),
    )
    assert worst_gradients(dataclasses.replace(BAD, gradients=gradients), 1)[0].reference == "x"


@pytest.mark.parametrize(("verdict", "code"), [("same", 0), ("different", 1), ("error", 2)])
def test_exit_code(verdict: str, code: int) -> None:
    assert dataclasses.replace(GOOD, verdict=verdict).exit_code == code


def test_the_model_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        GOOD.verdict = "different"
    assert BAD.of_severity("error") == (PAD_MODE,)


def test_model_and_text_import_neither_torch_nor_rich(root) -> None:
    code = "import sys, parity.report.json, parity.report.text; print({'torch', 'rich', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
