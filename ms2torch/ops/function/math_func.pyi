"""What `mindspore.ops.function.math_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch._core.generator import (
    default_generator as default_generator,
)
from ms2torch.mint._array import (
    narrow as narrow,
)
from ms2torch.mint._scaled import (
    add_ext as add_ext,
    sub_ext as sub_ext,
)
from ms2torch.ops.auto_generate.gen_ops_prim import (
    BatchMatMul as BatchMatMul,
)
from ms2torch.ops.function.array.arrange import (
    roll as roll,
    rot90 as rot90,
)
from ms2torch.ops.function.array.create import (
    linspace as linspace,
    logspace as logspace,
    tril_indices as tril_indices,
    triu_indices as triu_indices,
    vander as vander,
)
from ms2torch.ops.function.array.diag import (
    diag_embed as diag_embed,
)
from ms2torch.ops.function.array.info import (
    numel as numel,
)
from ms2torch.ops.function.array.join import (
    block_diag as block_diag,
    cartesian_prod as cartesian_prod,
    cat as cat,
    combinations as combinations,
    dstack as dstack,
    row_stack as row_stack,
    vstack as vstack,
)
from ms2torch.ops.function.array.layout import (
    permute as permute,
)
from ms2torch.ops.function.array.scatter import (
    inplace_add as inplace_add,
    inplace_sub as inplace_sub,
    inplace_update as inplace_update,
)
from ms2torch.ops.function.array.scatter_inplace import (
    inplace_index_add as inplace_index_add,
)
from ms2torch.ops.function.array.shape import (
    atleast_1d as atleast_1d,
    atleast_2d as atleast_2d,
    atleast_3d as atleast_3d,
    t as t,
)
from ms2torch.ops.function.array.sort import (
    bucketize as bucketize,
)
from ms2torch.ops.function.compat.operators import (
    floordiv as floordiv,
    pows as pows,
    tensor_add as tensor_add,
    tensor_div as tensor_div,
    tensor_exp as tensor_exp,
    tensor_expm1 as tensor_expm1,
    tensor_ge as tensor_ge,
    tensor_le as tensor_le,
    tensor_mul as tensor_mul,
    tensor_muls as tensor_muls,
    tensor_sub as tensor_sub,
)
from ms2torch.ops.function.image.detection import (
    iou as iou,
)
from ms2torch.ops.function.image.rotated_boxes import (
    rotated_iou as rotated_iou,
)
from ms2torch.ops.function.linalg.distance import (
    dist as dist,
    renorm as renorm,
)
from ms2torch.ops.function.linalg.matrix import (
    det as det,
    inverse as inverse,
    log_matrix_determinant as log_matrix_determinant,
    logdet as logdet,
    matrix_determinant as matrix_determinant,
    matrix_norm as matrix_norm,
    norm as norm,
    slogdet as slogdet,
    vector_norm as vector_norm,
)
from ms2torch.ops.function.linalg.products import (
    addbmm as addbmm,
    addmm as addmm,
    addmv as addmv,
    addr as addr,
    adjoint as adjoint,
    baddbmm as baddbmm,
    batch_dot as batch_dot,
    bmm as bmm,
    cosine_similarity as cosine_similarity,
    cross as cross,
    dot as dot,
    einsum as einsum,
    inner as inner,
    kron as kron,
    mv as mv,
    outer as outer,
    tensor_dot as tensor_dot,
    trace as trace,
    vecdot as vecdot,
)
from ms2torch.ops.function.linalg.solve import (
    cdist as cdist,
    cholesky as cholesky,
    cholesky_inverse as cholesky_inverse,
    cholesky_solve as cholesky_solve,
    lu_solve as lu_solve,
    lu_unpack as lu_unpack,
    matrix_exp as matrix_exp,
    matrix_power as matrix_power,
    matrix_solve as matrix_solve,
    orgqr as orgqr,
    ormqr as ormqr,
)
from ms2torch.ops.function.math.arithmetic import (
    add as add,
    div as div,
    divide as divide,
    float_power as float_power,
    floor_div as floor_div,
    floor_divide as floor_divide,
    floor_mod as floor_mod,
    floormod as floormod,
    fmax as fmax,
    fmin as fmin,
    fmod as fmod,
    matmul as matmul,
    maximum as maximum,
    minimum as minimum,
    mul as mul,
    multiply as multiply,
    pow as pow,
    remainder as remainder,
    sub as sub,
    subtract as subtract,
    true_divide as true_divide,
    truncate_div as truncate_div,
    truncate_mod as truncate_mod,
)
from ms2torch.ops.function.math.bitwise import (
    bitwise_and as bitwise_and,
    bitwise_left_shift as bitwise_left_shift,
    bitwise_or as bitwise_or,
    bitwise_right_shift as bitwise_right_shift,
    bitwise_xor as bitwise_xor,
    gcd as gcd,
    invert as invert,
    lcm as lcm,
)
from ms2torch.ops.function.math.compare import (
    approximate_equal as approximate_equal,
    eq as eq,
    equal as equal,
    ge as ge,
    greater as greater,
    greater_equal as greater_equal,
    gt as gt,
    is_complex as is_complex,
    isclose as isclose,
    isfinite as isfinite,
    isinf as isinf,
    isnan as isnan,
    isneginf as isneginf,
    isposinf as isposinf,
    isreal as isreal,
    le as le,
    less as less,
    less_equal as less_equal,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    logical_xor as logical_xor,
    lt as lt,
    ne as ne,
    not_equal as not_equal,
)
from ms2torch.ops.function.math.complex import (
    angle as angle,
    conj as conj,
    imag as imag,
    polar as polar,
    real as real,
    view_as_real as view_as_real,
)
from ms2torch.ops.function.math.extreme import (
    all as all,
    amax as amax,
    amin as amin,
    any as any,
    argmin as argmin,
)
from ms2torch.ops.function.math.pairs import (
    copysign as copysign,
    heaviside as heaviside,
    ldexp as ldexp,
    lerp as lerp,
    logaddexp as logaddexp,
    logaddexp2 as logaddexp2,
    nextafter as nextafter,
    xdivy as xdivy,
    xlogy as xlogy,
)
from ms2torch.ops.function.math.reduce import (
    count_nonzero as count_nonzero,
    logsumexp as logsumexp,
    mean as mean,
    nanmean as nanmean,
    nansum as nansum,
    prod as prod,
    sum as sum,
)
from ms2torch.ops.function.math.scan import (
    cummax as cummax,
    cummin as cummin,
    cumprod as cumprod,
    cumsum as cumsum,
    diff as diff,
    logcumsumexp as logcumsumexp,
    trapz as trapz,
)
from ms2torch.ops.function.math.special import (
    bessel_i0 as bessel_i0,
    bessel_i0e as bessel_i0e,
    bessel_i1 as bessel_i1,
    bessel_i1e as bessel_i1e,
    bessel_j0 as bessel_j0,
    bessel_j1 as bessel_j1,
    bessel_k0 as bessel_k0,
    bessel_k0e as bessel_k0e,
    bessel_k1 as bessel_k1,
    bessel_k1e as bessel_k1e,
    bessel_y0 as bessel_y0,
    bessel_y1 as bessel_y1,
    digamma as digamma,
    erf as erf,
    erfc as erfc,
    erfinv as erfinv,
    i0 as i0,
    igamma as igamma,
    igammac as igammac,
    lgamma as lgamma,
    logit as logit,
    polygamma as polygamma,
    zeta as zeta,
)
from ms2torch.ops.function.math.statistics import (
    bincount as bincount,
    cov as cov,
    histc as histc,
    median as median,
    nanmedian as nanmedian,
    nanquantile as nanquantile,
    quantile as quantile,
    std as std,
    std_mean as std_mean,
    var as var,
    var_mean as var_mean,
)
from ms2torch.ops.function.math.sums import (
    accumulate_n as accumulate_n,
    addcdiv as addcdiv,
    addcmul as addcmul,
    addn as addn,
)
from ms2torch.ops.function.math.trig import (
    acos as acos,
    acosh as acosh,
    arccos as arccos,
    arccosh as arccosh,
    arcsin as arcsin,
    arcsinh as arcsinh,
    arctan as arctan,
    arctan2 as arctan2,
    arctanh as arctanh,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    cos as cos,
    cosh as cosh,
    deg2rad as deg2rad,
    hypot as hypot,
    rad2deg as rad2deg,
    sin as sin,
    sinc as sinc,
    sinh as sinh,
    tan as tan,
)
from ms2torch.ops.function.math.unary import (
    abs as abs,
    absolute as absolute,
    ceil as ceil,
    eps as eps,
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    floor as floor,
    frac as frac,
    inv as inv,
    log as log,
    log10 as log10,
    log1p as log1p,
    log2 as log2,
    nan_to_num as nan_to_num,
    neg as neg,
    negative as negative,
    positive as positive,
    reciprocal as reciprocal,
    round as round,
    rsqrt as rsqrt,
    sgn as sgn,
    sign as sign,
    signbit as signbit,
    sqrt as sqrt,
    square as square,
    trunc as trunc,
)
from ms2torch.ops.function.nn.activation import (
    gumbel_softmax as gumbel_softmax,
    tanh as tanh,
    tanh_ as tanh_,
    tanhshrink as tanhshrink,
)
from ms2torch.ops.function.random.choice import (
    bernoulli as bernoulli,
    bernoulli_ as bernoulli_,
)
from ms2torch.ops.function.sparse.tensors import (
    sparse_segment_mean as sparse_segment_mean,
)
from ms2torch.ops.function.spectral.fft import (
    fft as fft,
    fft2 as fft2,
    fftn as fftn,
    ifft as ifft,
    ifft2 as ifft2,
    ifftn as ifftn,
)
from ms2torch.ops.function.spectral.stft import (
    stft as stft,
)
from ms2torch.ops.function.spectral.windows import (
    hann_window as hann_window,
    kaiser_window as kaiser_window,
)
from ms2torch.ops.operations.decomposition_ops import (
    FFTWithSize as FFTWithSize,
    LuUnpack as LuUnpack,
    Ormqr as Ormqr,
)
from ms2torch.ops.operations.index_ops import (
    InplaceUpdateV2 as InplaceUpdateV2,
)
from ms2torch.ops.operations.linalg_ops import (
    LuSolve as LuSolve,
    MatrixExp as MatrixExp,
    MatrixSolve as MatrixSolve,
    Orgqr as Orgqr,
)
from ms2torch.ops.operations.math_ops import (
    Angle as Angle,
    Fmax as Fmax,
    Fmin as Fmin,
    Gcd as Gcd,
    Heaviside as Heaviside,
    Hypot as Hypot,
    Lcm as Lcm,
    NanToNum as NanToNum,
    Polar as Polar,
)
from ms2torch.ops.operations.matrix_ops import (
    MatrixSetDiagV3 as MatrixSetDiagV3,
    TrilIndices as TrilIndices,
    TriuIndices as TriuIndices,
)
from ms2torch.ops.operations.random_ops import (
    Bernoulli as Bernoulli,
)
from ms2torch.ops.operations.reduce_ops import (
    Cummin as Cummin,
    CumulativeLogsumexp as CumulativeLogsumexp,
    Median as Median,
    Quantile as Quantile,
)
from ms2torch.ops.operations.scatter_ops import (
    InplaceIndexAdd as InplaceIndexAdd,
)
from ms2torch.ops.operations.sequence_ops import (
    Renorm as Renorm,
    STFT as STFT,
)
from ms2torch.ops.operations.special_ops import (
    BesselI0 as BesselI0,
    BesselI1 as BesselI1,
    BesselJ0 as BesselJ0,
    BesselJ1 as BesselJ1,
    BesselK0 as BesselK0,
    BesselK0e as BesselK0e,
    BesselK1 as BesselK1,
    BesselK1e as BesselK1e,
    BesselY0 as BesselY0,
    BesselY1 as BesselY1,
    Igamma as Igamma,
    Igammac as Igammac,
)
from ms2torch.ops.primitive import (
    constexpr as constexpr,
)
from ms2torch.mint import _array as _mint_array
from ms2torch.mint import _create as _mint_create
from ms2torch.mint import _math as _mint_math
from ms2torch.mint import _reduce as _mint_reduce
from ms2torch.mint import linalg as _mint_linalg
from ms2torch.ops.function.compat import operators as _ops_function_compat_operators
from ms2torch.ops.function.math import arithmetic as _ops_function_math_arithmetic
from ms2torch.ops.function.math import bitwise as _ops_function_math_bitwise
from ms2torch.ops.function.math import compare as _ops_function_math_compare
from ms2torch.ops.function.math import extreme as _ops_function_math_extreme
from ms2torch.ops.function.math import trig as _ops_function_math_trig

acos_ext = _ops_function_math_trig.acos
acosh_ext = _ops_function_math_trig.acosh
addbmm_ext = _mint_math.addbmm
addmm_ext = _mint_math.addmm
addmv_ext = _mint_math.addmv
amax_ext = _mint_reduce.amax
amin_ext = _mint_reduce.amin
arccos_ext = _ops_function_math_trig.arccos
arccosh_ext = _ops_function_math_trig.arccosh
arcsin_ext = _ops_function_math_trig.arcsin
arcsinh_ext = _ops_function_math_trig.arcsinh
arctan2_ext = _ops_function_math_trig.arctan2
arctan_ext = _ops_function_math_trig.arctan
argmax_ext = _ops_function_math_extreme.argmax
asin_ext = _ops_function_math_trig.asin
asinh_ext = _ops_function_math_trig.asinh
atan2_ext = _ops_function_math_trig.atan2
atan_ext = _ops_function_math_trig.atan
baddbmm_ext = _mint_math.baddbmm
bernoulli_ext = _mint_create.bernoulli
bincount_ext = _mint_array.bincount
bitwise_and_ext = _ops_function_math_bitwise.bitwise_and
bitwise_or_ext = _ops_function_math_bitwise.bitwise_or
bitwise_xor_ext = _ops_function_math_bitwise.bitwise_xor
bmm_ext = _mint_math.bmm
diff_ext = _mint_math.diff
einsum_ext = _mint_math.einsum
float_power_ext = _ops_function_math_arithmetic.float_power
frac_ext = _mint_math.frac
histc_ext = _mint_reduce.histc
inverse_ext = _mint_math.inverse
isnan_ext = _mint_math.isnan
linalg_norm = _mint_linalg.norm
linspace_ext = _mint_create.linspace
matrix_norm_ext = _mint_linalg.matrix_norm
median_ext = _mint_reduce.median
mul_ext = _ops_function_math_arithmetic.mul
muls = _ops_function_compat_operators.tensor_muls
norm_ext = _mint_reduce.norm
pow_ext = _ops_function_math_arithmetic.pow
remainder_ext = _ops_function_math_arithmetic.remainder
std_ext = _mint_reduce.std
std_mean_ext = _mint_reduce.std_mean
tensor_floordiv = _ops_function_compat_operators.floordiv
tensor_gt = _ops_function_math_compare.greater
tensor_lt = _ops_function_math_compare.less
tensor_mod = _ops_function_math_arithmetic.floormod
tensor_pow = _ops_function_compat_operators.pows
var_ext = _mint_reduce.var
var_mean_ext = _mint_reduce.var_mean
vector_norm_ext = _mint_linalg.vector_norm
