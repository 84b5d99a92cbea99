"""Recurrent, attention and embedding layers: what the op database does not show."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops
from ms2torch.nn.layer.rnns import _DynamicRNNBase
from ms2torch.ops.function.nn.rnn import rnn_step


def tensor(*shape: int, seed: int = 0) -> ms.Tensor:
    return ms.Tensor(np.random.default_rng(seed).standard_normal(shape).astype(np.float32))


@pytest.mark.parametrize(
    ("net", "text"),
    [
        ("nn.LSTM(3, 4)", "LSTM(\n  (rnn): _DynamicLSTMCPUGPU()\n  (dropout_op): Dropout(p=0.0)\n)"),
        ("nn.GRU(3, 4, dropout=0.5)", "GRU(\n  (rnn): _DynamicGRUCPUGPU()\n  (dropout_op): Dropout(p=0.5)\n)"),
        ("nn.RNN(3, 4)", "RNN(\n  (rnn): _DynamicRNNTanh()\n  (dropout_op): Dropout(p=0.0)\n)"),
        (
            "nn.RNN(3, 4, nonlinearity='relu')",
            "RNN(\n  (rnn): _DynamicRNNRelu()\n  (dropout_op): Dropout(p=0.0)\n)",
        ),
        ("nn.GRUCell(3, 4)", "GRUCell()"),
        (
            "nn.MultiheadAttention(8, 2)",
            "MultiheadAttention(\n  (out_proj): Dense(input_channels=8, output_channels=8, has_bias=True)\n)",
        ),
        (
            "nn.Embedding(5, 3, padding_idx=1)",
            (
                "Embedding(vocab_size=5, embedding_size=3, use_one_hot=False, embedding_table=Parameter "
                "(name=embedding_table, shape=(5, 3), dtype=Float32, requires_grad=True), dtype=Float32, padding_idx=1)"
            ),
        ),
        ("nn.EmbeddingLookup(5, 3)", "EmbeddingLookup()"),
    ],
)
def test_layers_print_as_in_mindspore(net: str, text: str) -> None:
    assert repr(eval(net, {"nn": nn})) == text


def test_weights_stand_in_four_tuples() -> None:
    net = nn.LSTM(3, 4, num_layers=2, bidirectional=True)
    assert [p.name for p in net.w_hh_list] == [
        "weight_hh_l0",
        "weight_hh_l0_reverse",
        "weight_hh_l1",
        "weight_hh_l1_reverse",
    ]
    assert len(nn.GRU(3, 4, has_bias=False).b_ih_list) == 0


def test_lstm_follows_weights_that_torch_puts_in_place() -> None:
    net = nn.LSTM(3, 4)
    x = torch.randn(5, 2, 3)
    zeros = {name: torch.zeros_like(p) for name, p in net.named_parameters()}
    output, _ = torch.func.functional_call(net, zeros, (x,))
    assert not output.any()
    twin = copy.deepcopy(net)
    for p in twin.w_hh_list:
        p.set_data(ops.zeros_like(p))
    assert not twin._parameters["weight_hh_l0"].any()
    assert net._parameters["weight_hh_l0"].any()


def test_lstm_agrees_with_its_own_cell() -> None:
    net = nn.LSTM(3, 4)
    x = tensor(5, 2, 3)
    output, (h, c) = net(x)
    weights = [net._parameters[f"{kind}_l0"] for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
    state = (torch.zeros(2, 4), torch.zeros(2, 4))
    for step in x._t:
        state = rnn_step("LSTM", step, state, *weights)
    torch.testing.assert_close(output._t[-1], state[0])
    torch.testing.assert_close((h._t[0], c._t[0]), state)
    child = net.rnn(x, (ms.Tensor(np.zeros((2, 4), np.float32)),) * 2, None, *(ms.Tensor(w.detach()) for w in weights))
    torch.testing.assert_close(child[0]._t, output._t)


@pytest.mark.parametrize("layer", ["LSTM(3, 4)", "GRU(3, 4)", "RNN(3, 4)", "RNN(3, 4, nonlinearity='relu')"])
@pytest.mark.parametrize("lengths", [None, [2, 5]])
def test_dynamic_layer_of_a_mode_is_the_layer_with_given_weights(layer: str, lengths: list[int] | None) -> None:
    net = eval(f"nn.{layer}", {"nn": nn})
    mode = net.rnn.mode
    weights = [ms.Tensor(net._parameters[f"{kind}_l0"].detach()) for kind in ("weight_ih", "weight_hh")]
    weights += [ms.Tensor(net._parameters[f"{kind}_l0"].detach()) for kind in ("bias_ih", "bias_hh")]
    x, seq_length = tensor(5, 2, 3), None if lengths is None else ms.Tensor(lengths, ms.int32)
    first = (tensor(1, 2, 4, seed=1), tensor(1, 2, 4, seed=2)) if mode == "LSTM" else tensor(1, 2, 4, seed=1)
    output, last = net(x, first, seq_length)
    one = _DynamicRNNBase(mode)
    assert type(net.rnn).__mro__[1] is _DynamicRNNBase
    state = tuple(s[0] for s in first) if mode == "LSTM" else first[0]
    answers = [one(x, state, seq_length, *(w.astype(ms.float64) for w in weights))]
    if seq_length is None:
        answers.append(one.recurrent(x, state, *weights))
    else:
        answers.append(one.variable_recurrent(x, state, seq_length, *weights))
    for given, states in answers:
        torch.testing.assert_close(given._t, output._t)
        for ours, theirs in zip(*((s if mode == "LSTM" else (s,)) for s in (states, last)), strict=True):
            torch.testing.assert_close(ours._t, theirs._t[0])
    step = one.cell(x[0], state, *weights)
    torch.testing.assert_close((step[0] if mode == "LSTM" else step)._t, net(x, first)[0]._t[0])
    with pytest.raises(ValueError, match="Unrecognized RNN mode: CNN"):
        _DynamicRNNBase("CNN")


def test_dropout_between_layers_only_while_training() -> None:
    net = nn.GRU(3, 8, num_layers=2, dropout=0.5)
    x = tensor(4, 2, 3)
    assert torch.equal(net(x)[0]._t, net(x)[0]._t)
    net.set_train()
    assert not torch.equal(net(x)[0]._t, net(x)[0]._t)


def test_to_float_runs_a_layer_in_half() -> None:
    output, _ = nn.LSTM(3, 4).to_float(ms.float16)(tensor(5, 2, 3))
    assert output.dtype == ms.float16


def test_query_that_may_look_at_nothing_gives_nan() -> None:
    # in MindSpore's softmax too, but its CPU kernel then spoils the rows that follow
    net = nn.MultiheadAttention(8, 2)
    x = tensor(3, 1, 8)
    mask = ms.Tensor(np.array([[False] * 3, [True] * 3, [False] * 3]))
    with_weights = net(x, x, x, attn_mask=mask)[0]._t
    without = net(x, x, x, need_weights=False, attn_mask=mask)[0]._t
    for out in (with_weights, without):
        assert out[1].isnan().all()
        assert not out[[0, 2]].isnan().any()
    torch.testing.assert_close(with_weights, without, equal_nan=True)


def test_stack_holds_layers_of_its_own() -> None:
    layer = nn.TransformerEncoderLayer(8, 2, 16)
    stack = nn.TransformerEncoder(layer, 2)
    first, second = (cell.self_attn.in_proj_weight for cell in stack.layers)
    assert first is not second
    assert torch.equal(first._t, second._t)
    assert not torch.equal(first._t, layer.self_attn.in_proj_weight._t)


def test_activation_cells_are_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="activation='gelu'"):
        nn.TransformerEncoderLayer(8, 2, 16, activation=nn.GELU())


def test_embedding_gradient_reaches_the_padding_row() -> None:
    net = nn.Embedding(4, 2, padding_idx=1)
    assert not net.embedding_table._t[1].any()
    ids = ms.Tensor([1, 1, 3])
    table = ms.grad(lambda i: net(i).sum(), None, net.trainable_params())(ids)
    grads = table[0] if isinstance(table, tuple) else table
    assert grads.asnumpy()[:, 0].tolist() == [0.0, 2.0, 0.0, 1.0]


# ---- decompositions, which are unique only up to signs and order ---------------------------------------------------


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 3, 3)])
def test_svd_gives_s_u_and_v(shape: tuple[int, ...], full: bool) -> None:
    a = tensor(*shape)
    s, u, v = ops.svd(a, full)
    k = min(shape[-2:])
    rebuilt = u._t[..., :k] @ torch.diag_embed(s._t) @ v._t[..., :k].mT
    torch.testing.assert_close(rebuilt, a._t)
    assert u.shape[-1] == (shape[-2] if full else k)


def test_eig_gives_values_and_vectors() -> None:
    a = tensor(2, 4, 4)
    values, vectors = ops.eig(a)
    torch.testing.assert_close(a._t.to(torch.complex64) @ vectors._t, vectors._t * values._t.unsqueeze(-2))
    assert sorted(ops.eigvals(a)._t.abs()[0].tolist()) == pytest.approx(sorted(values._t.abs()[0].tolist()))


def test_ormqr_multiplies_reflections() -> None:
    a, other = tensor(4, 3), tensor(4, 2, seed=1)
    packed, tau = ops.geqrf(a)
    q = torch.linalg.householder_product(torch.nn.functional.pad(packed._t, (0, 1)), tau._t)
    torch.testing.assert_close(ops.ormqr(packed, tau, other)._t, q @ other._t)
    torch.testing.assert_close(ops.ormqr(packed, tau, other, transpose=True)._t, q.mT @ other._t)


def test_addmm_in_place() -> None:
    x, a, b = tensor(2, 2), tensor(2, 3, seed=1), tensor(3, 2, seed=2)
    expected = 0.5 * x._t + a._t @ b._t
    assert x.addmm_(a, b, beta=0.5) is x
    torch.testing.assert_close(x._t, expected)


@pytest.mark.parametrize("name", ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "bessel_k0", "bessel_k1e"])
def test_bessel_functions_can_be_differentiated_twice(name: str) -> None:
    x = torch.linspace(0.3, 4.0, 5, dtype=torch.float64, requires_grad=True)
    function = getattr(ops, name)
    assert torch.autograd.gradgradcheck(lambda t: function(ms.Tensor(t))._t, (x,))
