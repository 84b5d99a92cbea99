"""Mirrors `mindspore.profiler.common`: the profiler's words."""
