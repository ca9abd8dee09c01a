#!/usr/bin/env python3
"""A scripted HEFT reader: one sale after the other, by the default scenario, with ways to misbehave on demand."""
import argparse
import hashlib
import hmac
import json
import os
import socket
import sys
import time
import tty
import uuid

from heft_acquirer import Acquirer
from heft_wire import (DEVELOPMENT_SECRET, DLE, ACK, Conversation, Fields, LinkLost, Message, Stream, bcd, counted, xml,
                       xml_fields)

SUCCESS, INVALID_DATA, NOT_ALLOWED, NO_DATA = 0x0001, 0x0002, 0x0004, 0x000A
USER_CANCELLED, BAD_SIGNATURE, SIGNATURE_TIMEOUT, SECRET_INVALID, POS_CANCELLED = 0x0012, 0x0013, 0x0003, 0x001D, 0x0025
APPROVED, DECLINED, FAILED, CANCELLED = 1, 2, 4, 5
WORDS = {APPROVED: "AUTHORISED", DECLINED: "DECLINED", FAILED: "FAILED", CANCELLED: "CANCELLED"}
SERIAL = "000123400123"
HOST_SECONDS = 30
ANSWER_SECONDS = 300
EVENT_TEXTS = {
    0x0014: "Insert, swipe or tap the card", 0x0015: "Card detected", 0x0016: "Choose an application",
    0x0019: "PIN entry", 0x001E: "Checking the till", 0x001F: "Waiting for the signature", 0x0020: "Connecting",
    0x0021: "Sending", 0x0022: "Receiving", 0x0023: "Disconnecting", 0x0024: "PIN entered",
}


class Dropped(Exception):
    """The script says: the link breaks here."""


class Ended(Exception):
    """The operation is over, with this answer."""

    def __init__(self, status, result, text, amount=0, sale_id="", receipts=False):
        self.status, self.result, self.text, self.amount = status, result, text, amount
        self.sale_id, self.receipts = sale_id, receipts


class Reader:
    def __init__(self, options, acquirer_address):
        self.options, self.acquirer_address = options, acquirer_address
        self.pending = self._pending_from_option()
        self.number = 0
        self.spoil = options.bad_crc_once
        self.drop_after = options.drop_after

    def serve(self, stream):
        """One connection, to its end."""
        self.talk = Conversation(stream)
        self.talk.before_frame = b"\xFF\x00A\x03" if self.options.garbage else b""
        self.talk.acknowledge = bytes([DLE, ACK]) * (0 if self.options.no_ack else 2 if self.options.double_ack else 1)
        self.talk.spoil_next_frame, self.spoil = self.spoil, False
        try:
            while True:
                message = self.talk.receive(ANSWER_SECONDS)
                if message:
                    tell(saw=message.command)
                    self._answer(message)
        except (LinkLost, Dropped) as end:
            tell(link=str(end))

    def _answer(self, message):
        if message.command == "I000":
            self._initialise()
        elif message.command in ("L000", "L010"):
            self._say(message.command[:3] + "1", SUCCESS)
        elif message.command == "L020":
            self._say("L021", NO_DATA)
        elif message.command == "F070":
            self._recover()
        elif message.command == "F000":
            self._sale(message)
        elif message.command != "I010":
            self._say(message.command[:3] + "1", INVALID_DATA)

    def _say(self, command, status=None, payload=b""):
        self.talk.send(Message(command, status, payload))

    def _initialise(self):
        document = xml("InitResponse", [
            ("SerialNumber", SERIAL), ("BatteryStatus", "57%"), ("ApplicationName", "Scripted"),
            ("TransactionResultPending", "true" if self.pending else "false")])
        identity = bcd(SERIAL) + b"\0\1\0\1\0\1" + b"\0\0" + b"Scripted" + b"\1\7"
        self._say("I001", SUCCESS, (200).to_bytes(2, "big") + identity + counted(document, 4))

    def _recover(self):
        if not self.pending:
            return self._say("F071", NO_DATA)
        self._say("F071", self.pending[0], self._payload(self.pending, recovered=True))
        self.pending = None

    def _sale(self, message):
        fields = Fields(message.payload)
        self.currency, self.amount = int(fields.take(2).hex()), fields.number(4)
        fields.take(1)
        fields.data and fields.counted(1)
        self.reference = xml_fields(fields.counted(4)).get("CustomerReference") if fields.data else None
        self._drop_point("F000")
        self.number += 1
        try:
            self._operation()
        except Ended as end:
            self._finish(end)

    def _finish(self, end):
        result = (end.status, end.result, end.text, end.amount, end.sale_id, end.receipts,
                  self.currency, self.amount, self.reference)
        try:
            self._drop_point("H030")
            self._say("F001", end.status, self._payload(result))
        except (LinkLost, Dropped):
            self.pending = result
            raise

    def _operation(self):
        self._challenge()
        for code in (0x0014, 0x0015, 0x0016):
            self._event(code, cancel=True)
        if self.amount == 2000:
            raise Ended(USER_CANCELLED, CANCELLED, "Cancelled by the card holder")
        signs = self.amount == 3000
        for code in () if signs else (0x0019, 0x0024):
            self._event(code)
        sale_id = str(uuid.uuid4())
        answer = self._ask_acquirer("SALE", sale_id)
        if signs and answer["finStatus"] == "AUTHORISED":
            self._signature(sale_id)
        if answer["finStatus"] != "AUTHORISED":
            raise Ended(SUCCESS, DECLINED, "Declined", 0, sale_id, True)
        raise Ended(SUCCESS, APPROVED, f"Auth code {answer['authorisationCode']}", self.amount, sale_id, True)

    def _event(self, code, cancel=False):
        document = xml("EventInfoResponse", [
            ("StatusMessage", EVENT_TEXTS[code]), ("CancelAllowed", "true" if cancel else "false")])
        self._say("R001", code, counted(document, 4))
        message = self.talk.receive(self.options.pace) if cancel else None
        if message and message.command == "I010":
            raise Ended(POS_CANCELLED, CANCELLED, "Cancelled by the till")
        if message:
            self._say(message.command[:3] + "1", NOT_ALLOWED)

    def _ask(self, command, payload=b"", seconds=ANSWER_SECONDS):
        """Sends a request and gives its answer; None at the deadline."""
        self._say(command, None, payload)
        deadline = time.monotonic() + seconds
        while True:
            message = self.talk.receive(deadline - time.monotonic())
            if message is None or message.command[:3] == command[:3]:
                return message
            if message.command != "I010":
                self._say(message.command[:3] + "1", NOT_ALLOWED)

    def _challenge(self):
        self._event(0x001E)
        random = os.urandom(32)
        answer = self._ask("R020", counted(random, 2) + counted(b"", 4))
        fields = Fields(answer.payload if answer else b"\0\0\0\0")
        host_random, proof = fields.counted(2), fields.counted(2)
        expected = hmac.new(self.options.secret, random + host_random, hashlib.sha256).digest()
        if not hmac.compare_digest(proof, expected):
            raise Ended(SECRET_INVALID, 0, "The till does not know the secret")

    def _ask_acquirer(self, kind, sale_id, original=""):
        body = json.dumps({"type": kind, "amount": self.amount, "currency": self.currency, "id": sale_id,
                           "customerReference": self.reference or "", "originalId": original}).encode()
        host, port = self.acquirer_address
        post = (f"POST /authorise HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode() + body
        seconds = HOST_SECONDS.to_bytes(2, "big")
        self._event(0x0020)
        self._host("H000", counted(host.encode(), 1) + port.to_bytes(2, "big") + seconds)
        self._event(0x0021)
        self._host("H010", seconds + counted(post, 2))
        self._drop_point("H010")
        self._event(0x0022)
        answer = self._host("H020", (0x4000).to_bytes(2, "big") + seconds)
        self._event(0x0023)
        self._host("H030", b"")
        return json.loads(Fields(answer.payload).counted(4).partition(b"\r\n\r\n")[2])

    def _host(self, command, payload):
        answer = self._ask(command, payload)
        if answer is None or answer.status != SUCCESS:
            raise Ended(answer.status if answer else 0x0009, FAILED, f"{command} failed")
        return answer

    def _signature(self, sale_id):
        self._event(0x001F)
        seconds = self.options.signature_timeout
        request = counted(self._receipt(self.amount, self.currency, sale_id), 2) + counted(
            xml("SignatureRequiredRequest", [("timeout", seconds)]), 4)
        answer = self._ask("R010", request, seconds)
        if answer and answer.status == SUCCESS:
            return
        self._ask_acquirer("REVERSAL", str(uuid.uuid4()), sale_id)
        if answer and answer.status == BAD_SIGNATURE:
            raise Ended(BAD_SIGNATURE, DECLINED, "Signature refused", 0, sale_id, True)
        raise Ended(SIGNATURE_TIMEOUT, CANCELLED, "Signature not answered", 0, sale_id, True)

    def _payload(self, result, recovered=False):
        status, byte, text, authorised, sale_id, receipts, currency, amount, reference = result
        shift = 1 if self.options.wrong_amount else 0
        receipt = self._receipt(amount, currency, sale_id) if receipts else b""
        signed = amount == 3000 and byte == APPROVED
        document = xml("FinancialTransactionResponse", [
            ("StatusMessage", text), ("TransactionType", "SALE"), ("FinancialStatus", WORDS.get(byte, "UNDEFINED")),
            ("RequestedAmount", amount + shift), ("TotalAmount", authorised + shift), ("Currency", currency),
            ("TransactionID", self.number), ("EFTTransactionID", sale_id or None), ("CustomerReference", reference),
            ("EFTTimestamp", time.strftime("%Y%m%d%H%M%S")), ("CVM", "SIGNATURE" if amount == 3000 else "PIN"),
            ("CardEntryType", "ICC"), ("CardSchemeName", "MASTERCARD"),
            ("RecoveredTransaction", "true" if recovered else None)])
        return (bytes([byte]) + (authorised + shift).to_bytes(4, "big") + counted(sale_id.encode(), 1)
                + counted(b"" if signed else receipt, 2) + counted(receipt, 2) + counted(document, 4))

    @staticmethod
    def _receipt(amount, currency, sale_id):
        lines = ["Scripted reader", f"{amount} minor units of {currency}", sale_id]
        return ("<html><body>" + "".join(f"<p>{line}</p>" for line in lines) + "</body></html>").encode()

    def _drop_point(self, name):
        if self.drop_after == name:
            self.drop_after = None
            raise Dropped(f"dropped after {name}")

    def _pending_from_option(self):
        """--pending AMOUNT, or a JSON file with amount, currency, reference."""
        if not self.options.pending:
            return None
        if self.options.pending.isdigit():
            held = {"amount": int(self.options.pending)}
        else:
            with open(self.options.pending, encoding="utf-8") as file:
                held = json.load(file)
        amount, currency = held["amount"], held.get("currency", 978)
        return (SUCCESS, APPROVED, "Auth code 12345", amount, str(uuid.uuid4()), True, currency, amount,
                held.get("reference"))


def tell(**what):
    print(json.dumps(what), flush=True)


def serve_tcp(reader, host, port, piece):
    with socket.create_server((host, port)) as listener:
        print(f"tcp://{host}:{listener.getsockname()[1]}?protocol=heft", flush=True)
        while True:
            connection, _ = listener.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                reader.serve(Stream(connection, connection.recv, connection.sendall, piece))


def serve_pty(reader, piece):
    """The other side's descriptor stays open here, so closing and reopening it ends nothing."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    print(f"serial://{os.ttyname(theirs)}?protocol=heft", flush=True)
    while True:
        reader.serve(Stream(ours, lambda count: os.read(ours, count), lambda data: os.write(ours, data), piece))


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--listen", default="tcp://127.0.0.1:0", help="tcp://HOST:PORT or pty:")
    add("--secret", type=bytes.fromhex, default=DEVELOPMENT_SECRET, help="64 hexadecimal digits")
    add("--acquirer", help="HOST:PORT; one of its own without")
    add("--ledger", help="file for the own acquirer's decisions, one JSON object a line")
    add("--pace", type=float, default=0.02, help="seconds in which a cancel is waited for after an event")
    add("--signature-timeout", type=int, default=90, help="seconds")
    add("--no-ack", action="store_true", help="acknowledge nothing")
    add("--double-ack", action="store_true", help="acknowledge everything twice")
    add("--garbage", action="store_true", help="noise before every frame")
    add("--split", type=int, help="write at most so many bytes at a time")
    add("--bad-crc-once", action="store_true", help="the first frame goes out with a wrong checksum")
    add("--pending", help="hold an approved result from the start: an amount, or a JSON file")
    add("--drop-after", choices=["F000", "H010", "H030"], help="break the link there, once (not on a pty)")
    add("--wrong-amount", action="store_true", help="answer with one minor unit more than asked")
    return parser.parse_args()


def main():
    options = parse_options()
    if options.acquirer:
        host, _, port = options.acquirer.rpartition(":")
        address = host, int(port)
    else:
        address = Acquirer(options.ledger).address
    reader = Reader(options, address)
    if options.listen.startswith("pty:"):
        serve_pty(reader, options.split)
    host, _, port = options.listen.removeprefix("tcp://").rpartition(":")
    serve_tcp(reader, host, int(port), options.split)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
