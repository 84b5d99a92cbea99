"""Mirrors `mindspore.nn`."""
