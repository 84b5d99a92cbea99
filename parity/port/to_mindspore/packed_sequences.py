"""Packed sequences: MindSpore's recurrent layers take padded ones and their lengths instead.

The file gets functions of torch's names that keep both, and one that runs a layer over them.
"""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Engine, Pass, Stage, converting, converting_call, entering, leaving
from parity.port.syntax.pieces import argument, expression
from parity.port.syntax.walking import walk

_FOLDER = "torch.nn.utils.rnn."
_PACKS = _FOLDER + "pack_padded_sequence"
_PADS = _FOLDER + "pad_packed_sequence"
_CLASS = '''class {PackedSequence}:
    """Sequences padded to one length, and their lengths, in the place of torch's class of this name."""

    def __init__(self, data, lengths, batch_first):
        self.data, self.lengths, self.batch_first = data, lengths, batch_first
'''
_PACK = '''def {pack_padded_sequence}(input, lengths, batch_first=False, enforce_sorted=True):
    """Keep padded sequences with their lengths."""
    if not isinstance(lengths, {ms}.Tensor):
        lengths = {ms}.Tensor(lengths)
    return {PackedSequence}(input, lengths.astype({ms}.int32), batch_first)
'''
_PAD = '''def {pad_packed_sequence}(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Return sequences padded to the longest, or to a length, and their lengths."""
    time = 1 if sequence.batch_first else 0
    longest = int(sequence.lengths.max())
    data = sequence.data[:, :longest] if sequence.batch_first else sequence.data[:longest]
    if padding_value:
        steps = {ops}.arange(longest)
        steps = steps[None] if sequence.batch_first else steps[:, None]
        ended = steps >= {ops}.expand_dims(sequence.lengths, time)
        data = {ops}.where(ended[:, :, None], {ops}.full_like(data, padding_value), data)
    if total_length is not None and total_length > longest:
        shape = [*data.shape]
        shape[time] = total_length - longest
        data = {ops}.cat((data, {ops}.full(tuple(shape), padding_value, dtype=data.dtype)), time)
    data = data if sequence.batch_first == batch_first else data.swapaxes(0, 1)
    return data, sequence.lengths.astype({ms}.int64)
'''
_RUN = '''def {run_packed}(layer, sequence, hx=None):
    """Run a recurrent layer over each of some sequences as long as it is."""
    turned = sequence.batch_first != layer.batch_first
    data = sequence.data.swapaxes(0, 1) if turned else sequence.data
    output, state = layer(data, hx, seq_length=sequence.lengths)
    output = output.swapaxes(0, 1) if turned else output
    return {PackedSequence}(output, sequence.lengths, sequence.batch_first), state
'''
_SOURCES = {
    "PackedSequence": _CLASS,
    "pack_padded_sequence": _PACK,
    "pad_packed_sequence": _PAD,
    "run_packed": _RUN,
}


class PackedSequences(Pass):
    """Writes the functions, and calls of recurrent layers with what they pack."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.packed: list[set[str]] = [set()]  # of each function: the names that hold packed sequences

    @entering(cst.FunctionDef)
    def enter(self, node: cst.FunctionDef) -> None:
        """Know which names of a function are bound to what it packs."""
        found = set(self.packed[-1])
        for part in walk(node.body):
            if isinstance(part, cst.Assign) and self._packs(part.value):
                found |= {entry.target.value for entry in part.targets if isinstance(entry.target, cst.Name)}
        self.packed.append(found)

    @leaving(cst.FunctionDef)
    def leave(self, node: cst.FunctionDef) -> None:
        """Forget the function."""
        del node
        self.packed.pop()

    def _packs(self, node: cst.BaseExpression) -> bool:
        return isinstance(node, cst.Call) and self.ctx.scopes.full(node.func) == _PACKS

    def _is_packed(self, node: cst.BaseExpression) -> bool:
        return self._packs(node) or (isinstance(node, cst.Name) and node.value in self.packed[-1])

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Call the file's own functions."""
        del original
        if full not in {_PACKS, _PADS}:
            return None
        self.ctx.done()
        return call.with_changes(func=expression(self._own(full.removeprefix(_FOLDER))))

    @converting(cst.Call)
    def layer(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Run a layer by the file's own function where it is given packed sequences."""
        given = original.args
        if not given or not self._is_packed(given[0].value) or self.ctx.scopes.full(original.func):
            return None
        if not isinstance(original.func, (cst.Attribute, cst.Subscript)) and not self._is_local(original.func):
            return None
        if len(given) > len(("sequence", "hx")) or any(entry.star for entry in given):
            return None
        args = [argument(call.func), *(entry.with_changes(comma=cst.MaybeSentinel.DEFAULT) for entry in call.args)]
        return cst.Call(expression(self._own("run_packed")), args)

    def _is_local(self, node: cst.BaseExpression) -> bool:
        return isinstance(node, cst.Name) and node.value in self.ctx.scopes.inner.names

    def _own(self, name: str) -> str:
        """Have the file get a function, and the class that it needs; return what it is called there."""
        names = {each: each if each not in self.ctx.bound else f"torch_{each}" for each in _SOURCES}
        spelled = {
            "ms": self.ctx.spell("mindspore.int32").rpartition(".")[0],
            "ops": self.ctx.spell("mindspore.ops.x").rpartition(".")[0],
        }
        for each in ("PackedSequence", name):
            self.ctx.helpers.setdefault(f"own {each}", _SOURCES[each].format(**names, **spelled))
        return names[name]
