"""A training run in real MindSpore on the values of another one: executed as a file, in an interpreter of its own.

``python runtime_script.py PLAN.npz SEEN.npz``. It needs numpy and MindSpore alone. PLAN holds what the training goes on
with at every stage, SEEN what MindSpore made of it there (`parity/curves/runtime.py` writes the one, reads the other).
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np


class EnoughUpdates(BaseException):
    """The training has made as many updates as are looked at."""


class Run:
    """What happens at each stage: noted, and replaced by the plan's values.

    Args:
        asked (dict): which training, how many updates, and what its nets are.
        plan (dict[str, numpy.ndarray]): values to go on with, by stage, number and name.
    """

    def __init__(self, asked: dict[str, Any], plan: dict[str, Any]) -> None:
        self.asked = asked
        self.plan = plan
        self.seen: dict[str, Any] = {}
        self.counts: dict[str, int] = {}
        self.nets: dict[int, int] = {}
        self.weights: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.first: Any = None
        self.inside = False
        self.differentiating = False

    def next(self, kind: str) -> int:
        """Return the number of an event of this kind."""
        self.counts[kind] = self.counts.get(kind, -1) + 1
        return self.counts[kind]

    def write(self, stage: str) -> None:
        """Give the weights the values that the plan has for a stage."""
        import mindspore

        for name, weight in self.weights.items():
            value = self.plan.get(f"{stage}/{name}")
            if value is not None and value.shape == tuple(weight.shape):
                weight.set_data(mindspore.Tensor(value, weight.dtype))

    # ---- nets ---------------------------------------------------------------------------------------------------

    def net_of(self, cell: Any) -> int | None:
        """Return the number of the net that a Cell is, or None; at its first call its weights are set."""
        known = self.nets.get(id(cell))
        if known is not None:
            return known
        for number, spec in enumerate(self.asked["nets"]):
            if number in self.nets.values() or type(cell).__name__ != spec["class"]:
                continue
            own = dict(cell.parameters_and_names())
            if set(own) == set(spec["weights"]):
                self.nets[id(cell)] = number
                for path, parameter in own.items():
                    name = spec["weights"][path]
                    self.weights[name], self.names[id(parameter)] = parameter, name
                self.write("initial")
                return number
        return None

    def call(self, cell: Any, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run a Cell; of a net note the outputs, and go on with the plan's."""
        from mindspore import nn
        from mindspore.experimental.optim.optimizer import Optimizer as Grouped

        if self.inside:
            return original(cell, *args, **kwargs)
        if isinstance(cell, (nn.Optimizer, Grouped)):
            return self.step(cell, original, args)
        if self.net_of(cell) is None:
            return original(cell, *args, **kwargs)
        number = self.next("pass")
        args = _replaced(args, [self.plan.get(f"input/{number}/{n}") for n in range(len(list(_leaves(args))))])
        self.inside = True
        try:
            result = original(cell, *args, **kwargs)
        finally:
            self.inside = False
        for n, tensor in enumerate(_leaves(result)):
            self.seen[f"output/{number}/{n}"] = _array(tensor)
        for name, weight in self.weights.items():
            if f"statistics/{number}/{name}" in self.plan:
                self.seen[f"statistics/{number}/{name}"] = weight.asnumpy().copy()
        self.write(f"statistics/{number}")
        instead = [self.plan.get(f"output/{number}/{n}") for n in range(len(list(_leaves(result))))]
        return _replaced(result, instead, keep_gradient=True)

    # ---- gradients, updates, batches ------------------------------------------------------------------------------

    def differentiated(self, result: Any, weights: Any, *, with_value: bool) -> Any:
        """Note the gradients of weights, which are the last of what was returned, and go on with the plan's."""
        listed = [weights] if hasattr(weights, "asnumpy") else list(weights or ())
        found = list(_leaves(result))
        if not listed or len(found) < len(listed):
            return result
        number = self.next("backward")
        if with_value:
            self.seen[f"value/{number}"] = _array(found[0])
        names = [self.names.get(id(weight), "") for weight in listed]
        first = len(found) - len(listed)
        for name, gradient in zip(names, found[first:], strict=False):
            if name:
                self.seen[f"gradient/{number}/{name}"] = _array(gradient)
        return _replaced(result, [None] * first + [self.plan.get(f"passed/{number}/{name}") for name in names])

    def step(self, optimizer: Any, original: Callable[..., Any], args: Any) -> Any:
        """Run an optimizer on the plan's gradients, note its rates and the weights, and go on with the plan's."""
        self.first = optimizer if self.first is None else self.first
        number = self.next("update")
        if optimizer is self.first and self.next("first") >= self.asked["steps"]:
            raise EnoughUpdates
        weights = list(optimizer.parameters)
        names = [self.names.get(id(weight), "") for weight in weights]
        for name, gradient in zip(names, _leaves(args), strict=False):
            if name:
                self.seen[f"given/{number}/{name}"] = _array(gradient)
        self.inside = True
        try:
            for name, rate in zip(names, _rates(optimizer, len(weights)), strict=False):
                if name:
                    self.seen[f"rate/{number}/{name}"] = np.float64(rate)
            args = _replaced(args, [self.plan.get(f"given/{number}/{name}") for name in names])
            result = original(optimizer, *args)
        finally:
            self.inside = False
        for name, weight in zip(names, weights, strict=True):
            if name:
                self.seen[f"after/{number}/{name}"] = weight.asnumpy().copy()
        self.write(f"after/{number}")
        return result

    def batch(self, value: Any) -> Any:
        """Note a batch, and go on with the plan's."""
        number, found = self.next("batch"), list(_leaves(value))
        for n, tensor in enumerate(found):
            self.seen[f"batch/{number}/{n}"] = _array(tensor)
        return _replaced(value, [self.plan.get(f"batch/{number}/{n}") for n in range(len(found))])


def _array(tensor: Any) -> Any:
    array = tensor.asnumpy() if hasattr(tensor, "asnumpy") else np.asarray(tensor)
    return array.astype(np.float32) if array.dtype.name == "bfloat16" else np.array(array)


def _leaves(value: Any) -> Iterator[Any]:
    if hasattr(value, "asnumpy") or isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _leaves(one)


def _replaced(value: Any, instead: list[Any], *, keep_gradient: bool = False) -> Any:
    """Return a nested value with its tensors replaced, in order; None, or another shape, keeps one."""
    import mindspore

    waiting = iter(instead)

    def change(one: Any) -> Any:
        if isinstance(one, np.ndarray):
            new = next(waiting, None)
            return one if new is None or new.shape != one.shape else new.astype(one.dtype)
        if hasattr(one, "asnumpy"):
            new = next(waiting, None)
            if new is None or new.shape != tuple(one.shape):
                return one
            other = mindspore.Tensor(new, one.dtype)
            return one + mindspore.ops.stop_gradient(other - one) if keep_gradient else other
        if isinstance(one, dict):
            return {name: change(part) for name, part in one.items()}
        if isinstance(one, tuple) and hasattr(one, "_fields"):
            return type(one)(*map(change, one))
        return type(one)(map(change, one)) if type(one) in (list, tuple) else one

    return change(value)


def _rates(optimizer: Any, count: int) -> list[float]:
    groups = getattr(optimizer, "param_groups", None)
    if isinstance(groups, (list, tuple)) and groups and "lr" in groups[0]:
        return [float(_array(group["lr"])) for group in groups for _ in group["params"]]
    given = optimizer.get_lr()
    each = given if isinstance(given, (list, tuple)) and len(given) == count else [given] * count
    return [float(_array(rate).reshape(-1)[0]) for rate in each]


def install(run: Run) -> None:
    """Let MindSpore report to `run`, and execute everything eagerly."""
    import mindspore
    from mindspore.dataset.engine import iterators
    from mindspore.ops.composite import base

    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    _around(mindspore.nn.Cell, "__call__", lambda original: lambda cell, *a, **k: run.call(cell, original, a, k))
    _around(iterators.Iterator, "__next__", lambda original: lambda own: run.batch(original(own)))
    for kind in (base.GradOperation, base._Grad):
        _around(kind, "__call__", lambda original: _differentiating(run, original))
    for home in {mindspore, importlib.import_module("mindspore.context")}:
        _around(home, "set_context", _eager)
    mindspore.jit = _not_compiled


def _around(owner: Any, name: str, around: Callable[[Any], Any]) -> None:
    setattr(owner, name, around(getattr(owner, name)))


def _eager(original: Callable[..., Any]) -> Callable[..., Any]:
    def set_context(**settings: Any) -> None:
        settings.pop("mode", None)
        if settings:
            original(**settings)

    return set_context


def _not_compiled(function: Any = None, **options: Any) -> Any:
    del options
    return function if function is not None else (lambda one: one)


def _differentiating(run: Run, original: Callable[..., Any]) -> Callable[..., Any]:
    def __call__(own: Any, fn: Any, weights: Any = None, *rest: Any) -> Any:  # noqa: N807 - what it stands for
        inner = original(own, fn, weights, *rest)

        def differentiate(*args: Any, **kwargs: Any) -> Any:
            if run.differentiating:  # MindSpore's own, made anew within the call
                return inner(*args, **kwargs)
            run.differentiating = True
            try:
                result = inner(*args, **kwargs)
            finally:
                run.differentiating = False
            return run.differentiated(result, weights, with_value=bool(getattr(own, "get_value", False)))

        return differentiate

    return __call__


def train(asked: dict[str, Any]) -> None:
    """Run the training that is asked for: a program with its arguments, or a function of a file or module."""
    words = asked["program"]
    if words:
        sys.path.insert(0, str(Path(words[0]).resolve().parent))
        sys.argv = words
        module = ModuleType("__main__")
        module.__file__ = words[0]
        sys.modules["__main__"] = module
        exec(compile(Path(words[0]).read_text(encoding="utf-8"), words[0], "exec"), vars(module))  # noqa: S102
        return
    source, _, name = asked["target"].rpartition(":")
    sys.path.insert(0, str(Path(source).resolve().parent) if source.endswith(".py") else str(Path.cwd()))
    if source.endswith(".py"):
        spec = importlib.util.spec_from_file_location(Path(source).stem, source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(source)
    value: Any = module
    for part in name.split("."):
        value = getattr(value, part)
    value()


def main() -> int:
    """Run it; what was seen is written also where the training raises."""
    with np.load(sys.argv[1], allow_pickle=False) as stored:
        plan = {name: stored[name] for name in stored.files}
    asked = json.loads(str(plan.pop("asked")))
    run = Run(asked, plan)
    import mindspore

    install(run)
    mindspore.set_seed(asked["seed"])
    np.random.seed(asked["seed"])
    raised = ""
    try:
        train(asked)
    except EnoughUpdates:
        pass
    except SystemExit:
        pass
    except Exception as error:  # noqa: BLE001 - that a training raises is a result
        last = traceback.extract_tb(error.__traceback__)[-1]
        raised = f"{Path(last.filename).name}:{last.lineno}: {type(error).__name__}: {str(error).splitlines()[0]}"
    run.seen["raised"], run.seen["version"] = np.array(raised), np.array(mindspore.__version__)
    np.savez(sys.argv[2], **run.seen)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
