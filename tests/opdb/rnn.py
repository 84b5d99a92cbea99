"""Recurrent layers. MindSpore's CPU adds an LSTM's biases first, and its tanh is off by up to 1e-4: tolerances."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, dtype, error_sample, sample, t, values

X, X_BATCH = t(5, 3, 4), t(3, 5, 4)
LENGTHS = values([5, 2, 3], "int32")


def layer_samples(*, lstm: bool) -> list[Sample]:
    """What LSTM, GRU and RNN have in common."""

    def state(*shape: int) -> object:
        return (t(*shape), t(*shape)) if lstm else t(*shape)

    return [
        sample(X).init(4, 6),
        sample(X, state(1, 3, 6)).init(4, 6),
        sample(X).init(4, 6, has_bias=False),
        sample(X_BATCH, state(2, 3, 6)).init(4, 6, num_layers=2, batch_first=True),
        sample(X).init(4, 6, bidirectional=True),
        sample(X, state(4, 3, 6)).init(4, 6, 2, bidirectional=True),
        sample(X, seq_length=LENGTHS).init(4, 6),
        sample(X, state(4, 3, 6), LENGTHS).init(4, 6, 2, bidirectional=True),
        sample(X, state(1, 3, 6), values([0, 5, 7], "int64")).init(4, 6).no_grad(),
        sample(X).init(4, 6, 2, dropout=0.4),
    ]


def layer_errors(wrong_state: object) -> list[Sample]:
    return [
        error_sample(X, raises=TypeError).init(4, 6.0),
        error_sample(X, raises=ValueError).init(4, 0),
        error_sample(X, raises=ValueError).init(4, 6, num_layers=0),
        error_sample(X, raises=TypeError).init(4, 6, dropout=0),
        error_sample(X, raises=ValueError).init(4, 6, dropout=1.0),
        error_sample(X, raises=TypeError).init(4, 6, has_bias=1),
        error_sample(X, raises=TypeError).init(4),
        error_sample(X, wrong_state, raises=TypeError).init(4, 6),
        error_sample(t(5, 4), raises=ValueError).init(4, 6),
        error_sample(t(5, 3, 7), raises=ValueError).init(4, 6),
        error_sample(X, seq_length=values([5.0, 2.0, 3.0]), raises=TypeError).init(4, 6),
        error_sample(X, seq_length=values([5], "int32"), raises=ValueError).init(4, 6),
    ]


def cell_errors(wrong_state: object, good_state: object) -> list[Sample]:
    return [
        error_sample(t(3, 4), wrong_state, raises=TypeError).init(4, 6),
        error_sample(t(3, 4, 1), good_state, raises=ValueError).init(4, 6),
        error_sample(t(3, 4, dtype="int32"), good_state, raises=TypeError).init(4, 6),
        error_sample(t(3, 4, dtype="float16"), good_state, raises=TypeError).init(4, 6),
        error_sample(t(3, 4), raises=TypeError).init(4, 6),
        error_sample(t(3, 4), good_state, raises=ValueError).init(0, 6),
        error_sample(t(3, 4), good_state, raises=TypeError).init(4, 6.0),
        error_sample(t(3, 4), good_state, raises=TypeError).init(4, 6, 1),
    ]


H = t(3, 6)
OPS = [
    Op(
        "mindspore.nn.LSTM",
        layer_samples(lstm=True),
        errors=[
            *layer_errors(t(1, 3, 6)),
            error_sample(X, [t(1, 3, 6), t(1, 3, 6)], raises=TypeError).init(4, 6),
            error_sample(X, (t(1, 3, 6, dtype="float16"), t(1, 3, 6)), raises=TypeError).init(4, 6),
            error_sample(X, (t(1, 3, 7), t(1, 3, 7)), raises=ValueError).init(4, 6),
            error_sample(X, raises=TypeError).init(4, 6, nonlinearity="relu"),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.GRU",
        layer_samples(lstm=False),
        errors=[
            *layer_errors((t(1, 3, 6), t(1, 3, 6))),
            error_sample(X, t(3, 3, 6), raises=ValueError).init(4, 6),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.RNN",
        [
            *layer_samples(lstm=False),
            sample(X).init(4, 6, nonlinearity="relu"),
            sample(X, seq_length=LENGTHS).init(4, 6, 2, bidirectional=True, nonlinearity="relu"),
        ],
        errors=[
            *layer_errors((t(1, 3, 6), t(1, 3, 6))),
            error_sample(X, raises=ValueError).init(4, 6, nonlinearity="gelu"),
        ],
        tol=1e-4,
    ),
    Op(
        "mindspore.nn.LSTMCell",
        [
            sample(t(3, 4), (H, H)).init(4, 6),
            sample(t(3, 4), (H, H)).init(4, 6, False),
            sample(t(3, 4, dtype="float16"), (t(3, 6, dtype="float16"),) * 2).init(4, 6, dtype=dtype("float16")),
        ],
        errors=cell_errors(H, (H, H)),
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.GRUCell",
        [
            sample(t(3, 4), H).init(4, 6),
            sample(t(3, 4), H).init(4, 6, has_bias=False),
            sample(t(3, 4, dtype="float16"), t(3, 6, dtype="float16")).init(4, 6, dtype=dtype("float16")),
        ],
        errors=cell_errors([H, H], H),
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.RNNCell",
        [
            sample(t(3, 4), H).init(4, 6),
            sample(t(3, 4), H).init(4, 6, False, "relu"),
            sample(t(3, 4, dtype="float16"), t(3, 6, dtype="float16")).init(4, 6, dtype=dtype("float16")),
        ],
        errors=[
            *cell_errors([H, H], H),
            error_sample(t(3, 4), H, raises=ValueError).init(4, 6, True, "gelu"),
        ],
        tol=1e-5,
    ),
]
