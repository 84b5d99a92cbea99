"""Names and files of another code base: attention split into functions, tied output layer as a Dense."""

import math

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class LlamaRMSNorm(nn.Cell):
    def __init__(self, hidden_size, variance_epsilon=1e-6):
        super().__init__()
        self.weight = Parameter(ms.Tensor(np.ones(hidden_size), ms.float32))
        self.variance_epsilon = variance_epsilon

    def construct(self, hidden_states):
        variance = ops.pow(hidden_states, 2).mean(-1, keep_dims=True)
        return self.weight * (hidden_states * ops.rsqrt(variance + self.variance_epsilon))


class LlamaMLP(nn.Cell):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.gate_proj = nn.Dense(hidden_size, intermediate_size, has_bias=False)
        self.up_proj = nn.Dense(hidden_size, intermediate_size, has_bias=False)
        self.down_proj = nn.Dense(intermediate_size, hidden_size, has_bias=False)
        self.act_fn = nn.SiLU()

    def construct(self, x):
        return self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))


class LlamaAttention(nn.Cell):
    def __init__(self, hidden_size, num_heads, num_kv_heads):
        super().__init__()
        self.num_heads, self.num_kv_heads = num_heads, num_kv_heads
        self.head_dim = hidden_size // num_heads
        self.q_proj = nn.Dense(hidden_size, num_heads * self.head_dim, has_bias=False)
        self.k_proj = nn.Dense(hidden_size, num_kv_heads * self.head_dim, has_bias=False)
        self.v_proj = nn.Dense(hidden_size, num_kv_heads * self.head_dim, has_bias=False)
        self.o_proj = nn.Dense(num_heads * self.head_dim, hidden_size, has_bias=False)

    def construct(self, hidden_states, cos, sin, past_key_value):
        b, q_len, _ = hidden_states.shape
        q = self.q_proj(hidden_states).view(b, q_len, self.num_heads, self.head_dim).swapaxes(1, 2)
        k = self.k_proj(hidden_states).view(b, q_len, self.num_kv_heads, self.head_dim).swapaxes(1, 2)
        v = self.v_proj(hidden_states).view(b, q_len, self.num_kv_heads, self.head_dim).swapaxes(1, 2)
        q = q * cos + self.rotate_half(q) * sin
        k = k * cos + self.rotate_half(k) * sin
        if past_key_value is not None:
            k = ops.concat((past_key_value[0], k), axis=2)
            v = ops.concat((past_key_value[1], v), axis=2)
        past_key_value = (k, v)
        n_rep = self.num_heads // self.num_kv_heads
        k, v = self.repeat_kv(k, n_rep), self.repeat_kv(v, n_rep)
        weights = ops.matmul(q, ops.transpose(k, (0, 1, 3, 2))) / math.sqrt(self.head_dim)
        rows = ops.arange(k.shape[2] - q_len, k.shape[2]).expand_dims(1)
        weights = ops.where(ops.arange(k.shape[2]).expand_dims(0) <= rows, weights, float("-inf"))
        out = ops.matmul(ops.softmax(weights, axis=-1), v)
        return self.o_proj(out.swapaxes(1, 2).reshape(b, q_len, -1)), past_key_value

    @staticmethod
    def rotate_half(x):
        x1, x2 = x.chunk(2, -1)
        return ops.cat((-x2, x1), -1)

    @staticmethod
    def repeat_kv(x, n_rep):
        b, heads, length, size = x.shape
        x = x.expand_dims(2).broadcast_to((b, heads, n_rep, length, size))
        return x.reshape(b, heads * n_rep, length, size)


class LlamaDecoderLayer(nn.Cell):
    def __init__(self, hidden_size, num_heads, num_kv_heads):
        super().__init__()
        self.self_attn = LlamaAttention(hidden_size, num_heads, num_kv_heads)
        self.mlp = LlamaMLP(hidden_size, hidden_size * 3)
        self.input_layernorm = LlamaRMSNorm(hidden_size)
        self.post_attention_layernorm = LlamaRMSNorm(hidden_size)

    def construct(self, hidden_states, cos, sin, past):
        residual = hidden_states
        hidden_states, past = self.self_attn(self.input_layernorm(hidden_states), cos, sin, past)
        hidden_states = residual + hidden_states
        residual = hidden_states
        hidden_states = self.mlp(self.post_attention_layernorm(hidden_states))
        return residual + hidden_states, past


class Decoder(nn.Cell):
    def __init__(self, vocabulary=60, width=32, heads=4, kv_heads=2, layers=2):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocabulary, width)
        self.layers = nn.CellList([LlamaDecoderLayer(width, heads, kv_heads) for _ in range(layers)])
        self.norm = LlamaRMSNorm(width)
        self.lm_head = nn.Dense(width, vocabulary, has_bias=False)
        self.lm_head.weight = self.embed_tokens.embedding_table
        size = width // heads
        inv_freq = 10000.0 ** (-np.arange(0, size, 2, dtype=np.float32) / size)
        freqs = np.outer(np.arange(64, dtype=np.float32), inv_freq)
        self.cos = ms.Tensor(np.cos(np.concatenate((freqs, freqs), -1)), ms.float32)
        self.sin = ms.Tensor(np.sin(np.concatenate((freqs, freqs), -1)), ms.float32)

    def construct(self, ids):
        pasts, begin, logits = [None] * len(self.layers), 0, []
        for length in (4, 3, 1):
            x = self.embed_tokens(ids[:, begin : begin + length]) * math.sqrt(self.embed_tokens.embedding_size)
            cos, sin = self.cos[begin : begin + length], self.sin[begin : begin + length]
            for i, layer in enumerate(self.layers):
                x, pasts[i] = layer(x, cos, sin, pasts[i])
            logits.append(ops.tanh(self.lm_head(self.norm(x)) / 20.0) * 20.0)
            begin += length
        return ops.cat(logits, 1)
