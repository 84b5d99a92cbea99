"""Sharded programs: right ones, and what is replaced in their text to plant a mistake that should be named."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Program:
    """A sharded port beside its unsharded reference.

    Args:
        name (str): its file, without the ending.
        reference (str): the class in ``references.py``.
        ranks (int): how many run it.
        inputs (tuple[str, ...]): as ``--input`` takes them.
        options (dict[str, object]): of the comparison.
        changes (tuple[tuple[str, str], ...]): what is replaced in the text, and by what; none of a right program.
        rules (tuple[str, ...]): of which one should be reported, and nothing else.
    """

    name: str
    reference: str
    ranks: int
    inputs: tuple[str, ...]
    options: tuple[tuple[str, object], ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()

    def applied(self, text: str) -> str:
        """Return the text with the changes made.

        Raises:
            ValueError: if one of them is not there exactly once.
        """
        for old, new in self.changes:
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: {old!r} stands there {text.count(old)} times")
            text = text.replace(old, new)
        return text


_FLOATS: dict[str, tuple[str, ...]] = {
    "Mlp": ("float32[4,8,16]",), "Grouped": ("float32[2,8,32]",), "Fused": ("float32[2,8,32]",),
    "Language": ("int64[2,8]<48",), "Tied": ("int64[2,8]<24",), "LabelLoss": ("int64[4,8]<24", "int64[4,8]<3"),
    "Experts": ("float32[2,8,16]",), "Normed": ("float32[8,16]",),
    "Ring": ("float32[2,8,8]",), "Halo": ("float32[2,8,8]",),
}  # fmt: skip


def _right(name: str, reference: str, ranks: int, **options: object) -> Program:
    return Program(name, reference, ranks, _FLOATS[reference], tuple(options.items()))


RIGHT = (
    _right("mlp_tp_ms", "Mlp", 2),
    _right("mlp_tp_ms", "Mlp", 4),
    _right("mlp_tp_torch", "Mlp", 2, grad=True),
    _right("mlp_tp_torch", "Mlp", 2, grad=True, steps=2),
    _right("mlp_plan_torch", "Mlp", 2),
    _right("grouped_tp_ms", "Grouped", 2),
    _right("grouped_tp_ms", "Grouped", 4),
    _right("language_tp_ms", "Language", 2),
    _right("language_tp_ms", "Language", 4),
    _right("loss_tp_torch", "LabelLoss", 2),
    _right("fused_tp_torch", "Fused", 2),
    _right("mlp_sp_ms", "Mlp", 2),
    _right("mlp_sp_torch", "Mlp", 2, grad=True),
    _right("fused_ulysses_ms", "Fused", 2),
    _right("fused_ulysses_ms", "Fused", 4),
    _right("fused_context_torch", "Fused", 4),
    _right("language_sp_ms", "Language", 2),
    _right("loss_dp_ms", "LabelLoss", 2),
    _right("mlp_dp_torch", "Mlp", 2, grad=True),
    _right("normed_dp_ms", "Normed", 2, mode="train"),
    _right("tied_pp_ms", "Tied", 2),
    _right("tied_pp_torch", "Tied", 4),
    _right("experts_ep_ms", "Experts", 2),
    _right("experts_ep_ms", "Experts", 4),
    _right("experts_alltoall_torch", "Experts", 2),
    _right("mlp_mesh_torch", "Mlp", 4),
    _right("ring_cp_torch", "Ring", 2),
    _right("ring_cp_torch", "Ring", 4),
    _right("halo_sp_ms", "Halo", 2),
    _right("halo_sp_ms", "Halo", 4),
)


def _of(name: str, ranks: int, options: dict[str, object]) -> Program:
    return next(
        one
        for one in RIGHT
        if one.name == name and one.ranks == ranks and (not options or dict(one.options) == options)
    )


def _wrong() -> Iterator[Program]:
    """Yield the mistakes of the data file."""
    for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["wrong"]:
        base = _of(row["program"], row["ranks"], {"grad": True} if row.get("grad") else {})
        yield replace(base, changes=((row["old"], row["new"]),), rules=tuple(row["rules"]))


WRONG = tuple(_wrong())
