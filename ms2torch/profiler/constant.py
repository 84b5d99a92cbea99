"""The words that settings of the profiler are written with. Most concern Ascend."""

from __future__ import annotations

import enum

__all__ = ["AicoreMetrics", "ExportType", "HostSystem", "ProfilerActivity", "ProfilerLevel"]


class ProfilerLevel(enum.Enum):
    """How much Ascend measures.

    Source: mindspore.profiler.ProfilerLevel, MindSpore 2.10
    """

    LevelNone = "LevelNone"
    Level0 = "Level0"
    Level1 = "Level1"
    Level2 = "Level2"


class ProfilerActivity(enum.Enum):
    """What is measured.

    Source: mindspore.profiler.ProfilerActivity, MindSpore 2.10
    """

    NPU = "NPU"
    GPU = "GPU"
    CPU = "CPU"


class AicoreMetrics(enum.Enum):
    """What Ascend's cores count.

    Source: mindspore.profiler.AicoreMetrics, MindSpore 2.10
    """

    PipeUtilization = "PipeUtilization"
    ArithmeticUtilization = "ArithmeticUtilization"
    Memory = "Memory"
    MemoryL0 = "MemoryL0"
    MemoryUB = "MemoryUB"
    ResourceConflictRatio = "ResourceConflictRatio"
    L2Cache = "L2Cache"
    MemoryAccess = "MemoryAccess"
    AiCoreNone = "None"


class ExportType(enum.Enum):
    """What Ascend writes.

    Source: mindspore.profiler.ExportType, MindSpore 2.10
    """

    Db = "db"
    Text = "text"


class HostSystem(enum.Enum):
    """What is measured of the host.

    Source: mindspore.profiler.HostSystem, MindSpore 2.10
    """

    CPU = "cpu"
    MEM = "mem"
    DISK = "disk"
    NETWORK = "network"
    OSRT = "osrt"
