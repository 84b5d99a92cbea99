"""The names that `mindspore.common.dtype` exports, in its order; MindSpore's parser asks for them."""

NAMES = [
    "bool_", "int8", "byte", "int16", "short", "int32", "intc", "int64", "long", "intp", "uint8", "ubyte", "uint16",
    "ushort", "uint32", "uintc", "uint64", "uintp", "float16", "half", "float32", "single", "float64", "double",
    "complex64", "cfloat", "complex128", "cdouble", "qint4x2", "bfloat16", "float8_e4m3fn", "float8_e5m2", "hifloat8",
    "int_", "uint", "float_", "list_", "tuple_", "string", "number", "tensor_type", "type_none", "_null", "TensorType",
    "Type", "Int",
]  # fmt: skip
