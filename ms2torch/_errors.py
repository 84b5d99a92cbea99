"""Errors whose message says what was wrong, where, and what to do."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar


class UnsupportedArgumentError(NotImplementedError):
    """An argument that MindSpore accepts and ms2torch does not honour.

    Args:
        op (str): public name of the function or class, e.g. ``"ops.dropout"``.
        argument (str): the argument's name.
        value (object): what was passed.
        remedy (str): what the caller can do instead, as an imperative sentence without a full stop.
    """

    def __init__(self, op: str, argument: str, value: object, remedy: str) -> None:
        self.op = op
        self.argument = argument
        self.value = value
        self.remedy = remedy
        super().__init__(f"{op}: `{argument}={value!r}` is not supported on torch; {remedy}.")


class MissingNameError(AttributeError):
    """A MindSpore name that ms2torch does not have."""


def require_default(op: str, argument: str, value: object, default: object, remedy: str) -> None:
    """Raise `UnsupportedArgumentError` unless `value` is the argument's default."""
    if value is not default and value != default:
        raise UnsupportedArgumentError(op, argument, value, remedy)


def op_error(op: str, error: Exception, **operands: object) -> Exception:
    """Return what MindSpore would raise for torch's complaint about an operation, naming op and operands.

    Shapes that do not fit are a ValueError in MindSpore, element types that do not a TypeError; torch calls
    most of both RuntimeError.

    Args:
        op (str): public name, e.g. ``"ops.add"``.
        error (Exception): what torch raised.
        operands (object): the arguments by name; of tensors, shape and type are told.
    """
    text = str(error).split("\n", 1)[0]
    told = ", ".join(f"{name}={_describe(value)}" for name, value in operands.items())
    words = ("dtype", "not implemented for", "can't be cast", "scalar type", "Promotion for")
    about_types = isinstance(error, (NotImplementedError, TypeError)) or any(word in text for word in words)
    kind = TypeError if about_types else ValueError
    return kind(f"{op}: {text} ({told})")


_P = ParamSpec("_P")
_R = TypeVar("_R")


# how our own messages begin; torch names no function of MindSpore
_OWN = ("numpy.", "mint.", "ops.", "For ")


def translated(fn: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a function so that what torch complains about becomes MindSpore's class of error."""

    @functools.wraps(fn)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return fn(*args, **kwargs)
        except UnsupportedArgumentError:
            raise
        except (RuntimeError, IndexError) as error:
            if str(error).startswith(_OWN):
                raise
            package = fn.__module__.split(".")[1]
            raise op_error(f"{package}.{fn.__name__}", error) from None

    return run


def _describe(value: object) -> str:
    t = getattr(value, "_t", None)
    if t is None:
        return repr(value)
    return f"Tensor{tuple(t.shape)} of {t.dtype}".replace("torch.", "")
