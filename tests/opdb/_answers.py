"""What a call returned, as plain data: structure, dtype, shape and values, the same for every framework."""

from __future__ import annotations

from typing import Any

import numpy as np

Arrays = list[np.ndarray]

# The tolerance of an answer, relative and absolute, where its op says nothing else. MindSpore's CPU kernels are
# measured to stay within these on the ops that are no more than a few roundings away from exact.
TOLERANCE = {"float16": 1e-3, "bfloat16": 8e-3, "float32": 2e-6, "float64": 1e-12, "complex64": 2e-6}
TOLERANCE["complex128"] = TOLERANCE["float64"]
COMPLEX = {"complex64": np.float32, "complex128": np.float64}


def encode(result: Any, arrays: Arrays) -> Any:
    """Describe `result`; the values of its tensors are appended to `arrays`."""
    if result is None or isinstance(result, (bool, int, str)):
        return {"is": type(result).__name__, "value": result}
    if isinstance(result, float):
        return {"is": "float", "value": repr(float(result))}
    if isinstance(result, complex):
        return {"is": "complex", "value": repr(result)}
    if isinstance(result, dict):
        return {"is": "dict", "items": {str(key): encode(value, arrays) for key, value in result.items()}}
    if isinstance(result, (list, tuple)):
        kind = "list" if isinstance(result, list) else "tuple"
        return {"is": kind, "items": [encode(value, arrays) for value in result]}
    if isinstance(result, (np.ndarray, np.generic)):
        return _encode_array("array", str(result.dtype), np.asarray(result), arrays)
    if hasattr(result, "asnumpy") and hasattr(result, "dtype"):
        dtype = str(result.dtype).lower()
        held = result.astype(_float32_beside(result)) if dtype == "bfloat16" else result
        return _encode_array("tensor", dtype, held.asnumpy(), arrays)
    if type(result).__module__.startswith("torch") and hasattr(result, "numpy"):
        dtype = str(result.dtype).removeprefix("torch.")
        held = result.float() if dtype == "bfloat16" else result
        return _encode_array("tensor", dtype, held.detach().resolve_conj().numpy(), arrays)
    parts = [part for part in ("indices", "indptr", "values", "shape") if hasattr(result, part)]
    if len(parts) > 2:  # COOTensor, CSRTensor
        return {"is": type(result).__name__, "items": {part: encode(getattr(result, part), arrays) for part in parts}}
    return {"is": "object", "value": str(result)}


def _float32_beside(tensor: Any) -> Any:
    import importlib

    return importlib.import_module(type(tensor).__module__.partition(".")[0]).float32


def _encode_array(kind: str, dtype: str, data: np.ndarray, arrays: Arrays) -> dict[str, Any]:
    stored = np.array(data, order="C")
    if dtype in COMPLEX:
        stored = np.stack([stored.real, stored.imag], axis=-1).astype(COMPLEX[dtype])
    arrays.append(stored)
    return {"is": kind, "dtype": dtype, "shape": list(data.shape), "data": len(arrays) - 1}


def differences(
    expected: Any, expected_arrays: Arrays, actual: Any, actual_arrays: Arrays, *, tol: float | None, random: bool
) -> list[str]:
    """Say where two answers differ; an empty list when they agree."""
    found: list[str] = []
    _walk(expected, expected_arrays, actual, actual_arrays, tol, random, "", found)
    return found


def _walk(
    want: Any, want_arrays: Arrays, got: Any, got_arrays: Arrays, tol: float | None, random: bool, at: str, found: list
) -> None:
    where = f"at {at}: " if at else ""
    if want["is"] != got["is"]:
        found.append(f"{where}expected {_kind(want)}, got {_kind(got)}")
    elif "items" in want:
        pairs = want["items"], got["items"]
        keys = [list(items) if isinstance(items, dict) else list(range(len(items))) for items in pairs]
        if keys[0] != keys[1]:
            found.append(f"{where}expected {want['is']} of {keys[0]}, got {keys[1]}")
            return
        for key in keys[0]:
            deeper = f"{at}[{key}]"
            _walk(pairs[0][key], want_arrays, pairs[1][key], got_arrays, tol, random, deeper, found)
    elif "data" in want:
        for part in ("dtype", "shape"):
            if want[part] != got[part]:
                found.append(f"{where}expected {part} {want[part]}, got {got[part]}")
                return
        if not random:
            allowed = tolerance_for(want["dtype"], tol)
            said = values_differ(want_arrays[want["data"]], got_arrays[got["data"]], allowed)
            if said:
                found.append(where + said)
    elif want["value"] != got["value"] and not random:
        same = want["is"] == "float" and not values_differ(
            np.float64(want["value"]), np.float64(got["value"]), tolerance_for("float32", tol)
        )
        if not same:
            found.append(f"{where}expected {want['is']} {want['value']!r}, got {got['value']!r}")


def _kind(answer: Any) -> str:
    return f"{answer['is']} {answer.get('dtype', '')}{answer.get('shape', answer.get('value', ''))}"


def tolerance_for(dtype: str, tol: float | None) -> float:
    """The op's own tolerance, never below what the dtype can hold."""
    default = TOLERANCE.get(dtype, 0.0)
    if tol is None or default == 0.0:
        return default
    return max(tol, default) if dtype in ("float16", "bfloat16") else tol


def values_differ(want: Any, got: Any, allowed: float) -> str:
    """Say how two arrays of equal shape differ; empty when every value is within the tolerance."""
    want, got = np.asarray(want), np.asarray(got)
    if want.dtype.kind not in "fc":
        wrong = want != got
        far = np.abs(want.astype(np.float64) - got.astype(np.float64))
    else:
        wide_want, wide_got = want.astype(np.float64), got.astype(np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            far = np.abs(wide_want - wide_got)
            near = (far <= allowed + allowed * np.abs(wide_want)) | (wide_want == wide_got)
        wrong = ~(near | (np.isnan(wide_want) & np.isnan(wide_got)))
    if not wrong.any():
        return ""
    worst = np.unravel_index(np.argmax(np.where(wrong, np.nan_to_num(far, nan=np.inf), -1)), want.shape)
    return (
        f"{int(wrong.sum())} of {wrong.size} values differ, worst at {list(map(int, worst))}: "
        f"expected {want[worst]!r}, got {got[worst]!r} (tolerance {allowed:g})"
    )
