"""What `mindspore.mint` exports, and where it lives; read at run time by `ms2torch._lazy`."""

# ruff: noqa: TID252 - the reader of stubs at run time takes relative names

from ..ops.function.activation import (
    sigmoid as sigmoid,
)
from ..ops.function.activation import (
    tanh as tanh,
)
from ..ops.function.array import (
    ones_like as ones_like,
)
from ..ops.function.array import (
    reshape as reshape,
)
from ..ops.function.array import (
    zeros_like as zeros_like,
)
from ..ops.function.clip_func import (
    clamp as clamp,
)
from ..ops.function.math import (
    div as div,
)
from ..ops.function.math import (
    float_power as float_power,
)
from ..ops.function.math import (
    floor_divide as floor_divide,
)
from ..ops.function.math import (
    fmod as fmod,
)
from ..ops.function.math import (
    matmul as matmul,
)
from ..ops.function.math import (
    maximum as maximum,
)
from ..ops.function.math import (
    minimum as minimum,
)
from ..ops.function.math import (
    mul as mul,
)
from ..ops.function.math import (
    pow as pow,
)
from ..ops.function.math import (
    remainder as remainder,
)
from ..ops.function.math_bitwise import (
    bitwise_and as bitwise_and,
)
from ..ops.function.math_bitwise import (
    bitwise_or as bitwise_or,
)
from ..ops.function.math_bitwise import (
    bitwise_xor as bitwise_xor,
)
from ..ops.function.math_bitwise import (
    gcd as gcd,
)
from ..ops.function.math_compare import (
    eq as eq,
)
from ..ops.function.math_compare import (
    greater as greater,
)
from ..ops.function.math_compare import (
    greater_equal as greater_equal,
)
from ..ops.function.math_compare import (
    gt as gt,
)
from ..ops.function.math_compare import (
    isclose as isclose,
)
from ..ops.function.math_compare import (
    isfinite as isfinite,
)
from ..ops.function.math_compare import (
    isinf as isinf,
)
from ..ops.function.math_compare import (
    isneginf as isneginf,
)
from ..ops.function.math_compare import (
    le as le,
)
from ..ops.function.math_compare import (
    less as less,
)
from ..ops.function.math_compare import (
    less_equal as less_equal,
)
from ..ops.function.math_compare import (
    logical_and as logical_and,
)
from ..ops.function.math_compare import (
    logical_not as logical_not,
)
from ..ops.function.math_compare import (
    logical_or as logical_or,
)
from ..ops.function.math_compare import (
    logical_xor as logical_xor,
)
from ..ops.function.math_compare import (
    lt as lt,
)
from ..ops.function.math_compare import (
    ne as ne,
)
from ..ops.function.math_compare import (
    not_equal as not_equal,
)
from ..ops.function.math_complex import (
    imag as imag,
)
from ..ops.function.math_complex import (
    polar as polar,
)
from ..ops.function.math_complex import (
    real as real,
)
from ..ops.function.math_guarded import (
    logaddexp as logaddexp,
)
from ..ops.function.math_guarded import (
    logaddexp2 as logaddexp2,
)
from ..ops.function.math_guarded import (
    xlogy as xlogy,
)
from ..ops.function.math_trig import (
    acos as acos,
)
from ..ops.function.math_trig import (
    acosh as acosh,
)
from ..ops.function.math_trig import (
    arccos as arccos,
)
from ..ops.function.math_trig import (
    arccosh as arccosh,
)
from ..ops.function.math_trig import (
    arcsin as arcsin,
)
from ..ops.function.math_trig import (
    arcsinh as arcsinh,
)
from ..ops.function.math_trig import (
    arctan as arctan,
)
from ..ops.function.math_trig import (
    arctan2 as arctan2,
)
from ..ops.function.math_trig import (
    arctanh as arctanh,
)
from ..ops.function.math_trig import (
    asin as asin,
)
from ..ops.function.math_trig import (
    asinh as asinh,
)
from ..ops.function.math_trig import (
    atan as atan,
)
from ..ops.function.math_trig import (
    atan2 as atan2,
)
from ..ops.function.math_trig import (
    atanh as atanh,
)
from ..ops.function.math_trig import (
    cos as cos,
)
from ..ops.function.math_trig import (
    cosh as cosh,
)
from ..ops.function.math_trig import (
    sin as sin,
)
from ..ops.function.math_trig import (
    sinc as sinc,
)
from ..ops.function.math_trig import (
    sinh as sinh,
)
from ..ops.function.math_trig import (
    tan as tan,
)
from ..ops.function.math_unary import (
    abs as abs,
)
from ..ops.function.math_unary import (
    ceil as ceil,
)
from ..ops.function.math_unary import (
    exp as exp,
)
from ..ops.function.math_unary import (
    exp2 as exp2,
)
from ..ops.function.math_unary import (
    expm1 as expm1,
)
from ..ops.function.math_unary import (
    floor as floor,
)
from ..ops.function.math_unary import (
    log as log,
)
from ..ops.function.math_unary import (
    log1p as log1p,
)
from ..ops.function.math_unary import (
    log2 as log2,
)
from ..ops.function.math_unary import (
    log10 as log10,
)
from ..ops.function.math_unary import (
    nan_to_num as nan_to_num,
)
from ..ops.function.math_unary import (
    neg as neg,
)
from ..ops.function.math_unary import (
    negative as negative,
)
from ..ops.function.math_unary import (
    reciprocal as reciprocal,
)
from ..ops.function.math_unary import (
    round as round,
)
from ..ops.function.math_unary import (
    rsqrt as rsqrt,
)
from ..ops.function.math_unary import (
    sign as sign,
)
from ..ops.function.math_unary import (
    square as square,
)
from ..ops.function.math_unary import (
    trunc as trunc,
)
from ..ops.function.reduce import (
    sum as sum,
)
from ..ops.function.reduce_extreme import (
    argmax as argmax,
)
from . import linalg as linalg
from . import nn as nn
from . import optim as optim
from . import special as special
from ._array import (
    bincount as bincount,
)
from ._array import (
    broadcast_to as broadcast_to,
)
from ._array import (
    cat as cat,
)
from ._array import (
    chunk as chunk,
)
from ._array import (
    clone as clone,
)
from ._array import (
    concat as concat,
)
from ._array import (
    diag as diag,
)
from ._array import (
    dstack as dstack,
)
from ._array import (
    flatten as flatten,
)
from ._array import (
    flip as flip,
)
from ._array import (
    gather as gather,
)
from ._array import (
    hstack as hstack,
)
from ._array import (
    index_add as index_add,
)
from ._array import (
    index_select as index_select,
)
from ._array import (
    masked_select as masked_select,
)
from ._array import (
    meshgrid as meshgrid,
)
from ._array import (
    narrow as narrow,
)
from ._array import (
    nonzero as nonzero,
)
from ._array import (
    permute as permute,
)
from ._array import (
    ravel as ravel,
)
from ._array import (
    repeat_interleave as repeat_interleave,
)
from ._array import (
    roll as roll,
)
from ._array import (
    scatter as scatter,
)
from ._array import (
    scatter_add as scatter_add,
)
from ._array import (
    searchsorted as searchsorted,
)
from ._array import (
    select as select,
)
from ._array import (
    split as split,
)
from ._array import (
    squeeze as squeeze,
)
from ._array import (
    stack as stack,
)
from ._array import (
    swapaxes as swapaxes,
)
from ._array import (
    t as t,
)
from ._array import (
    take as take,
)
from ._array import (
    tile as tile,
)
from ._array import (
    transpose as transpose,
)
from ._array import (
    tril as tril,
)
from ._array import (
    triu as triu,
)
from ._array import (
    unbind as unbind,
)
from ._array import (
    unique as unique,
)
from ._array import (
    unique_consecutive as unique_consecutive,
)
from ._array import (
    unsqueeze as unsqueeze,
)
from ._array import (
    where as where,
)
from ._create import (
    arange as arange,
)
from ._create import (
    bernoulli as bernoulli,
)
from ._create import (
    empty as empty,
)
from ._create import (
    empty_like as empty_like,
)
from ._create import (
    eye as eye,
)
from ._create import (
    full as full,
)
from ._create import (
    full_like as full_like,
)
from ._create import (
    linspace as linspace,
)
from ._create import (
    multinomial as multinomial,
)
from ._create import (
    normal as normal,
)
from ._create import (
    ones as ones,
)
from ._create import (
    rand as rand,
)
from ._create import (
    rand_like as rand_like,
)
from ._create import (
    randint as randint,
)
from ._create import (
    randint_like as randint_like,
)
from ._create import (
    randn as randn,
)
from ._create import (
    randn_like as randn_like,
)
from ._create import (
    randperm as randperm,
)
from ._create import (
    zeros as zeros,
)
from ._math import (
    add as add,
)
from ._math import (
    addbmm as addbmm,
)
from ._math import (
    addcdiv as addcdiv,
)
from ._math import (
    addmm as addmm,
)
from ._math import (
    addmv as addmv,
)
from ._math import (
    addr_ as addr_,
)
from ._math import (
    allclose as allclose,
)
from ._math import (
    baddbmm as baddbmm,
)
from ._math import (
    batch_norm_elemt as batch_norm_elemt,
)
from ._math import (
    batch_norm_gather_stats_with_counts as batch_norm_gather_stats_with_counts,
)
from ._math import (
    batch_norm_stats as batch_norm_stats,
)
from ._math import (
    bitwise_not as bitwise_not,
)
from ._math import (
    bmm as bmm,
)
from ._math import (
    cdist as cdist,
)
from ._math import (
    conv2d as conv2d,
)
from ._math import (
    conv_tbc as conv_tbc,
)
from ._math import (
    cross as cross,
)
from ._math import (
    diff as diff,
)
from ._math import (
    divide as divide,
)
from ._math import (
    dot as dot,
)
from ._math import (
    einsum as einsum,
)
from ._math import (
    equal as equal,
)
from ._math import (
    erf as erf,
)
from ._math import (
    erfc as erfc,
)
from ._math import (
    erfinv as erfinv,
)
from ._math import (
    fix as fix,
)
from ._math import (
    frac as frac,
)
from ._math import (
    inverse as inverse,
)
from ._math import (
    isnan as isnan,
)
from ._math import (
    lerp as lerp,
)
from ._math import (
    mm as mm,
)
from ._math import (
    mv as mv,
)
from ._math import (
    npu_gelu as npu_gelu,
)
from ._math import (
    outer as outer,
)
from ._math import (
    softmax as softmax,
)
from ._math import (
    sqrt as sqrt,
)
from ._math import (
    sub as sub,
)
from ._math import (
    trace as trace,
)
from ._math import (
    triangular_solve as triangular_solve,
)
from ._math import (
    vdot as vdot,
)
from ._reduce import (
    all as all,
)
from ._reduce import (
    amax as amax,
)
from ._reduce import (
    amin as amin,
)
from ._reduce import (
    any as any,
)
from ._reduce import (
    argmin as argmin,
)
from ._reduce import (
    argsort as argsort,
)
from ._reduce import (
    count_nonzero as count_nonzero,
)
from ._reduce import (
    cummax as cummax,
)
from ._reduce import (
    cummin as cummin,
)
from ._reduce import (
    cumprod as cumprod,
)
from ._reduce import (
    cumsum as cumsum,
)
from ._reduce import (
    histc as histc,
)
from ._reduce import (
    kthvalue as kthvalue,
)
from ._reduce import (
    logsumexp as logsumexp,
)
from ._reduce import (
    max as max,
)
from ._reduce import (
    mean as mean,
)
from ._reduce import (
    median as median,
)
from ._reduce import (
    min as min,
)
from ._reduce import (
    nansum as nansum,
)
from ._reduce import (
    norm as norm,
)
from ._reduce import (
    prod as prod,
)
from ._reduce import (
    sort as sort,
)
from ._reduce import (
    std as std,
)
from ._reduce import (
    std_mean as std_mean,
)
from ._reduce import (
    topk as topk,
)
from ._reduce import (
    var as var,
)
from ._reduce import (
    var_mean as var_mean,
)
from .nn import functional as functional
