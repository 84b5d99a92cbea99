"""Train, fork, and train on in the child; send what a child makes back. Run by tests/ms2torch/test_processes.py."""

import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, multiprocessing, nn, ops


def losses(net, optimizer):
    x = Tensor(np.random.RandomState(0).standard_normal((64, 256)).astype(np.float32))

    def forward(x):
        return net(x).square().mean()

    step = ms.value_and_grad(forward, None, optimizer.parameters)
    out = []
    for _ in range(3):
        loss, grads = step(x)
        optimizer(grads)
        out.append(round(float(loss.asnumpy()), 5))
    return out


def product(n):
    return int(ops.matmul(ops.ones((n, n)), ops.ones((n, n))).sum().asnumpy())


def train_on(net, optimizer, queue, received):
    queue.put(losses(net, optimizer))
    for x in (Tensor([[1.0, 2.0], [3.0, 4.0]]).T, Tensor([1.5], ms.bfloat16), (Tensor(2), {"x": Tensor([True])})):
        queue.put(x)
    received.wait(30)


def fill(x, done):
    x[:] = 7.0
    done.set()


def fill_sent(queue, done):
    fill(queue.get(), done)


def main():
    ms.set_seed(0)
    net = nn.Dense(256, 256)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    losses(net, optimizer)
    product(700)  # with every thread there is
    queue, received = multiprocessing.Queue(), multiprocessing.Event()
    child = multiprocessing.Process(target=train_on, args=(net, optimizer, queue, received))
    child.start()
    got = [queue.get(timeout=30) for _ in range(4)]
    received.set()
    child.join()
    print(child.exitcode, got[0] == losses(net, optimizer), *got[1:])
    sent, given, done = ms.ops.zeros(2), ms.ops.zeros(2), multiprocessing.Event()
    queue.put(sent)
    for target, args in ((fill_sent, (queue, done)), (fill, (given, done))):
        done.clear()
        child = multiprocessing.Process(target=target, args=args)
        child.start()
        assert done.wait(30)
        child.join()
    print(sent, given)
    with multiprocessing.Pool(2) as pool:
        print(pool.map(product, [10, 20, 256]))
    child = multiprocessing.Process(target=sys.exit, args=(3,))
    child.start()
    child.join()
    print(child.exitcode)


if __name__ == "__main__":
    main()
