"""Convolutions that MindSpore's layers do not do whole: the file gets classes of its own that derive from them."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting_call
from parity.port.syntax.pieces import expression, is_starred, text

_PADDED = '''class {name}({base}):
    """`{base}` with torch's arguments, which pads by values of its input where `padding_mode` says so."""

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros",
    ):
        def each(size):
            return ((size,) if isinstance(size, int) else tuple(size)) * ({axes} if isinstance(size, int) else 1)

        def plain(size):
            return each(size)[0] if {axes} == 1 else each(size)

        if padding == "same":
            whole = [gap * (size - 1) for gap, size in zip(each(dilation), each(kernel_size))]
            pads = [(one // 2, one - one // 2) for one in whole]
        else:
            pads = [(one, one) for one in each(0 if padding == "valid" else padding)]
        sizes = {{"stride": plain(stride), "pad_mode": "valid", "dilation": plain(dilation), "group": groups}}
        super().__init__(in_channels, out_channels, plain(kernel_size), **sizes, has_bias=bias)
        self.mode = "constant" if padding_mode == "zeros" else padding_mode
        self.pads = tuple(side for pair in reversed(pads) for side in pair)

    def construct(self, x):
        return super().construct({ops}.pad(x, self.pads, mode=self.mode))
'''
_TRANSPOSED = '''class {name}({base}):
    """`{base}` with torch's arguments, `output_padding` among them."""

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
        dilation=1,
    ):
        size, step, cut, more, gap = (
            part if isinstance(part, int) else part[0]
            for part in (kernel_size, stride, padding, output_padding, dilation)
        )
        if more > cut:
            raise ValueError(f"output_padding={{more}} is more than padding={{cut}}: its elements see no input")
        shape = {{"stride": step, "pad_mode": "valid", "dilation": gap, "group": groups}}
        super().__init__(in_channels, out_channels, size, **shape, has_bias=bias)
        self.cut, self.more = cut, more

    def construct(self, x):
        whole = super().construct(x)
        return whole[:, :, self.cut : whole.shape[2] - self.cut + self.more]
'''
_CONVOLUTIONS = {f"torch.nn.Conv{axes}d": axes for axes in (1, 2)}
_AT = {"padding_mode": 8, "output_padding": 5}
_PLAIN = {"padding_mode": {"'zeros'", '"zeros"'}, "output_padding": {"0", "(0,)"}}


class OwnLayers(Pass):
    """Writes the classes, and calls of them."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a layer that is given what MindSpore's does not take."""
        if full in _CONVOLUTIONS and _gives(original, "padding_mode"):
            axes = _CONVOLUTIONS[full]
            name = self._class(f"PaddedConv{axes}d", _PADDED, f"mindspore.nn.Conv{axes}d", axes)
        elif full == "torch.nn.ConvTranspose1d" and _gives(original, "output_padding"):
            name = self._class("ConvTranspose1d", _TRANSPOSED, "mindspore.nn.Conv1dTranspose", 1)
        else:
            return None
        self.ctx.done()
        kept = [entry for entry in call.args if entry.keyword is None or entry.keyword.value not in {"device", "dtype"}]
        return call.with_changes(func=expression(name), args=kept) if len(kept) == len(call.args) else None

    def _class(self, name: str, source: str, base: str, axes: int) -> str:
        """Have the file get a class; return what it is called there."""
        name = name if name not in self.ctx.bound else f"Torch{name}"
        ops = self.ctx.spell("mindspore.ops.x").rpartition(".")[0] if "{ops}" in source else ""
        known = {"name": name, "base": self.ctx.spell(base), "ops": ops, "axes": axes}
        self.ctx.helpers[f"own {name}"] = source.format(**known)
        return name


def _gives(call: cst.Call, argument: str) -> bool:
    """Tell whether a call gives an argument that is not, as it stands, the default."""
    if is_starred(call.args):
        return False
    named = [e.value for e in call.args if e.keyword is not None and e.keyword.value == argument]
    values = named or [e.value for e in call.args[_AT[argument] : _AT[argument] + 1] if e.keyword is None]
    return any(text(value).strip() not in _PLAIN[argument] for value in values)
