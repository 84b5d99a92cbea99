"""Optimizers and losses given as text: ``torch.optim.AdamW(1e-3)``, ``nn.Momentum(0.1, 0.9)``, ``file.py:fn``."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parity.code.errors import CannotCompare, describe
from parity.nets.loading import Loader


@dataclass(frozen=True, slots=True)
class Recipe:
    """A call whose first argument, the parameters, is still missing.

    Args:
        text (str): as the user wrote it.
        make (Callable[..., Any]): the class or function.
        args (tuple[Any, ...]): positional arguments after the parameters.
        kwargs (Mapping[str, Any]): keyword arguments.
    """

    text: str
    make: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]

    def build(self, parameters: object) -> Any:
        """Return the optimizer of `parameters`.

        Raises:
            CannotCompare: if it refuses its arguments.
        """
        try:
            return self.make(parameters, *self.args, **self.kwargs)
        except Exception as error:
            raise CannotCompare(f"optimizer {self.text!r} cannot be built: {describe(error)}") from error

    def bound(self) -> dict[str, Any]:
        """Return the arguments that were given, by name."""
        return {**dict(zip(self._parameters(), self.args, strict=False)), **self.kwargs}

    def complete(self) -> dict[str, Any]:
        """Return the arguments by name, defaults filled in."""
        parameters = self._parameters().items()
        defaults = {name: p.default for name, p in parameters if p.default is not inspect.Parameter.empty}
        return {**defaults, **self.bound()}

    def _parameters(self) -> dict[str, inspect.Parameter]:
        """Return what the class takes after the parameters to train."""
        found = list(inspect.signature(self.make).parameters.items())[1:]
        return {name: p for name, p in found if p.kind not in {p.VAR_POSITIONAL, p.VAR_KEYWORD}}

    def corrected(self, corrections: Mapping[str, object]) -> Recipe:
        """Return the same call with some arguments changed."""
        changed = {**self.bound(), **corrections}
        shown = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        return Recipe(f"{self.text.partition('(')[0]}({shown})", self.make, (), changed)


_OWN = "optimizer"
"""What the user's own class or function is called while its call is read."""


def read_optimizer(text: str, namespace: Mapping[str, Any], loader: Loader | None = None) -> Recipe:
    """Read ``Class(arguments)``; the parameters are put before the arguments later.

    Args:
        text (str): as the user wrote it. ``file.py:make`` and ``file.py:make(arguments)`` name a class or function of
            the user's own, which returns an optimizer: with a schedule, or one that clips gradients.
        namespace (Mapping[str, Any]): the names that may be used.
        loader (Loader, optional): loads the user's files. Default: ``None``, only `namespace` is known.

    Raises:
        CannotCompare: if it is no such call, or a name in it is unknown.
    """
    how = "write a call without the parameters, as in torch.optim.SGD(0.1, momentum=0.9)"
    target, _, given = text.strip().partition("(")
    own = loader.name(target) if loader is not None and ":" in target else None
    call = text.strip()
    if own is not None:
        namespace, call = {**namespace, _OWN: own}, f"{_OWN}({given or ')'}"
    try:
        node = ast.parse(call, mode="eval").body
    except SyntaxError as error:
        raise CannotCompare(f"optimizer {text!r} does not parse: {how}") from error
    if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
        raise CannotCompare(f"optimizer {text!r} is no call: {how}")
    make = _value(node.func, namespace, text)
    if not callable(make):
        raise CannotCompare(f"optimizer {text!r}: {ast.unparse(node.func)} cannot be called; {how}")
    args = tuple(_value(argument, namespace, text) for argument in node.args)
    kwargs = {str(keyword.arg): _value(keyword.value, namespace, text) for keyword in node.keywords}
    return Recipe(text.strip(), make, args, kwargs)


def _value(node: ast.expr, namespace: Mapping[str, Any], text: str) -> Any:
    file = f"<{text.strip()}>"
    linecache.cache[file] = (len(text), None, [f"{text.strip()}\n"], file)  # so that its parts can be shown
    try:
        return eval(compile(ast.Expression(node), file, "eval"), dict(namespace))  # noqa: S307 - user's code
    except Exception as error:
        raise CannotCompare(f"{text!r} cannot be evaluated: {describe(error)}") from error


def read_loss(text: str, namespace: Mapping[str, Any], loader: Loader) -> Callable[..., Any]:
    """Read a loss: an expression that gives a callable, or ``file.py:fn``.

    Raises:
        CannotCompare: if it is neither.
    """
    if ".py:" in text:
        found = loader.name(text)
    else:
        try:
            found = _value(ast.parse(text.strip(), mode="eval").body, namespace, text)
        except SyntaxError as error:
            raise CannotCompare(f"loss {text!r} does not parse: write an expression or file.py:fn") from error
    if not callable(found):
        raise CannotCompare(f"loss {text!r} is of type {type(found).__name__}; give something that can be called")
    return found
