"""Embedding and head shared out along the vocabulary."""

from mindspore import Parameter, mint, nn, ops
from mindspore.communication import get_group_size, get_rank, init


class VocabParallelEmbedding(nn.Cell):
    def __init__(self, words, width):
        super().__init__()
        self.part = words // get_group_size()
        self.start = get_rank() * self.part
        self.end = self.start + self.part
        self.weight = Parameter(mint.zeros((self.part, width)), name="weight")
        self.reduce = ops.AllReduce()

    def construct(self, ids):
        outside = mint.logical_or(ids < self.start, ids >= self.end)
        local = ids - self.start
        local = local.masked_fill(outside, 0)
        y = mint.nn.functional.embedding(local, self.weight)
        y = y.masked_fill(outside.unsqueeze(-1), 0.0)
        return self.reduce(y)


class Language(nn.Cell):
    def __init__(self, words=48, width=16, places=8):
        super().__init__()
        self.embed = VocabParallelEmbedding(words, width)
        self.place = nn.Embedding(places, width)
        self.mix, self.norm = nn.Dense(width, width), nn.LayerNorm((width,), epsilon=1e-5)
        self.head = nn.Dense(width, words // get_group_size(), has_bias=False)
        self.gather = ops.AllGather()

    def construct(self, ids):
        places = mint.arange(ids.shape[1])
        x = self.embed(ids) + self.place(places)
        scores = self.head(self.norm(x + mint.tanh(self.mix(x))))
        whole = self.gather(scores.permute(2, 0, 1))
        return whole.permute(1, 2, 0)


def net():
    init()
    return Language()
