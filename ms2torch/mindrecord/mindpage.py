"""Reading MindRecord files by category, page by page.

Source: mindspore.mindrecord.mindpage, MindSpore 2.10
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from ms2torch.mindrecord.common.exceptions import MRMDefineCategoryError, ParamTypeError, ParamValueError
from ms2torch.mindrecord.core._reader import RecordReader
from ms2torch.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_reader

__all__ = ["MindPage"]


class MindPage:
    """Read the rows that have one value in an indexed field.

    Args:
        file_name (Union[str, list[str]]): a file, which is read with those it was written with; or a list of files.
        num_consumer (int): number of readers, up to the number of processors; no effect. Default: ``4``.

    Raises:
        ParamValueError: if a name is none for a file, or `num_consumer` out of range.
        RuntimeError: if a file is not there or damaged.

    Source: mindspore.mindrecord.MindPage, MindSpore 2.10
    """

    def __init__(self, file_name: str | list[str], num_consumer: int = 4) -> None:
        check_reader(file_name, num_consumer)
        self._reader = RecordReader(file_name)
        self._category_field: str | None = None

    @property
    def candidate_fields(self) -> list[str]:
        """Return the fields that can be the category.

        Source: mindspore.mindrecord.MindPage.candidate_fields, MindSpore 2.10
        """
        return list(self._reader.schema.index)

    @property
    def category_field(self) -> str | None:
        """Return the field that is the category.

        Source: mindspore.mindrecord.MindPage.category_field, MindSpore 2.10
        """
        return self._category_field

    @category_field.setter
    def category_field(self, category_field: str) -> None:
        if not category_field or not isinstance(category_field, str):
            raise ParamTypeError("category_fields", "str")
        if category_field not in self.candidate_fields:
            raise MRMDefineCategoryError(f"Field '{category_field}' is not a candidate category field.")
        self._category_field = category_field

    def set_category_field(self, category_field: str) -> MSRStatus:
        """Choose the field that is the category.

        Args:
            category_field (str): one of `candidate_fields`.
        """
        self.category_field = category_field
        return SUCCESS

    def _names(self) -> list[str]:
        if self._category_field is None:
            raise RuntimeError("Invalid data, field: is invalid. Please set 'category_field' first.")
        return [str(value) for value in self._reader.values(self._category_field)]

    def read_category_info(self) -> str:
        """Return the categories and how many rows each has.

        Returns:
            str, JSON: ``{"categories": [{"count", "id", "name"}, ...], "key"}``, in the order of the names.

        Raises:
            RuntimeError: if no category is chosen.

        Source: mindspore.mindrecord.MindPage.read_category_info, MindSpore 2.10
        """
        counts = Counter(self._names())
        entries = [
            {"count": counts[name], "id": place, "name": name}
            for place, name in enumerate(sorted(counts, key=str.encode))
        ]
        content = {"categories": entries, "key": f"{self._category_field}_0"}
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False)

    def read_at_page_by_id(self, category_id: int, page: int, num_row: int) -> list[dict[str, Any]]:
        """Return one page of the rows of a category.

        Args:
            category_id (int): the category's number in `read_category_info`.
            page (int): number of the page, from 0.
            num_row (int): rows in a page.

        Raises:
            ParamValueError: if an argument is no int or negative.
            RuntimeError: if there is no such category or page.

        Source: mindspore.mindrecord.MindPage.read_at_page_by_id, MindSpore 2.10
        """
        if not isinstance(category_id, int) or category_id < 0:
            raise ParamValueError("Category id should be int and greater than or equal to 0.")
        _check_page(page, num_row)
        names = sorted(set(self._names()), key=str.encode)
        if category_id >= len(names):
            raise RuntimeError(f"Invalid data, category_id: {category_id} must be in the range [0, {len(names)}].")
        return self._page(names[category_id], page, num_row)

    def read_at_page_by_name(self, category_name: str, page: int, num_row: int) -> list[dict[str, Any]]:
        """Return one page of the rows of a category.

        Args:
            category_name (str): the value, as text.
            page (int): number of the page, from 0.
            num_row (int): rows in a page.

        Raises:
            ParamValueError: if an argument is not of the type above, or negative.
            RuntimeError: if there is no such category or page.

        Source: mindspore.mindrecord.MindPage.read_at_page_by_name, MindSpore 2.10
        """
        if not isinstance(category_name, str):
            raise ParamValueError("Category name should be str.")
        _check_page(page, num_row)
        return self._page(category_name, page, num_row)

    def _page(self, name: str, page: int, num_row: int) -> list[dict[str, Any]]:
        rows = [number for number, value in enumerate(self._names()) if value == name]
        if not rows:
            raise RuntimeError(f"Invalid data, category_name: {name} could not found.")
        if page * num_row >= len(rows):
            raise RuntimeError(f"Invalid data, page no: {page} or page size: {num_row} is invalid.")
        return [self._reader[number] for number in rows[page * num_row : (page + 1) * num_row]]


def _check_page(page: object, num_row: object) -> None:
    if not isinstance(page, int) or page < 0:
        raise ParamValueError("Page should be int and greater than or equal to 0.")
    if not isinstance(num_row, int) or num_row <= 0:
        raise ParamValueError("num_row should be int and greater than 0.")
