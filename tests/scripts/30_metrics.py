"""Metrics alone: Accuracy, Loss, Precision, Recall, F1, MAE, MSE, Top5, ConfusionMatrix."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, train

x = Tensor(np.array([[0.2, 0.5], [0.3, 0.1], [0.9, 0.6]]), ms.float32)
y = Tensor(np.array([1, 0, 1]), ms.int32)

accuracy = train.Accuracy("classification")
accuracy.clear()
accuracy.update(x, y)
print(accuracy.eval())
accuracy.update(x, y)
print(accuracy.eval())

precision, recall = train.Precision("classification"), train.Recall("classification")
for metric in (precision, recall):
    metric.clear()
    metric.update(x, y)
    print(type(metric).__name__, metric.eval(), metric.eval(average=True))
f1 = train.F1()
f1.update(x, y)
print(f1.eval())

mae, mse = train.MAE(), train.MSE()
a, b = Tensor(np.array([0.1, 0.2, 0.6, 0.9]), ms.float32), Tensor(np.array([0.1, 0.25, 0.7, 0.9]), ms.float32)
for metric in (mae, mse):
    metric.clear()
    metric.update(a, b)
    print(type(metric).__name__, f"{float(metric.eval()):.6f}")

loss = train.Loss()
loss.clear()
loss.update(Tensor(0.2, ms.float32))
loss.update(Tensor(0.4, ms.float32))
print(f"{float(loss.eval()):.6f}")

scores = Tensor(np.random.RandomState(0).uniform(0, 1, (4, 10)), ms.float32)
labels = Tensor(np.array([2, 0, 1, 9]), ms.int32)
for metric in (train.Top1CategoricalAccuracy(), train.Top5CategoricalAccuracy(), train.TopKCategoricalAccuracy(3)):
    metric.clear()
    metric.update(scores, labels)
    print(type(metric).__name__, metric.eval())

matrix = train.ConfusionMatrix(num_classes=2, normalize="no_norm", threshold=0.5)
matrix.clear()
matrix.update(Tensor(np.array([1, 0, 1, 0])), Tensor(np.array([1, 0, 0, 1])))
print(matrix.eval())
try:
    train.Accuracy().eval()
except RuntimeError:
    print("RuntimeError")
print(type(train.get_metric_fn("accuracy", eval_type="classification")).__name__)
