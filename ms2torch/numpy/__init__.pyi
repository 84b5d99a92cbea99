"""What `mindspore.numpy` exports, and where it lives; read at run time by `ms2torch._lazy`."""

# ruff: noqa: TID252 - the reader of stubs at run time takes relative names

from ..common.dtype import (
    bool_ as bool_,
)
from ..common.dtype import (
    float16 as float16,
)
from ..common.dtype import (
    float32 as float32,
)
from ..common.dtype import (
    float64 as float64,
)
from ..common.dtype import (
    float_ as float_,
)
from ..common.dtype import (
    int8 as int8,
)
from ..common.dtype import (
    int16 as int16,
)
from ..common.dtype import (
    int32 as int32,
)
from ..common.dtype import (
    int64 as int64,
)
from ..common.dtype import (
    int_ as int_,
)
from ..common.dtype import (
    uint8 as uint8,
)
from ..common.dtype import (
    uint16 as uint16,
)
from ..common.dtype import (
    uint32 as uint32,
)
from ..common.dtype import (
    uint64 as uint64,
)
from ._arrange import (
    argwhere as argwhere,
)
from ._arrange import (
    array_equal as array_equal,
)
from ._arrange import (
    asfarray as asfarray,
)
from ._arrange import (
    average as average,
)
from ._arrange import (
    broadcast_arrays as broadcast_arrays,
)
from ._arrange import (
    count_nonzero as count_nonzero,
)
from ._arrange import (
    diagflat as diagflat,
)
from ._arrange import (
    diff as diff,
)
from ._arrange import (
    digitize as digitize,
)
from ._arrange import (
    divmod as divmod,
)
from ._arrange import (
    dsplit as dsplit,
)
from ._arrange import (
    ediff1d as ediff1d,
)
from ._arrange import (
    fliplr as fliplr,
)
from ._arrange import (
    flipud as flipud,
)
from ._arrange import (
    full_like as full_like,
)
from ._arrange import (
    hsplit as hsplit,
)
from ._arrange import (
    logspace as logspace,
)
from ._arrange import (
    vsplit as vsplit,
)
from ._array import (
    append as append,
)
from ._array import (
    arange as arange,
)
from ._array import (
    array as array,
)
from ._array import (
    array_split as array_split,
)
from ._array import (
    asarray as asarray,
)
from ._array import (
    atleast_1d as atleast_1d,
)
from ._array import (
    atleast_2d as atleast_2d,
)
from ._array import (
    atleast_3d as atleast_3d,
)
from ._array import (
    broadcast_to as broadcast_to,
)
from ._array import (
    column_stack as column_stack,
)
from ._array import (
    concatenate as concatenate,
)
from ._array import (
    copy as copy,
)
from ._array import (
    diag as diag,
)
from ._array import (
    diagonal as diagonal,
)
from ._array import (
    dstack as dstack,
)
from ._array import (
    empty as empty,
)
from ._array import (
    empty_like as empty_like,
)
from ._array import (
    expand_dims as expand_dims,
)
from ._array import (
    eye as eye,
)
from ._array import (
    flip as flip,
)
from ._array import (
    full as full,
)
from ._array import (
    hstack as hstack,
)
from ._array import (
    identity as identity,
)
from ._array import (
    linspace as linspace,
)
from ._array import (
    meshgrid as meshgrid,
)
from ._array import (
    moveaxis as moveaxis,
)
from ._array import (
    ones as ones,
)
from ._array import (
    ones_like as ones_like,
)
from ._array import (
    ravel as ravel,
)
from ._array import (
    repeat as repeat,
)
from ._array import (
    reshape as reshape,
)
from ._array import (
    roll as roll,
)
from ._array import (
    rot90 as rot90,
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
    vstack as vstack,
)
from ._array import (
    zeros as zeros,
)
from ._array import (
    zeros_like as zeros_like,
)
from ._constants import (
    inf as inf,
)
from ._constants import (
    nan as nan,
)
from ._constants import (
    pi as pi,
)
from ._math import (
    abs as abs,
)
from ._math import (
    absolute as absolute,
)
from ._math import (
    arccos as arccos,
)
from ._math import (
    arccosh as arccosh,
)
from ._math import (
    arcsin as arcsin,
)
from ._math import (
    arcsinh as arcsinh,
)
from ._math import (
    arctan as arctan,
)
from ._math import (
    arctanh as arctanh,
)
from ._math import (
    around as around,
)
from ._math import (
    bitwise_not as bitwise_not,
)
from ._math import (
    cbrt as cbrt,
)
from ._math import (
    ceil as ceil,
)
from ._math import (
    clip as clip,
)
from ._math import (
    cos as cos,
)
from ._math import (
    cosh as cosh,
)
from ._math import (
    deg2rad as deg2rad,
)
from ._math import (
    exp as exp,
)
from ._math import (
    exp2 as exp2,
)
from ._math import (
    expm1 as expm1,
)
from ._math import (
    fabs as fabs,
)
from ._math import (
    fix as fix,
)
from ._math import (
    floor as floor,
)
from ._math import (
    invert as invert,
)
from ._math import (
    isclose as isclose,
)
from ._math import (
    isfinite as isfinite,
)
from ._math import (
    isinf as isinf,
)
from ._math import (
    isnan as isnan,
)
from ._math import (
    log as log,
)
from ._math import (
    log1p as log1p,
)
from ._math import (
    log2 as log2,
)
from ._math import (
    log10 as log10,
)
from ._math import (
    logical_not as logical_not,
)
from ._math import (
    negative as negative,
)
from ._math import (
    positive as positive,
)
from ._math import (
    rad2deg as rad2deg,
)
from ._math import (
    radians as radians,
)
from ._math import (
    reciprocal as reciprocal,
)
from ._math import (
    rint as rint,
)
from ._math import (
    sign as sign,
)
from ._math import (
    signbit as signbit,
)
from ._math import (
    sin as sin,
)
from ._math import (
    sinh as sinh,
)
from ._math import (
    sqrt as sqrt,
)
from ._math import (
    square as square,
)
from ._math import (
    tan as tan,
)
from ._math import (
    tanh as tanh,
)
from ._math import (
    trunc as trunc,
)
from ._math import (
    where as where,
)
from ._math_pairs import (
    add as add,
)
from ._math_pairs import (
    arctan2 as arctan2,
)
from ._math_pairs import (
    bitwise_and as bitwise_and,
)
from ._math_pairs import (
    bitwise_or as bitwise_or,
)
from ._math_pairs import (
    bitwise_xor as bitwise_xor,
)
from ._math_pairs import (
    copysign as copysign,
)
from ._math_pairs import (
    divide as divide,
)
from ._math_pairs import (
    equal as equal,
)
from ._math_pairs import (
    float_power as float_power,
)
from ._math_pairs import (
    floor_divide as floor_divide,
)
from ._math_pairs import (
    fmod as fmod,
)
from ._math_pairs import (
    gcd as gcd,
)
from ._math_pairs import (
    greater as greater,
)
from ._math_pairs import (
    greater_equal as greater_equal,
)
from ._math_pairs import (
    heaviside as heaviside,
)
from ._math_pairs import (
    hypot as hypot,
)
from ._math_pairs import (
    lcm as lcm,
)
from ._math_pairs import (
    less as less,
)
from ._math_pairs import (
    less_equal as less_equal,
)
from ._math_pairs import (
    logaddexp as logaddexp,
)
from ._math_pairs import (
    logaddexp2 as logaddexp2,
)
from ._math_pairs import (
    logical_and as logical_and,
)
from ._math_pairs import (
    logical_or as logical_or,
)
from ._math_pairs import (
    logical_xor as logical_xor,
)
from ._math_pairs import (
    matmul as matmul,
)
from ._math_pairs import (
    maximum as maximum,
)
from ._math_pairs import (
    minimum as minimum,
)
from ._math_pairs import (
    mod as mod,
)
from ._math_pairs import (
    multiply as multiply,
)
from ._math_pairs import (
    not_equal as not_equal,
)
from ._math_pairs import (
    power as power,
)
from ._math_pairs import (
    remainder as remainder,
)
from ._math_pairs import (
    subtract as subtract,
)
from ._math_pairs import (
    true_divide as true_divide,
)
from ._more_math import (
    in1d as in1d,
)
from ._more_math import (
    inner as inner,
)
from ._more_math import (
    isin as isin,
)
from ._more_math import (
    isneginf as isneginf,
)
from ._more_math import (
    isposinf as isposinf,
)
from ._more_math import (
    isscalar as isscalar,
)
from ._more_math import (
    kron as kron,
)
from ._more_math import (
    matrix_power as matrix_power,
)
from ._more_math import (
    multi_dot as multi_dot,
)
from ._more_math import (
    nancumsum as nancumsum,
)
from ._more_math import (
    nanmax as nanmax,
)
from ._more_math import (
    nanmean as nanmean,
)
from ._more_math import (
    nanmin as nanmin,
)
from ._more_math import (
    nanstd as nanstd,
)
from ._more_math import (
    nansum as nansum,
)
from ._more_math import (
    nanvar as nanvar,
)
from ._more_math import (
    norm as norm,
)
from ._more_math import (
    polyadd as polyadd,
)
from ._more_math import (
    polysub as polysub,
)
from ._more_math import (
    polyval as polyval,
)
from ._more_math import (
    promote_types as promote_types,
)
from ._more_math import (
    ptp as ptp,
)
from ._more_math import (
    rand as rand,
)
from ._more_math import (
    randint as randint,
)
from ._more_math import (
    randn as randn,
)
from ._more_math import (
    searchsorted as searchsorted,
)
from ._more_math import (
    size as size,
)
from ._more_math import (
    sometrue as sometrue,
)
from ._more_math import (
    take_along_axis as take_along_axis,
)
from ._more_math import (
    tensordot as tensordot,
)
from ._more_math import (
    trace as trace,
)
from ._more_math import (
    trapz as trapz,
)
from ._more_math import (
    tri as tri,
)
from ._more_math import (
    vander as vander,
)
from ._reduce import (
    amax as amax,
)
from ._reduce import (
    amin as amin,
)
from ._reduce import (
    argmax as argmax,
)
from ._reduce import (
    argmin as argmin,
)
from ._reduce import (
    cumprod as cumprod,
)
from ._reduce import (
    cumsum as cumsum,
)
from ._reduce import (
    dot as dot,
)
from ._reduce import (
    max as max,
)
from ._reduce import (
    mean as mean,
)
from ._reduce import (
    min as min,
)
from ._reduce import (
    outer as outer,
)
from ._reduce import (
    std as std,
)
from ._reduce import (
    sum as sum,
)
from ._reduce import (
    unique as unique,
)
from ._reduce import (
    var as var,
)
