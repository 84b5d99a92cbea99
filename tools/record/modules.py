"""Record what MindSpore's derivatives, experimental optimizers and sparse tensors give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/modules.py     # rewrite tests/goldens/modules.json

The runs are defined here once; tests/ms2torch/test_autodiff_more.py and its neighbours make the same with ms2torch.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "modules.json"


def encode(value: Any) -> Any:
    """Write nested outputs as JSON: a tensor as shape, type and values."""
    if isinstance(value, (tuple, list)):
        return {"tuple": [encode(each) for each in value]}
    if hasattr(value, "asnumpy"):
        array = np.asarray(value.asnumpy())
        return {"shape": list(array.shape), "dtype": str(array.dtype), "values": array.reshape(-1).tolist()}
    return value


# ---- derivatives -------------------------------------------------------------------------------------------------
# functions of their own, because MindSpore compiles the source of some of them

ops: Any = None


def two(a: Any, b: Any) -> Any:
    """Two outputs of different shapes."""
    return (a * b).sum(1), b * 2


def one(a: Any, b: Any) -> Any:
    """One output."""
    return a * b


def three(a: Any, b: Any) -> Any:
    """An output and two others."""
    return a * b, a + 1, b


def cube(a: Any) -> Any:
    """One input."""
    return a**3


def squares(a: Any) -> Any:
    """Return a number."""
    return (a * a).sum()


def sine(a: Any) -> Any:
    """A function whose derivatives do not end."""
    return ops.sin(a)


def sine_times(a: Any, b: Any) -> Any:
    """The same of two inputs."""
    return ops.sin(a) * b


def total(a: Any) -> Any:
    """Take away the dimension."""
    return a.sum()


def paired(t: Any, b: Any) -> Any:
    """A nested input, and an output that is an input."""
    return t[0] + t[1] * b, b


def identity_and_product(a: Any, b: Any) -> Any:
    """Return an input as it is."""
    return a * b, a


def derivatives(ms: Any) -> dict[str, Callable[[], Any]]:
    """The runs, by name."""
    global ops
    ops = ms.ops
    x = ms.Tensor(np.array([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]], np.float32))
    y = ms.Tensor(np.array([5.0, 6.0, 7.0], np.float32))
    series = ms.Tensor(np.stack([np.ones((2, 3)), np.zeros((2, 3)), np.full((2, 3), 2.0)]).astype(np.float32))
    runs: dict[str, Callable[[], Any]] = {}
    for name, make in (("jacrev", ms.jacrev), ("jacfwd", ms.jacfwd)):
        runs[f"{name}/first"] = lambda make=make: make(two)(x, y)
        runs[f"{name}/second"] = lambda make=make: make(two, 1)(x, y)
        runs[f"{name}/both"] = lambda make=make: make(two, (0, 1))(x, y)
        runs[f"{name}/one output"] = lambda make=make: make(one, (0, 1))(x, y)
        runs[f"{name}/aux"] = lambda make=make: make(three, (0, 1), True)(x, y)
        runs[f"{name}/number"] = lambda make=make: make(squares)(x)
    runs |= {
        "jvp/plain": lambda: ms.jvp(one, (x, y), (x, y)),
        "jvp/one": lambda: ms.jvp(cube, x, x),
        "jvp/two outputs": lambda: ms.jvp(two, (x, y), (x, y)),
        "jvp/aux": lambda: ms.jvp(three, (x, y), (x, y), has_aux=True),
        "vjp/plain": lambda: ms.vjp(one, x, y)[1](x),
        "vjp/two outputs": lambda: ms.vjp(two, x, y)[1]((ms.Tensor(np.ones(2, np.float32)), y)),
        "vjp/aux": lambda: (ms.vjp(three, x, y, has_aux=True)[1](x), ms.vjp(three, x, y, has_aux=True)[2]),
        "vjp/same tensor twice": lambda: ms.vjp(identity_and_product, x, x)[1]((x, x)),
        "derivative/1": lambda: ms.ops.derivative(sine, x, 1),
        "derivative/3": lambda: ms.ops.derivative(sine, x, 3),
        "derivative/two inputs": lambda: ms.ops.derivative(sine_times, (x, x), 2),
        "jet/one": lambda: ms.ops.jet(sine, x, series),
        "jet/two inputs": lambda: ms.ops.jet(sine_times, (x, x), (series, series)),
        "linearize/one": lambda: ms.ops.linearize(cube, x)[1](x),
        "linearize/two inputs": lambda: ms.ops.linearize(sine_times, (x, y))[1]((x, y)),
        "vmap/none": lambda: ms.vmap(one, (0, None))(x, y),
        "vmap/out": lambda: ms.vmap(one, (0, 1), 1)(x, ms.Tensor(x.asnumpy().T.copy())),
        "vmap/reduce": lambda: ms.vmap(total, -1)(x),
        "vmap/nested": lambda: ms.vmap(ms.vmap(total))(x.expand_dims(0)),
        "vmap/nested input": lambda: ms.vmap(paired, ((0, 0), None), (0, None))((x, x), y),
    }
    return runs


# ---- experimental optimizers -------------------------------------------------------------------------------------


def _start(ms: Any) -> list[Any]:
    rng = np.random.RandomState(0)
    shapes = {"a": (3, 2), "b": (4,)}
    return [ms.Parameter(ms.Tensor(rng.randn(*s).astype(np.float32)), name=n) for n, s in shapes.items()]


OPTIMIZERS: dict[str, Callable[[Any, list[Any]], Any]] = {
    "SGD": lambda optim, p: optim.SGD(p, 0.1),
    "SGD momentum": lambda optim, p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.01),
    "SGD dampening": lambda optim, p: optim.SGD(p, 0.1, momentum=0.9, dampening=0.3),
    "SGD nesterov": lambda optim, p: optim.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
    "SGD maximize": lambda optim, p: optim.SGD(p, 0.1, maximize=True),
    "Adam": lambda optim, p: optim.Adam(p, 0.1),
    "Adam decay": lambda optim, p: optim.Adam(p, 0.1, weight_decay=0.1, eps=1e-2),
    "Adam maximize": lambda optim, p: optim.Adam(p, 0.1, maximize=True),
    "AdamW": lambda optim, p: optim.AdamW(p, 0.1),
    "AdamW amsgrad": lambda optim, p: optim.AdamW(p, 0.1, amsgrad=True, eps=1e-2),
    "AdamW groups": lambda optim, p: optim.AdamW(
        [{"params": [p[0]], "lr": 0.01}, {"params": [p[1]], "weight_decay": 0.5}], 0.1
    ),
    "Adadelta": lambda optim, p: optim.Adadelta(p),
    "Adadelta decay": lambda optim, p: optim.Adadelta(p, 0.5, rho=0.8, eps=1e-3, weight_decay=0.1, maximize=True),
    "Adagrad": lambda optim, p: optim.Adagrad(p, 0.1),
    "Adagrad decay": lambda optim, p: optim.Adagrad(p, 0.1, 0.5, 0.1, 0.3, 1e-3, maximize=True),
    "Adagrad groups": lambda optim, p: optim.Adagrad(
        [{"params": [p[0]], "lr_decay": 0.5}, {"params": [p[1]], "initial_accumulator_value": 2.0}], 0.1
    ),
    "Adamax": lambda optim, p: optim.Adamax(p, 0.1),
    "Adamax decay": lambda optim, p: optim.Adamax(p, 0.1, (0.7, 0.9), 1e-2, 0.1, maximize=True),
    "ASGD": lambda optim, p: optim.ASGD(p, 0.1),
    "ASGD mean": lambda optim, p: optim.ASGD(p, 0.1, 0.1, 0.5, 1.0, 0.1, True),
    "NAdam": lambda optim, p: optim.NAdam(p, 0.1),
    "NAdam decay": lambda optim, p: optim.NAdam(p, 0.1, (0.7, 0.9), 1e-2, 0.1, 0.5),
    "RAdam": lambda optim, p: optim.RAdam(p, 0.1),
    "RAdam rectified": lambda optim, p: optim.RAdam(p, 0.1, (0.7, 0.99), 1e-2, 0.1),
    "RMSprop": lambda optim, p: optim.RMSprop(p),
    "RMSprop momentum": lambda optim, p: optim.RMSprop(p, 0.01, 0.9, 1e-2, 0.1, 0.9),
    "RMSprop centered": lambda optim, p: optim.RMSprop(p, 0.01, momentum=0.5, eps=1e-2, centered=True, maximize=True),
    "Rprop": lambda optim, p: optim.Rprop(p),
    "Rprop sizes": lambda optim, p: optim.Rprop(p, 0.1, (0.25, 2.0), (0.05, 0.15), maximize=True),
}
SCHEDULERS: dict[str, Callable[[Any, Any], Any]] = {
    "StepLR": lambda s, o: s.StepLR(o, 2, 0.5),
    "LinearLR": lambda s, o: s.LinearLR(o, 0.5, 1.0, 4),
    "ExponentialLR": lambda s, o: s.ExponentialLR(o, 0.9),
    "PolynomialLR": lambda s, o: s.PolynomialLR(o, 4, 2.0),
    "LambdaLR": lambda s, o: s.LambdaLR(o, lambda epoch: 0.9**epoch),
    "MultiplicativeLR": lambda s, o: s.MultiplicativeLR(o, lambda _: 0.9),
    "MultiStepLR": lambda s, o: s.MultiStepLR(o, [2, 2, 4]),
    "ConstantLR": lambda s, o: s.ConstantLR(o, 0.25, 3),
    "CosineAnnealingLR": lambda s, o: s.CosineAnnealingLR(o, 3, 0.01),
    "CosineAnnealingWarmRestarts": lambda s, o: s.CosineAnnealingWarmRestarts(o, 3),
    "CosineAnnealingWarmRestarts longer": lambda s, o: s.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
    "CyclicLR": lambda s, o: s.CyclicLR(o, 0.01, [0.1, 0.2], 2),
    "CyclicLR triangular2": lambda s, o: s.CyclicLR(o, [0.01, 0.02], 0.1, 1, 2, "triangular2"),
    "CyclicLR exp_range": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 2, 3, "exp_range", 0.9),
    "CyclicLR scale_fn": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 2, scale_fn=lambda x: 1 / x),
    "CyclicLR scale_mode": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 2, scale_fn=lambda x: 0.9**x, scale_mode="steps"),
    "SequentialLR": lambda s, o: s.SequentialLR(o, [s.ConstantLR(o, 0.1, 2), s.ExponentialLR(o, 0.9)], [3]),
}


def optimized(ms: Any, optim: Any, name: str) -> dict[str, Any]:
    """Run an optimizer for four steps, and return its parameters' names and the weights."""
    params = _start(ms)
    optimizer = OPTIMIZERS[name](optim, params)
    rng = np.random.RandomState(1)
    for _ in range(4):
        optimizer(tuple(ms.Tensor(rng.randn(*p.shape).astype(np.float32)) for p in params))
    weights = np.concatenate([p.asnumpy().reshape(-1) for p in params]).tolist()
    return {"names": [p.name for p in optimizer.get_parameters()], "weights": weights}


def scheduled(ms: Any, optim: Any, schedulers: Any, name: str) -> list[list[float]]:
    """Run a scheduler for eight steps on two groups, and return the rates."""
    params = _start(ms)
    optimizer = optim.SGD([{"params": [params[0]], "lr": 0.2}, {"params": [params[1]]}], 0.1)
    scheduler = SCHEDULERS[name](schedulers, optimizer)
    rates = [[float(rate.asnumpy()) for rate in scheduler.get_last_lr()]]
    for _ in range(8):
        scheduler.step()
        rates.append([float(rate.asnumpy()) for rate in scheduler.get_last_lr()])
    return rates


# the arguments and the steps; with T_mult above 1 MindSpore's own step(epoch) ends in a TypeError
RESTARTS = {"plain": ((2,), (0, 0.25, 1.5, 2.0, 3.75, 8)), "least": ((3, 1, 0.01), (0, 1.5, 2.5, 5.75, 6.5))}


def restarted(ms: Any, optim: Any, schedulers: Any, name: str) -> list[list[float]]:
    """Move `CosineAnnealingWarmRestarts` to given steps and one further, and return the rates."""
    arguments, epochs = RESTARTS[name]
    scheduler = schedulers.CosineAnnealingWarmRestarts(optim.SGD(_start(ms), 0.1), *arguments)
    rates = []
    for epoch in epochs:
        scheduler.step(epoch)
        rates.append([float(scheduler.get_last_lr()[0].asnumpy())])
        scheduler.step()
        rates[-1].append(float(scheduler.get_last_lr()[0].asnumpy()))
    return rates


def plateau(ms: Any, optim: Any, schedulers: Any) -> list[float]:
    """Run `ReduceLROnPlateau` on a metric that gets stuck."""
    scheduler = schedulers.ReduceLROnPlateau(optim.Adam(_start(ms), 0.1), patience=1, factor=0.5, cooldown=1)
    rates = []
    for value in (1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.5, 0.6, 0.6):
        scheduler.step(ms.Tensor(value, ms.float32))
        rates.append(float(scheduler.get_last_lr()[0].asnumpy()))
    return rates


# ---- sparse tensors ----------------------------------------------------------------------------------------------


def sparse(ms: Any) -> dict[str, Callable[[], Any]]:
    """The runs that MindSpore's CPU has kernels for, by name."""
    indices = ms.Tensor(np.array([[0, 1], [1, 2]]), ms.int32)
    coo = ms.COOTensor(indices, ms.Tensor([-1.0, 2.0]), (3, 4))
    long = ms.COOTensor(ms.Tensor(np.array([[1, 2], [0, 1], [1, 2]])), ms.Tensor([1.0, 2.0, 3.0]), (3, 4))
    csr = ms.CSRTensor(ms.Tensor([0, 1, 2, 2], ms.int32), ms.Tensor([1, 2], ms.int32), ms.Tensor([-1.0, 2.0]), (3, 4))
    row = ms.RowTensor(ms.Tensor([0], ms.int32), ms.Tensor([[1.0, 2.0]]), (3, 2))
    return {
        "coo/repr": coo.__repr__,
        "coo/facts": lambda: [coo.shape, str(coo.dtype), coo.ndim, coo.size, coo.itemsize],
        "coo/dense": coo.to_dense,
        "coo/abs": lambda: coo.abs().to_tuple(),
        "coo/astype": lambda: coo.astype(ms.float16).to_tuple(),
        "coo/negative": (-coo).to_tuple,
        "coo/coalesce": lambda: long.coalesce().to_tuple(),
        "csr/repr": csr.__repr__,
        "csr/facts": lambda: [csr.shape, str(csr.dtype), csr.ndim, csr.size, csr.itemsize],
        "csr/dense": csr.to_dense,
        "csr/abs": lambda: csr.abs().to_tuple(),
        "csr/sum": (csr + csr).to_tuple,
        "csr/difference": (csr - csr).to_tuple,
        "csr/times number": lambda: csr * 2.0,
        "csr/add": lambda: csr.add(csr, ms.Tensor(2.0), ms.Tensor(0.5)).to_tuple(),
        "row/repr": row.__repr__,
        "row/parts": lambda: [row.indices, row.values, row.dense_shape],
    }


def main() -> None:
    """Rewrite the golden file."""
    import mindspore as ms
    from mindspore.experimental import optim
    from mindspore.experimental.optim import lr_scheduler

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    golden = {
        "derivatives": {name: encode(run()) for name, run in derivatives(ms).items()},
        "sparse": {name: encode(run()) for name, run in sparse(ms).items()},
        "optimizers": {name: optimized(ms, optim, name) for name in OPTIMIZERS},
        "schedulers": {name: scheduled(ms, optim, lr_scheduler, name) for name in SCHEDULERS},
        "restarts": {name: restarted(ms, optim, lr_scheduler, name) for name in RESTARTS},
        "plateau": plateau(ms, optim, lr_scheduler),
    }
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    main()
