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


def read_behind(place: Location) -> Location | None:
    """Return the first statement that reads what a loop made: what is missing behind the loop would be written there.

    Args:
        place (Location): where a value was made.

    Returns:
        Location, None if it was made outside of any loop, or nothing behind the loop reads the name it was given.
    """
    function = _function_around(place)
    if function is None:
        return None
    around = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and _holds(node, place.line)]
    loops = [node for node in around if isinstance(node, (ast.For, ast.While))]
    made = [node for node in around if isinstance(node, ast.Assign)]
    if not loops or not made:
        return None
    targets = [part for target in made[-1].targets for part in ast.walk(target)]
    names = {part.id for part in targets if isinstance(part, ast.Name)}
    end = max(loop.end_lineno or loop.lineno for loop in loops)
    reading = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt) and node.lineno > end and any(_reads(part, names) for part in _own(node))
    ]
    if not reading:
        return None
    first = min(reading, key=lambda node: node.lineno)
    return Location(place.file, first.lineno, first.end_lineno)


def _own(statement: ast.stmt) -> list[ast.AST]:
    """Return what a statement itself holds, without the statements inside it."""
    found: list[ast.AST] = []
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        found.append(node)
        stack += [part for part in ast.iter_child_nodes(node) if not isinstance(part, (ast.stmt, ast.excepthandler))]
    return found


def _reads(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _function_around(place: Location) -> ast.FunctionDef | None:
    """Return the innermost function around a place; None where the file cannot be read."""
    try:
        tree = ast.parse("".join(linecache.getlines(place.file)))
    except SyntaxError:
        return None
    around = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _holds(node, place.line)]
    return max(around, key=lambda node: node.lineno) if around else None


def _returned_behind(place: Location) -> Location | None:
    """Return the return statement of the function around a place, if it only names what was computed before."""
    function = _function_around(place)
    if function is None:
        return None
    last = function.body[-1]
    if not isinstance(last, ast.Return) or last.value is None or last.lineno <= place.line:
        return None
    parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
    if not all(isinstance(part, (ast.Name, ast.Attribute)) for part in parts):
        return None
    return Location(place.file, last.lineno, last.end_lineno)
