"""Training, evaluation and prediction of a network.

Source: mindspore.train.Model, MindSpore 2.10
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from ms2torch import log as logger, nn
from ms2torch._errors import require_default
from ms2torch.common.api import _pynative_executor
from ms2torch.common.tensor import Tensor
from ms2torch.communication.management import get_group_size, get_rank
from ms2torch.context import ParallelMode as ParallelMode, get_auto_parallel_context
from ms2torch.nn.cell import Cell
from ms2torch.parallel._utils import _get_parallel_mode
from ms2torch.parallel.parameter_broadcast import parameter_broadcast
from ms2torch.train import amp
from ms2torch.train._progress import TrainingBar
from ms2torch.train.callback._callback import (
    Callback,
    CallbackManager,
    InternalCallbackParam,
    RunContext,
    _CallbackManager as _CallbackManager,
    _InternalCallbackParam as _InternalCallbackParam,
    as_list,
)
from ms2torch.train.callback._checkpoint import ModelCheckpoint
from ms2torch.train.callback._early_stop import EarlyStopping
from ms2torch.train.callback._history import History
from ms2torch.train.callback._lambda_callback import LambdaCallback
from ms2torch.train.callback._loss_monitor import LossMonitor
from ms2torch.train.callback._lr_scheduler_callback import LearningRateScheduler
from ms2torch.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau
from ms2torch.train.callback._time_monitor import TimeMonitor
from ms2torch.train.dataset_helper import DatasetHelper
from ms2torch.train.metrics import Loss, Metric, get_metrics

__all__ = ["Model"]


Callbacks = Callback | Iterable[Callback] | None

_OLD_NAMES = frozenset({"begin", "end", "epoch_begin", "epoch_end", "step_begin", "step_end"})
# our own callbacks: in `fit` only TimeMonitor of them also sees the evaluation
_OURS = (
    EarlyStopping, History, LambdaCallback, LearningRateScheduler, LossMonitor, ModelCheckpoint, ReduceLROnPlateau,
    TimeMonitor,
)  # fmt: skip


class Model:
    """A network with its loss, optimizer and metrics, to be trained, evaluated and asked.

    Args:
        network (Cell): the network.
        loss_fn (Cell, optional): the loss; ``None`` where the network computes it. Default: ``None``.
        optimizer (Cell, optional): the optimizer; ``None`` where the network updates itself. Default: ``None``.
        metrics (Union[dict, set], optional): metrics by name, or names alone. Default: ``None``.
        eval_network (Cell, optional): gives what the metrics get. Default: ``None``: loss, output and label.
        eval_indexes (list[int], optional): where loss, prediction and label are in the outputs of `eval_network`;
            ``None``: each metric gets all. Default: ``None``.
        amp_level (str): mixed precision, see `mindspore.amp.auto_mixed_precision`. Default: ``"O0"``.
        boost_level (str): must be ``"O0"``. Default: ``"O0"``.
        kwargs: `loss_scale_manager` (LossScaleManager), `keep_batchnorm_fp32` (bool).

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if arguments contradict each other.

    Differs from MindSpore:
        Loss scaling also works on CPU.

    Source: mindspore.train.Model, MindSpore 2.10
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Cell | None = None,
        optimizer: Cell | None = None,
        metrics: dict[str, Metric] | set[str] | None = None,
        eval_network: Cell | None = None,
        eval_indexes: list[int] | None = None,
        amp_level: str = "O0",
        boost_level: str = "O0",
        **kwargs: Any,
    ) -> None:
        if not isinstance(network, Cell):
            raise TypeError(f"For 'Model', the type of 'network' must be Cell, but got {type(network)}.")
        self._check_kwargs(kwargs)
        require_default("Model", "boost_level", boost_level, "O0", "leave it out")
        self._network = network
        self._loss_fn = loss_fn
        self._optimizer = optimizer
        self._amp_level = amp_level
        self._boost_level = boost_level
        self._parallel_mode = _get_parallel_mode()
        self._process_amp_args(kwargs)
        self._check_amp_level_arg(optimizer, amp_level)
        self._check_for_graph_cell(kwargs)
        self._build_boost_network(kwargs)
        self._train_network = self._build_train_network()
        self._metric_fns: dict[str, Metric] = {}
        self._eval_network: Cell | None = None
        self._eval_indexes: list[int] | None = None
        self._build_eval_network(metrics, eval_network, eval_indexes)
        self._predict_network: Cell = network
        self._build_predict_network()
        self._backbone_is_train = True
        self._current_epoch_num = 0
        self._current_step_num = 0
        self._bar = TrainingBar(0, 0, shown=False)

    # ------------------------------------------------------------------------------------------------ the networks
    def _check_kwargs(self, kwargs: dict[str, Any]) -> None:
        for name in kwargs:
            if name not in ("loss_scale_manager", "keep_batchnorm_fp32"):
                raise ValueError(
                    f"For 'Model', known keywords are loss_scale_manager and keep_batchnorm_fp32, not {name}."
                )

    def _process_amp_args(self, kwargs: dict[str, Any]) -> None:
        """Keep the settings of mixed precision."""
        self._loss_scale_manager_set = "loss_scale_manager" in kwargs
        self._loss_scale_manager = kwargs.get("loss_scale_manager")
        self._keep_bn_fp32 = kwargs.get("keep_batchnorm_fp32")
        if self._loss_scale_manager is not None and self._optimizer is None:
            raise ValueError("The argument 'optimizer' can not be None when set 'loss_scale_manager'.")

    def _check_amp_level_arg(self, optimizer: Cell | None, amp_level: str) -> None:
        """Refuse mixed precision without an optimizer."""
        if optimizer is None and amp_level != "O0":
            raise ValueError("For 'Model', 'amp_level' needs an 'optimizer'; set amp_level='O0' or give one.")

    def _check_for_graph_cell(self, kwargs: dict[str, Any]) -> None:
        """Check what a loaded graph could not have; derived classes override it."""

    def _build_boost_network(self, kwargs: dict[str, Any]) -> None:
        """Change the network for `boost_level`, which is always ``"O0"`` here; derived classes override it."""

    def _build_train_network(self) -> Cell:
        """Put loss and optimizer around the network; derived classes of MindSpore programs put their own."""
        if self._optimizer is not None:
            options: dict[str, Any] = {}
            if self._loss_scale_manager_set:
                options["loss_scale_manager"] = self._loss_scale_manager
            if self._keep_bn_fp32 is not None:
                options["keep_batchnorm_fp32"] = self._keep_bn_fp32
            return amp.build_train_network(
                self._network, self._optimizer, self._loss_fn, level=self._amp_level, **options
            )
        return self._network if self._loss_fn is None else nn.WithLossCell(self._network, self._loss_fn)

    def _build_eval_network(self, metrics: Any, eval_network: Cell | None, eval_indexes: list[int] | None) -> None:
        """Make the network that is evaluated, for the metrics there are."""
        self._metric_fns = get_metrics(metrics) or {}
        self._eval_network, self._eval_indexes = self._evaluated(eval_network, eval_indexes)

    def _build_predict_network(self) -> None:
        """Make the network that predicts; derived classes put their own."""
        self._predict_network = self._network

    def _evaluated(
        self, eval_network: Cell | None, eval_indexes: list[int] | None
    ) -> tuple[Cell | None, list[int] | None]:
        if not self._metric_fns:
            return eval_network, eval_indexes
        if eval_network is not None:
            if eval_indexes is not None and not (isinstance(eval_indexes, list) and len(eval_indexes) == 3):
                raise ValueError(f"For 'Model', 'eval_indexes' must be a list of three, but got {eval_indexes!r}.")
            return eval_network, eval_indexes
        if self._loss_fn is None:
            raise ValueError("For 'Model', with 'metrics' either 'eval_network' or 'loss_fn' must be given.")
        return nn.WithEvalCell(self._network, self._loss_fn, self._amp_level in ("O2", "O3", "auto")), [0, 1, 2]

    @property
    def train_network(self) -> Cell:
        """The network with loss and optimizer."""
        return self._train_network

    @property
    def predict_network(self) -> Cell:
        """The network alone."""
        return self._predict_network

    @property
    def eval_network(self) -> Cell | None:
        """The network that is evaluated."""
        return self._eval_network

    def _set_mode(self, network: Cell, training: bool) -> None:
        network.set_train(training)
        network.phase = "train" if training else "eval"
        self._backbone_is_train = training

    def _check_network_mode(self, network: Cell, is_train: bool) -> None:
        """Set the mode again if a callback has left another (by predicting or evaluating)."""
        if self._backbone_is_train != is_train:
            network.set_train(is_train)
            self._backbone_is_train = is_train
        if not is_train:
            network.set_grad(False)

    def _exec_preprocess(
        self,
        is_train: bool,
        dataset: Any,
        dataset_sink_mode: bool,
        sink_size: int = -1,
        epoch_num: int = 1,
        dataset_helper: Any = None,
    ) -> tuple[Any, Cell]:
        """Set the mode of the network that runs, and return it with what hands out its data."""
        network = self._train_network if is_train else self._eval_network
        assert network is not None
        self._set_mode(network, is_train)
        return dataset_helper or DatasetHelper(dataset, dataset_sink_mode, sink_size, epoch_num), network

    @staticmethod
    def _transform_callbacks(callbacks: Callbacks) -> list[Callback]:
        """Return the callbacks as a list."""
        return as_list(callbacks)

    @staticmethod
    def _check_methods_for_custom_callbacks(callbacks: Callbacks, current_mode: str) -> None:
        """Warn of a user's callback with methods of the old names; in `fit`, where they would run twice, refuse it."""
        _check_old_names(callbacks, current_mode)

    @staticmethod
    def _should_eval(epoch: int, validation_freq: int | list[int]) -> bool:
        """Tell whether an epoch is followed by an evaluation."""
        return epoch % validation_freq == 0 if isinstance(validation_freq, int) else epoch in validation_freq

    # ---------------------------------------------------------------------------------------------------- training
    def train(
        self,
        epoch: int,
        train_dataset: Any,
        callbacks: Callbacks = None,
        dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train the network.

        Args:
            epoch (int): number of passes over the data.
            train_dataset (Dataset): with a `loss_fn` it gives data and label, else what the network takes.
            callbacks (Union[Callback, list[Callback]], optional): run at every stage. Default: ``None``.
            dataset_sink_mode (bool): no effect: as for MindSpore on CPU, each step takes its data from the dataset.
                Default: ``False``.
            sink_size (int): no effect without sink mode; -1 or positive. Default: ``-1``.
            initial_epoch (int): epochs that are done already. Default: ``0``.

        Raises:
            ValueError: if a number is out of range or the dataset is empty.

        Source: mindspore.train.Model.train, MindSpore 2.10
        """
        self._check_run("train", epoch, train_dataset, dataset_sink_mode, sink_size, initial_epoch)
        self._check_methods_for_custom_callbacks(callbacks, "train")
        self._train(
            epoch, train_dataset, callbacks=callbacks, dataset_sink_mode=False, sink_size=sink_size,
            initial_epoch=initial_epoch,
        )  # fmt: skip

    def fit(
        self,
        epoch: int,
        train_dataset: Any,
        valid_dataset: Any = None,
        valid_frequency: int | list[int] = 1,
        callbacks: Callbacks = None,
        dataset_sink_mode: bool = False,
        valid_dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train the network and evaluate it between epochs.

        Args:
            epoch (int): number of passes over the data.
            train_dataset (Dataset): as in `train`.
            valid_dataset (Dataset, optional): as in `eval`. Default: ``None``, no evaluation.
            valid_frequency (Union[int, list[int]]): evaluate every so many epochs, or after these. Default: ``1``.
            callbacks (Union[Callback, list[Callback]], optional): run at every stage. Default: ``None``.
            dataset_sink_mode (bool): no effect, see `train`. Default: ``False``.
            valid_dataset_sink_mode (bool): no effect, see `train`. Default: ``False``.
            sink_size (int): no effect without sink mode; -1 or positive. Default: ``-1``.
            initial_epoch (int): epochs that are done already. Default: ``0``.

        Raises:
            TypeError: if `valid_frequency` is neither an int nor a list.
            ValueError: if a number is out of range, a dataset is empty, or there are no metrics for `valid_dataset`.

        Source: mindspore.train.Model.fit, MindSpore 2.10
        """
        self._check_run("fit", epoch, train_dataset, dataset_sink_mode, sink_size, initial_epoch)
        _check_bool("valid_dataset_sink_mode", valid_dataset_sink_mode)
        if not isinstance(valid_frequency, (int, list)):
            raise TypeError(
                f"For 'Model.fit', 'valid_frequency' must be an int or list, but got {type(valid_frequency)}."
            )
        if valid_dataset is not None and not self._metric_fns:
            raise ValueError("For 'Model.fit', with 'valid_dataset' the model needs 'metrics'.")
        self._check_methods_for_custom_callbacks(callbacks, "fit")
        self._train(
            epoch, train_dataset, callbacks=callbacks, dataset_sink_mode=False, sink_size=sink_size,
            initial_epoch=initial_epoch, valid_dataset=valid_dataset, valid_frequency=valid_frequency,
            valid_dataset_sink_mode=False,
        )  # fmt: skip

    def _check_run(self, where: str, epoch: Any, dataset: Any, sink_mode: Any, sink_size: Any, initial: Any) -> None:
        self._check_sink_mode_for_ds_debug_mode(sink_mode)
        _check_bool("dataset_sink_mode", sink_mode)
        for name, value in (("sink_size", sink_size), ("epoch", epoch), ("initial_epoch", initial)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(f"For 'Model.{where}', '{name}' must be an int, but got {value!r}.")
        if epoch <= 0 or not 0 <= initial < epoch:
            raise ValueError(
                f"For 'Model.{where}', 'epoch' must be positive and greater than 'initial_epoch', which must not be "
                f"negative, but got {epoch} and {initial}."
            )
        if sink_size < -1 or sink_size == 0:
            raise ValueError(f"For 'Model.{where}', 'sink_size' must be -1 or positive, but got {sink_size}.")
        if dataset.get_dataset_size() == 0:
            raise ValueError("There is no valid data in dataset, please check dataset file firstly.")

    @staticmethod
    def _check_sink_mode_for_ds_debug_mode(dataset_sink_mode: bool) -> None:
        """Accept every sink mode: none sinks data here; derived classes override it."""

    def _train(
        self,
        epoch: int,
        train_dataset: Any,
        callbacks: Callbacks = None,
        dataset_sink_mode: bool = True,
        sink_size: int = -1,
        initial_epoch: int = 0,
        valid_dataset: Any = None,
        valid_frequency: int | list[int] = 1,
        valid_dataset_sink_mode: bool = True,
        initial_step: int = 0,
    ) -> None:
        """Prepare what callbacks see, and train; derived classes override it or call it."""
        del dataset_sink_mode, sink_size, initial_step
        dataset = train_dataset
        args = InternalCallbackParam(
            train_network=self._train_network,
            epoch_num=epoch - initial_epoch,
            batch_num=dataset.get_dataset_size(),
            mode="train",
            loss_fn=self._loss_fn,
            optimizer=self._optimizer,
            parallel_mode=get_auto_parallel_context("parallel_mode"),
            device_number=get_group_size(),
            train_dataset=dataset,
            list_callback=self._transform_callbacks(callbacks),
            train_dataset_element=None,
            network=self._network,
            initial_step=None,
            last_save_ckpt_step=None,
            latest_ckpt_file=None,
            loss_scale_mananger=self._loss_scale_manager,  # MindSpore's spelling, which callbacks read
            cur_step_num=0,
            dataset_sink_mode=False,
        )
        _share_parameters(self._train_network)
        self._check_reuse_dataset(dataset)
        valid = (valid_dataset, valid_frequency, valid_dataset_sink_mode)
        with CallbackManager(callbacks) as manager, TrainingBar(args.epoch_num, args.batch_num) as self._bar:
            try:
                self._train_process(epoch, dataset, manager, args, initial_epoch, valid)
            except BaseException:
                for callback in args.list_callback:
                    if isinstance(callback, ModelCheckpoint):
                        callback.save_after_exception(self, self._current_epoch_num, self._current_step_num)
                raise

    def _check_reuse_dataset(self, dataset: Any) -> None:
        """Note that a dataset is trained on, which may be so by one Model only."""
        if getattr(dataset, "__model_hash__", None) is None:
            dataset.__model_hash__ = hash(self)
        if dataset.__model_hash__ != hash(self):
            raise RuntimeError(
                "The dataset object had been used in other model by model.train(...), please create a new dataset."
            )

    def _train_process(
        self,
        epoch: int,
        train_dataset: Any,
        list_callback: Any = None,
        cb_params: Any = None,
        initial_epoch: int = 0,
        valid_infos: Any = None,
    ) -> None:
        """Train epoch by epoch.

        Args:
            epoch (int): the epoch to stop before.
            train_dataset (Dataset): the data.
            list_callback (CallbackManager): runs the callbacks. Default: ``None``.
            cb_params (InternalCallbackParam): what callbacks see. Default: ``None``.
            initial_epoch (int): epochs that are done already. Default: ``0``.
            valid_infos (tuple): the data of the evaluation, its frequency and its sink mode. Default: ``None``.
        """
        callbacks, args, dataset, epochs = list_callback, cb_params, train_dataset, range(initial_epoch, epoch)
        self._exec_preprocess(is_train=True, dataset=dataset, dataset_sink_mode=False, epoch_num=len(epochs))
        run_context = RunContext(args)
        callbacks.on_train_begin(run_context)
        batches = dataset.create_tuple_iterator(num_epochs=_passes(dataset, epochs))
        for index in epochs:
            args.cur_epoch_num = self._current_epoch_num = index + 1
            self._current_step_num = 0
            callbacks.on_train_epoch_begin(run_context)
            self._steps(batches, callbacks, run_context)
            self._eval_during_train(valid_infos, args, callbacks)
            dataset.reset()
            self._flush_from_cache(args)
            callbacks.on_train_epoch_end(run_context)
            args.pop("metrics", None)
            args.pop("eval_results", None)
            if run_context.get_stop_requested():
                break
        callbacks.on_train_end(run_context)

    def _flush_from_cache(self, cb_params: Any) -> None:
        """Bring cached rows of embeddings back: there are none here; derived classes override it."""

    def _steps(self, batches: Any, callbacks: CallbackManager, run_context: RunContext) -> None:
        """Make the training steps of one epoch."""
        args = run_context.original_args()
        for batch in batches:
            element = tuple(batch)
            if self._loss_fn is not None and len(element) != 2:
                raise ValueError(
                    f"When 'loss_fn' is not None, 'train_dataset' should return two elements, but got {len(element)}, "
                    f"please check the number of elements returned by 'train_dataset'"
                )
            args.cur_step_num += 1
            self._current_step_num = (args.cur_step_num - 1) % args.batch_num + 1
            args.train_dataset_element = element
            callbacks.on_train_step_begin(run_context)
            self._check_network_mode(self._train_network, True)
            args.net_outputs = self._train_network(*element)
            self._update_loss_scale(args.net_outputs)
            callbacks.on_train_step_end(run_context)
            self._bar.step(args.cur_epoch_num, args.cur_step_num, args.net_outputs)
            if run_context.get_stop_requested():
                # the rest of the epoch is left out
                batches.release()
                return

    def _update_loss_scale(self, outputs: Any) -> None:
        manager = self._loss_scale_manager
        if manager is not None and manager.get_drop_overflow_update():
            manager.update_loss_scale(bool(outputs[1].asnumpy().all()))

    # -------------------------------------------------------------------------------------------------- evaluation
    def eval(self, valid_dataset: Any, callbacks: Callbacks = None, dataset_sink_mode: bool = False) -> dict[str, Any]:
        """Evaluate the network.

        Args:
            valid_dataset (Dataset): gives what the evaluation network takes.
            callbacks (Union[Callback, list[Callback]], optional): run at every stage. Default: ``None``.
            dataset_sink_mode (bool): no effect, see `train`. Default: ``False``.

        Returns:
            dict, the value of each metric by name.

        Raises:
            ValueError: if the model has no metrics.

        Source: mindspore.train.Model.eval, MindSpore 2.10
        """
        _check_bool("dataset_sink_mode", dataset_sink_mode)
        if not self._metric_fns:
            raise ValueError("For Model.eval, the model argument 'metrics' can not be None or empty.")
        self._check_methods_for_custom_callbacks(callbacks, "eval")
        listed = self._transform_callbacks(callbacks)
        args = InternalCallbackParam(list_callback=listed, network=self._network, loss_fn=self._loss_fn)
        self._clear_metrics()
        with CallbackManager(callbacks) as manager:
            return self._eval_process(valid_dataset, manager, args)

    def _eval_during_train(self, valid_infos: Any, cb_params: Any, list_callback: Any) -> None:
        """Evaluate after an epoch that is to be followed by an evaluation."""
        dataset, frequency, sink_mode = valid_infos or (None, 1, False)
        if dataset is not None and self._should_eval(cb_params.cur_epoch_num, frequency):
            # our own callbacks, but for TimeMonitor, look at training alone
            seeing = [cb for cb in list_callback._callbacks if isinstance(cb, TimeMonitor) or type(cb) not in _OURS]
            self._eval_in_fit(dataset, callbacks=seeing, dataset_sink_mode=sink_mode, cb_params=cb_params)

    def _eval_in_fit(
        self, valid_dataset: Any, callbacks: Callbacks = None, dataset_sink_mode: bool = True, cb_params: Any = None
    ) -> None:
        """Evaluate during a fit, and let callbacks go on with what they saw of training."""
        del dataset_sink_mode
        args = cb_params
        kept = {name: args.get(name) for name in ("cur_step_num", "batch_num", "dataset_sink_mode", "net_outputs")}
        self._clear_metrics()
        with CallbackManager(callbacks) as manager:
            self._eval_process(valid_dataset, manager, args, add_eval_loss=True)
        args.update(kept, mode="train")

    def _clear_metrics(self) -> None:
        """Let the metrics forget."""
        for metric in self._metric_fns.values():
            metric.clear()

    def _get_metrics(self) -> dict[str, Any]:
        """Return the value of each metric by name."""
        return {name: metric.eval() for name, metric in self._metric_fns.items()}

    def _eval_process(
        self, valid_dataset: Any, list_callback: Any = None, cb_params: Any = None, add_eval_loss: bool = False
    ) -> dict[str, Any]:
        """Evaluate batch by batch.

        Args:
            valid_dataset (Dataset): the data.
            list_callback (CallbackManager): runs the callbacks. Default: ``None``.
            cb_params (InternalCallbackParam): what callbacks see. Default: ``None``.
            add_eval_loss (bool): give callbacks ``eval_loss`` beside the metrics. Default: ``False``.

        Returns:
            dict, the value of each metric by name.
        """
        dataset, callbacks, args, with_loss = valid_dataset, list_callback, cb_params, add_eval_loss
        network = self._eval_network
        assert network is not None
        args.update(eval_network=network, valid_dataset=dataset, batch_num=dataset.get_dataset_size(), mode="eval")
        args.update(cur_step_num=0, dataset_sink_mode=False)
        # as in MindSpore, "eval_loss" is the loss of the last batch
        eval_loss = Loss()
        run_context = RunContext(args)
        callbacks.on_eval_begin(run_context)
        self._exec_preprocess(is_train=False, dataset=dataset, dataset_sink_mode=False)
        callbacks.on_eval_epoch_begin(run_context)
        for batch in dataset.create_tuple_iterator(num_epochs=1):
            args.cur_step_num += 1
            args.eval_dataset_element = tuple(batch)
            callbacks.on_eval_step_begin(run_context)
            self._check_network_mode(network, False)
            args.net_outputs = network(*args.eval_dataset_element)
            callbacks.on_eval_step_end(run_context)
            self._update_metrics(args.net_outputs)
            if with_loss:
                outputs = args.net_outputs if isinstance(args.net_outputs, tuple) else (args.net_outputs,)
                eval_loss.clear()
                eval_loss.update(outputs[self._eval_indexes[0] if self._eval_indexes else 0])
            if run_context.get_stop_requested():
                break
        callbacks.on_eval_epoch_end(run_context)
        dataset.reset()
        args.metrics = self._get_metrics()
        if with_loss:
            args.eval_results = {**copy.deepcopy(args.metrics), "eval_loss": eval_loss.eval()}
        callbacks.on_eval_end(run_context)
        return args.metrics

    def _update_metrics(self, outputs: Any) -> None:
        """Hand what the network gave to the metrics."""
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        if not isinstance(outputs, tuple):
            raise ValueError(  # noqa: TRY004
                f"The argument 'outputs' should be tuple, but got {type(outputs)}."
            )
        if self._eval_indexes is None:
            for metric in self._metric_fns.values():
                metric.update(*outputs)
            return
        if len(outputs) < 3:
            raise ValueError(f"The length of 'outputs' must be >= 3, but got {len(outputs)}")
        loss, prediction, label = (outputs[index] for index in self._eval_indexes)
        for metric in self._metric_fns.values():
            if isinstance(metric, Loss):
                metric.update(loss)
            else:
                metric.update(prediction, label)

    # -------------------------------------------------------------------------------------------------- prediction
    def predict(self, *predict_data: Any, backend: str | None = None, config: Any = None) -> Any:
        """Return the network's output.

        Args:
            predict_data (Union[Tensor, int, float, str, None, tuple, list, dict]): inputs of the network.
            backend: not supported; must be ``None``. Default: ``None``.
            config: not supported; must be ``None``. Default: ``None``.

        Returns:
            Tensor, or what else the network gives.

        Raises:
            TypeError: if an input is of another type.
            ValueError: if a Tensor is empty.

        Source: mindspore.train.Model.predict, MindSpore 2.10
        """
        if backend not in (None, "lite"):
            msg = f"For Model.predict, `backend` should be 'lite' or None, but got {backend}"
            raise ValueError(msg)
        require_default("Model.predict", "backend", backend, None, "leave it out: MindSpore Lite is not needed here")
        require_default("Model.predict", "config", config, None, "leave it out")
        for item in predict_data:
            if isinstance(item, Tensor):
                if item.size == 0:
                    raise ValueError("The input data can not be empty.")
            elif item is not None and not isinstance(item, (int, float, str)):
                raise TypeError(
                    f"For 'Model.predict', an input must be a Tensor, int, float, str or None, but got {type(item)}."
                )
        self._check_network_mode(self._predict_network, False)
        return self._predict_network(*predict_data)

    def build(
        self,
        train_dataset: Any = None,
        valid_dataset: Any = None,
        sink_size: int = -1,
        epoch: int = 1,
        sink_mode: bool = True,
    ) -> None:
        """Check the arguments; there is nothing to compile.

        Args:
            train_dataset (Dataset, optional): data for training. Default: ``None``.
            valid_dataset (Dataset, optional): data for evaluation, which needs metrics. Default: ``None``.
            sink_size (int): no effect. Default: ``-1``.
            epoch (int): no effect. Default: ``1``.
            sink_mode (bool): no effect. Default: ``True``.

        Source: mindspore.train.Model.build, MindSpore 2.10
        """
        _check_bool("sink_mode", sink_mode)
        if not isinstance(epoch, int) or epoch <= 0:
            raise ValueError(f"For 'Model.build', 'epoch' must be a positive int, but got {epoch!r}.")
        if train_dataset is not None:
            self._check_run("build", epoch, train_dataset, sink_mode, sink_size, 0)
        if valid_dataset is not None and not self._metric_fns:
            raise RuntimeError("For 'Model.build', with 'valid_dataset' the model needs 'metrics'.")


def _check_bool(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"For 'Model', '{name}' must be a bool, but got {value!r}.")


def _check_old_names(callbacks: Callbacks, where: str) -> None:
    """Warn of a user's callback with methods of the old names; in `fit`, where they would run twice, refuse it."""
    for callback in as_list(callbacks):
        if type(callback) in _OURS:
            continue
        old = sorted(_OLD_NAMES & set(type(callback).__dict__))
        if not old:
            continue
        text = (
            f"For {type(callback).__name__} callback, {old} methods may not be supported in later version, use methods "
            f"prefixed with 'on_train' or 'on_eval' instead when using customized callbacks."
        )
        if where == "fit":
            raise ValueError(text)
        logger.warning(text)


def _share_parameters(network: Cell) -> None:
    """Give all processes the Parameters of the first, where the setting `parameter_broadcast` asks for it."""
    if get_auto_parallel_context("parameter_broadcast") and get_group_size() > 1:
        parameter_broadcast(network, network.parameters_dict(), get_rank())


def _passes(dataset: Any, epochs: range) -> int:
    """Return how many passes an iterator has: one that begins in the middle counts those that are done."""
    begun = getattr(dataset, "get_init_step", None)
    return epochs.stop if begun is not None and begun() else len(epochs)


def _transfer_tensor_to_tuple(inputs: Any) -> Any:
    """Return a Tensor as a tuple of one, and what is none as it is.

    Args:
        inputs (Any): what a step is called with.
    """
    return (inputs,) if isinstance(inputs, Tensor) else inputs


class _StepSync(Callback):
    """Wait for the device after each step."""

    @staticmethod
    def step_end(run_context: RunContext) -> None:
        """Wait.

        Args:
            run_context (RunContext): where training is.
        """
        del run_context
        _pynative_executor.sync()
