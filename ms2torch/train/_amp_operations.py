"""The operations of MindSpore's lists of mixed precision "auto", as classes."""

from __future__ import annotations

from ms2torch import ops
from ms2torch.ops import auto_generate, operations
from ms2torch.ops.primitive import Primitive

_LOWER = (
    "Conv2D", "Conv3D", "Conv2DExt", "Conv3DExt", "ConvTranspose2D", "Conv2DTranspose", "Conv3DTranspose",
    "Convolution", "MatMul", "MatMulExt", "BatchMatMul", "BatchMatMulExt", "PReLU", "Einsum", "Dense", "Addmm",
    "Addbmm", "Addmv", "Baddbmm", "Mv",
)  # fmt: skip
_FULL = (
    "Pow", "ACos", "Asin", "Cosh", "Erfinv", "Exp", "Expm1", "Log", "Log10", "Log1p", "Log2", "Reciprocal", "Rsqrt",
    "Sinh", "Tan", "Softplus", "SoftplusExt", "LayerNorm", "LayerNormExt", "BatchNorm", "BatchNormExt", "GroupNorm",
    "Norm", "KLDivLoss", "SmoothL1Loss", "MultilabelMarginLoss", "SoftMarginLoss", "TripletMarginLoss",
    "MultiMarginLoss", "BCEWithLogitsLoss", "Pdist", "Cdist", "Renorm", "ReduceProd", "Softmax", "LogSoftmax",
    "LogSoftmaxExt", "CumProd", "CumSum", "CumsumExt", "ProdExt", "SumExt", "L1LossExt", "MSELossExt", "NLLLoss",
    "NLLLoss2d",
)  # fmt: skip


def _classes(names: tuple[str, ...]) -> list[type[Primitive]]:
    places = (ops, operations, auto_generate)
    found = [next((vars(at)[n] if n in vars(at) else getattr(at, n, None) for at in places), None) for n in names]
    return [each for each in found if isinstance(each, type)]


# For reading: what level "auto" does is decided by the torch functions that these end in.
AMP_AUTO_WHITE_LIST: list[type[Primitive]] = _classes(_LOWER)
AMP_AUTO_BLACK_LIST: list[type[Primitive]] = _classes(_FULL)
