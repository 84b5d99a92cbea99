"""What MindSpore keeps for its compiler and model code uses: `cell_attr_register`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

__all__ = ["cell_attr_register"]


def cell_attr_register(fn: Callable[..., None] | None = None, attrs: list[str] | str | None = None) -> Any:
    """Decorate the `__init__` of a Cell so that what it was made with can be read back as `cell_init_args`.

    Args:
        fn (Function, optional): the `__init__`; ``None`` when used with arguments. Default: ``None``.
        attrs (Union[list[str], str], optional): keep these attributes, not the arguments. Default: ``None``.

    Returns:
        Function.

    Raises:
        ValueError: if `attrs` is of another kind.
    """
    wanted = [attrs] if isinstance(attrs, str) else attrs
    if wanted is not None and not (isinstance(wanted, list) and all(isinstance(name, str) for name in wanted)):
        msg = f"cell_attr_register: attrs must be a string or a list of strings, got {attrs!r}"
        raise ValueError(msg)

    def decorate(init: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(init)

        @functools.wraps(init)
        def run(self: Any, *args: Any, **kwargs: Any) -> None:
            given = list(signature.bind(self, *args, **kwargs).arguments.values())[1:]
            init(self, *args, **kwargs)
            if wanted is not None:
                given = [getattr(self, name) for name in wanted if hasattr(self, name)]
            self.cell_init_args = f"{type(self).__name__}{given}"

        return run

    return decorate if fn is None else decorate(fn)
