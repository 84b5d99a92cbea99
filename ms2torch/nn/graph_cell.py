"""A Cell around a network that was exported to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch._errors import require_default
from ms2torch.common.parameter import Parameter
from ms2torch.nn.cell import Cell

if TYPE_CHECKING:
    from ms2torch.train._export import ExportedGraph

__all__ = ["GraphCell"]


class GraphCell(Cell):
    """Run a network that `mindspore.load` has read.

    Args:
        graph (ExportedGraph): what `mindspore.load` returns.
        params_init (dict, optional): Tensors by the attribute path of the Parameter or buffer whose value they
            replace. Default: ``None``.
        obf_random_seed (int, optional): must be ``None``: obfuscation is MindIR's. Default: ``None``.

    Inputs:
        The network's own, of the shapes and types it was exported with.

    Raises:
        TypeError: if `graph` is something else, or `params_init` no dict of Tensors.
        KeyError: if `params_init` names what the network does not have.

    Differs from MindSpore: graphs are torch's exported programs; a MindIR file cannot be read.

    Source: mindspore.nn.GraphCell, MindSpore 2.10
    """

    def __init__(
        self, graph: ExportedGraph, params_init: dict[str, Any] | None = None, obf_random_seed: int | None = None
    ) -> None:
        super().__init__()
        program = getattr(graph, "program", None)
        if not isinstance(program, torch.export.ExportedProgram):
            msg = f"For 'GraphCell', 'graph' must be what mindspore.load returns, but got {type(graph).__name__}."
            raise TypeError(msg)
        require_default("nn.GraphCell", "obf_random_seed", obf_random_seed, None, "leave it None")
        self.graph = graph
        module = program.module()
        if params_init is not None:
            _fill(module, params_init)
        # as an attribute of its own: what the module takes and returns is dealt with here
        self.__dict__["_run"] = module
        for name in program.graph_signature.parameters:
            param = Parameter._adopt(module.get_parameter(name), name)
            self._params[name], self._parameters[name] = param, param._t  # type: ignore[assignment]
        for name in program.graph_signature.buffers:
            self._params[name] = Parameter._holding(module.get_buffer(name), name)

    def construct(self, *inputs: Any) -> Any:
        """Run the network."""
        return wrap_tree(self.__dict__["_run"](*unwrap_tree(inputs)))


def _fill(module: torch.nn.Module, values: dict[str, Any]) -> None:
    if not isinstance(values, dict):
        msg = f"For 'GraphCell', 'params_init' must be a dict, but got {type(values).__name__}."
        raise TypeError(msg)
    held = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    for name, value in values.items():
        if not isinstance(name, str) or not isinstance(value, TensorBase):
            msg = f"For 'GraphCell', 'params_init' must map str to Tensor, but got {name!r}: {type(value).__name__}."
            raise TypeError(msg)
        if name not in held:
            msg = f"For 'GraphCell', the network has no {name!r}; it has {sorted(held)}"
            raise KeyError(msg)
        with torch.no_grad():
            held[name].copy_(value._t)
