"""Operations in Python as MindSpore 1 had them; now in `mindspore.dataset.transforms`.

Source: mindspore.dataset.transforms.py_transforms, MindSpore 1.9
"""

from ms2torch.dataset.transforms.transforms import (
    Compose as Compose,
    OneHot as OneHot,
    RandomApply as RandomApply,
    RandomChoice as RandomChoice,
    RandomOrder as RandomOrder,
    not_random as not_random,
)


class OneHotOp(OneHot):
    """Turn labels into vectors with a 1 at the label's place.

    Args:
        num_classes (int): length of a vector.
        smoothing_rate (float): share of the 1 that is spread over all classes. Default: ``0.0``.

    Source: mindspore.dataset.transforms.py_transforms.OneHotOp, MindSpore 1.9
    """
