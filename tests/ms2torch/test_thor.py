"""THOR: against trajectories of MindSpore 2.10's ThorGpu with numpy for its GPU kernels, and the formula."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch.train import ConvertModelUtils, ConvertNetUtils, Model
from ms2torch.train.train_thor.model_thor import ModelThor

# loss of each step and the sum of absolute values of each parameter after the last
RECORDED = [
    (
        {},
        [2.9820146560668945, 2.770197629928589, 2.4375598430633545, 2.1524617671966553, 1.7921009063720703],
        [18.242341995239258, 1969.5875244140625, 18.393299102783203, 19.39492416381836, 23.892091751098633,
         60.19329833984375, 0.47002241015434265],
    ),
    (
        {"weight_decay": 0.05, "enable_clip_grad": True},
        [2.9820146560668945, 2.8734726905822754, 2.7177577018737793, 2.5850982666015625, 2.4574368000030518],
        [18.130582809448242, 1967.3802490234375, 18.335124969482422, 19.282516479492188, 23.896316528320312,
         60.06802749633789, 0.470702201128006],
    ),
]  # fmt: skip


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(2, 6, 3, stride=2, pad_mode="pad", padding=1, has_bias=False)
        self.relu = nn.ReLU()
        self.flat = nn.Flatten()
        self.fc = nn.Dense(6 * 4 * 4, 130, activation="relu")
        self.ln = nn.LayerNorm((130,))
        self.out = nn.Dense(130, 3)

    def construct(self, x: Tensor) -> Tensor:
        return self.out(self.ln(self.fc(self.flat(self.relu(self.conv(x))))))


@pytest.mark.parametrize(("options", "losses", "sums"), RECORDED)
def test_trajectory(options: dict, losses: list[float], sums: list[float]) -> None:
    rng = np.random.RandomState(0)
    net = Net()
    for param in net.get_parameters():
        param.set_data(Tensor((rng.randn(*param.shape) * 0.2).astype(np.float32)))
    rates = Tensor([1e-2, 8e-3, 5e-3, 4e-3, 3e-3, 2e-3])
    damping = Tensor([0.3, 0.2, 0.1, 0.05, 0.05, 0.05])
    opt = nn.thor(net, rates, damping, 0.9, batch_size=4, loss_scale=2.0, **options)
    x, y = Tensor(rng.randn(4, 2, 8, 8).astype(np.float32)), Tensor(np.array([0, 1, 2, 0], np.int32))
    loss = nn.WithLossCell(net, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"))
    step = ms.value_and_grad(lambda a, b: loss(a, b) * 2.0, None, opt.parameters)
    got = []
    for i in range(5):
        opt.thor = i != 2
        value, gradients = step(x, y)
        assert opt(gradients) == (True,) * 7
        got.append(float(value))
    np.testing.assert_allclose(got, losses, rtol=1e-5)
    np.testing.assert_allclose([float(np.abs(p.asnumpy()).sum()) for p in net.trainable_params()], sums, rtol=1e-5)


def test_an_embedding_follows_the_formula() -> None:
    class Lookup(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.table = nn.Embedding(5, 3)

        def construct(self, ids: Tensor) -> Tensor:
            return self.table(ids)

    rng = np.random.default_rng(0)
    net, ids = Lookup(), np.array([[0, 3], [3, 4]], np.int32)
    opt = nn.thor(net, Tensor([0.5]), Tensor([0.04]), 0.0, batch_size=2)
    start = net.table.embedding_table.asnumpy().copy()
    seed = rng.normal(size=(2, 2, 3)).astype(np.float32)
    gradient = ms.grad(lambda i: (net(i) * Tensor(seed)).sum(), None, opt.parameters)(Tensor(ids))
    opt(gradient)
    rows = seed.reshape(-1, 3)
    a = np.bincount(ids.ravel(), minlength=5)
    g = rows.T @ rows / len(rows)
    np.testing.assert_array_equal(net.table.matrix_a.asnumpy(), a)
    np.testing.assert_allclose(net.table.matrix_g.asnumpy(), g, rtol=1e-5)
    new = (1 / (a / 2 + 0.2))[:, None] * gradient[0].asnumpy() @ np.linalg.inv(g * 4 + 0.2 * np.eye(3))
    np.testing.assert_allclose(net.table.embedding_table.asnumpy(), start - 0.5 * new, rtol=1e-4, atol=1e-6)


def test_conversion_keeps_parameters_and_what_it_cannot_replace() -> None:
    net = nn.SequentialCell(nn.Conv2d(4, 4, 3, group=2), nn.Conv2d(4, 2, 3, has_bias=True), nn.Dense(2, 2))
    kept = list(net.get_parameters())
    ConvertNetUtils().convert_to_thor_net(net)
    assert [type(cell).__name__ for cell in net] == ["Conv2d", "Conv2dThor", "DenseThor"]
    assert net.trainable_params() == kept
    assert net.cell_type == "second-order"


def test_convert_model() -> None:
    net = nn.SequentialCell(nn.Dense(2, 2))
    model = Model(net)
    assert ConvertModelUtils.convert_to_thor_model(model, net, optimizer=nn.SGD(net.trainable_params())) is model
    optimizer = nn.thor(net, Tensor([0.1] * 7), Tensor([0.1] * 7), 0.9, frequency=3)
    made = ConvertModelUtils.convert_to_thor_model(model, net, nn.MSELoss(), optimizer)
    assert isinstance(made, ModelThor)
    data = [(np.ones((1, 2), np.float32), np.zeros((1, 2), np.float32))] * 7
    flags: list[bool] = []
    update = optimizer.construct
    optimizer.__dict__["construct"] = lambda gradients: (flags.append(optimizer.thor), update(gradients))[1]
    made.train(1, ms.dataset.GeneratorDataset(data, ["x", "y"], shuffle=False), dataset_sink_mode=True)
    assert flags == [True, False, False, True, False, False, True]
    with pytest.raises(RuntimeError, match="7 rates"):
        made.train(1, ms.dataset.GeneratorDataset(data, ["x", "y"], shuffle=False))


def test_layers() -> None:
    dense = nn.DenseThor(3, 4, weight_init="ones")
    assert dense(Tensor([[1, 2, 3], [3, 4, 5]], ms.float32)).asnumpy().tolist() == [[6.0] * 4, [12.0] * 4]
    # over in_channels, as MindSpore outside Ascend (measured 2.10)
    np.testing.assert_allclose(dense.matrix_a.asnumpy()[0], np.array([10, 14, 18]) / 3, rtol=1e-6)
    assert nn.EmbeddingLookupThor(4, 2)(Tensor([[1, 0], [3, 2]], ms.int32)).shape == (2, 2, 2)
    assert nn.EmbeddingLookupThor(4, 2, target="DEVICE")(Tensor([1, 1], ms.int32)).dtype == ms.float16


@pytest.mark.parametrize(
    ("change", "error"),
    [({"momentum": -0.1}, ValueError), ({"frequency": 1}, ValueError), ({"learning_rate": 0.1}, TypeError),
     ({"damping": 0.1}, TypeError), ({"momentum": 1}, TypeError)],
)  # fmt: skip
def test_bad_arguments(change: dict, error: type[Exception]) -> None:
    given = {"learning_rate": Tensor([0.1]), "damping": Tensor([0.1]), "momentum": 0.9, **change}
    with pytest.raises(error):
        nn.thor(nn.SequentialCell(nn.Dense(2, 2)), **given)


def test_rows_that_are_not_there_are_left_alone() -> None:
    var, accum, linear = (ms.Parameter(Tensor([[v]], ms.float32)) for v in (0.2, 0.1, 0.6))
    ops.SparseApplyFtrl(lr=0.01, l1=0.0, l2=0.0, lr_power=-0.5)(
        var, accum, linear, Tensor([[0.7]], ms.float32), Tensor([1], ms.int32)
    )
    assert [round(float(p.asnumpy()[0, 0]), 6) for p in (var, accum, linear)] == [0.2, 0.1, 0.6]
