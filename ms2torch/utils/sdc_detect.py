"""Ascend's search for silent data corruption, which other devices have not."""

from __future__ import annotations

__all__ = ["get_sdc_detect_result", "sdc_detect_start", "sdc_detect_stop"]


def sdc_detect_start() -> None:
    """Start the search; without effect on other devices than Ascend.

    Source: mindspore.utils.sdc_detect_start, MindSpore 2.10
    """


def sdc_detect_stop() -> None:
    """Stop the search; without effect on other devices than Ascend.

    Source: mindspore.utils.sdc_detect_stop, MindSpore 2.10
    """


def get_sdc_detect_result() -> bool:
    """Return whether corruption was found: never, where nothing is searched.

    Source: mindspore.utils.get_sdc_detect_result, MindSpore 2.10
    """
    return False
