"""Names: canonical public names of both frameworks, and weight names within a layer."""

from __future__ import annotations

from collections.abc import Iterable

from mappings.layouts import Layout
from mappings.model import Weight

_ROOTS = {"ms": "mindspore", "ms2torch": "mindspore", "msnp": "mindspore.numpy"}
_TORCH_FUNCTIONAL = "torch.nn.functional"
_PUBLIC_PREFIXES = (
    ("torch.nn.modules.", "torch.nn."),
    ("torch.nn.functional.", "torch.nn.functional."),
    ("torch.nn.init.", "torch.nn.init."),
    ("torch.nn.", "torch.nn."),
    ("torch.optim.", "torch.optim."),
    ("torch._tensor.", "torch."),
    ("mindspore.mint.nn.functional.", "mindspore.mint.nn.functional."),
    ("mindspore.mint.nn.", "mindspore.mint.nn."),
    ("mindspore.mint.optim.", "mindspore.mint.optim."),
    ("mindspore.mint.", "mindspore.mint."),
    ("mindspore.experimental.optim.", "mindspore.experimental.optim."),
    ("mindspore.common.initializer.", "mindspore.common.initializer."),
    ("mindspore.nn.", "mindspore.nn."),
    ("mindspore.ops.", "mindspore.ops."),
)


def canonical(name: str) -> str:
    """Return the public name for a class's qualified name, or for a usual spelling.

    ``torch.nn.modules.conv.Conv2d`` -> ``torch.nn.Conv2d``; ``ms2torch.nn.layer.conv.Conv2d`` and ``ms.nn.Conv2d`` ->
    ``mindspore.nn.Conv2d``; ``F.gelu`` -> ``torch.nn.functional.gelu``. Any other name is returned as it is.
    """
    head, _, rest = name.partition(".")
    if head == "F" and rest:
        return f"{_TORCH_FUNCTIONAL}.{rest}"
    full = f"{_ROOTS.get(head, head)}.{rest}" if rest else name
    if full.endswith((".forward", ".construct")):
        return full
    for prefix, public in _PUBLIC_PREFIXES:
        if full.startswith(prefix):
            return public + full.rpartition(".")[2]
    for method_of in ("torch.", "mindspore."):
        if full.startswith(method_of) and ".Tensor." in full:
            return method_of + "Tensor." + full.rpartition(".")[2]
    return full


def spellings(name: str) -> tuple[str, ...]:
    """Return the shorter forms under which `name` may be asked for: every suffix, and ``F.x`` for functional."""
    parts = name.split(".")
    found = [".".join(parts[start:]) for start in range(len(parts))]
    if name.startswith(_TORCH_FUNCTIONAL + "."):
        found.append("F." + parts[-1])
    return tuple(found)


def match_weight(weights: Iterable[Weight], name: str) -> tuple[str, Layout] | None:
    """Return MindSpore's name and layout for torch's weight `name`; None if it has no counterpart.

    Raises:
        KeyError: if no entry covers `name`.
    """
    for weight in weights:
        star = _match(weight.torch, name)
        if star is not None:
            return None if weight.mindspore is None else (weight.mindspore.replace("*", star), weight.layout)
    known = ", ".join(w.torch for w in weights if w.torch)
    raise KeyError(f"torch weight {name!r} is not in the row (it has: {known or 'none'})")


def _match(pattern: str | None, name: str) -> str | None:
    """Return what `*` stands for if `name` fits `pattern` ("" if there is no `*`), or None."""
    if pattern is None:
        return None
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if name == pattern else None
    fits = len(name) >= len(head) + len(tail) and name.startswith(head) and name.endswith(tail)
    return name[len(head) : len(name) - len(tail)] if fits else None
