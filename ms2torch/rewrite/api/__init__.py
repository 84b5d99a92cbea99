"""The classes of `mindspore.rewrite`."""
