"""The comparison report: the data model here, its renderers in `rich.py` (terminal) and `json.py`."""

from __future__ import annotations

from parity.report.model import SCHEMA_VERSION as SCHEMA_VERSION
from parity.report.model import ErrorMetrics as ErrorMetrics
from parity.report.model import Errors as Errors
from parity.report.model import Finding as Finding
from parity.report.model import GradientResult as GradientResult
from parity.report.model import InitResult as InitResult
from parity.report.model import InputInfo as InputInfo
from parity.report.model import LayerResult as LayerResult
from parity.report.model import NamedErrors as NamedErrors
from parity.report.model import OutputResult as OutputResult
from parity.report.model import Report as Report
from parity.report.model import Side as Side
from parity.report.model import StageInfo as StageInfo
from parity.report.model import StepResult as StepResult
from parity.report.model import Timings as Timings
from parity.report.model import WeightPair as WeightPair
from parity.report.model import Weights as Weights
