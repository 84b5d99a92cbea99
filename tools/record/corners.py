"""Ask real MindSpore what the expressions of `tests/opdb/corners.txt` give, and write `tests/goldens/corners.json`.

Run it in the environment that has MindSpore 2.10: `.oracle/bin/python tools/record/corners.py`. Only expressions
without an answer are asked; `--again` asks all.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

TESTS = Path(__file__).resolve().parents[2] / "tests"
CASES = TESTS / "opdb" / "corners.txt"
GOLDENS = TESTS / "goldens" / "corners.json"


def cases() -> list[str]:
    """Return the expressions, one a line; a line that starts with # is a heading."""
    return [line for line in CASES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def names(package: str) -> dict[str, Any]:
    """Return the names that an expression may use, of MindSpore or what stands in for it."""
    ms = importlib.import_module(package)
    parts = {name: importlib.import_module(f"{package}.{name}") for name in ("nn", "ops", "mint")}

    def of(kind: str, *values: Any) -> Any:
        """Return a tensor of a type, of the values; a list makes a dimension."""
        return ms.Tensor(np.array(values[0] if len(values) == 1 else values)).astype(getattr(ms, kind))

    def full(kind: str, *shape: int) -> Any:
        """Return a tensor of ones."""
        return parts["ops"].ones(shape, getattr(ms, kind))

    def written(x: Any, index: Any, value: Any) -> Any:
        """Return `x` after `x[index] = value`."""
        x = x.copy()
        x[index] = value
        return x

    def graph(expression: str, **values: Any) -> Any:
        """Return what a function of one expression gives under `jit`, which wants the source of a function."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"graph_{abs(hash(expression))}.py"
            path.write_text(
                f"from {package} import mint, ops\n\n\ndef fn({', '.join(values)}):\n    return {expression}\n",
                encoding="utf-8",
            )
            spec = importlib.util.spec_from_file_location(path.stem, path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[path.stem] = module  # where MindSpore's parser looks for it
            try:
                spec.loader.exec_module(module)
                return ms.jit(module.fn)(*values.values())
            finally:
                del sys.modules[path.stem]

    return {"ms": ms, "np": np, "graph": graph, **parts, "mnp": importlib.import_module(f"{package}.numpy"),
            "F": importlib.import_module(f"{package}.mint.nn.functional"), "T": ms.Tensor, "P": ms.Parameter,
            "of": of, "full": full, "written": written}  # fmt: skip


def described(ms: Any, x: Any) -> Any:
    """Return a result as plain data: tensors with type, shape and values."""
    if isinstance(x, (tuple, list)):
        return [type(x).__name__, *(described(ms, each) for each in x)]
    if isinstance(x, ms.Tensor):
        values = (x.astype(ms.float32) if x.dtype == ms.bfloat16 else x).asnumpy()
        flat = values.reshape(-1)
        parts = flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
        return {"dtype": str(x.dtype), "shape": list(x.shape), "values": [repr(each) for each in parts.tolist()]}
    return str(x)


def answer(case: str, package: str) -> Any:
    """Return what an expression gives, or the class of error it raises."""
    known = names(package)
    try:
        return described(known["ms"], eval(case, known))
    except Exception as error:
        return {"raises": type(error).__name__}


def main() -> None:
    """Record every expression that has no answer."""
    known = json.loads(GOLDENS.read_text(encoding="utf-8")) if GOLDENS.exists() else {}
    known = {} if "--again" in sys.argv else known
    answers = {case: known.get(case) or answer(case, "mindspore") for case in cases()}
    lines = ",\n".join(f"{json.dumps(case)}: {json.dumps(found)}" for case, found in answers.items())
    GOLDENS.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(len(answers), "answers,", sum("raises" in found for found in answers.values()), "refusals")


if __name__ == "__main__":
    main()
