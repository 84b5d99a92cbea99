"""Mirrors `mindspore.ops.operations`."""
