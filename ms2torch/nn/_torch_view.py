"""The door to torch: `as_torch` gives a Cell as a plain torch.nn.Module over the same parameters.

A Cell is MindSpore's: its attributes are Parameters, its running statistics are Parameters too, its children are Cells.
Libraries that look inside a Module (parametrizations, pruning, sharding, DistributedDataParallel's broadcast of
buffers, hooks at every level) need torch's own objects there. The view has them, and the Cell computes with whatever
they make of it: each call of a Cell that has a view goes through it, each Parameter is read from it.
"""

from __future__ import annotations

import inspect
import weakref
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import torch
from torch._C._functorch import is_functorch_wrapped_tensor

from ms2torch._core.base import wrap
from ms2torch._core.grad_mode import torch_rules
from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch.common.parameter import Parameter
from ms2torch.nn._torch_child import adopt_torch_module
from ms2torch.nn.layer.container import CellDict, CellList, SequentialCell

if TYPE_CHECKING:
    from ms2torch.common.tensor import Tensor
    from ms2torch.nn.cell import Cell

__all__ = ["as_torch"]


def as_torch(cell: Cell) -> torch.nn.Module:
    """Return a Cell as a plain torch.nn.Module, without copying anything.

    Its parameters are the Cell's own torch.nn.Parameters. What the Cell holds as Parameters that were made without
    gradient (running statistics) are its buffers. Submodules, names, hooks, `state_dict` and `train` are torch's. What
    is done to it (hooks, `parametrize`, `weight_norm`, `prune`, sharding, a layer or weight replaced) holds for the
    Cell from its next call on, also when the Cell is called with MindSpore tensors.

    Args:
        cell (Cell): the network.

    Returns:
        torch.nn.Module, the same one each time. It takes and returns torch tensors and follows torch's grad mode.

    Raises:
        TypeError: if `cell` is not a Cell.
    """
    if isinstance(cell, CellView):
        return cell
    if not hasattr(cell, "construct") or not hasattr(cell, "_params"):
        msg = f"as_torch takes a Cell, got {type(cell).__module__}.{type(cell).__qualname__}"
        raise TypeError(msg)
    layer = _layer_of_torch(cell)
    return cell.__dict__.get("_view") or _view_class(type(cell), *(layer or (None, ())))(cell)


class CellView(torch.nn.Module):
    """A Cell as a torch.nn.Module. Made by `as_torch`; each class of Cell has a subclass of the same name.

    Args:
        cell (Cell): what it shows.
    """

    _cell: Cell
    _layer_kind: type[torch.nn.Module] | None = None
    _names: _Names = ()

    def __init__(self, cell: Cell) -> None:
        torch.nn.Module.__init__(self)  # not that of torch's layer, which would make Parameters of its own
        self.__dict__["_cell"] = cell
        for name, param in list(cell._params.items()):
            self._take(name, None if param is None else getattr(cell, name))
        for name, buffer in cell._buffers.items():
            if name not in cell._params:
                self.register_buffer(name, buffer, name not in cell._non_persistent_buffers_set)
        for name, child in cell._modules.items():
            self._modules[name] = as_torch(child) if hasattr(child, "_params") else child  # type: ignore[arg-type]
        self._be_a_layer_of_torch()
        cell.__dict__.update(_view=self, _plain=False)

    def _be_a_layer_of_torch(self) -> None:
        """Have what torch's class has that the view is an instance of."""
        kind, layer = self._layer_kind, self._cell._torch_layer()
        if kind is None or layer is None:
            return
        self.__dict__.update(layer.settings)
        if "weight" in self._parameters and "bias" not in self._parameters:
            self.register_parameter("bias", None)

    def __setattr__(self, name: str, value: Any) -> None:
        layer = self._cell._torch_layer() if self._layer_kind is not None and "_cell" in self.__dict__ else None
        if layer is None:
            super().__setattr__(name, value)
            return
        held, cell = layer.names.get(name, name), self._cell
        super().__setattr__(held, value)
        if isinstance(value, torch.nn.Parameter) and held not in cell._params and cell.__dict__.get(held, self) is None:
            setattr(cell, held, Parameter._adopt(value, held))  # a bias for a layer made without
        if name in layer.setters:
            layer.setters[name](value)

    def _load_from_state_dict(self, *args: Any) -> None:
        # not that of torch's layer, which asks for what older files of its own names lack
        torch.nn.Module._load_from_state_dict(self, *args)

    def _take(self, name: str, param: Parameter | None) -> None:
        """Hold a Parameter of the Cell, as a parameter or as a buffer."""
        if param is None:
            self.register_parameter(name, None)
        elif param._is_state and not param.requires_grad:
            param._t = self._cell._buffers[name] = param._t.detach()
            self.register_buffer(name, param._t)
        else:
            self.register_parameter(name, param._t)  # type: ignore[arg-type]

    # ---- what the Cell asks ----------------------------------------------------------------------------------

    def parameter_of(self, name: str, param: Parameter | None) -> Parameter | Tensor | None:
        """Return what the Cell is to read under the name of one of its Parameters.

        Args:
            name (str): attribute name.
            param (Parameter): the Cell's own; it follows a parameter or buffer that torch has replaced.
        """
        t = getattr(self, name, None)  # what was added since the view was made is the Cell's alone
        if param is None or t is None or param._t is t:
            return param
        if self._parameters.get(name) is t and isinstance(t, torch.nn.Parameter):
            param._t = self._cell._parameters[name] = t
            return param
        if self._buffers.get(name) is t and type(t) is torch.Tensor and not is_functorch_wrapped_tensor(t):
            param._t = self._cell._buffers[name] = t
            return param
        return wrap(t)  # computed by a parametrization, or a stand-in for one call

    def call_for_cell(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run as the Cell, which was called with MindSpore tensors: torch's hooks are run too."""
        return wrap_tree(self(*unwrap_tree(args), **unwrap_tree(kwargs)))

    # ---- what torch asks -------------------------------------------------------------------------------------

    def _run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self._follow_children()
        with torch_rules():
            return unwrap_tree(self._cell._compute(wrap_tree(args), wrap_tree(kwargs)))

    def _follow_children(self) -> None:
        """Put into the Cell the layers that were replaced in the view."""
        own = self._cell._modules
        names = list(own)
        for name, module in self._modules.items():
            if isinstance(module, (_ListView, _DictView)):
                module._follow_children()  # nobody calls these, so they do not follow by themselves
            shown = module._cell if isinstance(module, CellView) else module
            if own.get(name) is not shown:
                if shown is not None and not isinstance(module, CellView):
                    adopt_torch_module(shown)
                own[name] = shown
        for name in own.keys() - self._modules.keys():
            del own[name]
        if isinstance(self._cell, SequentialCell) and list(own) != names:
            self._cell._run_all()

    @property
    def training(self) -> bool:
        """Whether the Cell trains; one flag for both."""
        return self._cell.__dict__["training"] if "_cell" in self.__dict__ else False

    @training.setter
    def training(self, mode: bool) -> None:
        if "_cell" in self.__dict__:
            self._cell.__dict__.update(training=mode, _phase="train" if mode else "predict")

    def _get_name(self) -> str:
        return type(self._cell).__name__

    def extra_repr(self) -> str:
        """Return what the Cell prints between its parentheses."""
        return self._cell.extend_repr()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _restore, (type(self._cell), self._layer_kind, self._names), self.__dict__


class _ListView(CellView, torch.nn.ModuleList):
    """A CellList, indexed and iterated as a torch.nn.ModuleList."""

    def __getitem__(self, idx: Any) -> Any:
        found = list(self._modules.values())[idx] if isinstance(idx, slice) else super().__getitem__(idx)
        return torch.nn.ModuleList(found) if isinstance(found, list) else found


class _SequentialView(CellView, torch.nn.Sequential):
    """A SequentialCell, indexed and iterated as a torch.nn.Sequential."""

    def __getitem__(self, idx: Any) -> Any:
        found = list(self._modules.values())[idx] if isinstance(idx, slice) else super().__getitem__(idx)
        return torch.nn.Sequential(*found) if isinstance(found, list) else found


class _DictView(CellView, torch.nn.ModuleDict):
    """A CellDict, read as a torch.nn.ModuleDict."""


_CONTAINERS: tuple[tuple[type[Cell], type[CellView]], ...] = (
    (SequentialCell, _SequentialView), (CellList, _ListView), (CellDict, _DictView)
)  # fmt: skip
_Names: TypeAlias = "tuple[tuple[str, str], ...]"
_ByKind: TypeAlias = "dict[tuple[type[torch.nn.Module] | None, _Names], type[CellView]]"
_view_classes: weakref.WeakKeyDictionary[type, _ByKind] = weakref.WeakKeyDictionary()


def _layer_of_torch(cell: Cell) -> tuple[type[torch.nn.Module], _Names] | None:
    """Return the class of torch's layers that libraries may take a Cell for: a program's own `construct` is none.

    Beside it stand torch's names of its Parameters and the Cell's, where they differ.
    """
    owner = next(kind for kind in type(cell).__mro__ if "_torch_layer" in vars(kind))
    layer = cell._torch_layer() if type(cell).construct is getattr(owner, "construct", None) else None
    return None if layer is None else (layer.kind, tuple(layer.names.items()))


def _view_class(cell_class: type[Cell], layer: type[torch.nn.Module] | None, names: _Names = ()) -> type[CellView]:
    """Return the class of views of a class of Cell: its name, and a `forward` with the arguments of `construct`.

    Args:
        cell_class (type): the class of Cell.
        layer (type): the class of torch's layers that it is one of.
        names (tuple): torch's names of its Parameters and the Cell's, where they differ.
    """
    made = _view_classes.setdefault(cell_class, {})
    if (layer, names) not in made:
        base = next((view for kind, view in _CONTAINERS if issubclass(cell_class, kind)), CellView)

        def forward(self: CellView, *args: Any, **kwargs: Any) -> Any:
            return self._run(args, kwargs)

        forward.__signature__ = inspect.signature(cell_class.construct)  # type: ignore[attr-defined]
        forward.__doc__ = "Run the Cell; the arguments are those of its `construct`."
        members: dict[str, Any] = {
            "__module__": cell_class.__module__, "__doc__": cell_class.__doc__, "_layer_kind": layer, "_names": names,
            **{theirs: property(attrgetter(ours)) for theirs, ours in names},
        }  # fmt: skip
        if base not in (_ListView, _DictView):
            members["forward"] = forward
        made[layer, names] = type(cell_class.__name__, (base,) if layer is None else (base, layer), members)
    return made[layer, names]


def _restore(cell_class: type[Cell], layer: type[torch.nn.Module] | None = None, names: _Names = ()) -> CellView:
    cls = _view_class(cell_class, layer, names)
    return cls.__new__(cls)
