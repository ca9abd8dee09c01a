#!/usr/bin/env python3
"""Reads and writes credential files, from the description of the format alone.

    vault_peer.py read FILE < PASSPHRASE     prints a JSON line an entry: {"name": …, "value": hex digits}
    vault_peer.py sample FILE < PASSPHRASE   writes a file that is the same each time, for a test to open

Needs python3-nacl for Argon2id and XChaCha20-Poly1305; BLAKE2b is the standard library's.
"""

import hashlib
import json
import struct
import sys
import unicodedata

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as unseal,
    crypto_aead_xchacha20poly1305_ietf_encrypt as seal,
    crypto_pwhash_alg,
)

MAGIC = b"tillvlt\n"
ARGON2ID = 2
START = struct.Struct(">8sHH4s")
HEAD = struct.Struct(">16sII16s24s48s16s")
HEADER_LENGTH = START.size + HEAD.size
UNIT = 1024


def check(data, length):
    return hashlib.blake2b(data, digest_size=16).digest()[:length]


def wrapper(words, salt, passes, kib):
    composed = unicodedata.normalize("NFC", words.decode()).encode()
    return crypto_pwhash_alg(32, composed, salt, passes, kib * 1024, ARGON2ID)


def read_header(file, words):
    """Returns the file's name and its key."""
    magic, version, length, start_check = START.unpack_from(file)
    assert (magic, version, length) == (MAGIC, 1, HEADER_LENGTH), "another kind of file"
    assert start_check == check(file[:12], 4), "first check"
    file_id, passes, kib, salt, nonce, wrapped, head_check = HEAD.unpack_from(file, START.size)
    assert head_check == check(file[:128], 16), "second check"
    return file_id, unseal(wrapped, file[:80], nonce, wrapper(words, salt, passes, kib))


def read_index(plain):
    """Yields name, length of the record, tag."""
    (count,) = struct.unpack_from(">I", plain)
    at = 4
    for _ in range(count):
        (length,) = struct.unpack_from(">H", plain, at)
        name = plain[at + 2 : at + 2 + length]
        at += 2 + length
        size, tag = struct.unpack_from(">I16s", plain, at)
        at += 20
        yield name, size, tag
    assert len(plain) % UNIT == 0 and not any(plain[at:]), "filling of the index"


def read(file, words):
    file_id, key = read_header(file, words)
    nonce, length = struct.unpack_from(">24sI", file, HEADER_LENGTH)
    at = HEADER_LENGTH + 28
    index = unseal(file[at : at + length], file[:HEADER_LENGTH], nonce, key)
    at += length
    for name, size, tag in read_index(index):
        record = file[at : at + size]
        at += size
        assert record[-16:] == tag, "tag of a record"
        plain = unseal(record[24:], file_id + name, record[:24], key)
        (count,) = struct.unpack_from(">I", plain)
        assert len(plain) >= 256 and not any(plain[4 + count :]), "filling of a value"
        yield name.decode(), plain[4 : 4 + count]
    assert at == len(file), "end"


def write(entries, words, passes, kib, random):
    """entries: names and values, sorted by name. random: gives so many bytes."""
    file_id, salt, nonce, key = random(16), random(16), random(24), random(32)
    start = struct.pack(">8sHH", MAGIC, 1, HEADER_LENGTH)
    head = start + check(start, 4) + struct.pack(">16sII16s24s", file_id, passes, kib, salt, nonce)
    head += seal(key, head, nonce, wrapper(words, salt, passes, kib))
    head += check(head, 16)
    index = struct.pack(">I", len(entries))
    records = b""
    for name, value in entries:
        size = 256
        while size < len(value) + 4:
            size *= 2
        plain = (struct.pack(">I", len(value)) + value).ljust(size, b"\0")
        record_nonce = random(24)
        record = record_nonce + seal(plain, file_id + name.encode(), record_nonce, key)
        index += struct.pack(">H", len(name)) + name.encode() + struct.pack(">I", len(record)) + record[-16:]
        records += record
    index = index.ljust(-(-len(index) // UNIT) * UNIT, b"\0")
    index_nonce = random(24)
    sealed = seal(index, head, index_nonce, key)
    return head + index_nonce + struct.pack(">I", len(sealed)) + sealed + records


class Repeatable:
    """Bytes that look random and are the same each time: never for a file that somebody uses."""

    def __init__(self):
        self.turn = 0

    def __call__(self, count):
        self.turn += 1
        return hashlib.shake_256(b"sample %d" % self.turn).digest(count)


def sample_entries():
    """40 entries, so that the index takes more than one unit; entry n has the byte n as often as its length says."""
    lengths = [1, 251, 252, 253, 600]
    return [(f"sample/{n:02}-{'x' * n}", bytes([n]) * lengths[n % 5]) for n in range(40)]


def main():
    command, path = sys.argv[1:]
    words = sys.stdin.buffer.read()
    if command == "read":
        with open(path, "rb") as file:
            for name, value in read(file.read(), words):
                print(json.dumps({"name": name, "value": value.hex()}))
    elif command == "sample":
        with open(path, "wb") as file:
            file.write(write(sample_entries(), words, 2, 64, Repeatable()))
    else:
        sys.exit(__doc__)


main()
