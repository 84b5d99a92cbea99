"""AES-GCM as MindSpore stores it; needs the package `cryptography` (the extra ``crypto``).

A block is: a number that marks it, the tag (16 bytes), the length of what follows, the length of the nonce, the nonce,
the length of the text, the text; numbers are 4 bytes, little endian.
"""

from __future__ import annotations

import os
import struct
from typing import Any

_MARK = 0x7F3A5ED8
_TAG = 16
_BAD = "Failed to decrypt data, please check if enc_key and enc_mode / dec_mode is valid."


def _cipher(key: str) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise RuntimeError(
            "mindrecord.set_enc_key: encryption needs the package cryptography; install it with  pip install "
            "'ms2torch[crypto]'."
        ) from error
    return AESGCM(key.encode())


def encrypt_block(data: bytes, key: str) -> bytes:
    """Return some bytes encrypted, as one block."""
    nonce = os.urandom(16)
    sealed = _cipher(key).encrypt(nonce, data, None)
    text, tag = sealed[:-_TAG], sealed[-_TAG:]
    body = struct.pack("<I", len(nonce)) + nonce + struct.pack("<I", len(text)) + text
    return struct.pack("<I", _MARK) + tag + struct.pack("<I", len(body)) + body


def decrypt_block(block: bytes, key: str) -> bytes:
    """Return what is in a block.

    Raises:
        RuntimeError: if it is none, is damaged, or was made with another key.
    """
    cipher = _cipher(key)
    try:
        (mark,), (nonce_length,) = struct.unpack_from("<I", block), struct.unpack_from("<I", block, 24)
        tag, nonce = block[4 : 4 + _TAG], block[28 : 28 + nonce_length]
        text = block[32 + nonce_length :]
        if mark != _MARK:
            raise RuntimeError(_BAD)
        return cipher.decrypt(nonce, text + tag, None)
    except (struct.error, ValueError) as error:
        raise RuntimeError(_BAD) from error
    except Exception as error:
        if type(error).__name__ == "InvalidTag":
            raise RuntimeError(_BAD) from error
        raise
