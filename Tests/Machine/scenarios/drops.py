#!/usr/bin/env python3
"""Links that break at random bytes of sales: drops.py COUNT SEED. Afterwards journal and ledger are compared.

In every other sale the radio breaks, at a moment; in any the reader may, at a byte that the seed says.
"""
import json
import os
import pathlib
import random
import sys
import time

from counter import Counter, Reader, gateway, main, shell, without_pairing

NEAR = os.environ["BT_ADDRESS1"]
COUNT, SEED = int(sys.argv[1]), int(sys.argv[2])
dice = random.Random(SEED)


def plan():
    """Where the reader cuts, counted from its first byte: about one break a sale. A sale has some 4500 bytes from the
    reader and 600 to it."""
    cuts, at = [], {"out": 0, "in": 0}
    for _ in range(COUNT):
        way = dice.choice(["out", "out", "in"])
        at[way] += dice.randrange(200, 6000 if way == "out" else 900)
        cuts.append(f"cut-{way}={at[way]}")
    return ",".join(cuts)


def drops():
    without_pairing(2)
    shell("hciconfig hci1 piscan")
    ledger = pathlib.Path("/tmp/ledger")
    url, acquirer = gateway(ledger)
    reader = Reader(f"rfcomm://{NEAR}/7", "--acquirer", acquirer, "--faults", plan())
    counter = Counter()
    key = counter.folder / "key"
    key.write_text("SANDBOX-SANDBOX-SANDBOX-SANDBOX\n")
    key.chmod(0o600)
    (counter.folder / "config.yaml").write_text(
        f"hostLink: {{allow: [127.0.0.1]}}\ngateways: {{handpoint: \"{url}\"}}\napiKeyFile: {key}\n")
    # The waits between questions to the acquirer's cloud are a hundred times shorter.
    hurried = counter.environment | {"TILL_TIME_SCALE": "100"}
    takes = 0.6  # seconds from a sale's first word to its end, as the last one took that nothing broke
    broken, sales, recoveries, statuses, codes, stuck = 0, 0, 0, [], [], []
    while broken < COUNT and sales < 4 * COUNT:
        sale = counter.sale(f"{40 + sales // 100}.{sales % 100:02}", reader.uri)
        if sales % 2:
            sale.wait_for('"event"')
            time.sleep(dice.uniform(0, takes))
            shell(f"hcitool -i hci0 dc {NEAR}")
        sales += 1
        statuses.append(sale.wait())
        codes.append(sale.last("error").get("code"))
        if "disconnected" not in sale.events() and codes[-1] != "reader-link-lost":
            if sale.last("result"):
                takes = (sale.times[-1] - sale.times[0]) / 1000
            continue
        broken += 1
        for _ in range(5):
            recovery = counter.recover(reader.uri, hurried)
            recoveries += 1
            if recovery.ends(60) == 0:
                break
            stuck.append(recovery.lines[-1:])
        if broken % 10 == 0:
            print(f"{broken} of {COUNT} links broke", flush=True)
    return {"seed": SEED, "sales": sales, "broken": broken, "recoveries": recoveries,
            "statuses": statuses, "codes": codes, "stuck": stuck, "history": counter.history(),
            "ledger": [json.loads(line) for line in ledger.read_text().splitlines()]}


main([drops])
