"""The one error of a comparison that could not be carried out."""

from __future__ import annotations

from parity.code.frameworks import is_ours


class CannotCompare(Exception):  # noqa: N818 - reads as what it says: the comparison was not possible
    """A comparison that could not be carried out: bad target, bad input, a reference that does not run.

    The message is one line that says what is wrong and what to do. A difference between the nets is never this error.

    Args:
        message (str): the line.
    """

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def one_line(text: str) -> str:
    """Return `text` with every run of white space made one space."""
    return " ".join(text.split())


def class_name(error: BaseException) -> str:
    """Name an exception's class: of one that the MindSpore API derives for itself, the built-in class it stands for."""
    kind = type(error)
    if not is_ours(kind):
        return kind.__name__
    return next(base.__name__ for base in kind.__mro__ if base.__module__ == "builtins")


def describe(error: BaseException) -> str:
    """Return ``Type: message`` of an exception, on one line and of bounded length."""
    try:
        text = one_line(str(error))
    except Exception:  # noqa: BLE001 - whatever the class of a stranger's error raises when it is printed
        text = "(an error that cannot be printed)"
    name = class_name(error)
    if len(text) > 300:
        text = text[:297] + "..."
    return f"{name}: {text}" if text else name


class NothingToTrain(CannotCompare):
    """A net has weights that are trained, and nothing that it returns depends on one of them.

    Args:
        role (str): of the net, ``reference`` or ``port``.
        said (str): the line.
    """

    def __init__(self, role: str, said: str) -> None:
        super().__init__(said)
        self.role = role
