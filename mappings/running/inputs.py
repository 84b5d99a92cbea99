"""Input specs of cases: ``x=float32[2,3,8,8]*0.01``, ``int64[4]<5``, ``float32[8]+2``, ``int32:[0,1,2]``.

``int64/int32[4]<5`` is int64 for torch and int32 for MindSpore, where the two ask for different dtypes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

_SPEC = re.compile(
    r"""(?:(?P<name>[A-Za-z_]\w*)=)?
        (?P<dtype>bool|u?int8|int16|int32|int64|float16|float32|float64|complex64)
        (?:/(?P<theirs>bool|int32|int64|float32))?
        (?:\[(?P<shape>[\d,\s]*)\](?P<mods>(?:[*+<@|](?:-?[\d.]+(?:e-?\d+)?|[a-z]+))*)|:(?P<values>.+))$""",
    re.VERBOSE,
)
_MODIFIER = re.compile(r"([*+<@|])(-?[\d.]+(?:e-?\d+)?|[a-z]+)")
_NAMES = "xyzwuv"


@dataclass(frozen=True, slots=True)
class Input:
    """One input array, described.

    Attributes:
        name: what the expressions call it.
        dtype: numpy's name of the dtype.
        shape: its shape (of explicit values: unused).
        scale, offset: applied to standard normal values.
        below: integers are drawn from 0 up to this.
        seed: of the generator.
        law: ``normal``, ``unit`` (uniform in (0, 1)), ``ones``, ``distinct`` (a shuffled ramp, no ties).
        values: explicit values as text, or "".
        theirs: MindSpore's dtype, where it is another; else "".
    """

    name: str
    dtype: str
    shape: tuple[int, ...] = ()
    scale: float = 1.0
    offset: float = 0.0
    below: int = 10
    seed: int = 0
    law: str = "normal"
    values: str = ""
    theirs: str = ""


def parse_inputs(specs: Iterable[str]) -> tuple[Input, ...]:
    """Read the specs of one case; an unnamed input is called x, y, z, w, u, v by position.

    Raises:
        ValueError: naming the spec that does not parse.
    """
    return tuple(_parse(position, spec) for position, spec in enumerate(specs))


def _parse(position: int, spec: str) -> Input:
    match = _SPEC.match(spec.strip())
    if match is None:
        form = "DTYPE[SHAPE] with *scale +offset <below @seed |law, or DTYPE:[...]"
        msg = f"input spec {spec!r} does not parse; write {form}"
        raise ValueError(msg)
    name = match["name"] or _NAMES[position]
    if match["values"]:
        return Input(name, match["dtype"], values=match["values"], theirs=match["theirs"] or "")
    shape = tuple(int(part) for part in match["shape"].split(",") if part.strip())
    settings: dict[str, Any] = {"seed": position, "theirs": match["theirs"] or ""}
    for sign, text in _MODIFIER.findall(match["mods"]):
        key = {"*": "scale", "+": "offset", "<": "below", "@": "seed", "|": "law"}[sign]
        settings[key] = text if sign == "|" else int(text) if sign in "<@" else float(text)
    if settings.get("law", "normal") not in ("normal", "unit", "ones", "distinct"):
        msg = f"input spec {spec!r}: unknown law {settings['law']!r}; normal, unit, ones or distinct"
        raise ValueError(msg)
    return Input(name, match["dtype"], shape, **settings)


def make_array(spec: Input, step: int = 0) -> np.ndarray[Any, Any]:
    """Return the array that `spec` describes; another `step` gives other values of the same distribution."""
    import numpy as np

    if spec.values:
        values = ast.literal_eval(spec.values.replace("nan", "'nan'").replace("inf", "1e999"))
        return np.asarray(values, dtype=spec.dtype)
    rng = np.random.default_rng([spec.seed, step])
    if spec.dtype == "bool":
        return rng.random(spec.shape) < 0.5
    if spec.dtype.startswith(("int", "uint")):
        return rng.integers(0, spec.below, spec.shape).astype(spec.dtype)
    if spec.law == "ones":
        values = np.ones(spec.shape)
    elif spec.law == "unit":
        values = rng.uniform(0.02, 0.98, spec.shape)
    elif spec.law == "distinct":
        count = int(np.prod(spec.shape))
        values = (rng.permutation(count).reshape(spec.shape) - count / 2) / max(count, 1) * 4
    else:
        values = rng.standard_normal(spec.shape)
    return np.asarray(values * spec.scale + spec.offset, dtype=spec.dtype)
