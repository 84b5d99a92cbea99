"""From what a person types to the rows of the table: usual aliases, a tensor's methods, typos, and meaning."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cache

import mappings

# What the first part of a name usually stands for.
_ALIASES: dict[str, tuple[str, ...]] = {
    "F": ("torch.nn.functional", "mindspore.ops"),
    "P": ("mindspore.ops",),
    "C": ("mindspore.ops",),
    "ops": ("mindspore.ops", "torch"),
    "operations": ("mindspore.ops",),
    "nn": ("torch.nn", "mindspore.nn"),
    "mint": ("mindspore.mint",),
    "ms": ("mindspore",),
    "th": ("torch",),
    "optim": ("torch.optim", "mindspore.nn", "mindspore.experimental.optim", "mindspore.mint.optim"),
    "lr_scheduler": ("torch.optim.lr_scheduler", "mindspore.experimental.optim.lr_scheduler"),
    "init": ("torch.nn.init", "mindspore.common.initializer"),
    "functional": ("torch.nn.functional", "mindspore.mint.nn.functional", "mindspore.ops"),
    "linalg": ("torch.linalg", "mindspore.mint.linalg", "mindspore.ops"),
    "torch": ("torch", "torch.nn.functional", "torch.Tensor"),
    "Tensor": ("torch.Tensor", "mindspore.Tensor"),
}
# Words for one thing: those of both frameworks, of their neighbours, and of speech.
_SYNONYMS = tuple(
    frozenset(group.split())
    for group in (
        "cat concat concatenate join append", "linear dense fullyconnected fc affine matmul",
        "view reshape resize shape", "interpolate upsample resize scale bilinear bicubic nearest zoom",
        "permute transpose swapaxes swapdims movedim axes", "expand broadcast tile repeat", "clamp clip limit bound",
        "mul multiply product hadamard", "sub subtract minus", "div divide truediv", "add plus sum", "neg negative",
        "pow power", "unsqueeze expanddims newaxis", "squeeze collapse", "gather take indexselect index pick",
        "scatter put", "embedding lookup table", "norm normalize",
        "normalization batchnorm layernorm groupnorm instancenorm rmsnorm norm", "std deviation var variance",
        "mean average avg", "max maximum amax largest", "min minimum amin smallest", "argmax indexofmax",
        "topk sort argsort", "conv convolution", "convtranspose deconv deconvolution transposed",
        "pool pooling maxpool avgpool", "dropout drop", "gelu relu silu swish activation", "sigmoid logistic expit",
        "softmax", "crossentropy ce nll", "bce binarycrossentropy logits", "mse l2loss squarederror",
        "l1 mae absoluteerror", "huber smoothl1", "adam adamw optimizer", "sgd momentum optimizer",
        "scheduler lr learningrate decay steplr warmup cosine", "xavier glorot init initializer",
        "kaiming he init initializer", "module cell net network", "forward construct",
        "cast astype to type dtype convert", "detach stopgradient nograd", "clone copy", "numpy asnumpy array",
        "parameter param weight", "attention multihead transformer sdpa", "lstm gru rnn recurrent",
        "einsum contraction", "bmm batchmatmul matmul mm dot", "pad padding", "flatten ravel", "stack",
        "split chunk unbind", "where select", "eq equal", "ne notequal", "gt greater", "lt less", "abs absolute",
        "arange range linspace", "zeros ones full fill", "rand randn random uniform normal", "seed manualseed",
        "save load checkpoint statedict", "eye identity diag",
    )
)  # fmt: skip
# What people call a thing that is several words, by the beginnings of its words.
_PHRASES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("grad", "clip"): ("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_"),
    ("weight", "decay"): ("torch.optim.AdamW", "mindspore.nn.AdamWeightDecay"),
    ("batch", "mat", "mul"): ("torch.bmm", "mindspore.ops.BatchMatMul"),
    ("rate", "schedul"): ("torch.optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler.CosineAnnealingLR"),
    ("seed",): ("torch.manual_seed",),
    ("cumul", "sum"): ("torch.cumsum",),
    ("cumul", "prod"): ("torch.cumprod",),
    ("freez",): ("torch.Tensor.requires_grad_", "torch.Tensor.detach"),
    ("weight", "init"): ("torch.nn.init.kaiming_uniform_", "torch.nn.init.xavier_uniform_"),
    ("soft", "max"): ("torch.softmax", "torch.nn.Softmax"),
}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+d?")


def find(text: str) -> tuple[mappings.Row, ...]:
    """Return the rows that a text names, the one to take first.

    Args:
        text (str): a name of either framework as people write it: ``F.interpolate``, ``x.view``, ``.permute``,
            ``P.Softmax``, ``optim.AdamW``, ``torch.nn.Conv2d(3, 4, 3)``.

    Raises:
        UnknownNameError: if there is none; it carries names that may be meant.
    """
    name = _named(text)
    if name in _exact():
        return _exact()[name]
    for spelling in _spellings(name):
        try:
            return mappings.find(spelling)
        except mappings.UnknownNameError:
            continue
    raise mappings.UnknownNameError(text, suggestions(name))


def _named(text: str) -> str:
    """Return the name in a piece of code: of a call, an import, a decorator, a ``with``."""
    words = re.sub(r"^(with|@|await|return)\s*", "", text.strip())
    whole = re.fullmatch(r"from\s+([\w.]+)\s+import\s+(\w+)(?:\s+as\s+\w+)?", words)
    if whole is not None:
        return f"{whole[1]}.{whole[2]}"
    words = re.sub(r"^import\s+([\w.]+)(\s+as\s+\w+)?$", r"\1", words)
    return words.partition("(")[0].strip().rstrip(":")


@cache
def _exact() -> dict[str, tuple[mappings.Row, ...]]:
    """Return the rows by their full names, the counterpart to take first in front."""
    found: dict[str, list[mappings.Row]] = {}
    for row in mappings.iter_rows():
        for name in {row.torch, row.mindspore} - {""}:
            found.setdefault(name, []).append(row)
    return {name: _best_first(name, rows) for name, rows in found.items()}


def _best_first(name: str, rows: list[mappings.Row]) -> tuple[mappings.Row, ...]:
    best = [row for row in mappings.rows_for_torch(name) if row in rows]
    return (*best, *(row for row in rows if row not in best))


def _spellings(name: str) -> Iterator[str]:
    """Yield full names that a short one may stand for, the likeliest first."""
    head, dot, rest = name.partition(".")
    if dot and not head:
        yield from (f"torch.Tensor.{rest}", f"mindspore.Tensor.{rest}")
    aliases = _ALIASES.get(head, ()) if rest else ()
    for full in aliases:
        yield f"{full}.{rest}"
    yield from _ALIASES.get(name, ())  # a module by its usual name
    yield name
    last = name.rpartition(".")[2]
    if rest and head not in {"torch", "mindspore"}:
        if not aliases:  # a variable: the method of a tensor, or what a module of the user's re-exports
            yield from (f"torch.Tensor.{last}", f"mindspore.Tensor.{last}")
        yield last
    elif head == "torch":
        yield from (f"torch.nn.{last}", f"torch.nn.functional.{last}", f"torch.Tensor.{last}")
        yield from (f"torch.{last}", f"torch.amp.{last}", f"torch.nn.parallel.{last}")  # where it was before
    elif head == "mindspore":
        yield from (f"mindspore.{room}.{last}" for room in ("ops", "nn", "mint", "Tensor", "mint.nn.functional"))


def suggestions(name: str, count: int = 5) -> tuple[str, ...]:
    """Return names of the table that may be meant: alike in spelling, or in meaning.

    Args:
        name (str): what was asked for.
        count (int): at most so many. Default: ``5``.
    """
    last = name.rpartition(".")[2].lower()
    wanted = _meant(_words(name.rpartition(".")[2]))
    scored = []
    for public in _public_names():
        own = public.rpartition(".")[2].lower()
        alike = difflib.SequenceMatcher(None, last, own).ratio() if abs(len(last) - len(own)) < 8 else 0.0
        meaning = _overlap(wanted, _words_of(public))
        score = max(alike if alike >= _ALIKE else 0.0, meaning)
        if score > 0:
            scored.append((-score, -alike, not public.startswith("torch."), len(public), public))
    by_last = {public.rpartition(".")[2].lower().replace("_", ""): public for public in _by_phrase(name)}
    for *_, public in sorted(scored):
        by_last.setdefault(public.rpartition(".")[2].lower().replace("_", ""), public)
    return tuple(by_last.values())[:count]


def _by_phrase(text: str) -> Iterator[str]:
    """Yield the names of what a text of several words speaks of, those that the table has."""
    words = text.lower().split()
    for beginnings, names in _PHRASES.items():
        if len(words) > 1 and all(any(word.startswith(start) for word in words) for start in beginnings):
            yield from (name for name in names if name in _exact())


_ALIKE = 0.7  # share of common letters from which on a name looks like a typo of another


@cache
def _public_names() -> tuple[str, ...]:
    names = (name for row in mappings.iter_rows() for name in (row.torch, row.mindspore))
    return tuple(dict.fromkeys(name for name in names if name))


@cache
def _words_of(public: str) -> frozenset[str]:
    return _words(public.rpartition(".")[2])


def _words(text: str) -> frozenset[str]:
    """Return the words in a name or a phrase, and the whole of it as one word."""
    parts = [word.lower() for word in _WORD.findall(text.replace("_", " ")) if not word[0].isdigit()]
    return frozenset([*parts, "".join(parts)])


def _meant(words: frozenset[str]) -> frozenset[str]:
    """Return words with those that mean the same."""
    return words.union(*(group for group in _SYNONYMS if group & words))


def _overlap(wanted: frozenset[str], own: frozenset[str]) -> float:
    common = wanted & own
    return 0.6 + 0.3 * len(common) / len(own) if common else 0.0
