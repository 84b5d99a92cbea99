"""Settings of the profiler that concern Ascend: kept for programs that pass them on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch.profiler.constant import AicoreMetrics, ProfilerLevel

__all__ = ["_ExperimentalConfig"]


class _ExperimentalConfig:
    """Settings of Ascend's profiler.

    Args:
        profiler_level (ProfilerLevel): how much. Default: ``ProfilerLevel.Level0``.
        aic_metrics (AicoreMetrics): what cores count. Default: ``AicoreMetrics.AiCoreNone``.
        l2_cache (bool): measure the cache. Default: ``False``.
        mstx (bool): record marks. Default: ``False``.
        data_simplification (bool): delete what is no longer needed. Default: ``True``.
        export_type (list[ExportType], optional): what to write. Default: ``None``.
        mstx_domain_include (list[str], optional): which marks. Default: ``None``.
        mstx_domain_exclude (list[str], optional): which not. Default: ``None``.
        sys_io (bool): measure the network cards. Default: ``False``.
        sys_interconnection (bool): measure the links. Default: ``False``.
        host_sys (list[HostSystem], optional): measure the host. Default: ``None``.

    Source: mindspore.profiler._ExperimentalConfig, MindSpore 2.10
    """

    def __init__(
        self,
        profiler_level: ProfilerLevel = ProfilerLevel.Level0,
        aic_metrics: AicoreMetrics = AicoreMetrics.AiCoreNone,
        l2_cache: bool = False,
        mstx: bool = False,
        data_simplification: bool = True,
        export_type: Sequence[Any] | None = None,
        mstx_domain_include: Sequence[str] | None = None,
        mstx_domain_exclude: Sequence[str] | None = None,
        sys_io: bool = False,
        sys_interconnection: bool = False,
        host_sys: Sequence[Any] | None = None,
    ) -> None:
        self.profiler_level = profiler_level
        self.aic_metrics = aic_metrics
        self.l2_cache = l2_cache
        self.mstx = mstx
        self.data_simplification = data_simplification
        self.export_type = export_type
        self.mstx_domain_include = mstx_domain_include
        self.mstx_domain_exclude = mstx_domain_exclude
        self.sys_io = sys_io
        self.sys_interconnection = sys_interconnection
        self.host_sys = host_sys
