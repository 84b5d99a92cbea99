"""Switches of MindSpore's compiled core: what they steer does not exist on torch, so they are accepted."""

from __future__ import annotations

from enum import IntEnum


class CreationType(IntEnum):
    """How a Tensor that shares another one's memory came about.

    Source: mindspore._c_expression.CreationType, MindSpore 2.10
    """

    DEFAULT = 0
    NO_GRAD_MODE = 1
    MULTI_OUTPUT = 2
    CUSTOM_BPROP = 3


class MixedPrecisionType(IntEnum):
    """What a Cell computes in.

    Source: mindspore._c_expression.MixedPrecisionType, MindSpore 2.10
    """

    NOTSET = 0
    FP16 = 1
    FP32 = 2
    BF16 = 3


class EmptyFunctional_:  # its name there
    """What MindSpore has where an overloaded function has no form for the device.

    Source: mindspore._c_expression.EmptyFunctional_, MindSpore 2.10
    """


_empty_instance = EmptyFunctional_()


def _dump_start() -> None:
    """Accept that the dump of kernels begins; an Ascend card writes it."""


def _dump_stop() -> None:
    """Accept that the dump of kernels ends."""


def _dump_step(step: int = 1) -> None:
    """Accept how many steps of the dump of kernels are over.

    Args:
        step (int): how many. Default: ``1``.
    """


def _dump_set_dynamic() -> None:
    """Accept that the dump of kernels is started and stopped by the program."""


def _set_init_iter(v: int = 0) -> None:
    """Accept the number of the first step of the dump of kernels.

    Args:
        v (int): the number. Default: ``0``.
    """


def _tensordump_set_step(steps: list[int]) -> None:
    """Accept in which steps the operation `TensorDump` of a compiled graph writes.

    Args:
        steps (list[int]): the steps.
    """


def disable_multi_thread() -> None:
    """Accept that operations are launched by one thread; torch's are."""


def jit_mode_pi_enable() -> None:
    """Accept that functions are compiled from their bytecode; nothing is compiled that way."""


def jit_mode_pi_disable() -> None:
    """Accept that functions are not compiled from their bytecode."""
