#!/usr/bin/env python3
"""The till's machine of a pair: search, pairing in its ways, a sale, and unpairing. The reader is peer.py's."""
import time

from counter import Counter, gateway, main, shell

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


def sale():
    gateway("/tmp/ledger", 4100)
    return counter.sale("12.34", f"rfcomm://{address()}").facts()


def unpaired():
    gone = facts(counter.start("unpair", address(), "--json"))
    again = facts(counter.start("unpair", address(), "--json"))
    return {"gone": gone, "again": again}


def stranger():
    """Without a key, and with nobody on our side who would agree to one."""
    time.sleep(1)
    return counter.sale("12.35", f"rfcomm://{address()}/7").facts()


def nobody():
    shell("hciconfig hci0 down")
    pairing = facts(counter.start("pair", "00:AA:01:09:00:09", "--yes", "--json"))
    shell("hciconfig hci0 up")
    return pairing


main([discovery, rejected, accepted, known, sale, unpaired, stranger, nobody])
