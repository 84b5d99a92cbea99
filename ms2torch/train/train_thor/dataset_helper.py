"""Mirrors `mindspore.train.train_thor.dataset_helper`: the same as `mindspore.train.dataset_helper`."""

from ms2torch.train.dataset_helper import (
    DatasetHelper as DatasetHelper,
    connect_network_with_dataset as connect_network_with_dataset,
)
