"""Parts that a few lines of MindSpore are, also as values: pytrees, gains, `RMSNorm`. The file gets them as its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import libcst as cst

from parity.port.engine.engine import Pass, converting_call, converting_name
from parity.port.syntax.pieces import expression

_FLATTEN = '''def {tree_flatten}(tree):
    """Return what nested dicts, lists and tuples hold, and what they are."""
    if not isinstance(tree, (dict, list, tuple)):
        return [tree], None
    parts = [{tree_flatten}(part) for part in (tree.values() if isinstance(tree, dict) else tree)]
    keys = tuple(tree) if isinstance(tree, dict) else None
    leaves = [leaf for inner, _ in parts for leaf in inner]
    return leaves, (type(tree), keys, [(len(inner), spec) for inner, spec in parts])
'''
_UNFLATTEN = '''def {tree_unflatten}(leaves, treespec):
    """Put what `{tree_flatten}` took apart together again."""
    leaves = list(leaves)
    if treespec is None:
        return leaves[0]
    kind, keys, specs = treespec
    parts, at = [], 0
    for count, spec in specs:
        parts.append({tree_unflatten}(leaves[at : at + count], spec))
        at += count
    if keys is not None:
        return kind(zip(keys, parts))
    return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
'''
_MAP = '''def {tree_map}(function, tree, *others):
    """Return nested dicts, lists and tuples with a function of each thing that they hold."""
    leaves, treespec = {tree_flatten}(tree)
    more = [{tree_flatten}(other)[0] for other in others]
    return {tree_unflatten}([function(*given) for given in zip(leaves, *more)], treespec)
'''
_GAIN = '''def {calculate_gain}(nonlinearity, param=None):
    """Return by how much an activation shrinks what it is given, as torch's function of this name."""
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return (2 / (1 + slope**2)) ** 0.5
    if nonlinearity.startswith(("linear", "conv")):
        return 1
    return {{"sigmoid": 1, "tanh": 5 / 3, "relu": 2**0.5, "selu": 3 / 4}}[nonlinearity]
'''
_RMS_NORM = '''class {RMSNorm}({nn}.Cell):
    """Scale by the root of the mean square over the last axes, with torch's arguments and default of eps."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.axes, self.eps = tuple(range(-len(shape), 0)), eps
        self.weight = {Parameter}({ops}.ones(shape, dtype or {ms}.float32)) if elementwise_affine else None

    def construct(self, x):
        steps = {{{ms}.float16: 2.0**-10, {ms}.bfloat16: 2.0**-7, {ms}.float64: 2.0**-52}}
        eps = steps.get(x.dtype, 2.0**-23) if self.eps is None else self.eps
        x = x * {ops}.rsqrt({ops}.square(x).mean(self.axes, keep_dims=True) + eps)
        return x if self.weight is None else x * self.weight

    @property
    def gamma(self):
        return self.weight  # as the norms of MindSpore call it
'''

_AMINMAX = '''def {aminmax}(input, dim=None, keepdim=False):
    """Return the least and the greatest elements, of all or along an axis."""
    if dim is None:
        return input.min(), input.max()
    return input.amin(dim, keepdim), input.amax(dim, keepdim)
'''


_PARAMETER_DICT = '''class {ParameterDict}({nn}.Cell):
    """Parameters by their names, as torch's class of this name holds them."""

    def __init__(self, parameters=None):
        super().__init__()
        self.names = []
        self.update(parameters or {{}})

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        is_new = key not in self.names
        self.names = self.names + [key] if is_new else self.names
        if not isinstance(value, {Parameter}):
            value = {Parameter}(value, name=key)
        setattr(self, key, value)

    def __contains__(self, key):
        return key in self.names

    def __len__(self):
        return len(self.names)

    def __iter__(self):
        return iter(self.names)

    def update(self, parameters):
        for key, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[key] = value

    def get(self, key, default=None):
        return self[key] if key in self.names else default

    def keys(self):
        return list(self.names)

    def values(self):
        return [self[key] for key in self.names]

    def items(self):
        return [(key, self[key]) for key in self.names]
'''


@dataclass(frozen=True, slots=True)
class _Own:
    """A function or layer of the file's own: its source, and those that it needs."""

    source: str
    needs: tuple[str, ...] = ()


_SOURCES: Mapping[str, _Own] = {
    "tree_flatten": _Own(_FLATTEN),
    "tree_unflatten": _Own(_UNFLATTEN, ("tree_flatten",)),
    "tree_map": _Own(_MAP, ("tree_flatten", "tree_unflatten")),
    "calculate_gain": _Own(_GAIN),
    "aminmax": _Own(_AMINMAX),
    "RMSNorm": _Own(_RMS_NORM),
    "ParameterDict": _Own(_PARAMETER_DICT),
}
_NAMES: Mapping[str, str] = {
    **{f"torch.utils._pytree.{name}": name for name in ("tree_flatten", "tree_unflatten", "tree_map")},
    "torch.nn.init.calculate_gain": "calculate_gain",
    "torch.aminmax": "aminmax",
    "torch.nn.RMSNorm": "RMSNorm",
    "torch.nn.ParameterDict": "ParameterDict",
    "torch.nn.modules.container.ParameterDict": "ParameterDict",
    "torch.nn.modules.normalization.RMSNorm": "RMSNorm",
}


class OwnParts(Pass):
    """Writes the functions and layers that the file gets, and calls of them."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        del original
        return call.with_changes(func=expression(self._own(_NAMES[full]))) if full in _NAMES else None

    @converting_name
    def value(self, full: str, original: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression | None:
        """Convert a value."""
        del original, updated
        return expression(self._own(_NAMES[full])) if full in _NAMES else None

    def _own(self, name: str) -> str:
        """Have the file get a function; return what it is called there."""
        ctx, written = self.ctx, self._written(name)
        for needed in (*_SOURCES[name].needs, name):
            key = f"own {needed}"
            if key in ctx.helpers:
                continue
            names = {each: self._written(each) for each in _SOURCES}
            spelled = {}
            source = _SOURCES[needed].source
            for part in ("nn", "ops", "ms"):
                if f"{{{part}}}" in source:
                    full = "mindspore.float32" if part == "ms" else f"mindspore.{part}.x"
                    spelled[part] = ctx.spell(full).rpartition(".")[0]
            if "{Parameter}" in source:
                spelled["Parameter"] = ctx.spell("mindspore.Parameter")
            ctx.helpers[key] = _SOURCES[needed].source.format(**names, **spelled)
        ctx.done()
        return written

    def _written(self, name: str) -> str:
        return name if name not in self.ctx.bound else f"torch_{name}"
