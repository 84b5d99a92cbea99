"""A recorded run of a whole net: what made each value, and where the elements of one are found in others."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import torch

from parity.body.record import Body, Numbered, Operation

MOVES = frozenset(
    {
        "view", "reshape", "unsafe_view", "permute", "transpose", "t", "expand", "clone", "to_copy", "detach", "alias",
        "contiguous", "unsqueeze", "squeeze", "slice", "select", "split", "split_with_sizes", "unbind", "chunk",
        "narrow", "movedim", "cat", "stack", "repeat", "index_select", "index", "flip", "roll", "gather",
        "repeat_interleave", "as_strided", "lift_fresh", "view_as_complex", "view_as_real", "unfold", "copy",
    }
)  # fmt: skip
"""Operations that put elements elsewhere, and compute nothing."""

ELEMENTWISE = frozenset(
    {
        "mul", "div", "add", "sub", "rsub", "neg", "where", "masked_fill", "dropout", "native_dropout", "maximum",
        "minimum", "clamp", "tanh", "pow", "exp", "silu", "gelu", "sigmoid", "relu", "log", "abs", "addcmul",
    }
)  # fmt: skip
"""Operations that leave each element where it is."""

MATMULS = frozenset({"bmm", "mm", "addmm", "baddbmm", "matmul", "linear", "convolution", "mv", "dot"})
_LARGEST = 1 << 22


@dataclass(frozen=True)
class Run:
    """One recorded run.

    Args:
        body (Body): of the whole net, in float64.
        weights (frozenset[str]): the names of its parameters.
    """

    body: Body
    weights: frozenset[str]

    def tensor(self, number: int) -> torch.Tensor:
        """Return a value."""
        return self.body.values[number].tensor

    def maker(self, number: int) -> Operation | None:
        """Return the operation that made a value; None for inputs, weights and constants."""
        producer = self.body.values[number].producer
        return self.body.operations[producer] if producer is not None else None

    @functools.cached_property
    def readers(self) -> dict[int, list[Operation]]:
        """The operations that read each value."""
        found: dict[int, list[Operation]] = {}
        for operation in self.body.operations:
            for number in dict.fromkeys(operation.inputs):
                found.setdefault(number, []).append(operation)
        return found

    @functools.cached_property
    def moving(self) -> frozenset[int]:
        """The values that are computed from inputs or weights; others are constants such as tables of angles."""
        found: set[int] = set()
        for number, value in enumerate(self.body.values):
            maker = self.maker(number)
            if maker is None:
                named = value.name.startswith("input ") or value.name in self.weights
                found.update([number] if named else [])
            elif any(n in found for n in maker.inputs):
                found.add(number)
        return frozenset(found)

    def weight_of(self, operation: Operation) -> str | None:
        """Return the name of the parameter that a product is with; None where it is of two computed values."""
        for number in operation.inputs:
            at = self.plain(number)
            name = self.body.values[at].name
            if self.maker(at) is None and name in self.weights and self.tensor(at).ndim > 1:
                return name
        return None

    def plain(self, number: int) -> int:
        """Return the value that another is a mere rearrangement or cast of."""
        maker = self.maker(number)
        while maker is not None and maker.name in MOVES and maker.name not in {"cat", "stack"} and maker.inputs:
            number = maker.inputs[0]
            maker = self.maker(number)
        return number

    def behind(self, number: int, stop: Collection[str] = ()) -> list[Operation]:
        """Return the operations that a value comes from, the last first; what products of these names read is not.

        Args:
            number (int): the value.
            stop (Collection[str]): names of operations behind which nothing is looked at. Default: none.
        """
        found: dict[int, Operation] = {}
        stack = [number]
        while stack:
            maker = self.maker(stack.pop())
            if maker is None or maker.number in found:
                continue
            found[maker.number] = maker
            if maker.name not in stop:
                stack += maker.inputs
        return [found[key] for key in sorted(found, reverse=True)]

    def traced(self, source: int) -> dict[int, torch.Tensor]:
        """Return where the elements of one value stand in others: for each element its index in the source, or -1.

        Args:
            source (int): the value.
        """
        return self._traces(source) if self.tensor(source).numel() <= _LARGEST else {}

    @functools.cached_property
    def _known(self) -> dict[int, dict[int, torch.Tensor]]:
        return {}

    def _traces(self, source: int) -> dict[int, torch.Tensor]:
        if source in self._known:
            return self._known[source]
        start = self.tensor(source)
        found = {source: torch.arange(start.numel(), dtype=torch.float64).reshape(start.shape)}
        for operation in self.body.operations:
            if not any(n in found for n in operation.inputs):
                continue
            for number, index in self._moved(operation, found):
                found.setdefault(number, index)
        self._known[source] = found
        return found

    def _moved(self, operation: Operation, found: dict[int, torch.Tensor]) -> Iterator[tuple[int, torch.Tensor]]:
        if operation.name in MOVES and operation.function is not None:
            made = self._replayed(operation, found)
            for number, index in zip(operation.outputs, made, strict=False):
                if index.shape == self.tensor(number).shape:
                    yield number, index
        elif operation.name in ELEMENTWISE and operation.outputs:
            shape = self.tensor(operation.outputs[0]).shape
            known = [found[n] for n in operation.inputs if n in found]
            whole = [index for index in known if index.shape == shape]
            if whole:
                yield operation.outputs[0], whole[0]

    def _replayed(self, operation: Operation, found: dict[int, torch.Tensor]) -> list[torch.Tensor]:
        """Run an operation on the places of the elements instead of the elements."""

        def filled(entry: object) -> object:
            if isinstance(entry, Numbered):
                tensor = self.tensor(entry.number)
                if entry.number in found:
                    return found[entry.number]
                return torch.full(tensor.shape, -1.0, dtype=torch.float64) if _is_floating(tensor) else tensor
            return [filled(part) for part in entry] if isinstance(entry, (list, tuple)) else entry

        args = [filled(entry) for entry in operation.given[0]]
        kwargs = {name: filled(entry) for name, entry in operation.given[1].items() if name != "dtype"}
        if operation.name in {"to_copy", "lift_fresh", "detach", "alias", "clone"}:
            return [args[0].contiguous()] if isinstance(args[0], torch.Tensor) else []
        try:
            made = operation.function(*args, **kwargs)
        except (RuntimeError, TypeError, ValueError, IndexError):
            return []
        return list(made) if isinstance(made, (list, tuple)) else [made]

    def lines(self, operations: Collection[Operation]) -> frozenset[tuple[str, int]]:
        """Return the lines of the user's code that some operations run for."""
        return frozenset((place.file, place.line) for operation in operations for place in operation.stack)

    def factor(self, operation: Operation) -> float | None:
        """Return the number that an operation multiplies by; None if it is no product with one number."""
        if operation.name not in {"mul", "div"} or not operation.inputs:
            return None
        numbers = [float(v) for k, v in operation.arguments.items() if k == "other" and isinstance(v, (int, float))]
        for number in operation.inputs[1:]:
            tensor = self.tensor(number)
            if tensor.numel() == 1 and number not in self.moving and not tensor.is_complex():
                numbers.append(float(tensor))
        if len(numbers) != 1 or not numbers[0]:
            return None
        return numbers[0] if operation.name == "mul" else 1 / numbers[0]


def distinct(tensor: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """Return the numbers of a tensor, each once and in order; with an axis, its slices along that.

    Args:
        tensor (torch.Tensor): any.
        axis (int, optional): the axis. Default: ``None``, numbers.
    """
    found: torch.Tensor = tensor.unique(dim=axis)  # type: ignore[no-untyped-call]
    return found


def _is_floating(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()
