"""Whether two lists of arrays are equal, for the cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mappings.rows.model import Case

_SAME_LAW = 1.95  # two-sample Kolmogorov-Smirnov statistic, p = 0.001
_OTHER_LAW = 3.0  # p < 1e-7
_UNDECIDED = "the samples do not decide (raise the shape)"


def differences(ours: Sequence[Any], theirs: Sequence[Any], case: Case) -> list[str]:
    """Return one line for each output in which torch (`ours`) and MindSpore (`theirs`) differ."""
    if len(ours) != len(theirs):
        return [f"{len(ours)} outputs against {len(theirs)}"]
    found: list[str] = []
    for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        line = _difference(a, b, case)
        if line:
            found.append(f"output {index}: {line}" if len(ours) > 1 else line)
    return found


def _difference(a: Any, b: Any, case: Case) -> str:
    import numpy as np

    if a is None or b is None:
        return "" if a is b else f"{a!r} against {b!r}"
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return f"shape {a.shape} against {b.shape}"
    if a.dtype != b.dtype and not case.ignore_dtype:
        return f"dtype {a.dtype} against {b.dtype}"
    if case.compare == "shape":
        return ""
    if case.compare == "zeros":
        return _dropped_difference(a, b)
    return _value_difference(a, b, case.tolerance)


def _value_difference(a: Any, b: Any, tolerance: float) -> str:
    import numpy as np

    if a.size == 0:
        return ""
    wide = "complex128" if np.iscomplexobj(a) or np.iscomplexobj(b) else "float64"
    a, b = a.astype(wide), b.astype(wide)
    special = ~np.isfinite(a) | ~np.isfinite(b)
    same_special = (a == b) | (np.isnan(a) & np.isnan(b))
    if bool((special & ~same_special).any()):
        index = np.unravel_index(int(np.argmax(special & ~same_special)), a.shape)
        return f"{a[index]} against {b[index]} at {tuple(map(int, index))}"
    finite = np.where(special, 0, a)
    error = np.abs(finite - np.where(special, 0, b))
    # Relative to the largest value, so that a case about tiny activations is not drowned by an absolute bound.
    bound = tolerance * max(float(np.abs(finite).max()), 1e-6)
    worst = float(error.max())
    if worst <= bound:
        return ""
    index = np.unravel_index(int(np.argmax(error)), a.shape)
    return (
        f"max-abs {worst:.2e} at {tuple(map(int, index))} ({a[index]:.6g} against {b[index]:.6g}), allowed {bound:.1e}"
    )


def _dropped_difference(a: Any, b: Any) -> str:
    """Compare the rate of zeros and the mean of what is left."""
    rate_a, rate_b = float((a == 0).mean()), float((b == 0).mean())
    if abs(rate_a - rate_b) > 0.03:
        return f"{rate_a:.1%} zeros against {rate_b:.1%}"
    left_a, left_b = a[a != 0], b[b != 0]
    if left_a.size and left_b.size and abs(float(left_a.mean()) - float(left_b.mean())) > 0.05 * abs(left_a.mean()):
        return f"survivors average {left_a.mean():.4g} against {left_b.mean():.4g}"
    return ""


def law_difference(name: str, a: Any, b: Any) -> str:
    """Compare how two tensors were filled: constants by value, the rest by a two-sample Kolmogorov-Smirnov test."""
    import numpy as np

    if a.shape != b.shape and a.size != b.size:
        return f"{name}: shape {a.shape} against {b.shape}"
    a, b = np.sort(a, axis=None).astype("float64"), np.sort(b, axis=None).astype("float64")
    if a[0] == a[-1] or b[0] == b[-1]:
        return "" if np.array_equal(a, b) else f"{name}: {_describe(a)} against {_describe(b)}"
    both = np.concatenate([a, b])
    gap = np.searchsorted(a, both, "right") / a.size - np.searchsorted(b, both, "right") / b.size
    statistic = float(np.abs(gap).max()) * math.sqrt(a.size * b.size / (a.size + b.size))
    if statistic <= _SAME_LAW:
        return ""
    doubt = "" if statistic >= _OTHER_LAW else f" ({_UNDECIDED})"
    return f"{name}: {_describe(a)} against {_describe(b)}{doubt}"


def _describe(values: Any) -> str:
    if values[0] == values[-1]:
        return f"constant {values[0]:.6g}"
    return f"std {values.std():.4g} in [{values[0]:.4g}, {values[-1]:.4g}]"
