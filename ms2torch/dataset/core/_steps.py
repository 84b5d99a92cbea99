"""MindSpore's steps into its C++ pipeline, which a class of a program may override and nothing here asks."""

from __future__ import annotations

from functools import cache

from ms2torch._core.origin import is_ours

STEPS = frozenset({
    "iterator_bootstrap", "parse", "parse_child", "parse_tree", "post_parse", "pre_parse", "prepare_multiprocessing",
})  # fmt: skip
"""The methods with which MindSpore turns a pipeline into its C++ counterpart."""


@cache
def overridden(kind: type) -> str | None:
    """Return the first step that a class overrides and no object here asks, or None.

    Args:
        kind (type): a dataset, sampler or transform; its nearest class of this package says in ``_asked_steps`` which
            steps are asked.
    """
    found: list[str] = []
    for base in kind.__mro__:
        if is_ours(base):
            asked = vars(base).get("_asked_steps", ())
            return next((name for name in found if name not in asked), None)
        found += sorted(STEPS & vars(base).keys())
    return None


def refuse_steps(kind: type) -> None:
    """Refuse to make an object whose class overrides a step that is not asked.

    Args:
        kind (type): a dataset, sampler or transform.

    Raises:
        NotImplementedError: if it does.
    """
    step = overridden(kind)
    if step is not None:
        msg = (
            f"{kind.__name__}.{step} is not asked: datasets are iterated in Python here, not in MindSpore's C++ "
            "pipeline; define what the object computes (`__iter__`, `__getitem__`, `__call__`, `_execute_py`) instead"
        )
        raise NotImplementedError(msg)
