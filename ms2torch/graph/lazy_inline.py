"""The decorator for Cells that a graph compiler should compile once.

Source: mindspore.graph.lazy_inline, MindSpore 2.10
"""

from ms2torch.common.graph_marks import lazy_inline as lazy_inline, no_inline as no_inline
