"""Cells that hold Cells: `SequentialCell`, `CellList`, `CellDict`."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, overload

import torch

from ms2torch._lazy import elsewhere
from ms2torch.nn._torch_child import adopt_torch_module
from ms2torch.nn.cell import Cell

__all__ = ["CellDict", "CellList", "SequentialCell"]


def _hold(parent: Cell, name: str, cell: Any, path: str) -> None:
    """Hold a child under a name, its parameters named after a path; a torch Module keeps its own names."""
    if not isinstance(cell, Cell):
        adopt_torch_module(cell, name)
    elif parent._auto_prefix:
        cell.update_parameters_name(path + ".")
    parent._modules[name] = cell


class _Indexed(Cell):
    """Children under the names "0", "1", ... (or given ones), reached by index."""

    def _renamed(self, cells: Iterable[tuple[str, Cell]]) -> None:
        """Hold these children under these names, and name their parameters after them."""
        self._modules.clear()
        for name, cell in cells:
            self._hold(name, cell, name)

    def _hold(self, name: str, cell: Any, path: str) -> None:
        self._check(cell)
        _hold(self, name, cell, path)

    def _check(self, cell: object) -> None:
        if not isinstance(cell, torch.nn.Module):
            msg = f"For '{type(self).__name__}', each cell must be subclass of Cell, but got {type(cell).__name__}."
            raise TypeError(msg)
        if isinstance(cell, CellDict):
            msg = f"For '{type(self).__name__}', the type of cell can not be CellDict, but got CellDict."
            raise TypeError(msg)

    def _numbered(self, cells: Iterable[Cell]) -> None:
        self._renamed((str(i), cell) for i, cell in enumerate(cells))

    def _position(self, index: int) -> int:
        n = len(self._modules)
        if isinstance(index, bool) or not isinstance(index, int):
            kind, got = type(self).__name__, type(index).__name__
            msg = f"For '{kind}', the type of 'index' must be int or slice, but got {got}."
            raise TypeError(msg)
        if not -n <= index < n:
            bounds = f"must be a number in range [{-n}, {n}), but got {index}."
            msg = f"For '{type(self).__name__}', the value of 'index' {bounds}"
            raise IndexError(msg)
        return index % n

    def _prefix(self) -> str:
        """Return what stands before a child's number in the parameters' names, read off the children's names.

        As in MindSpore, what a single child shows may be the number of a list inside it: lists in lists that are filled
        one by one get names such as "0.blocks.1.blocks.0.weight" (measured 2.10).
        """
        cells: list[tuple[str, Any]] = list(self._modules.items())
        shown = (
            (name, next((p for _, p in cell.parameters_and_names()), None))
            for name, cell in cells
            if isinstance(cell, Cell)
        )
        named = [(name, param.name.split(".")) for name, param in shown if param is not None][:2]
        if not named:
            return ""
        first, parts = named[0]
        before = ""
        for i, part in enumerate(parts):
            if part != first:
                continue
            before = "".join(f"{each}." for each in parts[:i])
            if len(named) == 2 and i < len(named[1][1]) and named[1][1][i] == named[1][0]:
                break
        return before

    def _values(self) -> list[Any]:
        return list(self._modules.values())

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __setitem__(self, index: int, cell: Cell) -> None:
        name = list(self._modules)[self._position(index)]
        self._hold(name, cell, f"{self._prefix()}{name}")

    def __delitem__(self, index: int | slice) -> None:
        names = list(self._modules)
        doomed = names[index] if isinstance(index, slice) else [names[self._position(index)]]
        self._renumber([(n, c) for n, c in self._modules.items() if n not in doomed])

    def _renumber(self, cells: list[tuple[str, Any]]) -> None:
        """Close the gaps in the numbering; names that are not numbers stay."""
        before = self._prefix()
        self._modules.clear()
        for i, (name, cell) in enumerate(cells):
            new = str(i) if name.isdigit() else name
            if self._auto_prefix and new != name and isinstance(cell, Cell):
                cell.update_parameters_name(f"{before}{new}.")
            self._modules[new] = cell

    def _insert(self, index: int, cell: Cell) -> None:
        """Insert a Cell before a position; programs that rewrite networks call it of a SequentialCell."""
        n = len(self)
        if not -n <= index <= n:
            msg = f"{type(self).__name__}: index {index} is out of range for {n} Cells"
            raise IndexError(msg)
        self._check(cell)
        before, cells = self._prefix(), self._values()
        cells.insert(index % n if n and index < n else index, cell)
        self._modules.clear()
        for i, each in enumerate(cells):
            self._hold(str(i), each, f"{before}{i}")

    def set_grad(self, flag: bool = True) -> _Indexed:  # type: ignore[override]
        """Announce for all children that gradients will be taken.

        Args:
            flag (bool): kept as an attribute. Default: ``True``.

        Returns:
            The container, itself.
        """
        super().set_grad(flag)
        for cell in self._values():
            cell.set_grad(flag)
        return self


class SequentialCell(_Indexed):
    """Cells run one after the other, each on the output of the one before.

    What runs is what was given, appended, set or deleted by index. A child that only becomes an attribute (in a
    subclass, or by `insert_child_to_cell`) is held and not run, until one of these takes all children anew.

    Args:
        args (Union[list[Cell], OrderedDict[str, Cell], Cell]): the Cells: one by one, as one list, or by name.

    Differs from MindSpore: a child that is replaced under its name (``net.conv = other``) runs at once, not only after
    the next change by index.

    Raises:
        TypeError: if an element is not a Cell.

    Source: mindspore.nn.SequentialCell, MindSpore 2.10
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            self._numbered(args[0])
        elif len(args) == 1 and isinstance(args[0], dict):
            self._renamed(args[0].items())
        else:
            self._numbered(args)
        self._run_all()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("_running", ()) and self._modules.get(name) is not value:
            place = self._running.index(name)
            warnings.warn(
                f"SequentialCell: the child {name!r} is replaced and runs; MindSpore goes on with the old one until a "
                f"change by index: write net[{place}] = cell for both",
                stacklevel=2,
            )
        super().__setattr__(name, value)

    def _run_all(self) -> None:
        """Take every child that is held now into those that run."""
        self._running = tuple(self._modules)

    @property
    def cell_list(self) -> list[Any]:
        """The Cells that run, in order."""
        return [self._modules[name] for name in self._running]

    @cell_list.setter
    def cell_list(self, cells: Iterable[Cell]) -> None:
        names = {id(cell): name for name, cell in self._modules.items()}
        chosen = list(cells)
        if any(id(cell) not in names for cell in chosen):
            msg = "SequentialCell.cell_list: a Cell that is not one of its children; append it, or insert it first"
            raise ValueError(msg)
        self._running = tuple(names[id(cell)] for cell in chosen)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> SequentialCell: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            out = type(self)()
            out._modules.update(list(self._modules.items())[index])
            out._run_all()
            return out
        return self._values()[self._position(index)]

    def __setitem__(self, index: int, cell: Cell) -> None:
        super().__setitem__(index, cell)
        self._run_all()

    def __delitem__(self, index: int | slice) -> None:
        super().__delitem__(index)
        self._run_all()

    def _insert(self, index: int, cell: Cell) -> None:
        super()._insert(index, cell)
        self._run_all()

    def append(self, cell: Cell) -> SequentialCell:
        """Add a Cell at the end.

        Args:
            cell (Cell): the Cell.

        Returns:
            SequentialCell, itself.

        Source: mindspore.nn.SequentialCell.append, MindSpore 2.10
        """
        name = str(len(self))
        self._hold(name, cell, f"{self._prefix()}{name}")
        self._run_all()
        return self

    def construct(self, input_data: Any) -> Any:
        """Run the Cells in order.

        Args:
            input_data (Tensor): what the first Cell is given.

        Returns:
            The output of the last Cell.
        """
        for cell in self.cell_list:
            input_data = cell(input_data)
        return input_data


class CellList(_Indexed):
    """A list of Cells, which it does not run itself.

    Args:
        args (list, optional): the Cells, as one list or tuple. Default: none.
        kwargs (dict): `auto_prefix` as in `Cell`.

    Raises:
        TypeError: if an element is not a Cell.

    Source: mindspore.nn.CellList, MindSpore 2.10
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(auto_prefix=kwargs.get("auto_prefix", True))
        if args:
            self.extend(args[0])

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> CellList: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(self._values()[index], auto_prefix=self._auto_prefix)
        return self._values()[self._position(index)]

    def __iadd__(self, cells: Iterable[Cell]) -> Self:
        self.extend(cells)
        return self

    def insert(self, index: int, cell: Cell) -> None:
        """Insert a Cell before a position.

        Args:
            index (int): the position.
            cell (Cell): the Cell.

        Source: mindspore.nn.CellList.insert, MindSpore 2.10
        """
        self._insert(index, cell)

    def extend(self, cells: Iterable[Cell]) -> CellList:
        """Add Cells at the end.

        Args:
            cells (list): the Cells.

        Returns:
            CellList, itself.

        Raises:
            TypeError: if `cells` is not a list or tuple of Cells.

        Source: mindspore.nn.CellList.extend, MindSpore 2.10
        """
        if not isinstance(cells, (list, tuple, CellList)):
            got = type(cells).__name__
            msg = f"For 'CellList', the new cells wanted to append should be instance of list, but got {got}."
            raise TypeError(msg)
        before = self._prefix()
        for cell in cells:
            name = str(len(self))
            self._hold(name, cell, f"{before}{name}")
        return self

    def append(self, cell: Cell) -> None:
        """Add a Cell at the end.

        Args:
            cell (Cell): the Cell.

        Source: mindspore.nn.CellList.append, MindSpore 2.10
        """
        name = str(len(self))
        self._hold(name, cell, f"{self._prefix()}{name}")

    def construct(self, *inputs: Any) -> Any:
        """Refuse to run: a CellList only holds Cells."""
        msg = "CellList holds Cells and does not run them: call its elements, or use SequentialCell"
        raise NotImplementedError(msg)


class CellDict(Cell):
    """A dictionary of Cells, which it does not run itself.

    Args:
        args (iterable, optional): a mapping from names to Cells, or pairs of them. Default: none.
        kwargs (dict): `auto_prefix` as in `Cell`.

    Raises:
        TypeError: if a name is not a string or a value not a Cell.
        KeyError: if a name is empty or has a dot.

    Source: mindspore.nn.CellDict, MindSpore 2.10
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(auto_prefix=kwargs.get("auto_prefix", True))
        if args:
            self.update(args[0])

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, cell: Cell) -> None:
        if not isinstance(key, str):
            msg = f"CellDict: a key must be a string, got {type(key).__name__}"
            raise TypeError(msg)
        if not key or "." in key:
            msg = f"CellDict: a key must be a name without a dot, got {key!r}"
            raise KeyError(msg)
        if not isinstance(cell, torch.nn.Module):
            msg = f"CellDict holds Cells, got {type(cell).__name__}"
            raise TypeError(msg)
        if isinstance(cell, (CellDict, CellList, SequentialCell)):
            msg = (
                "For 'CellDict', the type of cell can not be CellDict, CellList or SequentialCell, but got "
                f"{type(cell).__name__}: hold it in an attribute, or in a Cell of its own."
            )
            raise TypeError(msg)
        _hold(self, key, cell, key)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all Cells.

        Source: mindspore.nn.CellDict.clear, MindSpore 2.10
        """
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Remove and return one Cell.

        Args:
            key (str): its name.

        Source: mindspore.nn.CellDict.pop, MindSpore 2.10
        """
        return self._modules.pop(key)

    def keys(self) -> Any:
        """Return the names.

        Source: mindspore.nn.CellDict.keys, MindSpore 2.10
        """
        return self._modules.keys()

    def values(self) -> Any:
        """Return the Cells.

        Source: mindspore.nn.CellDict.values, MindSpore 2.10
        """
        return self._modules.values()

    def items(self) -> Any:
        """Return pairs of name and Cell.

        Source: mindspore.nn.CellDict.items, MindSpore 2.10
        """
        return self._modules.items()

    def update(self, cells: Mapping[str, Cell] | Iterable[tuple[str, Cell]]) -> None:
        """Add Cells, replacing those of the same name.

        Args:
            cells (iterable): a mapping from names to Cells, or pairs of them.

        Raises:
            TypeError: if `cells` is neither.
            ValueError: if an element is not a pair.

        Source: mindspore.nn.CellDict.update, MindSpore 2.10
        """
        if not isinstance(cells, (Mapping, Iterable)):
            msg = f"CellDict.update takes a mapping or pairs, got {type(cells).__name__}"
            raise TypeError(msg)
        pairs: Any = cells.items() if isinstance(cells, (Mapping, CellDict)) else cells
        for pair in pairs:
            if len(pair) != 2:
                msg = f"CellDict.update takes pairs of name and Cell, got {pair!r}"
                raise ValueError(msg)
            self[pair[0]] = pair[1]

    def construct(self, *inputs: Any) -> Any:
        """Refuse to run: a CellDict only holds Cells."""
        msg = "CellDict holds Cells and does not run them: call its values"
        raise NotImplementedError(msg)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
