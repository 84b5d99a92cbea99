"""Mirrors `mindspore.rewrite.common.namespace`: which Cells are opened when a network is parsed."""

from __future__ import annotations

# Whether MindSpore's own Cells are parsed as subtrees. Every Cell is run as it is here, so that it steers nothing.
_ms_cells_to_subtree = False
