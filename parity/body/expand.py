"""A run of a body with the written form of its fused operations beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from parity.body.forms import COMPOSITES, OPERATIONS, Form
from parity.body.record import Body, Numbered, Operation, Value, arguments_of, numbered, tensors_in
from parity.nets.trace import DispatchMode

_MOST_ELEMENTS = 50_000_000
"""Elements of a body beyond which no forms are executed: they take the memory of several such bodies."""


def expanded(body: Body, known: Collection[str] = ()) -> Body:
    """Return a body with the steps of what it runs as one operation, appended to its values and operations.

    Args:
        body (Body): a run whose operations were noted.
        known (Collection[str]): names of operations that are left as they are, as the other side runs them too.
            Default: none.
    """
    if sum(value.tensor.numel() for value in body.values) > _MOST_ELEMENTS:
        return body
    writer = _Writer(Body(list(body.values), list(body.operations), body.composites, body.sinks, body.raised))
    for operation, form in _fused(body, known):
        writer.write(operation, form)
    return writer.body


def _fused(body: Body, known: Collection[str]) -> Iterable[tuple[Operation, Form]]:
    for operation in body.composites:
        if operation.function in COMPOSITES:
            yield operation, COMPOSITES[operation.function]
    for operation in body.operations:
        name = operation.function._schema.name if operation.function is not None else ""
        plain = operation.name == "mul" and not any(body.values[n].tensor.is_complex() for n in operation.inputs)
        if name in OPERATIONS and operation.name not in known and not plain:
            yield operation, OPERATIONS[name]


class _Writer(DispatchMode):
    """Executes forms and appends what they compute."""

    def __init__(self, body: Body) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.body = body
        self._of: Operation | None = None
        self._known: dict[int, int] = {}
        self._alive: list[torch.Tensor] = []

    def write(self, operation: Operation, form: Form) -> None:
        """Append the steps of one operation; a form that does not take its arguments appends nothing."""
        args, kwargs = operation.arguments_on(self.body.values)
        self._of = operation
        self._alive = tensors_in((args, kwargs))
        self._known = {id(t): n for t, n in zip(self._alive, tensors_numbered(operation), strict=False)}
        first = len(self.body.operations)
        try:
            with torch.no_grad(), self:
                for name, _ in form(*args, **kwargs):
                    self._name(name, first)
                    first = len(self.body.operations)
        except (RuntimeError, TypeError, ValueError, IndexError):
            return

    def _name(self, name: str, first: int) -> None:
        """Give the operations since the last step its name."""
        for number in range(first, len(self.body.operations)):
            self.body.operations[number] = replace(self.body.operations[number], step=name)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        given = numbered(args, self._number), numbered(kwargs, self._number)
        inputs = tuple(self._number(tensor) for tensor in tensors_in((args, kwargs)))
        result = func(*args, **kwargs)
        number = len(self.body.operations)
        outputs = tuple(self._add(tensor, number) for tensor in tensors_in(result))
        name = func._schema.name.removeprefix("aten::").removeprefix("_").rstrip("_")
        fused = self._of
        assert fused is not None
        self.body.operations.append(
            Operation(
                number, name, arguments_of(func, args, kwargs), inputs, outputs, fused.place, fused.layer,
                fused.called, fused.stack, func, given,
            )
        )  # fmt: skip
        return result

    def _number(self, tensor: torch.Tensor) -> int:
        known = self._known.get(id(tensor))
        return known if known is not None else self._add(tensor, None)

    def _add(self, tensor: torch.Tensor, producer: int | None) -> int:
        self.body.values.append(Value(tensor.detach(), producer, "" if producer is not None else "a constant"))
        self._alive.append(tensor)  # keeps its identity from being given to another
        self._known[id(tensor)] = len(self.body.values) - 1
        return self._known[id(tensor)]


def tensors_numbered(operation: Operation) -> list[int]:
    """Return the numbers of the tensors among an operation's arguments, in their order."""
    found: list[int] = []

    def look(entry: object) -> None:
        found.extend([entry.number] if isinstance(entry, Numbered) else [])
        for part in entry if isinstance(entry, (list, tuple)) else ():
            look(part)
        for part in entry.values() if isinstance(entry, Mapping) else ():
            look(part)

    look(operation.given)
    return found
