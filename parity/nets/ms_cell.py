"""The adapter for nets written as MindSpore Cells; the only file here that knows ms2torch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import torch

from parity.code.errors import CannotCompare
from parity.code.faults import hand_over
from parity.code.frameworks import is_replaced, module_of
from parity.nets.api_names import table_name
from parity.nets.torch_module import TorchModule, torch_api

_LAYERS = ("ms2torch.nn.layer.", "ms2torch.nn.loss.", "ms2torch.nn.wrap.", "ms2torch.mint.nn.")

CONTAINERS = frozenset(
    {
        "mindspore.nn.SequentialCell",
        "mindspore.nn.CellList",
        "mindspore.nn.CellDict",
        "mindspore.nn.Transformer",
        "mindspore.nn.TransformerEncoder",
        "mindspore.nn.TransformerDecoder",
        "mindspore.nn.TransformerEncoderLayer",
        "mindspore.nn.TransformerDecoderLayer",
        "mindspore.nn.Conv2dBnAct",
        "mindspore.nn.DenseBnAct",
        "mindspore.nn.WithLossCell",
        "mindspore.nn.WithEvalCell",
    }
)


@contextmanager
def installed() -> Iterator[None]:
    """Make ``import mindspore`` mean ms2torch within the block, unless it does already."""
    import ms2torch

    if is_replaced():
        yield
        return
    ms2torch.install()
    try:
        yield
    finally:
        ms2torch.uninstall()


def joins_processes() -> bool:
    """Tell whether a net that was built has called ``mindspore.communication.init``: it is one of several ranks."""
    from ms2torch.communication import GlobalComm

    return GlobalComm.INITED


@contextmanager
def strict() -> Iterator[None]:
    """Refuse within the block what MindSpore refuses, though torch underneath could do it."""
    from ms2torch._core.strict import as_in_mindspore

    with as_in_mindspore():
        yield


class MsCell(TorchModule):
    """A net that is a Cell or holds Cells; torch Modules inside it are understood too."""

    framework: ClassVar[str] = "ms2torch"

    def tensor_of(self, value: object) -> torch.Tensor | None:
        """Return the torch tensor that `value` is, or that a MindSpore Tensor holds."""
        if isinstance(value, torch.Tensor):
            return value
        return value._t if isinstance(value, self._tensor_base) else None

    def tensor_class(self, module: torch.nn.Module) -> type:
        """Return MindSpore's Tensor for a Cell."""
        return self._tensor_base if hasattr(module, "construct") else torch.Tensor

    def revived(self, kind: type, tensor: torch.Tensor) -> object:
        """Return a MindSpore Tensor where one stood."""
        from ms2torch._core.base import wrap

        return wrap(tensor) if issubclass(kind, self._tensor_base) else tensor

    @functools.cached_property
    def _tensor_base(self) -> type[Any]:
        from ms2torch._core.base import TensorBase

        return TensorBase

    def api_of(self, cls: type) -> str | None:
        """Return the public MindSpore (or torch) name of `cls`, or None."""
        module = module_of(cls)
        if not module.startswith("ms2torch."):
            return torch_api(cls)
        if not module.startswith(_LAYERS) or cls.__name__.startswith("_"):
            return None
        if module.startswith("ms2torch.mint."):
            return f"mindspore.mint.nn.{cls.__name__}"
        return table_name(f"mindspore.nn.{cls.__name__}")

    def resolve(self, api: str) -> type | None:
        """Return the Cell class of this name, or None."""
        if not api.startswith(("mindspore.nn.", "mindspore.mint.nn.")):
            return super().resolve(api)
        from ms2torch import mint, nn

        found = getattr(mint.nn if ".mint." in api else nn, api.rpartition(".")[2], None)
        return found if isinstance(found, type) else None

    def is_container(self, api: str) -> bool:
        """Tell whether the class only holds other layers."""
        return api in CONTAINERS or super().is_container(api)

    def method_of(self, module: torch.nn.Module) -> str:
        """Return ``"construct"`` for a Cell."""
        return "construct" if hasattr(module, "construct") else "forward"

    def stray_tensors(self, module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
        """Yield plain tensor attributes of either framework."""
        parameters = {id(parameter) for parameter in module._parameters.values()}
        for name, value in vars(module).items():
            try:
                tensor = self.tensor_of(value)
            except RuntimeError:  # a Tensor with an initializer and no values yet
                continue
            if tensor is not None and id(tensor) not in parameters:
                yield name, tensor

    def set_stray_tensor(self, module: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Replace the tensor in an attribute; a MindSpore Tensor keeps its identity."""
        held = vars(module).get(name)
        if isinstance(held, torch.Tensor):
            super().set_stray_tensor(module, name, tensor)
        elif held is not None:  # None: the run has made a buffer of it
            held._t = tensor

    @contextmanager
    def new_tensors_on(self, device: torch.device) -> Iterator[None]:
        """Let MindSpore's functions that create make tensors on a device, as after `set_device`."""
        from ms2torch._core.device import current_device, set_current_device

        before = current_device()
        set_current_device(device)
        try:
            yield
        finally:
            set_current_device(before)

    def namespace(self) -> dict[str, Any]:
        """Return MindSpore's usual names, and torch's under their own."""
        import ms2torch
        from ms2torch import nn, ops

        names = super().namespace()
        names.update(ms=ms2torch, mindspore=ms2torch, nn=nn, ops=ops, mint=getattr(ms2torch, "mint", None))
        return names

    def default_optimizer(self) -> str:
        """Return MindSpore's SGD."""
        return "nn.SGD(0.01)"

    def optimizer_parameters(self, make: object) -> Any:
        """Return MindSpore Parameters for MindSpore's optimizers, torch ones for torch's."""
        from ms2torch.nn.cell import Cell

        if isinstance(make, type) and issubclass(make, torch.optim.Optimizer):
            return super().optimizer_parameters(make)
        if not isinstance(self.net, Cell):
            raise CannotCompare(f"{self.role} {self.name} is a torch Module: give it a torch optimizer")
        return self.net.trainable_params()

    def update(self, optimizer: Any, gradients: dict[int, torch.Tensor]) -> None:
        """Take one step of an optimizer of either framework."""
        if isinstance(optimizer, torch.optim.Optimizer):
            super().update(optimizer, gradients)
            return
        from ms2torch._core.base import wrap

        hand_over(optimizer, (tuple(wrap(gradients[id(parameter._t)]) for parameter in optimizer.parameters),))

    def loss(self, function: Any, outputs: Any) -> torch.Tensor:
        """Call a MindSpore loss: it is given MindSpore tensors."""
        from ms2torch._core.grad_mode import torch_rules
        from ms2torch._core.tree import wrap_tree

        with torch_rules():  # a Cell among them records nothing of its own accord
            return super().loss(function, wrap_tree(outputs))

    def saved_names(self) -> dict[str, str]:
        """Return MindSpore's name of every parameter by its path; a buffer is not in its checkpoints."""
        from ms2torch.nn.cell import Cell

        if not isinstance(self.net, Cell):
            return super().saved_names()
        names = {id(parameter._t): parameter.name for _, parameter in self.net.parameters_and_names()}
        return {w.name: names[id(w.tensor)] for w in self.weights if id(w.tensor) in names}


def as_mindspore(tensor: torch.Tensor) -> Any:
    """Return a MindSpore Tensor that holds `tensor`."""
    from ms2torch._core.base import wrap

    return wrap(tensor)


def computed(
    function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object], *, grad: bool = False
) -> list[torch.Tensor]:
    """Call a function of MindSpore's API with torch tensors in its arguments, and return the tensors of its result.

    Args:
        function (Callable): a function, method or Primitive of ms2torch.
        args (Sequence[object]): its positional arguments.
        kwargs (Mapping[str, object]): its arguments by name.
        grad (bool): record the operations for torch's autograd. Default: ``False``.
    """
    from ms2torch._core.base import TensorBase
    from ms2torch._core.grad_mode import torch_rules
    from ms2torch._core.tree import wrap_tree

    def leaves(value: object) -> list[torch.Tensor]:
        if isinstance(value, TensorBase):
            return [value._t]
        items = value if isinstance(value, (tuple, list)) else ()
        return [leaf for item in items for leaf in leaves(item)]

    with torch_rules(), torch.set_grad_enabled(grad):
        given = [wrap_tree(value) for value in args]
        return leaves(function(*given, **{name: wrap_tree(value) for name, value in kwargs.items()}))


def read_checkpoint(path: str, form: str) -> tuple[dict[str, torch.Tensor | str], dict[str, str]]:
    """Return what a ``"ckpt"`` or ``"safetensors"`` file holds, and the latter's metadata.

    Raises:
        ValueError: if it is damaged or no such file.
    """
    from ms2torch.train._ckpt_file import read_ckpt, read_safetensors

    loaded = read_ckpt(path, crc_check=True) if form == "ckpt" else read_safetensors(path, crc_check=True)
    if loaded.crc_matches is False:
        raise ValueError("the CRC32 check failed, the file is damaged")
    return loaded.values, loaded.metadata


def joined_ranks(folder: str, strategies: list[str]) -> dict[str, torch.Tensor | str]:
    """Return the whole parameters of a folder with a checkpoint for each rank.

    Args:
        folder (str): with ``rank_0`` and so on.
        strategies (list[str]): the files that say how parameters are cut.

    Raises:
        ValueError: if they do not join.
        TypeError: if a file is no strategy.
    """
    from ms2torch.train._resharding import joined_ranks as joined
    from ms2torch.train._strategies import strategy_in

    return joined(folder, strategy_in(strategies))


def write_checkpoint(path: str, tensors: dict[str, torch.Tensor], form: str) -> None:
    """Write MindSpore's ``"ckpt"`` or ``"safetensors"``, whole or not at all."""
    from ms2torch.train._ckpt_file import write_ckpt, write_safetensors

    values: dict[str, torch.Tensor | str] = dict(tensors)
    if form == "ckpt":
        write_ckpt(path, values)
    else:
        write_safetensors(path, values)


@dataclass(frozen=True, slots=True)
class TrainingClasses:
    """The classes of MindSpore through which a training's values pass.

    Args:
        cell (type): the base of nets and optimizers.
        iterators (tuple[type, ...]): what a loop over data asks for the next batch.
        optimizers (tuple[type, ...]): the bases of optimizers.
        schedules (tuple[type, ...]): the bases of learning rate schedules that change an optimizer's groups.
        parameter (type): what holds a weight.
        assignable (Callable): what every assignment calls with its name and the tensor that it writes to.
    """

    cell: type
    iterators: tuple[type, ...]
    optimizers: tuple[type, ...]
    schedules: tuple[type, ...]
    parameter: type
    assignable: Callable[..., Any]


def classes_of_training() -> TrainingClasses | None:
    """Return the classes through which a training's values pass; None where no code has asked for MindSpore."""
    import sys

    if "ms2torch" not in sys.modules:
        return None
    from ms2torch.common.parameter import Parameter
    from ms2torch.dataset.engine.iterators import DatasetIterator
    from ms2torch.experimental.optim.lr_scheduler import LRScheduler
    from ms2torch.experimental.optim.optimizer import Optimizer as GroupedOptimizer
    from ms2torch.mint import optim
    from ms2torch.nn.cell import Cell
    from ms2torch.nn.optim.optimizer import Optimizer
    from ms2torch.ops.function.math.inplace import _assignable

    optimizers = (Optimizer, GroupedOptimizer, optim._Optimizer)
    return TrainingClasses(Cell, (DatasetIterator,), optimizers, (LRScheduler,), Parameter, _assignable)
