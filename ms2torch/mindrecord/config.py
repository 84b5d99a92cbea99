"""Encryption of MindRecord files.

An encrypted file is: blocks, each after its length (4 bytes, big endian), a length of 0, seven letters that name the
way, and ``ENCRYPT``. It is read from a decrypted copy beside it, in ``.decrypt_mindrecord``, which goes when the reader
is closed.

Source: mindspore.mindrecord.config, MindSpore 2.10
"""

from __future__ import annotations

import atexit
import contextlib
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, TypeAlias

from ms2torch.mindrecord.core._cipher import decrypt_block, encrypt_block
from ms2torch.mindrecord.core.shardutils import MIN_FILE_SIZE

__all__ = ["set_dec_mode", "set_enc_key", "set_enc_mode"]

Way: TypeAlias = "str | Callable[..., Any]"

_END = b"ENCRYPT"
_OWN = b"UDF-ENC"  # the name of a way that is a function of the user's
_BLOCK = 64 * 1024 * 1024
_FOLDER = ".decrypt_mindrecord"
_BAD = "Failed to decrypt data, please check if enc_key and enc_mode / dec_mode is valid."

_key: str | None = None
_encryption: Way = "AES-GCM"
_decryption: Way | None = None
_copies: set[Path] = set()


def set_enc_key(enc_key: str | None) -> None:
    """Set the key of encryption; from then on files are written encrypted, and must be.

    Args:
        enc_key (str): 16, 24 or 32 characters; ``None``: no encryption.

    Raises:
        ValueError: if it is none of these.

    Source: mindspore.mindrecord.set_enc_key, MindSpore 2.10
    """
    global _key
    if enc_key is not None and not isinstance(enc_key, str):
        raise ValueError("The input enc_key is not str.")
    if enc_key is not None and len(enc_key) not in (16, 24, 32):
        raise ValueError("The length of input enc_key is not 16, 24, 32.")
    _key = enc_key


def set_enc_mode(enc_mode: Way = "AES-GCM") -> None:
    """Set how files are encrypted.

    Args:
        enc_mode (Union[str, Callable]): ``"AES-GCM"``; or a function of the open file, its size, the file to write
            and the key. Default: ``"AES-GCM"``.

    Raises:
        ValueError: if it is none of these.

    Source: mindspore.mindrecord.set_enc_mode, MindSpore 2.10
    """
    global _encryption
    _encryption = _way("enc_mode", enc_mode)


def set_dec_mode(dec_mode: Way | None = "AES-GCM") -> None:
    """Set how files are decrypted.

    Args:
        dec_mode (Union[str, Callable]): ``"AES-GCM"``; or a function of the open file, its size, the file to write
            and the key; ``None``: as they are encrypted. Default: ``"AES-GCM"``.

    Raises:
        ValueError: if it is none of these.

    Source: mindspore.mindrecord.set_dec_mode, MindSpore 2.10
    """
    global _decryption
    _decryption = None if dec_mode is None else _way("dec_mode", dec_mode)


def _way(name: str, value: Any) -> Way:
    if callable(value):
        return value
    if not isinstance(value, str):
        raise ValueError(f"The input {name} is not str.")  # noqa: TRY004 - MindSpore's kind of error
    if value != "AES-GCM":
        raise ValueError(f"The input {name} is invalid.")
    return value


def _decryption_way() -> Way:
    if _decryption is not None:
        return _decryption
    if callable(_encryption):
        raise RuntimeError("You use custom encryption, so you must also define custom decryption.")  # noqa: TRY004 - MindSpore's kind of error
    return _encryption


def _name(way: Way) -> bytes:
    return _OWN if callable(way) else way.encode()


def encryption_key() -> str | None:
    """Return the key in force."""
    return _key


def require_file(path: Path) -> None:
    """Raise RuntimeError unless there is a file that can be a MindRecord file."""
    if not path.exists():
        raise RuntimeError(f"The input: {path} is not exists.")
    if not path.is_file():
        raise RuntimeError(f"The input: {path} should be a regular file.")
    size = path.stat().st_size
    if size < MIN_FILE_SIZE:
        raise RuntimeError(
            f"Invalid file, the size of mindrecord file: {size} is smaller than the lower limit: "
            f"{MIN_FILE_SIZE}.\n Please "
            f"check file path: {path} and use 'FileWriter' to generate valid mindrecord files."
        )


def encrypt_in_place(path: Path) -> None:
    """Encrypt a file, if a key is set."""
    if _key is None:
        return
    target = path.with_name(path.name + ".encrypt")
    with path.open("rb") as source, target.open("wb") as out:
        target.chmod(0o600)
        if callable(_encryption):
            _encryption(source, path.stat().st_size, out, _key)
        else:
            while data := source.read(_BLOCK):
                block = encrypt_block(data, _key)
                out.write(len(block).to_bytes(4, "big") + block)
        out.write(bytes(4) + _name(_encryption) + _END)
    target.replace(path)


def _must_decrypt(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-len(_END), 2)
        encrypted = file.read() == _END
    if encrypted and _key is None:
        raise RuntimeError(
            "The mindrecord file is encrypted. You need to configure "
            "'mindspore.mindrecord.config.set_enc_key(...)' and "
            "'mindspore.mindrecord.config.set_enc_mode(...)' for decryption."
        )
    if _key is not None and not encrypted:
        raise RuntimeError(
            "The mindrecord file is not encrypted. You can set 'mindspore.mindrecord.config.set_enc_key(None)' "
            "to disable "
            "the decryption."
        )
    return encrypted


def decrypted(path: Path) -> Path:
    """Return the file, or where it and its index lie decrypted.

    Raises:
        RuntimeError: if it is encrypted and no key is set, or the other way round, or the key is another.
    """
    require_file(path)
    if not _must_decrypt(path):
        return path
    room = path.resolve().parent / _FOLDER / uuid.uuid5(uuid.NAMESPACE_URL, str(path.resolve())).hex
    room.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in (path, path.with_name(path.name + ".db")):
        _copies.add(room / one.name)
        _decrypt(one, room / one.name)
    return room / path.name


def _decrypt(source: Path, target: Path) -> None:
    way = _decryption_way()
    size = source.stat().st_size
    with source.open("rb") as file, target.open("wb+") as out:
        target.chmod(0o600)
        file.seek(-len(_END) - len(_OWN), 2)
        if file.read(len(_OWN)) != _name(way):
            raise RuntimeError(_BAD)
        file.seek(0)
        if callable(way):
            way(file, size - len(_END), out, _key)
        else:
            _decrypt_blocks(file, out)


def _decrypt_blocks(file: IO[bytes], out: IO[bytes]) -> None:
    while length := int.from_bytes(file.read(4), "big"):
        block = file.read(length)
        if len(block) != length:
            raise RuntimeError(_BAD)
        out.write(decrypt_block(block, _key or ""))


def decrypt_in_place(path: Path) -> None:
    """Put the decrypted file and index in the place of the encrypted, to write on."""
    require_file(path)
    require_file(path.with_name(path.name + ".db"))
    plain = decrypted(path)
    if plain == path:
        return
    for name in (path.name, path.name + ".db"):
        plain.with_name(name).replace(path.with_name(name))
    remove_copies([plain])


def remove_copies(copies: Sequence[Path]) -> None:
    """Remove decrypted files with their indexes, and the folders they were in."""
    for path in copies:
        for one in (path, path.with_name(path.name + ".db")):
            _copies.discard(one)
            one.unlink(missing_ok=True)
        for room in (path.parent, path.parent.parent):
            with contextlib.suppress(OSError):  # another reader's copies are still there
                room.rmdir()


@atexit.register
def _remove_all() -> None:
    remove_copies([path for path in _copies if path.suffix != ".db"])
