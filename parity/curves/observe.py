"""A training run under observation."""

from __future__ import annotations

import time
from collections.abc import Callable

from parity.code.places import at_fault
from parity.curves.events import Trace
from parity.curves.patches import patched
from parity.curves.watch import EnoughUpdates, Watch


def run(watch: Watch, train: Callable[[], object]) -> Trace:
    """Run a training under observation, until it has made its updates, ends, or raises.

    Args:
        watch (Watch): records it.
        train (Callable[[], object]): the training.
    """
    since, watch.root = time.perf_counter(), run.__code__
    with patched(watch):
        try:
            train()
            watch.step_by_hand()
            watch.trace.ended = True
        except EnoughUpdates:
            pass
        except SystemExit:
            watch.trace.ended = True
        except Exception as error:  # noqa: BLE001 - that a training raises is a result
            watch.trace.raised = at_fault(error)
    watch.trace.seconds = time.perf_counter() - since
    return watch.trace
