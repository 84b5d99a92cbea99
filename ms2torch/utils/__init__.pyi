# ruff: noqa: TID252
"""What `mindspore.utils` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..common.tensor_tools import (
    from_dlpack as from_dlpack,
    to_dlpack as to_dlpack,
)
from . import dryrun as dryrun
from .fault_tolerance import _tft_handler as _tft_handler
from .sdc_detect import (
    get_sdc_detect_result as get_sdc_detect_result,
    sdc_detect_start as sdc_detect_start,
    sdc_detect_stop as sdc_detect_stop,
)
from .stress_detect import stress_detect as stress_detect
