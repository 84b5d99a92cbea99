"""What `mindspore.mint` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from . import linalg as linalg
from . import nn as nn
from . import optim as optim
from . import special as special
from ms2torch.common.tensor import (
    Tensor as Tensor,
)
from ms2torch.mint._array import (
    bincount as bincount,
    broadcast_to as broadcast_to,
    cat as cat,
    chunk as chunk,
    clone as clone,
    concat as concat,
    diag as diag,
    flatten as flatten,
    gather as gather,
    index_add as index_add,
    index_select as index_select,
    meshgrid as meshgrid,
    narrow as narrow,
    permute as permute,
    repeat_interleave as repeat_interleave,
    scatter as scatter,
    scatter_add as scatter_add,
    select as select,
    split as split,
    squeeze as squeeze,
    stack as stack,
    swapaxes as swapaxes,
    t as t,
    transpose as transpose,
    tril as tril,
    unbind as unbind,
    unique as unique,
    unique_consecutive as unique_consecutive,
    unsqueeze as unsqueeze,
    where as where,
)
from ms2torch.mint._create import (
    arange as arange,
    bernoulli as bernoulli,
    empty as empty,
    empty_like as empty_like,
    full as full,
    full_like as full_like,
    linspace as linspace,
    multinomial as multinomial,
    normal as normal,
    ones as ones,
    rand as rand,
    rand_like as rand_like,
    randint as randint,
    randint_like as randint_like,
    randn as randn,
    randn_like as randn_like,
    randperm as randperm,
    zeros as zeros,
)
from ms2torch.mint._layers import (
    batch_norm_elemt as batch_norm_elemt,
    batch_norm_gather_stats_with_counts as batch_norm_gather_stats_with_counts,
    batch_norm_stats as batch_norm_stats,
    conv2d as conv2d,
    conv_tbc as conv_tbc,
    npu_gelu as npu_gelu,
)
from ms2torch.mint._math import (
    add as add,
    addbmm as addbmm,
    addcdiv as addcdiv,
    addcmul as addcmul,
    addmm as addmm,
    addmv as addmv,
    addr_ as addr_,
    allclose as allclose,
    baddbmm as baddbmm,
    bitwise_not as bitwise_not,
    bmm as bmm,
    cdist as cdist,
    clamp as clamp,
    diff as diff,
    div as div,
    dot as dot,
    einsum as einsum,
    eq as eq,
    equal as equal,
    fix as fix,
    frac as frac,
    inverse as inverse,
    isnan as isnan,
    lerp as lerp,
    mm as mm,
    mul as mul,
    mv as mv,
    outer as outer,
    softmax as softmax,
    sqrt as sqrt,
    sub as sub,
    trace as trace,
    triangular_solve as triangular_solve,
    vdot as vdot,
)
from ms2torch.mint._reduce import (
    all as all,
    amax as amax,
    amin as amin,
    any as any,
    argmin as argmin,
    argsort as argsort,
    count_nonzero as count_nonzero,
    cummax as cummax,
    cummin as cummin,
    cumsum as cumsum,
    histc as histc,
    kthvalue as kthvalue,
    logsumexp as logsumexp,
    max as max,
    mean as mean,
    median as median,
    min as min,
    nansum as nansum,
    norm as norm,
    prod as prod,
    sort as sort,
    std as std,
    std_mean as std_mean,
    topk as topk,
    var as var,
    var_mean as var_mean,
)
from ms2torch.mint.nn import (
    functional as functional,
)
from ms2torch.ops.function.array.arrange import (
    flip as flip,
    roll as roll,
    tile as tile,
)
from ms2torch.ops.function.array.create import (
    eye as eye,
)
from ms2torch.ops.function.array.diag import (
    triu as triu,
)
from ms2torch.ops.function.array.index import (
    masked_select as masked_select,
    nonzero as nonzero,
    take as take,
)
from ms2torch.ops.function.array.join import (
    dstack as dstack,
    hstack as hstack,
)
from ms2torch.ops.function.array.layout import (
    ones_like as ones_like,
    reshape as reshape,
    zeros_like as zeros_like,
)
from ms2torch.ops.function.array.shape import (
    ravel as ravel,
)
from ms2torch.ops.function.array.sort import (
    searchsorted as searchsorted,
)
from ms2torch.ops.function.linalg.products import (
    cross as cross,
)
from ms2torch.ops.function.math.arithmetic import (
    divide as divide,
    float_power as float_power,
    floor_divide as floor_divide,
    fmod as fmod,
    matmul as matmul,
    maximum as maximum,
    minimum as minimum,
    pow as pow,
    remainder as remainder,
)
from ms2torch.ops.function.math.bitwise import (
    bitwise_and as bitwise_and,
    bitwise_or as bitwise_or,
    bitwise_xor as bitwise_xor,
    gcd as gcd,
)
from ms2torch.ops.function.math.compare import (
    greater as greater,
    greater_equal as greater_equal,
    gt as gt,
    isclose as isclose,
    isfinite as isfinite,
    isinf as isinf,
    isneginf as isneginf,
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
    imag as imag,
    polar as polar,
    real as real,
)
from ms2torch.ops.function.math.extreme import (
    argmax as argmax,
)
from ms2torch.ops.function.math.pairs import (
    logaddexp as logaddexp,
    logaddexp2 as logaddexp2,
    xlogy as xlogy,
)
from ms2torch.ops.function.math.reduce import (
    sum as sum,
)
from ms2torch.ops.function.math.scan import (
    cumprod as cumprod,
)
from ms2torch.ops.function.math.special import (
    erf as erf,
    erfc as erfc,
    erfinv as erfinv,
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
    sin as sin,
    sinc as sinc,
    sinh as sinh,
    tan as tan,
)
from ms2torch.ops.function.math.unary import (
    abs as abs,
    ceil as ceil,
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    floor as floor,
    log as log,
    log10 as log10,
    log1p as log1p,
    log2 as log2,
    nan_to_num as nan_to_num,
    neg as neg,
    negative as negative,
    reciprocal as reciprocal,
    round as round,
    rsqrt as rsqrt,
    sign as sign,
    square as square,
    trunc as trunc,
)
from ms2torch.ops.function.nn.activation import (
    sigmoid as sigmoid,
    tanh as tanh,
)
from ms2torch.ops.function.math import clip as _ops_function_math_clip
from ms2torch.ops.function.math import compare as _ops_function_math_compare

clip = _ops_function_math_clip.clamp
ge = _ops_function_math_compare.greater_equal
