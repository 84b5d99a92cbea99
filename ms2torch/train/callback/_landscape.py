"""The loss around the weights, for MindInsight."""

from __future__ import annotations

from typing import Any, NoReturn


class SummaryLandscape:
    """Refuse: the picture of the loss is drawn by MindInsight, from files that only MindSpore writes.

    Args:
        summary_dir (str): the folder of those files.

    Raises:
        NotImplementedError: always, with what to do instead.

    Source: mindspore.SummaryLandscape, MindSpore 2.10
    """

    def __init__(self, summary_dir: str) -> None:
        _refuse(f"SummaryLandscape({summary_dir!r})")

    def gen_landscapes_with_multi_process(
        self, callback_fn: Any, collect_landscape: Any = None, device_ids: Any = None, output: str | None = None
    ) -> NoReturn:
        """Refuse, as the class does."""
        del callback_fn, collect_landscape, device_ids, output
        _refuse("SummaryLandscape.gen_landscapes_with_multi_process")

    def clean_ckpt(self) -> NoReturn:
        """Refuse, as the class does."""
        _refuse("SummaryLandscape.clean_ckpt")


def _refuse(what: str) -> NoReturn:
    msg = (
        f"{what}: the landscape of the loss is drawn by MindInsight, from files that only MindSpore writes; save "
        "checkpoints and evaluate the loss between them"
    )
    raise NotImplementedError(msg)
