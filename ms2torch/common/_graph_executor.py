"""What programs ask of MindSpore's graph compiler: to compile for some inputs is here to run on them once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from ms2torch._core.kernel_draws import undone
from ms2torch._errors import UnsupportedArgumentError


class _CellGraphExecutor:
    """The graph compiler."""

    def __init__(self) -> None:
        self._compiled: set[str] = set()

    def compile(
        self,
        obj: Callable[..., Any],
        *args: Any,
        phase: str = "predict",
        do_convert: bool = True,
        jit_config_dict: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> tuple[str, bool]:
        """Run a network once, so that what a compiler would refuse is raised; its Parameters keep their values.

        Args:
            obj (Union[Cell, Function]): the network.
            args (tuple): its inputs.
            phase (str): a word for the name of the graph. Default: ``"predict"``.
            do_convert (bool): without effect. Default: ``True``.
            jit_config_dict (dict, optional): without effect. Default: ``None``.
            kwargs (dict): its inputs by name.

        Returns:
            tuple of the graph's name and of whether it was new.

        Raises:
            TypeError: if the number of inputs is another than that of `construct`'s arguments.
        """
        del do_convert, jit_config_dict
        _check_inputs(obj, args, kwargs)
        with _unchanged(obj):
            obj(*args, **kwargs)
        name = f"{phase}.{id(obj)}"
        new = name not in self._compiled
        self._compiled.add(name)
        return name, new

    def has_compiled(self, phase: str = "predict") -> bool:
        """Tell whether `compile` has returned this name.

        Args:
            phase (str): the name. Default: ``"predict"``.
        """
        return phase in self._compiled

    def run(self, obj: Callable[..., Any], *args: Any, phase: str = "predict") -> Any:
        """Run a network.

        Args:
            obj (Union[Cell, Function]): the network.
            args (tuple): its inputs.
            phase (str): without effect. Default: ``"predict"``.
        """
        del phase
        return obj(*args)

    __call__ = run

    def del_net_res(self, obj: object, net_id: object) -> None:
        """Forget the graphs of a network.

        Args:
            obj (object): the network.
            net_id (object): the names of its graphs.
        """
        del obj
        names = net_id if isinstance(net_id, (set, list, tuple)) else (net_id,)
        self._compiled.difference_update(names)

    def get_optimize_graph_proto(self, obj: object) -> bytes:
        """Refuse: there is no graph that could be returned.

        Raises:
            UnsupportedArgumentError: always.
        """
        remedy = 'write the network with mindspore.export(..., file_format="PT2") and read that graph'
        raise UnsupportedArgumentError("_cell_graph_executor.get_optimize_graph_proto", "obj", obj, remedy)


_JitExecutor = _CellGraphExecutor
_cell_graph_executor = _CellGraphExecutor()


def _check_inputs(obj: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    called = getattr(obj, "construct", obj)
    try:
        signature = inspect.signature(called)
    except (TypeError, ValueError):
        return  # a builtin tells nothing of its arguments
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        wanted = len(signature.parameters)
        msg = (
            f"The parameters number of the function is {wanted}, but the number of provided arguments is "
            f"{len(args) + len(kwargs)}: {error}"
        )
        raise TypeError(msg) from None


@contextmanager
def _unchanged(obj: Any) -> Iterator[None]:
    """Put back what a run changes: Parameters, buffers, and the streams of random numbers."""
    list_state: Any = torch.nn.Module.parameters, torch.nn.Module.buffers
    tensors = [t for each in list_state for t in each(obj)] if isinstance(obj, torch.nn.Module) else []
    kept = [(t, t.detach().clone()) for t in tensors]
    try:
        with undone():
            yield
    finally:
        with torch.no_grad():
            for t, before in kept:
                t.data = before
