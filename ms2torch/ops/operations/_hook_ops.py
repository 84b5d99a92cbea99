"""The operation that MindSpore's Cells call their backward hooks with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from torch.utils.hooks import BackwardHook

from ms2torch._core.base import TensorBase
from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch.ops.primitive import Primitive


class CellBackwardHook(Primitive):
    """Return the Tensors it is called with, and call hooks with their gradients.

    Args:
        cell_id (str): what the Cell is called. Default: ``""``.
        cell (Cell, optional): what the hooks get first. Default: ``None``.
        hook_dict (dict, optional): the hooks by any key; read when the gradient arrives. Default: ``None``.

    Inputs:
        - **args** (Tensor | tuple) - of a backward hook, first the Cell's inputs, then its outputs; of a backward pre
          hook, its outputs. What is no Tensor is passed over.

    Outputs:
        Tensor or tuple, the same values.

    Source: mindspore.ops.operations._inner_ops.CellBackwardHook, MindSpore 2.10
    """

    def __init__(
        self, cell_id: str = "", cell: Any = None, hook_dict: Mapping[Any, Callable[..., Any]] | None = None
    ) -> None:
        super().__init__()
        self.cell_id = cell_id
        self.cell = cell
        self.hook_dict = hook_dict if hook_dict is not None else {}
        self._is_pre = False
        self._registered = False
        self._open: BackwardHook | None = None

    def register_backward_hook(self) -> None:
        """Make it the hook of a Cell's inputs and outputs: hooks get ``(cell, grad_input, grad_output)``."""
        self._registered, self._is_pre = True, False

    def register_backward_pre_hook(self) -> None:
        """Make it the hook of a Cell's outputs: hooks get ``(cell, grad_output)``."""
        self._registered, self._is_pre = True, True

    def __call__(self, args: Any) -> Any:
        """Apply the operation."""
        given = args
        if not self._registered or not any(isinstance(each, TensorBase) for each in _as_tuple(given)):
            return given
        if self._is_pre:
            hook = BackwardHook(self.cell, [], [self._on_output_gradients])
            return wrap_tree(hook.setup_output_hook(unwrap_tree(given)))
        if self._open is None:
            self._open = BackwardHook(self.cell, [self._on_input_gradients], [])
            made = wrap_tree(self._open.setup_input_hook(unwrap_tree(_as_tuple(given))))
            return made if isinstance(given, tuple) else made[0]
        hook, self._open = self._open, None
        return wrap_tree(hook.setup_output_hook(unwrap_tree(given)))

    def _on_input_gradients(self, cell: Any, inputs: Any, outputs: Any) -> Any:
        found = wrap_tree(inputs)
        for hook in tuple(self.hook_dict.values()):
            result = hook(self.cell, found, wrap_tree(outputs))
            found = found if result is None else self._checked(result, found)
        return unwrap_tree(found)

    def _on_output_gradients(self, cell: Any, outputs: Any) -> Any:
        found = wrap_tree(outputs)
        for hook in tuple(self.hook_dict.values()):
            result = hook(self.cell, found)
            found = found if result is None else self._checked(result, found)
        return unwrap_tree(found)

    def _checked(self, result: Any, expected: tuple[Any, ...]) -> tuple[Any, ...]:
        made = _as_tuple(result)
        if len(made) != len(expected):
            msg = (
                f"The backward hook return value size is {len(made)} not equal to expect grad input size "
                f"{len(expected)}"
            )
            raise TypeError(msg)
        return made


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
