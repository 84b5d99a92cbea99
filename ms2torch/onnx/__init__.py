"""`mindspore.onnx`.

Source: mindspore.onnx, MindSpore 2.10
"""

from ms2torch.onnx.onnx_export import export as export

__all__ = ["export"]
