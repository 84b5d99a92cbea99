"""The part of Cell that concerns MindSpore's compiler and cluster: accepted, answered, and without effect here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.communication.management import get_group_size
from ms2torch.nn._cell_state import CellState


class CellCompiler(CellState):
    """Methods and attributes that programs written for graphs, clusters and Ascend call."""

    add_flags_recursive: Callable[..., Any]

    def get_sub_cell(self, target: str) -> Any:
        """Return the Cell at an attribute path, such as ``"block.0.conv"``; the Cell itself for ``""``.

        Args:
            target (str): the path.

        Raises:
            AttributeError: if there is no Cell at that path.

        Source: mindspore.nn.Cell.get_sub_cell, MindSpore 2.10
        """
        cell: Any = self
        for name in target.split(".") if target else ():
            child = cell._modules.get(name)
            if child is None:
                msg = f"{type(cell).__name__} has no Cell `{name}` (looking for `{target}`)"
                raise AttributeError(msg)
            cell = child
        return cell

    def get_scope(self) -> None:
        """Return the scope that graph compilation gave the Cell: none.

        Source: mindspore.nn.Cell.get_scope, MindSpore 2.10
        """

    def generate_scope(self) -> None:
        """Accept a request to name scopes for a graph.

        Source: mindspore.nn.Cell.generate_scope, MindSpore 2.10
        """

    @property
    def create_time(self) -> int:
        """When the attribute was first read, in nanoseconds since 1970."""
        return self.__dict__.setdefault("_create_time", time.time_ns())

    @property
    def compile_cache(self) -> set[Any]:
        """The graphs compiled for this Cell: none."""
        return set()

    @property
    def jit_config_dict(self) -> dict[str, Any]:
        """What `set_jit_config` was given."""
        return self.__dict__.get("_jit_config_dict", {})

    def set_jit_config(self, jit_config: Any) -> None:
        """Keep compiler settings; nothing is compiled unless `jit` asks torch to.

        Args:
            jit_config (JitConfig): the settings.

        Source: mindspore.nn.Cell.set_jit_config, MindSpore 2.10
        """
        self.__dict__["_jit_config_dict"] = dict(jit_config.jit_config_dict)

    @property
    def parameter_layout_dict(self) -> dict[str, Any]:
        """How Parameters are laid out over devices: all on one."""
        return {}

    def update_cell_type(self, cell_type: str) -> None:
        """Set the attribute `cell_type`.

        Args:
            cell_type (str): the type.

        Source: mindspore.nn.Cell.update_cell_type, MindSpore 2.10
        """
        self.__dict__["cell_type"] = cell_type

    def set_data_parallel(self) -> None:
        """Ask for data parallelism of operators; without effect in one process.

        Source: mindspore.nn.Cell.set_data_parallel, MindSpore 2.10
        """

    def remove_redundant_parameters(self) -> None:
        """Remove what a sharded network holds twice; nothing, in one process.

        Source: mindspore.nn.Cell.remove_redundant_parameters, MindSpore 2.10
        """

    def set_inputs(self, *inputs: Any, **kwargs: Any) -> None:
        """Announce the inputs' shapes to the compiler; shapes are free here.

        Args:
            inputs (tuple): Tensors, whose shapes may hold ``None``, or other inputs of `construct`.
            kwargs (dict): the same by name.

        Source: mindspore.nn.Cell.set_inputs, MindSpore 2.10
        """
        self.__dict__["_inputs"] = inputs or kwargs

    def get_inputs(self) -> Any:
        """Return what `set_inputs` was given.

        Source: mindspore.nn.Cell.get_inputs, MindSpore 2.10
        """
        return self.__dict__.get("_inputs")

    def compile(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Accept a request to compile for these inputs; use `mindspore.jit` or `torch.compile` to compile.

        Source: mindspore.nn.Cell.compile, MindSpore 2.10
        """

    def compile_and_run(self, *args: Any, **kwargs: Any) -> Any:
        """Run the network.

        Source: mindspore.nn.Cell.compile_and_run, MindSpore 2.10
        """
        return self(*args, **kwargs)

    def run_construct(self, cast_inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call `construct` without the hooks.

        Args:
            cast_inputs (tuple): the positional inputs.
            kwargs (dict): the others.

        Source: mindspore.nn.Cell.run_construct, MindSpore 2.10
        """
        construct: Callable[..., Any] = self.construct  # type: ignore[assignment]
        return construct(*cast_inputs, **kwargs)

    def set_broadcast_flag(self, mode: bool = True) -> Self:
        """Accept whether parameters are broadcast; without effect in one process.

        Source: mindspore.nn.Cell.set_broadcast_flag, MindSpore 2.10
        """
        self.add_flags_recursive(broadcast_flag=mode)
        return self

    def set_comm_fusion(self, fusion_type: int, recurse: bool = True) -> Self:
        """Write a communication fusion number to the trainable Parameters; without effect in one process.

        Source: mindspore.nn.Cell.set_comm_fusion, MindSpore 2.10
        """
        for param in self.trainable_params(recurse):
            param.comm_fusion = fusion_type
        return self

    def set_boost(self, boost_type: str) -> Self:
        """Accept a boost setting of MindSpore's own runtime; without effect.

        Source: mindspore.nn.Cell.set_boost, MindSpore 2.10
        """
        if boost_type not in ("less_bn", "grad_freeze", "adasum"):
            msg = f"For 'set_boost', boost_type must be 'less_bn', 'grad_freeze' or 'adasum', got {boost_type!r}"
            raise ValueError(msg)
        self.add_flags_recursive(**{boost_type: True})
        return self

    def offload(self, backward_prefetch: str | int = "Auto") -> None:
        """Refuse to move activations to the host: that is MindSpore's own memory planning.

        Source: mindspore.nn.Cell.offload, MindSpore 2.10
        """
        remedy = "use recompute(), or torch.autograd.graph.save_on_cpu around the call"
        raise UnsupportedArgumentError("Cell.offload", "backward_prefetch", backward_prefetch, remedy)

    def shard(self, in_strategy: Any, out_strategy: Any = None, parameter_plan: Any = None) -> None:
        """Cut the cell over devices: in one process without effect, among several an error.

        Args:
            in_strategy (tuple): how to cut the inputs.
            out_strategy (tuple, optional): how to cut the outputs. Default: ``None``.
            parameter_plan (dict, optional): how to cut the parameters. Default: ``None``.

        Raises:
            UnsupportedArgumentError: among several processes. MindSpore's compiler cuts a net there; a Cell is a torch
                Module, which `torch.distributed.tensor.parallel.parallelize_module` cuts.

        Source: mindspore.nn.Cell.shard, MindSpore 2.10
        """
        del out_strategy, parameter_plan
        if get_group_size() > 1:
            remedy = "use torch.distributed.tensor.parallel.parallelize_module, or fsdp.fully_shard, on the cell"
            raise UnsupportedArgumentError("Cell.shard", "in_strategy", in_strategy, remedy)

    def init_parameters_data(self, auto_parallel_mode: bool = False) -> dict[Any, Any]:
        """Return every Parameter mapped to itself: each is filled when it is made.

        Source: mindspore.nn.Cell.init_parameters_data, MindSpore 2.10
        """
        require_default("Cell.init_parameters_data", "auto_parallel_mode", auto_parallel_mode, False, "leave it False")
        return {param: param for param in self.get_parameters()}

    def register_saved_tensors_hooks(
        self, pack_hook: Callable[[Any], Any] | None, unpack_hook: Callable[[Any], Any] | None
    ) -> None:
        """Refuse: the tensors kept for the backward pass are torch's.

        Source: mindspore.nn.Cell.register_saved_tensors_hooks, MindSpore 2.10
        """
        remedy = "use torch.autograd.graph.saved_tensors_hooks around the call"
        raise UnsupportedArgumentError("Cell.register_saved_tensors_hooks", "pack_hook", pack_hook, remedy)
