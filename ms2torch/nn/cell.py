"""`mindspore.nn.Cell` on torch.nn.Module."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import torch
from torch.nn.modules.module import (
    _global_backward_hooks,
    _global_backward_pre_hooks,
    _global_forward_hooks,
    _global_forward_pre_hooks,
)

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.below_jit import below_jit, context_mode, in_graph
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._core.grad_mode import follow, follow_torch, is_recording, may_record, unrecorded
from ms2torch._core.graph_calls import called_in_graph
from ms2torch._core.graph_names import graph_arguments
from ms2torch._core.kernel_draws import repeatable
from ms2torch._core.origin import is_ours
from ms2torch._core.strict import mode as strict
from ms2torch._core.tree import holds_torch, unwrap_tree, wrap_tree
from ms2torch.common._graphs import Graphs, outputs
from ms2torch.common._tensor_hooks import check_hook
from ms2torch.common.api import finished
from ms2torch.common.hook_handle import numbered
from ms2torch.nn._cell_compiler import CellCompiler
from ms2torch.nn._cell_run import run, run_recorded
from ms2torch.nn._extension_points import changes, join_parts
from ms2torch.nn._mixed_precision import CastMode

if TYPE_CHECKING:
    from ms2torch.nn._torch_layers import TorchLayer
    from ms2torch.nn._torch_view import CellView

__all__ = ["Cell"]

_PRECISIONS = {"fp16": mstype.float16, "fp32": mstype.float32, "bf16": mstype.bfloat16}


class Cell(CellCompiler):
    """The base of networks and layers: define children and Parameters in `__init__`, the computation in `construct`.

    It is a torch.nn.Module: torch optimizers, hooks, `.to()`, `state_dict`, DDP and torch.compile work on it. Called
    with MindSpore tensors it records no graph outside `grad()`; called with torch tensors it returns torch tensors
    and follows torch's grad mode.

    Args:
        auto_prefix (bool): name the Parameters of children by attribute path. Default: ``True``.
        flags (dict, optional): attributes to set, as `add_flags` does. Default: ``None``.

    Source: mindspore.nn.Cell, MindSpore 2.10
    """

    def __init__(self, auto_prefix: bool = True, flags: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.__dict__.update(
            _params={}, _auto_prefix=auto_prefix, _flags={}, _phase="train", _param_prefix="", _recompute=None,
            _recorded=None, _cast_mode=None, _plain=False, _bprop_debug=False, cell_type=None, requires_grad=False,
            training=False,
            has_bprop=hasattr(self, "bprop"),
        )  # fmt: skip
        if flags:
            self.add_flags(**flags)

    # ---- calling ---------------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the network."""
        if context_mode.graph and not in_graph():
            return self._call_as_graph(args, kwargs)
        for value in args:
            if not isinstance(value, TensorBase) and (isinstance(value, torch.Tensor) or holds_torch(value)):
                return self._call_with_torch(args, kwargs)
        if kwargs and holds_torch(kwargs):
            return self._call_with_torch(args, kwargs)
        state = self.__dict__
        if not is_recording():
            announced = state["requires_grad"]
            if in_graph() and called_in_graph(self, args):
                announced = True
            if announced and may_record():
                return run_recorded(self, args, kwargs)
            if torch.is_grad_enabled():
                with unrecorded():
                    return self._call(args, kwargs)
        if state["_plain"] and _is_bare(state):  # what `_call` does, without the calls
            return self.construct(*args, **kwargs)
        return self._call(args, kwargs)

    def _call_as_graph(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run what graph mode compiles as one."""
        given = graph_arguments(args, kwargs)
        graphs = self.__dict__.get("_graphs")
        if graphs is None:
            graphs = self.__dict__["_graphs"] = Graphs(self)
        with below_jit(), given, graphs.run(args, kwargs, self.training):
            return outputs(finished(self(*given.args, **given.kwargs)), given)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        state = self.__dict__
        if not state["_plain"]:
            view = self._prepare_call()
            if view is not None:
                return view.call_for_cell(args, kwargs)
        return self.construct(*args, **kwargs) if _is_bare(state) else self._compute(args, kwargs)

    def _compute(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        state = self.__dict__
        cast_mode = state["_cast_mode"]
        if cast_mode is not None:
            with CastMode(cast_mode):
                return run(self, args, kwargs)
        return self.construct(*args, **kwargs) if _is_bare(state) else run(self, args, kwargs)

    def _call_with_torch(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run for torch code: wrap what comes in, follow torch's grad mode, unwrap what goes out."""
        before = follow_torch()
        try:
            wrapped = tuple([wrap(x) if isinstance(x, torch.Tensor) else wrap_tree(x) for x in args])
            output = self._call(wrapped, wrap_tree(kwargs) if kwargs else kwargs)
        finally:
            follow(before)
        return output._t if isinstance(output, TensorBase) else unwrap_tree(output)

    def _prepare_call(self) -> CellView | None:
        """Name the Parameters before the first call; return the view that all calls go through, if there is one."""
        view: CellView | None = self.__dict__.get("_view")
        if view is None:
            self.check_names_and_refresh_name()
            self.__dict__["_plain"] = True
        return view

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give `forward` the arguments of `construct`, which torch.export looks for by name."""
        super().__init_subclass__(**kwargs)
        if is_ours(cls):
            if changes(cls):
                cls._has_parts = True
        elif cls._has_parts:
            join_parts(cls, Cell)
        if "construct" in cls.__dict__ and "forward" not in cls.__dict__:
            cls.forward = _forward_of(cls.construct)  # type: ignore[method-assign]

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the network; torch's name for calling it, for code that calls `forward` itself."""
        if strict.on:
            raise _no_forward(self)
        return self(*args, **kwargs)

    def _torch_layer(self) -> TorchLayer | None:
        """Return what this is among torch's layers; ``None``: nothing."""
        return None

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the output. Subclasses define it; the base raises AttributeError when called.

        Source: mindspore.nn.Cell.construct, MindSpore 2.10
        """
        msg = f"For 'Cell', the method 'construct' is not defined in {type(self).__name__}"
        raise AttributeError(msg)

    # ---- state -----------------------------------------------------------------------------------------------

    def set_train(self, mode: bool = True) -> Self:
        """Switch this Cell and everything below between training and inference.

        Args:
            mode (bool): training. Default: ``True``.

        Returns:
            Cell, itself.

        Source: mindspore.nn.Cell.set_train, MindSpore 2.10
        """
        self._phase = "train" if mode else "predict"
        self.add_flags_recursive(training=mode)
        return self

    def train(self, mode: bool = True) -> Self:
        """Switch between training and inference; torch's name for `set_train`.

        Args:
            mode (bool): training. Default: ``True``.

        Returns:
            Cell, itself.
        """
        return self.set_train(mode)

    @property
    def phase(self) -> str:
        """``"train"`` or ``"predict"``."""
        return self._phase

    @phase.setter
    def phase(self, value: str) -> None:
        if not isinstance(value, str):
            msg = f"For 'Cell', the property 'phase' must be string type, but got type {type(value)}."
            raise TypeError(msg)
        self.__dict__["_phase"] = value

    @property
    def param_prefix(self) -> str:
        """The attribute path that leads here, once `update_cell_prefix` has been called on the outermost Cell."""
        return self._param_prefix

    @property
    def bprop_debug(self) -> bool:
        """Whether `bprop` runs in Python; here it always does."""
        return self._bprop_debug

    @bprop_debug.setter
    def bprop_debug(self, value: bool) -> None:
        if not isinstance(value, bool):
            msg = f"For 'Cell', the property 'bprop_debug' must be bool type, but got type {type(value)}."
            raise TypeError(msg)
        self.__dict__["_bprop_debug"] = value

    @property
    def cls_name(self) -> str:
        """The class name."""
        return type(self).__name__

    def set_grad(self, requires_grad: bool = True) -> Self:
        """Announce that gradients will be taken: each call keeps its graph for the `grad` that follows.

        That gradient, taken with the same arguments, does not run forward again.

        Args:
            requires_grad (bool): kept as an attribute. Default: ``True``.

        Returns:
            Cell, itself.

        Source: mindspore.nn.Cell.set_grad, MindSpore 2.10
        """
        self.__dict__["requires_grad"] = requires_grad
        return self

    def apply(self, fn: Callable[[Any], Any]) -> Self:
        """Call `fn` on every Cell below, children first, and then on this one.

        Args:
            fn (Callable): takes a Cell.

        Returns:
            Cell, itself.

        Source: mindspore.nn.Cell.apply, MindSpore 2.10
        """
        for cell in self.cells():
            cell.apply(fn)
        fn(self)
        return self

    def add_flags(self, **flags: Any) -> Self:
        """Set attributes of this Cell that are listed by `get_flags`.

        Args:
            flags (dict): names and values.

        Returns:
            Cell, itself.

        Source: mindspore.nn.Cell.add_flags, MindSpore 2.10
        """
        self._flags.update(flags)
        self.__dict__.update(flags)
        for flag, dtype in _PRECISIONS.items():
            if flags.get(flag):
                self.__dict__["_cast_mode"] = to_torch_dtype(dtype)
        return self

    def add_flags_recursive(self, **flags: Any) -> Self:
        """Set attributes of this Cell and all below.

        Args:
            flags (dict): names and values.

        Returns:
            Cell, itself.

        Source: mindspore.nn.Cell.add_flags_recursive, MindSpore 2.10
        """
        self.add_flags(**flags)
        for cell in self.cells():
            if isinstance(cell, Cell):
                cell.add_flags_recursive(**flags)
            elif "training" in flags:
                cell.train(flags["training"])
        return self

    def get_flags(self) -> dict[str, Any]:
        """Return what `add_flags` has set.

        Source: mindspore.nn.Cell.get_flags, MindSpore 2.10
        """
        return self._flags

    def to_float(self, dst_type: mstype.Type) -> Self:
        """Run the operations of this Cell and all below in one floating-point type.

        Parameters keep their type and are cast where an operation uses them; reshapes and indexing keep the type of
        what they are given; an explicit cast wins.

        Args:
            dst_type (mindspore.dtype): float16, float32 or bfloat16.

        Returns:
            Cell, itself.

        Raises:
            ValueError: if `dst_type` is another type.

        Source: mindspore.nn.Cell.to_float, MindSpore 2.10
        """
        if dst_type not in _PRECISIONS.values():
            msg = (
                "For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or mstype.bfloat16, "
                f"but got type: {type(dst_type)} and value: {dst_type}."
            )
            raise ValueError(msg)
        return self.add_flags_recursive(**{flag: dtype is dst_type for flag, dtype in _PRECISIONS.items()})

    def recompute(
        self,
        *,
        use_reentrant: bool = True,
        output_recompute: bool = False,
        early_stop: bool = True,
        context_fn: Callable[[], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Do not keep this Cell's activations for the backward pass: run it again there.

        Args:
            use_reentrant (bool): both values run torch's non-reentrant checkpoint. Default: ``True``.
            output_recompute (bool): as `use_reentrant`. Default: ``False``.
            early_stop (bool): stop the second run once everything needed is there. Default: ``True``.
            context_fn (Callable, optional): returns two context managers, for the first and the second run.
                Default: ``None``.
            kwargs (dict): `mp_comm_recompute`, `parallel_optimizer_comm_recompute` and `recompute_slice_activation`
                are accepted; they concern parallel compilation.

        Raises:
            ValueError: if another keyword is given.

        Source: mindspore.nn.Cell.recompute, MindSpore 2.10
        """
        for key in kwargs:
            if key not in ("mp_comm_recompute", "parallel_optimizer_comm_recompute", "recompute_slice_activation"):
                msg = f"For 'recompute', keyword '{key}' is not recognized"
                raise ValueError(msg)
        contexts = partial(repeatable, context_fn)
        settings: dict[str, Any] = {"use_reentrant": False, "early_stop": early_stop, "context_fn": contexts}
        self.__dict__["_recompute"] = settings

    # ---- hooks -----------------------------------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook_fn: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> Any:
        """Call `hook_fn(cell, inputs)` before each run; what it returns replaces the inputs.

        Args:
            hook_fn (Callable): takes the Cell and the tuple of positional inputs.
            prepend (bool): before the hooks there are. Default: ``False``.
            with_kwargs (bool): `hook_fn` takes and returns the keyword inputs too. Default: ``False``.

        Returns:
            A handle with ``remove()``.

        Raises:
            TypeError: if `hook_fn` cannot be called.

        Source: mindspore.nn.Cell.register_forward_pre_hook, MindSpore 2.10
        """
        check_hook(hook_fn)
        return numbered(super().register_forward_pre_hook(hook_fn, prepend=prepend, with_kwargs=with_kwargs))

    def register_forward_hook(
        self,
        hook_fn: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> Any:
        """Call `hook_fn(cell, inputs, output)` after each run; what it returns replaces the output.

        Args:
            hook_fn (Callable): takes the Cell, the tuple of positional inputs, and the output.
            prepend (bool): before the hooks there are. Default: ``False``.
            with_kwargs (bool): `hook_fn` takes the keyword inputs too, before the output. Default: ``False``.
            always_call (bool): also after an error. Default: ``False``.

        Returns:
            A handle with ``remove()``.

        Raises:
            TypeError: if `hook_fn` cannot be called.

        Source: mindspore.nn.Cell.register_forward_hook, MindSpore 2.10
        """
        check_hook(hook_fn)
        made = super().register_forward_hook(hook_fn, prepend=prepend, with_kwargs=with_kwargs, always_call=always_call)
        return numbered(made)

    def register_backward_hook(self, hook_fn: Callable[..., Any]) -> Any:
        """Call `hook_fn(cell, grad_input, grad_output)` when the gradients of the inputs are there.

        What it returns replaces the gradients of the inputs.

        Args:
            hook_fn (Callable): takes the Cell and two tuples of Tensors.

        Returns:
            A handle with ``remove()``.

        Raises:
            TypeError: if `hook_fn` cannot be called.

        Source: mindspore.nn.Cell.register_backward_hook, MindSpore 2.10
        """
        check_hook(hook_fn)
        return numbered(self.register_full_backward_hook(hook_fn))

    def register_backward_pre_hook(self, hook_fn: Callable[..., Any]) -> Any:
        """Call `hook_fn(cell, grad_output)` when the gradients of the outputs are there.

        What it returns replaces the gradients of the outputs.

        Args:
            hook_fn (Callable): takes the Cell and a tuple of Tensors.

        Returns:
            A handle with ``remove()``.

        Raises:
            TypeError: if `hook_fn` cannot be called.

        Source: mindspore.nn.Cell.register_backward_pre_hook, MindSpore 2.10
        """
        check_hook(hook_fn)
        return numbered(self.register_full_backward_pre_hook(hook_fn))

    # ---- printing --------------------------------------------------------------------------------------------

    def extend_repr(self) -> str:
        """Return what stands between the parentheses of the printed Cell. Subclasses define it.

        Source: mindspore.nn.Cell.extend_repr, MindSpore 2.10
        """
        return ""

    def __repr__(self) -> str:
        extra = self.extend_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): " + _indent(repr(cell)) for name, cell in self._modules.items()]
        if len(lines) == 1 and not children:
            return f"{type(self).__name__}({lines[0]})"
        if not lines and not children:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}(\n  " + "\n  ".join(lines + children) + "\n)"


def _is_bare(state: dict[str, Any]) -> bool:
    """Tell whether the call of a Cell is that of its `construct`: no hooks, no gradient or type of its own."""
    return not (
        state["has_bprop"]
        or state["_recompute"] is not None
        or state["_cast_mode"] is not None
        or state["_forward_hooks"]
        or state["_forward_pre_hooks"]
        or state["_backward_hooks"]
        or state["_backward_pre_hooks"]
        # torch asks the same of every Module it calls; the function that does has a name from torch 2.9 on only
        or _global_forward_hooks
        or _global_forward_pre_hooks
        or _global_backward_hooks
        or _global_backward_pre_hooks
    )


def _forward_of(construct: Callable[..., Any]) -> Callable[..., Any]:
    def forward(self: Cell, *args: Any, **kwargs: Any) -> Any:
        """Run the network; torch's name for calling it, for code that calls `forward` itself."""
        if strict.on:
            raise _no_forward(self)
        return self(*args, **kwargs)

    forward.__wrapped__ = construct  # type: ignore[attr-defined]
    return forward


def _no_forward(cell: Cell) -> AttributeError:
    return AttributeError(
        f"The '{type(cell).__name__}' object has no attribute 'forward' in MindSpore: call the Cell itself."
    )


def _indent(text: str) -> str:
    return text.replace("\n", "\n  ")
