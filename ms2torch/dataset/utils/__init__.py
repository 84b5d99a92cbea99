"""Reading lines of a file, and drawing boxes on a picture.

Source: mindspore.dataset.utils, MindSpore 2.10
"""

from ms2torch.dataset.utils.browse_dataset import imshow_det_bbox as imshow_det_bbox
from ms2torch.dataset.utils.line_reader import LineReader as LineReader

__all__ = ["LineReader", "imshow_det_bbox"]
