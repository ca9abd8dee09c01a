#!/usr/bin/env python3
"""A back office that asks a Handpoint cloud about one sale that stands there, undoes it, and judges the answers.

Written from the documentation of the cloud alone. Prints JSON lines, the last one a verdict. Exit status: 0 when every
answer was as documented, 1 when one was not, 2 when the cloud could not be asked."""
import argparse
import base64
import hashlib
import hmac
import json
import re
import ssl
import sys
import urllib.error
import urllib.request

SECRET = "0102030405060708091011121314151617181920212223242526272829303132"
GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
STAMP = re.compile(r"[0-9]{17}\Z")
SECONDS = 20


class Judge:
    """Collects violations; what is found out is printed at once."""

    def __init__(self):
        self.checks = self.violations = 0

    def expect(self, holds, rule):
        self.checks += 1
        if not holds:
            self.violations += 1
            print(json.dumps({"violation": rule}), flush=True)

    def verdict(self):
        print(json.dumps({"verdict": "bad" if self.violations else "good", "checks": self.checks}), flush=True)
        return 1 if self.violations else 0


class Answer:
    def __init__(self, status, body):
        self.status = status
        try:
            self.json = json.loads(body)
        except ValueError:
            self.json = None

    def __getitem__(self, name):
        return self.json.get(name) if isinstance(self.json, dict) else None

    @property
    def details(self):
        error = self["error"]
        return error.get("details") if isinstance(error, dict) else None

    @property
    def code(self):
        """The number of a business error, which comes with status 400."""
        return self.details.get("errorCode") if self.status == 400 and isinstance(self.details, dict) else None


class Cloud:
    def __init__(self, url, key, ca):
        self.url, self.key = url, key
        self.context = ssl.create_default_context(cafile=ca) if url.startswith("https") else None

    def get(self, path, **headers):
        return self._ask(urllib.request.Request(self.url + path, headers=headers or {"ApiKeyCloud": self.key}))

    def post(self, path, body):
        headers = {"apikeycloud": self.key, "Content-Type": "application/json"}
        return self._ask(urllib.request.Request(self.url + path, json.dumps(body).encode(), headers))

    def tip_of_sdk(self, guid, tip, timestamp, key):
        body = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tipadjustment>\n\t<originalGuid>%s</originalGuid>\n"
                "\t<tipAmount>%d</tipAmount>\n\t<timestamp>%s</timestamp>\n</tipadjustment>"
                % (guid, tip, timestamp)).encode()
        proof = base64.b64encode(hmac.new(key, body, hashlib.sha256).digest()).decode()
        headers = {"hmac": proof, "Content-Type": "text/xml", "Accept": "*/*"}
        return self._ask(urllib.request.Request(self.url + "/sdk/financial/v1/tipadjustment/", body, headers))

    def _ask(self, request):
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=self.context))
        try:
            with opener.open(request, timeout=SECONDS) as answer:
                return Answer(answer.status, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read())


class BackOffice:
    def __init__(self, cloud, options):
        self.cloud, self.options, self.judge = cloud, options, Judge()
        self.guid = None

    def run(self):
        self._key()
        self._devices()
        self._status()
        self._tips()
        self._moto()
        self._reversal()
        self._unknown()
        self._feed()
        self._batch()
        return self.judge.verdict()

    def _major(self, minor):
        return "%d.%02d" % divmod(minor, 100)

    def _money(self, minor):
        return {"amount": self._major(minor), "currency": self.options.currency}

    def _state(self, selector=""):
        return self.cloud.get("/transactions/%s/status%s" % (self.options.reference, selector))

    def _key(self):
        for headers in ({"Accept": "*/*"}, {"ApiKeyCloud": self.options.key + "x"}):
            answer = self.cloud.get("/devices", **headers)
            error = answer["error"] or {}
            self.judge.expect(answer.status == 403, "without the key: 403")
            self.judge.expect(error.get("message") == "No valid key found in header", "403 says what is missing")
            self.judge.expect(error.get("name") == "ForbiddenError" and error.get("statusCode") == 403, "403 is named")

    def _devices(self):
        for path in ("/devices", "/initialize"):
            devices = self.cloud.get(path).json
            self.judge.expect(isinstance(devices, list) and devices, "the devices are an array")
            wanted = {"merchant_id_alpha", "serial_number", "ssk", "terminal_type"}
            self.judge.expect(all(wanted <= set(device) for device in devices or []), "a device has four members")
            self.judge.expect(all(len(device["ssk"]) == 64 for device in devices or []), "ssk has 64 digits")

    def _status(self):
        answer = self._state()
        amount = self.options.amount
        self.guid = answer["transactionID"]
        self.judge.expect(answer.status == 200 and answer["finStatus"] == "AUTHORISED", "the sale is authorised")
        self.judge.expect(answer["type"] == "SALE" and answer["currency"] == self.options.currency, "it is a sale")
        self.judge.expect(answer["requestedAmount"] == amount and answer["totalAmount"] == amount, "minor units")
        self.judge.expect(isinstance(answer["totalAmount"], int), "amounts are numbers")
        self.judge.expect(answer["efttransactionID"] == self.guid and bool(self.guid), "one GUID under two names")
        self.judge.expect(bool(STAMP.match(str(answer["efttimestamp"]))), "the time is YYYYMMDDHHmmssSSS")
        self.judge.expect(answer["transactionReference"] == self.options.reference, "the reference comes back")
        everything = self._state("/all").json
        self.judge.expect(isinstance(everything, list) and everything[0] == answer.json, "all begins with the first")
        self.judge.expect(self._state("/first").json == answer.json == self._state("/1").json, "selectors of the first")
        self.judge.expect(self._state("/99").status == 404, "an index that is none")

    def _tips(self):
        path = "/transactions/%s/tip-adjustment" % self.guid
        for tip, minor in ((2.5, 250), ("1.75", 175)):
            answer = self.cloud.post(path, {"amount": tip})
            self.judge.expect(answer.status == 200 and answer["statusMessage"] == "tip adjusted", "a tip is adjusted")
            self.judge.expect(self._state()["tipAmount"] == minor, "the last tip counts")
        for form in ("2026-01-03 10:15:30 +0000", "2026-01-03T10:15:30.000Z"):
            answer = self.cloud.tip_of_sdk(self.guid, 300, form, SECRET.encode())
            self.judge.expect(answer.status == 200, "the old call takes the secret's digits as key")
        wrong = self.cloud.tip_of_sdk(self.guid, 400, form, bytes.fromhex(SECRET))
        self.judge.expect(wrong.status not in (200, 403), "the secret's bytes are no key")
        self.judge.expect(self._state()["tipAmount"] == 300, "the old call's tip counts")
        unknown = self.cloud.tip_of_sdk("0b9f6e60-e898-11f0-8d3e-35d2a1c0ffee", 1, form, SECRET.encode())
        self.judge.expect(unknown.status == 403, "the old call declines with 403")
        self.cloud.post(path, {"amount": 0})
        self.judge.expect(self._state()["totalAmount"] == self.options.amount, "0 removes the tip")
        bad = self.cloud.post("/transactions/nobody/tip-adjustment", {"amount": 1})
        message = (bad["error"] or {}).get("message")
        self.judge.expect(bad.status == 400 and message == "Invalid guid [nobody]", "a tip for nobody")

    def _moto(self):
        token = self.cloud.get("/transactions/%s/token" % self.guid)["cardToken"]
        self.judge.expect(bool(token), "a sale has a token")
        sale = self.cloud.post("/moto/sale", {"cardToken": token, "channel": "MO", **self._money(1000)})
        self.judge.expect(sale.status == 200 and sale["@type"] == "sale", "a sale without a card")
        self.judge.expect(sale["amount"] == "10.00" and sale["httpStatus"] == 200, "MOTO has major units")
        self.judge.expect(sale["issuerResponseCode"] == "00" and bool(sale["approvalCode"]), "MOTO is approved")
        self.judge.expect(bool(GUID.match(str(sale["guid"]))), "MOTO has a GUID")
        above = self.cloud.post("/moto/refund", {"originalGuid": sale["guid"], **self._money(1001)})
        self.judge.expect(above.code == 3209, "3209: a refund above the sale")
        refund = self.cloud.post("/moto/refund", {"cardToken": token, **self._money(100)})
        self.judge.expect(refund.status == 200 and refund["@type"] == "refund", "a refund to a token")
        undone = self.cloud.post("/moto/reversal", {"originalGuid": sale["guid"], **self._money(1000)})
        self.judge.expect(undone.status == 200 and undone["type"] == "motoReversalResponse", "a MOTO reversal")
        nobody = self.cloud.post("/moto/sale", {"cardToken": "nobody's", **self._money(100)})
        self.judge.expect(nobody.code == 5252, "5252: an unknown token")
        declined = self.cloud.post("/moto/sale", {"cardToken": token, **self._money(3784)})
        self.judge.expect(declined["issuerResponseCode"] != "00", "37.84 is declined")

    def _reversal(self):
        part = self.cloud.post("/reversal", {"originalGuid": self.guid, **self._money(1)})
        self.judge.expect(part.status == 200 and part["amount"] == "0.01", "a part is undone")
        rest = self.cloud.post(
            "/reversal", {"originalGuid": self.guid, "messageReasonCode": "TIMEOUT_WAITING_FOR_RESPONSE"})
        self.judge.expect(rest.status == 200 and rest["issuerResponseCode"] == "00", "the rest is undone")
        self.judge.expect(rest["amount"] == self._major(self.options.amount - 1), "a reversal has major units")
        self.judge.expect("finStatus" not in (rest.json or {}), "a reversal has no finStatus")
        self.judge.expect(bool(GUID.match(str(rest["reversalGuid"]))), "a reversal has a GUID of its own")
        again = self.cloud.post("/reversal", {"originalGuid": self.guid})
        self.judge.expect(again.code == 3051 and again.details.get("httpStatus") == 409, "3051: reversed already")
        everything = self._state("/all").json or []
        states = [(entry["type"], entry["finStatus"]) for entry in everything]
        self.judge.expect(
            states == [("SALE", "CANCELLED"), ("REVERSAL", "AUTHORISED"), ("REVERSAL", "AUTHORISED")],
            "the first entry is as it is now, later ones as they were")
        self.judge.expect(all(entry["originalEFTTransactionID"] == self.guid for entry in everything[1:]), "whose")

    def _unknown(self):
        nobody = self.cloud.post("/reversal", {"originalGuid": "0b9f6e60-e898-11f0-8d3e-35d2a1c0ffee"})
        self.judge.expect(nobody.code == 3153, "3153: original not found")
        missing = self.cloud.post("/reversal", {})
        detail = (missing.details or [{}])[0]
        self.judge.expect(missing.status == 422, "a member is missing: 422")
        self.judge.expect(detail.get("info", {}).get("missingProperty") == "originalGuid", "422 names what is missing")
        unknown = self.cloud.get("/transactions/11111111-1111-4111-8111-111111111111/status")
        self.judge.expect(
            unknown.status == 404 or unknown["finStatus"] == "UNDEFINED", "an unknown reference: 404 or UNDEFINED")
        wrong = self.cloud.get("/transactions/11111111-1111-1111-8111-111111111111/status")
        message = (wrong["error"] or {}).get("message")
        self.judge.expect(message == "TransactionReference with wrong uuidv4 format", "only UUIDs of version 4")
        start = self.cloud.post("/transactions", {
            "operation": "sale", "serial_number": "1", "terminal_type": "PAXA920", "amount": "100", "currency": "EUR"})
        message = (start["error"] or {}).get("message") or {}
        self.judge.expect(start.status == 400 and message.get("error") == 1002, "1002: no terminal")

    def _feed(self):
        path = "/transactions?terminal_serial_number=%s&from=20000101" % self.options.serial
        feed = self.cloud.get(path, Authorization=self.options.key).json
        self.judge.expect([entry["type"] for entry in feed or []] == ["SALE", "REVERSAL", "REVERSAL"], "the feed")
        self.judge.expect(self.cloud.get(path).status == 403, "the feed has a header of its own")

    def _batch(self):
        whose = {"serialNumber": self.options.serial, "deviceType": "HILITE"}
        closed = self.cloud.post("/batch/close", whose)
        self.judge.expect(closed["batchStatus"] == "CLOSED" and closed["netAmount"] == "0.00", "a batch is closed")
        self.judge.expect(closed["transactionCount"] == "3" and bool(closed["closeBatchGuid"]), "what was in it")
        self.judge.expect(bool(STAMP.match(str(closed["closedAt"]))), "when it was closed")
        number = {"batchNumber": closed["batchNumber"], **whose}
        again = self.cloud.post("/batch/close", number)
        self.judge.expect((again["error"] or {}).get("code") == "BATCH_ALREADY_CLOSED", "closed once")
        detail = self.cloud.post("/batch/detail", number)
        self.judge.expect(len(detail["details"] or []) == 3 and bool(detail["batchDetailGuid"]), "the detail")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--ca", help="a CA to trust, PEM")
    parser.add_argument("--reference", required=True, help="of an authorised sale")
    parser.add_argument("--amount", type=int, required=True, help="its amount in minor units")
    parser.add_argument("--currency", required=True)
    parser.add_argument("--serial", required=True, help="of its reader, which has done nothing else")
    options = parser.parse_args()
    try:
        return BackOffice(Cloud(options.url, options.key, options.ca), options).run()
    except OSError as error:
        print(json.dumps({"lost": str(error)}), flush=True)
        return 2


if __name__ == "__main__":
    sys.exit(main())
