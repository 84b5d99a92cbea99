"""Columns of dicts: what an iterator makes of their values, how rows of them become a batch, and what is refused."""
# compare: exact

import mindspore as ms
import mindspore.dataset as ds
import numpy as np


def shown(value):
    if isinstance(value, dict):
        return {key: shown(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(shown(one) for one in value)
    if isinstance(value, (np.ndarray, ms.Tensor)):
        array = value if isinstance(value, np.ndarray) else value.asnumpy()
        return type(value).__name__, str(array.dtype), array.tolist()
    return value


def print_rows(dataset, output_numpy=True):
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=output_numpy):
        print("   ", shown(row))


def column(make, count=3):
    def rows():
        for i in range(count):
            yield (make(i),)

    return ds.GeneratorDataset(rows, ["c"])


def beside(make, count=3):
    def rows():
        for i in range(count):
            yield make(i), i

    return ds.GeneratorDataset(rows, ["c", "n"])


def attempt(name, call):
    print(name)
    try:
        call()
    except Exception as error:
        print("    refused:", type(error).__name__)


VALUES = {
    "text": "s", "bytes": b"ab", "numpy bytes": np.bytes_(b"x"), "numpy text": np.str_("y"), "number": np.int8(3),
    "bool": True, "none": None, "set": {1}, "complex": 1 + 2j, "range": range(2), "array": np.array(["a", "bb"]),
    "list": ["a", 1], "lists": [[1, 2], [3]], "empty": [], "tuple": (np.float32(1), {"x": 2}),
    "dict": {"x": b"b", "y": 1, "z": [1, {"q": 2.0}]},
}  # fmt: skip
for output_numpy in (True, False):
    attempt("iterated", lambda: print_rows(column(lambda i: VALUES, 1), output_numpy))
attempt("tuples", lambda: print([shown(row) for row in column(lambda i: {"a": i}, 1).create_tuple_iterator(num_epochs=1)]))
two = beside(lambda i: {"a": np.arange(2) + i, "b": float(i)})
attempt("batch", lambda: print_rows(two.batch(2)))
attempt("Tensors", lambda: print_rows(beside(lambda i: {"a": i}).batch(2), False))
attempt("complete batches", lambda: print_rows(beside(lambda i: {"a": i}).batch(2, drop_remainder=True)))
print(beside(lambda i: {"a": i}).output_shapes(), beside(lambda i: {"a": i}).batch(2).output_types())
for name, make in (
    ("text", lambda i: {"a": "x" * (i + 1)}), ("bools", lambda i: {"a": i > 0}), ("lists", lambda i: {"a": [i, i + 1]}),
    ("tuples", lambda i: {"a": (i, i + 1.5)}), ("nested", lambda i: {"a": {"b": i}}), ("none", lambda i: {"a": None}),
    ("other keys", lambda i: {"a%d" % i: i}), ("more keys", lambda i: {"a": 1, "b": 2} if i else {"a": 1}),
    ("fewer keys", lambda i: {"a": 1} if i else {"a": 1, "b": 2}), ("shapes", lambda i: {"a": np.zeros(i + 1)}),
    ("another order", lambda i: {"a": 1, "b": 2} if i else {"b": 1, "a": 2}), ("no keys", lambda i: {}),
    ("types", lambda i: {"a": i if i else 0.5}), ("Tensors", lambda i: {"a": ms.Tensor([i])}),
    ("bytes", lambda i: {"a": b"ab"}), ("not all", lambda i: {"a": i} if i else i),
):  # fmt: skip
    attempt("batch of " + name, lambda make=make: print_rows(column(make).batch(2)))
attempt("twice", lambda: print_rows(column(lambda i: {"a": i}, 4).batch(2).batch(2)))
attempt("padded", lambda: print_rows(column(lambda i: {"a": i}).padded_batch(2, pad_info={})))
attempt("mapped", lambda: print_rows(column(lambda i: {"a": i}).batch(2).map(lambda d: d["a"] * 2, ["c"])))
attempt("function of others", lambda: print_rows(
    beside(lambda i: {"a": i}).batch(2, per_batch_map=lambda n, info: ({"k": n},), input_columns=["n"])))
attempt("function gives dicts", lambda: print_rows(
    beside(lambda i: {"a": i}).batch(2, per_batch_map=lambda c, n, info: ([{"z": d["a"] + 1} for d in c], n))))
attempt("function gives a dict", lambda: print_rows(
    column(lambda i: i, 4).batch(2, per_batch_map=lambda n, info: ({"k": n, "batch": info.get_batch_num()},))))
attempt("a dict and a list", lambda: print_rows(
    beside(lambda i: {"a": i}).batch(2, per_batch_map=lambda c, n, info: ({"k": 1}, n))))
