"""The base of all datasets: its operations, sizes and iterators.

Source: mindspore.dataset.engine.datasets, MindSpore 2.10
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any

import numpy as np

from ms2torch._errors import require_default
from ms2torch._lazy import elsewhere
from ms2torch.dataset.core._given import Given
from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._registry import made_by
from ms2torch.dataset.engine._rows import Epoch, Row, first_epoch
from ms2torch.dataset.engine.cache_client import DatasetCache, check_cache
from ms2torch.dataset.engine.iterators import DictIterator, TupleIterator

# the operations are in files of their own, which import this one
__getattr__ = elsewhere(__name__, "ms2torch.dataset.engine")


class Shuffle(StrEnum):
    """How far samples are mixed: all, files only, or rows inside each file.

    Source: mindspore.dataset.Shuffle, MindSpore 2.10
    """

    FALSE = "false"
    ADAPTIVE = "adaptive"
    GLOBAL = "global"
    PARTIAL = "partial"
    FILES = "files"
    INFILE = "infile"


class Dataset(Given, ABC):
    """A pipeline: a source or an operation on others.

    Every operation returns a new dataset and leaves this one as it was. Rows are tuples of numpy arrays; what
    needs worker processes gets them from torch's DataLoader.

    Source: mindspore.dataset.Dataset, MindSpore 2.10
    """

    _fresh = False  # whether every row is made anew, so that nobody else holds its memory

    def __init__(self, *children: Dataset) -> None:
        self.children = list(children)
        self.cache: DatasetCache | None = None
        self.num_parallel_workers: int | None = None
        self._init_step: int | None = None
        self._input_indexs: Any = ()

    # ------------------------------------------------------------------------------- what a kind of dataset defines
    @abstractmethod
    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""

    @abstractmethod
    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        """Give the rows of one pass."""

    def _known_size(self) -> int | None:
        """Return the number of rows, or ``None`` where only counting can tell."""
        return None

    # ------------------------------------------------------------------------------------------------------- facts
    def get_dataset_size(self) -> int:
        """Return the number of rows of one epoch; where it must be counted the pipeline runs once."""
        size = self._known_size()
        return sum(1 for _ in self._rows(first_epoch())) if size is None else size

    def __len__(self) -> int:
        return self.get_dataset_size()

    def __bool__(self) -> bool:
        # without this an empty or expensive dataset would be counted in `if dataset:`
        return True

    def set_init_step(self, init_step: int) -> None:
        """Let the next iterators begin in the middle of training: where an interrupted one had stopped.

        Epochs and rows before that step are gone through, so that shuffles and random operations go on as they would
        have; an iterator of ``num_epochs`` gives those that are left of them.

        Args:
            init_step (int): how many rows (batches, where there is `batch`) were given before.

        Source: mindspore.dataset.Dataset.set_init_step, MindSpore 2.10
        """
        self._init_step = init_step

    def get_init_step(self) -> int:
        """Return what `set_init_step` has set here or, along a pipeline of one branch, before; else 0.

        Source: mindspore.dataset.Dataset.get_init_step, MindSpore 2.10
        """
        if self._init_step is not None:
            return self._init_step
        return self.children[0].get_init_step() if len(self.children) == 1 else 0

    def get_batch_size(self) -> int:
        """Return the rows in a batch, 1 without `batch`, -1 where a function decides."""
        return self.children[0].get_batch_size() if self.children else 1

    def get_repeat_count(self) -> int:
        """Return how often `repeat` repeats, 1 without it."""
        return self.children[0].get_repeat_count() if self.children else 1

    def output_shapes(self, estimate: bool = False) -> list[list[int]]:
        """Return the shape of each column in the first row.

        Args:
            estimate (bool): look at all rows and mark what changes; only the default. Default: ``False``.
        """
        require_default("Dataset.output_shapes", "estimate", estimate, False, "look at the rows themselves")
        return [[0] if isinstance(array, dict) else list(array.shape) for array in self._first_row()]

    def output_types(self) -> list[Any]:
        """Return the numpy type of each column in the first row."""
        return [np.dtype(object) if isinstance(array, dict) else array.dtype for array in self._first_row()]

    def _first_row(self) -> Row:
        return next(self._rows(first_epoch()), ())

    # --------------------------------------------------------------------------------------------------- iteration
    def create_tuple_iterator(
        self, columns: list[str] | None = None, num_epochs: int = -1, output_numpy: bool = False, do_copy: bool = False
    ) -> TupleIterator:
        """Return an iterator that gives each row as a list.

        Args:
            columns (list[str], optional): columns to give, in this order. Default: ``None``, all.
            num_epochs (int): how many passes the iterator can make. Default: ``-1``, any number.
            output_numpy (bool): give numpy arrays, not Tensors; text is always numpy. Default: ``False``.
            do_copy (bool): print as Tensors do that share no memory with numpy; no Tensor shares memory with the
                next row either way. Default: ``False``.

        Source: mindspore.dataset.Dataset.create_tuple_iterator, MindSpore 2.10
        """
        check.iterator(num_epochs, output_numpy, do_copy)
        return TupleIterator(self, columns, num_epochs, output_numpy, do_copy)

    def create_dict_iterator(
        self, num_epochs: int = -1, output_numpy: bool = False, do_copy: bool = False
    ) -> DictIterator:
        """Return an iterator that gives each row as a dict; arguments as in `create_tuple_iterator`.

        Args:
            num_epochs (int): how many passes the iterator can make. Default: ``-1``, any number.
            output_numpy (bool): give numpy arrays, not Tensors; text is always numpy. Default: ``False``.
            do_copy (bool): print as Tensors do that share no memory with numpy; no Tensor shares memory with the
                next row either way. Default: ``False``.

        Source: mindspore.dataset.Dataset.create_dict_iterator, MindSpore 2.10
        """
        check.iterator(num_epochs, output_numpy, do_copy)
        return DictIterator(self, num_epochs, output_numpy, do_copy)

    def __iter__(self) -> TupleIterator:
        return self.create_tuple_iterator(num_epochs=1)

    def to_json(self, filename: str = "") -> dict[str, Any]:
        """Tell the pipeline as a dict of plain values, and write it into a file; see `serialize`.

        Args:
            filename (str): file to write; ``""``: none. Default: ``""``.

        Raises:
            RuntimeError: if the file cannot be written.

        Source: mindspore.dataset.Dataset.to_json, MindSpore 2.10
        """
        return made_by("to_json")(self, filename)

    def save(self, file_name: str, num_files: int = 1, file_type: str = "mindrecord") -> None:
        """Write the rows of one pass to MindRecord files, which `MindDataset` reads.

        The type of a column becomes the next one that MindRecord has: int32, int64, float32, float64, string, bytes.
        The first dimension of an array may change from row to row.

        Args:
            file_name (str): the file; of several, each name gets a number.
            num_files (int): number of files, 1 to 1000. Default: ``1``.
            file_type (str): only ``"mindrecord"``. Default: ``"mindrecord"``.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if `num_files` is out of range, or `file_type` another.
            RuntimeError: if there is no name or folder, the files are there already, or a row cannot be written.

        Source: mindspore.dataset.Dataset.save, MindSpore 2.10
        """
        type_check(file_name, (str,), "file_name")
        type_check(num_files, (int,), "num_files")
        type_check(file_type, (str,), "file_type")
        if not 0 < num_files <= 1000:
            raise ValueError("num_files should between 0 and 1000.")
        if file_type != "mindrecord":
            raise ValueError(f"{file_type} dataset format is not supported.")
        made_by("save")(self, file_name, num_files)

    def get_class_indexing(self) -> dict[str, Any]:
        """Return the label of each class, where the source knows them; else nothing.

        Source: mindspore.dataset.Dataset.get_class_indexing, MindSpore 2.10
        """
        return self.children[0].get_class_indexing() if self.children else {}

    def num_classes(self) -> int | None:
        """Return the number of classes, where the source knows it.

        Source: mindspore.dataset.Dataset.num_classes, MindSpore 2.10
        """
        return self.children[0].num_classes() if self.children else None

    @property
    def input_indexs(self) -> Any:
        """A note that a program may keep here, of which the source holds the only one; empty at first.

        Source: mindspore.dataset.Dataset.input_indexs, MindSpore 2.10
        """
        return self.children[0].input_indexs if self.children else self._input_indexs

    @input_indexs.setter
    def input_indexs(self, value: Any) -> None:
        if self.children:
            self.children[0].input_indexs = value
        else:
            self._input_indexs = value

    def reset(self) -> None:
        """Do nothing: every iterator starts at the beginning."""

    # -------------------------------------------------------------------------------------------------- operations
    def batch(
        self,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        **kwargs: Any,
    ) -> Dataset:
        """Stack rows.

        Args:
            batch_size (Union[int, Callable]): rows in a batch, or a function of a `BatchInfo`.
            drop_remainder (bool): leave out a last batch that is not full. Default: ``False``.
            num_parallel_workers (int, optional): worker processes for `per_batch_map`, with `python_multiprocessing`.
            kwargs: `per_batch_map` (Callable), which gets one list a column and a `BatchInfo`, and returns one list a
                column; `input_columns`, `output_columns` (names for it); `python_multiprocessing` (bool);
                `max_rowsize` (no effect: there are no buffers of a fixed size).

        Raises:
            RuntimeError: at iteration, if the rows of a batch differ in shape.

        Source: mindspore.dataset.Dataset.batch, MindSpore 2.10
        """
        known = ("per_batch_map", "input_columns", "output_columns", "python_multiprocessing", "max_rowsize")
        check.only(kwargs, "batch", known)
        return made_by("batch")(
            self,
            batch_size,
            drop_remainder,
            num_parallel_workers,
            kwargs.get("per_batch_map"),
            kwargs.get("input_columns"),
            kwargs.get("output_columns"),
            kwargs.get("python_multiprocessing", False),
        )

    def padded_batch(
        self,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        pad_info: dict[str, Any] | None = None,
    ) -> Dataset:
        """Stack rows, filled up to one shape.

        Args:
            batch_size (Union[int, Callable]): rows in a batch, or a function of a `BatchInfo`.
            drop_remainder (bool): leave out a last batch that is not full. Default: ``False``.
            num_parallel_workers (int, optional): no effect: padding runs in this process.
            pad_info (dict, optional): column to (shape, value); a shape, or a size in it, of ``None`` is the largest in
                the batch. An empty dict pads every column with 0. Default: ``None``, no padding.

        Source: mindspore.dataset.Dataset.padded_batch, MindSpore 2.10
        """
        return made_by("padded_batch")(self, batch_size, drop_remainder, num_parallel_workers, pad_info=pad_info)

    def bucket_batch_by_length(
        self,
        column_names: str | list[str],
        bucket_boundaries: list[int],
        bucket_batch_sizes: list[int],
        element_length_function: Callable[..., Any] | None = None,
        pad_info: dict[str, Any] | None = None,
        pad_to_bucket_boundary: bool = False,
        drop_remainder: bool = False,
    ) -> Dataset:
        """Stack rows of like length; what is left comes at the end, bucket by bucket.

        Args:
            column_names (Union[str, list[str]]): columns that the length depends on.
            bucket_boundaries (list[int]): lengths at which a new bucket begins, rising.
            bucket_batch_sizes (list[int]): rows in a batch of each bucket; one more than boundaries.
            element_length_function (Callable, optional): gets the columns and returns the length. Default: ``None``,
                the size of the first axis of the one column.
            pad_info (dict, optional): as in `padded_batch`. Default: ``None``, no padding.
            pad_to_bucket_boundary (bool): a size of ``None`` is one less than the bucket's upper boundary.
                Default: ``False``, the largest of the batch.
            drop_remainder (bool): leave out batches that are not full. Default: ``False``.

        Raises:
            RuntimeError: at iteration, if a row is longer than the last boundary with `pad_to_bucket_boundary`, or
                the rows of a batch differ in shape.

        Source: mindspore.dataset.Dataset.bucket_batch_by_length, MindSpore 2.10
        """
        return made_by("bucket_batch_by_length")(
            self,
            column_names,
            bucket_boundaries,
            bucket_batch_sizes,
            element_length_function,
            pad_info,
            pad_to_bucket_boundary,
            drop_remainder,
        )

    def split(self, sizes: list[int] | list[float], randomize: bool = True) -> list[Dataset]:
        """Divide the rows.

        Args:
            sizes (Union[list[int], list[float]]): rows of each part, together all; or their shares, together 1.
            randomize (bool): divide in a random order. Default: ``True``.

        Returns:
            list[Dataset], one for each size; the parts never share a row, whatever shuffles before.

        Raises:
            RuntimeError: if the rows do not add up, or a part would be empty.
            ValueError: if `sizes` is empty or out of range.

        Differs from MindSpore:
            The rows of a part come in the same order in every epoch; `shuffle` the part to change it.

        Source: mindspore.dataset.Dataset.split, MindSpore 2.10
        """
        return made_by("split")(self, sizes, randomize)

    def map(
        self,
        operations: Any,
        input_columns: str | list[str] | None = None,
        output_columns: str | list[str] | None = None,
        num_parallel_workers: int | None = None,
        **kwargs: Any,
    ) -> Dataset:
        """Apply operations to columns of each row.

        Args:
            operations (Union[Callable, list[Callable]]): called in turn, each with what the one before gave.
            input_columns (Union[str, list[str]], optional): columns for the first. Default: ``None``, the first column.
            output_columns (Union[str, list[str]], optional): names of what the last gives. Default: ``None``, the same.
            num_parallel_workers (int, optional): workers: processes where `python_multiprocessing` is set; else
                threads, where operations on arrays take long enough for them to pay. They decide, as in MindSpore,
                which random stream a row gets.
            kwargs: `python_multiprocessing` (bool); `callbacks` (Union[DSCallback, list[DSCallback]]); `max_rowsize`
            and
                `offload` (no effect: there are no buffers of a fixed size, and no device to offload to); `cache`
                (DatasetCache, refused when iterated: there is no server).

        Raises:
            RuntimeError: if a column does not exist; at iteration, if an operation fails or the columns do not fit.

        Source: mindspore.dataset.Dataset.map, MindSpore 2.10
        """
        check.only(kwargs, "map", ("python_multiprocessing", "max_rowsize", "cache", "callbacks", "offload"))
        made = made_by("map")(
            self,
            operations,
            input_columns,
            output_columns,
            num_parallel_workers,
            kwargs.get("python_multiprocessing", False),
            kwargs.get("callbacks"),
        )
        made.cache = check_cache(kwargs.get("cache"))
        return made

    def shuffle(self, buffer_size: int) -> Dataset:
        """Mix rows: each is drawn from a buffer of the next `buffer_size`.

        Args:
            buffer_size (int): at least 2.

        Differs from MindSpore:
            The same seed gives the same order each time, but not MindSpore's own order.

        Source: mindspore.dataset.Dataset.shuffle, MindSpore 2.10
        """
        return made_by("shuffle")(self, buffer_size)

    def repeat(self, count: int | None = None) -> Dataset:
        """Go over the rows several times in one epoch; what shuffles does it anew each time.

        Args:
            count (int, optional): how often, -1 without end. Default: ``None``, without end.

        Source: mindspore.dataset.Dataset.repeat, MindSpore 2.10
        """
        return made_by("repeat")(self, -1 if count is None else count)

    def take(self, count: int = -1) -> Dataset:
        """Keep the first rows.

        Args:
            count (int): how many, -1 all. Default: ``-1``.

        Source: mindspore.dataset.Dataset.take, MindSpore 2.10
        """
        check.count(count)
        return self if count == -1 else made_by("take")(self, count)

    def skip(self, count: int) -> Dataset:
        """Leave out the first rows.

        Args:
            count (int): how many.

        Source: mindspore.dataset.Dataset.skip, MindSpore 2.10
        """
        return made_by("skip")(self, count)

    def device_que(
        self, send_epoch_end: bool = True, create_data_info_queue: bool = False, queue_name: str = ""
    ) -> Any:
        """Return the pipeline as one that a device reads: it has ``send`` and cannot be iterated.

        Args:
            send_epoch_end (bool): whether the device is told where an epoch ends. Default: ``True``.
            create_data_info_queue (bool): whether types and shapes are sent, too. Default: ``False``.
            queue_name (str): name of the queue. Default: ``""``.

        Differs from MindSpore:
            Nothing is sent: there is no queue of a device.

        Source: mindspore.dataset.Dataset.device_que, MindSpore 2.10
        """
        return made_by("device_que")(self, send_epoch_end, create_data_info_queue, queue_name)

    def sync_wait(
        self, condition_name: str, num_batch: int = 1, callback: Callable[[Any], Any] | None = None
    ) -> Dataset:
        """Let rows pass only as `sync_update` allows, so that what reads them can change what becomes of the next ones.

        Args:
            condition_name (str): the name that `sync_update` gives.
            num_batch (int): so many batches, or rows if they are not batched, pass at first and after each
                `sync_update`. Default: ``1``.
            callback (Callable, optional): gets the data of each `sync_update`. Default: ``None``.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if `num_batch` is not positive.
            RuntimeError: if the name is in use.

        Differs from MindSpore: no row is read ahead, so the next row has the change always; where a row is asked for
        too early, MindSpore waits as long as `config.set_callback_timeout` says before all rows pass, here at once.

        Source: mindspore.dataset.Dataset.sync_wait, MindSpore 2.10
        """
        return made_by("sync_wait")(self, condition_name, num_batch, callback)

    def sync_update(self, condition_name: str, num_batch: int | None = None, data: Any = None) -> None:
        """Let the next rows pass that wait at `sync_wait`.

        Args:
            condition_name (str): the name given there.
            num_batch (int, optional): how many rows. Default: ``None``, as many as `sync_wait` says.
            data (Any): what the callback of `sync_wait` gets. Default: ``None``.

        Raises:
            RuntimeError: if there is no such condition, or `num_batch` is not positive.

        Source: mindspore.dataset.Dataset.sync_update, MindSpore 2.10
        """
        made_by("sync_update")(self, condition_name, num_batch, data)

    def is_sync(self) -> bool:
        """Tell whether rows wait at a `sync_wait`.

        Source: mindspore.dataset.Dataset.is_sync, MindSpore 2.10
        """
        return bool(made_by("is_sync")(self))

    def disable_sync(self) -> None:
        """Let all rows pass at each `sync_wait`, whatever is said by `sync_update`.

        Source: mindspore.dataset.Dataset.disable_sync, MindSpore 2.10
        """
        made_by("disable_sync")(self)

    def filter(
        self,
        predicate: Callable[..., Any],
        input_columns: str | list[str] | None = None,
        num_parallel_workers: int | None = None,
    ) -> Dataset:
        """Keep the rows for which a function is true.

        Args:
            predicate (Callable): gets the columns.
            input_columns (Union[str, list[str]], optional): columns it gets. Default: ``None``, all.
            num_parallel_workers (int, optional): no effect: it runs in this process.

        Source: mindspore.dataset.Dataset.filter, MindSpore 2.10
        """
        check.workers(num_parallel_workers)
        return made_by("filter")(self, predicate, input_columns)

    def project(self, columns: str | list[str]) -> Dataset:
        """Keep some columns, in the order given.

        Args:
            columns (Union[str, list[str]]): their names.

        Source: mindspore.dataset.Dataset.project, MindSpore 2.10
        """
        return made_by("project")(self, check.names("columns", columns))

    def rename(self, input_columns: str | list[str], output_columns: str | list[str]) -> Dataset:
        """Rename columns.

        Args:
            input_columns (Union[str, list[str]]): names as they are.
            output_columns (Union[str, list[str]]): names as they will be.

        Source: mindspore.dataset.Dataset.rename, MindSpore 2.10
        """
        return made_by("rename")(
            self, check.names("input_columns", input_columns), check.names("output_columns", output_columns)
        )

    def zip(self, datasets: Dataset | tuple[Dataset, ...]) -> Dataset:
        """Put the columns of other datasets beside these; the shortest decides the length.

        Args:
            datasets (Union[Dataset, tuple[Dataset]]): the others.

        Source: mindspore.dataset.Dataset.zip, MindSpore 2.10
        """
        others = datasets if isinstance(datasets, tuple) else (datasets,)
        return zip((self, *others))

    def concat(self, datasets: Dataset | list[Dataset]) -> Dataset:
        """Put the rows of other datasets after these.

        Args:
            datasets (Union[Dataset, list[Dataset]]): datasets with the same columns.

        Source: mindspore.dataset.Dataset.concat, MindSpore 2.10
        """
        type_check(datasets, (list, Dataset), "datasets")
        others = list(datasets) if isinstance(datasets, list) else [datasets]
        _are_datasets("concat", others)
        return made_by("concat")(self, *others)

    def __add__(self, datasets: Dataset | list[Dataset]) -> Dataset:
        return self.concat(datasets)

    def flat_map(self, func: Callable[..., Dataset]) -> Dataset:
        """Replace each row by the rows of a dataset made from it.

        Args:
            func (Callable): gets the columns and returns a dataset.

        Source: mindspore.dataset.Dataset.flat_map, MindSpore 2.10
        """
        if not callable(func):
            raise TypeError(f"func must be a function. It is {func!r}.")
        made = [func(*row) for row in self._rows(first_epoch())]
        _are_datasets("flat_map", made)
        if not made:
            raise ValueError("flat_map: the dataset is empty.")
        return made[0].concat(made[1:]) if len(made) > 1 else made[0]

    def apply(self, apply_func: Callable[[Dataset], Dataset]) -> Dataset:
        """Return what a function makes of this dataset.

        Args:
            apply_func (Callable): gets and returns a dataset.

        Source: mindspore.dataset.Dataset.apply, MindSpore 2.10
        """
        if not callable(apply_func):
            raise TypeError(f"apply_func must be a function. It is {apply_func!r}.")
        out = apply_func(self)
        if not isinstance(out, Dataset):
            raise TypeError(f"apply_func must return a dataset. It returned {type(out)}.")
        return out


def zip(datasets: tuple[Dataset, ...]) -> Dataset:
    """Put the columns of datasets side by side; the shortest decides the length.

    Args:
        datasets (tuple[Dataset]): at least two, with different column names.

    Returns:
        Dataset.

    Raises:
        TypeError: if `datasets` is not a tuple of datasets.
        RuntimeError: if a column name comes twice.

    Source: mindspore.dataset.zip, MindSpore 2.10
    """
    type_check(datasets, (tuple,), "datasets")
    if len(datasets) < 2:
        raise ValueError(f"Can't zip empty or just one dataset! There are {len(datasets)}.")
    _are_datasets("zip", list(datasets))
    return made_by("zip")(*datasets)


def _are_datasets(where: str, values: Sequence[object]) -> None:
    """Raise unless all are datasets."""
    for value in values:
        if not isinstance(value, Dataset):
            raise TypeError(f"Invalid dataset, expected Dataset object, but got {type(value)}! In {where}.")
