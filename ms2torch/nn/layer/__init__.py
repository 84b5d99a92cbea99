"""Mirrors `mindspore.nn.layer`."""
