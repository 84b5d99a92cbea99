"""Only some layers, on request: which pairs are compared."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase

from parity.code.errors import CannotCompare
from parity.pair.layers import CallPair, Pairing


def chosen(pairing: Pairing, patterns: tuple[str, ...]) -> Pairing:
    """Return the pairs that were asked for, and the nets themselves, whose outputs are always compared.

    Args:
        pairing (Pairing): all pairs.
        patterns (tuple[str, ...]): such as ``"encoder.*"``, of the path of a layer on either side; none: all.

    Raises:
        CannotCompare: if a pattern fits no layer that ran.
    """
    if not patterns:
        return pairing
    for pattern in patterns:
        if not any(is_chosen(pair, (pattern,)) for pair in pairing.pairs):
            raise CannotCompare(f"--layers {pattern!r} fits no layer: write paths such as 'encoder.0' or 'encoder.*'")
    return replace(pairing, pairs=[pair for pair in pairing.pairs if _is_net(pair) or is_chosen(pair, patterns)])


def is_chosen(pair: CallPair, patterns: tuple[str, ...]) -> bool:
    """Tell whether a pair was asked for.

    Args:
        pair (CallPair): the calls.
        patterns (tuple[str, ...]): what was asked for; none: all.
    """
    paths = [call.layer.path for call in (pair.reference, pair.port) if call is not None]
    return not patterns or any(fnmatchcase(path, pattern) for path in paths for pattern in patterns)


def _is_net(pair: CallPair) -> bool:
    return any(call is not None and call.key == ("", 0) for call in (pair.reference, pair.port))


def left_out(pairing: Pairing, patterns: tuple[str, ...]) -> list[CallPair]:
    """Return the matched pairs of layers that ran and were not asked for."""
    return [
        pair
        for pair in pairing.pairs
        if pair.leaf and pair.matched and not is_chosen(pair, patterns) and pair.reference and pair.reference.done
    ]
