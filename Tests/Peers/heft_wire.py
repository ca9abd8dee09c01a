"""The HEFT link and its messages, for the scripted peers. Independent of the Swift code; standard library only."""
import select
import time
from xml.etree import ElementTree
from xml.sax.saxutils import escape

DLE = 0x10
STX, ETX, EOT, ENQ, ACK, NAK, ETB = 0x02, 0x03, 0x04, 0x05, 0x06, 0x15, 0x17
CONTROLS = {ACK: "ack", NAK: "nak", EOT: "eot", ENQ: "enq"}
FRAME_OVERHEAD = 6
DEFAULT_FRAME = 200
ATTEMPTS = 3
ACK_SECONDS = 20
DEVELOPMENT_SECRET = bytes.fromhex("".join(f"{n:02d}" for n in range(1, 33)))


def _crc_row(index):
    value = index << 8
    for _ in range(8):
        value = value << 1 ^ (0x1021 if value & 0x8000 else 0)
    return value & 0xFFFF


_CRC_ROWS = [_crc_row(index) for index in range(256)]


def checksum(data):
    """CRC-16/XMODEM of the stuffed data and its terminator."""
    crc = 0
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ _CRC_ROWS[crc >> 8 ^ byte]
    return crc.to_bytes(2, "big")


def frames(message, limit=DEFAULT_FRAME):
    """Cuts a message into frames of at most `limit` bytes; a doubled DLE stays whole."""
    units = [b"\x10\x10" if byte == DLE else bytes([byte]) for byte in message]
    pieces, piece = [], b""
    for unit in units:
        if len(piece) + len(unit) > max(limit, 8) - FRAME_OVERHEAD:
            pieces.append(piece)
            piece = b""
        piece += unit
    pieces.append(piece)
    return [_frame(piece, ETX if number == len(pieces) else ETB) for number, piece in enumerate(pieces, 1)]


def _frame(stuffed, terminator):
    body = stuffed + bytes([DLE, terminator])
    return bytes([DLE, STX]) + body + checksum(body)


class Unframer:
    """Takes bytes in any pieces; `feed` gives (kind, value) pairs: noise, ack, nak, eot, enq, bad, part, last."""

    def __init__(self):
        self._state = self._idle
        self._raw = bytearray()
        self._data = bytearray()
        self.longest = 0

    def feed(self, data):
        found = []
        for byte in data:
            event = self._state(byte)
            if event:
                found.append(event)
        return found

    def _idle(self, byte):
        if byte == DLE:
            self._state = self._control
            return None
        return "noise", byte

    def _control(self, byte):
        self._state = self._idle
        if byte == STX:
            self._raw, self._data = bytearray(), bytearray()
            self._state = self._inside
            return None
        return (CONTROLS[byte], None) if byte in CONTROLS else ("noise", byte)

    def _inside(self, byte):
        self._raw.append(byte)
        if byte == DLE:
            self._state = self._escaped
        else:
            self._data.append(byte)

    def _escaped(self, byte):
        self._raw.append(byte)
        if byte == DLE:
            self._data.append(DLE)
            self._state = self._inside
        elif byte in (ETX, ETB):
            self._crc = bytearray()
            self._state = self._check
        else:
            self._state = self._idle
            return "bad", bytes(self._raw)
        return None

    def _check(self, byte):
        self._crc.append(byte)
        if len(self._crc) < 2:
            return None
        self._state = self._idle
        self.longest = max(self.longest, len(self._raw) + 4)
        if bytes(self._crc) != checksum(self._raw):
            return "bad", bytes(self._raw)
        return ("last" if self._raw[-1] == ETX else "part"), bytes(self._data)


class Message:
    """A message: four characters of command, a status in answers and in R001, a payload."""

    def __init__(self, command, status=None, payload=b""):
        self.command, self.status, self.payload = command, status, payload

    def encode(self):
        status = "" if self.status is None else f"{self.status:04X}"
        return f"{self.command}{status}{len(self.payload):06X}".encode("ascii") + self.payload

    @staticmethod
    def decode(data):
        command = data[:4].decode("ascii")
        is_answer = int(command[3]) % 2 == 1
        head = 14 if is_answer else 10
        status = int(data[4:8], 16) if is_answer else None
        if int(data[head - 6:head], 16) != len(data) - head:
            raise ValueError(f"{command}: the length field disagrees with what came")
        return Message(command, status, data[head:])


class Fields:
    """Reads a payload front to back."""

    def __init__(self, data):
        self.data = data

    def take(self, count):
        if count > len(self.data):
            raise ValueError(f"{count} bytes wanted, {len(self.data)} left")
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def number(self, width):
        return int.from_bytes(self.take(width), "big")

    def counted(self, width):
        return self.take(self.number(width))


def counted(data, width):
    return len(data).to_bytes(width, "big") + data


def bcd(digits):
    return bytes.fromhex(digits)


def xml(root, fields, declaration=""):
    """A flat document; values are escaped, those that are None left out."""
    inside = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in fields if value is not None)
    return f"{declaration}<{root}>{inside}</{root}>".encode("utf-8")


def xml_fields(data):
    """The children of the root, as name → text; an empty text gives an empty dictionary."""
    if not data:
        return {}
    return {child.tag: (child.text or "").strip() for child in ElementTree.fromstring(data)}


class LinkLost(Exception):
    """The stream ended, or the other side broke the link's rules beyond repair."""


class Conversation:
    """One end of a link: acknowledges what is good, repeats what is refused, stops and waits."""

    def __init__(self, stream, limit=DEFAULT_FRAME):
        self.stream, self.limit = stream, limit
        self.unframer, self.partial = Unframer(), b""
        self.inbox, self.answers, self.counts = [], [], {}
        self.acknowledge = bytes([DLE, ACK])
        self.before_frame = b""
        self.spoil_next_frame = False

    def send(self, message):
        for frame in frames(message.encode(), self.limit):
            self._deliver(frame)

    def send_unacknowledged(self, message):
        """What a cancel does: its ACK turns up later, among the data."""
        for frame in frames(message.encode(), self.limit):
            self.stream.write(frame)

    def receive(self, seconds):
        """The next message; None at the deadline."""
        deadline = time.monotonic() + seconds
        while not self.inbox:
            if not self._pump(deadline):
                return None
        self.answers.clear()
        return Message.decode(self.inbox.pop(0))

    def _deliver(self, frame):
        self.answers.clear()
        for _ in range(ATTEMPTS):
            spoilt, self.spoil_next_frame = self.spoil_next_frame, False
            self.stream.write(self.before_frame + (frame[:-1] + bytes([frame[-1] ^ 1]) if spoilt else frame))
            if self._wait_for_answer() == "ack":
                return
        self.stream.write(bytes([DLE, EOT]))
        raise LinkLost("three times refused")

    def _wait_for_answer(self):
        deadline = time.monotonic() + ACK_SECONDS
        while not self.answers:
            if not self._pump(deadline):
                raise LinkLost("no ACK in time")
        return self.answers.pop(0)

    def _pump(self, deadline):
        data = self.stream.read(deadline - time.monotonic())
        if data is None:
            return False
        for kind, value in self.unframer.feed(data):
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self._take(kind, value)
        return True

    def _take(self, kind, value):
        if kind in ("ack", "nak"):
            self.answers.append(kind)
        elif kind in ("eot", "enq"):
            raise LinkLost(kind)
        elif kind == "bad":
            self.stream.write(bytes([DLE, NAK]))
        elif kind in ("part", "last"):
            self.stream.write(self.acknowledge)
            self.partial += value
            if kind == "last":
                self.inbox.append(self.partial)
                self.partial = b""


class Stream:
    """Bytes over a socket or a file descriptor; `piece` limits how many go out at a time."""

    def __init__(self, handle, receive, send, piece=None):
        self.handle, self._receive, self._send, self.piece = handle, receive, send, piece

    def write(self, data):
        step = self.piece or max(len(data), 1)
        for start in range(0, len(data), step):
            try:
                self._send(data[start:start + step])
            except OSError as error:
                raise LinkLost(str(error)) from error

    def read(self, seconds):
        """What is there; None at the deadline."""
        if not select.select([self.handle], [], [], max(0, seconds))[0]:
            return None
        try:
            data = self._receive(4096)
        except OSError as error:
            raise LinkLost(str(error)) from error
        if not data:
            raise LinkLost("closed by the other side")
        return data
