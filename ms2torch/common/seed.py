"""Mirrors `mindspore.common.seed`: the global seed, which lives in `ms2torch._core.seed`."""

from ms2torch._core.seed import (
    _get_graph_seed as _get_graph_seed,
    get_seed as get_seed,
    set_seed as set_seed,
)
