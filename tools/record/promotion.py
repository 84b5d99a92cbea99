"""Record which element type each function of two operands gives for each pair of types.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/promotion.py     # rewrite tests/goldens/promotion.json

Each function is called with ones of every pair of element types, with a tensor of 0 dimensions on either side, and with
Python numbers. A row of the result is a text with one letter for each type on the right (`CODES`): the type of the
result, `!` where the call is refused, `-` where MindSpore's CPU has no kernel, which says nothing about other devices,
`x` where the call ends the process.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "promotion.json"

TYPES = ["bool_", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
         "complex64", "complex128"]  # fmt: skip
CODES = dict(zip(TYPES, "bBcilqeEfdFD", strict=True))
NUMBERS = [True, 2, 2.5, 2j]
SHAPES = {"many, many": ((2,), (2,)), "many, one": ((2,), ()), "one, many": ((), (2,)), "one, one": ((), ())}

OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>"]
CALLS = """
ops.add ops.sub ops.subtract ops.mul ops.multiply ops.div ops.divide ops.true_divide ops.floor_divide ops.floor_div
ops.floor_mod ops.truncate_div ops.truncate_mod ops.fmod ops.remainder ops.pow ops.float_power ops.maximum
ops.minimum ops.fmax ops.fmin ops.atan2 ops.hypot ops.xlogy ops.xdivy ops.copysign ops.heaviside ops.nextafter
ops.ldexp ops.logaddexp ops.logaddexp2 ops.gcd ops.lcm ops.equal ops.eq ops.ne ops.not_equal ops.gt ops.greater
ops.ge ops.greater_equal ops.lt ops.less ops.le ops.less_equal ops.logical_and ops.logical_or ops.logical_xor
ops.bitwise_and ops.bitwise_or ops.bitwise_xor ops.bitwise_left_shift ops.bitwise_right_shift ops.isclose ops.outer
ops.inner ops.matmul ops.polar ops.dist ops.mse_loss ops.l1_loss ops.smooth_l1_loss ops.floormod ops.scalar_mul
ops.arctan2 ops.kron ops.cosine_similarity ops.Add() ops.Sub() ops.Mul() ops.Div() ops.RealDiv() ops.FloorDiv()
ops.FloorMod() ops.Mod() ops.TruncateDiv() ops.TruncateMod() ops.DivNoNan() ops.Pow() ops.Maximum() ops.Minimum()
ops.Atan2() ops.Hypot() ops.Xlogy() ops.Xdivy() ops.Equal() ops.NotEqual() ops.Greater() ops.GreaterEqual()
ops.Less() ops.LessEqual() ops.LogicalAnd() ops.LogicalOr() ops.LogicalXor() ops.BitwiseAnd() ops.BitwiseOr()
ops.BitwiseXor() ops.SquaredDifference() ops.MulNoNan() ops.ApproximateEqual() ops.NextAfter() ops.Heaviside()
ops.Gcd() ops.Lcm() mint.add mint.sub mint.mul mint.div mint.divide mint.floor_divide mint.fmod mint.remainder
mint.pow mint.maximum mint.minimum mint.atan2 mint.arctan2 mint.xlogy mint.eq mint.equal mint.ne mint.not_equal
mint.gt mint.greater mint.ge mint.greater_equal mint.lt mint.less mint.le mint.less_equal mint.logical_and
mint.logical_or mint.logical_xor mint.bitwise_and mint.bitwise_or mint.bitwise_xor mint.isclose mint.outer
mint.matmul mint.dot mint.float_power mint.logaddexp mint.logaddexp2 numpy.add numpy.subtract numpy.multiply
numpy.divide numpy.true_divide numpy.floor_divide numpy.remainder numpy.mod numpy.fmod numpy.power numpy.float_power
numpy.maximum numpy.minimum numpy.arctan2 numpy.hypot numpy.copysign numpy.heaviside numpy.logaddexp
numpy.logaddexp2 numpy.gcd numpy.lcm numpy.equal numpy.not_equal numpy.less numpy.less_equal numpy.greater
numpy.greater_equal numpy.logical_and numpy.logical_or numpy.logical_xor numpy.outer numpy.inner numpy.dot
numpy.matmul numpy.kron numpy.bitwise_and numpy.bitwise_or numpy.bitwise_xor Tensor.add Tensor.sub Tensor.subtract
Tensor.mul Tensor.multiply Tensor.div Tensor.divide Tensor.true_divide Tensor.floor_divide Tensor.fmod
Tensor.remainder Tensor.pow Tensor.float_power Tensor.maximum Tensor.minimum Tensor.fmax Tensor.fmin Tensor.atan2
Tensor.arctan2 Tensor.hypot Tensor.xlogy Tensor.xdivy Tensor.copysign Tensor.heaviside Tensor.nextafter Tensor.ldexp
Tensor.logaddexp Tensor.logaddexp2 Tensor.gcd Tensor.lcm Tensor.eq Tensor.equal Tensor.ne Tensor.not_equal Tensor.gt
Tensor.greater Tensor.ge Tensor.greater_equal Tensor.lt Tensor.less Tensor.le Tensor.less_equal Tensor.logical_and
Tensor.logical_or Tensor.logical_xor Tensor.bitwise_and Tensor.bitwise_or Tensor.bitwise_xor
Tensor.bitwise_left_shift Tensor.bitwise_right_shift Tensor.isclose Tensor.outer Tensor.inner Tensor.matmul
"""
# a condition of two elements beside the operands
CHOICES = {
    "ops.where": "ops.where(mask, x, y)",
    "ops.select": "ops.select(mask, x, y)",
    "ops.Select()": "ops.Select()(mask, x, y)",
    "mint.where": "mint.where(mask, x, y)",
    "numpy.where": "numpy.where(mask, x, y)",
    "Tensor.where": "x.where(mask, y)",
    "ops.masked_fill": "ops.masked_fill(x, mask, y)",
    "Tensor.masked_fill": "x.masked_fill(mask, y)",
    "mint.masked_fill": "mint.masked_fill(x, mask, y)",
    "ops.clamp, least": "ops.clamp(x, y, None)",
    "ops.clamp, most": "ops.clamp(x, None, y)",
    "mint.clamp, least": "mint.clamp(x, y, None)",
    "ops.clip_by_value": "ops.clip_by_value(x, y, None)",
    "ops.lerp": "ops.lerp(x, y, 0.5)",
    "ops.lerp, weight": "ops.lerp(x, x, y)",
    "mint.lerp": "mint.lerp(x, y, 0.5)",
    "ops.addcmul": "ops.addcmul(x, x, y)",
    "ops.addcdiv": "ops.addcdiv(x, x, y)",
    "ops.cat": "ops.cat((x, y))",
    "ops.concat": "ops.concat((x, y))",
    "ops.Concat()": "ops.Concat()((x, y))",
    "ops.stack": "ops.stack((x, y))",
    "mint.cat": "mint.cat((x, y))",
    "mint.stack": "mint.stack((x, y))",
    "numpy.concatenate": "numpy.concatenate((x, y))",
    "numpy.stack": "numpy.stack((x, y))",
    "ops.hstack": "ops.hstack((x, y))",
    "ops.addn": "ops.addn((x, y))",
    "ops.accumulate_n": "ops.accumulate_n((x, y))",
    "ops.tensor_scatter_elements": "ops.tensor_scatter_elements(x, places, y)",
}
NO_KERNEL = re.compile(
    r"unregistered|type_id: .* is invalid|nsupported|not support|not implemented|[Ss]elect .*kernel|Select CPU|aclnn"
    r"|Ascend|not registered|does not exist|only support|KernelMod|kernel.attr|CreateKernel|Get kernel",
    re.IGNORECASE,
)


def expressions() -> dict[str, str]:
    """Return each function by name, as an expression of `x` and `y`."""
    out = {op: f"x {op} y" for op in [*OPERATORS, "@"]}
    for name in CALLS.split():
        out[name] = f"x.{name[7:]}(y)" if name.startswith("Tensor.") else f"{name}(x, y)"
    return out | CHOICES


def functions(ms: Any) -> dict[str, Callable[[Any, Any], Any]]:
    """Return each function by name, for a framework."""
    scope = {"ops": ms.ops, "mint": ms.mint, "numpy": ms.numpy, "mask": ms.Tensor([True, False]),
             "places": ms.Tensor([0, 1])}  # fmt: skip
    return {name: eval(f"lambda x, y: {text}", scope) for name, text in expressions().items()}


def outcome(ms: Any, function: Callable[[Any, Any], Any], x: Any, y: Any) -> str:
    """Return the letter of what a call gives."""
    try:
        out = function(x, y)
    except Exception as error:
        return "-" if NO_KERNEL.search(str(error)) else "!"
    if not isinstance(out, ms.Tensor):
        return "?"
    name = str(out.dtype).lower()
    return CODES.get({"bool": "bool_"}.get(name, name), "?")


def rows(ms: Any) -> Iterator[tuple[str, str, list[tuple[Any, Any]]]]:
    """Return name of the function, what stands left and right, and the pairs of operands of each row."""
    own = {shape: [ms.Tensor(np.ones(shape), getattr(ms, t)) for t in TYPES] for shape in ((), (2,))}
    for name in expressions():
        for kind, (left, right) in SHAPES.items():
            for x in own[left]:
                yield name, kind, [(x, y) for y in own[right]]
        for kind, shape in (("many", (2,)), ("one", ())):
            for x in own[shape]:
                yield name, f"{kind}, number", [(x, number) for number in NUMBERS]
            for x in own[shape]:
                yield name, f"number, {kind}", [(number, x) for number in NUMBERS]


def work(ms: Any, start: int, write: int) -> None:
    """Write the letters of all calls from number `start` on to a pipe, one by one: a call may crash."""
    ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
    known, at = functions(ms), 0
    for name, _, pairs in rows(ms):
        for x, y in pairs:
            if at >= start:
                os.write(write, outcome(ms, known[name], x, y).encode())
            at += 1


def letters(total: int) -> str:
    """Return the letters of all calls; `x` for one that ends its process."""
    import mindspore as ms
    import mindspore.numpy

    out = ""
    while len(out) < total:
        read, write = os.pipe()
        if not (child := os.fork()):  # before MindSpore has run anything: it starts threads then
            work(ms, len(out), write)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as answers:
            out += answers.read()
        os.waitpid(child, 0)
        if len(out) < total:
            out += "x"
            print(f"crash at call {len(out)} of {total}", flush=True)
    return out


def main() -> None:
    """Rewrite the recorded tables."""
    each = len(TYPES) * (len(SHAPES) * len(TYPES) + 4 * len(NUMBERS))
    names = list(expressions())
    found = letters(each * len(names))
    kinds = [(kind, len(TYPES)) for kind in SHAPES] + [
        (kind, len(NUMBERS)) for one in ("many", "one") for kind in (f"{one}, number", f"number, {one}")
    ]
    recorded, at = {}, 0
    for name in names:
        recorded[name] = {}
        for kind, width in kinds:
            recorded[name][kind] = [found[at + n * width : at + (n + 1) * width] for n in range(len(TYPES))]
            at += len(TYPES) * width
    GOLDEN.write_text(json.dumps(recorded, indent=0) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("GLOG_v", "4")
    main()
