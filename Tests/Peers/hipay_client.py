#!/usr/bin/env python3
"""A shop that stores a card at HiPay's vault, orders, captures, refunds and asks, and judges the answers.

Written from the facts of the protocol alone. Prints JSON lines, the last one a verdict. Exit status: 0 when every
answer was right, 1 when one was not, 2 when the gateway could not be asked."""
import argparse
import base64
import hashlib
import http.client
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

USER, SIGNER = "90000001.sandbox.till", "90000002.sandbox.till"
PASSWORD, PASSPHRASE = "sandbox-password", "sandbox-passphrase"
PAN = "4111111111111111"


class Gateway:
    def __init__(self, url):
        self.url = url
        self.checks = self.violations = 0

    def expect(self, holds, rule):
        self.checks += 1
        if not holds:
            self.violations += 1
            print(json.dumps({"violation": rule}), flush=True)

    def ask(self, method, path, fields=None, scheme="Basic", user=USER, proof=PASSWORD, **headers):
        """Status and JSON; status 0 where no answer came."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers["Accept"] = "application/json"
        headers["Authorization"] = "%s %s" % (scheme, base64.b64encode(("%s:%s" % (user, proof)).encode()).decode())
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields).encode()
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=20) as answer:
                text, status = answer.read(), answer.status
        except urllib.error.HTTPError as error:
            text, status = error.read(), error.code
        except (http.client.HTTPException, ConnectionError):
            return 0, {}
        self.expect(PAN.encode() not in text, "no answer has a card's number")
        return status, json.loads(text) if text else {}

    def token(self, user=USER, **change):
        card = {"card_number": PAN, "card_expiry_month": "12", "card_expiry_year": "2031",
                "card_holder": "DEMO BUYER", "cvc": "123"}
        return self.ask("POST", "/rest/v2/token/create", dict(card, **change), user=user)

    def order(self, order, amount, token, operation="Sale", **how):
        return self.ask("POST", "/rest/v1/order", {
            "orderid": order, "operation": operation, "amount": amount, "currency": "EUR", "description": "Goods",
            "payment_product": "visa", "cardtoken": token, "eci": "7", "authentication_indicator": "0"}, **how)

    def maintain(self, reference, operation, **fields):
        return self.ask("POST", "/rest/v1/maintenance/transaction/" + reference, dict(fields, operation=operation))

    def read(self, reference, **how):
        return self.ask("GET", "/rest/v1/transaction/" + reference, **how)[1].get("transaction", {})

    def find(self, order):
        return self.ask("GET", "/rest/v1/transaction?orderid=" + urllib.parse.quote(order))[1].get("transaction")


def standing(answer):
    return "%s/%s" % (answer.get("state"), answer.get("status"))


def access(gateway):
    expect = gateway.expect
    status, answer = gateway.ask("GET", "/rest/v2/security-settings", proof="other")
    expect((status, answer["code"]) == (401, "1000001"), "another password is refused")
    expect(gateway.ask("GET", "/rest/v2/security-settings")[1] == {"hashingAlgorithm": "SHA256"}, "the hash is told")
    products = gateway.ask("GET", "/rest/v2/available-payment-products.json?eci=7&payment_product=visa,maestro")[1]
    expect([each["code"] for each in products] == ["visa", "maestro"], "products are a list")
    expect(gateway.order("X", "1.00", "00", Content_Type="application/json")[0] == 415, "JSON is no form")


def vault(gateway):
    expect = gateway.expect
    status, card = gateway.token(multi_use="1")
    expect(status == 201 and re.fullmatch("[0-9a-f]{64}", card["token"]), "a card becomes a token")
    expect((card["pan"], card["brand"], card["multi_use"]) == ("411111xxxxxx1111", "VISA", 1), "the number is masked")
    expect(gateway.ask("GET", "/rest/v2/token/%s?request_id=0" % card["token"]) == (200, card), "it is looked up")
    changed = gateway.ask("POST", "/rest/v2/token/update", {
        "request_id": "0", "card_token": card["token"], "card_expiry_month": "01", "card_expiry_year": "2032",
        "card_holder": "DEMO BUYER"})[1]
    expect((changed["card_expiry_month"], changed["card_expiry_year"]) == ("01", "2032"), "its expiry is changed")
    status, answer = gateway.token(card_number="4111111111111112")
    expect(status == 400 and answer["code"] == "409", "a number with a wrong check digit is refused")
    return card["token"]


def orders(gateway, name, token):
    expect = gateway.expect
    expect(gateway.find(name) is None, "an order that was never sent has no transaction")
    status, sale = gateway.order(name, "14.10", token)
    reference = sale["transactionReference"]
    expect(status == 200 and standing(sale) == "completed/118", "a sale is captured")
    expect(re.fullmatch("[0-9]{12}", reference), "a reference has twelve digits")
    expect(all(isinstance(value, (str, dict)) for value in sale.values()), "every value is a text or a block")
    expect(gateway.find(name) == sale and gateway.read(reference) == sale, "it is found as it was answered")
    status, answer = gateway.order(name, "14.10", token)
    expect(status >= 400 and answer["code"] == "3010004", "an order is taken once")
    refund = gateway.maintain(reference, "refund", amount="4.10", operation_id="R-1")[1]
    expect((refund["status"], refund["refundedAmount"], refund["operation"]["id"]) == ("126", "4.10", "R-1"),
           "a part is given back")
    expect(gateway.maintain(reference, "refund", amount="10.01")[1]["code"] == "3020209", "more than is left is refused")
    expect(gateway.maintain(reference, "refund")[1]["status"] == "125", "the rest is given back")
    expect(gateway.read(reference)["refundedAmount"] == "14.10", "all of it is given back")
    expect(gateway.order("A" + name, "14.1", token)[1]["code"] == "1010205", "an amount has two decimals")


def blocked(gateway, name, token):
    expect = gateway.expect
    hold = gateway.order(name + "-B", "20.00", token, "Authorization")[1]
    reference = hold["transactionReference"]
    expect((standing(hold), hold["capturedAmount"]) == ("completed/116", "0.00"), "money is blocked only")
    expect(gateway.maintain(reference, "capture", amount="5.00")[1]["status"] == "119", "a part is captured")
    expect(gateway.maintain(reference, "capture")[1]["capturedAmount"] == "20.00", "the rest is captured")
    expect(gateway.maintain(reference, "cancel")[1]["code"] == "3020402", "what was captured can't be cancelled")
    hold = gateway.order(name + "-C", "20.00", token, "Authorization")[1]
    expect(gateway.maintain(hold["transactionReference"], "cancel")[1]["status"] == "115", "a block is cancelled")


def signed(gateway, name):
    expect = gateway.expect
    token = gateway.token(user=SIGNER)[1]["token"]
    signature = hashlib.sha512((name + "14.10EUR" + PASSPHRASE).encode()).hexdigest()
    status, answer = gateway.order(name, "14.10", token, user=SIGNER)
    expect((status, answer["code"]) == (401, "1000002"), "whoever signs has to sign")
    status, answer = gateway.order(name, "14.11", token, scheme="HS", user=SIGNER, proof=signature)
    expect((status, answer["code"]) == (401, "1000002"), "a signature is over the amount")
    sale = gateway.order(name, "14.10", token, scheme="HS", user=SIGNER, proof=signature)[1]
    expect(standing(sale) == "completed/118", "a signed order is taken")
    again = gateway.read(sale["transactionReference"], scheme="HS", user=SIGNER, proof=signature)
    expect(again == sale, "the same signature reads it")


def triggers(gateway, name, token):
    expect = gateway.expect
    expect(gateway.order(name + "-57", "1.57", token)[0] == 0, "an answer is lost")
    expect(standing(gateway.find(name + "-57")) == "completed/118", "a lost answer's order is found")
    waiting = gateway.order(name + "-53", "1.53", token)[1]
    seen = [standing(waiting)] + [standing(gateway.read(waiting["transactionReference"])) for _ in range(3)]
    expect(seen == ["pending/112"] * 3 + ["completed/118"], "what is pending ends at the third read")
    refused = gateway.order(name + "-51", "1.51", token)[1]
    expect((standing(refused), refused["reason"]["code"]) == ("declined/113", "4010101"), "a refusal says why")


def told(gateway):
    expect = gateway.expect
    notifications = gateway.ask("GET", "/notifications")[1]["notifications"]
    expect(notifications, "the shop would have been told")
    for each in notifications:
        proof = hashlib.sha256((each["body"] + PASSPHRASE).encode()).hexdigest()
        expect(each["signature"] == proof, "a notification is signed over its bytes")
        fields = dict(urllib.parse.parse_qsl(each["body"], keep_blank_values=True, strict_parsing=True))
        expect({"state", "status", "order[id]", "payment_method[pan]"} <= fields.keys(), "its names are in brackets")


def run(gateway, name, has_triggers):
    access(gateway)
    token = vault(gateway)
    orders(gateway, name, token)
    blocked(gateway, name, token)
    signed(gateway, name)
    if has_triggers:
        triggers(gateway, name, token)
    told(gateway)
    status, _ = gateway.ask("DELETE", "/rest/v2/token/" + token)
    gone = gateway.ask("GET", "/rest/v2/token/" + token)
    gateway.expect(status == 204 and (gone[0], gone[1]["code"]) == (500, "3040001"), "a deleted token is unknown")
    print(json.dumps({"verdict": "bad" if gateway.violations else "good", "checks": gateway.checks}), flush=True)
    return 1 if gateway.violations else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True, help="the gateway's base")
    parser.add_argument("--order", required=True, help="an order's name that nobody has used so far")
    parser.add_argument("--triggers", action="store_true", help="the sandbox has amounts that spoil answers")
    options = parser.parse_args()
    try:
        return run(Gateway(options.url), options.order, options.triggers)
    except OSError as error:
        print(json.dumps({"lost": str(error)}), flush=True)
        return 2


if __name__ == "__main__":
    sys.exit(main())
