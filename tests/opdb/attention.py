"""Attention and transformer layers."""

from __future__ import annotations

from tests.opdb._spec import Op, call, error_sample, named, sample, t, values

Q, K, V = t(3, 2, 8), t(4, 2, 8), t(4, 2, 8)
CAUSAL = values([[False, True, True, True], [False, False, True, True], [False, False, False, True]], "bool")
SQUARE = values([[False, True, True], [False, False, True], [False, False, False]], "bool")
PADDED = values([[False, False, False, True], [False, True, False, False]], "bool")
ADDED, ADDED_PADDING = t(3, 4), t(2, 4)
LAYER = (8, 2, 16)
ENCODER, DECODER = "mindspore.nn.TransformerEncoderLayer", "mindspore.nn.TransformerDecoderLayer"

OPS = [
    Op(
        "mindspore.nn.MultiheadAttention",
        [
            sample(Q, K, V).init(8, 2),
            sample(Q, K, V).init(8, 2, has_bias=False),
            sample(Q, K, V, need_weights=False).init(8, 2),
            sample(Q, K, V, average_attn_weights=False).init(8, 4),
            sample(t(2, 3, 8), t(2, 4, 8), t(2, 4, 8), PADDED).init(8, 2, batch_first=True),
            sample(t(3, 8), t(4, 8), t(4, 8), values([False, True, False, False], "bool")).init(8, 2),
            sample(t(3, 8), t(4, 8), t(4, 8), average_attn_weights=False).init(8, 2),
            sample(Q, t(4, 2, 5), t(4, 2, 6)).init(8, 2, kdim=5, vdim=6),
            sample(Q, K, V, attn_mask=CAUSAL).init(8, 2),
            sample(Q, K, V, attn_mask=CAUSAL, need_weights=False).init(8, 2),
            sample(Q, K, V, attn_mask=ADDED).init(8, 2),
            sample(Q, K, V, attn_mask=t(4, 3, 4), need_weights=False).init(8, 2),
            sample(Q, K, V, attn_mask=values([[0, 1, 0, 0]] * 3, "uint8")).init(8, 2),
            sample(Q, K, V, ADDED_PADDING).init(8, 2),
            sample(Q, K, V, PADDED, attn_mask=CAUSAL).init(8, 2),
            # masks of unlike kinds: not what torch makes of them
            sample(Q, K, V, PADDED, attn_mask=ADDED).init(8, 2),
            sample(Q, K, V, values([[0.0, 0.0, -1.0, 0.0]] * 2), attn_mask=CAUSAL).init(8, 2).no_grad(),
            sample(Q, K, V, PADDED, attn_mask=CAUSAL).init(8, 2, add_bias_kv=True, add_zero_attn=True),
            sample(Q, K, V, ADDED_PADDING, attn_mask=ADDED).init(8, 2, add_bias_kv=True),
        ],
        errors=[
            error_sample(Q, K, V, raises=ValueError).init(8, 3),
            error_sample(Q, K, V, values([[0, 0, 0, 1]] * 2, "int32"), raises=ValueError).init(8, 2),
            error_sample(Q, K, V, attn_mask=values([[0, 0, 0, 1]] * 3, "int32"), raises=ValueError).init(8, 2),
            error_sample(Q, K, V, attn_mask=t(2, 4), raises=ValueError).init(8, 2),
            error_sample(Q, K, V, t(1, 4), raises=ValueError).init(8, 2),
            error_sample(Q, K, V, t(4), raises=ValueError).init(8, 2),
            error_sample(Q, K, t(3, 2, 8), raises=ValueError).init(8, 2),
            error_sample(t(8), K, V, raises=ValueError).init(8, 2),
            error_sample(Q, t(4, 8), t(4, 8), raises=ValueError).init(8, 2),
            error_sample(*(t(3, 2, 8, dtype="float16"),) * 3, raises=TypeError).init(8, 2),
        ],
        tol=1e-5,
    ),
    Op(
        ENCODER,
        [
            sample(Q).init(*LAYER),
            sample(Q, SQUARE).init(*LAYER, activation="gelu", norm_first=True),
            sample(t(2, 3, 8), None, t(2, 3)).init(*LAYER, batch_first=True, layer_norm_eps=0.1),
            sample(t(3, 8)).init(*LAYER, activation=named("mindspore.ops.gelu")),
            sample(Q).init(*LAYER, dropout=0.0).train(),
        ],
        errors=[
            error_sample(Q, raises=ValueError).init(*LAYER, activation="tanh"),
            error_sample(Q, raises=ValueError).init(*LAYER, activation=3),
            error_sample(Q, raises=ValueError).init(*LAYER, dropout=1.0),
            error_sample(Q, None, values([[0, 0, 1]] * 2, "int32"), raises=AssertionError).init(*LAYER),
        ],
        tol=1e-5,
    ),
    Op(
        DECODER,
        [
            sample(Q, K).init(*LAYER),
            sample(Q, K, SQUARE, CAUSAL, memory_key_padding_mask=PADDED).init(*LAYER, norm_first=True),
            sample(t(2, 3, 8), t(2, 4, 8), tgt_key_padding_mask=t(2, 3)).init(
                *LAYER, batch_first=True, activation="gelu"
            ),
        ],
        errors=[error_sample(Q, K, raises=ValueError).init(*LAYER, activation="tanh")],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.TransformerEncoder",
        [
            sample(Q).init(call(ENCODER, *LAYER), 2),
            sample(Q, SQUARE).init(call(ENCODER, *LAYER, norm_first=True), 1, call("mindspore.nn.LayerNorm", (8,))),
        ],
        errors=[
            error_sample(Q, None, values([[0, 0, 1]] * 2, "int32"), raises=AssertionError).init(
                call(ENCODER, *LAYER), 1
            )
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.TransformerDecoder",
        [
            sample(Q, K).init(call(DECODER, *LAYER), 2),
            sample(Q, K, SQUARE, CAUSAL).init(call(DECODER, *LAYER), 1, norm=call("mindspore.nn.LayerNorm", (8,))),
        ],
        errors=[error_sample(Q, K, raises=AttributeError).init(call("mindspore.nn.Dense", 8, 8), 2)],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.Transformer",
        [
            sample(K, Q).init(8, 2, 1, 2, 16),
            sample(K, Q, tgt_mask=SQUARE, src_key_padding_mask=PADDED).init(8, 2, 2, 1, 16, norm_first=True),
            sample(t(2, 4, 8), t(2, 3, 8)).init(8, 2, 1, 1, 16, batch_first=True, activation="gelu"),
            sample(t(4, 8), t(3, 8)).init(8, 2, 1, 1, 16),
        ],
        errors=[error_sample(t(4, 2, 6), Q, raises=ValueError).init(8, 2, 1, 1, 16)],
        tol=1e-5,
    ),
]
