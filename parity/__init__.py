"""Compare two nets, torch and MindSpore in any combination: where do they diverge, by how much, and why.

Importing this package imports neither torch nor numpy: pytest loads its plugin in every run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parity.code.errors import CannotCompare as CannotCompare

if TYPE_CHECKING:
    from parity.pipeline.comparison import compare as compare
    from parity.report.model import Report as Report

__all__ = ["CannotCompare", "Report", "compare"]


def __getattr__(name: str) -> object:
    """Import `compare` and `Report` when they are first asked for."""
    if name == "compare":
        from parity.pipeline.comparison import compare

        return compare
    if name == "Report":
        from parity.report.model import Report

        return Report
    raise AttributeError(f"module 'parity' has no attribute {name!r}")
