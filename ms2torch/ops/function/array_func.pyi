"""What `mindspore.ops.function.array_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.common.tensor_tools import (
    from_numpy as from_numpy,
    is_tensor as is_tensor,
)
from ms2torch.ops.function.array.arrange import (
    repeat_elements as repeat_elements,
    repeat_interleave as repeat_interleave,
    reverse as reverse,
    tile as tile,
)
from ms2torch.ops.function.array.create import (
    arange as arange,
    eye as eye,
    fill as fill,
    fills as fills,
    full as full,
    full_like as full_like,
    meshgrid as meshgrid,
    one_hot as one_hot,
    ones as ones,
    range as range,
    sequence_mask as sequence_mask,
    tuple_to_array as tuple_to_array,
    zeros as zeros,
)
from ms2torch.ops.function.array.diag import (
    diag as diag,
    diagflat as diagflat,
    diagonal as diagonal,
    diagonal_scatter as diagonal_scatter,
    matrix_band_part as matrix_band_part,
    matrix_diag as matrix_diag,
    matrix_diag_part as matrix_diag_part,
    matrix_set_diag as matrix_set_diag,
    tril as tril,
    triu as triu,
)
from ms2torch.ops.function.array.index import (
    argwhere as argwhere,
    gather as gather,
    gather_d as gather_d,
    gather_elements as gather_elements,
    gather_nd as gather_nd,
    index_select as index_select,
    masked_fill as masked_fill,
    masked_select as masked_select,
    narrow as narrow,
    nonzero as nonzero,
    select as select,
    slice as slice,
    strided_slice as strided_slice,
    take as take,
    where as where,
)
from ms2torch.ops.function.array.info import (
    deepcopy as deepcopy,
    dyn_shape as dyn_shape,
    padding as padding,
    rank as rank,
    shape as shape,
    size as size,
    type_as as type_as,
)
from ms2torch.ops.function.array.join import (
    cat as cat,
    chunk as chunk,
    column_stack as column_stack,
    concat as concat,
    dsplit as dsplit,
    hsplit as hsplit,
    hstack as hstack,
    split as split,
    tensor_split as tensor_split,
    unbind as unbind,
    unstack as unstack,
    vsplit as vsplit,
)
from ms2torch.ops.function.array.layout import (
    expand_dims as expand_dims,
    ones_like as ones_like,
    reshape as reshape,
    stack as stack,
    transpose as transpose,
    zeros_like as zeros_like,
)
from ms2torch.ops.function.array.scatter import (
    index_fill as index_fill,
    scatter as scatter,
    scatter_nd as scatter_nd,
    select_scatter as select_scatter,
    slice_scatter as slice_scatter,
    tensor_scatter_add as tensor_scatter_add,
    tensor_scatter_div as tensor_scatter_div,
    tensor_scatter_elements as tensor_scatter_elements,
    tensor_scatter_max as tensor_scatter_max,
    tensor_scatter_min as tensor_scatter_min,
    tensor_scatter_mul as tensor_scatter_mul,
    tensor_scatter_sub as tensor_scatter_sub,
)
from ms2torch.ops.function.array.scatter_inplace import (
    scatter_add as scatter_add,
    scatter_div as scatter_div,
    scatter_max as scatter_max,
    scatter_min as scatter_min,
    scatter_mul as scatter_mul,
    scatter_nd_add as scatter_nd_add,
    scatter_nd_div as scatter_nd_div,
    scatter_nd_max as scatter_nd_max,
    scatter_nd_min as scatter_nd_min,
    scatter_nd_mul as scatter_nd_mul,
    scatter_nd_sub as scatter_nd_sub,
    scatter_update as scatter_update,
)
from ms2torch.ops.function.array.segment import (
    unsorted_segment_max as unsorted_segment_max,
    unsorted_segment_min as unsorted_segment_min,
    unsorted_segment_prod as unsorted_segment_prod,
    unsorted_segment_sum as unsorted_segment_sum,
)
from ms2torch.ops.function.array.shape import (
    broadcast_to as broadcast_to,
    expand as expand,
    expand_as as expand_as,
    flatten as flatten,
    moveaxis as moveaxis,
    movedim as movedim,
    ravel as ravel,
    reverse_sequence as reverse_sequence,
    squeeze as squeeze,
    swapaxes as swapaxes,
    swapdims as swapdims,
    unsqueeze as unsqueeze,
    view_as as view_as,
)
from ms2torch.ops.function.array.sort import (
    argsort as argsort,
    searchsorted as searchsorted,
    sort as sort,
    top_k as top_k,
    topk as topk,
    unique as unique,
    unique_consecutive as unique_consecutive,
    unique_with_pad as unique_with_pad,
)
from ms2torch.ops.function.compat.operators import (
    reshape_ as reshape_,
    scalar_cast as scalar_cast,
    scalar_to_tensor as scalar_to_tensor,
    shape_ as shape_,
    tensor_slice as tensor_slice,
)
from ms2torch.ops.function.compat.python_values import (
    scalar_to_array as scalar_to_array,
)
from ms2torch.ops.function.image.sample import (
    affine_grid as affine_grid,
)
from ms2torch.ops.function.linalg.products import (
    ger as ger,
)
from ms2torch.ops.function.linalg.solve import (
    lstsq as lstsq,
)
from ms2torch.ops.function.math.compare import (
    is_nonzero as is_nonzero,
)
from ms2torch.ops.function.math.extreme import (
    aminmax as aminmax,
    argmax as argmax,
    max as max,
    min as min,
)
from ms2torch.ops.function.math.special import (
    mvlgamma as mvlgamma,
)
from ms2torch.ops.function.math.unary import (
    population_count as population_count,
)
from ms2torch.ops.function.nn.fold import (
    batch_to_space_nd as batch_to_space_nd,
    col2im as col2im,
    fold as fold,
    space_to_batch_nd as space_to_batch_nd,
    unfold as unfold,
)
from ms2torch.ops.function.spectral.windows import (
    hamming_window as hamming_window,
)
from ms2torch.ops.operations.array_ops import (
    Expand as Expand,
    Fills as Fills,
    Meshgrid as Meshgrid,
)
from ms2torch.ops.operations.decomposition_ops import (
    Lstsq as Lstsq,
)
from ms2torch.ops.operations.image_ops import (
    AffineGrid as AffineGrid,
    Col2Im as Col2Im,
    Im2Col as Im2Col,
)
from ms2torch.ops.operations.index_ops import (
    IndexFill as IndexFill,
    NonZero as NonZero,
)
from ms2torch.ops.operations.matrix_ops import (
    MatrixDiagPartV3 as MatrixDiagPartV3,
    MatrixDiagV3 as MatrixDiagV3,
    MatrixSetDiagV3 as MatrixSetDiagV3,
    Tril as Tril,
)
from ms2torch.ops.operations.reduce_ops import (
    ArgMaxWithValue as ArgMaxWithValue,
    ArgMinWithValue as ArgMinWithValue,
    Argmax as Argmax,
)
from ms2torch.ops.operations.scatter_ops import (
    ScatterNdMax as ScatterNdMax,
    ScatterNdMul as ScatterNdMul,
)
from ms2torch.ops.operations.special_ops import (
    Mvlgamma as Mvlgamma,
)
from ms2torch.ops.primitive import (
    constexpr as constexpr,
)
from ms2torch.mint import _array as _mint_array
from ms2torch.mint import _create as _mint_create
from ms2torch.mint import _reduce as _mint_reduce
from ms2torch.mint.nn import _functional_layers as _mint_nn_functional_layers
from ms2torch.ops.function.array import index as _ops_function_array_index
from ms2torch.ops.function.array import layout as _ops_function_array_layout

arange_ext = _mint_create.arange
chunk_ext = _mint_array.chunk
chunk_view = _mint_array.chunk
full_ext = _mint_create.full
full_like_ext = _mint_create.full_like
gather_ext = _mint_array.gather
meshgrid_ext = _mint_array.meshgrid
one_hot_ext = _mint_nn_functional_layers.one_hot
ones_like_ext = _ops_function_array_layout.ones_like
repeat_interleave_ext = _mint_array.repeat_interleave
scatter_add_ext = _mint_array.scatter_add
slice_op = _ops_function_array_index.slice
sort_ext = _mint_reduce.sort
split_ext = _mint_array.split
split_view = _mint_array.split
tril_ext = _mint_array.tril
unbind_ext = _mint_array.unbind
unique_ext = _mint_array.unique
unsqueeze_view = _mint_array.unsqueeze
zeros_like_ext = _ops_function_array_layout.zeros_like
