#!/usr/bin/env python3
"""One machine with three controllers: the till's, a reader's, and another one's."""
import os
import socket
import threading
import time

from counter import Counter, Reader, main, probe, shell

TILL, NEAR, OTHER = (os.environ[f"BT_ADDRESS{number}"] for number in range(3))
reader = None


def rfcomm():
    return socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM)


def channel():
    """The reader's channel comes from its record; it isn't the one that is tried without any."""
    global reader
    shell("hciconfig hci1 piscan; hciconfig hci2 piscan")
    reader = Reader(f"rfcomm://{NEAR}/7")
    time.sleep(0.3)
    return {"uri": reader.uri, "complaints": reader.program.errors(), "by name": probe("connect", reader.address, 3),
            "by channel": probe("connect", reader.uri, 3)}


def sale():
    counter = Counter()
    approved = counter.sale("12.34", reader.address).facts()
    declined = counter.sale("10.00", reader.uri).facts()
    return {"approved": approved, "declined": declined, "history": counter.history(), "ledger": reader.ledger()}


main([channel, sale])
