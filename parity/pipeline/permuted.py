"""The other mend of a rotary embedding that rotates other pairs: rows of the query and key weights in another order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch

from parity.pipeline.job import Job
from parity.pipeline.mending.judge import NetJudge
from parity.transformer.attention import Rows
from parity.transformer.fact import Difference
from parity.transformer.values import Rotation


def order_of(difference: Difference) -> list[int] | None:
    """Return the order of a head's rows in which the port's pairs are the reference's; None where pairs agree.

    Args:
        difference (Difference): of a rotary embedding.
    """
    theirs, mine = difference.reference.value, difference.port.value
    if not isinstance(theirs, Rotation) or not isinstance(mine, Rotation) or mine.pairs == theirs.pairs:
        return None
    half = mine.size // 2
    if mine.pairs == "interleaved pairs":
        return [row for i in range(half) for row in (i, half + i)]
    return [*range(0, mine.size, 2), *range(1, mine.size, 2)]


def mended_by_rows(job: Job, differing: Sequence[Difference]) -> str:
    """Return in words which rows to put in another order, if that makes the nets the same; "" if not.

    Args:
        job (Job): the comparison.
        differing (Sequence[Difference]): rotary embeddings of other pairs than the reference's, all of the port.
    """
    orders = [order_of(difference) for difference in differing]
    rows = [difference.port.beside.get("rows") for difference in differing]
    known = [(a, b) for a, b in zip(rows, orders, strict=True) if isinstance(a, Rows) and b is not None]
    if not known or len(known) < len(differing):
        return ""
    judge = NetJudge(job)
    with judge.open(), _in_order(job, known):
        if not judge.measured(built=False).same:
            return ""
    names = list(dict.fromkeys(name for entry, _ in known for name, _ in entry.parameters))
    shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    order = " ".join(map(str, known[0][1]))
    told = f"where the rows of each head of {shown} are taken in the order {order}"
    return f"with the code as it is the nets are the same {told}"


@contextmanager
def _in_order(job: Job, known: Sequence[tuple[Rows, list[int]]]) -> Iterator[None]:
    """Within the block the port's weights have their rows in another order."""
    tensors = {weight.name: weight.tensor for weight in job.setting.port.weights}
    before: dict[str, torch.Tensor] = {}
    with torch.no_grad():
        for rows, order in known:
            for name, axis in rows.parameters:
                if name not in tensors:
                    continue
                kept = before.setdefault(name, tensors[name].detach().clone())
                for head in rows.heads:
                    target = torch.tensor(head[: len(order)])
                    source = torch.tensor([head[row] for row in order])
                    tensors[name].data.index_copy_(axis, target, kept.index_select(axis, source))
    try:
        yield
    finally:
        for name, kept in before.items():
            tensors[name].data.copy_(kept)
