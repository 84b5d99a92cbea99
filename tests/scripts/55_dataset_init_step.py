"""Going on in the middle of training: which rows an iterator gives after set_init_step."""

import mindspore as ms
import mindspore.dataset as ds

ms.set_seed(3)


def make(shuffle):
    return ds.NumpySlicesDataset(list(range(8)), shuffle=shuffle).batch(2)


for shuffle in (False, True):
    for step in (0, 3, 4, 6):
        data = make(shuffle)
        if step:
            data.set_init_step(step)
        rows = data.create_dict_iterator(num_epochs=3, output_numpy=True)
        for _ in range(3 - step // 4):
            print(step, [value.tolist() for row in rows for value in row.values()])
        print(data.get_init_step(), data.batch(1).get_init_step(), data.get_dataset_size())
