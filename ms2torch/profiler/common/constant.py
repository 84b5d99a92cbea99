"""Mirrors `mindspore.profiler.common.constant`: the profiler's words, by their place there."""

from ms2torch.profiler.constant import ProfilerLevel as ProfilerLevel

__all__ = ["ProfilerLevel"]
