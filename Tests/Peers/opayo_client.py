#!/usr/bin/env python3
"""A till that opens Opayo's gateway, exchanges its password, gives a sale back, looks for it, and judges the answers.

Written from the description of the commands alone. Prints JSON lines, the last one a verdict. Exit status: 0 when every
answer was right, 1 when one was not, 2 when the gateway could not be asked."""
import argparse
import base64
import hashlib
import json
import sys
import urllib.request

MERCHANT, CLIENT, PASSWORD = "1000001", "sandbox", "sandbox-password"


class Gateway:
    def __init__(self, url):
        self.url, self.session = url + "/rest/command", None
        self.checks = self.violations = self.requests = 0

    def expect(self, holds, rule):
        self.checks += 1
        if not holds:
            self.violations += 1
            print(json.dumps({"violation": rule}), flush=True)

    def ask(self, method, **parameters):
        """What the gateway says of the command; nothing where it was not understood."""
        self.requests += 1
        if self.session:
            parameters["paymentGatewayId"] = self.session
        command = {"method": method, "requestId": "peer-%d" % self.requests, "targetType": "paymentGatewayOpayo",
                   "version": "1.0", "parameters": parameters}
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(urllib.request.Request(self.url, json.dumps(command).encode()), timeout=20) as answer:
            answer = json.loads(answer.read())
        self.expect(answer["requestId"] == command["requestId"], "the request's id comes back")
        if answer["statusDetails"] != "OK":
            return {"status": answer["statusDetails"]}
        inner = answer["data"]["paymentGatewayCommand"]
        self.expect(answer["completed"] == inner["completed"], "both levels say whether it is completed")
        return dict(inner, events=[event["statusDetails"] for event in answer["eventQueue"]])

    def open(self, **secret):
        self.session = None
        answer = self.ask("openPaymentGateway", app="peer", merchantId=MERCHANT, clientId=CLIENT,
                          paymentGatewayEnvironment="DEMO", retrieveAccountInfo=True, **secret)
        self.session = answer["openPaymentGatewayData"].get("paymentGatewayId")
        return answer

    def poll(self, method, channel):
        for _ in range(5):
            answer = self.ask(method, chanId=channel)
            if answer["completed"]:
                return answer
        return {}


def run(gateway, options):
    expect = gateway.expect
    expect(gateway.open(password="other").get("errors") == ["ECLTransactionInvalidCredentials"], "a wrong password")
    opened = gateway.open(password=PASSWORD)["openPaymentGatewayData"]
    expect(opened["result"] == "SUCCESS" and opened["accountInfo"]["name"], "the gateway is opened")
    reader = {"cardReader": "0123456789"}
    expect(gateway.ask("getRequiredTmsUpdateType", **reader)["requiredTmsUpdateType"] == "FULL", "a new reader")
    update = gateway.ask("performTmsUpdate", type="FULL", **reader)
    profile = gateway.poll("getTmsUpdateStatus", update["chanId"])["terminalProfile"]
    expect(isinstance(profile["contactlessLimit"], int), "limits are minor units")
    expect(gateway.ask("getRequiredTmsUpdateType", **reader)["requiredTmsUpdateType"] == "NONE", "it is up to date")
    money = {"value": options.amount, "currencyCode": options.currency}
    order = {"originalTransId": options.rrn, "originalAuthCode": options.approval, "tenderType": "CARD",
             "merchantTransactionReference": "PEER-1"}
    done = gateway.poll("getPaymentTransactionStatus",
                        gateway.ask("linkedRefund", baseTransactionAmount=money, **order)["chanId"])
    data = done["paymentTransactionData"]
    expect(data["result"] == "APPROVED" and data["amountAuthorized"] == money, "the sale is given back")
    expect(data["originalTransId"] == options.rrn and data["errors"] == [], "it is that sale")
    version, salt, derived = done["passwordHash"].split("$")
    own = hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), base64.b64decode(salt), 60_000)
    expect((version, base64.b64decode(derived)) == ("v1", own), "the hash is the password's")
    again = gateway.ask("linkedRefund", baseTransactionAmount=dict(money, value=1), **order)
    expect(again.get("errors") == ["ECLTransactionInvalidTransactionRequest"], "nothing is left of it")
    gateway.open(passwordHash=done["passwordHash"])
    expect(gateway.open(password=PASSWORD).get("errors") == ["ECLPasswordExpired"], "the password has ended")
    gateway.open(passwordHash=done["passwordHash"])
    found = gateway.ask("searchPaymentTransaction", merchantTransactionReference="PEER-1", beginDate="20000101",
                        endDate="99991231")["transactions"]
    expect([each["id"] for each in found] == [data["id"]], "it is found by its reference")
    expect(gateway.ask("linkedRefund")["status"] == "MISSING_REQUIRED_PARAMETER", "a command without its members")
    print(json.dumps({"verdict": "bad" if gateway.violations else "good", "checks": gateway.checks}), flush=True)
    return 1 if gateway.violations else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True, help="the gateway's base")
    parser.add_argument("--rrn", required=True, help="the acquirer's number of an authorised sale")
    parser.add_argument("--approval", required=True, help="the issuer's code of it")
    parser.add_argument("--amount", type=int, required=True, help="its amount in minor units")
    parser.add_argument("--currency", required=True)
    options = parser.parse_args()
    try:
        return run(Gateway(options.url), options)
    except OSError as error:
        print(json.dumps({"lost": str(error)}), flush=True)
        return 2


if __name__ == "__main__":
    sys.exit(main())
