#!/usr/bin/env python3
"""A scripted Datecs pinpad: takes payments, goes online through the till, keeps a log, and judges how the till keeps the
rules of the wire. Independent of the Swift code; standard library only.

    python3 datecs_reader.py [--listen tcp://127.0.0.1:0] [way to misbehave ...]

Prints its URI, then JSON lines: `violation` with the rule that the till broke, `ended` for each payment. 10.00 is
declined, 20.00 cancelled by the cardholder, everything else approved."""
import argparse
import json
import select
import socket
import sys
import threading
import time

from datecs_wire import HEADER, LARGEST_DATA, START, frame, objects, xor

OK, UNKNOWN_COMMAND, TIMEOUT, WRONG_STATE, NO_DATA, INVALID, BUSY = 0, 2, 5, 7, 8, 31, 38
APPROVED, DECLINED, FAILED = 0, 1, 2
CANCELLED = 18
PURCHASE, VOID, END_OF_DAY, TEST = 0x01, 0x07, 0x0A, 0x0E
MONEY = (PURCHASE, VOID, 0x05, 0x06, 0x09, 0x10)
MTU = 1024
PATIENCE = 15
REQUEST, ANSWER = b"request " * 30, b"answer. " * 300


class Gone(Exception):
    """The till went away."""


def tell(**what):
    print(json.dumps(what), flush=True)


def number(value, size=4):
    return value.to_bytes(size, "big")


def tlv(tag, value):
    return bytes.fromhex(tag) + bytes([len(value)]) + value


def acquirer():
    """Answers each request whole with 2400 bytes; HOST, PORT."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            connection, _ = server.accept()
            with connection:
                got = b""
                while len(got) < len(REQUEST) and (more := connection.recv(4096)):
                    got += more
                if got == REQUEST:
                    connection.sendall(ANSWER)
                while connection.recv(4096):
                    pass

    threading.Thread(target=serve, daemon=True).start()
    return server.getsockname()


class Line:
    """The link: frames in, frames out."""

    def __init__(self, link, options):
        self.link, self.options, self.buffer = link, options, b""

    def send(self, code, status, data):
        whole = frame(code, status, data)
        if self.options.noise:
            whole = b"\x00\x11" + whole
        piece = self.options.split or len(whole)
        try:
            for at in range(0, len(whole), piece):
                self.link.sendall(whole[at:at + piece])
        except OSError as problem:
            raise Gone from problem

    def frame(self, seconds):
        """The next frame as (code, data); None where none comes in time. Whoever sends no good one breaks a rule."""
        until = time.monotonic() + seconds
        while True:
            if len(self.buffer) >= HEADER:
                size = int.from_bytes(self.buffer[3:5], "big") + HEADER + 1
                if len(self.buffer) >= size:
                    whole, self.buffer = self.buffer[:size], self.buffer[size:]
                    expect(whole[0] == START and whole[2] == 0 and not xor(whole), "a till sends good frames alone")
                    expect(size <= LARGEST_DATA + HEADER + 1 and size > HEADER + 1, "a command has a subcommand")
                    return whole[1], whole[HEADER:-1]
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.link], [], [], left)[0]:
                return None
            try:
                more = self.link.recv(65536)
            except OSError as problem:
                raise Gone from problem
            if not more:
                raise Gone
            self.buffer += more


def expect(holds, rule):
    if not holds:
        tell(violation=rule)


class Payment:
    def __init__(self, kind, amount, stan):
        self.kind, self.amount, self.stan = kind, amount, stan
        self.result = DECLINED if amount == 1000 else FAILED if amount == 2000 else APPROVED
        self.error = {APPROVED: 0, DECLINED: 1, FAILED: CANCELLED}[self.result]
        self.state = 0

    def values(self, shown):
        """Tag by tag; `shown` is the amount that the reader tells."""
        found = {"DF05": number(self.result), "DF06": number(self.error), "81": number(shown),
                 "DF10": number(self.kind, 1), "DF12": number(self.state, 2), "9F1C": b"99900002",
                 "9F16": b"000000000000042", "5F2A": bytes.fromhex("0826"), "DF27": b"GBP", "DF61": number(1, 2)}
        if self.result != FAILED:
            found |= {"9F41": bytes.fromhex(f"{self.stan:08}"), "DF07": f"{600000000000 + self.stan}".encode(),
                      "DF00": b"VISA", "DF0A": b"************1111", "DF09": number(0 if self.result == 0 else 5),
                      "9F21": bytes.fromhex("101112"), "9A": bytes.fromhex("261201"), "DF25": number(1, 2),
                      "DF23": number(0, 2), "9F06": bytes.fromhex("A0000000031010")}
        if self.result == APPROVED:
            found["DF08"] = b"A1B2C3"
        return found


class Reader:
    def __init__(self, options, address):
        self.options, self.address = options, address
        self.log, self.cursor, self.stan, self.pending = [], 0, 100, 0
        self.payment = self.line = None
        self.dropped, self.busy = False, options.busy

    def serve(self, link):
        self.line = Line(link, self.options)
        try:
            while True:
                if (found := self.line.frame(600)) is not None:
                    self.take(*found)
        except Gone:
            self.lost()

    def lost(self):
        """A payment whose end the till has not confirmed hangs where it was approved."""
        if self.payment and self.payment in self.log and self.payment.result == APPROVED:
            self.payment.state, self.pending = 2, ord("C")
        self.payment = None

    def drop(self, where):
        if self.options.drop == where and not self.dropped:
            self.dropped = True
            self.line.link.shutdown(socket.SHUT_RDWR)
            raise Gone

    def reply(self, status, data=b""):
        if self.options.events_first:
            self.show(0x0014)
        self.line.send(0, status, data)

    def event(self, kind, data):
        self.line.send(kind >> 8, 0, bytes([kind & 0xFF]) + data)

    def show(self, message):
        self.event(0x0B82, b"\x00\xC1\x02" + number(message, 2))

    def take(self, code, data):
        answer = {0x3D: self.application, 0x40: self.internet}.get(code, lambda *_: self.reply(UNKNOWN_COMMAND))
        answer(data[0], data[1:])

    def internet(self, sub, _):
        self.reply(WRONG_STATE if sub in (1, 2) else UNKNOWN_COMMAND)

    def application(self, sub, data):
        works = {0x00: lambda: self.reply(OK), 0x01: lambda: self.start(data), 0x02: lambda: self.receipt(data),
                 0x03: lambda: self.end(data), 0x04: lambda: self.report(data), 0x05: self.count,
                 0x06: lambda: self.reply(OK, b"BluePad-55".ljust(20, b"\0") + b"0000055501" + bytes([1, 2, 3, 4])
                                          + b"99900002" + b"\x07"),
                 0x07: lambda: self.reply(OK, bytes(time.gmtime()[i] - (2000 if i == 0 else 0) for i in range(6))),
                 0x08: lambda: self.reply(OK), 0x1A: lambda: self.reply(OK, bytes([self.pending, 0])),
                 0x24: lambda: self.by_stan(data), 0x26: lambda: self.reply(OK, b"\x02" if self.payment else b"\x01"),
                 0x27: lambda: self.tags({"9F1C": b"99900002", "9F16": b"000000000000042", "9F1E": b"0000055501",
                                          "5F2A": bytes.fromhex("0826"), "DF27": b"GBP",
                                          **({} if self.options.no_batch else {"DF32": number(1, 2)})}, data)}
        works.get(sub, lambda: self.reply(UNKNOWN_COMMAND))()

    def tags(self, values, wanted):
        found = b"".join(tlv(tag, values[tag]) for tag in bare(wanted) if tag in values)
        self.reply(OK if found else NO_DATA, found)

    def receipt(self, wanted):
        if self.payment is None:
            return self.reply(WRONG_STATE)
        return self.tags(self.payment.values(self.told(self.payment)), wanted)

    def told(self, payment):
        return payment.amount + (1 if self.options.wrong_amount else 0)

    def count(self):
        self.reply(OK if self.log else NO_DATA, number(len(self.log), 2) if self.log else b"")

    def report(self, data):
        way = int.from_bytes(data[:2], "big")
        self.cursor = {1: 0, 2: self.cursor + 1, 3: len(self.log) - 1, 4: self.cursor - 1}.get(way, -1)
        if not 0 <= self.cursor < len(self.log):
            return self.reply(NO_DATA)
        record = self.log[self.cursor]
        return self.tags(record.values(record.amount), data[2:])

    def by_stan(self, data):
        wanted = int.from_bytes(data[:4], "big")
        record = next((one for one in self.log if one.stan == wanted), None)
        if record is None:
            return self.reply(NO_DATA)
        return self.tags(record.values(record.amount), data[4:])

    def start(self, data):
        if self.payment is not None:
            expect(False, "nothing starts before what runs has its TRANSACTION END")
            return self.reply(WRONG_STATE)
        kind, given = data[0], dict(objects(data[1:]))
        if kind not in MONEY + (TEST, END_OF_DAY):
            return self.reply(INVALID)
        amount = given.get(b"\x81", b"")
        if kind in MONEY and len(amount) != 4:
            expect(False, "an amount has four bytes")
            return self.reply(3)
        self.reply(OK)
        self.drop("start")
        if kind in MONEY:
            return self.pay(Payment(kind, int.from_bytes(amount, "big"), self.stan + 1))
        return self.other(kind)

    def other(self, kind):
        self.online()
        if kind == TEST and self.pending:
            self.pending = 0
            for record in self.log:
                if record.state == 2:
                    record.state = 0
                    self.event(0x0E03, b"".join(tlv(*one) for one in record.values(record.amount).items()))
        if kind == END_OF_DAY:
            self.log = []
        self.complete(Payment(kind, 0, self.stan))

    def pay(self, payment):
        self.stan += 1
        for message in (0x0015, 0x0016):
            self.show(message)
        if payment.result != FAILED:
            self.online()
            self.log.append(payment)
        self.drop("answered") if payment in self.log and self.hang(payment) else None
        self.complete(payment)

    def hang(self, payment):
        """What is known before the till knows it."""
        self.payment = payment
        return True

    def complete(self, payment):
        self.payment = payment
        values = payment.values(self.told(payment))
        kept = ["DF05", "DF06", "81", "9F41", "DF07", "DF08"]
        self.event(0x0E01, b"".join(tlv(tag, values[tag]) for tag in kept if tag in values))
        self.drop("complete")

    def end(self, data):
        expect(data in (b"", b"\x00\x00", b"\x00\x01"), "TRANSACTION END has nothing, FAIL or OK")
        if self.payment is None:
            return self.reply(OK)
        approved = data != b"\x00\x00"
        expect(approved or self.payment.result != APPROVED, "what is approved is never ended with FAIL")
        if self.payment.kind in MONEY:
            tell(ended={APPROVED: "approved", DECLINED: "declined", FAILED: "cancelled"}[self.payment.result],
                 amount=self.payment.amount, ok=approved, stan=self.payment.stan)
        self.payment = None
        return self.reply(OK)

    def online(self):
        """Through the till to the acquirer: open, one request, its answer in pieces, close."""
        host, port = self.address
        where = b"\x01\x01" + socket.inet_aton(host) + number(port, 2) + number(30, 2)
        self.event(0x0F01, where + tlv("DF50", b"test") + tlv("DF53", b"") + tlv("DF54", b""))
        self.confirmed(1)
        self.event(0x0F03, b"\x01" + REQUEST)
        got = self.confirmed(3)
        while len(got) < len(ANSWER):
            got += self.received()
        expect(got == ANSWER, "what the acquirer says arrives whole and in order")
        self.event(0x0F02, b"\x01")
        self.confirmed(2)

    def command(self):
        """The next command while a payment runs; what only asks is answered."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if (found := self.line.frame(until - time.monotonic())) is None:
                continue
            code, data = found
            if code == 0x40:
                return data[0], data[1:]
            if data[0] in (0x00, 0x1A, 0x26):
                self.application(data[0], data[1:])
            else:
                self.reply(WRONG_STATE)
        raise Gone

    def confirmed(self, kind):
        """Waits for the confirmation of a socket's event. Gives what the acquirer said before it came."""
        got = b""
        while True:
            sub, data = self.command()
            if sub == 1:
                got += self.piece(data)
                continue
            expect(sub == 2 and data[:2] == bytes([kind, 0]), f"a socket's event {kind} is confirmed as done")
            self.reply(OK)
            return got

    def received(self):
        sub, data = self.command()
        if sub != 1:
            expect(False, "the acquirer's answer comes as RECEIVE DATA")
            self.reply(WRONG_STATE)
            return b""
        return self.piece(data)

    def piece(self, data):
        expect(0 < len(data) <= MTU, "RECEIVE DATA has no more than the MTU")
        if self.busy:
            self.busy -= 1
            self.reply(BUSY)
            return b""
        self.reply(OK)
        return data


def bare(wanted):
    """Tags run together, without lengths."""
    found = []
    while wanted:
        count = 1
        if wanted[0] & 0x1F == 0x1F:
            count = 2
            while wanted[count - 1] & 0x80:
                count += 1
        found.append(wanted[:count].hex().upper())
        wanted = wanted[count:]
    return found


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--listen", default="tcp://127.0.0.1:0", help="tcp://HOST:PORT")
    add("--noise", action="store_true", help="noise before every frame")
    add("--split", type=int, help="write at most so many bytes at a time")
    add("--events-first", action="store_true", help="an event between each command and its reply")
    add("--busy", type=int, default=0, help="so many RECEIVE DATA are answered with busy")
    add("--wrong-amount", action="store_true", help="one minor unit more than asked in the result")
    add("--no-batch", action="store_true", help="the terminal doesn't tell its batch")
    add("--drop", choices=["start", "answered", "complete"], help="break the link there, once")
    return parser.parse_args()


def main():
    options = parse_options()
    host, _, port = options.listen.removeprefix("tcp://").rpartition(":")
    reader = Reader(options, acquirer())
    with socket.create_server((host, int(port))) as listener:
        print(f"tcp://{host}:{listener.getsockname()[1]}?protocol=datecs", flush=True)
        while True:
            link, _ = listener.accept()
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with link:
                reader.serve(link)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
