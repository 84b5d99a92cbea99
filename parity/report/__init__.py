"""The comparison report: the data model here, its renderers in `rich.py` (terminal) and `json.py`."""

from __future__ import annotations

from parity.report.model import (
    SCHEMA_VERSION as SCHEMA_VERSION,
    Coverage as Coverage,
    ErrorMetrics as ErrorMetrics,
    Errors as Errors,
    Finding as Finding,
    GradientResult as GradientResult,
    Histogram as Histogram,
    InitResult as InitResult,
    InputInfo as InputInfo,
    LayerResult as LayerResult,
    NamedErrors as NamedErrors,
    OutputResult as OutputResult,
    Report as Report,
    Side as Side,
    StageInfo as StageInfo,
    StepResult as StepResult,
    Timings as Timings,
    Unexecuted as Unexecuted,
    WeightPair as WeightPair,
    Weights as Weights,
)
