"""Record what MindSpore's optimizers and learning rate schedules do to given parameters and gradients.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/optimizers.py     # rewrite tests/goldens/optimizers.json

The runs are defined here once; tests/ms2torch/test_optimizers.py makes the same with ms2torch.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "optimizers.json"
STEPS = 5
# a matrix wide enough for gradient centralization, a parameter that weight decay leaves alone, a vector
SHAPES = {"fc.weight": (2, 16), "bn.gamma": (3,), "head.bias": (1,)}


def values(step: int, name: str) -> np.ndarray:
    """Parameter values (step 0) and gradients (1, 2, ...)."""
    rng = np.random.RandomState(1000 * step + sum(map(ord, name)))
    return rng.uniform(-1, 1, SHAPES[name]).round(4).astype(np.float32)


def _plain(kind: str, **arguments: Any) -> Callable[[Any, list[Any]], Any]:
    def build(nn: Any, params: list[Any]) -> Any:
        return getattr(nn, kind)(params, **arguments)

    return build


def _with_schedule(
    kind: str, schedule: str, given: tuple[Any, ...], **arguments: Any
) -> Callable[[Any, list[Any]], Any]:
    def build(nn: Any, params: list[Any]) -> Any:
        return getattr(nn, kind)(params, learning_rate=getattr(nn, schedule)(*given), **arguments)

    return build


def _groups(
    kind: str, first: dict[str, Any], second: dict[str, Any], ordered: bool = False, **arguments: Any
) -> Callable[[Any, list[Any]], Any]:
    def build(nn: Any, params: list[Any]) -> Any:
        groups: list[dict[str, Any]] = [{"params": params[1:], **first}, {"params": params[:1], **second}]
        if ordered:
            groups.append({"order_params": params})
        return getattr(nn, kind)(groups, **arguments)

    return build


def _decay_schedule(kind: str, **arguments: Any) -> Callable[[Any, list[Any]], Any]:
    def build(nn: Any, params: list[Any]) -> Any:
        return getattr(nn, kind)(params, weight_decay=nn.ExponentialDecayLR(0.1, 0.5, 2), **arguments)

    return build


def _lars(**arguments: Any) -> Callable[[Any, list[Any]], Any]:
    def build(nn: Any, params: list[Any]) -> Any:
        inner = nn.Momentum(params, 0.1, 0.9, weight_decay=0.1, loss_scale=2.0)
        return nn.LARS(inner, **arguments)

    return build


def _lars_groups(nn: Any, params: list[Any]) -> Any:
    groups = [{"params": params[1:], "weight_decay": 0.0}, {"params": params[:1], "weight_decay": 0.2}]
    return nn.LARS(nn.Momentum(groups, 0.1, 0.9), epsilon=1e-6, coefficient=0.01, lars_filter=lambda x: bool(x.name))


RUNS: dict[str, Callable[[Any, list[Any]], Any]] = {
    "sgd": _plain("SGD"),
    "sgd momentum": _plain("SGD", learning_rate=0.1, momentum=0.9, dampening=0.5),
    "sgd nesterov": _plain("SGD", learning_rate=0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
    "sgd scale": _plain("SGD", learning_rate=0.1, loss_scale=4.0, weight_decay=0.1),
    "sgd groups": _groups("SGD", {"lr": 0.5}, {"weight_decay": 0.2}, ordered=True,
                          momentum=0.9, learning_rate=0.05),
    "momentum": _plain("Momentum", learning_rate=0.1, momentum=0.9),
    "momentum decay": _plain("Momentum", learning_rate=0.1, momentum=0.9, weight_decay=0.1, loss_scale=2.0),
    "momentum list": _plain("Momentum", learning_rate=[0.1, 0.05, 0.02, 0.01, 0.005], momentum=0.9),
    "momentum schedule": _with_schedule("Momentum", "CosineDecayLR", (0.01, 0.1, 4), momentum=0.9),
    "momentum groups": _groups("Momentum", {"lr": [0.1, 0.2, 0.3, 0.2, 0.1]}, {"weight_decay": 0.2}, learning_rate=0.1,
                               momentum=0.9, weight_decay=0.01),
    "momentum decay schedule": _decay_schedule("Momentum", learning_rate=0.1, momentum=0.9),
    "adam": _plain("Adam"),
    "adam betas": _plain("Adam", learning_rate=0.1, beta1=0.5, beta2=0.9, eps=1e-2, weight_decay=0.1, loss_scale=2.0),
    "adam nesterov": _plain("Adam", learning_rate=0.1, use_nesterov=True),
    "adam amsgrad": _plain("Adam", learning_rate=0.1, use_amsgrad=True),
    "adam lazy": _plain("Adam", learning_rate=0.1, use_lazy=True),
    "adam offload": _plain("Adam", learning_rate=0.1, use_offload=True),
    "adam list": _plain("Adam", learning_rate=[0.1, 0.05, 0.02, 0.01, 0.005]),
    "adam groups": _groups("Adam", {"lr": 0.1, "weight_decay": 0.1}, {"weight_decay": 0.0}, use_nesterov=True),
    "adamweightdecay": _plain("AdamWeightDecay"),
    "adamweightdecay decay": _plain("AdamWeightDecay", learning_rate=0.1, weight_decay=0.1, beta1=0.8, eps=1e-3),
    "adamweightdecay groups": _groups("AdamWeightDecay", {"lr": 0.1}, {"weight_decay": 0.3}, weight_decay=0.1),
    "adamweightdecay decay schedule": _decay_schedule("AdamWeightDecay", learning_rate=0.1),
    "adamoffload": _plain("AdamOffload", learning_rate=0.1),
    "lazyadam": _plain("LazyAdam", learning_rate=0.1, weight_decay=0.1),
    "adamax": _plain("AdaMax", learning_rate=0.1),
    "adamax decay": _plain("AdaMax", learning_rate=0.1, beta1=0.8, beta2=0.9, eps=1e-2, weight_decay=0.1,
                           loss_scale=2.0),
    "adagrad": _plain("Adagrad", learning_rate=0.1),
    "adagrad slots": _plain("Adagrad", learning_rate=0.1, accum=0.5, update_slots=False, weight_decay=0.1),
    "adadelta": _plain("Adadelta"),
    "adadelta decay": _plain("Adadelta", learning_rate=0.5, rho=0.8, epsilon=1e-3, weight_decay=0.1, loss_scale=2.0),
    "rmsprop": _plain("RMSProp"),
    "rmsprop momentum": _plain("RMSProp", learning_rate=0.01, decay=0.8, momentum=0.9, epsilon=1e-3, weight_decay=0.1),
    "rmsprop centered": _plain("RMSProp", learning_rate=0.01, momentum=0.5, centered=True, epsilon=1e-3),
    "asgd": _plain("ASGD"),
    "asgd averaging": _plain("ASGD", learning_rate=0.1, lambd=0.01, alpha=0.5, t0=2.0, weight_decay=0.1),
    "rprop": _plain("Rprop"),
    "rprop sizes": _plain("Rprop", learning_rate=0.05, etas=(0.3, 1.5), step_sizes=(0.04, 0.08), weight_decay=0.1),
    "ftrl": _plain("FTRL", learning_rate=0.1),
    "ftrl l1": _plain("FTRL", learning_rate=0.1, initial_accum=0.5, lr_power=-0.4, l1=0.3, l2=0.1, weight_decay=0.1),
    "lamb": _plain("Lamb", learning_rate=0.1),
    "lamb decay": _plain("Lamb", learning_rate=0.1, beta1=0.8, eps=1e-3, weight_decay=0.1),
    "lamb groups": _groups("Lamb", {"weight_decay": 0.1}, {"lr": 0.01}, learning_rate=0.1),
    "lars": _lars(),
    "lars clip": _lars(use_clip=True, coefficient=0.1, epsilon=1e-3),
    "lars groups": _lars_groups,
    "proximaladagrad": _plain("ProximalAdagrad", learning_rate=0.1),
    "proximaladagrad l1": _plain("ProximalAdagrad", learning_rate=0.1, accum=0.5, l1=0.3, l2=0.1, weight_decay=0.1),
    "adafactor": _plain("AdaFactor"),
    "adafactor warmup": _plain("AdaFactor", warmup_init=True, beta1=0.0, weight_decay=0.1),
    "adafactor manual": _plain("AdaFactor", learning_rate=0.1, relative_step=False, scale_parameter=False, beta1=0.5,
                               clip_threshold=0.5),
}  # fmt: skip

# (label, class, constructor arguments); evaluated at steps 0 .. 9
SCHEDULES: list[tuple[str, str, tuple[Any, ...]]] = [
    ("exponential", "ExponentialDecayLR", (0.1, 0.9, 4)),
    ("exponential stair", "ExponentialDecayLR", (0.1, 0.9, 4, True)),
    ("natural", "NaturalExpDecayLR", (0.1, 0.9, 4)),
    ("natural stair", "NaturalExpDecayLR", (0.1, 0.9, 4, True)),
    ("inverse", "InverseDecayLR", (0.1, 0.9, 4)),
    ("inverse stair", "InverseDecayLR", (0.1, 0.9, 4, True)),
    ("cosine", "CosineDecayLR", (0.01, 0.1, 4)),
    ("polynomial", "PolynomialDecayLR", (0.1, 0.01, 4, 0.5)),
    ("polynomial update", "PolynomialDecayLR", (0.1, 0.01, 4, 2.0, True)),
    ("warm-up", "WarmUpLR", (0.1, 4)),
    ("bad rate", "ExponentialDecayLR", (-0.1, 0.9, 4)),
    ("int rate", "ExponentialDecayLR", (1, 0.9, 4)),
    ("bad steps", "WarmUpLR", (0.1, 0)),
    ("bad range", "CosineDecayLR", (0.1, 0.01, 4)),
]

LISTS: list[tuple[str, str, tuple[Any, ...]]] = [
    ("piecewise", "piecewise_constant_lr", ([2, 5, 10], [0.1, 0.05, 0.01])),
    ("piecewise unordered", "piecewise_constant_lr", ([5, 2], [0.1, 0.05])),
    ("piecewise lengths", "piecewise_constant_lr", ([5, 6], [0.1])),
    ("piecewise types", "piecewise_constant_lr", ([5, 6], [1, 2])),
    ("exponential", "exponential_decay_lr", (0.1, 0.9, 12, 2, 3)),
    ("exponential stair", "exponential_decay_lr", (0.1, 0.9, 12, 2, 3, True)),
    ("natural", "natural_exp_decay_lr", (0.1, 0.9, 12, 2, 3)),
    ("natural stair", "natural_exp_decay_lr", (0.1, 0.9, 12, 2, 3, True)),
    ("inverse", "inverse_decay_lr", (0.1, 0.9, 12, 2, 3)),
    ("inverse stair", "inverse_decay_lr", (0.1, 0.5, 12, 2, 3, True)),
    ("cosine", "cosine_decay_lr", (0.01, 0.1, 12, 2, 3)),
    ("polynomial", "polynomial_decay_lr", (0.1, 0.01, 12, 2, 3, 0.5)),
    ("polynomial update", "polynomial_decay_lr", (0.1, 0.01, 12, 2, 3, 0.5, True)),
    ("warm-up", "warmup_lr", (0.1, 12, 2, 3)),
    ("bad", "warmup_lr", (1, 12, 2, 3)),
    ("bad epoch", "warmup_lr", (0.1, 12, 2, 0)),
]

# constructor arguments that are refused, by class
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("SGD", {"learning_rate": -1.0}),
    ("SGD", {"learning_rate": "fast"}),
    ("SGD", {"momentum": -0.5}),
    ("SGD", {"nesterov": True}),
    ("SGD", {"weight_decay": -0.1}),
    ("SGD", {"loss_scale": 0.0}),
    ("SGD", {"loss_scale": "big"}),
    ("SGD", {"dampening": -1.0}),
    ("Momentum", {"learning_rate": 0.1, "momentum": -0.5}),
    ("Momentum", {"learning_rate": 0.1, "momentum": "no"}),
    ("Adam", {"beta1": 1.0}),
    ("Adam", {"beta2": 1}),
    ("Adam", {"eps": 0.0}),
    ("Adam", {"use_lazy": True, "use_offload": True}),
    ("Adam", {"unknown": True}),
    ("AdamWeightDecay", {"beta1": -0.1}),
    ("RMSProp", {"decay": -0.5}),
    ("RMSProp", {"epsilon": 0.0}),
    ("Adagrad", {"accum": -1.0}),
    ("Adadelta", {"rho": 2.0}),
    ("Rprop", {"etas": (0.5,)}),
    ("Rprop", {"step_sizes": (2.0, 1.0)}),
    ("FTRL", {"lr_power": 1.0}),
    ("FTRL", {"learning_rate": [0.1, 0.2]}),
    ("Lamb", {"learning_rate": 0.1, "beta1": 2.0}),
    ("ProximalAdagrad", {"l1": -1.0}),
    ("AdaFactor", {"learning_rate": 0.1}),
    ("AdaFactor", {"relative_step": False}),
]


def parameters(ms: Any) -> list[Any]:
    """The parameters that every run starts from."""
    return [ms.Parameter(ms.Tensor(values(0, name)), name=name) for name in SHAPES]


def numbers(tensor: Any) -> Any:
    """The values of a tensor, rounded to what float32 tells apart."""
    array = np.array(tensor.asnumpy())
    if array.dtype.kind == "f":
        return [float(f"{x:.8g}") for x in array.astype(np.float64).ravel()]
    return array.ravel().tolist()


def run(ms: Any, nn: Any, build: Callable[[Any, list[Any]], Any]) -> dict[str, Any]:
    """Take the steps; the parameters after the first, and everything the optimizer holds after the last."""
    params = parameters(ms)
    optimizer = build(nn, params)
    first: dict[str, Any] = {}
    for step in range(1, STEPS + 1):
        optimizer(tuple(ms.Tensor(values(step, p.name)) for p in optimizer.parameters))
        if step == 1:
            first = {p.name: numbers(p) for p in params}
    state = {
        p.name: {"dtype": str(p.dtype), "shape": list(p.shape), "requires_grad": p.requires_grad, "value": numbers(p)}
        for p in optimizer.get_parameters()
    }
    return {"first": first, "state": state, "order": [p.name for p in optimizer.parameters]}


def refusal(ms: Any, nn: Any, kind: str, arguments: dict[str, Any]) -> str:
    """The error's type, or an empty string."""
    try:
        getattr(nn, kind)(parameters(ms), **arguments)
    except Exception as error:
        return type(error).__name__
    return ""


def schedule(ms: Any, nn: Any, kind: str, arguments: tuple[Any, ...]) -> Any:
    """The rates at the first ten steps, or the error's type."""
    try:
        made = getattr(nn, kind)(*arguments)
    except Exception as error:
        return type(error).__name__
    return [numbers(made(ms.Tensor(np.array([step], np.int32)))) for step in range(10)]


def rates(nn: Any, kind: str, arguments: tuple[Any, ...]) -> Any:
    """The list, or the error's type."""
    try:
        return getattr(nn, kind)(*arguments)
    except Exception as error:
        return type(error).__name__


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    from mindspore import nn

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    answers: dict[str, Any] = {"runs": {}}
    for label, build in RUNS.items():
        try:
            answers["runs"][label] = run(ms, nn, build)
        except Exception as error:
            answers["runs"][label] = {"error": type(error).__name__}
            print(label, "->", repr(error)[:300])
    answers["refused"] = [refusal(ms, nn, kind, arguments) for kind, arguments in REFUSED]
    answers["schedules"] = {label: schedule(ms, nn, kind, given) for label, kind, given in SCHEDULES}
    answers["lists"] = {label: rates(nn, kind, given) for label, kind, given in LISTS}
    GOLDEN.write_text(json.dumps(answers, separators=(",", ":")).replace('"},', '"},\n') + "\n", encoding="utf-8")
    print(f"{len(RUNS)} runs, {GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
