"""DES of FIPS 46-3, and from it 3DES with three keys in CBC with an initial vector of zeros, without padding. Slow and
plain: bits are lists of 0 and 1, tables are the standard's own, rows of the S-boxes as hexadecimal digits."""

IP = [first - 8 * step for first in (58, 60, 62, 64, 57, 59, 61, 63) for step in range(8)]
EXPANSION = [(4 * group + offset - 1) % 32 + 1 for group in range(8) for offset in range(6)]
P = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
     2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25]
PC1 = [57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
       63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4]
PC2 = [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
       41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32]
SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
S = [
    ("e4d12fb83a6c5907", "0f74e2d1a6cb9538", "41e8d62bfc973a50", "fc8249175b3ea06d"),
    ("f18e6b34972dc05a", "3d47f28ec01a69b5", "0e7ba4d158c6932f", "d8a13f42b67c05e9"),
    ("a09e63f51dc7b428", "d709346a285ecbf1", "d6498f30b12c5ae7", "1ad069874fe3b52c"),
    ("7de3069a1285bc4f", "d8b56f03472c1ae9", "a690cb7df13e5284", "3f06a1d8945bc72e"),
    ("2c417ab6853fd0e9", "eb2c47d150fa3986", "421bad78f9c5630e", "b8c71e2d6f09a453"),
    ("c1af92680d34e75b", "af427c9561de0b38", "9ef528c3704a1db6", "432c95fabe17608d"),
    ("4b2ef08d3c975a61", "d0b7491ae35c2f86", "14bdc37eaf680592", "6bd814a7950fe23c"),
    ("d2846fb1a93e50c7", "1fd8a374c56b0e92", "7b419ce206adf358", "21e74a8dfc90356b"),
]


def _picked(bits, table):
    return [bits[place - 1] for place in table]


def _bits(data):
    return [byte >> shift & 1 for byte in data for shift in range(7, -1, -1)]


def _number(bits):
    return int("".join(map(str, bits)), 2)


def _round_keys(key):
    halves = _picked(_bits(key), PC1)
    left, right = halves[:28], halves[28:]
    for shift in SHIFTS:
        left, right = left[shift:] + left[:shift], right[shift:] + right[:shift]
        yield _picked(left + right, PC2)


def _mixed(half, key):
    wide = [a ^ b for a, b in zip(_picked(half, EXPANSION), key)]
    out = []
    for box in range(8):
        six = wide[6 * box:6 * box + 6]
        digit = int(S[box][_number([six[0], six[5]])][_number(six[1:5])], 16)
        out += [digit >> shift & 1 for shift in (3, 2, 1, 0)]
    return _picked(out, P)


def _des(block, keys):
    bits = _picked(_bits(block), IP)
    left, right = bits[:32], bits[32:]
    for key in keys:
        left, right = right, [a ^ b for a, b in zip(left, _mixed(right, key))]
    swapped = right + left
    out = [0] * 64
    for place, source in enumerate(IP):
        out[source - 1] = swapped[place]
    return _number(out).to_bytes(8, "big")


def triple_des_cbc(key, data):
    """Encrypts; the key has 24 bytes, the data a multiple of 8."""
    first, second, third = (list(_round_keys(key[start:start + 8])) for start in (0, 8, 16))
    out, last = b"", bytes(8)
    for start in range(0, len(data), 8):
        block = bytes(a ^ b for a, b in zip(data[start:start + 8], last))
        last = _des(_des(_des(block, first), reversed(second)), third)
        out += last
    return out
