"""A shorter way to write ops of `mindspore.mint`."""

from __future__ import annotations

from typing import Any

from tests.opdb._spec import Op, Sample



def mint(name: str, *samples: Sample, errors: tuple[Sample, ...] = (), also: str = "", **more: Any) -> Op:
    """An op of `mindspore.mint`, answered by MindSpore itself.

    Args:
        name (str): the name below `mindspore.mint`.
        *samples (Sample): its samples.
        errors (tuple[Sample, ...]): what is refused. Default: ``()``.
        also (str): further names of mint, with blanks between. Default: ``""``.
        **more (Any): other fields of `Op`.
    """
    first, *others = (f"mindspore.mint.{each}" for each in (name, *also.split()))
    return Op(first, list(samples), list(errors), also=others, **more)


def by_torch(name: str, *samples: Sample, called: str | None = None, also: str = "", **more: Any) -> Op:
    """An op of `mindspore.mint` that needs an Ascend: torch, whose interface it mirrors, gives the answers.

    Args:
        name (str): the name below `mindspore.mint`.
        *samples (Sample): its samples.
        called (str, optional): the name below `torch`. Default: the same name.
        also (str): further names of mint, with blanks between. Default: ``""``.
        **more (Any): other fields of `Op`.
    """
    return mint(name, *samples, also=also, oracle=f"torch.{called or name}", **more)
