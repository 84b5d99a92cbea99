"""Reports by hand, each field of the model in one of them with another value: what every renderer is shown."""

from __future__ import annotations

import dataclasses
import math

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
from parity.report.model import Coverage, Histogram, Memory, Unexecuted


def errors(float64: float, float32: float, index: tuple[int, ...] = (0, 3), ratio: float | None = 1.3) -> Errors:
    both = ErrorMetrics(float64, index, rel_l2=float64), ErrorMetrics(float32, index, rel_l2=float32)
    return Errors(*both, 1e-7, ratio, "ok")


SHAPES = Errors(ErrorMetrics(reference_shape=(1, 2), port_shape=(1, 3)))
NAN = Errors(ErrorMetrics(0.5, (1,), nan_mismatch=2), ErrorMetrics(math.inf, (1,)))
FINDING = Finding(
    "pad-mode", "error", "forward", "down.conv", "down.conv", "pad_mode", 0, "same",
    evidence="pad_mode='pad': 3.9e+00 -> 1.3e-15", fix="nn.Conv2d(8, 9, 4, pad_mode='pad')", location="port.py:42",
    reference_location="ref.py:40", message="Conv2d pads to the same size by default", also=("up.conv",),
)  # fmt: skip
SAME = Report(
    "same", Side("ref.py:Net"), Side("port.py:Net"),
    outputs=(OutputResult("output", "same", errors(1e-15, 2.9e-06, (0, 17))),),
    layers=(
        LayerResult("a", "a", "same", "Linear", "Dense", free=errors(1e-15, 1e-6)),
        LayerResult("b", "c", "introduced", "GELU", "GeLU", free=errors(2e-3, 2e-3, ratio=41.7)),
        LayerResult("d", None, "unmatched", "Dropout"),
    ),
    weights=Weights((WeightPair("a", "b", (2, 3), "transposed"), WeightPair("c", "d", (1,)))),
    timings=Timings(0.5, 1.2, 2.4), environment={"torch": "2.13.0", "device": "cpu"}, memory=Memory(2000, 3100, 4, 9),
)  # fmt: skip
DIFFERENT = dataclasses.replace(
    SAME,
    verdict="different",
    outputs=(
        *(OutputResult(f"output[{number}]", "same", errors(0.0, 1e-7)) for number in range(6)),
        OutputResult("hidden", "introduced", SHAPES),
        OutputResult("mask", "amplified", NAN),
        OutputResult("extra", "unmatched"),
    ),
    layers=(
        LayerResult("stem", "stem", "same", "Conv2d", "Conv2d", free=errors(1e-15, 2e-6), forced=errors(1e-16, 1e-6)),
        LayerResult("down", "down", "amplified", leaf=False, free=errors(5.0, 5.0)),
        LayerResult("down.conv", "down.conv", "introduced", "Conv2d", "Conv2d", free=errors(3.9, 3.9, ratio=math.inf)),
        LayerResult("down.conv", "down.conv", "amplified", "Conv2d", "Conv2d", 1, errors(0.2, 0.3), errors(0.0, 1e-8)),
        LayerResult(None, "head.extra", "unmatched", None, "Dense"),
    ),
    histograms=(
        Histogram("a", "b", "", 30, -1.0, 1.0, (5, 20, 5), (6, 18, 6), 10, 1, -7, 2, (2, 8, 6, 4)),
        Histogram("c", "c", "[1]", 8, 0.0, 0.0, (8,), (8,), 8, 0, 0, 1, (), call=1),
    ),
    gradients=(
        GradientResult("parameter", "w", "v", "introduced", errors(1.0, 1.0)),
        GradientResult("input", "x", "x", "same", errors(1e-15, 1e-7), zero=True),
    ),
    steps=(
        StepResult(1, "introduced", 1.5, 1.25, (NamedErrors("w", errors(1e-3, 1e-3)),), (NamedErrors("m", SHAPES),)),
        StepResult(2, "same", 0.5, 0.5, (NamedErrors("w", errors(1e-16, 1e-8)),)),
    ),
    init=(
        InitResult("emb.weight", "emb.table", "introduced", "normal(1)", "normal(0.01)", 1e-9),
        InitResult("fc.bias", "fc.bias", "same", "zeros", "zeros"),
    ),
    weights=Weights(
        (WeightPair("a", "b", (2,), max_abs=0.5), WeightPair("c", "d", (2,), max_abs=0.0)),
        ("lost.one",), ("fc.bias", "p.1", "p.2", "p.3"),
    ),
    findings=(
        FINDING,
        Finding("dropout-rate", "warning", "static", "drop", "drop2", "p", 0.3, None, shown_by="--mode train"),
        Finding("index-dtype", "note", "static", "emb", "emb", "dtype", "int64", "int32"),
        Finding("structure", "note", "forward", None, "extra", message="only in the port", location="port.py:7"),
    ),
    stages=(
        StageInfo("forward", "done", seconds=0.1),
        StageInfo("float64", "skipped", "the port casts to float16 itself"),
        StageInfo("grad", "failed", "no gradient"),
    ),
    memory=Memory(2_000_000, 3_100_000),
    coverage=Coverage(
        ("eval mode", "two inputs"), ("gradients (--grad)",), (Unexecuted("port", "port.py", ("3", "5-7")),),
    ),
)  # fmt: skip
FAILED = Report("error", Side("ref.py:Net"), Side("port.py:Nett"), message="port.py has no 'Nett'; did you mean Net?")
REPORTS = {"same": SAME, "different": DIFFERENT, "failed": FAILED}
