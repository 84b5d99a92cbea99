"""Whether MindSpore was built without what writes data to files."""

from __future__ import annotations


def enable_security() -> bool:
    """Tell whether dumps, summaries and profiles are switched off in this build: they are not."""
    return False
