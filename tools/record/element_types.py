"""Record which element types MindSpore refuses, of each sampled function and class.

Run in the environment with real MindSpore::

    .oracle/bin/python -m tools.record.element_types     # rewrite tests/goldens/element_types.json

The first sample of each name in tests/opdb is called with its tensors in every element type: those of the kind of the
first one (floats, or integers, or bools) together, the others as they are. A row has one letter a type (`TYPES`): `.`
accepted, `!` refused for the type, `-` anything else, such as a missing kernel, which says nothing about other devices.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.opdb import _database
from tests.opdb._calls import MindSporeLike
from tests.opdb._spec import Op, Sample, TensorSpec

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "element_types.json"
TYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
         "complex64", "complex128"]  # fmt: skip
PATIENCE = 30  # seconds for one name

REFUSED = re.compile(
    r"must be a type of|supported type is|should be one of|must be in|type (?:of|should|must)|dtype .*(?:must|should)"
    r"|Unsupported input dtype|is not a mindspore datatype|not all mindspore datatypes|does not accept|doesn't support"
    r"|same data type|expect to receive|promote output type",
    re.DOTALL,
)
NO_KERNEL = re.compile(r"Select CPU|unregistered|nsupported|not support(?:ed)? (?:on|in|by)|kernel|CPU|Ascend|aclnn")


def kind_of(spec: TensorSpec) -> str:
    """Return `float`, `int`, `uint`, `bool` or `complex`."""
    return spec.dtype.rstrip("0123456789").removeprefix("b" if spec.dtype == "bfloat16" else "")


def in_type(value: Any, kind: str, dtype: str) -> Any:
    """Return an input with its tensors of a kind in another type."""
    if isinstance(value, TensorSpec) and value.container != "array" and kind_of(value) == kind:
        return replace(value, dtype=dtype)
    if isinstance(value, (list, tuple)):
        return type(value)(in_type(each, kind, dtype) for each in value)
    return value


def tensors(value: Any) -> list[TensorSpec]:
    """Return the tensors of an input in order."""
    if isinstance(value, TensorSpec):
        return [value] if value.container != "array" else []
    return [found for each in value for found in tensors(each)] if isinstance(value, (list, tuple)) else []


def variants(sample: Sample) -> list[Sample]:
    """Return the sample in every element type; nothing if it has no tensor."""
    found = tensors([*sample.args, *(value for _, value in sample.kwargs)])
    if not found:
        return []
    kind = kind_of(found[0])
    return [
        replace(
            sample,
            args=tuple(in_type(each, kind, dtype) for each in sample.args),
            kwargs=tuple((name, in_type(each, kind, dtype)) for name, each in sample.kwargs),
        )
        for dtype in TYPES
    ]


def letter(framework: MindSporeLike, op: Op, name: str, sample: Sample) -> str:
    """Return what becomes of one call."""
    try:
        framework.run(op, name, sample)
    except (TypeError, ValueError, RuntimeError) as error:
        text = str(error)
        return "!" if REFUSED.search(text) and not NO_KERNEL.search(text) else "-"
    except Exception:
        return "-"
    return "."


def row(framework: MindSporeLike, op: Op, name: str) -> str:
    """Return the letters of one name, found in processes of its own: a call may crash or hang."""
    samples = [one for one in op.samples_for(name) if one.raises is None]
    todo = variants(samples[0]) if samples else []
    out = ""
    while len(out) < len(todo):
        read, write = os.pipe()
        if not (child := os.fork()):
            signal.alarm(PATIENCE)
            for each in todo[len(out) :]:
                os.write(write, letter(framework, op, name, each).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as answers:
            out += answers.read()
        os.waitpid(child, 0)
        out += "-" if len(out) < len(todo) else ""
    return out


def main() -> None:
    """Rewrite the recorded rows."""
    framework = MindSporeLike("mindspore")
    framework.ms.set_context(mode=framework.ms.PYNATIVE_MODE, pynative_synchronize=True, device_target="CPU")
    found: dict[str, str] = {}
    for family in _database.families():
        started = time.monotonic()
        for op in _database.ops(family):
            for name in (op.name, *op.also):
                if letters := row(framework, op, name):
                    found[name] = letters
        print(f"{family}: {len(found)} names, {time.monotonic() - started:.0f} s", flush=True)
        GOLDEN.write_text(json.dumps(dict(sorted(found.items())), indent=0) + "\n")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    os.environ.setdefault("GLOG_v", "4")
    main()
