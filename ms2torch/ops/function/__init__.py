"""Mirrors `mindspore.ops.function`."""
