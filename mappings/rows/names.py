"""Names: canonical public names of both frameworks, and weight names within a layer."""

from __future__ import annotations

from collections.abc import Iterable

from mappings.rows.layouts import Layout
from mappings.rows.model import Weight

_ROOTS = {"ms": "mindspore", "ms2torch": "mindspore", "msnp": "mindspore.numpy"}
_TORCH_FUNCTIONAL = "torch.nn.functional"
_NAMESPACES = (
    "torch.nn.functional", "torch.nn.init", "torch.nn.utils.rnn", "torch.nn.utils.parametrizations",
    "torch.nn.utils.parametrize", "torch.nn.utils", "torch.nn.parallel", "torch.nn.attention", "torch.nn",
    "torch.optim.lr_scheduler", "torch.optim.swa_utils", "torch.optim",
    "mindspore.mint.nn.functional", "mindspore.mint.nn", "mindspore.mint.optim", "mindspore.mint.linalg",
    "mindspore.mint.special", "mindspore.mint.distributed", "mindspore.mint",
    "mindspore.experimental.optim.lr_scheduler", "mindspore.experimental.optim",
    "mindspore.common.initializer", "mindspore.nn.probability.distribution", "mindspore.nn.probability.bijector",
    "mindspore.nn", "mindspore.ops",
)  # fmt: skip
"""Public rooms, the inner ones first: what a class's qualified name has between one of them and its own is private."""

MODULES = frozenset({
    "torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.optim", "torch.optim.lr_scheduler",
    "torch.utils.data", "torch.linalg", "torch.special", "torch.fft", "torch.autograd", "torch.distributed",
    "torch.cuda", "torch.amp", "torchvision.transforms",
})  # fmt: skip
"""The modules of torch that have rows of their own: what holds their names in MindSpore."""


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
    for room in _NAMESPACES:
        if full.startswith(room + "."):
            return f"{room}.{_own(full)}"
    if full.startswith("torch._tensor."):
        full = "torch." + _own(full)
    for method_of in ("torch.", "mindspore."):
        if full.startswith(method_of) and ".Tensor." in full:
            return method_of + "Tensor." + full.rpartition(".")[2]
    return full


def _own(full: str) -> str:
    """Return the last part of a name, with its class where it is a method's."""
    parts = full.split(".")
    return ".".join(parts[-2:] if parts[-2][:1].isupper() and not parts[-1][:1].isupper() else parts[-1:])


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
