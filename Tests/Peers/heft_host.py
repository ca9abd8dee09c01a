#!/usr/bin/env python3
"""A scripted HEFT till: makes one sale on a reader, prints what it saw as JSON lines, and judges the reader's manners.

Exit status: 0 when the reader kept every rule, 1 when it broke one, 2 when the link was lost (on purpose or not)."""
import argparse
import hashlib
import hmac
import json
import os
import socket
import sys
import termios
import time
import tty

from heft_wire import DEVELOPMENT_SECRET, Conversation, Fields, LinkLost, Message, Stream, bcd, counted, xml, xml_fields

SUCCESS, REFUSED, UNANSWERED = 0x0001, 0x0013, 0x0003
HOST_ERRORS = {"H000": 0x0007, "H010": 0x0008, "H020": 0x0009, "H040": 0x0009}
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
ANSWER_SECONDS = 60
FRAME_LIMIT = 200


class Judge:
    """Collects violations; what is found out is printed at once."""

    def __init__(self):
        self.violations = 0

    def expect(self, holds, rule):
        if not holds:
            self.violations += 1
            tell(violation=rule)


class Till:
    def __init__(self, stream, options):
        self.options, self.judge = options, Judge()
        self.talk = Conversation(stream, FRAME_LIMIT)
        self.acquirer, self.cancel_allowed, self.challenged = None, False, False

    def run(self):
        pending = self._initialise()
        self._ask("L000", b"\x03", "L001")
        if pending:
            self._result(self._ask("F070", bcd("0000") + bytes(4) + b"\1", "F071"))
        if not self.options.only_pending:
            self._sale()
        self._link_manners()
        return 1 if self.judge.violations else 0

    def _initialise(self):
        document = xml("InitRequest", [
            ("ComBufSize", FRAME_LIMIT), ("SDKName", "peer"), ("SDKVersion", "1.0"), ("PostEnabled", 0)],
            DECLARATION + "\n")
        clock = bcd(time.strftime("%Y%m%d%H%M%S"))
        answer = self._ask("I000", clock + counted(document, 4), "I001")
        if answer.status != SUCCESS:
            answer = self._ask("I000", clock, "I001")
        fields = Fields(answer.payload)
        size, serial = fields.number(2), fields.take(6).hex()
        fields.take(18)
        details = xml_fields(fields.counted(4))
        tell(connected=serial, bufferSize=size, details=details)
        self.judge.expect(not fields.data, "I001 ends after its XML")
        self.judge.expect(size >= 8, "the buffer holds at least one doubled DLE")
        return details.get("TransactionResultPending") == "true"

    def _sale(self):
        document = xml("FinancialTransactionRequest", [("CustomerReference", self.options.reference)], DECLARATION)
        payload = (bcd(f"{self.options.currency:04d}") + self.options.amount.to_bytes(4, "big") + b"\1"
                   + counted(b"", 1) + counted(document, 4))
        self._result(self._ask("F000", payload, "F001"))
        self.judge.expect(self.challenged, "the secret is asked for before the card")

    def _ask(self, command, payload, wanted):
        """Sends a request and serves the reader until its answer comes."""
        self.talk.send(Message(command, None, payload))
        self._die_at(command)
        while True:
            message = self.talk.receive(ANSWER_SECONDS)
            if message is None:
                raise LinkLost(f"no {wanted} in {ANSWER_SECONDS} s")
            if message.command == wanted:
                return message
            self._serve(message)
            self._die_at(message.command)

    def _serve(self, message):
        handler = {"R001": self._event, "R010": self._signature, "R020": self._challenge}.get(message.command)
        if handler:
            return handler(message)
        if message.command in ("H000", "H010", "H020", "H030"):
            return self._relay(message)
        self.judge.expect(False, f"{message.command} is no command of a reader in this state")

    def _event(self, message):
        details = xml_fields(Fields(message.payload).counted(4))
        self.cancel_allowed = details.get("CancelAllowed") == "true"
        code = f"{message.status:04X}"
        tell(event=code, text=details.get("StatusMessage"), cancelAllowed=self.cancel_allowed)
        self.judge.expect(details.get("StatusMessage"), f"event {code} says something to people")
        if code == self.options.cancel_at:
            self.judge.expect(self.cancel_allowed, f"a cancel is allowed at {code}")
            self.talk.send_unacknowledged(Message("I010"))
            tell(sent="I010")

    def _challenge(self, message):
        fields = Fields(message.payload)
        random = fields.counted(2)
        self.judge.expect(len(random) == 32, "the challenge has 32 bytes")
        self.judge.expect(len(set(random)) > 8, "the challenge is random")
        ours = os.urandom(32)
        proof = hmac.new(self.options.secret, random + ours, hashlib.sha256).digest()
        self.challenged = True
        tell(challenge=len(random))
        self.talk.send(Message("R021", SUCCESS, counted(ours, 2) + counted(proof, 2)))

    def _signature(self, message):
        fields = Fields(message.payload)
        receipt, details = fields.counted(2), xml_fields(fields.counted(4))
        tell(signature=self.options.signature, receiptBytes=len(receipt), timeout=details.get("timeout"))
        self.judge.expect(receipt, "the signature request has a receipt")
        self.judge.expect(not self.cancel_allowed, "no cancel while the signature is looked at")
        verdict = {"accept": SUCCESS, "decline": REFUSED, "timeout": UNANSWERED}.get(self.options.signature)
        if verdict:
            self.talk.send(Message("R011", verdict))

    def _relay(self, message):
        answer = message.command[:3] + "1"
        self.judge.expect(not self.cancel_allowed, f"no cancel at {message.command}")
        try:
            data = getattr(self, "_relay_" + message.command)(Fields(message.payload))
            payload = counted(data, 4) if message.command == "H020" else b""
            tell(relayed=message.command, bytes=len(data))
            self.talk.send(Message(answer, SUCCESS, payload))
        except OSError as error:
            tell(relayed=message.command, error=str(error))
            self.talk.send(Message(answer, HOST_ERRORS[message.command]))

    def _relay_H000(self, fields):
        address = fields.counted(1).decode("ascii"), fields.number(2)
        self.judge.expect(address[0] in ("127.0.0.1", "localhost", "::1"), "a test dials loopback only")
        self.acquirer = socket.create_connection(address, fields.number(2))
        return b""

    def _relay_H010(self, fields):
        self.acquirer.settimeout(fields.number(2))
        data = fields.counted(2)
        self.acquirer.sendall(data)
        return data

    def _relay_H020(self, fields):
        fields.number(2)
        self.acquirer.settimeout(fields.number(2))
        data = b""
        while piece := self.acquirer.recv(4096):
            data += piece
        return data

    def _relay_H030(self, _):
        self.acquirer.close()
        self.acquirer = None
        return b""

    def _result(self, message):
        seen = {"result": message.command, "status": f"{message.status:04X}"}
        if len(message.payload) > 6:
            fields = Fields(message.payload)
            seen |= {"byte": fields.number(1), "amount": fields.number(4), "id": fields.counted(1).decode()}
            seen |= {"merchantReceipt": len(fields.counted(2)), "customerReceipt": len(fields.counted(2))}
            seen["fields"] = xml_fields(fields.counted(4))
            self.judge.expect(not fields.data, f"{message.command} ends after its XML")
            self.judge.expect(self.acquirer is None, "the acquirer's line is closed before the result")
            if message.command == "F001":
                self._compare(seen["fields"])
        tell(**seen)

    def _compare(self, fields):
        asked = {"RequestedAmount": self.options.amount, "Currency": self.options.currency}
        for name, value in asked.items():
            self.judge.expect(int(fields.get(name, value)) == value, f"{name} is what was asked for")
        self.judge.expect(fields.get("CustomerReference") == self.options.reference, "the reference is echoed")

    def _link_manners(self):
        counts = self.talk.counts
        tell(link=counts, longestFrame=self.talk.unframer.longest)
        self.judge.expect(not counts.get("noise"), "no noise between the frames")
        self.judge.expect(not counts.get("bad"), "every checksum is right")
        self.judge.expect(self.talk.unframer.longest <= FRAME_LIMIT, "no frame is longer than the host's buffer")
        self.judge.expect(not self.talk.inbox and not self.talk.partial, "nothing comes after the result")

    def _die_at(self, command):
        if command == self.options.die_at:
            raise LinkLost(f"gone at {command}, as asked")


def tell(**what):
    print(json.dumps(what), flush=True)


def connect(uri):
    place = uri.partition("?")[0]
    if place.startswith("serial://"):
        handle = os.open(place.removeprefix("serial://"), os.O_RDWR | os.O_NOCTTY)
        tty.setraw(handle, termios.TCSANOW)
        termios.tcflush(handle, termios.TCIOFLUSH)  # what was meant for a till that is gone
        return Stream(handle, lambda count: os.read(handle, count), lambda data: os.write(handle, data))
    if place.startswith("unix://"):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(place.removeprefix("unix://"))
    else:
        host, _, port = place.removeprefix("tcp://").rpartition(":")
        connection = socket.create_connection((host, int(port)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Stream(connection, connection.recv, connection.sendall)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--reader", required=True, help="tcp://HOST:PORT, unix:///PATH or serial:///PATH")
    add("--amount", type=int, default=1050, help="minor units")
    add("--currency", type=int, default=978, help="ISO 4217 number")
    add("--reference", help="CustomerReference")
    add("--secret", type=bytes.fromhex, default=DEVELOPMENT_SECRET, help="64 hexadecimal digits")
    add("--signature", choices=["accept", "decline", "timeout", "silent"], default="accept")
    add("--cancel-at", help="send I010 at this event, as four hexadecimal digits")
    add("--die-at", help="drop the link after this command was sent or served")
    add("--only-pending", action="store_true", help="fetch a pending result and make no sale")
    return parser.parse_args()


def main():
    options = parse_options()
    try:
        return Till(connect(options.reader), options).run()
    except (LinkLost, OSError) as end:
        tell(lost=str(end))
        return 2


if __name__ == "__main__":
    sys.exit(main())
