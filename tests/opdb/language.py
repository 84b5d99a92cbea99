"""Operators of the language that MindSpore's compiler makes of Python: tuples, lists, dictionaries, comparisons."""

from __future__ import annotations

from tests.opdb._short import op
from tests.opdb._spec import Op, Sample, sample, t

PAIR, DICT = (1, 2, 3), {"a": 1, "b": 2}


def plain(name: str, *samples: Sample) -> Op:
    """Nothing to differentiate."""
    return op(name, *samples, grad=False)


OPS = [
    plain("bool_not", sample(True), sample(False)),
    *(plain(f"augassign_{name}", sample(7, 2), sample(7.5, 2.0)) for name in ("div", "floordiv")),
    *(
        plain(f"augassign_{name}", sample(7, 2), sample(7.5, 2.0), sample(t(2, 3), t(2, 3, low=1.0)))
        for name in ("add", "sub", "mul", "mod")
    ),
    plain("dict_getitem", sample(DICT, "a")),
    *(plain(name, sample("a", DICT), sample("c", DICT)) for name in ("in_dict", "not_in_dict")),
    *(plain(name, sample(None, None), sample(1, None)) for name in ("is_", "is_not")),
    plain("isconstant", sample(1), sample(t(2))),
    *(plain(name, sample([1, 2], [1, 2]), sample([1, 2], [1, 3])) for name in ("list_equal",)),
    *(plain(name, sample((1, 2), (1, 2)), sample((1, 2), (1, 3))) for name in ("tuple_equal",)),
    plain("list_getitem", sample([1, 2, 3], 1), sample([1, 2, 3], -1)),
    plain("tuple_getitem", sample(PAIR, 1), sample(PAIR, -1)),
    plain("list_setitem", sample([1, 2, 3], 1, 5)),
    plain("tuple_setitem", sample(PAIR, 1, 5)),
    plain("list_len", sample([1, 2, 3]), sample([])),
    plain("tuple_len", sample(PAIR), sample(())),
    plain("tuple_reversed", sample(PAIR)),
    plain("tuple_div", sample((4, 6), (2, 3))),
    plain("make_list", sample(1, 2)),
    plain("make_tuple", sample(1, 2), sample(t(2), t(3))),
    plain("make_slice", sample(1, 5, 2)),
    plain("reduced_shape", sample((2, 3, 4), (1,))),
    plain("broadcast_gradient_args", sample((2, 3), (3,))),
    plain("switch", sample(True, 1, 2), sample(False, 1, 2)),
    plain("shape_mul", sample((2, 3, 4))),
    plain("shape_", sample(t(2, 3))),
    op("reshape_", sample(t(2, 3), (3, 2)), sample(t(4), (-1, 2))),
    plain("tensor_slice", sample(t(3, 4), (0, 1), (2, 2))),
    plain("tensor_range", sample(0, 5, 2)),
]
