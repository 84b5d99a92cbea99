"""The classes whose extension points are probed, each with a way to build and run it."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tests.opdb import _database
from tests.opdb._calls import InputMaker
from tests.opdb._extension_points import Derive, Subject
from tests.opdb._extension_recorded import MORE, Deriving
from tests.opdb._spec import Op, Sample

PER_CLASS = 3
"""How many samples of one layer are probed."""


# ---- layers and losses -------------------------------------------------------------------------------------------


def layers(framework: Any) -> Iterator[Subject]:
    """The Cells of nn and mint.nn that the samples know."""
    seen: set[str] = set()
    for family in _database.families():
        for op in _database.ops(family):
            for name in (*op.names,):
                if not name.startswith(("mindspore.nn.", "mindspore.mint.nn.")) or "functional" in name or name in seen:
                    continue
                seen.add(name)
                found = _found(framework, name)
                if inspect.isclass(found) and issubclass(found, framework.nn.Cell):
                    for one in _chosen(op.samples_for(name)):
                        yield _layer(op, name, one)


def _found(framework: Any, name: str) -> Any:
    try:
        return framework.resolve(name)
    except (AttributeError, ImportError):
        return None


def _chosen(samples: list[Sample]) -> list[Sample]:
    """One sample for each way to build the layer, the plainest first."""
    ways: dict[Any, Sample] = {}
    for one in samples:
        kinds = tuple(key for key, _ in one.init_kwargs), len(one.init_args), one.training
        ways.setdefault(kinds, one)
    return list(ways.values())[:PER_CLASS]


def _layer(op: Op, name: str, one: Sample) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        maker = InputMaker(framework, op)
        args, kwargs = maker.make_all(one.init_args, one.init_kwargs)
        cell = derive(framework.resolve(name))(*args, **kwargs)
        framework.fill_parameters(cell)
        return cell.set_train(one.training)

    def run(framework: Any, cell: Any) -> Any:
        args, kwargs = InputMaker(framework, op).make_all(one.args, one.kwargs)
        result = cell(*args, **kwargs)
        if one.training:
            return result, [p for p in cell.get_parameters() if not p.requires_grad]
        return result

    return Subject(f"{name.removeprefix('mindspore.')}{one}", build, run)


# ---- optimizers and learning rates -------------------------------------------------------------------------------


def optimizers(framework: Any) -> Iterator[Subject]:
    """The runs of every optimizer."""
    recorded = importlib.import_module("tools.record.optimizers")
    for label, make in recorded.RUNS.items():
        yield _optimizer(recorded, label, make)
    for label, kind, args in recorded.SCHEDULES:
        if "bad" not in label and "int" not in label:
            yield _schedule(label, kind, args)


def _optimizer(recorded: Any, label: str, make: Callable[[Any, list[Any]], Any]) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        # LARS is built around another optimizer, which stays as it is
        only = "LARS" if label.startswith("lars") else None
        module = Deriving(framework.nn, derive, framework.nn.Optimizer, only)
        return make(module, recorded.parameters(framework.ms))

    def run(framework: Any, optimizer: Any) -> Any:
        held = getattr(optimizer, "parameters", None) or optimizer.opt.parameters
        for step in (1, 2, 3):
            optimizer(tuple(framework.ms.Tensor(recorded.values(step, p.name)) for p in held))
        return [p.asnumpy() for p in held]

    return Subject(f"optimizer {label}", build, run, methods_of_optimizers)


def methods_of_optimizers(framework: Any) -> dict[str, Any]:
    """Return what the methods that an optimizer calls on itself are overridden with; MindSpore compiles it."""
    tensor, kind = framework.ms.Tensor, framework.ms.float32

    def get_lr(self):
        return tensor(0.01, kind)

    def get_weight_decay(self):
        return tensor(0.3, kind)

    def doubled(self, gradients):
        return tuple([g * 2 for g in gradients])

    asked = dict.fromkeys(("decay_weight", "scale_grad", "gradients_centralization", "flatten_gradients",
                           "_grad_sparse_indices_deduplicate", "broadcast_params"), doubled)  # fmt: skip
    return {**asked, "get_lr": get_lr, "get_weight_decay": get_weight_decay}


def _schedule(label: str, kind: str, args: tuple[Any, ...]) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        return derive(getattr(framework.nn, kind))(*args)

    def run(framework: Any, schedule: Any) -> Any:
        return [schedule(framework.ms.Tensor(step, framework.ms.int32)) for step in (0, 3)]

    return Subject(f"schedule {label}", build, run)


# ---- wrappers ----------------------------------------------------------------------------------------------------

X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)
Y = np.linspace(0, 2, 8, dtype=np.float32).reshape(4, 2)


def _net(framework: Any) -> Any:
    nn, ms = framework.nn, framework.ms
    weight = ms.Tensor(np.linspace(-0.5, 0.5, 6, dtype=np.float32).reshape(2, 3))
    return nn.Dense(3, 2, weight_init=weight, bias_init="ones")


def _sgd(framework: Any, net: Any) -> Any:
    return framework.nn.SGD(net.trainable_params(), 0.1)


def _forward_and_grad(framework: Any, derive: Derive) -> Any:
    net = _net(framework)
    return derive(framework.nn.ForwardValueAndGrad)(net, framework.ms.ParameterTuple(net.trainable_params()), True)


def _train_step(framework: Any, derive: Derive) -> Any:
    net = _net(framework)
    loss = framework.nn.WithLossCell(net, framework.nn.MSELoss())
    return derive(framework.nn.TrainOneStepCell)(loss, _sgd(framework, net))


WRAPPERS: dict[str, tuple[Callable[[Any, Derive], Any], int]] = {
    "WithLossCell": (lambda f, d: d(f.nn.WithLossCell)(_net(f), f.nn.MSELoss()), 2),
    "WithEvalCell": (lambda f, d: d(f.nn.WithEvalCell)(_net(f), f.nn.MSELoss()), 2),
    "ForwardValueAndGrad": (_forward_and_grad, 1),
    "WithGradCell": (lambda f, d: d(f.nn.WithGradCell)(_net(f), f.nn.MSELoss()), 2),
    "TrainOneStepCell": (_train_step, 2),
    "TimeDistributed": (lambda f, d: d(f.nn.TimeDistributed)(_net(f), 1), -1),
    "MicroBatchInterleaved": (lambda f, d: d(f.nn.MicroBatchInterleaved)(_net(f), 2), 1),
    "SequentialCell": (lambda f, d: d(f.nn.SequentialCell)(_net(f), f.nn.ReLU()), 1),
}
"""How each wrapper is made, and how many of the two inputs it takes; -1: one with a time axis."""


def wrappers(framework: Any) -> Iterator[Subject]:
    """Cells around networks."""
    for name, (build, count) in WRAPPERS.items():
        yield Subject(f"nn.{name}", build, _fed(count))


def _fed(count: int) -> Callable[[Any, Any], Any]:
    def run(framework: Any, cell: Any) -> Any:
        inputs = [framework.ms.Tensor(each) for each in (X, Y)]
        if count == -1:
            inputs, times = [framework.ms.ops.stack([inputs[0], inputs[0] * 2], 1)], 1
        else:
            inputs, times = inputs[:count], 2
        results = [cell(*inputs) for _ in range(times)]
        return results, [p.asnumpy() for p in cell.get_parameters()]

    return run


# ---- training ----------------------------------------------------------------------------------------------------


def _train_module(framework: Any) -> Any:
    return importlib.import_module(f"{framework.root}.train")


def _data(framework: Any) -> Any:
    ds = importlib.import_module(f"{framework.root}.dataset")
    return ds.NumpySlicesDataset((X, Y), ["x", "y"], shuffle=False).batch(2)


def _model(framework: Any, derive: Derive, **options: Any) -> Any:
    net = _net(framework)
    cls = derive(_train_module(framework).Model)
    return cls(net, framework.nn.MSELoss(), _sgd(framework, net), metrics={"mae", "loss"}, **options)


def _monitored(framework: Any, model: Any, verb: str) -> Any:
    train = _train_module(framework)
    seen: list[Any] = []

    class Watch(train.Callback):  # type: ignore[name-defined, misc]
        def on_train_step_end(self, run_context: Any) -> None:
            seen.append(float(np.asarray(run_context.original_args().net_outputs.asnumpy())))

        def on_train_epoch_end(self, run_context: Any) -> None:
            seen.append(str(run_context.original_args().cur_epoch_num))

    data = _data(framework)
    with contextlib.redirect_stdout(io.StringIO()):
        if verb == "train":
            result = model.train(2, data, callbacks=Watch(), dataset_sink_mode=False)
        elif verb == "fit":
            result = model.fit(2, data, data, callbacks=Watch(), dataset_sink_mode=False)
        elif verb == "eval":
            result = model.eval(data, callbacks=Watch(), dataset_sink_mode=False)
        else:
            result = model.predict(framework.ms.Tensor(X))
    weights = [] if verb == "predict" else [p.asnumpy() for p in model._network.get_parameters()]
    return result, seen, weights


def models(framework: Any) -> Iterator[Subject]:
    """Model, by what it is asked to do."""
    for verb in ("train", "fit", "eval", "predict"):
        yield Subject(f"Model.{verb}", _model, partial(_monitored, verb=verb), every_call=True)


CALLBACKS: dict[str, Callable[[Any, Derive], Any]] = {
    "LossMonitor": lambda t, d: d(t.LossMonitor)(1),
    "TimeMonitor": lambda t, d: d(t.TimeMonitor)(1),
    "History": lambda t, d: d(t.History)(),
    "LearningRateScheduler": lambda t, d: d(t.LearningRateScheduler)(lambda lr, step: lr * 0.5 if step % 2 else lr),
    "LambdaCallback": lambda t, d: d(t.LambdaCallback)(on_train_step_end=lambda _: print("step")),
    "EarlyStopping": lambda t, d: d(t.EarlyStopping)("eval_loss", patience=1, min_delta=0.5),
    "ReduceLROnPlateau": lambda t, d: d(t.ReduceLROnPlateau)("eval_loss", patience=1, min_delta=0.5, cooldown=0),
    "Callback": lambda t, d: d(t.Callback)(),
    "LossMonitor every 2": lambda t, d: d(t.LossMonitor)(2),
}


def callbacks(framework: Any) -> Iterator[Subject]:
    """Callbacks during a fit: what they print, what becomes of the weights."""
    for name, make in CALLBACKS.items():
        yield Subject(f"callback {name}", _callback(make), _fitted)


def _callback(make: Callable[[Any, Derive], Any]) -> Callable[[Any, Derive], Any]:
    return lambda framework, derive: make(_train_module(framework), derive)


def _fitted(framework: Any, callback: Any) -> Any:
    model, data = _model(framework, lambda cls: cls), _data(framework)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        model.fit(3, data, data, callbacks=callback, dataset_sink_mode=False)
    lines = [_without_times(line) for line in printed.getvalue().splitlines()]
    return lines, [p.asnumpy() for p in model._network.get_parameters()], dict(getattr(callback, "epoch", None) or {})


CHECKPOINTS: dict[str, dict[str, Any]] = {
    "": {"save_checkpoint_steps": 1, "keep_checkpoint_max": 3},
    " of one": {"save_checkpoint_steps": 2, "keep_checkpoint_max": 1},
    " in reach": {"save_checkpoint_steps": 1, "keep_checkpoint_max": 2, "append_info": [{"note": 1}]},
}


def checkpoint_callbacks(framework: Any) -> Iterator[Subject]:
    """Callbacks that write files during a training: the files that are there at its end, and what one of them holds."""
    for name, options in CHECKPOINTS.items():
        yield Subject(f"writes ModelCheckpoint{name}", _checkpoint(options), _written)


def _checkpoint(options: dict[str, Any]) -> Callable[[Any, Derive], Any]:
    def build(framework: Any, derive: Derive) -> Any:
        train = _train_module(framework)
        folder = tempfile.mkdtemp()
        return derive(train.ModelCheckpoint)("net", folder, config=train.CheckpointConfig(**options))

    return build


def _written(framework: Any, callback: Any) -> Any:
    folder = Path(callback._directory)
    model, data = _model(framework, lambda cls: cls), _data(framework)
    model.train(2, data, callbacks=callback, dataset_sink_mode=False)
    files = sorted(path.name for path in folder.glob("*.ckpt"))
    held = [framework.ms.load_checkpoint(str(folder / name)) for name in files[-1:]]
    shutil.rmtree(folder)
    return files, [[key, value.asnumpy()] for each in held for key, value in sorted(each.items())]


def _without_times(line: str) -> str:
    head, marked, _ = line.partition(" epoch time")
    return head + marked


def metrics(framework: Any) -> Iterator[Subject]:
    """Metrics, updated and evaluated."""
    recorded = importlib.import_module("tools.record.metrics")
    kinds: dict[str, int] = {}
    for call in recorded.CALLS:
        label, kind, arguments, updates, options = call
        kinds[kind] = kinds.get(kind, 0) + 1
        if updates and kinds[kind] <= 2:
            yield _metric(label, kind, arguments, updates, options)


def _metric(label: str, kind: str, arguments: Any, updates: Any, options: Any) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        return derive(getattr(_train_module(framework), kind))(**arguments)

    def run(framework: Any, metric: Any) -> Any:
        tensor = framework.ms.Tensor
        metric.clear()
        for inputs in updates:
            metric.update(*(tensor(item) if isinstance(item, np.ndarray) else item for item in inputs))
        return metric.eval(**options)

    return Subject(f"metric {label}", build, run)


# ---- distributions -----------------------------------------------------------------------------------------------


def distributions(framework: Any) -> Iterator[Subject]:
    """Distributions and what they are asked."""
    recorded = importlib.import_module("tools.record.probability")
    kinds: set[str] = set()
    for label, case in recorded.DISTRIBUTIONS.items():
        kind = label.split()[0]
        if kind not in kinds:
            kinds.add(kind)
            for question in ("log_prob", "mean", "kl_loss"):
                yield _distribution(recorded, kind, case, question)


def _distribution(recorded: Any, kind: str, case: Any, question: str) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        module = importlib.import_module(f"{framework.root}.nn.probability.distribution")
        bijectors = importlib.import_module(f"{framework.root}.nn.probability.bijector")
        namespace = Deriving(module, derive, framework.nn.Cell, kind)
        return case.build(recorded.Modules(framework.ms, namespace, bijectors))

    def run(framework: Any, distribution: Any) -> Any:
        tensor = framework.ms.Tensor
        if question in recorded.OF_VALUE:
            return getattr(distribution, question)(tensor(np.array(case.values, np.float32)))
        if question in recorded.OF_ANOTHER:
            others = [tensor(np.array(each, np.float32)) for each in case.other]
            return getattr(distribution, question)(kind, *others)
        return distribution.sample((2,)) if question == "sample" else getattr(distribution, question)()

    return Subject(f"distribution {kind}.{question}", build, run, overrides_alone=True)


# ---- data --------------------------------------------------------------------------------------------------------


def datasets(framework: Any) -> Iterator[Subject]:
    """Datasets read to the end, twice."""
    for name, build in DATASETS.items():
        yield Subject(f"dataset {name}", build, _rows)


def _dataset_module(framework: Any) -> Any:
    return importlib.import_module(f"{framework.root}.dataset")


SAMPLERS: dict[str, tuple[Any, ...]] = {
    "SequentialSampler": (1, 2), "SubsetSampler": ([2, 0, 3],), "DistributedSampler": (2, 1, False),
}  # fmt: skip
"""Samplers, and what each is made with, such that it draws nothing."""
TRANSFORMS: dict[str, tuple[Any, ...]] = {"Rescale": (0.5, 1.0), "Normalize": ([0.5], [0.25], False), "Pad": (1,)}
"""Operations of pictures, and what each is made with."""


def samplers(framework: Any) -> Iterator[Subject]:
    """Samplers of a dataset that is read to the end, twice."""
    for kind, arguments in SAMPLERS.items():
        yield Subject(f"sampler {kind}", _made("dataset", kind, arguments), _of_sampler)
    yield Subject("sampler of one's own", lambda framework, derive: derive(_backwards(framework))(), _of_sampler)


def transforms(framework: Any) -> Iterator[Subject]:
    """Operations that a dataset is mapped with, and called themselves."""
    for kind, arguments in TRANSFORMS.items():
        yield Subject(f"transform {kind}", _made("dataset.vision", kind, arguments), _of_transform)


def _made(room: str, kind: str, arguments: tuple[Any, ...]) -> Callable[[Any, Derive], Any]:
    def build(framework: Any, derive: Derive) -> Any:
        return derive(getattr(importlib.import_module(f"{framework.root}.{room}"), kind))(*arguments)

    return build


def _of_sampler(framework: Any, sampler: Any) -> Any:
    rows = [(X[i], Y[i]) for i in range(4)]
    return _rows(framework, _dataset_module(framework).GeneratorDataset(rows, ["x", "y"], sampler=sampler))


def _of_transform(framework: Any, operation: Any) -> Any:
    pictures = np.arange(36, dtype=np.uint8).reshape(4, 3, 3, 1)
    data = _dataset_module(framework).NumpySlicesDataset((pictures, Y), ["x", "y"], shuffle=False)
    return operation(pictures[3]), _rows(framework, data.map(operation, ["x"]))


def _backwards(framework: Any) -> type:
    base = _dataset_module(framework).Sampler

    class Backwards(base):  # type: ignore[misc, valid-type]
        def __iter__(self) -> Iterator[int]:
            return iter(range(3, -1, -1))

    return Backwards


DATASETS: dict[str, Callable[[Any, Derive], Any]] = {
    "GeneratorDataset": lambda f, d: d(_dataset_module(f).GeneratorDataset)(
        [(X[i], Y[i]) for i in range(4)], ["x", "y"], shuffle=False
    ),
    "NumpySlicesDataset": lambda f, d: d(_dataset_module(f).NumpySlicesDataset)((X, Y), ["x", "y"], shuffle=False),
    "GeneratorDataset shuffled": lambda f, d: d(_dataset_module(f).GeneratorDataset)(
        [(X[i], Y[i]) for i in range(4)], ["x", "y"], sampler=_dataset_module(f).SequentialSampler()
    ),
}


def _rows(framework: Any, data: Any) -> Any:
    piped = data.map(lambda x: x + 1, ["x"]).batch(3)
    size = piped.get_dataset_size()
    return size, [list(row) for _ in range(2) for row in piped.create_tuple_iterator(num_epochs=1, output_numpy=True)]


FAMILIES: dict[str, Callable[[Any], Iterator[Subject]]] = {
    "layers": layers, "optimizers": optimizers, "wrappers": wrappers, "models": models, "callbacks": callbacks,
    "checkpoint callbacks": checkpoint_callbacks,
    "metrics": metrics, "distributions": distributions, "datasets": datasets,
    "samplers": samplers, "transforms": transforms, **MORE,
}  # fmt: skip
