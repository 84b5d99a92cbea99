"""What `mindspore.ops.function.math_func` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch._core.generator import default_generator as default_generator
from ms2torch.mint._array import (
    bincount as bincount_ext,
    narrow as narrow,
)
from ms2torch.mint._create import (
    bernoulli as bernoulli_ext,
    linspace as linspace_ext,
)
from ms2torch.mint._math import (
    addbmm as addbmm_ext,
    addmm as addmm_ext,
    addmv as addmv_ext,
    baddbmm as baddbmm_ext,
    bmm as bmm_ext,
    diff as diff_ext,
    einsum as einsum_ext,
    frac as frac_ext,
    inverse as inverse_ext,
    isnan as isnan_ext,
)
from ms2torch.mint._reduce import (
    amax as amax_ext,
    amin as amin_ext,
    histc as histc_ext,
    median as median_ext,
    norm as norm_ext,
    std as std_ext,
    std_mean as std_mean_ext,
    var as var_ext,
    var_mean as var_mean_ext,
)
from ms2torch.mint.linalg import (
    matrix_norm as matrix_norm_ext,
    norm as linalg_norm,
    vector_norm as vector_norm_ext,
)
from ms2torch.ops.auto_generate._scaled import (
    add_ext as add_ext,
    sub_ext as sub_ext,
)
from ms2torch.ops.function.array.arrange import roll as roll, rot90 as rot90
from ms2torch.ops.function.array.create import (
    linspace as linspace,
    logspace as logspace,
    tril_indices as tril_indices,
    triu_indices as triu_indices,
    vander as vander,
)
from ms2torch.ops.function.array.diag import diag_embed as diag_embed
from ms2torch.ops.function.array.info import numel as numel
from ms2torch.ops.function.array.join import (
    block_diag as block_diag,
    cartesian_prod as cartesian_prod,
    cat as cat,
    combinations as combinations,
    dstack as dstack,
    row_stack as row_stack,
    vstack as vstack,
)
from ms2torch.ops.function.array.layout import permute as permute
from ms2torch.ops.function.array.scatter import (
    inplace_add as inplace_add,
    inplace_sub as inplace_sub,
    inplace_update as inplace_update,
)
from ms2torch.ops.function.array.scatter_inplace import inplace_index_add as inplace_index_add
from ms2torch.ops.function.array.shape import (
    atleast_1d as atleast_1d,
    atleast_2d as atleast_2d,
    atleast_3d as atleast_3d,
    t as t,
)
from ms2torch.ops.function.array.sort import bucketize as bucketize
from ms2torch.ops.function.compat.operators import (
    floordiv as floordiv,
    floordiv as tensor_floordiv,
    pows as pows,
    pows as tensor_pow,
    tensor_add as tensor_add,
    tensor_div as tensor_div,
    tensor_exp as tensor_exp,
    tensor_expm1 as tensor_expm1,
    tensor_ge as tensor_ge,
    tensor_le as tensor_le,
    tensor_mul as tensor_mul,
    tensor_muls as muls,
    tensor_muls as tensor_muls,
    tensor_sub as tensor_sub,
)
from ms2torch.ops.function.image.detection import iou as iou
from ms2torch.ops.function.image.rotated_boxes import rotated_iou as rotated_iou
from ms2torch.ops.function.linalg.distance import dist as dist, renorm as renorm
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
    float_power as float_power_ext,
    floor_div as floor_div,
    floor_divide as floor_divide,
    floor_mod as floor_mod,
    floormod as floormod,
    floormod as tensor_mod,
    fmax as fmax,
    fmin as fmin,
    fmod as fmod,
    matmul as matmul,
    maximum as maximum,
    minimum as minimum,
    mul as mul,
    mul as mul_ext,
    multiply as multiply,
    pow as pow,
    pow as pow_ext,
    remainder as remainder,
    remainder as remainder_ext,
    sub as sub,
    subtract as subtract,
    true_divide as true_divide,
    truncate_div as truncate_div,
    truncate_mod as truncate_mod,
)
from ms2torch.ops.function.math.bitwise import (
    bitwise_and as bitwise_and,
    bitwise_and as bitwise_and_ext,
    bitwise_left_shift as bitwise_left_shift,
    bitwise_or as bitwise_or,
    bitwise_or as bitwise_or_ext,
    bitwise_right_shift as bitwise_right_shift,
    bitwise_xor as bitwise_xor,
    bitwise_xor as bitwise_xor_ext,
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
    greater as tensor_gt,
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
    less as tensor_lt,
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
    argmax as argmax_ext,
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
    acos as acos_ext,
    acosh as acosh,
    acosh as acosh_ext,
    arccos as arccos,
    arccos as arccos_ext,
    arccosh as arccosh,
    arccosh as arccosh_ext,
    arcsin as arcsin,
    arcsin as arcsin_ext,
    arcsinh as arcsinh,
    arcsinh as arcsinh_ext,
    arctan as arctan,
    arctan as arctan_ext,
    arctan2 as arctan2,
    arctan2 as arctan2_ext,
    arctanh as arctanh,
    asin as asin,
    asin as asin_ext,
    asinh as asinh,
    asinh as asinh_ext,
    atan as atan,
    atan as atan_ext,
    atan2 as atan2,
    atan2 as atan2_ext,
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
    log1p as log1p,
    log2 as log2,
    log10 as log10,
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
from ms2torch.ops.function.random.choice import bernoulli as bernoulli, bernoulli_ as bernoulli_
from ms2torch.ops.function.sparse.tensors import sparse_segment_mean as sparse_segment_mean
from ms2torch.ops.function.spectral.fft import (
    fft as fft,
    fft2 as fft2,
    fftn as fftn,
    ifft as ifft,
    ifft2 as ifft2,
    ifftn as ifftn,
)
from ms2torch.ops.function.spectral.stft import stft as stft
from ms2torch.ops.function.spectral.windows import hann_window as hann_window, kaiser_window as kaiser_window
from ms2torch.ops.operations.decomposition_ops import (
    FFTWithSize as FFTWithSize,
    LuUnpack as LuUnpack,
    Ormqr as Ormqr,
)
from ms2torch.ops.operations.index_ops import (
    InplaceUpdateV2 as InplaceUpdateV2,
)
from ms2torch.ops.operations.linalg_ops import (
    BatchMatMul as BatchMatMul,
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
    STFT as STFT,
    Renorm as Renorm,
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
