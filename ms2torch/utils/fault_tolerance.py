"""The service that restarts training on Ascend clusters, which is not offered here."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["TftHandle"]


class TftHandle:
    """The connection to the service; there is none."""

    def get_tft(self) -> None:
        """Return the service's module: none."""
        return

    def init(self, **kwargs: Any) -> NoReturn:
        """Refuse to connect.

        Args:
            kwargs (dict): without effect.

        Raises:
            ValueError: always; MindSpore raises it where the service was not asked for before the start.
        """
        del kwargs
        msg = "MindIO TFT is a service of Ascend clusters, and not offered here"
        raise ValueError(msg)

    def unregister_tft(self) -> None:
        """Take leave of the service: nothing to do."""


_tft_handler = TftHandle()
