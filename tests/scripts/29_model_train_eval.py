"""Model.train and Model.eval over a GeneratorDataset, with a metric, a custom metric and callbacks."""
# compare: rtol=1e-4 atol=1e-5

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import nn, train
from mindspore.train import Callback, LossMonitor, Model

ms.set_seed(2)


class Data:
    def __init__(self, n):
        rng = np.random.RandomState(n)
        self.x = rng.uniform(-1, 1, (n, 2)).astype(np.float32)
        self.y = (self.x.sum(1) > 0).astype(np.int32)

    def __getitem__(self, index):
        return self.x[index], self.y[index]

    def __len__(self):
        return len(self.x)


class Count(train.Metric):
    """A metric of one's own: clear, update, eval."""

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self):
        self.seen = 0

    def update(self, *inputs):
        print("update", len(inputs), inputs[0].shape, inputs[1].shape, type(self._convert_data(inputs[0])).__name__)
        self.seen += inputs[0].shape[0]

    def eval(self):
        return self.seen


class Watch(Callback):
    def on_train_begin(self, run_context):
        params = run_context.original_args()
        print("train begin", params.epoch_num, params.batch_num, type(params.train_network).__name__)

    def on_train_epoch_begin(self, run_context):
        print("epoch begin", run_context.original_args().cur_epoch_num)

    def on_train_step_end(self, run_context):
        params = run_context.original_args()
        print("step end", params.cur_step_num, params.net_outputs)

    def on_train_epoch_end(self, run_context):
        params = run_context.original_args()
        print("epoch end", params.cur_epoch_num)
        if params.cur_epoch_num == 2:
            run_context.request_stop()

    def on_train_end(self, run_context):
        print("train end")

    def on_eval_begin(self, run_context):
        print("eval begin")

    def on_eval_end(self, run_context):
        print("eval end", run_context.original_args().metrics)


class OldStyle(Callback):
    def begin(self, run_context):
        print("old begin")

    def step_end(self, run_context):
        print("old step", run_context.original_args().cur_step_num)

    def end(self, run_context):
        print("old end")


dataset = ds.GeneratorDataset(Data(16), ["data", "label"], shuffle=False).batch(8, drop_remainder=False)
print(dataset.get_dataset_size(), dataset.get_col_names(), dataset.get_batch_size())
for batch in dataset.create_dict_iterator():
    print({k: (v.shape, str(v.dtype)) for k, v in batch.items()})
for batch in dataset.create_tuple_iterator(output_numpy=True):
    print([type(v).__name__ for v in batch])

net = nn.SequentialCell(nn.Dense(2, 4), nn.ReLU(), nn.Dense(4, 2))
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
optimizer = nn.Adam(net.trainable_params(), learning_rate=0.05)
model = Model(net, loss_fn=loss, optimizer=optimizer, metrics={"accuracy": train.Accuracy(), "count": Count()})
model.train(5, dataset, callbacks=[Watch(), OldStyle()], dataset_sink_mode=False)
result = model.eval(dataset, callbacks=[Watch()], dataset_sink_mode=False)
print(result)
print(model.predict(ms.Tensor(Data(3).x)).shape, net.training)
model.train(1, dataset, callbacks=LossMonitor(2), dataset_sink_mode=False)
