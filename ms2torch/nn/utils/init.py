"""Making a network that will be loaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_init_parameters() -> Iterator[None]:
    """Make networks in a `with` block that are loaded afterwards.

    Parameters get their initial values in the block all the same: it costs the time that MindSpore saves, and changes
    nothing of what `load_checkpoint` or `init_parameters_data` give later.

    Differs from MindSpore:
        the block draws from the random generator, and the Parameters have values before `init_parameters_data`.

    Source: mindspore.nn.utils.no_init_parameters, MindSpore 2.10
    """
    yield
