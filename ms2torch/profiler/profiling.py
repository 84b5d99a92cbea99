"""The place where `Profiler` was before MindSpore 2.5."""

from ms2torch.profiler.profiler import Profiler as Profiler
