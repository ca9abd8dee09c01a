#!/usr/bin/env python3
"""A scripted till for Datecs pinpads: lends its connection, makes payments, breaks the link, closes the day, and judges
the reader's answers. Independent of the Swift code; standard library only.

    python3 datecs_host.py --reader tcp://127.0.0.1:PORT [--only sale,declined]

Exit status: 0 when the reader kept every rule, 1 when it broke one, 2 when the link was lost unasked."""
import argparse
import json
import os
import select
import socket
import sys
import time
import tty

from datecs_wire import HEADER, START, frame, objects, xor

REPLY_SECONDS, EVENT_SECONDS, BUSY_SECONDS = 5, 20, 0.1
COMPLETE, INTERMEDIATE, HANG_RECEIPT, LOG_DATA, CHOOSE = 0x0E01, 0x0E02, 0x0E03, 0x0E10, 0x0E3F
OPEN, CLOSE, SEND = 0x0F01, 0x0F02, 0x0F03
BUSY, NO_DATA, WRONG_STATE = 38, 8, 7
RECEIPT = bytes.fromhex("DF05DF06DF09819F419A9F21DF00DF0A9F06DF10DF12DF23DF25DF7FDF07DF089F1C9F165F2ADF27DF61")
LOG = bytes.fromhex("9F41DF1081DF05DF06DF12DF07DF08")


class LinkLost(Exception):
    pass


def tell(**what):
    print(json.dumps(what), flush=True)


class Wire:
    """A byte stream, and the frames in it."""

    def __init__(self, uri):
        scheme, _, rest = uri.split("?")[0].partition("://")
        self.buffer = b""
        if scheme == "serial":
            self.file = os.open(rest, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(self.file)
            return
        if scheme == "unix":
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(rest)
        else:
            host, port = rest.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)))
        self.file = self.socket.fileno()

    def write(self, data):
        try:
            while data:
                data = data[os.write(self.file, data):]
        except OSError as problem:
            raise LinkLost(str(problem)) from problem

    def close(self):
        if hasattr(self, "socket"):
            self.socket.close()
        else:
            os.close(self.file)

    def read(self, others, seconds):
        """Waits for this stream or for one of the others. Gives the others that have something."""
        ready = select.select([self.file, *others], [], [], max(0, seconds))[0]
        if self.file in ready:
            try:
                data = os.read(self.file, 65536)
            except OSError as problem:
                raise LinkLost(str(problem)) from problem
            if not data:
                raise LinkLost("end of stream")
            self.buffer += data
        return [other for other in ready if other != self.file]

    def frame(self):
        """The next whole frame as (code, status, data), or None. A reader's stream has no noise here."""
        if len(self.buffer) < HEADER:
            return None
        size = int.from_bytes(self.buffer[3:5], "big") + HEADER + 1
        if len(self.buffer) < size:
            return None
        whole, self.buffer = self.buffer[:size], self.buffer[size:]
        if whole[0] != START or xor(whole):
            raise LinkLost(f"no frame: {whole.hex()}")
        return whole[1], whole[2], whole[HEADER:-1]


class Till:
    def __init__(self, uri):
        self.uri, self.violations = uri, 0
        self.events, self.acquirer, self.mtu, self.shown = [], None, 1024, []
        self.wire = Wire(uri)

    def expect(self, holds, rule):
        if not holds:
            self.violations += 1
            tell(violation=rule)

    def reopen(self):
        self.wire.close()
        self.hang_up()
        self.events = []
        for pause in (0.1, 0.2, 0.4, 0.8, 1.6):
            time.sleep(pause)
            try:
                self.wire = Wire(self.uri)
                if self.ask(0x3D, b"\x00")[0] == 0:
                    return
            except (LinkLost, OSError):
                continue
        raise LinkLost("the reader doesn't come back")

    def ask(self, code, data):
        """One command and its reply; events between are kept."""
        self.wire.write(frame(code, 0, data))
        until = time.monotonic() + REPLY_SECONDS
        while time.monotonic() < until:
            while (found := self.wire.frame()) is not None:
                if found[0] == 0:
                    return found[1], found[2]
                self.keep(found)
            self.wire.read([], until - time.monotonic())
        raise LinkLost("no reply")

    def keep(self, found):
        code, status, data = found
        self.expect(status == 0 and data, "an event has 00 and a second byte")
        self.events.append((code << 8 | data[0], data[1:]))

    def event(self, seconds=EVENT_SECONDS):
        """The next event; what the acquirer says meanwhile is handed on."""
        until = time.monotonic() + seconds
        while not self.events:
            if time.monotonic() > until:
                raise LinkLost("no event")
            while (found := self.wire.frame()) is not None:
                self.expect(found[0] != 0, "no reply without a command")
                self.keep(found)
            if self.events:
                break
            streams = [self.acquirer.fileno()] if self.acquirer else []
            if self.wire.read(streams, until - time.monotonic()):
                self.hand_on()
        return self.events.pop(0)

    def hand_on(self):
        data = self.acquirer.recv(65536)
        if not data:
            return self.hang_up()
        for start in range(0, len(data), self.mtu):
            for _ in range(100):
                status = self.ask(0x40, b"\x01" + data[start:start + self.mtu])[0]
                if status != BUSY:
                    break
                tell(busy=True)
                time.sleep(BUSY_SECONDS)
            self.expect(status == 0, f"RECEIVE DATA is taken: {status}")

    def hang_up(self):
        if self.acquirer:
            self.acquirer.close()
        self.acquirer = None

    def confirm(self, kind, done, extra=b""):
        status = self.ask(0x40, bytes([2, kind, 0 if done else 1]) + extra)[0]
        self.expect(status == 0, f"confirmation {kind} is taken: {status}")

    def serve(self, identity, data):
        if identity == OPEN:
            self.expect(data[0] == 1 and data[1] == 1, "socket 1, plain TCP")
            address = ".".join(str(part) for part in data[2:6]), int.from_bytes(data[6:8], "big")
            extras = dict(objects(data[10:]))
            self.expect(int.from_bytes(data[8:10], "big") == 30, "30 seconds")
            self.expect({b"\xdf\x50", b"\xdf\x53", b"\xdf\x54", b"\xdf\x6c", b"\xdf\x6d"} == set(extras), "extras")
            try:
                self.acquirer = socket.create_connection(address, 5)
            except OSError:
                return self.confirm(1, False)
            self.confirm(1, True, self.mtu.to_bytes(2, "big"))
        elif identity == SEND:
            self.expect(data[0] == 1, "socket 1 sends")
            if self.acquirer:
                self.acquirer.sendall(data[1:])
            self.confirm(3, self.acquirer is not None)
        elif identity == CLOSE:
            self.expect(data == b"\x01", "socket 1 closes")
            self.hang_up()
            self.confirm(2, True)

    def start(self, kind, **tags):
        data = bytes([1, kind])
        for tag, value in tags.items():
            data += bytes.fromhex(tag[1:]) + bytes([len(value)]) + value
        return self.ask(0x3D, data)[0]

    def outcome(self):
        """Serves the reader until its COMPLETE: that, and all that came before it."""
        before = []
        while True:
            identity, data = self.event()
            if identity in (OPEN, SEND, CLOSE):
                self.serve(identity, data)
            elif identity == CHOOSE:
                names = [value.decode() for _, value in objects(data)]
                tell(choose=names)
                self.expect(self.ask(0x3D, b"\x25\x01")[0] == 0, "the second application is taken")
            elif identity == 0x0B82:
                self.expect(data[:3] == b"\x00\xc1\x02", "the form of a display event")
                self.shown.append(data[3:].hex())
            elif identity == COMPLETE:
                return record(data), before
            else:
                before.append((identity, record(data)))

    def end(self, approved):
        self.expect(self.ask(0x3D, bytes([3, 0, 1 if approved else 0]))[0] == 0, "END is taken")
        self.expect(self.state() == 1, "after END the reader is idle")

    def state(self):
        return self.ask(0x3D, b"\x26")[1][0]

    def status(self):
        return self.ask(0x3D, b"\x1a")[1]

    def receipt(self):
        status, data = self.ask(0x3D, b"\x02" + RECEIPT)
        self.expect(status == 0, "a receipt is given between COMPLETE and END")
        return record(data)

    def last(self):
        status, data = self.ask(0x3D, b"\x04\x00\x03" + LOG)
        return record(data) if status == 0 else None


def record(data):
    return {tag.hex().upper(): value for tag, value in objects(data)}


def number(value):
    return int.from_bytes(value, "big")


def money(amount):
    return amount.to_bytes(4, "big")


def verdict(found):
    return number(found["DF05"]), number(found["DF06"])


def info(till):
    """18.1: connect and look."""
    status, data = till.ask(0x3D, b"\x06")
    till.expect(status == 0 and len(data) == 43, "pinpad info has 43 bytes")
    serial = data[20:30]
    till.expect(till.state() == 1 and till.status() == b"\0\0", "idle, and nothing pending")
    now = time.localtime()
    clock = bytes([now.tm_year - 2000, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_min, now.tm_sec])
    till.expect(till.ask(0x3D, b"\x08" + clock)[0] == 0, "the clock can be set")
    till.expect(abs(till.ask(0x3D, b"\x07")[1][4] - now.tm_min) in (0, 1, 59), "the clock runs")
    tags = record(till.ask(0x3D, bytes.fromhex("279F1EDF325F2ADF27"))[1])
    till.expect(tags["9F1E"] == serial and number(tags["DF32"]) > 0, "serial number and batch are told")
    till.mtu = number(till.ask(0x40, b"\x03")[1])
    till.expect(till.mtu == 1024, "the MTU is 1024")
    till.expect(len(till.ask(0x3D, b"\x1d")[1]) == 123, "menu info has 123 bytes")
    till.expect(till.ask(0x3D, b"\x02" + RECEIPT)[0] == NO_DATA, "no receipt outside the end of a payment")
    till.expect(till.ask(0x3D, b"\x09")[0] == 2, "an unknown command is told")
    till.expect(till.ask(0x3D, b"\x05")[0] in (0, NO_DATA), "records are counted")
    tell(serial=serial.decode(), currency=tags["DF27"].decode())


def sell(till, amount, kind=1, **more):
    till.expect(till.start(kind, _81=money(amount), **more) == 0, "START is taken")
    return till.outcome()[0]


def sale(till):
    """18.2, and a void of it."""
    found = sell(till, 1050)
    till.expect(verdict(found) == (0, 0) and number(found["81"]) == 1050, "approved")
    till.expect(len(found["DF07"]) == 12 and len(found["DF08"]) == 6, "RRN and authorization id")
    receipt = till.receipt()
    till.expect(receipt["9F41"] == found["9F41"] and receipt["DF10"][-1] == 1, "the receipt is the payment's")
    till.expect(number(receipt["DF23"]) == 0 and receipt["DF0A"].startswith(b"*"), "no signature, a masked number")
    till.end(True)
    stan = int(found["9F41"].hex())
    by_stan = record(till.ask(0x3D, b"\x24" + stan.to_bytes(4, "big") + LOG)[1])
    till.expect(by_stan["DF07"] == found["DF07"], "the log has it under its STAN")
    till.shown = []
    undone = sell(till, 1050, 7, _DF01=found["DF07"], _DF02=found["DF08"])
    till.expect(verdict(undone) == (0, 0), "the void is approved")
    till.expect("0015" not in till.shown, "a void of a logged payment asks for no card")
    till.end(True)
    again = sell(till, 1050, 7, _DF01=found["DF07"], _DF02=found["DF08"])
    till.expect(verdict(again) == (1, 1), "a second void isn't")
    till.end(False)


def declined(till):
    """18.3, and the other ways to say no."""
    for amount, code in ((1000, 51), (4800, 55), (4700, 65)):
        found = sell(till, amount)
        till.expect(verdict(found) == (1, 1) and "DF08" not in found, f"{amount} is declined")
        till.expect(("DF8006" in found) == (amount == 4700), "only 4700 asks for a PIN")
        till.expect(number(till.receipt()["DF09"]) == code, f"{amount} has the code {code}")
        till.end(False)


def cancelled(till):
    """18.4: on the reader, and at the till while no card comes."""
    found = sell(till, 2000)
    till.expect(verdict(found) == (2, 18) and "9F41" not in found, "cancelled on the reader")
    till.expect("9F1C" in till.receipt(), "merchant tags all the same")
    till.end(False)
    till.expect(till.start(1, _81=money(4000)) == 0, "START is taken")
    till.expect(till.state() == 2, "the reader waits for a card")
    till.expect(till.ask(0x3D, b"\x06")[0] == WRONG_STATE, "no other command meanwhile")
    till.expect(till.ask(0x3D, b"\x03\x00\x00")[0] == 0, "the till may break off")
    till.expect(verdict(till.outcome()[0]) == (2, 18), "cancelled at the till")
    till.end(False)


def signature(till):
    """18.5, accepted; two applications; a busy reader; an outcome in the bytes of the reply."""
    found = sell(till, 3000)
    receipt = till.receipt()
    till.expect(verdict(found) == (0, 0) and number(receipt["DF23"]) == 1, "the cardholder signs")
    till.expect(number(receipt["DF7F"]) == 0, "no PIN")
    till.end(True)
    for amount in (4200, 4500):
        till.expect(verdict(sell(till, amount)) == (0, 0), f"{amount} is approved")
        till.end(True)
    till.expect(verdict(sell(till, 4600)) == (2, 18), "4600 is over at once")
    till.end(False)
    till.expect(verdict(sell(till, 4100)) == (2, 50), "4100 finds no host")
    till.end(False)


def dropped(till):
    """18.6: the link drops after the answer ('C'), and before it ('R')."""
    for amount, mark in ((4400, b"C"), (4300, b"R")):
        try:
            sell(till, amount)
            till.expect(False, f"{amount} drops the link")
        except LinkLost:
            tell(dropped=amount)
        till.reopen()
        till.expect(till.state() == 1 and till.status()[:1] == mark, f"after {amount} the status is {mark}")
        kept = till.last()
        till.expect(number(kept["81"]) == amount, "the log has the payment")
        state = number(kept["DF05"]), number(kept["DF12"])
        till.expect(state == ((0, 2) if mark == b"C" else (2, 1)), f"hung or reversed: {state}")
        till.expect(till.start(0x0E) == 0, "a connection test is taken")
        found, before = till.outcome()
        till.expect(verdict(found) == (0, 0), "the test goes well")
        hung = [data for identity, data in before if identity == HANG_RECEIPT]
        till.expect(len(hung) == (1 if mark == b"C" else 0), "only a hung payment has a receipt")
        till.expect(all(number(data["81"]) == amount and "DF0A" in data for data in hung), "all of the receipt")
        till.end(True)
        till.expect(till.status() == b"\0\0", "nothing is pending any more")


def day(till):
    """18.7: read the log, close the day."""
    count = number(till.ask(0x3D, b"\x05")[1])
    read, place = [], b"\x00\x01"
    while True:
        status, data = till.ask(0x3D, b"\x04" + place + LOG)
        if status == NO_DATA:
            break
        read.append(record(data))
        place = b"\x00\x02"
    till.expect(len(read) == count, f"{count} records, {len(read)} read")
    till.expect(till.ask(0x3D, b"\x04\x00\x10" + LOG)[0] == 0, "all as events")
    told = [record(till.event(2)[1]) for _ in range(count)]
    till.expect(told == read, "the events are the same records")
    batch = number(record(till.ask(0x3D, b"\x27\xdf\x32")[1])["DF32"])
    till.expect(till.start(0x0A) == 0, "the end of the day is taken")
    till.expect(verdict(till.outcome()[0]) == (0, 0), "the day is closed")
    receipt = till.receipt()
    till.expect(number(receipt["DF09"]) == 0, "the acquirer has the same totals")
    till.end(True)
    till.expect(till.ask(0x3D, b"\x05")[0] == NO_DATA, "the log is empty")
    till.expect(number(record(till.ask(0x3D, b"\x27\xdf\x32")[1])["DF32"]) == batch + 1, "the next batch")


STEPS = {step.__name__: step for step in (info, sale, declined, cancelled, signature, dropped, day)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", required=True)
    parser.add_argument("--only", default=",".join(STEPS), help="of " + ", ".join(STEPS))
    options = parser.parse_args()
    till = Till(options.reader)
    try:
        for name in options.only.split(","):
            tell(step=name)
            STEPS[name](till)
    except LinkLost as problem:
        tell(lost=str(problem))
        return 2
    return 1 if till.violations else 0


if __name__ == "__main__":
    sys.exit(main())
