"""What a subclass overrides and a user replaces, and how a layer comes to ask for it.

MindSpore's layers compute with operations that they hold (``self.matmul``) and methods that they call on themselves
(``self.get_lr()``), so that a program replaces one of them to change the layer. The layers here compute in one piece.
A layer that is changed in such a place goes on with methods written in terms of the places: its *parts*
(`ms2torch/nn/_parts`). Whether it is changed is decided once, when a class is made or an attribute assigned; what
nobody changes runs as it was written.

- A class that overrides a point gets the parts as base classes, between itself and the layers that it derives from.
- An instance that a point of is assigned gets the methods of the parts as attributes. Where its class overrides one of
  these methods (a ``construct`` that calls ``super().construct``) the class gets the base classes.
- What an operation was made with counts, not what the layer's attributes are set to afterwards: the operations that a
  layer holds are made before the first change.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from types import MethodType
from typing import Any

from ms2torch._core.base import TensorBase
from ms2torch._core.origin import is_ours, module_of
from ms2torch.nn._held_operations import NAMES, beside_mint, held_names, held_operation, key_of

Methods = Mapping[str, Callable[..., Any]]

_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "activations": (
        "ReLU", "ReLU6", "Sigmoid", "Tanh", "FastGelu", "ELU", "CELU", "SeLU", "Mish", "Softsign", "LogSigmoid",
        "HSigmoid", "HSwish", "HShrink", "SoftShrink", "Softmax", "LogSoftmax", "Softmax2d", "GLU", "PReLU", "RReLU",
        "Dropout", "Dropout1d", "Dropout3d",
    ),
    "products": (
        "Dense", "Linear", "BiDense", "Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose",
        "Conv3dTranspose",
    ),
    "norms": ("_BatchNorm", "BatchNorm3d", "LayerNorm", "GroupNorm", "LRN"),
    "windows": (
        "MaxPool1d", "MaxPool2d", "MaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "AdaptiveAvgPool1d",
        "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool3d",
    ),
    "lookups": ("Embedding", "EmbeddingLookup"),
    "shapes": (
        "ChannelShuffle", "Pad", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d", "Unflatten", "Flatten",
        "OneHot", "SparseToDense", "Tril", "Triu", "ClipByNorm", "L1Regularizer", "Norm",
        "ReduceLogSumExp", "Moments", "TimeDistributed", "CosineSimilarity",
    ),
    "losses": (
        "LossBase", "MSELoss", "MAELoss", "RMSELoss", "SmoothL1Loss", "PoissonNLLLoss",
        "CosineEmbeddingLoss", "TripletMarginWithDistanceLoss", "SoftmaxCrossEntropyWithLogits", "MultiMarginLoss",
        "DiceLoss", "FocalLoss",
    ),
    "optimizers": ("Optimizer", "SteppedOptimizer"),
    "schedules": (
        "CosineDecayLR", "ExponentialDecayLR", "NaturalExpDecayLR", "InverseDecayLR", "PolynomialDecayLR", "WarmUpLR",
    ),
    "recurrent": ("_RNNBase",),
    "wrappers": ("TrainOneStepCell", "ForwardValueAndGrad", "PipelineCell", "MicroBatchInterleaved"),
    "mint": (
        "mint.BCELoss", "mint.BCEWithLogitsLoss", "mint.Conv1d", "mint.Conv2d", "mint.Conv3d", "mint.GroupNorm",
        "mint.Hardshrink", "mint.Hardsigmoid", "mint.Hardswish", "mint.Linear", "mint.MSELoss", "mint.ReLU",
        "mint.SmoothL1Loss", "mint.Softshrink",
    ),
    "attention": ("TransformerEncoderLayer", "TransformerDecoderLayer"),
}  # fmt: skip
"""The layers that have parts, by the file of `ms2torch/nn/_parts` that holds them; mint's lie beside its layers."""
REFUSED: Mapping[str, frozenset[str]] = {
    "CentralCrop": frozenset({"slice"}),
    "LGamma": frozenset({
        "abs", "dtype", "equal", "floor", "greater", "isfinite", "less", "lessequal", "log", "log1p", "ones_like",
        "select", "sin", "shape", "k_base_lanczos_coeff", "lanczos_gamma_plus_one_half",
        "log_lanczos_gamma_plus_one_half", "log_sqrt_two_pi",
    }),
    "DiGamma": frozenset({
        "abs", "cos", "dtype", "equal", "floor", "less", "log1p", "logicaland", "select", "shape", "sin",
        "k_base_lanczos_coeff", "k_lanczos_gamma", "lanczos_gamma_plus_one_half", "log_lanczos_gamma_plus_one_half",
    }),
    "IGamma": frozenset({
        "cast", "dtype", "equal", "exp", "greater", "less", "lgamma", "log", "logicaland", "logicalnot", "logicalor",
        "neg", "select", "zeroslike", "shape",
    }),
    "LBeta": frozenset({"const", "dtype", "less", "lgamma", "log", "log1p", "select", "shape"}),
    "MatMul": frozenset({"expand_op", "reduce_sum_op", "squeeze_left_op", "squeeze_right_op", "shape_op"}),
    "SampledSoftmaxLoss": frozenset({
        "concat_dim1", "expand_dims", "gather_v2", "log", "matmul", "mul", "ones_like", "reduce_sum",
        "reduce_sum_true", "reshape", "slice_op", "shape", "sampler", "exp", "concat_dim0", "zeros_like",
    }),
    "MultiFieldEmbeddingLookup": frozenset({
        "embeddinglookup", "merge_op", "mul", "reshape", "abs", "count_op", "div_no_nan", "expand", "shape", "add",
        "bias_add", "equal", "inf_add", "inf_mask_mul", "max_mask_mul", "max_no_equal", "cast",
    }),
    "mint.SyncBatchNorm": frozenset({"sync_batch_norm", "shape"}),
}  # fmt: skip
"""What cannot be replaced on layers that compute in one piece, though MindSpore's layer asks for it."""
_OF_EVERY_CELL = frozenset({"training", "requires_grad", "cell_type", "has_bprop", "fp16", "fp32", "bf16"})
"""What any Cell may be told, and none was made with."""
_CHILDREN = frozenset({"rnn"})
"""Cells that a layer holds and does not call unless they are replaced."""
POINTS = frozenset({*NAMES, *_CHILDREN, *(name for names in REFUSED.values() for name in names)})
"""Every name that may be a point without being an attribute yet."""
_FAMILY_OF = {key: family for family, keys in _FAMILIES.items() for key in keys}


@cache
def _methods(key: str) -> Methods:
    """Return the parts of a layer: the methods that it goes on with, by name."""
    family = _FAMILY_OF[key]
    module = beside_mint() if family == "mint" else importlib.import_module(f"ms2torch.nn._parts.{family}")
    return module.PARTS[key]


def with_parts(cls: type) -> list[type]:
    """List the layers with parts among a class and its bases, from the class to the bases.

    Args:
        cls (type): a Cell.
    """
    return [base for base in cls.__mro__ if key_of(base) in _FAMILY_OF and "_parts_of" not in base.__dict__]


def changes(cls: type) -> bool:
    """Tell whether something that is assigned to an instance may change what it computes.

    Args:
        cls (type): a Cell.
    """
    return any(key_of(base) in _FAMILY_OF or key_of(base) in REFUSED for base in cls.__mro__)


def method_called(cell: Any, name: str) -> MethodType | None:
    """Return a private method of MindSpore's layer that a derived class calls on itself; None where there is none.

    Args:
        cell (Cell): a layer, or one of a class derived from it.
        name (str): the method, e.g. ``_sa_block`` of a TransformerEncoderLayer.
    """
    if not name.startswith("_") or name.startswith("__"):
        return None
    found = (_methods(key_of(layer)).get(name) for layer in with_parts(type(cell)))
    return next((MethodType(method, cell) for method in found if method is not None), None)


# ---- classes -----------------------------------------------------------------------------------------------------


def join_parts(cls: type, frame: type) -> None:
    """Let a class that overrides a point of a layer derive from the layer's parts.

    Args:
        cls (type): derived from a Cell, just made.
        frame (type): Cell: what it defines is overridden by every class.
    """
    layers = with_parts(cls)
    if layers and cls not in layers and any(_overrides(cls, layer, frame) for layer in layers):
        _derive_from_parts(cls)


def _overrides(cls: type, layer: type, frame: type) -> bool:
    """Tell whether something before a layer in the order of resolution defines a point of it."""
    points = _points_of(layer, frame)
    for base in cls.__mro__:
        if base is layer:
            return False
        if not is_ours(base) and not points.isdisjoint(base.__dict__):
            return True
    return False


@cache
def _points_of(layer: type, frame: type) -> frozenset[str]:
    """List what a layer's parts ask for by name: its own methods, theirs, and the operations that it holds."""
    key = key_of(layer)
    own = {name for base in layer.__mro__ if module_of(base).startswith("ms2torch.nn.") and not issubclass(frame, base)
           for name in base.__dict__}  # fmt: skip
    asked = {name for name in (*own, *_methods(key)) if not hasattr(frame, name)}
    return frozenset(asked) | held_names(key)


def _derive_from_parts(cls: type) -> None:
    missing = [layer for layer in with_parts(cls) if _parts_class(layer) not in cls.__mro__]
    if not missing:
        return
    parts = {layer: _parts_class(layer) for layer in missing}
    direct = [parts.pop(base, base) for base in cls.__bases__]
    # the most derived first, each before the layer that it stands for
    cls.__bases__ = (*direct, *parts.values())


@cache
def _parts_class(layer: type) -> type:
    """Return the class between a layer and what derives from it, with the methods of the parts."""
    held = {**_methods(key_of(layer)), "_parts_of": layer, "__module__": layer.__module__, "__doc__": layer.__doc__}
    return type(layer.__name__, (layer,), held)


# ---- instances ---------------------------------------------------------------------------------------------------


_OF_EVERY_CELL = frozenset({"training", "cell_type", "requires_grad", "has_bprop"})
"""Attributes that any Cell has: the mode that `net.training = True` sets is no setting of a layer."""


def before_assigning(cell: Any, name: str, value: Any) -> None:
    """Go on with the parts if an attribute that a layer was made with is about to become another.

    Args:
        cell (Cell): one of a class with parts.
        name (str): the attribute, which there is or which an operation is held under.
        value (Any): what it is to be.
    """
    state = cell.__dict__
    if isinstance(value, TensorBase) or "_params" not in state:
        return
    if callable(getattr(type(cell), name, None)):
        if any(name in _points_of(layer, _frame_of(layer)) for layer in with_parts(type(cell))):
            _change(cell, name)
        return
    if name.startswith("_") or name in _OF_EVERY_CELL:
        return
    for layer in type(cell).__mro__:
        if name in REFUSED.get(key_of(layer), ()):
            msg = (
                f"nn.{layer.__name__} computes in one piece in ms2torch: {name!r} cannot be replaced; derive a class "
                "and define its construct"
            )
            raise NotImplementedError(msg)
    if name in state and (state[name] is value or _equal(state[name], value)):
        return
    if name in state or name in _names_held(type(cell)) or (name in _CHILDREN and name in state["_modules"]):
        _change(cell, name)


def _names_held(cls: type) -> set[str]:
    return {name for base in cls.__mro__ for name in held_names(key_of(base))}


def _frame_of(layer: type) -> type:
    """Return Cell, whose own methods are no points."""
    return next(base for base in layer.__mro__ if base.__name__ == "Cell" and module_of(base) == "ms2torch.nn.cell")


def _change(cell: Any, name: str) -> None:
    """Make the operations that a layer holds, but for the one that is replaced, and go on with the parts."""
    state = cell.__dict__
    for held in _names_held(type(cell)) - {name} - state.keys() - state["_modules"].keys() - state["_params"].keys():
        held_operation(cell, held)
    go_on_with_parts(cell)


def _equal(a: Any, b: Any) -> bool:
    return isinstance(a, (int, float, str, tuple, type(None))) and type(a) is type(b) and bool(a == b)


def go_on_with_parts(cell: Any) -> None:
    """Give an instance the methods of its layers' parts.

    Args:
        cell (Cell): one of a class with parts.
    """
    cls, state = type(cell), cell.__dict__
    changed = set(state.get("_changed", ()))
    for layer in with_parts(cls):
        for name, method in _methods(key_of(layer)).items():
            definer = next((base for base in cls.__mro__ if name in base.__dict__), layer)
            if not is_ours(definer):
                _derive_from_parts(cls)
            elif (definer is layer or not issubclass(definer, layer)) and name not in state:
                state[name] = method.__func__ if isinstance(method, staticmethod) else MethodType(method, cell)
                changed.add(name)
    state["_torch_layer"] = _no_torch_layer
    state["_changed"] = frozenset({"_torch_layer", *changed})


def _no_torch_layer() -> None:
    """Tell that a changed layer is none of torch's."""
