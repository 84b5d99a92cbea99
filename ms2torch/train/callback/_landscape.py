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
        msg = (
            f"SummaryLandscape({summary_dir!r}): the landscape of the loss is drawn by MindInsight, from files that "
            "only MindSpore writes; save checkpoints and evaluate the loss between them"
        )
        raise NotImplementedError(msg)

    def gen_landscapes_with_multi_process(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse, as the class does."""
        del args, kwargs
        raise NotImplementedError

    def clean_ckpt(self) -> NoReturn:
        """Refuse, as the class does."""
        raise NotImplementedError
