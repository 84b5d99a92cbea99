"""What `Cell.to_float` does: while such a Cell runs, operations take their floating-point inputs in the given type.

MindSpore casts at each operation, not at the Cell's door: a reshape or an index keeps the type, an explicit cast wins,
parameters stay float32 and are cast where they are used (measured 2.10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import torch
from torch.overrides import TorchFunctionMode

from ms2torch._core.casting import entered

# what only looks at a tensor or moves its elements about: MindSpore leaves the type alone there
_KEEPS_TYPE = frozenset(
    [
        "__get__",
        "__set__",
        "__getitem__",
        "__setitem__",
        "__len__",
        "__repr__",
        "__deepcopy__",
        "__hash__",
        "size",
        "dim",
        "ndimension",
        "numel",
        "stride",
        "storage_offset",
        "is_contiguous",
        "contiguous",
        "is_floating_point",
        "is_complex",
        "element_size",
        "to",
        "type",
        "type_as",
        "float",
        "half",
        "double",
        "bfloat16",
        "int",
        "long",
        "bool",
        "reshape",
        "view",
        "view_as",
        "permute",
        "transpose",
        "unsqueeze",
        "squeeze",
        "flatten",
        "expand",
        "expand_as",
        "t",
        "swapaxes",
        "movedim",
        "unbind",
        "detach",
        "numpy",
        "tolist",
        "item",
        "cpu",
        "cuda",
        "requires_grad_",
        "register_hook",
        "backward",
        "grad",
        "zeros_like",
        "ones_like",
        "full_like",
        "empty_like",
        "clone",
        "copy_",
        "data_ptr",
        "is_same_size",
        "size_hint",
        "resolve_conj",
        "resolve_neg",
        "promote_types",
        "result_type",
    ]
)
# torch takes these inputs in a lower precision than their statistics, which must stay the objects that are updated
_FIRST_ONLY = frozenset(("batch_norm", "instance_norm"))


class CastMode(TorchFunctionMode):
    """Cast floating-point inputs of every operation to one type; inside another one only the innermost casts.

    Args:
        dtype (torch.dtype): float16, bfloat16 or float32.
    """

    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self._dtype = dtype

    def __enter__(self) -> Self:
        entered.modes.append(self)
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)  # pyright: ignore[reportArgumentType]
        entered.modes.pop()

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Iterable[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Run `func` on cast inputs, unless it is one that keeps the type."""
        kwargs = kwargs or {}
        if entered.modes[-1] is not self:
            return func(*args, **kwargs)
        name = getattr(func, "__name__", "")
        if name in _KEEPS_TYPE or (name.endswith("_") and not name.endswith("__")):
            return func(*args, **kwargs)
        if name in _FIRST_ONLY:
            return func(self._cast(args[0]), *args[1:], **kwargs)
        return func(*(self._cast(a) for a in args), **{k: self._cast(v) for k, v in kwargs.items()})

    def _cast(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.to(self._dtype) if value.is_floating_point() else value
        if isinstance(value, (tuple, list)):
            return type(value)(self._cast(v) for v in value) if type(value) in (tuple, list) else value
        return value
