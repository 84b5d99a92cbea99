"""Which edits of constructors may answer for an error: those of the class that it lies in.

A number that a class is given from outside can often be chosen so that another mistake inside it does not show: a shift
of the windows by three quarters for one backwards. What is wrong is the line inside.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parity.code.places import shown_path
from parity.edits.candidates import Candidate
from parity.edits.search import Mend
from parity.report.finding import placed
from parity.report.model import Finding


def is_near(mend: Mend, errors: Sequence[Finding]) -> bool:
    """Tell whether each constructor that a mend edits belongs to a class, or a function, in which an error lies.

    Args:
        mend (Mend): edits that make the nets the same.
        errors (Sequence[Finding]): of the comparison; those without a place count for none.
    """
    places = [place for error in errors if (place := placed(error.location)) is not None]
    return not places or all(_holds(entry, places) for entry in mend.edits if entry.site.builds)


def _holds(entry: Candidate, places: Sequence[tuple[str, int]]) -> bool:
    file = shown_path(entry.site.file)
    outermost = entry.site.nest[0]
    assert isinstance(outermost, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    lines = range(outermost.lineno, (outermost.end_lineno or outermost.lineno) + 1)
    return any(name == file and line in lines for name, line in places)
