"""What the reference has that the port may lack: its constants, its calls with all their arguments, its values."""

from __future__ import annotations

import ast
import functools
import inspect
import math
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from types import CodeType, FrameType

import torch

from parity.body.expand import expanded
from parity.body.match import Matcher
from parity.body.record import Body, BodyRun, Value, record_body
from parity.code import tree
from parity.code.places import NO_SOURCE
from parity.edits.names import held_tensor
from parity.edits.reached import Match, Settled
from parity.edits.scene import Pool
from parity.nets.base import Subject
from parity.nets.calls import FrameworkCall, observe
from parity.nets.lines import users_code
from parity.nets.trace import Call

_LARGEST = 1 << 22
_SMALLEST = 3
_SIMPLE = 5040
_NEXT_TO = 1e-4
"""A number that is no fraction of this one is what a net computes: a mean of losses."""

_MODULES = frozenset({"torch", "F", "nn", "math", "np"})
"""What the modules are called whose functions are no methods."""

_GREATEST = 1 << 31
"""The greatest whole number that is one: beyond lies what slices without an end are given."""


def codes_run(subject: Subject, run: Callable[[], object]) -> list[CodeType]:
    """Return the code of the user's functions that run, in the order in which they are entered.

    Args:
        subject (Subject): whose code counts.
        run (Callable[[], object]): runs it.
    """
    found: dict[CodeType, None] = {}
    is_users = users_code(subject.net)
    known: dict[str, bool] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        del event, argument
        file = frame.f_code.co_filename
        if file not in known:
            known[file] = is_users(file)
        if known[file]:
            found[frame.f_code] = None

    before = sys.gettrace()  # building a net has a profile function of its own
    sys.settrace(note)
    try:
        run()
    finally:
        sys.settrace(before)
    return list(found)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the reference.

    Args:
        pool (Pool): what it has.
        match (Match): finds a tensor among its values.
        settled (Callable[[Collection[int]], frozenset[int]]): gives, for values that were come to, those that are on
            the way to them too.
        steps (frozenset[int]): the values that are steps inside its operations, and not what these give.
    """

    pool: Pool
    match: Match
    settled: Settled
    steps: frozenset[int]


def known_of(subject: Subject, body: Body | None, run: Callable[[], object], relative: float) -> Known:
    """Return what a reference has.

    Args:
        subject (Subject): the reference, in float64.
        body (Body | None): its operations; None where they were too many to be recorded.
        run (Callable[[], object]): runs it.
        relative (float): relative difference up to which two values are one.
    """
    numbers, texts, calls, given = _of_source([*codes_run(subject, run), *_constructors(subject)])
    observed = observe(subject, lambda: None, run)
    forms: list[tuple[str, str]] = []
    for entry in observed.calls:
        calls.append(entry.name.rpartition(".")[2])
        forms.append((calls[-1], _keywords(entry)))
        for value in entry.arguments.values():
            _note(value, numbers, texts)
    for layer in subject.layers.values():
        for value in layer.construction.arguments.values():
            _note(value, numbers, texts)
    calls += [operation.name for operation in body.operations] if body is not None else []
    for operation in body.operations if body is not None else ():
        for name, value in operation.arguments.items():
            if name not in {"dtype", "layout", "device", "memory_format"}:
                _note(value, numbers, texts)
    plain = [name for name in calls if not name.startswith("_") and not name.endswith("_")]
    pool = Pool(
        tuple(dict.fromkeys(numbers)),
        tuple(dict.fromkeys(texts)),
        tuple(dict.fromkeys(plain)),
        tuple(dict.fromkeys(forms)),
        tuple(dict.fromkeys(given)),
    )
    values = _with_halves(expanded(body)) if body is not None else Body()
    inside = {operation.number for operation in values.operations if operation.step}
    steps = frozenset(number for number, value in enumerate(values.values) if value.producer in inside)
    return Known(pool, _finder(values, relative), functools.partial(_settled, values), steps)


def _settled(body: Body, computed: Collection[int]) -> frozenset[int]:
    """Return values with all that lie on the way to them, and with what is given."""
    found = {number for number, value in enumerate(body.values) if value.producer is None}
    done: set[int] = set()
    stack = [number for number in computed if number not in found]
    while stack:
        number = stack.pop()
        producer = body.values[number].producer
        found.add(number)
        if producer is not None and producer not in done:
            done.add(producer)
            stack += [entry for entry in body.operations[producer].inputs if entry not in found]
    places = {op.place for op in body.operations if op.number in done and not op.step and op.place is not None}
    open_places = {op.place for op in body.operations if op.number not in done and not op.step}
    done |= {op.number for op in body.operations if op.step and op.place in places - open_places}
    return frozenset(found | {number for number, value in enumerate(body.values) if value.producer in done})


def _keywords(call: FrameworkCall) -> str:
    """Return the arguments of a call that are not the function's defaults, as they are written behind the first."""
    try:
        known = inspect.signature(call.function).parameters
    except (TypeError, ValueError):
        return ""
    return "".join(
        f", {name}={value!r}"
        for name, value in call.arguments.items()
        if name in known
        and isinstance(value, (int, float, str))
        and known[name].default is not inspect.Parameter.empty
        and value != known[name].default
    )


def _constructors(subject: Subject) -> list[CodeType]:
    """Return the code of the constructors of the user's classes in a net."""
    is_users = users_code(subject.net)
    classes = dict.fromkeys(base for module in subject.net.modules() for base in type(module).__mro__)
    codes = [getattr(vars(cls).get("__init__"), "__code__", None) for cls in classes]
    return [code for code in codes if isinstance(code, CodeType) and is_users(code.co_filename)]


def body_of(subject: Subject, call: Call, seed: int, relative: float) -> Body | None:
    """Record every operation of a body; None where that would be too much.

    Args:
        subject (Subject): the reference, in float64.
        call (Call): of the body, with its tensors.
        seed (int): of random numbers.
        relative (float): relative difference up to which two values are one.
    """
    if sum(shape.shape.numel() if isinstance(shape.shape, torch.Size) else 0 for _, shape in call.inputs) > _LARGEST:
        return None
    inputs = [tensor.clone() for _, tensor in call.held_inputs]
    body = record_body(BodyRun(subject, call.layer, call.arguments, inputs, {}, seed, relative))
    return body if body.raised is None else None


def _finder(body: Body, relative: float) -> Match:
    matcher = Matcher(body, relative)

    def match(value: object) -> int | None:
        tensor = held_tensor(value)
        if tensor is None or not tensor.numel():
            return None
        with torch._C._DisableTorchDispatch():  # what watches the port's operations has no business here
            plain = tree.written_out(tensor.detach())
            number = matcher.find(plain)
            return number if number is not None and _tells(plain) else None

    return match


def _tells(tensor: torch.Tensor) -> bool:
    """Tell whether a tensor of these numbers is one value of a net and not a constant that many have."""
    if tensor.numel() >= _SMALLEST:
        return bool((tensor != tensor.flatten()[0]).any())
    if not tensor.is_floating_point():
        return False
    scaled = [number * _SIMPLE for number in tensor.flatten().tolist()]  # of the greatest floats infinite
    return all(math.isfinite(number) and abs(number - round(number)) > _NEXT_TO for number in scaled)


def _with_halves(body: Body) -> Body:
    """Return a body that has what its doubled values are made of too: angles that others keep once."""
    halves: list[Value] = []
    for value in body.values:
        size = value.tensor.shape[-1] if value.tensor.dim() > 1 else 1
        if size % 2 == 0 and value.tensor.numel() <= _LARGEST:
            pairs = (value.tensor.chunk(2, -1), (value.tensor[..., ::2], value.tensor[..., 1::2]))
            halves += [Value(one, value.producer) for one, other in pairs if torch.equal(one, other)]
    return replace(body, values=[*body.values, *halves])


def _note(value: object, numbers: list[float], texts: list[str]) -> None:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int) and abs(value) > _GREATEST:
        return
    if isinstance(value, (int, float)):
        numbers.append(value)
    elif isinstance(value, str):
        texts.append(value)
    elif isinstance(value, (tuple, list)):
        for part in value:
            _note(part, numbers, texts)


_Given = tuple[str, str, bool]


def _of_source(codes: Iterable[CodeType]) -> tuple[list[float], list[str], list[str], list[_Given]]:
    """Return the constants of some functions, the names of what they call, and what these are given."""
    numbers: list[float] = []
    texts: list[str] = []
    calls: list[str] = []
    given: list[_Given] = []
    for code in codes:
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
        except (*NO_SOURCE, SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and not (isinstance(node.value, str) and " " in node.value):
                _note(node.value, numbers, texts)
            elif isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                calls.append(name)
                if node.args and not node.keywords and _is_plain(node.args):
                    given.append((name, ", ".join(map(ast.unparse, node.args)), _is_method(node.func)))
    return numbers, texts, [name for name in calls if name], given


def _is_plain(arguments: Iterable[ast.expr]) -> bool:
    """Tell whether arguments are names, numbers and what is computed of them, without calls."""
    parts = [part for argument in arguments for part in ast.walk(argument)]
    return not any(isinstance(part, (ast.Starred, ast.Call, ast.Lambda)) for part in parts)


def _is_method(function: ast.expr) -> bool:
    """Tell whether a method is called, of something that is no module by its name."""
    if not isinstance(function, ast.Attribute):
        return False
    return not (isinstance(function.value, ast.Name) and function.value.id in _MODULES)
