"""Numbers as people write them: 0.125 as 1/8, 0.3535533906 as 1/sqrt(8)."""

from __future__ import annotations

import math

_LARGEST = 4096
_SMALLEST = 1e-4
_EXACT = 1e-9


def numeral(value: float) -> str:
    """Return a number in words of whole numbers and roots where it is such a one.

    Args:
        value (float): the number.
    """
    if isinstance(value, bool) or not math.isfinite(value) or value == 0:
        return str(value)
    shown = f"{value:.6g}"
    if float(value).is_integer():
        return shown
    sign, size = ("-" if value < 0 else ""), abs(value)
    if not _SMALLEST <= size <= _LARGEST:
        return shown
    square, inverse = size * size, 1 / (size * size)
    for number, text in ((inverse, "1/sqrt({})"), (square, "sqrt({})")):
        whole = round(number)
        if 2 <= whole <= _LARGEST and abs(number - whole) <= _EXACT * number:
            root = math.isqrt(whole)
            if root * root == whole:
                return f"{shown} ({sign}1/{root})" if text.startswith("1/") else shown
            return f"{shown} ({sign}{text.format(whole)})"
    return shown
