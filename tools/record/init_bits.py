"""Record the initial values that real MindSpore gives: every initializer, and the parameters of many layers.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/init_bits.py      # rewrite tests/goldens/init_bits.json

Each case is the text of an expression, which tests/ms2torch/test_initializer.py evaluates again with ms2torch.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

sys.dont_write_bytecode = True
os.environ.setdefault("GLOG_v", "4")

TARGET = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "init_bits.json"
SEEDS = (0, 20231)

# expression in the namespace of mindspore.common.initializer -> shapes
INITIALIZERS: dict[str, list[tuple[int, ...]]] = {
    "Zero()": [(3,), ()],
    "One()": [(2, 3), ()],
    "Constant(-2.75)": [(2, 2)],
    "3.7": [(5,)],
    "'uniform'": [(1,), (2,), (3,), (7,), (), (64, 33), (1024,), (1025,), (257, 1031)],
    "Uniform(0.5)": [(5, 4)],
    "Uniform(-0.3)": [(6,)],
    "Uniform(1e-30)": [(9,)],
    "'normal'": [(1,), (2,), (3,), (7,), (), (64, 33), (1024,), (1025,), (257, 1031)],
    "Normal(0.02)": [(4, 5)],
    "Normal(1, 0)": [(11,)],
    "Normal(0.7, 0.1)": [(30011,)],
    "Normal(sigma=2.5, mean=-100.0)": [(30011,)],
    "Normal(0)": [(5,)],
    "'truncatedNormal'": [(1,), (3,), (64, 33), (257, 1031)],
    "TruncatedNormal(0.02)": [(5, 7)],
    "TruncatedNormal(1.0, 0.25)": [(100003,)],
    "TruncatedNormal(sigma=0.02, a=-0.04, b=0.04)": [(30011,)],
    "TruncatedNormal(1.0, 0.0, -1.0, 9.0)": [(30011,)],
    "TruncatedNormal(1.0, 0.0, -9.0, -4.5)": [(30011,)],
    "TruncatedNormal(1.0, 0.0, -30.0, -18.0)": [(4001,)],
    "TruncatedNormal(1.0, 0.0, 3.0, 12.0)": [(30011,)],
    "'xavier_uniform'": [(3, 5), (8, 4, 3, 3), (16, 8, 3), (4, 4, 2, 3, 2), (3, 1)],
    "XavierUniform(1.7)": [(12, 10)],
    "'xavier_normal'": [(3, 5), (8, 4, 3, 3)],
    "XavierNormal(gain=0.5)": [(12, 10)],
    "'he_uniform'": [(3, 5), (8, 4, 3, 3)],
    "HeUniform(math.sqrt(5))": [(3, 5), (8, 4, 3, 3), (64, 3, 7, 7)],
    "HeUniform(negative_slope=0.2, mode='fan_out')": [(7, 5)],
    "HeUniform(nonlinearity='tanh')": [(7, 5)],
    "HeUniform(nonlinearity='sigmoid')": [(7, 5)],
    "'he_normal'": [(3, 5), (8, 4, 3, 3)],
    "HeNormal(mode='fan_out', nonlinearity='relu')": [(64, 3, 7, 7), (4, 6, 3)],
    "HeNormal(negative_slope=None)": [(7, 5)],
    "'identity'": [(3, 5), (4, 2)],
    "Sparse(0.3)": [(7, 5)],
    "Sparse(sparsity=0.5, sigma=2.0)": [(5, 8), (33, 9)],
    "Dirac()": [(4, 6, 3), (6, 4, 3, 3), (3, 3, 2, 4, 5)],
    "Dirac(groups=2)": [(6, 4, 3, 3)],
    "Orthogonal()": [(4, 4), (3, 8), (8, 3)],
    "Orthogonal(gain=2.0)": [(5, 2, 3, 2), (40, 70)],
    "VarianceScaling()": [(6, 7)],
    "VarianceScaling(2.0, 'fan_out', 'untruncated_normal')": [(6, 7), (4, 5, 3, 3)],
    "VarianceScaling(scale=0.3, mode='fan_avg', distribution='uniform')": [(6, 7), (4, 5, 3, 3)],
    "VarianceScaling(mode='fan_avg', distribution='truncated_normal')": [(6, 7)],
}

# the same in other element types
TYPED = ("'uniform'", "Normal(3.0)", "TruncatedNormal(1.0)", "HeNormal()", "Sparse(0.3)", "Dirac()", "'ones'", "2.5")
DTYPES = ("float16", "float64", "bfloat16", "int32", "int8", "bool_", "complex64")

LARGE = {"'uniform'": (1500, 2003), "'normal'": (1500, 2003), "TruncatedNormal(0.02)": (1000, 1001)}

# expressions in ms, nn, mint
NETS: tuple[str, ...] = (
    "nn.Dense(5, 7)",
    "nn.Dense(300, 11, has_bias=False)",
    "nn.Dense(6, 4, weight_init='normal', bias_init='zeros')",
    "nn.Dense(6, 4, weight_init='xavier_uniform')",
    "nn.Dense(6, 4, dtype=ms.float16)",
    "nn.Dense(6, 4, weight_init=ms.common.initializer.TruncatedNormal(0.02), activation='relu')",
    "nn.BiDense(3, 5, 4)",
    "nn.Conv1d(4, 6, 3)",
    "nn.Conv1d(4, 6, 3, has_bias=True)",
    "nn.Conv1d(4, 6, 3, group=2, has_bias=True)",
    "nn.Conv2d(3, 8, 3)",
    "nn.Conv2d(3, 8, (3, 5), has_bias=True)",
    "nn.Conv2d(8, 8, 3, group=8, has_bias=True)",
    "nn.Conv2d(3, 8, 3, has_bias=True, weight_init='he_normal', bias_init='normal')",
    "nn.Conv3d(2, 4, (2, 3, 1), has_bias=True)",
    "nn.Conv3d(4, 4, 3, group=2, has_bias=True)",
    "nn.Conv1dTranspose(4, 6, 3, has_bias=True)",
    "nn.Conv1dTranspose(4, 6, 3, group=2, has_bias=True)",
    "nn.Conv2dTranspose(4, 6, 3)",
    "nn.Conv2dTranspose(4, 6, (3, 2), has_bias=True)",
    "nn.Conv2dTranspose(4, 6, 3, group=2, has_bias=True)",
    "nn.Conv3dTranspose(2, 4, 3, has_bias=True)",
    "nn.Embedding(20, 6)",
    "nn.Embedding(20, 6, padding_idx=3, embedding_table='uniform')",
    "nn.EmbeddingLookup(12, 5)",
    "nn.RNN(3, 4)",
    "nn.RNN(3, 4, num_layers=2, bidirectional=True, nonlinearity='relu')",
    "nn.LSTM(3, 4)",
    "nn.LSTM(5, 3, num_layers=2, bidirectional=True, has_bias=False)",
    "nn.LSTM(5, 3, num_layers=2, bidirectional=True)",
    "nn.GRU(3, 4)",
    "nn.GRU(5, 3, num_layers=2, bidirectional=True)",
    "nn.RNNCell(3, 4)",
    "nn.RNNCell(3, 5, has_bias=False)",
    "nn.LSTMCell(3, 4)",
    "nn.GRUCell(3, 4)",
    "nn.GRUCell(3, 3)",
    "nn.MultiheadAttention(8, 2)",
    "nn.MultiheadAttention(8, 2, kdim=6, vdim=4)",
    "nn.MultiheadAttention(8, 2, has_bias=False, add_bias_kv=True)",
    "nn.TransformerEncoderLayer(8, 2, 16)",
    "nn.TransformerDecoderLayer(8, 2, 16)",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2)",
    "nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16), 2)",
    "nn.Transformer(8, 2, 1, 2, 16)",
    "nn.BatchNorm1d(4)",
    "nn.BatchNorm2d(4, affine=False)",
    "nn.BatchNorm3d(4)",
    "nn.BatchNorm2d(5, gamma_init='uniform', beta_init='normal', moving_mean_init='normal')",
    "nn.InstanceNorm2d(4)",
    "nn.LayerNorm((4,))",
    "nn.LayerNorm((3, 4), gamma_init='normal', beta_init='uniform')",
    "nn.GroupNorm(2, 4)",
    "nn.GroupNorm(2, 4, gamma_init='normal')",
    "nn.PReLU(3)",
    "nn.Conv2dBnAct(3, 4, 3, has_bn=True, activation='relu')",
    "nn.DenseBnAct(4, 3, has_bias=True)",
    (
        "nn.SequentialCell(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), "
        "nn.SequentialCell([nn.Conv2d(8, 4, 1, has_bias=True), nn.Flatten()]), nn.Dense(64, 5))"
    ),
    "nn.CellList([nn.Dense(3, 4), nn.LSTM(4, 2), nn.Dense(2, 3), nn.GRUCell(2, 3), nn.Embedding(5, 2)])",
    "mint.nn.Linear(5, 7)",
    "mint.nn.Conv2d(4, 6, 3, groups=2)",
    "mint.nn.Conv3d(2, 4, 3, bias=False)",
    "mint.nn.ConvTranspose2d(4, 6, 3, groups=2)",
    "mint.nn.Embedding(20, 6)",
    "mint.nn.Embedding(20, 6, padding_idx=-2)",
    "mint.nn.LayerNorm((3, 4))",
    "mint.nn.BatchNorm2d(4)",
    "mint.nn.GroupNorm(2, 4)",
    "mint.nn.PReLU(3)",
)

# programs that leave `tensors`, a dict of name -> Tensor: when the keys are drawn
PROGRAMS: dict[str, str] = {
    "parameters in another order than initializers": (
        "a = initializer('normal', (5,)); b = initializer('uniform', (5,))\n"
        "pb = Parameter(b, name='b'); pa = Parameter(a, name='a')\n"
        "tensors = {'a': pa, 'b': pb}"
    ),
    "one initializer tensor, two parameters": (
        "a = initializer('normal', (5,))\n"
        "p = Parameter(a, name='p'); q = Parameter(a, name='q'); r = Parameter(initializer('normal', (3,)), name='r')\n"
        "tensors = {'a': a, 'p': p, 'q': q, 'r': r}"
    ),
    "a tensor that nobody uses draws nothing": (
        "unused = initializer('normal', (5,)); unused.shape; unused.dtype; unused.has_init\n"
        "tensors = {'p': Parameter(initializer('normal', (5,)), name='p')}"
    ),
    "init_data and asnumpy draw": (
        "a = initializer('normal', (5,)); b = initializer('normal', (5,)); c = initializer('normal', (5,))\n"
        "c.asnumpy(); b = b.init_data(); a.init_data()\n"
        "tensors = {'a': a, 'b': b, 'c': c}"
    ),
    "set_data draws": (
        "p = Parameter(initializer('zeros', (2, 3)), name='p')\n"
        "p.set_data(initializer('xavier_uniform', p.shape, p.dtype))\n"
        "q = Parameter(initializer('zeros', (2, 3), ms.float16), name='q')\n"
        "q.set_data(initializer(Normal(1), (2, 3), ms.float32))\n"
        "tensors = {'p': p, 'q': q}"
    ),
    "Tensor with init": (
        "tensors = {'p': Parameter(Tensor(shape=(3, 2), dtype=ms.float32, init=Normal(1)), name='p'),"
        " 'z': Tensor(shape=(2,), dtype=ms.int32, init=One()).init_data()}"
    ),
    "an initializer of one's own": (
        "class Ramp(Initializer):\n"
        "    def _initialize(self, arr):\n"
        "        _assignment(arr, np.arange(arr.size, dtype=np.float64).reshape(arr.shape) * 0.1 + np.random.rand())\n"
        "class Mixed(Initializer):\n"
        "    def _initialize(self, arr):\n"
        "        n_in, n_out = _calculate_fan_in_and_fan_out(arr.shape)\n"
        "        arr[:] = _init_random_normal(0.0, 1.0 / n_in, arr.shape)\n"
        "        arr += _init_random_uniform(0.0, n_out, arr.shape)\n"
        "tensors = {'r': Parameter(initializer(Ramp(), (2, 3)), name='r'),"
        " 'm': Parameter(initializer(Mixed(), (3, 2)), name='m'),"
        " 'h': Parameter(initializer(Ramp(), (2, 3), ms.float16), name='h')}"
    ),
    "an initializer called on arrays": (
        "x = np.zeros((3, 5), np.float32); y = np.zeros((3, 5)); z = np.zeros((4,), np.float16)\n"
        "Normal(0.5)(x); HeUniform()(y); Uniform(2)(z)\n"
        "tensors = {'x': Tensor(x), 'y': Tensor(y), 'z': Tensor(z)}"
    ),
    "Cell.apply style re-initialisation": (
        "net = nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Dense(4, 2))\n"
        "for _, cell in net.cells_and_names():\n"
        "    if isinstance(cell, nn.Conv2d):\n"
        "        cell.weight.set_data(initializer(HeNormal(mode='fan_out', nonlinearity='relu'), cell.weight.shape))\n"
        "    elif isinstance(cell, nn.Dense):\n"
        "        cell.weight.set_data(initializer(TruncatedNormal(0.02), cell.weight.shape, cell.weight.dtype))\n"
        "        cell.bias.set_data(initializer('zeros', cell.bias.shape))\n"
        "tensors = dict(net.parameters_and_names())"
    ),
}


def namespace(ms: Any, initializers: Any) -> dict[str, Any]:
    """Return the names that the recorded expressions and programs use."""
    import math

    return {
        **{name: value for name, value in vars(initializers).items() if not name.startswith("__")},
        "ms": ms, "nn": ms.nn, "mint": ms.mint, "np": np, "math": math, "Tensor": ms.Tensor, "Parameter": ms.Parameter,
    }  # fmt: skip


def summary(array: np.ndarray) -> dict[str, Any]:
    """Return shape, checksum of the bytes, and the first eight values of an array."""
    head = array.reshape(-1)[:8].astype(np.complex64 if array.dtype.kind == "c" else np.float64)
    values = [[v.real, v.imag] for v in head.tolist()] if head.dtype.kind == "c" else head.tolist()
    return {"shape": list(array.shape), "crc32": zlib.crc32(np.ascontiguousarray(array).tobytes()), "head": values}


def position() -> float:
    """Return the next number of numpy's global stream: it tells how much has been drawn."""
    return float(np.random.random_sample())


def record_initializers(ms: Any, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Record each initializer in each shape, element type and seed."""
    plan = [(text, shape, "float32") for text, shapes in INITIALIZERS.items() for shape in shapes]
    plan += [(text, (3, 4, 5) if "Dirac" in text else (6, 7), dtype) for text in TYPED for dtype in DTYPES]
    plan += [(text, shape, "float32") for text, shape in LARGE.items()]
    cases = []
    for seed in SEEDS:
        for text, shape, dtype in plan:
            ms.set_seed(seed)
            tensor = names["initializer"](eval(text, names), shape, getattr(ms, dtype))
            array = tensor.init_data().asnumpy()
            case = {"seed": seed, "init": text, "dtype": dtype, **summary(array), "next": position()}
            cases.append(case)
    return cases


def record_nets(ms: Any, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Record the parameters of each net."""
    cases = []
    for seed in SEEDS:
        for text in NETS:
            ms.set_seed(seed)
            net = eval(text, names)
            after = position()
            parameters = {n: {"dtype": str(p.dtype), **summary(p.asnumpy())} for n, p in net.parameters_and_names()}
            cases.append({"seed": seed, "net": text, "parameters": parameters, "next": after})
    return cases


def record_programs(ms: Any, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Record what each program leaves."""
    cases = []
    for title, source in PROGRAMS.items():
        ms.set_seed(SEEDS[1])
        scope = dict(names)
        exec(source, scope)
        after = position()
        tensors = {name: {"dtype": str(t.dtype), **summary(t.asnumpy())} for name, t in scope["tensors"].items()}
        cases.append({"seed": SEEDS[1], "title": title, "source": source, "tensors": tensors, "next": after})
    return cases


def main() -> None:
    """Write the goldens, one case a line."""
    import mindspore as ms
    from mindspore.common import initializer as initializers

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    names = namespace(ms, initializers)
    parts = {
        "initializers": record_initializers(ms, names),
        "nets": record_nets(ms, names),
        "programs": record_programs(ms, names),
    }
    body = ",\n".join(
        f'"{part}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]" for part, cases in parts.items()
    )
    TARGET.write_text(f'{{"mindspore": "{ms.__version__}",\n{body}\n}}\n', encoding="utf-8")
    print({part: len(cases) for part, cases in parts.items()})


if __name__ == "__main__":
    main()
