"""What a call gives: a tensor, several, plain data, an object; for functions, methods and layers of both frameworks."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parity.source.kinds import FRAMEWORKS, PLAIN, UNKNOWN, Kind, several, tensor

# The modules whose functions (names in small letters) give tensors, if they are not among the exceptions below.
_TENSOR_MODULES = frozenset({
    "torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft", "torch.nn.init", "mindspore.ops",
    "mindspore.ops.functional", "mindspore.ops.function", "mindspore.mint", "mindspore.mint.nn.functional",
    "mindspore.mint.linalg", "mindspore.mint.special", "mindspore.numpy", "mindspore.ops.auto_generate",
})  # fmt: skip
_LAYER_MODULES = frozenset({
    "torch.nn", "mindspore.nn", "mindspore.mint.nn", "mindspore.ops", "mindspore.ops.operations",
    "mindspore.ops.auto_generate",
})  # fmt: skip
_TENSOR_CLASSES = frozenset({
    "torch.Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.Buffer", "torch.FloatTensor",
    "torch.LongTensor", "torch.IntTensor", "torch.BoolTensor", "torch.ByteTensor", "mindspore.Tensor",
    "mindspore.Parameter", "mindspore.common.Tensor", "mindspore.common.tensor.Tensor",
    "mindspore.common.parameter.Parameter", "mindspore.common.initializer.initializer", "mindspore.tensor",
    "mindspore.common.Parameter", "mindspore.from_numpy", "mindspore.ops.composite.clip_by_value",
})  # fmt: skip
# Functions that give no tensor: plain data, or something of which nothing is known here.
_PLAIN_FUNCTIONS = frozenset({
    "is_tensor", "is_floating_point", "is_complex", "is_grad_enabled", "is_autocast_enabled", "is_storage",
    "is_nonzero", "numel", "finfo", "iinfo", "device", "dtype", "Size", "equal", "allclose", "get_default_dtype",
    "set_default_dtype", "manual_seed", "seed", "initial_seed", "result_type", "promote_types", "can_cast",
    "broadcast_shapes", "typename", "set_printoptions", "save", "set_num_threads", "get_num_threads",
    "use_deterministic_algorithms", "set_float32_matmul_precision", "calculate_gain", "shape", "size", "rank",
    "is_inference", "is_same_size", "set_grad_enabled", "no_grad", "enable_grad", "inference_mode", "autocast",
    "Generator", "get_device",
})  # fmt: skip
_UNKNOWN_FUNCTIONS = frozenset({
    "load", "compile", "jit", "vmap", "grad", "value_and_grad", "vjp", "jvp", "hessian", "jacobian", "func", "hub",
    "get_rng_state", "multitype_funcgraph", "hypermap", "map", "partial", "composite", "jacrev", "jacfwd",
    "functional_call", "lobpcg", "import_ir_module", "custom_op", "while_loop", "scan", "cond",
})  # fmt: skip
_SEVERAL = frozenset({
    "split", "chunk", "unbind", "topk", "sort", "meshgrid", "tensor_split", "hsplit", "vsplit", "dsplit", "slogdet",
    "qr", "svd", "eigh", "eig", "lu", "frexp", "unique_consecutive", "kthvalue", "mode", "aminmax", "cummax",
    "cummin", "broadcast_tensors", "split_with_sizes", "unsafe_split", "unsafe_chunk", "unstack", "array_split",
    "var_mean", "std_mean", "lstsq", "svd_lowrank", "max_pool2d_with_indices", "multi_head_attention_forward",
    "triangular_solve",
})  # fmt: skip
_WITH_AXIS = frozenset({"max", "min", "median", "nanmedian"})  # one tensor; with an axis in torch, values and indices
_SEVERAL_LAYERS = frozenset({
    "LSTM", "GRU", "RNN", "LSTMCell", "MultiheadAttention", "AdaptiveLogSoftmaxWithLoss", "Split", "TopK", "Sort",
    "Unique", "Unstack", "BatchNorm", "DynamicRNN", "Meshgrid", "Eig", "Svd", "ArgMaxWithValue", "ArgMinWithValue",
    "LayerNorm",
})  # fmt: skip
_PRIMITIVES_OF_SEVERAL = frozenset({"BatchNorm", "LayerNorm"})  # as primitives of ops; the layers of nn give one tensor
_CONTAINERS = frozenset({"ModuleList", "CellList", "ModuleDict", "CellDict", "ParameterList", "ParameterDict"})
_SEQUENCES = frozenset({"Sequential", "SequentialCell"})
_NOT_CALLED = frozenset({"Module", "Cell"}) | _CONTAINERS
_PLAIN_ATTRIBUTES = frozenset({
    "shape", "ndim", "dtype", "device", "requires_grad", "is_cuda", "itemsize", "nbytes", "layout", "name", "names",
    "is_leaf", "grad_fn", "size", "strides",
})  # fmt: skip
_TENSOR_ATTRIBUTES = frozenset({"T", "mT", "H", "mH", "data", "grad", "real", "imag"})
_PLAIN_METHODS = frozenset({
    "size", "dim", "ndimension", "numel", "nelement", "item", "tolist", "stride", "element_size", "data_ptr",
    "get_device", "backward", "is_contiguous", "is_floating_point", "is_complex", "storage_offset", "register_hook",
    "equal", "allclose", "asnumpy", "numpy", "untyped_storage", "storage", "is_pinned", "is_shared", "retain_grad",
    "is_nonzero", "is_signed", "share_memory_", "record_stream", "has_init", "__len__", "tobytes", "dense_dim",
})  # fmt: skip


def call_of(name: str, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Kind:
    """Return the kind of what calling an imported name gives."""
    if name in _TENSOR_CLASSES:
        return tensor(name.partition(".")[0])
    module, _, last = name.rpartition(".")
    root = name.partition(".")[0]
    if root not in FRAMEWORKS:
        return UNKNOWN
    if last[:1].isupper():
        return Kind("instance", name) if module in _LAYER_MODULES else UNKNOWN
    if module not in _TENSOR_MODULES or last in _UNKNOWN_FUNCTIONS:
        return UNKNOWN
    if last in _PLAIN_FUNCTIONS:
        return PLAIN
    return _function_of(last, root, len(arguments) - 1, arguments[1:], keywords)


def _function_of(
    last: str, root: str, others: int, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]
) -> Kind:
    """Return what a function of tensors gives; `others` counts the positional arguments after the tensor."""
    if last in _SEVERAL:
        return several(tensor(root))
    named = {keyword.arg for keyword in keywords}
    if last in _WITH_AXIS and (named & {"dim", "axis"} or (others > 0 and _is_number(arguments[0]))):
        return several(tensor(root)) if root == "torch" or "axis" not in named else UNKNOWN
    if last in {"unique", "nonzero", "where", "lu_factor"} and (named or (last == "where" and others == 0)):
        return UNKNOWN
    return tensor(root)


def _is_number(node: ast.expr) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) is int


def attribute_of(kind: Kind, attribute: str) -> Kind:
    """Return the kind of an attribute of a tensor or a layer of a framework."""
    if kind.is_tensor:
        if attribute in _PLAIN_ATTRIBUTES:
            return PLAIN
        return tensor(kind.framework) if attribute in _TENSOR_ATTRIBUTES else UNKNOWN
    if kind.sort == "instance" and attribute in {"weight", "bias", "gamma", "beta", "running_mean", "running_var"}:
        return tensor(kind.framework)
    return PLAIN if attribute in {"shape", "ndim", "dtype"} else UNKNOWN


def method_of(framework: str, method: str, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Kind:
    """Return the kind of what a method of a tensor gives."""
    if method in _PLAIN_METHODS:
        return PLAIN
    if method == "type" and not arguments and not keywords:
        return PLAIN
    return _function_of(method, framework, len(arguments), arguments, keywords)


def is_layer(name: str) -> bool:
    """Tell whether an imported class is one of the layers and primitives that are constructed, then called."""
    module, _, last = name.rpartition(".")
    return module in _LAYER_MODULES and last[:1].isupper()


def holds_layers(name: str) -> bool:
    """Tell whether a class is a list, dict or sequence of layers, which are its items."""
    return name.rpartition(".")[2] in (_CONTAINERS | _SEQUENCES) and is_layer(name)


def called(name: str) -> Kind:
    """Return the kind of what a layer or primitive of a framework gives when it is called."""
    module, _, last = name.rpartition(".")
    if last in _NOT_CALLED or not is_layer(name):
        return UNKNOWN
    if last in _SEVERAL_LAYERS and (last not in _PRIMITIVES_OF_SEVERAL or module.endswith(("ops", "operations"))):
        return several(tensor(name.partition(".")[0]))
    return tensor(name.partition(".")[0])


def is_base_layer(name: str) -> bool:
    """Tell whether a base class makes its heirs layers."""
    return is_layer(name) and "ops" not in name


# Methods that only tensors have: neither numpy's arrays nor Python's containers, images, layers or optimizers.
TELLING = {
    "torch": frozenset({
        "permute", "unsqueeze", "unsqueeze_", "contiguous", "masked_fill", "masked_fill_", "bmm", "type_as",
        "index_select", "scatter_", "scatter_add_", "expand_as", "unbind", "topk", "narrow", "new_zeros", "new_ones",
        "new_full", "new_tensor", "view_as", "repeat_interleave", "softmax", "log_softmax", "clamp", "clamp_",
        "detach_", "baddbmm", "addmm", "masked_select", "masked_scatter", "logsumexp", "copy_", "fill_", "zero_",
        "mul_", "add_", "div_", "sub_", "normal_", "uniform_", "index_add_", "index_fill_", "index_put_",
        "is_floating_point",
    }),
    "mindspore": frozenset({"expand_dims", "asnumpy", "broadcast_to", "masked_fill", "unsqueeze"}),
}  # fmt: skip
# What also has methods of such names: where a file imports one of these, a name alone tells nothing.
ARRAYS = frozenset(
    {"numpy", "pandas", "jax", "scipy", "cupy", "tensorflow", "polars", "xarray", "PIL", "cv2", "sklearn"}
)
# Methods of Python's own containers, of layers and of optimizers that tensors have too.
SHARED = frozenset({
    "sort", "index", "split", "copy", "pop", "add", "get", "type", "to", "cpu", "cuda", "float", "half", "double",
    "apply", "values", "indices", "name", "bfloat16", "clear", "update", "remove", "item", "data", "where", "repeat",
    "set_data", "size", "expand", "resize", "take", "put", "eval", "train", "requires_grad_", "step", "detach",
    "numpy", "transpose", "init_data", "flatten", "register_hook", "all", "any", "search", "map", "unique", "diff",
    "round", "choose", "dim",
})  # fmt: skip
# What a parameter of a function is not, if it is a tensor.
NOT_TENSOR = frozenset({
    "append", "items", "keys", "values", "get", "pop", "update", "extend", "insert", "format", "join", "startswith",
    "endswith", "lower", "upper", "strip", "parameters", "state_dict", "modules", "named_modules", "children",
    "copy",
})  # fmt: skip
