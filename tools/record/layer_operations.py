"""Record which operations MindSpore's layers hold as attributes, and how they are made.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/layer_operations.py     # rewrite tests/goldens/layer_operations.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "layer_operations.json"
LAYERS = (
    "nn.Conv1d(3, 4, 3)",
    "nn.Conv2d(3, 4, 3, has_bias=True)",
    "nn.Conv3d(3, 4, 3, has_bias=True)",
    "nn.Conv1dTranspose(3, 4, 3, has_bias=True)",
    "nn.Conv2dTranspose(3, 4, 3, has_bias=True)",
    "nn.Conv3dTranspose(3, 4, 3, has_bias=True)",
    'nn.Dense(3, 4, activation="relu")',
    "nn.BiDense(3, 4, 5)",
    "nn.Embedding(10, 4)",
    "nn.EmbeddingLookup(10, 4)",
    "nn.MultiFieldEmbeddingLookup(10, 2, field_size=2)",
    "nn.BatchNorm1d(3)",
    "nn.BatchNorm2d(3)",
    "nn.BatchNorm3d(3)",
    "nn.LayerNorm((3,))",
    "nn.GroupNorm(1, 3)",
    "nn.InstanceNorm1d(3)",
    "nn.InstanceNorm2d(3)",
    "nn.InstanceNorm3d(3)",
    "nn.ReLU()",
    "nn.ReLU6()",
    "nn.Sigmoid()",
    "nn.Tanh()",
    "nn.GELU()",
    "nn.FastGelu()",
    "nn.ELU()",
    "nn.LeakyReLU()",
    "nn.PReLU()",
    "nn.HSwish()",
    "nn.HSigmoid()",
    "nn.Softmax()",
    "nn.LogSoftmax()",
    "nn.SiLU()",
    "nn.Mish()",
    "nn.LogSigmoid()",
    "nn.CELU()",
    "nn.SeLU()",
    "nn.Softsign()",
    "nn.Threshold(0.1, 1.0)",
    "nn.Tanhshrink()",
    "nn.SoftShrink()",
    "nn.HShrink()",
    "nn.RReLU()",
    "nn.GLU()",
    "nn.Hardtanh()",
    "nn.Softmax2d()",
    "nn.Softmin()",
    "nn.MaxPool1d(2)",
    "nn.MaxPool2d(2)",
    'nn.MaxPool2d(2, pad_mode="pad", padding=1)',
    "nn.MaxPool3d(2)",
    "nn.AvgPool1d(2)",
    "nn.AvgPool2d(2)",
    "nn.AvgPool3d(2)",
    'nn.AvgPool2d(2, pad_mode="pad", padding=1)',
    "nn.AdaptiveAvgPool1d(2)",
    "nn.AdaptiveAvgPool2d(2)",
    "nn.AdaptiveAvgPool3d(2)",
    "nn.AdaptiveMaxPool1d(2)",
    "nn.AdaptiveMaxPool2d(2)",
    "nn.LPPool1d(1, 2)",
    "nn.LPPool2d(1, 2)",
    "nn.MaxUnpool2d(2)",
    "nn.FractionalMaxPool2d(2, output_size=(2, 2))",
    "nn.Dropout(p=0.5)",
    "nn.Dropout2d(p=0.5)",
    "nn.Flatten()",
    "nn.Identity()",
    "nn.Pad(((0, 0), (1, 1)))",
    "nn.ConstantPad2d(1, 0.5)",
    "nn.ReflectionPad2d(1)",
    "nn.ReplicationPad2d(1)",
    "nn.ZeroPad2d(1)",
    "nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1])",
    "nn.Upsample(size=(4, 4))",
    "nn.PixelShuffle(2)",
    "nn.PixelUnshuffle(2)",
    "nn.ChannelShuffle(2)",
    "nn.Roll(1, 0)",
    "nn.Unflatten(1, (2, 2))",
    "nn.ClipByNorm()",
    "nn.LSTM(3, 4)",
    "nn.GRU(3, 4)",
    "nn.RNN(3, 4)",
    "nn.LSTMCell(3, 4)",
    "nn.GRUCell(3, 4)",
    "nn.RNNCell(3, 4)",
    "nn.MultiheadAttention(8, 2)",
    "nn.TransformerEncoderLayer(8, 2)",
    "nn.TransformerDecoderLayer(8, 2)",
    "nn.L1Loss()",
    "nn.MSELoss()",
    "nn.SmoothL1Loss()",
    "nn.SoftmaxCrossEntropyWithLogits(sparse=True)",
    "nn.BCELoss()",
    "nn.BCEWithLogitsLoss()",
    "nn.CrossEntropyLoss()",
    "nn.NLLLoss()",
    "nn.KLDivLoss()",
    "nn.HuberLoss()",
    "nn.DiceLoss()",
    "nn.FocalLoss()",
    "nn.CosineEmbeddingLoss()",
    "nn.CTCLoss()",
    "nn.RMSELoss()",
    "nn.MAELoss()",
    "nn.SampledSoftmaxLoss(2, 10)",
    "nn.TripletMarginLoss()",
    "nn.PoissonNLLLoss()",
    "nn.GaussianNLLLoss()",
    "nn.HingeEmbeddingLoss()",
    "nn.MarginRankingLoss()",
    "nn.MultiClassDiceLoss()",
    "nn.MultiLabelSoftMarginLoss()",
    "nn.MultilabelMarginLoss()",
    "nn.MultiMarginLoss()",
    "nn.SoftMarginLoss()",
    "nn.SSIM()",
    "nn.PSNR()",
    "nn.ImageGradients()",
    "nn.WithLossCell(nn.Dense(3, 4), nn.MSELoss())",
    "nn.TrainOneStepCell(nn.WithLossCell(nn.Dense(3, 4), nn.MSELoss()), nn.SGD(nn.Dense(3, 4).trainable_params()))",
    "nn.WithEvalCell(nn.Dense(3, 4), nn.MSELoss())",
    "nn.ForwardValueAndGrad(nn.Dense(3, 4))",
    "nn.TimeDistributed(nn.Dense(3, 4), 1)",
    "nn.MicroBatchInterleaved(nn.Dense(3, 4))",
    "nn.PipelineCell(nn.Dense(3, 4), 1)",
    "nn.ExponentialDecayLR(0.1, 0.9, 4)",
    "nn.NaturalExpDecayLR(0.1, 0.9, 4)",
    "nn.InverseDecayLR(0.1, 0.5, 4)",
    "nn.CosineDecayLR(0.01, 0.1, 4)",
    "nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5)",
    "nn.WarmUpLR(0.1, 2)",
)
"""Lines that make one layer each; `nn` is MindSpore's."""


def held(line: str) -> dict[str, list[Any]]:
    """Return the operations of a layer by attribute: class, and the arguments that are plain values.

    Args:
        line (str): makes the layer.
    """
    from mindspore import nn
    from mindspore.ops import Primitive

    layer = eval(line, {"nn": nn})
    found: dict[str, list[Any]] = {}
    for name, value in {**vars(layer), **vars(layer).get("_primitives", {})}.items():
        if isinstance(value, Primitive):
            given = value.init_attrs.items()
            plain = {key: made for key, made in given if isinstance(made, (int, float, str, tuple, list))}
            found[name] = [type(value).__name__, plain]
    return found


def main() -> None:
    """Write the file."""
    golden = {line: held(line) for line in LAYERS}
    text = json.dumps({line: operations for line, operations in golden.items() if operations}, indent=1, sort_keys=True)
    GOLDEN.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
