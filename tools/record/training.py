"""Record what MindSpore's Model and its callbacks do and print.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/training.py     # rewrite tests/goldens/training.json

Each scenario is a function of the framework, defined here once; it prints and returns plain values.
tests/ms2torch/test_model.py runs the same ones on ms2torch.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "training.json"

HOOKS = (
    "on_train_begin", "on_train_end", "on_train_epoch_begin", "on_train_epoch_end", "on_train_step_begin",
    "on_train_step_end", "on_eval_begin", "on_eval_end", "on_eval_epoch_begin", "on_eval_epoch_end",
    "on_eval_step_begin", "on_eval_step_end",
)  # fmt: skip

_rng = np.random.RandomState(0)
INPUTS = _rng.randn(12, 4).astype(np.float32)
CLASSES = _rng.randint(0, 3, 12).astype(np.int32)
WEIGHT = _rng.randn(3, 4).astype(np.float32) * 0.3


def data(ms: Any, rows: int = 12, batch: int = 4) -> Any:
    """Return the dataset of inputs and classes, in order."""
    import importlib

    ds = importlib.import_module(f"{ms.__name__}.dataset")
    return ds.NumpySlicesDataset((INPUTS[:rows], CLASSES[:rows]), ["x", "y"], shuffle=False).batch(batch)


def scripted(ms: Any, losses: list[float]) -> Any:
    """Return a network without weights that gives the next of `losses` at each call."""

    class Scripted(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.calls = 0

        def construct(self, x: Any, y: Any) -> Any:  # noqa: ARG002
            self.calls += 1
            return ms.Tensor(losses[(self.calls - 1) % len(losses)], ms.float32)

    return Scripted()


def scripted_eval(ms: Any, losses: list[float]) -> Any:
    """Return an evaluation network: the next loss, the input as prediction, and the label."""

    class ScriptedEval(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.calls = 0

        def construct(self, x: Any, y: Any) -> Any:
            self.calls += 1
            return ms.Tensor(losses[(self.calls - 1) % len(losses)], ms.float32), x, y

    return ScriptedEval()


def scripted_model(ms: Any, losses: list[float], eval_losses: list[float] | None = None) -> Any:
    """Return a model of scripted networks."""
    if eval_losses is None:
        return ms.train.Model(scripted(ms, losses))
    return ms.train.Model(
        scripted(ms, losses),
        metrics={"loss": ms.train.Loss(), "acc": ms.train.Accuracy()},
        eval_network=scripted_eval(ms, eval_losses),
        eval_indexes=[0, 1, 2],
    )


def dense_model(ms: Any, optimizer: Callable[[Any, Any], Any], **options: Any) -> tuple[Any, Any]:
    """Return a model of one layer with fixed weights, and the layer."""
    net = ms.nn.Dense(4, 3, weight_init=ms.Tensor(WEIGHT), bias_init="zeros")
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    return ms.train.Model(net, loss, optimizer(ms, net), **options), net


def momentum(ms: Any, net: Any) -> Any:
    """Return the usual optimizer."""
    return ms.nn.Momentum(net.trainable_params(), 0.1, 0.9)


def recorder(ms: Any, seen: list[str], stop_at: str | None = None) -> Any:
    """Return a callback that writes down every hook, with epoch and step."""

    def hook(name: str) -> Callable[[Any, Any], None]:
        def run(self: Any, context: Any) -> None:  # noqa: ARG001
            args = context.original_args()
            seen.append(f"{name} {args.mode} {args.get('cur_epoch_num')} {args.cur_step_num}/{args.batch_num}")
            if seen[-1] == stop_at:
                context.request_stop()

        return run

    def enter(self: Any) -> Any:
        seen.append("enter")
        return self

    def leave(self: Any, *error: object) -> None:  # noqa: ARG001
        seen.append("exit")

    members: dict[str, Any] = {name: hook(name) for name in HOOKS}
    return type("Recorder", (ms.train.Callback,), {**members, "__enter__": enter, "__exit__": leave})()


def hooks_of_train(ms: Any) -> Any:
    seen: list[str] = []
    scripted_model(ms, [1.0]).train(2, data(ms), callbacks=recorder(ms, seen))
    return seen


def hooks_of_resumed_train(ms: Any) -> Any:
    seen: list[str] = []
    scripted_model(ms, [1.0]).train(3, data(ms), callbacks=[recorder(ms, seen)], initial_epoch=2)
    return seen


def hooks_of_stopped_train(ms: Any) -> Any:
    seen: list[str] = []
    scripted_model(ms, [1.0]).train(3, data(ms), callbacks=recorder(ms, seen, "on_train_step_end train 2 5/3"))
    return seen


def hooks_of_eval(ms: Any) -> Any:
    seen: list[str] = []
    results = scripted_model(ms, [1.0], [0.5, 0.25]).eval(data(ms, 6), callbacks=recorder(ms, seen))
    return [seen, {name: float(value) for name, value in results.items()}]


def hooks_of_fit(ms: Any) -> Any:
    seen: list[str] = []
    scripted_model(ms, [1.0], [0.5, 0.25]).fit(2, data(ms), data(ms, 6), callbacks=recorder(ms, seen))
    return seen


def hooks_of_fit_at_some_epochs(ms: Any) -> Any:
    seen: list[str] = []
    model = scripted_model(ms, [1.0], [0.5])
    model.fit(4, data(ms, 4), data(ms, 4), valid_frequency=[2, 3], callbacks=recorder(ms, seen))
    return seen


def facts_for_callbacks(ms: Any) -> Any:
    keys: dict[str, list[str]] = {}

    class Look(ms.train.Callback):
        def on_train_step_end(self, context: Any) -> None:
            keys["train"] = sorted(context.original_args())

        def on_eval_step_end(self, context: Any) -> None:
            keys["eval"] = sorted(context.original_args())

    scripted_model(ms, [1.0], [0.5]).eval(data(ms, 4), callbacks=Look())
    scripted_model(ms, [1.0], [0.5]).train(1, data(ms, 4), callbacks=Look())
    return keys


def loss_monitor(ms: Any) -> Any:
    scripted_model(ms, [1.5, 0.1, 2.0 / 3]).train(2, data(ms), callbacks=ms.train.LossMonitor())


def loss_monitor_every_two(ms: Any) -> Any:
    monitor = ms.train.LossMonitor(2)
    scripted_model(ms, [1.5, 0.25]).train(2, data(ms), callbacks=[monitor])
    scripted_model(ms, [1.0, 2.0]).train(1, data(ms), callbacks=[monitor])


def loss_monitor_in_fit(ms: Any) -> Any:
    scripted_model(ms, [1.5], [0.5, 0.25]).fit(2, data(ms), data(ms, 6), callbacks=[ms.train.LossMonitor(3)])


def loss_monitor_nan(ms: Any) -> Any:
    scripted_model(ms, [1.0, float("nan")]).train(1, data(ms), callbacks=ms.train.LossMonitor())


def time_monitor(ms: Any) -> Any:
    scripted_model(ms, [1.0], [0.5]).fit(1, data(ms), data(ms, 6), callbacks=ms.train.TimeMonitor(data_time=True))
    scripted_model(ms, [1.0]).train(1, data(ms), callbacks=ms.train.TimeMonitor())


def history(ms: Any) -> Any:
    record = ms.train.History()
    scripted_model(ms, [1.0, 0.5, 0.25, 2.0], [0.5]).fit(2, data(ms), data(ms, 6), callbacks=record)
    return [record.epoch, {name: [float(value) for value in values] for name, values in record.history.items()}]


def lambda_callback(ms: Any) -> Any:
    show = ms.train.LambdaCallback(
        on_train_epoch_end=lambda context: print("epoch", context.original_args().cur_epoch_num),
        on_eval_begin=lambda context: print("eval", context.original_args().mode),
    )
    scripted_model(ms, [1.0], [0.5]).fit(2, data(ms, 4), data(ms, 4), callbacks=show)
    scripted_model(ms, [1.0], [0.5]).eval(data(ms, 4), callbacks=show)


def early_stopping(ms: Any) -> Any:
    stop = ms.train.EarlyStopping("loss", patience=2, verbose=True)
    scripted_model(ms, [3.0, 2.0, 2.5, 2.25, 1.0]).train(9, data(ms, 4), callbacks=[stop, ms.train.LossMonitor()])
    return [int(stop.wait), stop.stopped_epoch, float(stop.best)]


def early_stopping_of_a_metric(ms: Any) -> Any:
    stop = ms.train.EarlyStopping("acc", patience=1, verbose=True)
    scripted_model(ms, [1.0], [0.5]).fit(5, data(ms, 4), data(ms, 12), callbacks=stop)
    return [int(stop.wait), stop.stopped_epoch]


def early_stopping_of_nothing(ms: Any) -> Any:
    stop = ms.train.EarlyStopping("acc")
    scripted_model(ms, [1.0]).train(2, data(ms, 4), callbacks=stop)
    return [int(stop.wait), stop.stopped_epoch]


def early_stopping_restores(ms: Any) -> Any:
    model, net = dense_model(ms, lambda ms, net: ms.nn.SGD(net.trainable_params(), 20.0))
    stop = ms.train.EarlyStopping("loss", patience=2, verbose=True, restore_best_weights=True)
    model.train(9, data(ms, 12, 12), callbacks=stop)
    return net.weight.asnumpy().round(4).tolist()


def reduce_lr(ms: Any) -> Any:
    model, _ = dense_model(ms, lambda ms, net: ms.nn.SGD(net.trainable_params(), 50.0))
    reduce = ms.train.ReduceLROnPlateau("loss", factor=0.5, patience=1, verbose=True, min_lr=2)
    model.train(6, data(ms, 12, 12), callbacks=reduce)


def learning_rate_scheduler(ms: Any) -> Any:
    model, net = dense_model(ms, lambda ms, net: ms.nn.SGD(net.trainable_params(), 0.1))
    seen: list[float] = []

    def rate(lr: float, step: int) -> float:
        seen.append(lr)
        return lr * 0.5 if step % 2 == 0 else lr

    model.train(2, data(ms), callbacks=ms.train.LearningRateScheduler(rate))
    return [seen, net.weight.asnumpy().round(5).tolist()]


def training(ms: Any) -> Any:
    model, net = dense_model(ms, momentum, metrics={"acc", "loss"})
    record = ms.train.History()
    model.train(3, data(ms), callbacks=record)
    result = model.eval(data(ms))
    return [
        [round(float(value), 5) for value in record.history["net_output"]],
        {name: round(float(value), 5) for name, value in sorted(result.items())},
        model.predict(ms.Tensor(INPUTS[:2])).asnumpy().round(4).tolist(),
        net.bias.asnumpy().round(5).tolist(),
    ]


def loss_scale(ms: Any) -> Any:
    manager = ms.train.FixedLossScaleManager(1024.0, False)
    model, net = dense_model(
        ms,
        lambda ms, net: ms.nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024.0),
        loss_scale_manager=manager,
    )
    model.train(1, data(ms))
    return net.weight.asnumpy().round(4).tolist()


def _saved() -> list[str]:
    return sorted(file.name for file in Path("out").iterdir() if file.suffix != ".meta")


def checkpoints(ms: Any) -> Any:
    model, _ = dense_model(ms, momentum)
    config = ms.train.CheckpointConfig(2, keep_checkpoint_max=2, append_info=["epoch_num", "step_num", {"note": "hi"}])
    names = []
    for _ in range(2):
        saver = ms.train.ModelCheckpoint("net", "out", config)
        model.train(2, data(ms, 12, 4), callbacks=saver)
        names.append(Path(saver.latest_ckpt_file_name).name)
    files = _saved()
    held = ms.load_checkpoint(f"out/{files[-1]}")
    return [names, files, {k: v if isinstance(v, str) else list(v.shape) for k, v in held.items()},
            int(held["epoch_num"].asnumpy()), int(held["step_num"].asnumpy())]  # fmt: skip


def checkpoint_names_by_function(ms: Any) -> Any:
    model, _ = dense_model(ms, momentum)
    saver = ms.train.ModelCheckpoint(lambda args: f"step{args.cur_step_num}", "out", ms.train.CheckpointConfig(2))
    model.train(1, data(ms, 12, 4), callbacks=saver)
    return _saved()


def checkpoint_after_exception(ms: Any) -> Any:
    model, _ = dense_model(ms, momentum)
    saver = ms.train.ModelCheckpoint("net", "out", ms.train.CheckpointConfig(100, exception_save=True))

    class Break(ms.train.Callback):
        def on_train_step_end(self, context: Any) -> None:
            if context.original_args().cur_step_num == 5:
                raise KeyError("here")

    try:
        model.train(3, data(ms, 12, 4), callbacks=[saver, Break()])
    except KeyError:
        return _saved()


def policy(ms: Any) -> Any:
    config = ms.train.CheckpointConfig
    return [
        config().get_checkpoint_policy(),
        config(save_checkpoint_steps=None, save_checkpoint_seconds=5).get_checkpoint_policy(),
        config(keep_checkpoint_max=0, keep_checkpoint_per_n_minutes=3).get_checkpoint_policy(),
        config(keep_checkpoint_max=0).get_checkpoint_policy(),
    ]


def dynamic_loss_scale_manager(ms: Any) -> Any:
    manager = ms.train.DynamicLossScaleManager(1024, 2, 3)
    out = []
    for overflow in (False, False, False, True, False, False, False, False, True, True):
        manager.update_loss_scale(overflow)
        out.append(float(manager.get_loss_scale()))
    return out


def dynamic_loss_scaler(ms: Any) -> Any:
    import importlib

    amp = importlib.import_module(f"{ms.__name__}.amp")
    scaler = amp.DynamicLossScaler(4, 2, 3)
    out = []
    for finite in (True, True, True, True, False, False, False, False, True):
        scaler.adjust(ms.Tensor(finite))
        out.append([float(scaler.scale_value.asnumpy()), int(scaler.counter.asnumpy())])
    scaled = scaler.scale(ms.Tensor([1.0, 2.0]))
    return [out, scaled.asnumpy().tolist(), scaler.unscale((scaled, scaled))[1].asnumpy().tolist(),
            bool(amp.all_finite((scaled, scaled))),
            bool(amp.all_finite((scaled, ms.Tensor([float("inf")]))))]  # fmt: skip


def _raises(make: Callable[[], Any]) -> str:
    try:
        make()
    except Exception as error:
        return type(error).__name__
    return "nothing"


def errors(ms: Any) -> Any:
    train = ms.train
    model = scripted_model(ms, [1.0], [0.5])
    old = type("Old", (train.Callback,), {"step_end": lambda *_: None})()
    dense = ms.nn.Dense(4, 3)
    return {
        "network": _raises(lambda: train.Model(3)),
        "keyword": _raises(lambda: train.Model(dense, nothing=1)),
        "amp without optimizer": _raises(lambda: train.Model(dense, amp_level="O2")),
        "scale without optimizer": _raises(
            lambda: train.Model(dense, loss_scale_manager=train.FixedLossScaleManager())
        ),
        "metrics without loss": _raises(lambda: train.Model(dense, metrics={"acc"})),
        "metrics as list": _raises(lambda: train.Model(dense, metrics=["acc"])),
        "unknown metric": _raises(lambda: train.Model(dense, metrics={"nothing"})),
        "eval indexes": _raises(lambda: train.Model(dense, metrics={"acc"}, eval_network=dense, eval_indexes=[1])),
        "eval without metrics": _raises(lambda: train.Model(dense).eval(data(ms))),
        "epoch zero": _raises(lambda: model.train(0, data(ms))),
        "epoch float": _raises(lambda: model.train(1.5, data(ms))),
        "initial epoch": _raises(lambda: model.train(1, data(ms), initial_epoch=1)),
        "sink mode": _raises(lambda: model.train(1, data(ms), dataset_sink_mode=1)),
        "sink size": _raises(lambda: model.train(1, data(ms), sink_size=0)),
        "empty": _raises(lambda: model.train(1, data(ms).skip(9))),
        "callback": _raises(lambda: model.train(1, data(ms), callbacks=[3])),
        "old method in train": _raises(lambda: model.train(1, data(ms), callbacks=old)),
        "old method in fit": _raises(lambda: model.fit(1, data(ms), callbacks=old)),
        "fit frequency": _raises(lambda: model.fit(1, data(ms), data(ms), valid_frequency="a")),
        "fit without metrics": _raises(lambda: train.Model(scripted(ms, [1.0])).fit(1, data(ms), data(ms))),
        "predict list": _raises(lambda: model.predict([1.0])),
        "run context": _raises(lambda: train.RunContext(3)),
        "loss monitor": _raises(lambda: train.LossMonitor(-1)),
        "loss monitor type": _raises(lambda: train.LossMonitor(1.5)),
        "early stopping mode": _raises(lambda: train.EarlyStopping(mode="x")),
        "early stopping patience": _raises(lambda: train.EarlyStopping(patience=-1)),
        "early stopping monitor": _raises(lambda: train.EarlyStopping(monitor=3)),
        "reduce factor": _raises(lambda: train.ReduceLROnPlateau(factor=2.0)),
        "checkpoint prefix": _raises(lambda: train.ModelCheckpoint("a/b")),
        "checkpoint config": _raises(lambda: train.ModelCheckpoint("a", config=3)),
        "config all none": _raises(lambda: train.CheckpointConfig(None, None, None, None)),
        "config network": _raises(lambda: train.CheckpointConfig(saved_network=3)),
        "config info": _raises(lambda: train.CheckpointConfig(append_info=["other"])),
        "config info type": _raises(lambda: train.CheckpointConfig(append_info=3)),
        "config steps": _raises(lambda: train.CheckpointConfig(-1)),
        "scale": _raises(lambda: train.FixedLossScaleManager(0.5)),
        "window": _raises(lambda: train.DynamicLossScaleManager(scale_window=0)),
    }


SCENARIOS: dict[str, Callable[[Any], Any]] = {
    scenario.__name__: scenario
    for scenario in (
        hooks_of_train, hooks_of_resumed_train, hooks_of_stopped_train, hooks_of_eval, hooks_of_fit,
        hooks_of_fit_at_some_epochs, facts_for_callbacks, loss_monitor, loss_monitor_every_two, loss_monitor_in_fit,
        loss_monitor_nan, time_monitor, history, lambda_callback, early_stopping, early_stopping_of_a_metric,
        early_stopping_of_nothing, early_stopping_restores, reduce_lr, learning_rate_scheduler, training, loss_scale,
        checkpoints, checkpoint_names_by_function, checkpoint_after_exception, policy, dynamic_loss_scale_manager,
        dynamic_loss_scaler, errors,
    )
}  # fmt: skip


def answer(ms: Any, scenario: Callable[[Any], Any]) -> dict[str, Any]:
    """Run a scenario in an empty folder; return what it returned and printed, times as T, or the error's type."""
    printed = io.StringIO()
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed):
                value = scenario(ms)
            out = {"value": json.loads(json.dumps(value, default=str))}
        except Exception as error:
            out = {"error": f"{type(error).__name__}: {error}"[:300]}
        finally:
            os.chdir(here)
            for file in Path(folder).rglob("*"):
                file.chmod(0o700)
    out["printed"] = re.sub(r"\d+\.\d+ ms", "T ms", printed.getvalue()).splitlines()
    return out


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    import mindspore.train

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    answers = {name: answer(ms, scenario) for name, scenario in SCENARIOS.items()}
    GOLDEN.write_text(json.dumps(answers, indent=0) + "\n", encoding="utf-8")
    for name, given in answers.items():
        print(f"{name}: {json.dumps(given)[:400]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
