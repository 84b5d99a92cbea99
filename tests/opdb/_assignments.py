"""What a Cell makes of assignments to its attributes: the questions that MindSpore and ms2torch both answer.

A question is what the attribute `a` of a Cell holds, a statement that assigns to it or into it, and when that is
executed: on a new Cell, on one that has been called, or in its `construct`. The answer is what is seen afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

HELD = {
    "nothing": "pass",
    "Parameter": "cell.a = Parameter(Tensor([2.0, 3.0, 4.0]), name='p')",
    "Parameter without gradient": "cell.a = Parameter(Tensor([2.0, 3.0, 4.0]), name='p', requires_grad=False)",
    "None parameter": "cell.insert_param_to_cell('a', None)",
    "buffer": "cell.register_buffer('a', Tensor([2.0, 3.0, 4.0]))",
    "buffer not saved": "cell.register_buffer('a', Tensor([2.0, 3.0, 4.0]), persistent=False)",
    "None buffer": "cell.register_buffer('a', None)",
    "Tensor": "cell.a = Tensor([2.0, 3.0, 4.0])",
    "Cell": "cell.a = nn.ReLU()",
    "ParameterTuple": "cell.a = ParameterTuple((Parameter(Tensor([2.0, 3.0, 4.0]), name='p'),))",
    "list of Parameters": "cell.a = [Parameter(Tensor([2.0, 3.0, 4.0]), name='p')]",
    "list": "cell.a = [1.0, 2.0]",
    "number": "cell.a = 1.5",
    "None": "cell.a = None",
    "array": "cell.a = np.ones(3, np.float32)",
    "Primitive": "cell.a = ops.ReLU()",
}
WRITES = """
cell.a = Tensor([5.0, 6.0, 7.0])
cell.a = Tensor([5.0, 6.0])
cell.a = Tensor([5, 6, 7], ms.int32)
cell.a = cell.a
cell.a = cell.a * 2
cell.a = other.buffer
cell.a = Parameter(Tensor([5.0, 6.0, 7.0]), name='q')
cell.a = Parameter(Tensor([5.0, 6.0]), name='q')
cell.a = ParameterTuple((Parameter(Tensor([2.0, 3.0, 4.0]), name='q'),))
cell.a = [Parameter(Tensor([2.0, 3.0, 4.0]), name='q')]
cell.a = [3.0]
cell.a = None
cell.a = 2.5
cell.a = nn.Sigmoid()
cell.a = np.full(3, 4, np.float32)
cell.a = ops.Sigmoid()
cell.a = 'text'
cell.a[...] = 9
cell.a[...] = Tensor([5.0, 6.0, 7.0])
cell.a[:] = 9
cell.a[0] = 9
cell.a[1:] = Tensor([8.0, 9.0])
cell.a[Tensor([True, False, True])] = 0
cell.a[Tensor([0, 2])] = 1
cell.a[[0, 2]] = 1
cell.a += 1
cell.a += Tensor([5.0, 6.0, 7.0])
cell.a *= 2
cell.a.assign_value(Tensor([5.0, 6.0, 7.0]))
cell.a.assign_value(Tensor([5.0, 6.0]))
cell.a.set_data(Tensor([5.0, 6.0, 7.0]))
cell.a.set_data(Tensor([5.0, 6.0]))
cell.a.set_data(Tensor([5, 6, 7], ms.int32))
cell.a.set_dtype(ms.float16)
cell.a.copy_(Tensor([5.0, 6.0, 7.0]))
cell.a.data[0] = 9
cell.a.data = Tensor([5.0, 6.0, 7.0])
cell.a.data = Tensor([5.0, 6.0])
cell.a.data = Tensor([5, 6, 7], ms.int32)
cell.a.data = Parameter(Tensor([5.0, 6.0, 7.0]), name='q')
ops.assign(cell.a, Tensor([5.0, 6.0, 7.0]))
ops.assign_add(cell.a, Tensor([5.0, 6.0, 7.0]))
del cell.a
cell.register_buffer('a', Tensor([5.0, 6.0, 7.0]))
cell.register_buffer('a', None)
cell.insert_param_to_cell('a', Parameter(Tensor([5.0, 6.0, 7.0]), name='q'))
cell.insert_child_to_cell('a', nn.Sigmoid())
""".strip().splitlines()
"""Not among them: `cell.a.data = 5`, which ends MindSpore's process."""
TIMES = ("new", "called", "construct")
_MISSING = object()


class Question(NamedTuple):
    """What the attribute holds (a key of `HELD`), the statement (one of `WRITES`), and when (one of `TIMES`)."""

    held: str
    write: str
    when: str


def questions() -> Iterator[Question]:
    """Yield every question; what is assigned to the `data` of an array numpy alone answers."""
    every = (Question(held, write, when) for held in HELD for write in WRITES for when in TIMES)
    return (one for one in every if not (one.held == "array" and ".data = " in one.write))


def scope(ms: Any) -> dict[str, Any]:
    """Return the names that the statements use."""
    return {
        "ms": ms, "nn": ms.nn, "ops": ms.ops, "Tensor": ms.Tensor, "Parameter": ms.Parameter,
        "ParameterTuple": ms.ParameterTuple, "np": np,
    }  # fmt: skip


def cell_class(ms: Any) -> type:
    """Return the Cell whose attribute `a` is asked about; `write` runs in its next `construct`."""

    class Net(ms.nn.Cell):
        def __init__(self, held: str) -> None:
            super().__init__()
            self.names = scope(ms) | {"cell": self}
            self.write = ""
            exec(HELD[held], self.names)

        def construct(self, x: Any) -> Any:
            if self.write:
                write, self.write = self.write, ""
                exec(write, self.names)
            a = getattr(self, "a", None)
            return x + a if isinstance(a, ms.Tensor) else x

    return Net


def answer(ms: Any, question: Question) -> dict[str, str] | str:
    """Return what is seen after an assignment, or the error's type.

    Args:
        ms (module): the framework.
        question (Question): what is asked.

    Returns:
        dict of what there is of: the Cell's parameters (attribute and name), buffers, saved values and children; the
        attribute `a`, whether it is the object that it was and the same when it is read again, the value of the object
        that it was, and what the Cell returns for zeros.
    """
    cell = cell_class(ms)(question.held)
    other = ms.nn.Cell()
    other.register_buffer("buffer", ms.Tensor([7.0, 8.0, 9.0]))
    cell.names["other"] = other
    zeros = ms.Tensor([0.0, 0.0, 0.0])
    if question.when == "called":
        cell(zeros)
    before = getattr(cell, "a", None)
    try:
        if question.when == "construct":
            cell.write = question.write
            called = cell(zeros)
        else:
            exec(question.write, cell.names)
            called = _called(cell, zeros)
    except Exception as error:  # whatever is raised is the answer
        return _named(error)
    now = getattr(cell, "a", _MISSING)
    found = {
        "parameters": ", ".join(f"{path} {p.name}" for path, p in cell.parameters_and_names()),
        "buffers": ", ".join(name for name, value in cell.named_buffers() if not isinstance(value, ms.Parameter)),
        "saved": ", ".join(cell.state_dict()),
        "cells": ", ".join(cell.name_cells()),
        "a": "missing" if now is _MISSING else shown(ms, now),
        "kept": "" if now is _MISSING else str(now is before),
        "again": "" if now is _MISSING else str(now is cell.a),
        "alias": shown(ms, before) if isinstance(before, ms.Tensor) else "",
        "call": called if isinstance(called, str) else shown(ms, called),
    }
    return {name: value for name, value in found.items() if value}


def _called(cell: Any, zeros: Any) -> Any:
    try:
        called = cell(zeros)
        called.asnumpy()
    except Exception as error:  # the attribute's shape may not fit
        return _named(error)
    return called


def _named(error: Exception) -> str:
    """Return what Python's own class of an error is called."""
    return "!" + next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def shown(ms: Any, value: Any) -> str:
    """Write a value as a short line."""
    if isinstance(value, ms.Tensor):
        kind = "Tensor"
        if isinstance(value, ms.Parameter):
            kind = "Parameter" if value.requires_grad else "Parameter without gradient"
        return f"{kind} {str(value.dtype).lower()} {value.asnumpy().tolist()}"
    if isinstance(value, ms.nn.Cell):
        return f"Cell {type(value).__name__}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__} [{', '.join(shown(ms, each) for each in value)}]"
    if isinstance(value, ms.ops.Primitive):
        return f"Primitive {type(value).__name__}"
    return f"{type(value).__name__} {value!r}"
