"""Operations in words: the expression that the user wrote, or what the operation does where that is not known."""

from __future__ import annotations

from parity.body.record import Operation
from parity.code.places import is_framework, source_of

_LONGEST = 70


def written(operation: Operation | None) -> str:
    """Return the expression behind an operation, with the inner layer that runs it, if one does.

    Args:
        operation (Operation | None): None: there is none.
    """
    if operation is None:
        return "nothing"
    inner = f" (in {operation.layer})" if operation.layer is not None else ""
    place = operation.called or operation.place
    text = source_of(place) if place is not None and not is_framework(place.file) else ""
    if not text:
        return f"the operation {operation.name}{inner}"
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
    return f"`{shown}`{inner}"
