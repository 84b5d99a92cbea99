"""What loads data: torch's datasets, loaders and samplers, as MindSpore's ``dataset.dataloader`` has them."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_call
from parity.port.syntax.pieces import arranged, expression, text

_MODULE = "mindspore.dataset.dataloader"
_SAME = frozenset({
    "DataLoader", "Dataset", "IterableDataset", "TensorDataset", "Sampler", "SequentialSampler", "RandomSampler",
    "BatchSampler", "DistributedSampler", "default_collate", "default_convert", "get_worker_info",
})  # fmt: skip
_PLACES = ("torch.utils.data.distributed.", "torch.utils.data.sampler.", "torch.utils.data.dataset.",
           "torch.utils.data.dataloader.", "torch.utils.data._utils.collate.", "torch.utils.data.")  # fmt: skip
_DROPPED = frozenset({"pin_memory_device"})


def name_of(ctx: Context, full: str) -> str | None:
    """Return how a name of ``torch.utils.data`` is written; None where MindSpore has none.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
    """
    if not full.startswith("torch.utils.data."):
        return None
    place = next(before for before in _PLACES if full.startswith(before))
    name = full.removeprefix(place)
    return ctx.spell(f"{_MODULE}.{name}") if name in _SAME else None


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call that makes a loader, a sampler or a dataset of tensors; None for another call.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    del original
    name = name_of(ctx, full)
    if name is None:
        return None
    given = {entry.keyword.value: text(entry.value) for entry in call.args if entry.keyword is not None}
    if given.get("generator", "None") != "None":
        ctx.mark("ARGUMENT", full, "its generator is numpy's in MindSpore: write generator=np.random.default_rng(seed)")
    args = [entry for entry in call.args if entry.keyword is None or entry.keyword.value not in _DROPPED]
    ctx.done()
    made = call.with_changes(func=expression(name))
    return made if len(args) == len(call.args) else arranged(made, args)


class Loading(Pass):
    """Converts what loads data."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        return convert(self.ctx, full, original, call)
