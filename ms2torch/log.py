"""Messages of MindSpore programs: `from mindspore import log as logger; logger.warning("...")`, on Python's logging."""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["critical", "debug", "error", "get_level", "get_log_config", "info", "warning"]

_NAME = "ME"
# MindSpore's levels, which it reads from the variable GLOG_v; programs set it before they import mindspore
_LEVELS = {
    "0": logging.DEBUG,
    "1": logging.INFO,
    "2": logging.WARNING,
    "3": logging.ERROR,
    "4": logging.CRITICAL,
}
_FORMAT = "[%(levelname)s] ME(%(process)d:%(thread)d,%(processName)s):%(asctime)s [%(filename)s:%(lineno)d] %(message)s"


class _StandardError(logging.StreamHandler):  # type: ignore[type-arg]
    """Write to what `sys.stderr` is at the time, which programs and tests exchange."""

    @property
    def stream(self) -> Any:
        """The stream."""
        return sys.stderr

    @stream.setter
    def stream(self, value: Any) -> None:
        """Ignore what logging sets."""


@functools.cache
def _get_logger() -> logging.Logger:
    """Return the logger of MindSpore programs, configured when it is first asked for."""
    logger = logging.getLogger(_NAME)
    logger.setLevel(_LEVELS.get(get_level(), logging.WARNING))
    if not logger.handlers:
        handler = _StandardError()
        handler.setFormatter(logging.Formatter(_FORMAT))
        logger.addHandler(handler)
        logger.propagate = False
    return logger


def debug(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message of level DEBUG.

    Args:
        msg (str): the message, with ``%`` places for `args`.
        args (Any): what goes there.
        kwargs (Any): as those of `logging.debug`.
    """
    _get_logger().debug(msg, *args, stacklevel=2, **kwargs)


def info(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message of level INFO; the arguments are those of `debug`."""
    _get_logger().info(msg, *args, stacklevel=2, **kwargs)


def warning(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message of level WARNING; the arguments are those of `debug`."""
    _get_logger().warning(msg, *args, stacklevel=2, **kwargs)


def error(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message of level ERROR; the arguments are those of `debug`."""
    _get_logger().error(msg, *args, stacklevel=2, **kwargs)


def critical(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message of level CRITICAL; the arguments are those of `debug`."""
    _get_logger().critical(msg, *args, stacklevel=2, **kwargs)


def get_level() -> str:
    """Return the level from which messages are shown: ``"0"`` DEBUG, ``"1"`` INFO, ``"2"`` WARNING and so on.

    Returns:
        str, the value of the variable ``GLOG_v``, or ``"2"``.

    Source: mindspore.get_level, MindSpore 2.10
    """
    return os.environ.get("GLOG_v", "2")  # noqa: SIM112 - MindSpore's own name


def get_log_config() -> dict[str, str]:
    """Return the settings of the log: the level, and that it goes to standard error.

    Returns:
        dict, by the names of MindSpore's variables.

    Differs from MindSpore: the log always goes to standard error; for a file, add a handler to
    ``logging.getLogger("ME")``.

    Source: mindspore.get_log_config, MindSpore 2.10
    """
    return {"GLOG_v": get_level(), "GLOG_logtostderr": "1"}


class _LogActionOnce:
    """Decorate a function so that the warnings it logs are shown the first time only.

    Args:
        logger (Any): this module, or a logger; something with a `warning`.
        key (str): what counts as the same function.
        no_warning (bool): show none at all. Default: ``False``.
    """

    is_logged: ClassVar[dict[str, bool]] = {}

    def __init__(self, logger: Any, key: str, no_warning: bool = False) -> None:
        self.logger = logger
        self.key = key
        self.no_warning = no_warning

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the decorated function."""

        @functools.wraps(func)
        def run(*args: Any, **kwargs: Any) -> Any:
            speak = getattr(self.logger, "warning", None)
            if speak is None:
                return func(*args, **kwargs)
            if self.no_warning or self.key in _LogActionOnce.is_logged:
                self.logger.warning = _say_nothing
            else:
                _LogActionOnce.is_logged[self.key] = True
            try:
                return func(*args, **kwargs)
            finally:
                self.logger.warning = speak

        return run


def _say_nothing(*args: Any, **kwargs: Any) -> None:
    """Stand in for `warning` while it is switched off."""
