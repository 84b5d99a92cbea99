"""A shorter way to write ops of `mindspore.ops` with their methods and Primitives."""

from __future__ import annotations

from typing import Any

from tests.opdb._spec import Op, Sample, error_sample


def op(name: str, *samples: Sample, errors: tuple[Sample, ...] = (), also: str = "", **more: Any) -> Op:
    """An op of `mindspore.ops`; ``T.`` in front of a name stands for a Tensor method.

    Args:
        name (str): the name.
        *samples (Sample): its samples.
        errors (tuple[Sample, ...]): what is refused. Default: ``()``.
        also (str): further names, with blanks between. Default: ``""``.
        **more (Any): other fields of `Op`.
    """
    first, *others = (_full(each) for each in (name, *also.split()))
    return Op(first, list(samples), errors=list(errors), also=others, **more)


def wrong(*args: Any, kind: type[Exception] = ValueError, **kwargs: Any) -> Sample:
    """A call that MindSpore refuses, by default with a ValueError."""
    return error_sample(*args, raises=kind, **kwargs)


def _full(name: str) -> str:
    return f"mindspore.Tensor.{name[2:]}" if name.startswith("T.") else f"mindspore.ops.{name}"
