"""Record checkpoint files that real MindSpore writes, and what it answers when it loads some.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/checkpoints.py            # rewrite tests/goldens/checkpoints
    .oracle/bin/python tools/record/checkpoints.py --read F   # print as JSON what it reads from the file F

The values are defined here once; tests/ms2torch/test_checkpoint.py imports this module and makes the same with
ms2torch.
Nothing of MindSpore is imported at module level.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "checkpoints"

DTYPES = (
    "bool_", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "bfloat16",
)  # fmt: skip

APPENDED = {"epoch": 3, "rate": 2.5, "done": True, "note": "héllo\n\U0001f600", "empty": ""}
NUMBERS = {"epoch": 3, "rate": 2.5, "done": True}

SMALL_SLICE_KIB = 1
"""Size above which the recorder makes MindSpore split a tensor; its own limit is 512 MiB."""

NET = {
    "k": ("int32", ()),
    "fc.weight": ("float32", (3, 2)),
    "fc.bias": ("float32", (3,)),
    "bn.gamma": ("float32", (3,)),
}

# name of the scenario: (what the checkpoint holds: name -> dtype and shape, strict_load)
SCENARIOS: dict[str, tuple[dict[str, tuple[str, tuple[int, ...]] | str], bool]] = {
    "all": (dict(NET), False),
    "some": ({"fc.weight": ("float32", (3, 2)), "extra": ("float32", (1,)), "s": "text"}, False),
    "none": ({}, False),
    "prefix": ({"m.fc.weight": ("float32", (3, 2)), "m.fc.bias": ("float32", (3,)), "m.k": ("int32", ())}, False),
    "prefix strict": ({"m.fc.weight": ("float32", (3, 2))}, True),
    "two prefixes": ({"m.fc.weight": ("float32", (3, 2)), "q.bn.gamma": ("float32", (3,))}, False),
    "prefix without a dot": ({"xfc.bias": ("float32", (3,)), "yfc.bias": ("float32", (3,))}, False),
    "prefix beside exact": (
        {"fc.weight": ("float32", (3, 2)), "m.fc.weight": ("float32", (3, 2)), "m.k": ("int32", ())}, False
    ),
    "text under a name": ({"fc.weight": "text"}, False),
    "float16": ({"fc.weight": ("float16", (3, 2)), "k": ("int64", ())}, False),
    "float64 strict": ({"fc.weight": ("float64", (3, 2))}, True),
    "bfloat16": ({"fc.weight": ("bfloat16", (3, 2))}, False),
    "int into float": ({"fc.weight": ("int32", (3, 2))}, False),
    "uint8 into int32": ({"k": ("uint8", ())}, False),
    "bool into int32": ({"k": ("bool_", ())}, False),
    "other shape": ({"fc.weight": ("float32", (2, 2))}, False),
    "transposed": ({"fc.weight": ("float32", (2, 3))}, False),
    "trailing ones": ({"fc.weight": ("float32", (3, 2, 1, 1))}, False),
    "leading one": ({"fc.bias": ("float32", (1, 3))}, False),
    "prefix, other shape": ({"m.fc.weight": ("float32", (2, 2))}, False),
}  # fmt: skip


def array(dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Return the values recorded for `dtype` and `shape`; bfloat16 as float32 that it can hold."""
    count = int(np.prod(shape))
    if dtype == "bool_":
        return (np.arange(count) % 3 == 0).reshape(shape)
    numpy_dtype = np.dtype("float32" if dtype == "bfloat16" else dtype)
    values = np.arange(count, dtype=np.float64) * (7 if numpy_dtype.kind != "f" else 0.25)
    if numpy_dtype.kind != "u":
        values = values - 2
    return values.reshape(shape).astype(numpy_dtype)


def parameters(ms: Any) -> list[Any]:
    """Return one matrix and one scalar of each type, as Parameters of the framework `ms`."""
    out = []
    for dtype in DTYPES:
        for name, shape in (("matrix", (2, 3)), ("scalar", ())):
            value = ms.Tensor(array(dtype, shape), getattr(ms, dtype))
            out.append(ms.Parameter(value, name=f"{name}.{dtype}"))
    return out


def long_parameters(ms: Any) -> list[Any]:
    """Return Parameters above and below the small slice size."""
    shapes = {"rows": (7, 100), "short": (5,), "long": (2000,), "even": (256,), "few": (2, 300)}
    return [ms.Parameter(ms.Tensor(array("float32", shape)), name=name) for name, shape in shapes.items()]


def build_net(ms: Any) -> Any:
    """Return a Cell with the parameters of `NET`, all zero."""

    class Part(ms.nn.Cell):
        def __init__(self, prefix: str) -> None:
            super().__init__()
            for name, (dtype, shape) in NET.items():
                head, _, own = name.rpartition(".")
                if head == prefix:
                    value = ms.Tensor(np.zeros(shape, dtype))
                    self.insert_param_to_cell(own, ms.Parameter(value, name=own))

    net = Part("")
    net.fc = Part("fc")
    net.bn = Part("bn")
    return net


def scenario_dict(ms: Any, held: dict[str, Any]) -> dict[str, Any]:
    """Return the checkpoint of a scenario, its tensors full of ones."""
    return {
        name: spec if isinstance(spec, str) else _ones(ms, name, *spec)
        for name, spec in held.items()
    }  # fmt: skip


def answer(ms: Any, held: dict[str, Any], strict: bool) -> dict[str, Any]:
    """Return what `ms.load_param_into_net` answers and which parameters it changed."""
    net = build_net(ms)
    try:
        missing, unused = ms.load_param_into_net(net, scenario_dict(ms, held), strict)
    except Exception as error:
        return {"error": type(error).__name__}
    loaded = [param.name for param in net.get_parameters() if param.asnumpy().any()]
    return {"param_not_load": missing, "ckpt_not_load": unused, "loaded": loaded}


def _ones(ms: Any, name: str, dtype: str, shape: tuple[int, ...]) -> Any:
    return ms.Parameter(ms.Tensor(np.ones(shape), getattr(ms, dtype)), name=name)


def record(folder: Path) -> None:
    """Write every golden file of this family."""
    import mindspore as ms
    from mindspore.train import serialization

    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    everything = parameters(ms)
    ms.save_checkpoint(everything, str(folder / "types.ckpt"))
    ms.save_checkpoint(everything, str(folder / "types.safetensors"), format="safetensors")
    without = [param for param in everything if "bfloat16" not in param.name]  # MindSpore cannot checksum bfloat16
    ms.save_checkpoint(without, str(folder / "crc.ckpt"), crc_check=True, append_dict=dict(APPENDED))
    matrices = [param for param in without if "matrix" in param.name]  # nor a negative scalar
    path = str(folder / "crc.safetensors")
    ms.save_checkpoint(matrices, path, format="safetensors", crc_check=True, append_dict=dict(NUMBERS))
    ms.save_checkpoint(without, str(folder / "mark.safetensors"), format="safetensors", remove_redundancy=False)
    ms.save_checkpoint(build_net(ms), str(folder / "net.ckpt"), append_dict=dict(APPENDED))
    serialization.SLICE_SIZE = SMALL_SLICE_KIB
    ms.save_checkpoint(long_parameters(ms), str(folder / "sliced.ckpt"))
    ms.save_checkpoint(long_parameters(ms), str(folder / "sliced_async.ckpt"), async_save=True)
    serialization._wait_async_thread_save_ckpt()
    for file in folder.iterdir():
        file.chmod(0o644)
    answers = {name: answer(ms, *scenario) for name, scenario in SCENARIOS.items()}
    (folder / "load.json").write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


def read(file: str) -> dict[str, Any]:
    """Return what MindSpore loads from `file`: name to text, or to type, shape and the values' bytes in hexadecimal."""
    import mindspore as ms

    format = "safetensors" if file.endswith("safetensors") else "ckpt"
    out: dict[str, Any] = {}
    for name, value in ms.load_checkpoint(file, crc_check="crc" in file, format=format).items():
        if isinstance(value, str):
            out[name] = value
            continue
        plain = value.astype(ms.float32) if value.dtype == ms.bfloat16 else value
        out[name] = [str(value.dtype), list(value.shape), plain.asnumpy().tobytes().hex()]
    return out


def main() -> int:
    """Record, or print what one file holds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--read", metavar="FILE")
    args = parser.parse_args()
    if args.read:
        print("JSON " + json.dumps(read(args.read)))
        return 0
    record(FOLDER)
    for file in sorted(FOLDER.iterdir()):
        print(f"{file.stat().st_size:8d} {file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
