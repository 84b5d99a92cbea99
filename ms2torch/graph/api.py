"""Mirrors `mindspore.graph.api`: what `mindspore.common.api` has, by the name of the compiler's own room."""

from ms2torch.common.api import (
    JitConfig as JitConfig,
    _cell_graph_executor as _cell_graph_executor,
    _CellGraphExecutor as _CellGraphExecutor,
    _function_forbid_reuse as _function_forbid_reuse,
    _JitExecutor as _JitExecutor,
    _no_grad as _no_grad,
    _pynative_executor as _pynative_executor,
    _PyNativeExecutor as _PyNativeExecutor,
    cells_compile_cache as cells_compile_cache,
    flops_collection as flops_collection,
    jit as jit,
    jit_class as jit_class,
    ms_compile_cache as ms_compile_cache,
    ms_memory_recycle as ms_memory_recycle,
)

__all__ = ["flops_collection", "jit", "jit_class", "ms_memory_recycle"]
