"""Ascend's test of its own hardware, which other devices have not."""

from __future__ import annotations

__all__ = ["stress_detect"]


def stress_detect(detect_type: str = "aic") -> int:
    """Refuse to test the hardware: only Ascend can.

    Args:
        detect_type (str): which part. Default: ``"aic"``.

    Raises:
        RuntimeError: always, as in MindSpore without Ascend.

    Source: mindspore.utils.stress_detect, MindSpore 2.10
    """
    msg = f"Stress detection is not supported: {detect_type!r} tests hardware of Ascend."
    raise RuntimeError(msg)
