"""Numbers by which the parts of a distributed training know one Parameter."""

import itertools

_keys = itertools.count()


def _get_unique_parameter_key() -> int:
    """Return a number that was not returned before, from 0.

    Source: mindspore.common.parameter._get_unique_parameter_key, MindSpore 2.10
    """
    return next(_keys)
