#!/usr/bin/env python3
"""The till's machine of a pair: search, pairing in its ways, a sale, and unpairing. The reader is peer.py's."""
import time

from counter import Counter, Screen, gateway, main, shell

counter = Counter()
found = {}


def facts(program):
    status = program.wait()
    return {"status": status, "events": program.events(), "code": program.last("error").get("code"),
            "question": program.last("question").get("kind"), "errors": program.errors()}


def discovery():
    """The reader is found by its name; tried again, since the other machine may not be up yet."""
    for _ in range(8):
        search = counter.start("readers", "--json", "--all", "--timeout", "6")
        search.wait()
        readers = [value for value in search.objects if value.get("event") == "reader"]
        near = [value for value in readers if value["uri"].startswith("rfcomm:")]
        if near:
            found.update(near[-1])
            return {"readers": near, "last": search.events()[-1], "milliseconds": search.when("reader")}
    raise RuntimeError(f"{search.lines} {search.errors()}")


def address():
    return found["uri"].split("/")[2]


def rejected():
    return facts(counter.start("pair", address(), "--yes", "--json"))


def accepted():
    return facts(counter.start("pair", address(), "--yes", "--json"))


def known():
    """A paired reader is told at once."""
    search = counter.start("readers", "--json", "--timeout", "2")
    search.wait()
    readers = [value for value in search.objects if value.get("event") == "reader"]
    return {"paired": [value["paired"] for value in readers if address() in value["uri"]],
            "milliseconds": search.when("reader")}


def screen():
    """The same on the Readers screen: from its first appearance to the paired reader on it."""
    console = Screen(Counter(), "--secret-file", str(counter.folder / "secret"))
    drawn = console.shows("Readers")
    told = console.shows(address())
    return {"drawn": drawn, "milliseconds": told - drawn, "status": console.stop()}


def sale():
    gateway("/tmp/ledger", 4100)
    return counter.sale("12.34", f"rfcomm://{address()}").facts()


def elsewhere():
    """Another host has the reader."""
    shell(f"hcitool dc {address()}")
    peer("held")
    taken = counter.sale("12.36", f"rfcomm://{address()}/7").facts()
    peer("free")
    return {"taken": taken, "freed": counter.sale("12.37", f"rfcomm://{address()}/7").facts()}


def unpaired():
    gone = facts(counter.start("unpair", address(), "--json"))
    again = facts(counter.start("unpair", address(), "--json"))
    return {"gone": gone, "again": again}


def stranger():
    """Without a key, and with nobody on our side who would agree to one."""
    time.sleep(1)
    return counter.sale("12.35", f"rfcomm://{address()}/7").facts()


def peer(word):
    """Has the other machine do something, and gives it the time."""
    print(f"\x1emachine-peer {word}", flush=True)
    time.sleep(1)


def by_pin(digits, *more):
    file = counter.folder / "pin"
    file.write_text(digits + "\n")
    file.chmod(0o600)
    return facts(counter.start("pair", address(), "--reader-pin-file", str(file), "--json", *more))


def pin():
    """Two of before Simple Pairing: each side types the same PIN, or another one."""
    peer("old")
    shell("hciconfig hci0 sspmode 0")
    wrong = by_pin("1234")
    right = by_pin("4711")
    shell(f"hcitool dc {address()}")
    return {"wrong": wrong, "right": right, "unpaired": facts(counter.start("unpair", address(), "--json"))}


def unanswered():
    """Nobody at the reader answers."""
    peer("silent")
    return by_pin("4711", "--timeout", "4")


def nobody():
    shell("hciconfig hci0 down")
    pairing = facts(counter.start("pair", "00:AA:01:09:00:09", "--yes", "--json"))
    shell("hciconfig hci0 up")
    return pairing


main([discovery, rejected, accepted, known, screen, sale, elsewhere, unpaired, stranger, pin, unanswered, nobody])
