"""What a dump says of how ranks share a tensor: torch's DTensor, MindSpore's layout."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Cut = int | str


def cut_of(found: Mapping[str, Any]) -> Cut | None:
    """Return the axis along which the ranks hold parts of a tensor, or ``"sum"`` where they hold parts of a sum.

    None where the description says nothing, where each rank holds all of it, where it is cut along several axes of the
    mesh, and where the ranks do not stand in it in order: then the values have to tell.

    Args:
        found (Mapping[str, Any]): a tensor's object in dump.json.

    Raises:
        ValueError, TypeError, KeyError: if the object is damaged.
    """
    if found.get("placements"):
        return _of_mesh(found.get("device_mesh"), found["placements"])
    if found.get("layout"):
        return _of_layout(found["layout"])
    return None


def _of_mesh(mesh: Any, placements: Sequence[Mapping[str, Any]]) -> Cut | None:
    """Read ``device_mesh`` and ``placements`` of a DTensor."""
    sizes: list[int] = []
    inner = mesh
    while isinstance(inner, list) and inner:
        sizes.append(len(inner))
        inner = inner[0]
    if len(sizes) != len(placements) or not _in_order(_numbers(mesh)):
        return None
    ways: list[Cut] = []
    for size, placement in zip(sizes, placements, strict=True):
        if size == 1 or "Replicate" in placement:
            continue
        if "Shard" in placement:
            ways.append(int(placement["Shard"]["dim"]))
        elif placement.get("Partial", {}).get("reduce_op") == "sum":
            ways.append("sum")
        else:
            return None
    return ways[0] if len(ways) == 1 else None


def _of_layout(layout: Mapping[str, Any]) -> Cut | None:
    """Read a MindSpore layout: the tensor map names the axes of the device matrix from behind, -1 is none."""
    sizes, axes = layout.get("Device Matrix"), layout.get("Tensor Map")
    if not sizes or axes is None or layout.get("Interleaved") == "Yes" or not _in_order(layout.get("Rank List") or ()):
        return None
    ways: list[Cut] = []
    for axis, names in enumerate(axes):
        cut = [n for n in (names if isinstance(names, list) else [names]) if n >= 0 and sizes[-1 - n] > 1]
        ways += [axis] * len(cut)
    partial = [str(word) for size, word in zip(sizes, layout.get("Partial") or (), strict=False) if word and size > 1]
    if any(word != "sum" for word in partial):
        return None
    ways += partial
    return ways[0] if len(ways) == 1 else None


def _numbers(mesh: Any) -> list[int]:
    return [number for part in mesh for number in _numbers(part)] if isinstance(mesh, list) else [int(mesh)]


def _in_order(ranks: Iterable[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(ranks))


def fits(cut: Cut | None, shapes: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether parts of these shapes can be put together so.

    Args:
        cut (int | str | None): of `cut_of`.
        shapes (Sequence[tuple[int, ...]]): of the parts.
    """
    if cut == "sum":
        return len(set(shapes)) == 1
    if not isinstance(cut, int) or not all(-len(shape) <= cut < len(shape) for shape in shapes):
        return False
    return len({(*shape[: cut % len(shape)], *shape[cut % len(shape) + 1 :]) for shape in shapes}) == 1
