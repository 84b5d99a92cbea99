"""Checkpoints: the same bytes as MindSpore's, both ways; the same answers; damage is named and changes nothing."""

from __future__ import annotations

import json
import stat
import subprocess
import zlib
from io import BytesIO

import numpy as np
import pytest
import torch

import ms2torch as ms
import ms2torch.train.serialization
from ms2torch.train import _ckpt_file
from tools.record import checkpoints as recorded

GOLDEN = recorded.FOLDER
ANSWERS = json.loads((GOLDEN / "load.json").read_text(encoding="utf-8"))
ONE_PARAMETER = {"w": torch.arange(6.0).reshape(2, 3)}


def golden(name):
    return (GOLDEN / name).read_bytes()


def parts(data):
    """Return the header and the contents of a safetensors file; MindSpore's order of metadata is random."""
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    return list(header), header, len(data) % 8, data[8 + size :]


def without_bfloat16():
    return [param for param in recorded.parameters(ms) if "bfloat16" not in param.name]


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def small_slices(monkeypatch):
    monkeypatch.setattr(_ckpt_file, "SLICE_BYTES", recorded.SMALL_SLICE_KIB << 10)


class TestSameBytes:
    def test_every_type(self, tmp_path):
        ms.save_checkpoint(recorded.parameters(ms), "types.ckpt")
        assert (tmp_path / "types.ckpt").read_bytes() == golden("types.ckpt")

    def test_appended_values_and_crc(self, tmp_path):
        ms.save_checkpoint(without_bfloat16(), "crc.ckpt", crc_check=True, append_dict=recorded.APPENDED)
        assert (tmp_path / "crc.ckpt").read_bytes() == golden("crc.ckpt")

    def test_a_network(self, tmp_path):
        ms.save_checkpoint(recorded.build_net(ms), "net", append_dict=recorded.APPENDED)
        assert (tmp_path / "net.ckpt").read_bytes() == golden("net.ckpt")

    @pytest.mark.usefixtures("small_slices")
    def test_large_tensors_are_sliced(self, tmp_path):
        ms.save_checkpoint(recorded.long_parameters(ms), "sliced.ckpt")
        assert (tmp_path / "sliced.ckpt").read_bytes() == golden("sliced.ckpt")

    @pytest.mark.usefixtures("small_slices")
    def test_asynchronous_slices_between_rows(self, tmp_path):
        ms.save_checkpoint(recorded.long_parameters(ms), "sliced.ckpt", async_save=True)
        ms.train.serialization.wait_for_background()
        assert (tmp_path / "sliced.ckpt").read_bytes() == golden("sliced_async.ckpt")

    def test_safetensors(self, tmp_path):
        ms.save_checkpoint(recorded.parameters(ms), "types", format="safetensors")
        assert (tmp_path / "types.safetensors").read_bytes() == golden("types.safetensors")
        ms.save_checkpoint(without_bfloat16(), "mark.safetensors", format="safetensors", remove_redundancy=False)
        assert parts((tmp_path / "mark.safetensors").read_bytes()) == parts(golden("mark.safetensors"))

    def test_safetensors_crc(self, tmp_path):
        matrices = [param for param in without_bfloat16() if "matrix" in param.name]
        ms.save_checkpoint(matrices, "crc", format="safetensors", crc_check=True, append_dict=recorded.NUMBERS)
        assert parts((tmp_path / "crc.safetensors").read_bytes()) == parts(golden("crc.safetensors"))

    @pytest.mark.oracle
    @pytest.mark.parametrize("name", ["types.ckpt", "crc.ckpt", "types.safetensors"])
    def test_mindspore_reads_ours(self, name, oracle_python, root):
        format = name.rpartition(".")[2]
        params = without_bfloat16() if "crc" in name else recorded.parameters(ms)
        ms.save_checkpoint(params, name, crc_check="crc" in name, format=format)
        command = [oracle_python, str(root / "tools" / "record" / "checkpoints.py"), "--read", name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        theirs = json.loads(next(line[5:] for line in done.stdout.splitlines() if line.startswith("JSON ")))
        assert len(theirs) == len(params)
        for param in params:
            kind, shape, data = theirs[param.name]
            plain = param._t.detach().float() if kind == "BFloat16" else param._t.detach()
            assert (kind, tuple(shape)) == (str(param.dtype), param.shape)
            assert plain.numpy().tobytes().hex() == data


class TestReadingTheirs:
    @pytest.mark.parametrize("name", ["types.ckpt", "types.safetensors"])
    def test_every_type(self, name):
        loaded = ms.load_checkpoint(str(GOLDEN / name), format=name.rpartition(".")[2])
        expected = {param.name: param for param in recorded.parameters(ms)}
        assert set(loaded) == set(expected)
        for key, param in loaded.items():
            assert isinstance(param, ms.Parameter)
            assert (param.name, param.dtype, param.shape) == (key, expected[key].dtype, expected[key].shape)
            assert torch.equal(param._t, expected[key]._t)

    @pytest.mark.parametrize("crc_check", [True, False])
    def test_appended_values(self, crc_check):
        loaded = ms.load_checkpoint(str(GOLDEN / "crc.ckpt"), crc_check=crc_check)
        assert loaded["note"] == recorded.APPENDED["note"]
        assert loaded["empty"] == ""
        assert loaded["epoch"].dtype == ms.int64
        assert int(loaded["epoch"]) == 3
        assert loaded["rate"].dtype == ms.float32
        assert loaded["done"].dtype == ms.bool_

    @pytest.mark.parametrize("name", ["sliced.ckpt", "sliced_async.ckpt"])
    def test_slices(self, name):
        for key, param in ms.load_checkpoint(str(GOLDEN / name)).items():
            np.testing.assert_array_equal(param.asnumpy(), recorded.array("float32", param.shape), err_msg=key)

    def test_from_memory(self):
        loaded = ms.load_checkpoint(BytesIO(golden("crc.safetensors")), format="safetensors", crc_check=True)
        assert int(loaded["epoch"]) == 3

    def test_scalar_of_an_old_version(self, tmp_path):
        (tmp_path / "old.ckpt").write_bytes(b"\n\x16\n\x01b\x12\x11\x08\x00\x12\x07Float32\x1a\x04\x00\x00\xc0?")
        assert ms.load_checkpoint("old.ckpt")["b"].shape == ()


class TestRoundTrip:
    def test_no_elements(self):
        ms.save_checkpoint({"empty": ms.Tensor(np.zeros((0, 3), np.float32)), "x": ms.Tensor(1.5)}, "e.ckpt")
        assert ms.load_checkpoint("e.ckpt")["empty"].shape == (0, 3)

    def test_complex(self):
        ms.save_checkpoint({"z": ms.Tensor(np.array([1 + 2j], np.complex64))}, "z.ckpt")
        assert ms.load_checkpoint("z.ckpt")["z"].asnumpy()[0] == 1 + 2j

    def test_noncontiguous(self):
        value = ms.Tensor(np.arange(6.0, dtype=np.float32).reshape(2, 3)).T
        ms.save_checkpoint({"t": value}, "t.ckpt")
        np.testing.assert_array_equal(ms.load_checkpoint("t.ckpt")["t"].asnumpy(), value.asnumpy())

    def test_saved_objects(self):
        param = ms.Parameter(ms.Tensor([1.0]), name="p")
        for held in (
            [param],
            [{"name": "p", "data": param}],
            {"p": param},
            {"p": np.ones(1, np.float32)},
            {"p": "text"},
        ):
            ms.save_checkpoint(held, "o.ckpt")
            assert list(ms.load_checkpoint("o.ckpt")) == ["p"]

    def test_shared_storage_in_safetensors(self):
        shared = ms.Tensor(np.ones(3, np.float32))
        ms.save_checkpoint({"a": shared, "b": shared}, "s.safetensors", format="safetensors")
        assert set(ms.load_checkpoint("s.safetensors", format="safetensors")) == {"a", "b"}

    def test_choice(self):
        net = recorded.build_net(ms)
        ms.save_checkpoint(net, "n.ckpt", choice_func=lambda name: name.startswith("fc"))
        assert set(ms.load_checkpoint("n.ckpt")) == {"fc.weight", "fc.bias"}
        ms.save_checkpoint(net, "n.ckpt")
        assert set(ms.load_checkpoint("n.ckpt", choice_func=lambda name: name == "k")) == {"k"}
        assert set(ms.load_checkpoint("n.ckpt", filter_prefix="fc")) == {"k", "bn.gamma"}
        both = ms.load_checkpoint(
            "n.ckpt", specify_prefix=["fc", "k"], filter_prefix="fc.b", choice_func=lambda name: False
        )
        assert set(both) == {"k", "fc.weight"}

    def test_async_copies_before_it_returns(self):
        value = ms.Tensor(np.zeros(200_000, np.float32))
        ms.save_checkpoint({"w": value}, "a.ckpt", async_save="thread")
        value._t.fill_(1)
        ms.train.serialization.wait_for_background()
        assert not ms.async_ckpt_thread_status()
        assert not ms.load_checkpoint_async("a.ckpt").result()["w"].asnumpy().any()

    def test_async_result_raises(self):
        with pytest.raises(ValueError, match="does not exist"):
            ms.load_checkpoint_async("nothing.ckpt").result()

    def test_loading_keeps_no_tie(self):
        net, other = recorded.build_net(ms), recorded.build_net(ms)
        ms.save_checkpoint(net, "n.ckpt")
        loaded = ms.load_checkpoint("n.ckpt", net=other)
        other.fc.weight._t.data.fill_(5)
        assert not loaded["fc.weight"].asnumpy().any()


class TestLoadIntoNet:
    @pytest.mark.parametrize("name", recorded.SCENARIOS)
    def test_answers(self, name):
        assert recorded.answer(ms, *recorded.SCENARIOS[name]) == ANSWERS[name]

    def test_shape_of_the_net_stays(self):
        # in MindSpore 2.10 the parameter takes the checkpoint's shape
        net = recorded.build_net(ms)
        held, strict = recorded.SCENARIOS["trailing ones"]
        ms.load_param_into_net(net, recorded.scenario_dict(ms, held), strict)
        assert net.fc.weight.shape == (3, 2)

    def test_types_are_converted(self):
        net = recorded.build_net(ms)
        ms.load_param_into_net(net, {"fc.bias": ms.Parameter(ms.Tensor([1.5, 2.5, 3.5], ms.float16), name="x")})
        assert net.fc.bias.dtype == ms.float32
        assert net.fc.bias.asnumpy().tolist() == [1.5, 2.5, 3.5]

    def test_nothing_changes_when_one_does_not_fit(self):
        net = recorded.build_net(ms)
        values = {
            "k": ms.Parameter(ms.Tensor(7, ms.int32), name="k"),
            "fc.weight": ms.Parameter(ms.Tensor(np.ones((2, 2), np.float32)), name="fc.weight"),
            "bn.gamma": ms.Parameter(ms.Tensor(np.ones(3, np.int32)), name="bn.gamma"),
        }
        with pytest.raises(RuntimeError) as caught:
            ms.load_param_into_net(net, values)
        assert "fc.weight: shape (3, 2) in the net, (2, 2) in the checkpoint" in str(caught.value)
        assert "bn.gamma: type Float32 in the net, Int32 in the checkpoint" in str(caught.value)
        assert not any(param.asnumpy().any() for param in net.get_parameters())

    def test_damage_changes_nothing(self, tmp_path):
        net = recorded.build_net(ms)
        data = golden("net.ckpt")
        (tmp_path / "short.ckpt").write_bytes(data[:-5])
        before = [param.asnumpy().copy() for param in net.get_parameters()]
        with pytest.raises(ValueError, match="truncated"):
            ms.load_checkpoint("short.ckpt", net=net)
        assert all((a == b.asnumpy()).all() for a, b in zip(before, net.get_parameters(), strict=True))

    def test_the_parameter_objects_stay(self):
        net = recorded.build_net(ms)
        held = [param._t for param in net.get_parameters()]
        ms.load_param_into_net(net, recorded.scenario_dict(ms, recorded.SCENARIOS["all"][0]))
        assert all(a is b._t for a, b in zip(held, net.get_parameters(), strict=True))

    def test_warnings(self, capsys):
        held, _ = recorded.SCENARIOS["prefix"]
        ms.load_param_into_net(recorded.build_net(ms), recorded.scenario_dict(ms, held))
        said = capsys.readouterr().err
        assert "remove parameter prefix name: m., continue to load" in said
        assert "['bn.gamma'] are not loaded." in said

    @pytest.mark.parametrize(
        ("net", "values", "options", "error"),
        [
            (3, {}, {}, TypeError),
            (None, 3, {}, TypeError),
            (None, {"k": ms.Tensor(1)}, {}, TypeError),
            (None, {1: "text"}, {}, TypeError),
            (None, {}, {"strict_load": 1}, TypeError),
            (None, {}, {"remove_redundancy": True}, NotImplementedError),
        ],
    )
    def test_arguments(self, net, values, options, error):
        with pytest.raises(error):
            ms.load_param_into_net(net or recorded.build_net(ms), values, **options)


def error_of_loading(path):
    try:
        ms.load_checkpoint(path)
    except ValueError as error:
        return str(error)
    return ""


class TestDamage:
    def test_every_truncation_is_an_error_or_an_end_between_parameters(self, tmp_path):
        data = golden("net.ckpt")
        path = tmp_path / "t.ckpt"
        whole = 0
        for length in range(1, len(data)):
            path.write_bytes(data[:length])
            message = error_of_loading("t.ckpt")
            whole += not message
            assert not message or "t.ckpt" in message
        assert whole == len(ms.load_checkpoint(str(GOLDEN / "net.ckpt"))) - 1

    @pytest.mark.parametrize("seed", range(100))
    def test_random_damage_never_crashes(self, seed, tmp_path):
        random = np.random.default_rng(seed)
        data = bytearray(golden("types.ckpt"))
        for _ in range(random.integers(1, 4)):
            data[random.integers(len(data))] = random.integers(256)
        (tmp_path / "d.ckpt").write_bytes(data)
        message = error_of_loading("d.ckpt")
        assert not message or "d.ckpt" in message

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (b"hello, this is a text\n" * 5, "is not a MindSpore checkpoint"),
            (b"PK\x03\x04" + bytes(80), "torch"),
            (b"\x08\x00\x00\x00\x00\x00\x00\x00{}      ", "safetensors"),
            (b"", "empty"),
            (b"\n\x16\n\x01b\x12\x11\x08\x02\x12\x07Float32\x1a\x04\x00", "is not a MindSpore checkpoint"),
            (b"\n\x14\n\x01b\x12\x0f\x08\x02\x12\x05Thing\x1a\x04\x00\x00\xc0?", "'Thing'"),
            (b"\n\x16\n\x01b\x12\x11\x08\x02\x12\x07Float32\x1a\x04\x00\x00\xc0?", "'b' of shape"),
            (b"\n\x10\n\x01b\x12\x0b\x08\x01\x12\x04Bool\x1a\x01\x07", "Bool"),
            (b"\n\x05\n\x01m\x1a\x00", "MapParameter"),
        ],
    )  # fmt: skip
    def test_what_it_is_not(self, data, text, tmp_path):
        (tmp_path / "bad.ckpt").write_bytes(data)
        with pytest.raises(ValueError, match=text):
            ms.load_checkpoint("bad.ckpt")

    def test_crc(self, tmp_path, capsys):
        data = bytearray(golden("crc.ckpt"))
        data[60] ^= 1
        (tmp_path / "c.ckpt").write_bytes(data)
        with pytest.raises(ValueError, match="CRC32"):
            ms.load_checkpoint("c.ckpt", crc_check=True)
        ms.load_checkpoint(str(GOLDEN / "net.ckpt"), crc_check=True)
        assert "no CRC32" in capsys.readouterr().err

    def test_safetensors(self, tmp_path):
        (tmp_path / "s.safetensors").write_bytes(golden("types.safetensors")[:-3])
        with pytest.raises(ValueError, match=r"s\.safetensors"):
            ms.load_checkpoint("s.safetensors", format="safetensors")


class TestWriting:
    def test_a_failure_leaves_the_old_file_and_nothing_else(self, tmp_path):
        ms.save_checkpoint({"w": ms.Tensor([1.0])}, "w.ckpt")
        before = (tmp_path / "w.ckpt").read_bytes()
        with pytest.raises(TypeError):
            _ckpt_file.write_ckpt("w.ckpt", {**ONE_PARAMETER, "odd": torch.zeros(2, dtype=torch.float8_e4m3fnuz)})
        assert (tmp_path / "w.ckpt").read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["w.ckpt"]

    def test_replaces_a_read_only_file(self, tmp_path):
        for value in (1.0, 2.0):
            ms.save_checkpoint({"w": ms.Tensor([value])}, "w.ckpt")
        assert stat.S_IMODE((tmp_path / "w.ckpt").stat().st_mode) == stat.S_IRUSR
        assert ms.load_checkpoint("w.ckpt")["w"].asnumpy()[0] == 2.0

    def test_crc_is_that_of_the_file(self, tmp_path):
        ms.save_checkpoint({"w": ms.Tensor([1.0])}, "w.ckpt", crc_check=True)
        data = (tmp_path / "w.ckpt").read_bytes()
        assert int.from_bytes(data[-10:], "big") == zlib.crc32(data[:-17])

    @pytest.mark.parametrize(
        ("options", "error"),
        [
            ({"format": "x"}, ValueError),
            ({"integrated_save": 1}, TypeError),
            ({"async_save": 3}, TypeError),
            ({"async_save": "x"}, ValueError),
            ({"async_save": "process"}, NotImplementedError),
            ({"append_dict": 3}, TypeError),
            ({"append_dict": {1: 2}}, TypeError),
            ({"append_dict": {"a": [1]}}, TypeError),
            ({"append_dict": {"s": "text"}, "format": "safetensors"}, TypeError),
            ({"enc_key": "a"}, ValueError),
            ({"enc_key": b"0123456789012345"}, NotImplementedError),
            ({"enc_mode": "x", "format": "safetensors"}, ValueError),
            ({"crc_check": 2}, ValueError),
            ({"incremental": True}, NotImplementedError),
            ({"nothing": 1}, TypeError),
        ],
    )
    def test_arguments(self, options, error):
        with pytest.raises(error):
            ms.save_checkpoint({"w": ms.Tensor([1.0])}, "w", **options)

    @pytest.mark.parametrize(
        ("held", "error"),
        [
            (ms.Tensor([1.0]), TypeError),
            ([ms.Tensor([1.0])], TypeError),
            ([{"name": "a", "data": np.ones(2)}], TypeError),
            ([{"nam": 1}], TypeError),
            ({1: "text"}, TypeError),
            ({"a": 3}, TypeError),
        ],
    )
    def test_objects(self, held, error):
        with pytest.raises(error):
            ms.save_checkpoint(held, "w.ckpt")

    def test_places(self, tmp_path):
        (tmp_path / "dir.ckpt").mkdir()
        with pytest.raises(IsADirectoryError):
            ms.save_checkpoint({}, "dir.ckpt")
        with pytest.raises(FileNotFoundError, match="folder"):
            ms.save_checkpoint({}, "no/where.ckpt")

    @pytest.mark.parametrize(
        ("name", "options", "error"),
        [
            ("none.ckpt", {}, ValueError),
            ("plain", {}, ValueError),
            (3, {}, TypeError),
            (BytesIO(), {}, TypeError),
            ("w.ckpt", {"format": "x"}, ValueError),
            ("w.ckpt", {"filter_prefix": []}, ValueError),
            ("w.ckpt", {"filter_prefix": ""}, ValueError),
            ("w.ckpt", {"filter_prefix": 3}, TypeError),
            ("w.ckpt", {"specify_prefix": [3]}, TypeError),
            ("w.ckpt", {"specify_prefix": "nothing"}, ValueError),
            ("w.ckpt", {"dec_key": "a"}, ValueError),
            ("w.ckpt", {"dec_key": b"a"}, NotImplementedError),
            ("w.ckpt", {"crc_check": 1}, ValueError),
            ("w.ckpt", {"remove_redundancy": True}, NotImplementedError),
        ],
    )
    def test_loading_arguments(self, name, options, error):
        ms.save_checkpoint({"w": ms.Tensor([1.0])}, "w.ckpt")
        with pytest.raises(error):
            ms.load_checkpoint(name, **options)
