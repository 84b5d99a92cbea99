"""How a Cell holds its Parameters and children: attribute rules, names, and the methods that list them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Self

import numpy as np
import torch

from ms2torch._core.base import TensorBase, is_parameter, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.strict import refuse_torch_module
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn._extension_points import POINTS, before_assigning, go_on_with_parts, method_called
from ms2torch.nn._held_operations import NAMES, held_operation
from ms2torch.nn._state_values import StateValue
from ms2torch.nn._torch_child import adopt_torch_module
from ms2torch.ops.primitive import Primitive

# what torch.nn.Module has and MindSpore's Cell has too: these names a child or Parameter cannot have (measured 2.10)
_OF_BOTH = frozenset({
    "T_destination", "apply", "buffers", "compile", "get_buffer", "get_extra_state", "load_state_dict",
    "named_buffers", "register_backward_hook", "register_buffer", "register_forward_hook", "register_forward_pre_hook",
    "register_load_state_dict_post_hook", "register_load_state_dict_pre_hook", "register_state_dict_post_hook",
    "register_state_dict_pre_hook", "set_extra_state", "state_dict", "to", "to_empty",
})  # fmt: skip
_OF_TORCH_ALONE = frozenset(name for name in dir(torch.nn.Module) if not name.startswith("_")) - _OF_BOTH
_OWNERS = ("torch.", "ms2torch.", "mindspore.")


def _shown(buffer: torch.Tensor) -> Tensor:
    """Show a tensor that torch has put in a buffer's place, for a while or for good; what is written reaches it."""
    made = wrap(buffer)
    made.__dict__.update(_is_buffer=True, _kept=buffer)
    return made


class CellParameters(torch.nn.Module):
    """The part of Cell that owns things.

    torch's `_parameters` holds the torch.nn.Parameters and `_params` the MindSpore Parameters around them under the
    same attribute names; those of Parameters made without gradient, as running statistics are, are buffers to torch and
    in its `_buffers`. They are compared on reading, because `.to()`, `torch.func.functional_call` and others may put
    another torch.nn.Parameter in place. `_buffer_tensors` holds the Tensors that are buffers: whoever has one of them
    sees what is written to it, and the tensor in `_buffers` is the one inside it.
    """

    _params: dict[str, Parameter | None]
    _auto_prefix: bool
    _has_parts: ClassVar[bool] = False  # whether what is assigned may replace a point of the layer

    # ---- hooks by MindSpore's private names; the numbers of their handles are the keys

    @property
    def _forward_hook(self) -> dict[int, Any]:
        return self._forward_hooks

    @property
    def _forward_hook_with_kwargs(self) -> dict[int, bool]:
        return self._forward_hooks_with_kwargs

    @property
    def _forward_pre_hook(self) -> dict[int, Any]:
        return self._forward_pre_hooks

    @property
    def _forward_pre_hook_with_kwargs(self) -> dict[int, bool]:
        return self._forward_pre_hooks_with_kwargs

    @property
    def _backward_hook(self) -> dict[int, Any]:
        return self._backward_hooks

    @property
    def _backward_pre_hook(self) -> dict[int, Any]:
        return self._backward_pre_hooks

    # ---- attributes ------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__
        held = state.get("_params")
        if held is not None and name in held:
            param = held[name]
            if "_view" in state:
                return state["_view"].parameter_of(name, param)
            t = state["_parameters"].get(name)
            if t is None:
                t = state["_buffers"].get(name)
            if param is None or param._t is t:
                return param
            return self._rebound(name, param, t)
        children = state.get("_modules")
        if children is not None and name in children:
            return children[name]
        numbers = state.get("_numpy_numbers")
        if numbers is not None and name in numbers:
            plain, exact = numbers[name]
            return plain if torch.compiler.is_compiling() else exact
        try:
            value = super().__getattr__(name)
        except AttributeError:
            made = held_operation(self, name) if name in NAMES else method_called(self, name)
            if made is not None:
                return made
            msg = f"The '{type(self).__name__}' object has no attribute '{name}'."
            raise AttributeError(msg) from None
        if not isinstance(value, torch.Tensor):
            return value
        if type(value) is StateValue:
            return value._ours
        buffers = state.get("_buffer_tensors")
        if buffers is not None and name in buffers and buffers[name].__dict__["_kept"] is value:
            return buffers[name]
        if is_parameter(value):
            return self._registered_by_torch(name, value)  # type: ignore[arg-type]
        return _shown(value)

    def _rebound(self, name: str, param: Parameter, t: torch.Tensor | None) -> Tensor | None:
        """Follow torch, which has put another tensor under `name`."""
        if type(t) is StateValue and t._ours is param:
            return param  # as `named_buffers` shows it
        if isinstance(t, torch.nn.Parameter):
            param._t = t
            return param
        # a stand-in, as functional_call makes: it must not outlive the call
        return None if t is None else wrap(t)

    def _registered_by_torch(self, name: str, t: torch.nn.Parameter) -> Parameter:
        param = Parameter._adopt(t, name)
        self._params[name] = param
        return param

    def __setattr__(self, name: str, value: Any) -> None:
        if self._has_parts and (name in self.__dict__ or name in POINTS or hasattr(type(self), name)):
            before_assigning(self, name, value)
        if isinstance(value, Parameter):
            self.__dict__.pop(name, None)
            self.insert_param_to_cell(name, value)
        elif isinstance(value, ParameterTuple):
            self._set_parameter_tuple(name, value)
        elif isinstance(value, torch.nn.Module):
            self._set_child(name, value)
        elif isinstance(value, torch.Tensor) and is_parameter(value):
            self._set_torch_parameter(name, value)  # type: ignore[arg-type]
        elif "_params" not in self.__dict__:
            # before Cell.__init__, or torch's own set-up
            torch.nn.Module.__setattr__(self, name, value)
        elif isinstance(value, TensorBase) and "_is_buffer" in value.__dict__:
            self.__dict__.pop(name, None)
            self.register_buffer(name, value)
        elif isinstance(value, (Primitive, list, tuple)) and _shadows(value):
            object.__setattr__(self, name, value)  # over whatever has that name
        else:
            self._set_object(name, value)

    def _set_torch_parameter(self, name: str, value: torch.nn.Parameter) -> None:
        param = self.__dict__.get("_params", {}).get(name)
        if param is None or name not in self._buffers:
            torch.nn.Module.__setattr__(self, name, value)
        else:  # a statistic: to torch the name is taken by a buffer
            param._t = value
            self._show_to_torch(name, param)

    def _set_parameter_tuple(self, name: str, value: ParameterTuple) -> None:
        self._require_init()
        for item in dict.fromkeys(value):
            if item._has_generated_name:
                # MindSpore counts the nameless ones of a Cell, and the names are keys of checkpoints (measured 2.10)
                count = self.__dict__["_nameless"] = self.__dict__.get("_nameless", 0) + 1
                item.name = f"Parameter${count}"
            self.insert_param_to_cell(item.name, item, check_name_contain_dot=False)
        object.__setattr__(self, name, value)

    def _set_child(self, name: str, value: torch.nn.Module) -> None:
        self._require_init()
        self.__dict__.pop(name, None)
        if isinstance(value, CellParameters):
            if self._auto_prefix:
                value.update_parameters_name(name + ".")
        else:
            adopt_torch_module(value, name)
        self.insert_child_to_cell(name, value)

    def _set_object(self, name: str, value: Any) -> None:
        """Set what is neither Parameter nor Cell; a name that holds one of those accepts only its kind."""
        if name in self._params:
            if isinstance(value, TensorBase):
                # a graph assigns the values, elsewhere the Parameter shares the Tensor's memory (measured 2.10)
                self._params[name].set_data(value.copy() if in_graph() else value)  # type: ignore[union-attr, arg-type]
            elif value is None:
                self._params[name] = None
                self._show_to_torch(name, None)
            else:
                msg = (
                    f"Parameter '{name}' already exists in network, can not assign this type: '{type(value)}' as a "
                    "parameter."
                )
                raise TypeError(msg)
        elif name in self._modules:
            if value is not None:
                msg = (
                    f"Sub cell '{name}' already exists in network, can not assign this type: '{type(value)}' as a cell."
                )
                raise TypeError(msg)
            self._modules[name] = None
            self._show_over_torch(name, None)
        elif name in self._buffers:
            if value is not None and not isinstance(value, torch.Tensor):
                msg = (
                    f"Buffer '{name}' already exists in network, can not assign this type: '{type(value)}' as a buffer."
                    + (" Write `[...] = value` to set its elements." if isinstance(value, TensorBase) else "")
                )
                raise TypeError(msg)
            self._set_buffer(name, value)
        elif value.__class__ is np.float64 and not hasattr(type(self), name):
            # to torch.compile a number of numpy's is an array, which it cannot branch on: it reads the plain number
            self.__dict__.pop(name, None)
            self.__dict__.setdefault("_numpy_numbers", {})[name] = (float(value), value)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._params:
            del self._params[name]
            self._parameters.pop(name, None)
            self._buffers.pop(name, None)
        elif name in self._modules:
            del self._modules[name]
        elif name in self.__dict__.get("_numpy_numbers", ()) and name not in self.__dict__:
            del self.__dict__["_numpy_numbers"][name]
        else:
            super().__delattr__(name)
            if name not in self._buffers:
                self.__dict__.get("_buffer_tensors", {}).pop(name, None)
            return
        if name in _OF_TORCH_ALONE:
            self.__dict__.pop(name, None)

    def _require_init(self) -> None:
        if "_params" not in self.__dict__:
            msg = f"{type(self).__name__}: call super().__init__() before assigning Parameters or Cells"
            raise AttributeError(msg)

    @property
    def _cells(self) -> dict[str, Any]:
        """The children by attribute name, under the name MindSpore's own code and its users read."""
        return self._modules

    def get_parameter(self, target: str) -> torch.nn.Parameter:
        """Return the torch.nn.Parameter at an attribute path, that of a running statistic too.

        Args:
            target (str): the path, such as ``"conv1.weight"``.

        Returns:
            torch.nn.Parameter; the MindSpore Parameter around it is the attribute itself.

        Raises:
            AttributeError: if there is none.
        """
        path, _, name = target.rpartition(".")
        holder = self.get_submodule(path)
        getattr(holder, name, None)  # a Cell first follows what torch has put in place
        found = holder._parameters.get(name)
        if found is None and name in getattr(holder, "_params", ()):
            found = holder._held_buffers().get(name)  # type: ignore[operator]
        if found is None:
            msg = f"{type(holder).__name__} {path!r} has no Parameter {name!r}"
            raise AttributeError(msg)
        return found

    # ---- insertion -------------------------------------------------------------------------------------------

    def insert_param_to_cell(
        self, param_name: str, param: Parameter | None, check_name_contain_dot: bool = True
    ) -> None:
        """Add a Parameter under a name.

        Args:
            param_name (str): attribute name; also the parameter's own name where it has none yet.
            param (Parameter): the parameter, or ``None`` to keep the name free.
            check_name_contain_dot (bool): refuse a name with a dot. Default: ``True``.

        Raises:
            KeyError: if the name is empty, has a dot, or is taken by something else.
            TypeError: if `param` is not a Parameter.

        Source: mindspore.nn.Cell.insert_param_to_cell, MindSpore 2.10
        """
        self._require_init()
        if not param_name or (check_name_contain_dot and "." in param_name):
            msg = f"For 'insert_param_to_cell', param_name must be a name without a dot, got {param_name!r}"
            raise KeyError(msg)
        if param_name not in self._params and self._is_taken(param_name):
            msg = (
                f"For 'insert_param_to_cell', the {param_name} parameter already exists in the network. Cannot insert "
                "another parameter with the same name."
            )
            raise KeyError(msg)
        if param is not None and not isinstance(param, Parameter):
            msg = f"For 'insert_param_to_cell', 'param' must be 'Parameter' if not None, but got {type(param)}"
            raise TypeError(msg)
        if param is not None and param._has_generated_name:
            param.name = param_name
        self._params[param_name] = param
        self._show_to_torch(param_name, param)
        self._show_over_torch(param_name, param)

    def _show_to_torch(self, name: str, param: Parameter | None) -> None:
        """Hold a Parameter where torch looks: a buffer is what was made without gradient and still has none."""
        if param is not None and param._is_state and not param.requires_grad:
            self._parameters.pop(name, None)
            self._buffers[name] = param._t
        else:
            self._buffers.pop(name, None)
            self._parameters[name] = None if param is None else param._t  # type: ignore[assignment]

    def insert_child_to_cell(self, child_name: str, child_cell: torch.nn.Module | None) -> None:
        """Add a child under a name; unlike attribute assignment this leaves parameter names alone.

        Args:
            child_name (str): attribute name, without a dot.
            child_cell (Cell): the child, or ``None``.

        Raises:
            KeyError: if the name is empty, has a dot, or is taken.
            TypeError: if an argument is of another kind.

        Source: mindspore.nn.Cell.insert_child_to_cell, MindSpore 2.10
        """
        if not isinstance(child_name, str):
            msg = f"For 'insert_child_to_cell', the type of 'child_name' must be str, but got {type(child_name)}"
            raise TypeError(msg)
        if not child_name or "." in child_name:
            msg = "For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not contain '.' "
            raise KeyError(msg)
        if child_name not in self._modules and self._is_taken(child_name):
            msg = (
                f"For 'insert_child_to_cell', the {child_name} child cell already exists in the network. Cannot insert "
                "another child cell with the same name."
            )
            raise KeyError(msg)
        if child_cell is not None and not isinstance(child_cell, torch.nn.Module):
            msg = (
                f"For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell' if not None, but got type "
                f"{type(child_cell)}"
            )
            raise TypeError(msg)
        if child_cell is not None and not isinstance(child_cell, CellParameters):
            refuse_torch_module(child_name, child_cell)
        self._modules[child_name] = child_cell
        self._show_over_torch(child_name, child_cell)

    def _is_taken(self, name: str) -> bool:
        """Tell whether MindSpore's Cell, the subclass or the program has put something else under a name."""
        if name in _OF_TORCH_ALONE and name not in self.__dict__:
            found = (vars(kind)[name] for kind in type(self).__mro__ if name in vars(kind))
            # what we put into a program's own class, such as `forward`, is ours too
            return any(not getattr(each, "__module__", "").startswith(_OWNERS) for each in found)
        if name in NAMES and not hasattr(type(self), name):  # an operation that is not asked for is not made
            return any(name in self.__dict__.get(store, ()) for store in ("_params", "_buffers", "_modules"))
        return hasattr(self, name)

    def _show_over_torch(self, name: str, value: object) -> None:
        """Make a child called `forward`, `type` or the like found before torch's method of that name."""
        if name in _OF_TORCH_ALONE and hasattr(type(self), name):
            self.__dict__[name] = value

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Add a tensor that belongs to the Cell's state but is no Parameter.

        Args:
            name (str): attribute name, without a dot.
            tensor (Tensor): the value, or ``None``. The Cell holds this very Tensor: what is written to its elements
                is seen by all who have it, and assigned to an attribute of another Cell it is a buffer there too.
            persistent (bool): part of `state_dict`. Default: ``True``.

        Raises:
            KeyError: if the name is taken by something else.

        Source: mindspore.nn.Cell.register_buffer, MindSpore 2.10
        """
        if name in self.__dict__.get("_params", ()):
            msg = f"For 'register_buffer', attribute '{name}' already exists"
            raise KeyError(msg)
        super().register_buffer(name, tensor._t if isinstance(tensor, TensorBase) else tensor, persistent)
        self._set_buffer(name, tensor)

    def _set_buffer(self, name: str, value: TensorBase | torch.Tensor | None) -> None:
        """Hold a Tensor, a torch tensor or None as the buffer of a name."""
        held = self.__dict__.setdefault("_buffer_tensors", {})
        if value is None:
            self._buffers[name] = None
            held.pop(name, None)
            return
        tensor = wrap(value) if isinstance(value, torch.Tensor) else value
        tensor.__dict__["_is_buffer"] = True
        held[name] = tensor
        self._buffers[name] = tensor.__dict__.setdefault("_kept", tensor._t)

    def _follow_buffers(self) -> None:
        """Let the Tensors that are buffers hold what torch has put in their place."""
        for name, tensor in self.__dict__.get("_buffer_tensors", {}).items():
            t = self._buffers.get(name)
            if t is not None and type(t) is not StateValue and t is not tensor.__dict__.get("_kept"):
                tensor._t = t
                tensor.__dict__.update(_is_buffer=True, _kept=t)
                tensor.__dict__.pop("_shown", None)

    def _apply(self, fn: Callable[[torch.Tensor], torch.Tensor], recurse: bool = True) -> Self:  # type: ignore[override]
        """Convert in place, as torch does; statistics keep their identity as parameters do."""
        held = self.__dict__["_buffers"] = self._held_buffers()
        statistics = [name for name in held if name in self._params and is_parameter(held[name])]
        for name in statistics:
            self._parameters[name] = held.pop(name)  # type: ignore[assignment]
        try:
            super()._apply(fn, recurse)
        finally:
            for name in statistics:
                held[name] = self._parameters.pop(name)
        self._follow_buffers()
        view = self.__dict__.get("_view")
        if view is not None:
            view._buffers.update(self._buffers)
        return self

    def _held_buffers(self) -> dict[str, torch.Tensor | None]:
        """Return the buffers as the Parameters and Tensors hold them rather than as `named_buffers` shows them."""
        held = dict(self._buffers)
        for name, t in held.items():
            param = self._params.get(name)
            if param is not None and type(t) is StateValue and t._ours is param:
                held[name] = param._t
        for name, tensor in self.__dict__.get("_buffer_tensors", {}).items():
            held[name] = tensor.__dict__["_kept"]
        return held

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__
        if "_params" in state:
            state = {**state, "_buffers": self._held_buffers()}
            for name in state.get("_changed", ()):
                state.pop(name, None)  # bound to this one; the copy gets its own
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._follow_buffers()
        if "_changed" in state:
            go_on_with_parts(self)

    # ---- listing ---------------------------------------------------------------------------------------------

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, torch.nn.Parameter]]:
        """Yield the torch.nn.Parameters with their attribute paths; what was made without gradient is a buffer.

        Args:
            prefix (str): put before the paths. Default: ``""``.
            recurse (bool): go down into children. Default: ``True``.
            remove_duplicate (bool): a shared one once. Default: ``True``.

        Returns:
            Iterator of (str, torch.nn.Parameter).
        """
        for holder in self.modules():
            if isinstance(holder, CellParameters):
                holder._list_what_trains_since()
        return super().named_parameters(prefix, recurse, remove_duplicate)

    def _list_what_trains_since(self) -> None:
        """Make a parameter to torch of what was made without gradient and has been given one."""
        for name, t in self._held_buffers().items():
            param = self._params.get(name)
            if param is not None and param._t is t and param.requires_grad:
                self._show_to_torch(name, param)

    def cells_and_names(
        self, cells: set[torch.nn.Module] | None = None, name_prefix: str = ""
    ) -> Iterator[tuple[str, Any]]:
        """Yield the Cell and everything below it with the attribute path of each; a shared one comes once.

        Args:
            cells (set): Cells to leave out. Default: ``None``.
            name_prefix (str): put before the names. Default: ``""``.

        Returns:
            Iterator of (str, Cell).

        Source: mindspore.nn.Cell.cells_and_names, MindSpore 2.10
        """
        yield from _walk(self, set() if cells is None else cells, name_prefix)

    def cells(self) -> Any:
        """Return the direct children.

        Source: mindspore.nn.Cell.cells, MindSpore 2.10
        """
        return self.name_cells().values()

    def name_cells(self) -> OrderedDict[str, Any]:
        """Return the direct children by attribute name; a shared one once.

        Source: mindspore.nn.Cell.name_cells, MindSpore 2.10
        """
        out: OrderedDict[str, Any] = OrderedDict()
        seen: set[int] = set()
        for name, cell in self._modules.items():
            if cell is not None and id(cell) not in seen:
                seen.add(id(cell))
                out[name] = cell
        return out

    def parameters_and_names(self, name_prefix: str = "", expand: bool = True) -> Iterator[tuple[str, Parameter]]:
        """Yield every Parameter with its attribute path, which may differ from its own name.

        Args:
            name_prefix (str): put before the names. Default: ``""``.
            expand (bool): go down into children. Default: ``True``.

        Returns:
            Iterator of (str, Parameter).

        Source: mindspore.nn.Cell.parameters_and_names, MindSpore 2.10
        """
        seen: set[int] = set()
        holders = self.cells_and_names(name_prefix=name_prefix) if expand else iter([(name_prefix, self)])
        for path, holder in holders:
            for name, param in self._own_parameters(path, holder):
                if id(param) not in seen:
                    seen.add(id(param))
                    yield (f"{path}.{name}" if path else name), param

    def _own_parameters(self, path: str, holder: torch.nn.Module) -> Iterator[tuple[str, Parameter]]:
        if isinstance(holder, CellParameters):
            for name in dict.fromkeys((*holder._params, *holder._parameters.keys())):
                # past an attribute of the same name, as an optimizer's tuple `learning_rate` beside the Parameter
                param = holder.__getattr__(name)
                if isinstance(param, Parameter):
                    yield name, param
            return
        adopted: dict[str, Parameter] = self.__dict__.setdefault("_adopted", {})
        for name, t in holder._parameters.items():
            if t is not None:
                full = f"{path}.{name}" if path else name
                if full not in adopted or adopted[full]._t is not t:
                    adopted[full] = Parameter._adopt(t, full)
                yield name, adopted[full]

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:  # type: ignore[override]
        """Yield every Parameter.

        Args:
            expand (bool): go down into children. Default: ``True``.

        Returns:
            Iterator of Parameter.

        Source: mindspore.nn.Cell.get_parameters, MindSpore 2.10
        """
        for _, param in self.parameters_and_names(expand=expand):
            yield param

    def parameters_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter]:
        """Return every Parameter by its own name.

        Args:
            recurse (bool): go down into children. Default: ``True``.

        Returns:
            OrderedDict.

        Source: mindspore.nn.Cell.parameters_dict, MindSpore 2.10
        """
        return OrderedDict((param.name, param) for param in self.get_parameters(expand=recurse))

    def parameters_broadcast_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter] | None:
        """Return every Parameter that is not laid out per layer, by its own name.

        Source: mindspore.nn.Cell.parameters_broadcast_dict, MindSpore 2.10
        """
        found = OrderedDict((p.name, p) for p in self.get_parameters(expand=recurse) if not p.layerwise_parallel)
        return found or None

    def trainable_params(self, recurse: bool = True) -> list[Parameter]:
        """Return the Parameters that optimizers should update.

        Args:
            recurse (bool): go down into children. Default: ``True``.

        Returns:
            list of Parameter.

        Source: mindspore.nn.Cell.trainable_params, MindSpore 2.10
        """
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """Return the Parameters that optimizers leave alone.

        Args:
            recurse (bool): go down into children. Default: ``True``.

        Returns:
            list of Parameter.

        Source: mindspore.nn.Cell.untrainable_params, MindSpore 2.10
        """
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    # ---- names -----------------------------------------------------------------------------------------------

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Name every Parameter by its attribute path, with a prefix.

        Args:
            prefix (str): put before the names; include the dot. Default: ``""``.
            recurse (bool): go down into children. Default: ``True``.

        Raises:
            TypeError: if `prefix` is not a string.
            ValueError: if it has blanks around it.

        Source: mindspore.nn.Cell.update_parameters_name, MindSpore 2.10
        """
        if prefix is not None and not isinstance(prefix, str):
            msg = f"For 'update_parameters_name', prefix must be a string, got {prefix!r}"
            raise TypeError(msg)
        if prefix and prefix.strip() != prefix:
            msg = f"For 'update_parameters_name', prefix must have no blanks around it, got {prefix!r}"
            raise ValueError(msg)
        for name, param in self.parameters_and_names(expand=recurse):
            param.name = (prefix or "") + name

    def update_cell_prefix(self) -> None:
        """Write to every Cell below the attribute path that leads to it, as `param_prefix`.

        Source: mindspore.nn.Cell.update_cell_prefix, MindSpore 2.10
        """
        for name, cell in self.cells_and_names():
            cell.__dict__["_param_prefix"] = name

    def check_names(self) -> None:
        """Check that all Parameters have different names.

        Raises:
            ValueError: if two share one.

        Source: mindspore.nn.Cell.check_names, MindSpore 2.10
        """
        seen: set[str] = set()
        for path, param in self.parameters_and_names():
            if param.name in seen:
                msg = (
                    f"The value of {path} is {param}, its name '{param.name}' already exists. Please set a unique name "
                    "for the parameter."
                )
                raise ValueError(msg)
            seen.add(param.name)

    def check_names_and_refresh_name(self) -> None:
        """Where two Parameters share a name, name all of them by their attribute paths.

        Source: mindspore.nn.Cell.check_names_and_refresh_name, MindSpore 2.10
        """
        names = [param.name for param in self.get_parameters()]
        if len(set(names)) < len(names):
            self.update_parameters_name()
            self.check_names()


def _shadows(value: Primitive | list[Any] | tuple[Any, ...]) -> bool:
    """Tell whether a value may be set over a Parameter, buffer or child: a Primitive, and Parameters alone."""
    return isinstance(value, Primitive) or (bool(value) and all(isinstance(each, Parameter) for each in value))


def _walk(cell: torch.nn.Module, seen: set[torch.nn.Module], path: str) -> Iterator[tuple[str, Any]]:
    if cell in seen:
        return
    seen.add(cell)
    yield path, cell
    for name, child in cell._modules.items():
        if child is not None:
            yield from _walk(child, seen, f"{path}.{name}" if path else name)
