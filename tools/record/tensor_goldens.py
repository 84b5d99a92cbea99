"""Ask real MindSpore how it prints and indexes tensors, and write the answers to tests/goldens/tensor_*.json.

Run it in the environment that has MindSpore 2.10: `.oracle/bin/python tools/record/tensor_goldens.py`.
Cases are Python text, evaluated here with MindSpore and in the tests with ms2torch, among the names of `index_names`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

GOLDENS = Path(__file__).resolve().parents[2] / "tests" / "goldens"

# (dtype of the Tensor, expression of its numpy values); bfloat16 is built from float32
FORMAT = """
float32 3.14159265
float32 1e-10
float32 1e10
float32 0.1
float32 -2.5
float32 1.0
float32 0.001
float32 12345.678
float32 100000.0
float32 999999.5
float32 1234567.0
float32 1.234567e-05
float32 -0.0
float32 nan
float32 -nan
float32 inf
float32 -inf
float64 3.14159265358979
float32 0.0001
float32 1e16
float32 -123456.789
float64 1e300
float64 1e16
float64 1e15
float64 0.0001
float64 123456789.123
float16 6e-5
float16 0.0001
complex64 1e10+1e-10j
complex64 1e16-1e-5j
complex64 complex(0, -2)
complex64 complex(-0.0, 2)
complex64 complex(0, nan)
complex64 complex(0, inf)
complex64 0
float64 1e-300
float16 3.14159265
float16 0.1
float16 65504
float16 nan
bfloat16 3.14159265
bfloat16 1e10
bfloat16 -1e-10
bfloat16 nan
bfloat16 -inf
int64 7
int8 -128
uint8 255
uint16 65535
uint32 4294967295
uint64 18446744073709551615
bool True
bool False
complex64 1.23456789+2j
complex64 3.5j
complex128 complex(1, -0.0)
complex128 complex(nan, nan)
complex128 complex(inf, -inf)
complex128 1e10+1e-10j
float32 [nan, inf, -inf, -1.5]
float32 [nan, -nan]
float32 [1e38, 1e-45, -1e-40]
float32 [1e-10, 1.0]
float32 [123456.789, 0.001]
float32 [0.1, 0.25, 100]
float32 [[1.5, 2], [3, -4]]
float32 [[[1.5]]]
float32 np.zeros((2, 2, 2))
float32 np.zeros((1, 1, 1, 1, 1, 1, 1, 1))
float32 np.arange(11)
float32 np.arange(12)
float32 np.arange(13)
float32 np.arange(24)
float32 np.arange(25) * -1.5
float32 np.arange(1001)
float32 np.arange(2000).reshape(2, 1000)
float32 np.zeros((7, 2, 2))
float32 np.zeros((10, 7, 8))
float64 [1.5, 2]
float64 [1e300, -1e-300, 1e100, 5e-324, 1.7976931348623157e308, -1.5e-7]
float16 [1.5, -2]
float16 [nan, -nan, inf, -inf, 65504, 6e-8, -0.0]
float16 np.arange(12)
float16 np.arange(13)
float16 np.arange(26).reshape(2, 13)
bfloat16 [1.5, -2]
bfloat16 [nan, inf, -inf, -0.0, 1.5, 1e10, 1e-10, 123.456, -7]
bfloat16 [[1.5, 3], [1e10, 1e-10]]
bfloat16 np.arange(24)
bfloat16 np.arange(25)
bfloat16 np.arange(1100)
bfloat16 np.zeros((3, 300))
bfloat16 np.arange(48).reshape(2, 3, 8)
int64 [5]
int64 [-1, 10, 100]
int64 [[-1, 10], [100, 2]]
int64 [-9223372036854775808, 9223372036854775807, 0]
int64 np.arange(23)
int64 np.arange(24)
int64 np.arange(25)
int64 np.arange(48)
int64 np.arange(60) - 30
int64 np.arange(1000)
int64 np.arange(3000)
int64 np.arange(3000).reshape(1500, 2)
int64 np.arange(60).reshape(3, 4, 5)
int64 np.arange(12).reshape(6, 2)
int64 np.arange(14).reshape(7, 2)
int64 np.arange(14).reshape(2, 7)
int64 [[100, 200, 300, 4, 50000, 600, 7, 8, 9]]
int64 [1] * 500 + [123456] + [2] * 600
int32 np.arange(8).reshape(2, 2, 2)
int16 [-32768, 7]
int8 np.zeros((2, 1, 2, 2))
uint8 [1, 2]
uint8 [0, 255]
uint16 [0, 65535]
uint32 [0, 4294967295]
uint64 [0, 18446744073709551615]
bool [True, False]
bool [True]
bool [[True, False], [False, True]]
bool np.arange(11) % 2 == 0
bool np.arange(12) % 2 == 0
bool np.arange(13) % 2 == 0
bool np.zeros(1001)
bool np.zeros((2, 8))
complex64 [1+2j, 3.5j]
complex64 [complex(-0.0, -3.5), complex(1, nan)]
complex64 np.arange(24)
complex64 np.arange(25)
complex128 [[1+2j, 3.25-1j], [1, 2]]
complex128 np.arange(14).reshape(2, 7)
float32 np.zeros((0,))
float32 np.zeros((2, 0))
int64 np.zeros((0,))
bool np.zeros((0, 3))
complex64 np.zeros((1, 0, 2))
bfloat16 np.zeros((0,))
"""

GET = """
x[0]
x[1]
x[-1]
x[-2]
x[2]
x[-3]
v[10]
v[-6]
v[2**40]
x[True]
x[False]
x[None]
x[...]
x[()]
x[:]
x[1:]
x[:1]
x[-1:]
x[::2]
v[1:10]
v[-3:]
v[10:]
v[3:1]
v[-10:2]
v[1:-1]
v[::-1]
v[4:0:-2]
v[3::-1]
v[:1:-1]
v[-2:-5:-1]
v[1:3:-1]
v[::-7]
v[::0]
v[4:-6:-1]
x[:, 2:0:-1]
x[::-1]
x[:, ::-1]
x[..., ::-1]
x[::-1, ::-1]
x[0, ::-1]
x[0, ::-2, 1]
x[::-1, 0]
x[None, ::-1]
x[::-1, None, 1]
x[::-1, [0, 2]]
x[[0, 1], ::-1]
x[0:2:1, 1:3, ::2]
x[0, 1]
x[0, 1, 2]
x[0, 1, 2, 3]
x[0, 5]
x[0, -4]
x[0, ...]
x[..., 0]
x[0, ..., 1]
x[0, 1, ..., 2]
x[0, 1, 2, ...]
x[..., ...]
x[:, :, :]
x[:, :, :, :]
x[..., None]
x[None, ...]
x[None, None, ...]
x[None, 0]
x[0, None]
x[:, None, 1]
x[0, None, :, None]
x[1:, 0, None]
x[(0, 1)]
x[(0, 1),]
x[(0, 1), (1, 2)]
x[[]]
x[[], 0]
v[[],]
x[[0]]
x[[0, 1]]
x[[1, 0, 1]]
x[[0, -1]]
x[[0, 5]]
x[[0, -3]]
x[[True, False]]
x[[False, False]]
x[[1, True]]
x[[True, 0]]
x[[[0, 1], [1, 0]]]
x[[[0, 1], [1, 0]],]
x[[[[0, 1], [1, 0]]]]
x[[0, [1, 2]]]
x[[0, slice(1)]]
x[[0, None]]
x[[0, ...]]
x[[[True, False, True], [False, True, False]]]
v[[[0, 1], [2]]]
v[[0, slice(1)]]
v[[None]]
v[[1.5]]
v[['a']]
x[:, [0, 2]]
x[:, [0, 2], [1, 2]]
x[:, [0, 2], 1]
x[0, [0, 2]]
x[0, [0, 2], [1, 3]]
x[0, :, [1, 2]]
x[[0], :, 1]
x[0, ..., [1, 2]]
x[0, None, [1, 2]]
x[[0, 1], [1, 2]]
x[[0, 1], :, [1, 2]]
x[[0, 1], None, [1, 2]]
x[[0, 1], [0, 1, 2]]
x[[0], [0, 1, 2]]
x[[[0], [1]], [0, 1, 2]]
x[..., [0, 1]]
x[[0, 1], ...]
x[:, None, [0, 1]]
x[None, [0, 1]]
x[:, [True, False, True]]
x[[True, False], :, [0, 1]]
x[[True, False], 0]
x[:, [[0, 1], [1, 2]]]
x[[0, 1], 0:2]
x[0:1, [0, 1]]
x[1:, [0, 1], 1:]
w[0, :, [0, 1], 1]
w[0, [0, 1], :, 1]
w[:, 0, :, [1, 2]]
w[[0, 1], 0, :, [1, 2]]
w[[0, 1], :, 0, [1, 2]]
w[[0, 1], :, :, 0]
w[:, [0, 1], [0, 1]]
w[1, :, [0, 1], [0, 1]]
w[0, 1, :, [0, 1]]
w[0, :, 1, [0, 1]]
w[0, :, T([0, 1]), T(1)]
w[:, 0, :, T(1)]
w[T(0), :, T(1)]
w[T(0), :, 1]
w[0, :, T(1)]
w[0, :, T([1, 2])]
w[0, :, :, T([True, False, True, False, True])]
x[T(1)]
x[T(-1)]
x[T(1, ms.int32)]
x[T(1, ms.int8)]
x[T(5)]
x[T(True)]
x[T(False)]
x[T([0, 1])]
x[T([0, -1])]
x[T([0, 5])]
x[T([0, 1], ms.int32)]
x[T([0, 1], ms.int16)]
x[T([0, 1], ms.int8)]
x[T([0, 1], ms.uint8)]
x[T([0, 1], ms.uint32)]
x[T([0.0, 1.0])]
x[x]
v[v.astype(ms.float16)]
x[T([[0, 1], [1, 0]])]
x[T([0, 1]), T([1, 2])]
x[T([0, 1]), :, T([1, 2])]
x[T([0, 1]), T([0, 1, 2])]
x[1, T(1)]
x[T(1), 1]
x[T(1), T(2)]
x[T(1), T([1, 2])]
x[:, T(1)]
x[:, T([0, 2])]
x[..., T([0, 1])]
x[None, T([0, 1])]
x[T([0, 1]), [1, 2]]
x[T([[0], [1]]), T([0, 2])]
v[(T(1),)]
v[T(7)]
v[[T(1), T(2)]]
x[[T(1), T(2)]]
x[[T(1), 2]]
v[T([], ms.int64)]
v[v]
v[v > 2]
v[v > 100]
x[x > 10]
x[x < 0]
x[m]
x[m3]
x[:, m3]
x[m, m3]
x[m, 0]
x[0, m3]
x[0, :, m4]
x[m3, 0]
x[m, :, [0, 1]]
x[m, :, m4]
x[m, None]
x[..., m4]
x[m23]
x[m23, 0]
x[:, m34]
x[0, m34]
x[T([[True, False], [True, False]])]
v[T([[True]])]
v[m]
x[True, 0]
x[0, True]
x[:, True]
x[..., True]
x[True, True]
x[True, [0, 1]]
x[False, 0]
x[(True, False)]
x[0:1.5]
x[slice(T(0), T(1))]
x[T(0):T(2)]
x[:, T(1):]
x[True:]
v[1.5]
v[1.0]
v['a']
v[{}]
v[1j]
v[2.0:]
v[0, 1.5]
v[0, 'a']
x[range(2)]
x[0, range(2)]
x[np.int32(1)]
x[np.int64(1)]
x[np.float32(1)]
x[np.bool_(True)]
x[0, np.int64(1)]
x[[np.int64(0), np.int64(1)]]
x[np.int64(0):np.int64(1)]
x[np.array(1)]
x[np.array([0, 1])]
x[np.array([True, False])]
x[0, np.array([0, 1])]
x[np.array([[0, 1]]), np.array([1, 2])]
v[np.array([1.5])]
s[...]
s[()]
s[0]
s[None]
s[True]
s[False]
s[:]
s[T(True)]
s[[0]]
s[..., None]
s[None, None]
v[0][0]
list(v)
list(s)
e[0:0]
e[...]
e[:, 0]
e[0]
e[[0]]
e[:, [0, 1]]
b[0]
b[b]
x[1][2][3]
x[1:][0][:, 1]
x[0, :, True]
x[:, 0, :, True]
x[:, True, :, 1]
x[None, 0, :, True]
x[T(0), -1::2, T([0, 0])]
x[:, m]
x[..., m3]
x[..., T([True, False, True, True, True])]
x[m, T([True]), 0]
x[None, T([True])]
x[T([[True, False]]), 0]
"""

SET = """
x[0] = -1
x[-1] = -1
x[5] = -1
x[0] = True
x[0] = 1.5
x[0] = 1j
x[0] = None
x[0] = 'a'
x[0] = T(-1)
x[0] = T([-1])
x[0] = T([1, 2, 3, 4])
x[0] = T([1, 2, 3])
x[0] = T([[1], [2], [3]])
x[0] = n(3, 4)
x[0] = n(1, 4)
x[0] = n(1, 3, 4)
x[0] = n(1, 1, 3, 4)
x[0] = n(2, 3, 4)
x[0] = [1, 2, 3, 4]
x[0] = (1, 2, 3, 4)
x[0] = [[1, 2, 3, 4]]
x[0] = [1, 2]
x[0] = []
x[0] = [T(1), T(2), T(3), T(4)]
x[0, 0] = [T(1), 2, 3.5, 4]
x[0] = np.array([1, 2, 3, 4])
x[0] = np.float32(3)
x[0] = np.int64(3)
v[0] = 1.7
v[0] = -1.7
v[0] = True
v[0] = T(1.7)
v[0] = T([5])
v[0] = [5]
v[1:3] = T([1.7, 2.7])
v[1:3] = [1, 2]
v[1:3] = (1.5, 2)
v[1:3] = [1]
v[1:3] = [1, 2, 3]
v[1:3] = T([[1], [2]])
v[[0, 1]] = 1.7
v[[0, 1]] = T([1.7, 2.7])
v[[0, 1]] = [7, 8]
v[[0, 1]] = [7.9, 8.9]
v[[0, 0]] = T([7, 8])
v[T([0, 1])] = 9
v[T([0, 1])] = True
v[T([0, 1])] = T([7, 8])
v[T([0, 1])] = T([7.9, 8.9])
v[T([0, 1])] = [7, 8]
v[T([0, 1])] = [7, 8, 9]
v[T([0, 1])] = T([7])
v[T([0, 1])] = T(7)
v[T([0, -1])] = 9
v[T([0, 9])] = 9
v[[0, 9]] = 9
v[T(3)] = 9
v[v > 2] = 0
v[v > 2] = 1.5
v[v > 2] = T(0)
v[v > 2] = T([7])
v[v > 2] = T([7, 8])
v[v > 2] = T([7, 8, 9])
v[v > 2] = T([7, 8, 9, 10, 11])
v[v > 2] = [7, 8]
v[v > 100] = 0
x[x > 5] = 0
x[x > 5] = T(0)
x[x > 5] = T([0])
x[x > 5] = n(2, 3, 4)
x[m] = 0
x[m] = n(4)
x[m] = n(3, 4)
x[m] = n(1, 3, 4)
x[m] = n(2, 3, 4)
x[m23] = 0
x[m23] = n(4)
x[m23] = n(3, 4)
x[:, m3] = 0
x[:, m3] = n(2, 4)
x[m3] = 0
x[m, 0] = 5
x[m, m3] = 7
x[m3, m] = 7
x[0, m3] = 7
x[...] = 0
x[...] = n(4)
x[...] = n(2, 3, 4)
x[...] = [1, 2, 3, 4]
x[()] = 0
x[()] = n(4)
x[:] = 0
x[:] = n(4)
x[None] = 0
x[None] = n(1, 2, 3, 4)
x[True] = 0
x[True] = n(2, 3, 4)
x[True] = n(1, 2, 3, 4)
x[False] = 0
x[::-1] = 0
x[::-1] = n(2, 3, 4)
x[:, ::-1] = n(3, 4)
x[0, ::-1] = n(3, 4)
x[::-1, [0, 2]] = n(2, 2, 4)
v[::-1] = T([1, 2, 3, 4, 5])
v[::-2] = T([1, 2, 3])
v[::-2] = 0
v[3:0:-1] = T([1, 2, 3])
v[1:3:-1] = 5
v[4:0:-1] = 5
v[4:0:-2] = T([1, 2])
v[:0:-1] = 5
x[:, 2:0:-1] = n(2, 4)
x[1:0:-1] = n(1, 3, 4)
x[1:0:-1, 0] = 5
x[0, 2:0:-1] = n(2, 4)
x[0, 2:0:-1, 1] = n(2)
x[..., 3:1:-1] = n(2)
x[..., ::-1] = 5
x[[0, 1], 2:0:-1] = 5
v[::0] = 5
v[::2] = T([7, 8, 9])
v[3:1] = 5
v[3:1] = T([7])
v[7:] = 5
v[-2:] = 5
x[0, 1] = 5
x[0, 1] = n(4)
x[0, 1, 2] = 5
x[0, 1, 2] = T(5)
x[0, 1, 2] = T([5])
x[0, 1, 2, 3] = 5
x[0, 7] = 5
x[0, ..., 1] = 5
x[0, ..., 1] = T([1, 2, 3])
x[..., 0] = n(2, 3)
x[..., None] = 7
x[..., ...] = 0
x[0:1, 1] = 5
x[0:1, 1] = [1, 2, 3, 4]
x[:, 0:2] = n(2, 1, 4)
x[:, 0:2] = n(2, 2, 1)
x[1:, 1:, 1:] = n(2, 3)
x[:, None, 0] = 5
x[None, 0] = 5
x[:, None, 0] = n(2, 1, 4)
x[[]] = 0
x[[0, 1]] = 5
x[[0, 1]] = n(2, 3, 4)
x[[0, 1]] = n(3, 4)
x[[0, 1]] = n(4)
x[[True, False]] = 0
x[[1, True]] = 0
x[[[0, 1], [1, 0]]] = 0
x[:, [0, 2]] = 5
x[:, [0, 2]] = n(4)
x[:, [0, 2]] = n(2, 4)
x[:, [0, 2]] = n(2, 2, 4)
x[:, [0, 2], [1, 2]] = n(2, 2)
x[[0, 1], :, [1, 2]] = n(2, 3)
x[[0, 1], [1, 2]] = n(2, 4)
x[[0, 1], [1, 2]] = n(4)
x[0, :, [1, 2]] = n(2, 3)
x[0, :, [1, 2]] = n(3, 2)
x[0, [0, 2]] = n(2, 4)
x[..., [0, 1]] = 5
x[1, T(1)] = 5
x[T(1)] = 5
x[T(1)] = n(3, 4)
x[T(1)] = n(4)
x[T(1), T([1, 2])] = 5
x[T([[0, 1], [1, 0]])] = n(4)
x[T([[0, 1], [1, 0]])] = n(2, 2, 3, 4)
x[T([0]), T([0])] = 7
x[:, T([0, 2])] = n(2, 4)
x[T([0, 1], ms.int32)] = 0
x[T([0, 1], ms.int8)] = 0
x[T([0, 1], ms.int16)] = 0
x[T([0, 1], ms.uint8)] = 0
x[T([0.0, 1.0])] = 0
x[T(True)] = 5
x[T(False)] = 5
x[True, 0] = 7
x[0, True] = 7
x[x] = 0
x[range(2)] = 0
x[np.int64(1)] = 0
x[np.array([0, 1])] = 0
x[np.array([True, False])] = 0
x[1.5] = 0
x['a'] = 0
x[0:1.5] = 0
x[T(0):T(1)] = 0
v[2**40] = 5
x[0][1] = 5
x[0][1][2] = 5
x[0:1][0] = 5
x[1:][0][:, 1] = 5
x[0] = x[1]
x[0:1] = x[1:2]
v[1:] = v[:-1]
v[::-1] = v
s[...] = 2
s[()] = 2
s[0] = 2
s[:] = 2
s[None] = 2
s[True] = 2
s[...] = T(3)
s[...] = T([3])
b[0] = 5
b[0] = 0.5
b[0] = T(2)
b[b] = False
e[0:0] = 5
e[:, 0] = 5
x[0, 1, 2, ...] = [7]
x[..., 0, 1, 2] = (7,)
v[v > -1] = [7]
v[v > 100] = [7]
x[m] = [7, 8, 9, 10]
x[m,] = [7, 8, 9, 10]
x[False, [0, 1]] = 7
x[False, T([0])] = 7
x[False, m] = 7
x[False, T([True, True])] = 7
x[[0, 1], False] = 7
x[-4, False] = 7
x[False, -4] = 7
x[:, [0, 1], None, False] = 7
x[4:-4, :, [1, 1, -1]] = 7
x[1:1, [1, 1]] = 7
x[2:1, T([1, 1])] = 7
x[2:1, T([1])] = 7
x[5:6, T([1, 1])] = 7
x[[1, 1], :-4] = 7
x[0, T([True])] = 7
x[:, T([True, False, True, True])] = 7
x[T([False, False]), [-1, 1]] = 7
"""


def index_names(ms: Any) -> dict[str, Any]:
    """Return fresh tensors for one case: `ms` is MindSpore or what stands in for it."""
    tensor = ms.Tensor

    def numbered(*shape: int) -> Any:
        return tensor((100 + np.arange(np.prod(shape))).reshape(shape).astype(np.float32))

    mask23 = np.array([[True, False, True], [False, True, False]])
    return {
        "ms": ms,
        "np": np,
        "T": tensor,
        "n": numbered,
        "x": tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4)),
        "w": tensor(np.arange(120, dtype=np.float32).reshape(2, 3, 4, 5)),
        "v": tensor(np.arange(5)),
        "s": tensor(np.array(1.5, np.float32)),
        "b": tensor(np.array([True, False])),
        "e": tensor(np.zeros((0, 3), np.float32)),
        "m": tensor(np.array([True, False])),
        "m3": tensor(np.array([True, False, True])),
        "m4": tensor(np.array([True, False, True, False])),
        "m23": tensor(mask23),
        "m34": tensor(np.arange(12).reshape(3, 4) % 5 == 0),
    }


def describe(ms: Any, value: Any) -> Any:
    """Return shape, dtype and values of a tensor (or of a list of them) as plain data."""
    if isinstance(value, list):
        return [describe(ms, v) for v in value]
    return {"shape": list(value.shape), "dtype": str(value.dtype), "values": value.asnumpy().ravel().tolist()}


def outcome(ms: Any, kind: str, case: str) -> dict[str, Any]:
    """Evaluate one case of GET or SET and return what came of it."""
    names = index_names(ms)
    try:
        if kind == "get":
            value = eval(case, names)
        else:
            exec(case, names)
            value = names[case[0]]
        return {"case": case, "result": describe(ms, value)}
    except Exception as error:
        return {"case": case, "raises": type(error).__name__}


def format_array(dtype: str, expression: str) -> np.ndarray:
    """Return the numpy array of a FORMAT case; bfloat16, which numpy lacks, as float32."""
    nan = float("nan")
    values = eval(expression, {"np": np, "nan": nan, "inf": float("inf")})
    return np.array(values, dtype="float32" if dtype == "bfloat16" else dtype)


def printed(ms: Any, case: str) -> dict[str, Any]:
    """Print one case of FORMAT both ways."""
    dtype, expression = case.split(" ", 1)
    array = format_array(dtype, expression)
    value = ms.Tensor(array)
    if dtype == "bfloat16":
        value = value.astype(ms.bfloat16)
        return {"case": case, "repr": repr(value), "str": str(value)}
    return {"case": case, "repr": repr(value), "str": str(value), "of_numpy": repr(ms.Tensor.from_numpy(array))}


def cases_of(kind: str) -> list[str]:
    """Return the cases of one kind."""
    return [c for c in {"format": FORMAT, "get": GET, "set": SET}[kind].splitlines() if c]


def work(kind: str, start: int) -> None:
    """Write one line of JSON for each case from number `start` on; some cases abort the process."""
    import mindspore as ms

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    for case in cases_of(kind)[start:]:
        answer = printed(ms, case) if kind == "format" else outcome(ms, kind, case)
        print("@" + json.dumps(answer), flush=True)


def record(kind: str) -> list[dict[str, Any]]:
    """Ask about every case of one kind, in a new process after each one that aborts."""
    cases = cases_of(kind)
    answers: list[dict[str, Any]] = []
    while len(answers) < len(cases):
        command = [sys.executable, __file__, kind, str(len(answers))]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        answers += [json.loads(line[1:]) for line in text.splitlines() if line.startswith("@")]
        if len(answers) < len(cases):
            answers.append({"case": cases[len(answers)], "raises": "abort"})
    return answers


def main() -> None:
    """Record all kinds."""
    for kind, name in (("format", "tensor_format"), ("get", "tensor_getitem"), ("set", "tensor_setitem")):
        answers = record(kind)
        lines = ",\n".join(json.dumps(a) for a in answers)
        (GOLDENS / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"{name}: {len(answers)} cases")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(sys.argv[1], int(sys.argv[2]))
    else:
        main()
