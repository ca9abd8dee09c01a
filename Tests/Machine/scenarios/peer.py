#!/usr/bin/env python3
"""The other machine of a pair: a virtual reader, and an agent that answers one request after the other in its own way.

The till's machine says what comes next: `held`, another host has the reader's one link; `free`, it has let go; `old`, a
reader of before Simple Pairing, with a PIN; `silent`, nobody answers.
"""
import os
import re
import socket
import sys
import threading

from counter import Reader, shell
from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_call, new_method_return
from jeepney.io.blocking import open_dbus_connection

# A person at the reader: says no, says yes.
CONFIRMATIONS = ["no", "yes"]


silent = threading.Event()


def hold():
    """A link from this machine's other controller. A reader that has its one link answers no calls. *inferred*"""
    shell("hciconfig hci1 up")
    other = re.search(r"BD Address: (\S+)", shell("hciconfig hci1"))[1]
    link = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_SEQPACKET, socket.BTPROTO_L2CAP)
    link.bind((other, 0))
    link.connect((os.environ["BT_ADDRESS0"], 1))
    shell("hciconfig hci0 noscan")
    print("held by", other, flush=True)
    return link


def obey():
    link = None
    with open("/dev/ttyS1") as line:
        for word in line:
            if word.strip() == "old":
                shell("hciconfig hci0 sspmode 0")
            if word.strip() == "held":
                link = hold()
            if word.strip() == "free":
                link.close()
                shell("hciconfig hci0 piscan")
            if word.strip() == "silent":
                silent.set()


def serve_agent(ready):
    bus = open_dbus_connection("SYSTEM")
    agents = DBusAddress("/org/bluez", "org.bluez", "org.bluez.AgentManager1")
    for member, signature, body in (("RegisterAgent", "os", ("/reader/agent", "DisplayYesNo")),
                                    ("RequestDefaultAgent", "o", ("/reader/agent",))):
        bus.send_and_get_reply(new_method_call(agents, member, signature, body))
    ready.set()
    answers = iter(CONFIRMATIONS)
    while True:
        call = bus.receive()
        if call.header.message_type != MessageType.method_call:
            continue
        member = call.header.fields[HeaderFields.member]
        print(member, *call.body, flush=True)
        if silent.is_set() and member.startswith("Request"):
            continue
        if member == "RequestConfirmation" and next(answers, "yes") == "no":
            bus.send(new_error(call, "org.bluez.Error.Rejected"))
        elif member == "RequestPinCode":
            bus.send(new_method_return(call, "s", ("4711",)))
        else:
            bus.send(new_method_return(call))


ready = threading.Event()
threading.Thread(target=serve_agent, args=(ready,), daemon=True).start()
ready.wait(20)
threading.Thread(target=obey, daemon=True).start()
shell("btmgmt --index 0 class 2 12 </dev/null; hciconfig hci0 name HiLite")
# The till dials the acquirer, on its own machine.
reader = Reader(f"rfcomm://{os.environ['BT_ADDRESS0']}/7", "--acquirer", "127.0.0.1:4100")
print(reader.uri, reader.program.errors(), flush=True)
shell("hciconfig hci0 piscan")
reader.program.wait(seconds=600)
sys.exit(0)
