"""What a subclass overrides and a user replaces: the probes that MindSpore and ms2torch both answer.

A subject is a class with a way to build an instance and to run it. A probe changes one thing and runs it: a method of
the subclass calls the inherited one and changes what it returns, a callable attribute is put around by one that does
the same, a number or flag is set to another. The answer is what comes out, as one short line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Derive = Callable[[type], type]
"""Makes the class to instantiate of the class under test."""
OTHER_WORDS = {
    "mean": "sum", "sum": "mean", "none": "mean", "NCHW": "NHWC", "same": "valid", "valid": "same", "SAME": "VALID",
    "VALID": "SAME", "pad": "same", "PAD": "VALID", "tanh": "none", "bilinear": "nearest", "nearest": "bilinear",
    "constant": "reflect", "zeros": "border",
}  # fmt: skip
"""What a string attribute is set to instead."""


@dataclass(frozen=True)
class Subject:
    """A class under test.

    Args:
        name (str): what failures are reported under.
        build (Callable): of the framework and a `Derive`, gives an instance.
        run (Callable): of the framework and the instance, gives what is looked at.
        methods (Callable, optional): of the framework, gives the methods to override with, by name, where MindSpore
            compiles them and so cannot take those made here. Default: ``None``.
        overrides_alone (bool): replace no attributes. Default: ``False``.
        every_call (bool): note also calls of methods whose names have an underscore in front. Default: ``False``.
    """

    name: str
    build: Callable[[Any, Derive], Any]
    run: Callable[[Any, Any], Any]
    methods: Callable[[Any], dict[str, Any]] | None = None
    every_call: bool = False
    overrides_alone: bool = False


def plain(cls: type) -> type:
    """Leave the class as it is."""
    return cls


def overriding(name: str, framework: Any, called: list[str]) -> Derive:
    """Override a method with one that notes the call, makes the inherited one and changes what it returns."""

    def derive(cls: type) -> type:
        def method(self: Any, *args: Any, **kwargs: Any) -> Any:
            called.append(name)
            return changed(getattr(super(derived, self), name)(*args, **kwargs), framework)

        def function(*args: Any, **kwargs: Any) -> Any:
            called.append(name)
            return changed(getattr(cls, name)(*args, **kwargs), framework)

        static = isinstance(inspect.getattr_static(cls, name, None), staticmethod)
        held = staticmethod(function) if static else method
        derived = type(f"Own{cls.__name__}", (cls,), {name: held, "__module__": __name__})
        return derived

    return derive


def changed(value: Any, framework: Any) -> Any:
    """Return another value of the same kind; what has no order stays as it is."""
    if isinstance(value, framework.ms.Tensor):
        kind = str(value.dtype)
        if "Float" in kind or "Complex" in kind:
            return value * 2
        return framework.ms.ops.logical_not(value) if "Bool" in kind else value
    if isinstance(value, np.ndarray):
        return value * 2 if value.dtype.kind == "f" else value
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        return value * 2
    if isinstance(value, tuple):
        if value and all(isinstance(each, int) for each in value):
            return value[:1]
        return tuple(changed(each, framework) for each in value) if type(value) is tuple else value
    if type(value) is list:
        return [changed(each, framework) for each in value]
    return value


def other(value: Any) -> Any:
    """Return what an attribute is set to instead, or None where there is no other plain value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * 0.5 + 0.25
    if isinstance(value, str):
        return OTHER_WORDS.get(value)
    if type(value) in (tuple, list) and value and all(type(each) is int for each in value):
        return type(value)(each + 1 for each in value)
    return None


def around(value: Any, framework: Any) -> Any:
    """Return a callable around a callable that changes what it returns: a Cell around a Cell, else a function."""
    if not isinstance(value, framework.nn.Cell):
        return lambda *args, **kwargs: changed(value(*args, **kwargs), framework)

    class Around(framework.nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.inner = value

        def construct(self, *args: Any, **kwargs: Any) -> Any:
            return changed(self.inner(*args, **kwargs), framework)

    return Around()


# ---- answers -----------------------------------------------------------------------------------------------------


def described(value: Any) -> str:
    """Write a result as one short line; tensors as type, shape and two sums."""
    return " ".join(_parts(value))


def _parts(value: Any) -> Iterator[str]:
    if hasattr(value, "asnumpy"):
        array = np.asarray(value.float().asnumpy() if "BFloat" in str(value.dtype) else value.asnumpy())
        yield f"{value.dtype}{list(array.shape)}:{sums(array)}".replace(" ", "")
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        yield f"{value.dtype}{list(value.shape)}:{sums(value)}".replace(" ", "")
    elif isinstance(value, dict):
        for key in sorted(value, key=str):
            yield f"{key}="
            yield from _parts(value[key])
    elif isinstance(value, (list, tuple)):
        yield "("
        for each in value:
            yield from _parts(each)
        yield ")"
    elif isinstance(value, (bool, int, type(None))):
        yield str(value)
    elif isinstance(value, (float, np.floating)):
        yield f"f:{sums(np.array(float(value)))}"
    else:
        yield str(value).replace(" ", "_")[:400] if isinstance(value, (str, np.ndarray)) else type(value).__name__


def sums(array: np.ndarray) -> str:
    """A weighted sum and the root of the sum of squares, and how many values are not finite."""
    flat = array.reshape(-1)
    flat = np.concatenate([flat.real, flat.imag]) if flat.dtype.kind == "c" else flat
    flat = flat.astype(np.float64)
    odd = int((~np.isfinite(flat)).sum())
    flat = np.where(np.isfinite(flat), flat, 0.0)
    weights = 1.5 + np.cos(np.arange(flat.size))
    return f"{flat @ weights:.6g},{np.sqrt(flat @ flat):.6g},{odd}"


def alike(answer: str, expected: str) -> bool:
    """Tell whether two answers are the same but for float noise."""
    ours, theirs = answer.split(), expected.split()
    return len(ours) == len(theirs) and all(map(_alike, ours, theirs))


def _alike(ours: str, theirs: str) -> bool:
    if ours == theirs:
        return True
    (kind, _, numbers), (other_kind, _, expected) = ours.partition(":"), theirs.partition(":")
    if kind != other_kind or numbers.count(",") != 2 or expected.count(",") != 2:
        return False
    a, b = [float(x) for x in numbers.split(",")], [float(x) for x in expected.split(",")]
    room = 2e-3 * max(abs(b[1]), abs(b[0])) + 2e-5
    return a[2] == b[2] and abs(a[0] - b[0]) <= room and abs(a[1] - b[1]) <= room


# ---- probes ------------------------------------------------------------------------------------------------------


def answer(
    framework: Any, subject: Subject, derive: Derive = plain, change: Callable[[Any], None] | None = None
) -> str:
    """Build, change and run a subject; what comes out, or the error's type."""
    framework.ms.set_seed(11)
    np.random.seed(11)
    try:
        built = subject.build(framework, derive)
        if change is not None:
            change(built)
        return described(subject.run(framework, built))
    except Exception as error:  # whatever a changed object raises is its answer
        return f"!{type(error).__name__}"


def probe(framework: Any, subject: Subject, how: str, name: str, value: Any = None) -> str:
    """Answer one probe.

    Args:
        framework (MindSporeLike): the framework.
        subject (Subject): what is probed.
        how (str): ``"override"`` a method in a subclass, put a callable ``"around"`` an attribute, or ``"set"`` it.
        name (str): of the method or attribute.
        value (Any): with ``"set"``, to what.
    """
    if how == "override" and subject.methods is not None:
        method = subject.methods(framework)[name]
        return answer(framework, subject, lambda cls: type(f"Own{cls.__name__}", (cls,), {name: method}))
    if how == "override":
        called: list[str] = []
        said = answer(framework, subject, overriding(name, framework, called))
        return f"{said} called" if called and (subject.every_call or name[0] != "_") else said

    def change(built: Any) -> None:
        setattr(built, name, around(getattr(built, name), framework) if how == "around" else value)

    return answer(framework, subject, change=change)
