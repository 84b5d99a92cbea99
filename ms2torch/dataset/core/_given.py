"""What an object was made with: a pipeline can be told in JSON, and made again from it."""

from __future__ import annotations

import inspect
from typing import Any

from ms2torch.dataset.core._steps import refuse_steps


class Given:
    """Base of what remembers the arguments it was made with."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        refuse_steps(cls)
        self = super().__new__(cls)
        self._arguments = (args, kwargs)
        return self


def given(made: Given) -> dict[str, Any]:
    """Return the arguments that an object was made with, by name, those left out at their defaults."""
    args, kwargs = made._arguments
    bound = inspect.signature(type(made).__init__).bind(made, *args, **kwargs)
    bound.apply_defaults()
    found = dict(bound.arguments)
    found.pop("self", None)
    return found
