"""The line of a change: where what is missing would be written."""

from __future__ import annotations

import ast
import linecache

from parity.body.changes.model import Change
from parity.body.record import Sink
from parity.code.places import Location


def place_to_change(change: Change, sink: Sink) -> Location | None:
    """Return the place in the port where a change would be written.

    Args:
        change (Change): what makes the body right.
        sink (Sink): where something else arrived.
    """
    if change.place is not None:
        return change.place
    place = change.operation.place
    if change.lacks and sink.layer is None and place is not None and set(change.operation.outputs) & set(sink.values):
        return _returned_behind(place) or place
    return place


def _returned_behind(place: Location) -> Location | None:
    """Return the return statement of the function around a place, if it only names what was computed before."""
    try:
        tree = ast.parse("".join(linecache.getlines(place.file)))
    except SyntaxError:
        return None
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= place.line <= (node.end_lineno or node.lineno)
    ]
    if not around:
        return None
    last = max(around, key=lambda node: node.lineno).body[-1]
    if not isinstance(last, ast.Return) or last.value is None or last.lineno <= place.line:
        return None
    parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    if not all(isinstance(part, (ast.Name, ast.Attribute)) for part in parts):
        return None
    return Location(place.file, last.lineno, last.end_lineno)
