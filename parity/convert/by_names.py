"""Names of weights without nets: which kind of layer a group of tensors belongs to, and its names on the other side.

What a group of tensors holds tells most kinds (running statistics, four-dimensional weights, gate matrices); the rest
is told by the layer's name or by what stands around it, and said so. The names themselves come from the mappings table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

import torch

import mappings
from mappings.rows.layouts import SAME, Layout
from parity.code.errors import CannotCompare
from parity.convert.account import Account, Entry, Sureness
from parity.nets.roles import is_counter
from parity.weights.files import Framework
from parity.weights.weightnorm import fold_by_names

OWN = "Parameter"
"""The kind of tensors that belong to the user's own layer: their names stay."""

_NORM = re.compile(r"norm|^ln|ln$|^bn|bn$|^gn|gn$|_ln_|^nrm|nrm$", re.IGNORECASE)
_EMBED = re.compile(r"emb|^w[tp]e$|token|vocab|lookup|^shared$|relative_attention_bias|position", re.IGNORECASE)
_LINEAR = re.compile(
    r"proj|^fc|fc\d*$|lin|dense|head|^out|^to_|^[qkvwo]\d*$|^w[qkvo]$|gate|up$|down|query|key|value|classif|kernel|reduc|"
    r"mlp|score|router|_[abqkvo]$",
    re.IGNORECASE,
)
_ACTIVATION = re.compile(r"relu|act", re.IGNORECASE)
_STATISTICS = {"mean": "moving_mean", "variance": "moving_variance"}
_FEED_FORWARD = {"linear1": "dense1", "linear2": "dense2"}

Tensors = Mapping[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of layer, and what decided.

    Args:
        name (str): torch's class name such as ``"LayerNorm"``, or `OWN`.
        sureness (Sureness): what decided.
        reason (str): in words, where it is not plain.
    """

    name: str
    sureness: Sureness = ""
    reason: str = ""


def convert_by_names(
    tensors: Tensors,
    towards: Framework,
    account: Account,
    kinds: Mapping[str, str],
    names: Mapping[str, str],
    known: Mapping[str, str] | None = None,
) -> None:
    """Rename and reshape weights for the other framework.

    Args:
        tensors (Tensors): the weights by name.
        towards (Framework): the framework that shall read them.
        account (Account): is told what became of each.
        kinds (Mapping[str, str]): layer path, or a pattern of such, to kind; settles what names leave open.
        names (Mapping[str, str]): name in the file to name on the other side; settles single tensors.
        known (Mapping[str, str], optional): layer path to kind, from a net; `kinds` goes before it. Default: ``None``.

    Raises:
        CannotCompare: if `kinds` names a kind or a layer, or `names` a tensor, that there is not.
    """
    unknown = [name for name in names if name not in tensors]
    if unknown:
        raise CannotCompare(f"the map names {unknown[0]!r}, which is no tensor of the file")
    folded = fold_by_names(tensors) if towards == "mindspore" else {}
    whole = {fold.sources[0]: (name, fold.value) for name, fold in folded.items()}
    parts = {fold.sources[1] for fold in folded.values()}
    values = dict(whole.get(name, (name, value)) for name, value in tensors.items() if name not in parts)
    layers = _Layers(values, kinds, known or {})
    account.notes += _shared(values)
    for name, value in values.items():
        fold = folded.get(name)
        source = " + ".join(fold.sources) if fold is not None else name
        if name in names:
            account.convert(source, names[name], value, Entry("converted", source, sureness="given"))
        elif towards == "mindspore":
            _to_mindspore(layers, name, value, source, account, "weight_norm folded" if fold is not None else "")
        else:
            _to_torch(layers, name, value, account)
    layers.require_used()


def keep_names(tensors: Tensors, account: Account) -> None:
    """Account for tensors that only change their file."""
    for name, value in tensors.items():
        account.convert(name, name, value)


class _Layers:
    """The tensors of a file by layer, and the kind of each layer."""

    def __init__(self, tensors: Tensors, kinds: Mapping[str, str], known: Mapping[str, str]) -> None:
        self.tensors = tensors
        self.groups: dict[str, dict[str, torch.Tensor]] = {}
        for name, value in tensors.items():
            path, _, local = name.rpartition(".")
            self.groups.setdefault(path, {})[local] = value
        self.order = list(self.groups)
        self.given = {pattern: _torch_kind(kind) for pattern, kind in kinds.items()}
        self.from_net = {path: _torch_kind(kind) for path, kind in known.items()}
        self.used: set[str] = set()
        self.known: dict[tuple[str, str], Kind] = {}
        weights = [group["weight"] for group in self.groups.values() if "weight" in group]
        self.planes = [w for w in weights if w.ndim == 4]

    def settled(self, path: str) -> Kind | None:
        """Return the kind that the user gives a layer, or None."""
        exact = self.given.get(path)
        if exact is not None:
            self.used.add(path)
            return Kind(exact, "given")
        for pattern, kind in self.given.items():
            if fnmatchcase(path, pattern):
                self.used.add(pattern)
                return Kind(kind, "given")
        return Kind(self.from_net[path]) if path in self.from_net else None

    def require_used(self) -> None:
        """Refuse kinds given for layers that are not there."""
        missing = [pattern for pattern in self.given if pattern not in self.used]
        if missing:
            raise CannotCompare(f"--kinds names {missing[0]!r}, which is no layer of the file")

    def torch_kind(self, path: str) -> Kind:
        """Return the kind of a layer that has torch's names."""
        key = (path, "torch")
        if key not in self.known:
            self.known[key] = self.settled(path) or self._of_torch(path, self.groups[path])
        return self.known[key]

    def mindspore_kind(self, path: str) -> Kind:
        """Return the kind of a layer that has MindSpore's names."""
        key = (path, "mindspore")
        if key not in self.known:
            self.known[key] = self.settled(path) or self._of_mindspore(path, self.groups[path])
        return self.known[key]

    def _of_torch(self, path: str, group: Mapping[str, torch.Tensor]) -> Kind:
        recurrent = _recurrent(group)
        if recurrent is not None:
            return recurrent
        if group.keys() & {"in_proj_weight", "q_proj_weight"}:
            return Kind("MultiheadAttention")
        if "running_mean" in group:
            return Kind(f"BatchNorm{self._dims_before(path)}d")
        weight = group.get("weight")
        if weight is None:
            return Kind(OWN)
        if weight.ndim >= 4:
            return Kind("Conv2d" if weight.ndim == 4 else "Conv3d" if weight.ndim == 5 else OWN)
        if weight.ndim == 3:
            if "bilinear" in path.lower():
                return Kind("Bilinear", "by name", "a 3-D weight, by its name not of a Conv1d")
            return Kind("Conv1d")
        if weight.ndim == 2:
            return Kind("Linear") if "bias" in group else _matrix(path)
        if weight.ndim == 1:
            return self._vector(path, group)
        return Kind(OWN)

    def _vector(self, path: str, group: Mapping[str, torch.Tensor]) -> Kind:
        """Tell whose 1-D weight it is: a normalisation's without statistics, a PReLU's, or the user's own."""
        word = _word(path)
        named_norm = _NORM.search(word) is not None
        if "bias" in group and group["bias"].shape == group["weight"].shape:
            if "affine" in word or "scale" in word:
                return Kind(OWN, "by name", "1-D weight and bias, by the name an affine layer")
            if named_norm:
                return Kind("LayerNorm", "by name", "1-D weight and bias of a LayerNorm or GroupNorm")
            return Kind("LayerNorm", "guessed", "1-D weight and bias: taken for a LayerNorm or GroupNorm")
        if named_norm:
            return Kind(OWN, "by name", "1-D weight without bias: an RMSNorm, whose weight keeps its name")
        if _ACTIVATION.search(word) or group["weight"].numel() == 1 or self._after_linear(path):
            sure: Sureness = "by name" if _ACTIVATION.search(word) else "guessed"
            return Kind("PReLU", sure, "1-D weight without bias: a PReLU")
        return Kind(OWN, "guessed", "1-D weight without bias: taken for the user's own")

    def _of_mindspore(self, path: str, group: Mapping[str, torch.Tensor]) -> Kind:
        recurrent = _recurrent(group)
        if recurrent is not None:
            return recurrent
        if "embedding_table" in group:
            return Kind("Embedding")
        if group.keys() & {"moving_mean", "moving_variance"} or {"mean", "variance", "gamma"} <= group.keys():
            volume = path.endswith("bn2d") and self._dims_before(path) == 3
            return Kind("BatchNorm3d" if volume else "BatchNorm2d")
        if {"gamma", "beta"} <= group.keys():
            return Kind("LayerNorm")
        if "gamma" in group:
            if _NORM.search(_word(path)):
                return Kind("LayerNorm", "by name", "gamma without beta in a normalisation")
            return Kind(OWN, "guessed", "gamma without beta: taken for the user's own scale")
        if group.keys() <= {"w", "a"} and all(value.ndim == 1 for value in group.values()):
            return Kind("PReLU", "guessed", "a 1-D weight of this name is a PReLU's")
        weight = group.get("weight")
        if weight is not None and weight.ndim == 4 and weight.shape[2] == 1:
            return self._flat(weight)
        return Kind(OWN)

    def _flat(self, weight: torch.Tensor) -> Kind:
        """Tell a Conv1d's 4-D weight from that of a Conv2d with a kernel of height 1."""
        heights = any(other.shape[2] > 1 for other in self.planes)
        widths = any(other.shape[3] > 1 for other in self.planes)
        if heights:
            return Kind("Conv2d", "" if weight.shape[3] == 1 else "guessed", "the file holds Conv2d weights besides")
        if widths:
            return Kind("Conv1d", "guessed", "every convolution of the file has height 1")
        return Kind("Conv2d", "guessed", "kernel of 1: a Conv1d's and a Conv2d's weights look alike")

    def _dims_before(self, path: str) -> int:
        """Return the spatial dimensions of the convolution that stands before a normalisation."""
        size = next(iter(self.groups[path].values())).numel()
        for earlier in reversed(self.order[: self.order.index(path)]):
            weight = self.groups[earlier].get("weight")
            if weight is not None and weight.ndim >= 2 and size in tuple(weight.shape[:2]):
                return max(1, weight.ndim - 2)
        return 3 if any(g["weight"].ndim == 5 for g in self.groups.values() if "weight" in g) else 2

    def _after_linear(self, path: str) -> bool:
        """Tell whether a matrix or kernel stands before it in the same Sequential."""
        parent, _, number = path.rpartition(".")
        if not number.isdigit():
            return False
        for earlier in range(int(number) - 1, -1, -1):
            weight = self.groups.get(f"{parent}.{earlier}" if parent else str(earlier), {}).get("weight")
            if weight is not None and weight.ndim >= 2:
                return True
        return False


def _recurrent(group: Mapping[str, torch.Tensor]) -> Kind | None:
    hidden = next((value for name, value in group.items() if name.startswith("weight_hh_l")), None)
    if hidden is None or hidden.ndim != 2:
        return None
    gates = hidden.shape[0] // max(1, hidden.shape[1])
    return Kind({4: "LSTM", 3: "GRU"}.get(gates, "RNN"))


def _matrix(path: str) -> Kind:
    """Tell whose 2-D weight without bias it is."""
    word = _word(path)
    if _LINEAR.search(word) and not word.endswith(("embedding", "embeddings")):
        return Kind("Linear", "by name", "2-D weight without bias, by its name a Linear's")
    if _EMBED.search(word):
        return Kind("Embedding", "by name", "2-D weight without bias, by its name an Embedding's")
    if any(_EMBED.search(part) for part in path.split(".")[:-1]) and path.rpartition(".")[2].isdigit():
        return Kind("Embedding", "guessed", "2-D weight without bias, below an embedding")
    return Kind("Linear", "guessed", "2-D weight without bias: taken for a Linear's, not an Embedding's")


def _word(path: str) -> str:
    """Return the name that says most about a layer: its own; "" for a number in a Sequential."""
    last = path.rpartition(".")[2]
    return "" if last.isdigit() else last


def _torch_kind(kind: str) -> str:
    """Return torch's class name for a kind given by either framework's name."""
    short = kind.rpartition(".")[2]
    if short == OWN or _row(short) is not None:
        return short
    rows = [row for row in mappings.rows_for_mindspore(f"mindspore.nn.{short}") if row.weights]
    if rows:
        return rows[0].torch.rpartition(".")[2]
    if hasattr(torch.nn, short):
        return OWN
    raise CannotCompare(f"--kinds: {kind!r} is no layer class of torch or MindSpore; {OWN!r} keeps a layer's names")


def _row(kind: str) -> mappings.Row | None:
    rows = mappings.rows_for_torch(f"torch.nn.{kind}")
    return next((row for row in rows if row.mindspore.startswith("mindspore.nn.") and row.weights), None)


def _shared(tensors: Tensors) -> list[str]:
    """Say which names share one memory."""
    first: dict[tuple[int, tuple[int, ...]], str] = {}
    notes: list[str] = []
    for name, value in tensors.items():
        other = first.setdefault((value.data_ptr(), tuple(value.shape)), name)
        if other != name and value.numel() > 1:
            notes.append(f"{name} and {other} are one tensor in the file (tied): both are written")
    return notes


def _to_mindspore(layers: _Layers, name: str, value: torch.Tensor, source: str, account: Account, extra: str) -> None:
    path, _, local = name.rpartition(".")
    if is_counter(local):
        account.leave(source, value, "MindSpore counts no batches")
        return
    if local.startswith("weight_hr_l"):
        account.refuse(source, value, "MindSpore's LSTM has no projection")
        return
    if local in _PARAMETRIZED or ".parametrizations." in f".{name}":
        account.refuse(source, value, "a parametrization that is not weight_norm: give the nets (--net and --port)")
        return
    kind = layers.torch_kind(path)
    found = _listed(kind, local)
    new, layout = found if found is not None else (local, SAME)
    renamed = _feed_forward(path, layers.groups, _FEED_FORWARD)
    target = f"{renamed}.{new}" if renamed else new
    told = _told(kind, local, new, layout, renamed != path)
    transform = ", ".join(part for part in (extra, str(layout)) if part)
    entry = Entry("converted", source, transform=transform, reason=told.reason, sureness=told.sureness)
    account.convert(source, target, layout.apply(value), entry)


_PARAMETRIZED = frozenset({"weight_u", "weight_orig"})


def _listed(kind: Kind, local: str) -> tuple[str, Layout] | None:
    row = _row(kind.name) if kind.name != OWN else None
    if row is None:
        return None
    try:
        return mappings.match_weight(row.weights, local)
    except KeyError:
        return None


def _to_torch(layers: _Layers, name: str, value: torch.Tensor, account: Account) -> None:
    path, _, local = name.rpartition(".")
    kind = layers.mindspore_kind(path)
    if kind.name == "BatchNorm3d" and path.rpartition(".")[2] == "bn2d":
        local, path = f"bn2d.{local}", path.rpartition(".")[0]
    elif kind.name.startswith("BatchNorm"):
        local = _STATISTICS.get(local, local)
    elif kind.name == "PReLU":
        local = "w"
    new, layout = _back(kind, local)
    if kind.name in {"LayerNorm", "GroupNorm"} and new == local:
        new = {"moving_mean": "running_mean", "moving_variance": "running_var"}.get(local, local)
    renamed = _feed_forward(path, layers.groups, {new: old for old, new in _FEED_FORWARD.items()})
    target = f"{renamed}.{new}" if renamed else new
    told = _told(kind, local, new, layout, renamed != path)
    entry = Entry("converted", name, transform=str(layout), reason=told.reason, sureness=told.sureness)
    account.convert(name, target, layout.apply(value), entry)


def _back(kind: Kind, local: str) -> tuple[str, Layout]:
    row = _row(kind.name) if kind.name != OWN else None
    for weight in row.weights if row is not None else ():
        if weight.mindspore == local and weight.torch is not None:
            return weight.torch, weight.layout.inverse
    return local, SAME


def _told(kind: Kind, local: str, new: str, layout: Layout, moved: bool) -> Kind:
    """Return what is said of a tensor's kind: nothing of one that no other kind would treat otherwise."""
    if moved:
        return Kind(kind.name, "by name", "the feed-forward of a TransformerEncoderLayer")
    return kind if local == "weight" or new != local or layout or kind.sureness == "given" else Kind(kind.name)


def _feed_forward(path: str, groups: Mapping[str, Tensors], names: Mapping[str, str]) -> str:
    """Rename linear1 and linear2 beside an attention: in both frameworks' own encoder and decoder layers only."""
    parent, _, last = path.rpartition(".")
    beside = f"{parent}.self_attn" if parent else "self_attn"
    if last in names and "in_proj_weight" in groups.get(beside, {}):
        return f"{parent}.{names[last]}" if parent else names[last]
    return path
