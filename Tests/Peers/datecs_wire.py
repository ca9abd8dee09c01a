"""The wire of Datecs pinpads: frames and data objects. Independent of the Swift code; standard library only.

    python3 datecs_wire.py unframe < STREAMS    a line of hex each; the good frames of each as CODE:STATUS:DATA
    python3 datecs_wire.py objects < DATA       a line of hex each; the data objects of each as TAG:VALUE, or "bad"
"""
import sys

START = 0x3E
HEADER = 5
LARGEST_DATA = 4096
LONGEST_TAG = 3
DEEPEST = 16


def xor(data):
    total = 0
    for byte in data:
        total ^= byte
    return total


def frame(code, status, data):
    head = bytes([START, code, status]) + len(data).to_bytes(2, "big") + data
    return head + bytes([xor(head)])


def unframe(stream):
    """The good frames of a stream that is over, as (code, status, data). Where a start mark begins no frame, the search
    goes on at the next byte."""
    found, place = [], 0
    while place < len(stream):
        size = _frame_size(stream, place)
        if size is None:
            place += 1
            continue
        found.append((stream[place + 1], stream[place + 2], stream[place + HEADER:place + size - 1]))
        place += size
    return found


def _frame_size(stream, place):
    head = stream[place:place + HEADER]
    if len(head) < HEADER or head[0] != START or head[1] == START:
        return None
    count = int.from_bytes(head[3:5], "big")
    size = count + HEADER + 1
    if count > LARGEST_DATA or place + size > len(stream) or xor(stream[place:place + size]):
        return None
    return size


def objects(data, depth=1):
    """Data objects as (tag, value), the value of a constructed one being a list. Raises ValueError."""
    if depth > DEEPEST:
        raise ValueError("too deep")
    found = []
    while data:
        tag, data = _tag(data)
        count, data = _length(data)
        if count > len(data):
            raise ValueError("a length that lies")
        value, data = data[:count], data[count:]
        found.append((tag, objects(value, depth + 1) if tag[0] & 0x20 else value))
    return found


def _tag(data):
    if data[0] == 0:
        raise ValueError("no tag")
    count = 1
    if data[0] & 0x1F == 0x1F:
        while True:
            count += 1
            if count > LONGEST_TAG or count > len(data):
                raise ValueError("a tag without an end")
            if not data[count - 1] & 0x80:
                break
    return data[:count], data[count:]


def _length(data):
    if not data:
        raise ValueError("no length")
    if data[0] < 0x80:
        return data[0], data[1:]
    count = data[0] & 0x7F
    if not 1 <= count <= 3 or len(data) <= count:
        raise ValueError("no length")
    return int.from_bytes(data[1:1 + count], "big"), data[1 + count:]


def _shown(found):
    parts = []
    for tag, value in found:
        inside = f"[{_shown(value)}]" if isinstance(value, list) else value.hex()
        parts.append(f"{tag.hex()}:{inside}")
    return " ".join(parts)


def _objects_line(data):
    try:
        return _shown(objects(data))
    except ValueError:
        return "bad"


def _frames_line(stream):
    return " ".join(f"{code:02x}:{status:02x}:{data.hex()}" for code, status, data in unframe(stream))


def main():
    works = {"unframe": _frames_line, "objects": _objects_line}
    if len(sys.argv) != 2 or sys.argv[1] not in works:
        print(__doc__, file=sys.stderr)
        return 2
    for line in sys.stdin:
        print(works[sys.argv[1]](bytes.fromhex(line)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
