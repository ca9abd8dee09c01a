#!/usr/bin/env python3
"""One machine with three controllers: the till's, a reader's, and another one's."""
import os
import select
import socket
import sys
import threading
import time

from counter import Conversation, Counter, Reader, Screen, main, probe, shell, without_pairing

# A till names no adapter of its own: the kernel takes the newest that is on and isn't the reader's.
OTHER, NEAR, TILL = (os.environ[f"BT_ADDRESS{number}"] for number in range(3))
ECHOED, TURNS = 60_000, 15
# Bytes under way: both ends always have something to do.
WINDOW = 65_536
reader = None


def rfcomm():
    return socket.socket(socket.AF_BLUETOOTH, socket.SOCK_STREAM, socket.BTPROTO_RFCOMM)


def let_go():
    """Ends the till's radio link. An emulated controller gives all its links one handle, so it has one at a time."""
    shell(f"hcitool -i hci2 dc {NEAR}; hcitool -i hci2 dc {OTHER}")
    end = time.monotonic() + 3
    while "handle" in shell("hcitool -i hci2 con") and time.monotonic() < end:
        time.sleep(0.1)


def sold_at_last(amount):
    """A sale that is tried again until the reader can be reached, as a cashier would. No money moves before."""
    for _ in range(4):
        let_go()
        tried = Counter().sale(amount, reader.address).facts()
        if tried["status"] != 8:
            break
    return tried


def channel():
    """The reader's channel comes from its record; it isn't the one that is tried without any."""
    global reader
    without_pairing(3)
    shell("hciconfig hci0 piscan; hciconfig hci1 piscan")
    reader = Reader(f"rfcomm://{NEAR}/7")
    time.sleep(0.3)
    return {"uri": reader.uri, "complaints": reader.program.errors(), "by name": probe("connect", reader.address, 3),
            "by channel": probe("connect", reader.uri, 3)}


def sale():
    counter = Counter()
    approved = counter.sale("12.34", reader.address).facts()
    declined = counter.sale("10.00", reader.uri).facts()
    return {"approved": approved, "declined": declined, "history": counter.history(), "ledger": reader.ledger()}


def introduction():
    """From the link's beginning to `connected`: what a sale takes until then, less what one takes to fail at once."""
    counter = Counter()
    fails = counter.sale("31.20", "tcp://127.0.0.1:1")
    fails.wait()
    sold = [counter.sale("31.2" + digit, reader.address).facts() for digit in "12"]
    before = fails.when("error")
    return {"start": before, "ends": [fact["outcome"] or fact["code"] for fact in sold],
            "milliseconds": [fact["connected"] - before for fact in sold if fact["connected"]]}


def two_readers():
    """The second one has no record, since BlueZ has one owner of the profile: its channel is named."""
    second = Reader(f"rfcomm://{OTHER}/9")
    counter = Counter()
    before = len(reader.ledger())
    first_sale = counter.sale("31.01", reader.uri).facts()
    let_go()
    second_sale = counter.sale("31.02", second.uri).facts()
    let_go()
    amounts = [[entry["amount"] for entry in ledger] for ledger in (reader.ledger()[before:], second.ledger())]
    complaints = second.program.errors()
    return {"first": first_sale, "second": second_sale, "amounts": amounts, "complaints": complaints,
            "stopped": second.stop()}


def held(channel_number=7):
    """A plain connection to the reader, or to another channel of its machine. A link that was torn down refuses the next
    for some two seconds."""
    end = time.monotonic() + 10
    while True:
        holder = rfcomm()
        try:
            holder.connect((NEAR, channel_number))
            return holder
        except OSError:
            holder.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def claimed():
    """Another program of this machine has the channel."""
    with held():
        taken = Counter().sale("31.03", reader.uri).facts()
    return {"taken": taken, "freed": Counter().sale("31.04", reader.uri).facts()}


def storm():
    return probe("storm", reader.uri, 20, seconds=90)


def gives_up():
    """Nobody is there; and a retry pause, while another has the channel."""
    with held():
        pause = probe("give-up", reader.uri, 600)
        search = probe("give-up", reader.address, 1)
    return {"pause": pause, "search": search}


def echo_server(channels, ready):
    """One caller on each: a radio link has a channel once."""
    servers = [rfcomm() for _ in channels]
    for server, number in zip(servers, channels):
        server.bind((NEAR, number))
        server.listen(1)
    ready.set()
    callers = [server.accept()[0] for server in servers]
    while callers:
        for caller in select.select(callers, [], [])[0]:
            data = caller.recv(4096)
            if not data:
                callers.remove(caller)
            while data:
                data = data[caller.send(data[:4096]):]


def plain_echo(plain, data):
    """With a bare socket: milliseconds."""
    got, sent = 0, 0
    start = time.monotonic()
    while got < len(data):
        wants = sent < len(data) and sent - got < WINDOW
        readable, writable, _ = select.select([plain], [plain] if wants else [], [], 20)
        if writable:
            sent += plain.send(data[sent:sent + 4096])
        if readable:
            got += len(plain.recv(4096))
    return round((time.monotonic() - start) * 1000)


def throughput():
    """A bare socket and a link of ours to the same server, over one radio link, by turns."""
    ready = threading.Event()
    threading.Thread(target=echo_server, args=((21, 22), ready), daemon=True).start()
    ready.wait(10)
    with held(21) as plain:
        plain.setblocking(False)
        ours = Conversation("echo", f"rfcomm://{NEAR}/22", ECHOED, WINDOW)
        faults, pairs, data = ours.hear()["faults"], [], os.urandom(ECHOED)
        for _ in range(TURNS):
            time_of_plain = plain_echo(plain, data)
            ours.say("again")
            turn = ours.hear()
            faults += turn["faults"]
            pairs.append([time_of_plain, *turn["milliseconds"]])
        return {"bytes": ECHOED, "pairs": pairs, "faults": faults, "status": ours.stop()}


def plugged():
    """A serial port on USB comes and goes while the till searches. All adapters search then, so this comes last."""
    shell("udevd --daemon; modprobe -a uhci_hcd usbserial ftdi_sio")
    search = Counter().start("readers", "--json", "--all", "--timeout", "40")
    search.wait_for('"reader"')  # it is under way
    for wish, event in (("plug", '"name":"QEMU USB SERIAL'), ("pull", '"readerLost"')):
        print(f"\x1emachine-{wish}", flush=True)
        search.wait_for(event, seconds=20)
    search.process.terminate()
    search.wait()
    ports = [value for value in search.objects if value.get("connectionTypes") == ["usb"]]
    return {"found": ports, "lost": search.last("readerLost").get("uri"), "events": search.events()}


def link_drop():
    """The radio link breaks while the acquirer is being asked; the result is fetched before anything else."""
    slow = Reader(f"rfcomm://{NEAR}/11", "--pace", "human")
    counter = Counter()
    for _ in range(4):  # no payment begins where the reader isn't reached
        let_go()
        broken = counter.sale("31.07", slow.uri)
        try:
            broken.wait_for('"0x0022"')
            break
        except RuntimeError:
            broken.wait()
    time.sleep(1)
    shell(f"hcitool -i hci2 dc {NEAR}")
    broken = broken.facts()
    back = counter.recover(slow.uri).facts()
    return {"broken": broken, "back": back, "history": counter.history(), "ledger": slow.ledger(),
            "stopped": slow.stop()}


def away():
    """Out of range, as far as an emulated radio can be; then near again."""
    let_go()
    time.sleep(1)  # when a record or a link goes, the scan is set once more
    shell("hciconfig hci1 noscan")
    gone = Counter().sale("31.08", reader.address).facts()
    shell("hciconfig hci1 piscan")
    return {"gone": gone, "back": sold_at_last("31.09")}


def comes_later():
    """A console whose reader of the last time is away; it comes, and is let go."""
    let_go()
    time.sleep(1)
    shell("hciconfig hci1 noscan")
    counter = Counter()
    (counter.folder / "data").mkdir(mode=0o700)
    (counter.folder / "data/last-reader").write_text(reader.address + "\n")
    console = Screen(counter, "--secret-file", str(counter.folder / "secret"))
    away = console.shows("tries again")
    time.sleep(2)
    console.said = b""
    shell("hciconfig hci1 piscan")
    connected = console.shows("ready", seconds=30)
    console.press("\x1bOQ")  # F2
    console.shows("Readers")
    console.press("d")
    time.sleep(3)
    let_go()
    time.sleep(2)
    gone = "ACL" not in shell("hcitool -i hci2 con")
    return {"away": away is not None, "connected": connected is not None, "let go": gone,
            "stays away": gone and console.process.poll() is None, "status": console.stop()}


def their_adapter():
    let_go()  # the emulated radio doesn't notice that a controller goes down
    shell("hciconfig hci1 down")
    time.sleep(0.5)
    shell("hciconfig hci1 up")
    time.sleep(1.5)  # BlueZ sets it up anew
    shell("hciconfig hci1 piscan")
    return {"back": sold_at_last("31.11")}


def unreachable():
    """A controller that is off never says so: the till gives up by itself. The emulated radio goes on calling for half a
    minute, so this comes last."""
    let_go()
    shell("hciconfig hci1 down")
    return {"gone": Counter().sale("31.10", f"rfcomm://{NEAR}/7").facts()}


def our_adapter():
    """All of ours but the reader's: the kernel takes any that is on."""
    shell("hciconfig hci0 down; hciconfig hci2 down")
    off = Counter().sale("31.12", reader.uri).facts()
    shell("hciconfig hci0 up; hciconfig hci2 up")
    time.sleep(1)
    return {"off": off, "back": sold_at_last("31.13")}


def reopened():
    """The listener goes in good order and its channel is free for the next."""
    status = reader.stop()
    again = Reader(f"rfcomm://{NEAR}/7")
    return {"status": status, "complaints": again.program.errors(), "sale": Counter().sale("31.14", again.uri).facts()}


def anew():
    """BlueZ starts anew: the reader's record is there again, and so is the reader."""
    let_go()
    shell("kill $(cat /run/bluetoothd.pid)")
    while shell("pidof bluetoothd"):
        time.sleep(0.1)
    shell("/usr/libexec/bluetooth/bluetoothd -n >/run/bluetoothd.log 2>&1 & echo $! >/run/bluetoothd.pid")
    end = time.monotonic() + 20
    while "Serial Port" not in shell(f"sdptool browse {NEAR}") and time.monotonic() < end:
        shell("hciconfig hci0 up; hciconfig hci1 up; hciconfig hci2 up; hciconfig hci1 piscan")
        time.sleep(0.5)
    return {"back": sold_at_last("31.16")}


def without_bluez():
    """BlueZ is gone: a reader still listens, on a channel that has to be named."""
    shell("kill $(cat /run/bluetoothd.pid)")
    while shell("pidof bluetoothd"):
        time.sleep(0.1)
    shell("hciconfig hci0 up; hciconfig hci1 up; hciconfig hci1 piscan")
    alone = Reader(f"rfcomm://{NEAR}/15")
    sold = Counter().sale("31.15", alone.uri).facts()
    complaints = alone.program.errors()
    free = Reader(f"rfcomm://{NEAR}")
    return {"complaints": complaints, "sale": sold, "stopped": alone.stop(), "free": free.uri}


SCENARIOS = [channel, sale, introduction, two_readers, claimed, storm, gives_up, throughput, link_drop, away,
             comes_later, their_adapter, our_adapter, reopened, anew, without_bluez, unreachable,
             plugged]
main([scenario for scenario in SCENARIOS if len(sys.argv) < 2 or scenario.__name__ in sys.argv[1:]])
