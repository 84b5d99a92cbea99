"""Recurrent layers, one layer and direction after the other by the Cell they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ms2torch._core.base import unwrap, wrap


def _construct(self: Any, x: Any, hx: Any = None, seq_length: Any = None) -> tuple[Any, Any]:
    given = x.dtype
    steps = x.swapaxes(0, 1) if self.batch_first else x
    if hx is None:
        state = tuple(map(wrap, self._first_state(type(self).__name__, unwrap(steps), None)))
        hx = state if self.is_lstm else state[0]
    run = self._stacked_bi_dynamic_rnn if self.bidirectional else self._stacked_dynamic_rnn
    out, last = run(steps, hx, seq_length)
    out = (out.swapaxes(0, 1) if self.batch_first else out).astype(given)
    return out, tuple(each.astype(given) for each in last) if self.is_lstm else last.astype(given)


def _one(self: Any, x: Any, hx: Any, seq_length: Any, place: int) -> tuple[Any, Any]:
    """Run one layer in one direction."""
    state = tuple(each[place] for each in hx) if self.is_lstm else hx[place]
    biases = (self.b_ih_list[place], self.b_hh_list[place]) if self.has_bias else (None, None)
    return self.rnn(x, state, seq_length, self.w_ih_list[place], self.w_hh_list[place], *biases)


def _last(self: Any, states: list[Any]) -> Any:
    from ms2torch.ops.function.array.layout import stack

    return tuple(stack(list(each)) for each in zip(*states, strict=True)) if self.is_lstm else stack(states)


def _one_way(self: Any, x: Any, hx: Any, seq_length: Any) -> tuple[Any, Any]:
    states = []
    for layer in range(self.num_layers):
        x, last = _one(self, self.dropout_op(x) if layer else x, hx, seq_length, layer)
        states.append(last)
    return x, _last(self, states)


def _both_ways(self: Any, x: Any, hx: Any, seq_length: Any) -> tuple[Any, Any]:
    from ms2torch.ops.function.array.join import cat

    def turned(t: Any) -> Any:
        return self.reverse(t) if seq_length is None else self.reverse_sequence(t, seq_length)

    states = []
    for layer in range(self.num_layers):
        given = self.dropout_op(x) if layer else x
        there, last = _one(self, given, hx, seq_length, 2 * layer)
        back, last_back = _one(self, turned(given), hx, seq_length, 2 * layer + 1)
        states += [last, last_back]
        x = cat((there, turned(back)), 2)
    return x, _last(self, states)


PARTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "_RNNBase": {
        "construct": _construct,
        "_stacked_dynamic_rnn": _one_way,
        "_stacked_bi_dynamic_rnn": _both_ways,
    }
}
