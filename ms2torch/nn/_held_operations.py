"""The operations that MindSpore's layers hold as attributes (``self.matmul``, ``self.bn_train``), made when asked for.

Classes of public code that derive from a layer with a `construct` of their own call them (``self.conv2d(x, weight)``).
The layers here compute with functions, so an operation is made, as MindSpore's layer makes it, when its name is first
read, and kept by the Cell.

Source: the attributes of MindSpore 2.10's layers (tests/goldens/layer_operations.json, recorded)
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from ms2torch._core.origin import module_of

Make = Callable[[Any, Any], Any]
"""Makes an operation of a Cell, from the module of Primitives."""

_EXPAND: Mapping[str, Make] = {"expand_dims": lambda _, P: P.ExpandDims(), "squeeze": lambda _, P: P.Squeeze(2)}
_SHAPES: Mapping[str, Make] = {"shape": lambda _, P: P.Shape(), "reshape": lambda _, P: P.Reshape()}
_REVERSED: Mapping[str, Make] = {
    "reverse": lambda _, P: P.ReverseV2([0]),
    "reverse_sequence": lambda _, P: P.ReverseSequence(0, 1),
}


def _conv(kind: str) -> Make:
    return lambda cell, P: getattr(P, kind)(
        cell.out_channels, cell.kernel_size, 1, cell.pad_mode, cell.padding, cell.stride, cell.dilation, cell.group,
        cell.data_format,
    )  # fmt: skip


def _conv_of_groups(cell: Any, P: Any) -> Any:
    # one group after the other
    return P.Conv3D(
        cell.out_channels // cell.group, cell.kernel_size, 1, cell.pad_mode, cell.padding, cell.stride, cell.dilation,
        1, cell.data_format,
    )  # fmt: skip


def _dropout(cell: Any, P: Any) -> Any:
    made = P.Dropout(cell.keep_prob if cell.p is None else 1.0 - cell.p, *cell.__dict__["_seeds"])
    made._streams = cell._streams  # the layer's own draws go on
    return made


def _mirror(cell: Any, P: Any) -> Any:
    return P.Pad(cell.paddings) if cell.mode == "CONSTANT" else P.MirrorPad(cell.mode)


def _conv_transpose(kind: str) -> Make:
    # the channels that the operation counts are those of the convolution it reverses
    return lambda cell, P: getattr(P, kind)(
        cell.in_channels, cell.kernel_size, pad_mode=cell.pad_mode, pad=cell.padding, stride=cell.stride,
        dilation=cell.dilation, group=cell.group,
    )  # fmt: skip


def _bias_add(cell: Any, P: Any) -> Any:
    return P.BiasAdd(getattr(cell, "data_format", "NCHW"))


def _batch_norm(*, training: bool) -> Make:
    # MindSpore's layer holds the share of the old statistics, its operation the share of the new
    return lambda cell, P: P.BatchNorm(is_training=training, epsilon=cell.eps, momentum=1.0 - cell.momentum)


def _max_pool(cell: Any, P: Any) -> Any:
    if cell.pad_mode != "PAD":
        return P.MaxPool(cell.kernel_size, cell.stride, cell.pad_mode)
    # in a volume of height (and depth) one
    kernel, stride, dilation = (_deep(each, 1) for each in (cell._kernel, cell._stride, cell._dilation))
    return P.MaxPool3DWithArgmax(
        ksize=kernel, strides=stride, pads=_deep(cell._padding, 0), dilation=dilation, ceil_mode=cell.ceil_mode
    )


def _max_pool_3d(cell: Any, P: Any) -> Any:
    sides = (cell.padding,) * 3 if isinstance(cell.padding, int) else tuple(cell.padding)
    if cell.only_pad:
        return P.MaxPool3DWithArgmax(cell.kernel_size, cell.stride, sides, cell.dilation, cell.ceil_mode)
    if cell.use_pad:
        return P.MaxPool3D(cell.kernel_size, cell.stride, "pad", sides)
    return P.MaxPool3D(cell.kernel_size, cell.stride, cell.pad_mode.lower())


def _avg_pool(cell: Any, P: Any) -> Any:
    if not cell._through_volumes:
        return P.AvgPool(cell.kernel_size, cell.stride, cell.pad_mode)
    padding = tuple(each for side in _deep(cell._padding, 0) for each in (side, side))
    return P.AvgPool3D(
        _deep(cell._kernel, 1), _deep(cell._stride, 1), cell.pad_mode.lower(), padding, cell.ceil_mode,
        cell.count_include_pad, cell.divisor_override or 0,
    )  # fmt: skip


def _clip_by_norm(cell: Any, _: Any) -> Any:
    from ms2torch.ops.operations._inner_ops import ClipByNorm

    return ClipByNorm(cell.axis or ())


def _mean_squares(_cell: Any, _: Any) -> Any:
    from ms2torch.nn.loss.loss import MSELoss

    return MSELoss()


def _deep(sizes: tuple[int, ...], filled: int) -> tuple[int, ...]:
    return (*(filled,) * (3 - len(sizes)), *sizes)


_MASKED: Mapping[str, Make] = {
    "dtype": lambda _, P: P.DType(),
    "mul": lambda _, P: P.Mul(),
    "cast": lambda _, P: P.Cast(),
}
_NORM: Mapping[str, Make] = {
    **_SHAPES,
    "reduce_mean": lambda _, P: P.ReduceMean(keep_dims=True),
    "square": lambda _, P: P.Square(),
    "sqrt": lambda _, P: P.Sqrt(),
    "cast": lambda _, P: P.Cast(),
    "dtype": lambda _, P: P.DType(),
    "bn_train": _batch_norm(training=True),
    "bn_infer": _batch_norm(training=False),
    "sub_mean": lambda _, P: P.Sub(),
    "sub_var": lambda _, P: P.Sub(),
    "mul_mean": lambda _, P: P.Mul(),
    "mul_var": lambda _, P: P.Mul(),
    "assign_sub_mean": lambda _, P: P.AssignSub(),
    "assign_sub_var": lambda _, P: P.AssignSub(),
}
_LOOKUP: Mapping[str, Make] = {
    "gatherv2": lambda _, P: P.SparseGatherV2(),
    "embeddinglookup": lambda _, P: P.EmbeddingLookup(),
    "gather_revert": lambda _, P: P.Gather(),
    "reshape_first": lambda _, P: P.Reshape(),
    "reshape": lambda _, P: P.Reshape(),
    "unique": lambda _, P: P.Unique(),
    "shape": lambda _, P: P.Shape(),
}

_HELD: Mapping[str, Mapping[str, Make]] = {
    # convolutions and products
    "Conv1d": {"conv2d": _conv("Conv2D"), "bias_add": _bias_add, "shape": lambda _, P: P.Shape(), **_EXPAND},
    "Conv2d": {"conv2d": _conv("Conv2D"), "bias_add": _bias_add},
    "Conv3d": {
        "conv3d": _conv_of_groups,
        "bias_add": _bias_add,
        "shape": lambda _, P: P.Shape(),
        "concat": lambda _, P: P.Concat(1),
        "split_0": lambda cell, P: P.Split(0, cell.group),
        "split_1": lambda cell, P: P.Split(1, cell.group),
    },
    "Conv1dTranspose": {
        "conv2d_transpose": _conv_transpose("Conv2DBackpropInput"),
        "bias_add": _bias_add,
        "shape": lambda _, P: P.Shape(),
        **_EXPAND,
    },
    "Conv2dTranspose": {
        "conv2d_transpose": _conv_transpose("Conv2DTranspose"),
        "bias_add": _bias_add,
        "shape": lambda _, P: P.Shape(),
    },
    "Conv3dTranspose": {
        "conv3d_transpose": lambda cell, P: P.Conv3DTranspose(
            cell.in_channels, cell.out_channels, cell.kernel_size, 1, cell.pad_mode, cell.padding, cell.stride,
            cell.dilation, cell.group, cell.output_padding, cell.data_format,
        ),
        "bias_add": _bias_add,
        "shape": lambda _, P: P.Shape(),
    },
    "Dense": {
        "matmul": lambda _, P: P.MatMul(transpose_b=True),
        "bias_add": _bias_add,
        "reshape": lambda _, P: P.Reshape(),
        "shape_op": lambda _, P: P.Shape(),
    },
    "Linear": {"dense": lambda _, P: P.Dense()},
    "BiDense": {"matmul": lambda _, P: P.MatMul(), "bias_add": _bias_add},
    # norms
    "BatchNorm1d": _NORM,
    "BatchNorm2d": _NORM,
    "BatchNorm3d": _SHAPES,
    "SyncBatchNorm": _NORM,
    "InstanceNorm1d": {"shape": lambda _, P: P.Shape()},
    "InstanceNorm2d": {"shape": lambda _, P: P.Shape()},
    "InstanceNorm3d": {"shape": lambda _, P: P.Shape()},
    # activations
    "ReLU": {"relu": lambda _, P: P.ReLU()},
    "ReLU6": {"relu6": lambda _, P: P.ReLU6()},
    "Sigmoid": {"sigmoid": lambda _, P: P.Sigmoid()},
    "Tanh": {"tanh": lambda _, P: P.Tanh()},
    "FastGelu": {"fast_gelu": lambda _, P: P.FastGeLU()},
    "ELU": {"elu": lambda cell, P: P.Elu(cell.alpha)},
    "PReLU": {"prelu": lambda _, P: P.PReLU()},
    "HSwish": {"hswish": lambda _, P: P.HSwish()},
    "HSigmoid": {"hsigmoid": lambda _, P: P.HSigmoid()},
    "Softmax": {"softmax": lambda cell, P: P.Softmax(cell.axis)},
    "Softmax2d": {"softmax": lambda _, P: P.Softmax(-3), "shape": lambda _, P: P.Shape()},
    "LogSoftmax": {"log_softmax": lambda cell, P: P.LogSoftmax(cell.axis)},
    "Mish": {"mish": lambda _, P: P.Mish()},
    "LogSigmoid": {
        "mul": lambda _, P: P.Mul(),
        "exp": lambda _, P: P.Exp(),
        "add": lambda _, P: P.Add(),
        "rec": lambda _, P: P.Reciprocal(),
        "log": lambda _, P: P.Log(),
    },
    "CELU": {"celu": lambda cell, P: P.CeLU(cell.alpha)},
    "SeLU": {"selu": lambda _, P: P.SeLU()},
    "Softsign": {"softsign": lambda _, P: P.Softsign()},
    "SoftShrink": {"softshrink": lambda cell, P: P.SoftShrink(cell.lambd)},
    "HShrink": {"hshrink": lambda cell, P: P.HShrink(cell.lambd)},
    "RReLU": {"sign": lambda _, P: P.Sign()},
    "GLU": {"spilt": lambda cell, P: P.Split(cell.dim, 2), "sigmoid": lambda _, P: P.Sigmoid()},  # MindSpore's spelling
    # windows
    "MaxPool1d": {
        "shape": lambda _, P: P.Shape(),
        "max_pool": _max_pool,
        "reduce_mean": lambda _, P: P.ReduceMean(keep_dims=True),
        "expand": lambda _, P: P.ExpandDims(),
        "squeeze": lambda _, P: P.Squeeze(2),
    },
    "MaxPool2d": {"max_pool": _max_pool},
    "MaxPool3d": {"max_pool": _max_pool_3d},
    "AvgPool1d": {
        "shape": lambda _, P: P.Shape(),
        "avg_pool": _avg_pool,
        "reduce_mean": lambda _, P: P.ReduceMean(keep_dims=True),
        "slice": lambda _, P: P.Slice(),
        "expand": lambda _, P: P.ExpandDims(),
        "squeeze": lambda _, P: P.Squeeze(2),
    },
    "AvgPool2d": {"avg_pool": _avg_pool},
    "AvgPool3d": {
        "avg_pool": lambda cell, P: P.AvgPool3D(
            cell.kernel_size, cell.stride, cell.pad_mode.lower(), cell.padding, cell.ceil_mode, cell.count_include_pad,
            cell.divisor_override or 0,
        ),
    },
    "AdaptiveAvgPool1d": {
        "shape": lambda _, P: P.Shape(),
        "expand": lambda _, P: P.ExpandDims(),
        "squeeze": lambda _, P: P.Squeeze(2),
        "dtype": lambda _, P: P.DType(),
    },
    "AdaptiveMaxPool1d": {
        "shape": lambda _, P: P.Shape(),
        "expand": lambda _, P: P.ExpandDims(),
        "squeeze": lambda _, P: P.Squeeze(2),
        "dtype": lambda _, P: P.DType(),
    },
    "AdaptiveAvgPool2d": {"adaptive_avgpool2d": lambda cell, P: P.AdaptiveAvgPool2D(cell.output_size)},
    "AdaptiveAvgPool3d": {"adaptive_avg_pool3d": lambda cell, P: P.AdaptiveAvgPool3D(cell.output_size)},
    "AdaptiveMaxPool3d": {"adaptive_max_pool3d": lambda _, P: P.AdaptiveMaxPool3D()},
    "Unfold": {
        "extract_image_patches": lambda cell, P: P.ExtractImagePatches(
            *((size[0], size[3], *size[1:3]) for size in (cell.ksizes, cell.strides, cell.rates)), cell.padding
        ),
    },
    # the others
    "Dropout": {"dropout": _dropout},
    "Dropout2d": {"dropout2d": lambda cell, P: P.Dropout2D(cell.keep_prob)},
    "Dropout3d": {"dropout3d": lambda cell, P: P.Dropout3D(cell.keep_prob)},
    "LRN": {
        "lrn_op": lambda cell, P: P.LRN(cell.depth_radius, cell.bias, cell.alpha, cell.beta, cell.norm_region),
    },
    "OneHot": {"onehot": lambda cell, P: P.OneHot(cell.axis)},
    "SparseToDense": {"sparse_to_dense": lambda _, P: P.SparseToDense()},
    "Tril": _MASKED,
    "Triu": _MASKED,
    "L1Regularizer": {"abs": lambda _, P: P.Abs(), "reduce_sum": lambda _, P: P.ReduceSum()},
    "Norm": {
        "reduce_sum": lambda _, P: P.ReduceSum(keep_dims=True),
        "sqrt": lambda _, P: P.Sqrt(),
        "squeeze": lambda cell, P: P.Squeeze(cell.axis),
    },
    "ReduceLogSumExp": {
        "exp": lambda _, P: P.Exp(),
        "sum": lambda cell, P: P.ReduceSum(cell.keep_dims),
        "log": lambda _, P: P.Log(),
        "max": lambda _, P: P.ReduceMax(),
    },
    "Moments": {
        "cast": lambda _, P: P.Cast(),
        "reduce_mean": lambda _, P: P.ReduceMean(keep_dims=True),
        "square_diff": lambda _, P: P.SquaredDifference(),
        "squeeze": lambda cell, P: P.Squeeze(cell.axis),
    },
    "CosineSimilarity": {
        "mul": lambda _, P: P.Mul(),
        "div": lambda _, P: P.DivNoNan(),
        "maximum": lambda _, P: P.Maximum(),
        "cast": lambda _, P: P.Cast(),
    },
    "Embedding": {
        "expand": lambda _, P: P.ExpandDims(),
        "reshape_flat": lambda _, P: P.Reshape(),
        "gather": lambda _, P: P.Gather(),
        "one_hot": lambda _, P: P.OneHot(),
        "array_mul": lambda _, P: P.MatMul(),
        "reshape": lambda _, P: P.Reshape(),
        "get_shp": lambda _, P: P.Shape(),
        "concat": lambda _, P: P.Concat(),
    },
    "EmbeddingLookup": _LOOKUP,
    "MultiFieldEmbeddingLookup": {
        **_LOOKUP,
        "mul": lambda _, P: P.Mul(),
        "inf_mask_mul": lambda _, P: P.Mul(),
        "bias_add": lambda _, P: P.Add(),
        "inf_add": lambda _, P: P.Add(),
        "merge_op": lambda _, P: P.UnsortedSegmentSum(),
        "count_op": lambda _, P: P.UnsortedSegmentSum(),
        "abs": lambda _, P: P.Abs(),
        "equal": lambda _, P: P.Equal(),
        "add": lambda _, P: P.Add(),
        "cast": lambda _, P: P.Cast(),
        "div_no_nan": lambda _, P: P.DivNoNan(),
        "expand": lambda _, P: P.ExpandDims(),
        "max_mask_mul": lambda _, P: P.Mul(),
        "max_no_equal": lambda _, P: P.NotEqual(),
    },
    "ClipByNorm": {"clip_by_norm": _clip_by_norm},
    "Pad": {"pad": _mirror},
    "ReplicationPad1d": {"padv3": lambda _, P: P.PadV3("edge")},
    "ReplicationPad2d": {"padv3": lambda _, P: P.PadV3("edge")},
    "ReplicationPad3d": {"padv3": lambda _, P: P.PadV3("edge")},
    "ChannelShuffle": {**_SHAPES, "transpose": lambda _, P: P.Transpose()},
    "Roll": {"shape_op": lambda _, P: P.Shape()},
    "Unflatten": _SHAPES,
    "LSTM": _REVERSED,
    "GRU": _REVERSED,
    "RNN": _REVERSED,
    "SSIM": {"reduce_mean": lambda _, P: P.ReduceMean(), "concat": lambda _, P: P.Concat(1)},
    "TimeDistributed": {"transpose": lambda _, P: P.Transpose(), "reshape": lambda _, P: P.Reshape()},
    "MicroBatchInterleaved": {"add": lambda _, P: P.Add()},
    "PipelineCell": {"add": lambda _, P: P.Add()},
    # losses
    "LossBase": {
        "reduce_mean": lambda _, P: P.ReduceMean(),
        "reduce_sum": lambda _, P: P.ReduceSum(),
        "mul": lambda _, P: P.Mul(),
        "cast": lambda _, P: P.Cast(),
    },
    "SmoothL1Loss": {"smooth_l1_loss": lambda cell, P: P.SmoothL1Loss(cell.beta, cell.reduction)},
    "SoftmaxCrossEntropyWithLogits": {
        "softmax_cross_entropy": lambda _, P: P.SoftmaxCrossEntropyWithLogits(),
        "one_hot": lambda _, P: P.OneHot(),
        "sparse_softmax_cross_entropy": lambda _, P: P.SparseSoftmaxCrossEntropyWithLogits(),
    },
    "DiceLoss": {"reshape": lambda _, P: P.Reshape()},
    "MultiClassDiceLoss": {"reshape": lambda _, P: P.Reshape()},
    "FocalLoss": {
        "expand_dims": lambda _, P: P.ExpandDims(),
        "logsoftmax": lambda _, P: P.LogSoftmax(1),
        "gather_d": lambda _, P: P.GatherD(),
        "squeeze": lambda _, P: P.Squeeze(1),
        "tile": lambda _, P: P.Tile(),
        "dtype": lambda _, P: P.DType(),
    },
    "CosineEmbeddingLoss": {"maximum": lambda _, P: P.Maximum()},
    "PoissonNLLLoss": {"maximum": lambda _, P: P.Maximum()},
    "RMSELoss": {"dtype": lambda _, P: P.DType(), "MSELoss": _mean_squares},
    "TripletMarginWithDistanceLoss": {"minimum": lambda _, P: P.Minimum(), "maximum": lambda _, P: P.Maximum()},
    "MAELoss": {"abs": lambda _, P: P.Abs()},
    "MultilabelMarginLoss": {"multilabel_margin_loss": lambda cell, P: P.MultilabelMarginLoss(cell.reduction)},
    "MultiMarginLoss": {"multi_margin_loss": lambda cell, P: P.MultiMarginLoss(cell.p, cell.margin, cell.reduction)},
    "SampledSoftmaxLoss": {
        **_SHAPES,
        "sampler": lambda cell, P: P.UniformCandidateSampler(
            cell.num_true, cell.num_sampled, True, cell.num_classes, cell.seed, cell.remove_accidental_hits
        ),
        "exp": lambda _, P: P.Exp(),
        "log": lambda _, P: P.Log(),
        "slice_op": lambda _, P: P.Slice(),
        "matmul": lambda _, P: P.MatMul(transpose_b=True),
        "gather_v2": lambda _, P: P.Gather(),
        "reduce_max_true": lambda _, P: P.ReduceMax(keep_dims=True),
        "reduce_sum_true": lambda _, P: P.ReduceSum(keep_dims=True),
        "concat_dim0": lambda _, P: P.Concat(0),
        "concat_dim1": lambda _, P: P.Concat(1),
        "ones_like": lambda _, P: P.OnesLike(),
        "zeros_like": lambda _, P: P.ZerosLike(),
        "expand_dims": lambda _, P: P.ExpandDims(),
        "dtype": lambda _, P: P.DType(),
    },
    # learning rates
    "ExponentialDecayLR": {"pow": lambda _, P: P.Pow(), "cast": lambda _, P: P.Cast()},
    "NaturalExpDecayLR": {"pow": lambda _, P: P.Pow(), "cast": lambda _, P: P.Cast()},
    "InverseDecayLR": {"cast": lambda _, P: P.Cast()},
    "CosineDecayLR": {
        "cos": lambda _, P: P.Cos(),
        "sin": lambda _, P: P.Sin(),
        "min": lambda _, P: P.Minimum(),
        "cast": lambda _, P: P.Cast(),
    },
    "PolynomialDecayLR": {
        "pow": lambda _, P: P.Pow(),
        "cast": lambda _, P: P.Cast(),
        "ceil": lambda _, P: P.Ceil(),
        "min": lambda _, P: P.Minimum(),
        "max": lambda _, P: P.Maximum(),
    },
    "WarmUpLR": {"min": lambda _, P: P.Minimum(), "cast": lambda _, P: P.Cast()},
}  # fmt: skip
_HELD_BY_MINT: Mapping[str, tuple[str, ...]] = {
    "mint.Linear": ("dense",),
    "mint.Conv1d": ("conv1d",),
    "mint.Conv2d": ("conv2d",),
    "mint.Conv3d": ("conv3d",),
    "mint.ReLU": ("relu",),
    "mint.Hardsigmoid": ("hsigmoid",),
    "mint.Hardswish": ("hswish",),
    "mint.Hardshrink": ("hshrink",),
    "mint.Softshrink": ("softshrink",),
    "mint.MSELoss": ("mse_loss",),
    "mint.SmoothL1Loss": ("smooth_l1_loss",),
    "mint.BCELoss": ("bce_loss",),
    "mint.BCEWithLogitsLoss": ("bce_with_logits",),
}
"""What mint's layers hold; how it is made stands beside them (`ms2torch/mint/nn/_parts.py`)."""
_HELD_NAMES = {key: frozenset(operations) for key, operations in (*_HELD.items(), *_HELD_BY_MINT.items())}
NAMES = frozenset(name for names in _HELD_NAMES.values() for name in names)
"""Every name under which some layer holds an operation."""


def key_of(cls: type) -> str:
    """Return the name under which a layer of this package is listed, those of mint apart; empty: none of them.

    Args:
        cls (type): any class.
    """
    module = module_of(cls)
    if not module.startswith("ms2torch."):
        return ""
    return f"mint.{cls.__name__}" if module.startswith("ms2torch.mint.") else cls.__name__


def held_names(key: str) -> frozenset[str]:
    """Return the names under which a layer holds operations.

    Args:
        key (str): the layer, as `key_of` names it.
    """
    return _HELD_NAMES.get(key, _NONE)


def beside_mint() -> Any:
    """Return the module of what mint's layers hold and of their parts, which stands above this one."""
    return importlib.import_module("ms2torch.mint.nn._parts")


def held_operation(cell: Any, name: str) -> Any:
    """Make the operation that MindSpore's layer holds under a name, or return None where it holds none.

    Args:
        cell (Cell): the layer, or one of a class derived from it.
        name (str): the attribute.

    Returns:
        Primitive, kept by the cell under the name from now on.
    """
    for cls in type(cell).__mro__:
        key = key_of(cls)
        held = beside_mint().HELD[key] if key in _HELD_BY_MINT else _HELD.get(key, {})
        make = held.get(name)
        if make is not None:
            from ms2torch.ops import operations

            made = cell.__dict__[name] = make(cell, operations)
            return made
    return None


_NONE: frozenset[str] = frozenset()
