"""Mirrors `mindspore.common`."""
