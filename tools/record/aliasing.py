"""Record who sees a write: a tensor, what was taken from it, and an assignment to one of the two.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/aliasing.py     # rewrite tests/goldens/aliasing.json

A row is a way to get `y` from `x`, a column an assignment. The letter says whether the other one shows it: `x` or `y`
shows the written value, `.` not, `!` the expression is refused.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "aliasing.json"

WAYS = """
x[0] | x[-1] | x[1:] | x[:] | x[:, 0] | x[:, ::2] | x[..., 1] | x[0, None] | x[None] | x[True] | x[...] | x[()]
x[[0, 1]] | x[Tensor([0, 1])] | x[x >= 0] | x[:, [0, 1]] | x[0][0] | x[[0, 1]][0] | x[0][[0, 1]]
x.reshape(-1) | x.view(-1) | x.flatten() | x.ravel() | x.T | x.swapaxes(0, 1) | x.expand_dims(0) | x.squeeze()
x.broadcast_to((2, 3, 4)) | x.split(1)[0] | x.chunk(2)[0] | x.unbind()[0] | x.diagonal() | x.narrow(0, 0, 2)
x.select(0, 0) | x.reshape(-1)[:4] | x[0].reshape(-1) | ops.reshape(x, (4, 3)) | ops.transpose(x, (1, 0))
ops.flatten(x) | nn.Flatten()(x) | ops.Identity()(x) | ops.identity(x) | nn.Identity()(x) | ops.stop_gradient(x)
ops.depend(x, x) | ops.split(x, 1)[0] | ops.unbind(x)[0] | mint.flatten(x) | mint.split(x, 1)[0] | numpy.ravel(x)
x.astype(ms.float32) | x.to(ms.float32) | x.float() | ops.cast(x, ms.float32) | x.contiguous() | x.value() | x.data
x.copy() | Tensor(x) | ms.tensor(x) | x * 1 | +x | ops.concat((x,)) | ops.tile(x, (1, 1)) | x.asnumpy()
x[0].asnumpy() | x.T.asnumpy() | Tensor.from_numpy(x.asnumpy())
"""
WRITES = """
x[0] = 99 | x[0, 1] = 99 | x[:] = 99 | x[::2] = 99 | x[0, ...] = 99 | x[0, None] = 99 | x[...] = 99 | x[None] = 99
x[True] = 99 | x[[0, 1]] = 99 | x[Tensor([0, 1])] = 99 | x[0, [0, 1]] = 99 | x[x >= 0] = 99 | x[1:, [0, 1]] = 99
x.assign_value(x * 0 + 99)
y[0] = 99 | y[...] = 99 | y[None] = 99 | y[[0]] = 99 | y[Tensor([0])] = 99 | y[y >= 0] = 99 | y[0:1] = 99 | y += 99
y.assign_value(Tensor(y.asnumpy() * 0 + 99))
"""


def entries(text: str) -> list[str]:
    """Return the expressions of a table."""
    return [entry.strip() for line in text.strip().splitlines() for entry in line.split("|")]


def seen(scope: dict[str, Any], way: str, write: str, parameter: bool) -> str:
    """Return the letter of one cell."""
    scope = dict(scope)
    x = scope["Tensor"](np.arange(12, dtype=np.float32).reshape(3, 4))
    scope["x"] = scope["Parameter"](x, name="x") if parameter else x
    try:
        scope["y"] = eval(way, scope)
        exec(write, scope)
        other = scope["y" if write.startswith("x") else "x"]
        shown = np.asarray(other.asnumpy() if hasattr(other, "asnumpy") else other)
    except Exception:
        return "!"
    return ("y" if write.startswith("x") else "x") if (shown == 99).any() else "."


def table(ms: Any) -> dict[str, dict[str, str]]:
    """Return the rows, of a Tensor and of a Parameter."""
    scope = {"ms": ms, "Tensor": ms.Tensor, "Parameter": ms.Parameter, "ops": ms.ops, "nn": ms.nn, "mint": ms.mint,
             "numpy": ms.numpy}  # fmt: skip
    return {
        kind: {
            way: "".join(seen(scope, way, write, kind == "Parameter") for write in entries(WRITES))
            for way in entries(WAYS)
        }
        for kind in ("Tensor", "Parameter")
    }


def main() -> None:
    """Rewrite the recorded table."""
    import mindspore as ms
    import mindspore.numpy

    ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
    GOLDEN.write_text(json.dumps(table(ms), indent=0) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("GLOG_v", "4")
    main()
