"""Statements as trees hold them: the handlers behind `mindspore.rewrite.Node`."""
