#!/usr/bin/env python3
"""A merchant that logs in at Redsys' gateway, gives a sale back, asks about it, and judges the answers.

Written from the facts of the protocol alone; signs with a DES of its own. Prints JSON lines, the last one a
verdict. Exit status: 0 when every answer was right, 1 when one was not, 2 when the gateway could not be asked."""
import argparse
import base64
import hashlib
import hmac
import json
import socket
import struct
import sys
import urllib.error
import urllib.request
import xml.etree.ElementTree as tree

from des import triple_des_cbc

LICENCE, USER, PASSWORD = "SANDBOX-LICENCE", "sandbox", "sandbox-password"


class Gateway:
    def __init__(self, url):
        self.url, self.key = url, b""
        self.checks = self.violations = 0

    def expect(self, holds, rule):
        self.checks += 1
        if not holds:
            self.violations += 1
            print(json.dumps({"violation": rule}), flush=True)

    def post(self, path, body, **headers):
        request = urllib.request.Request(self.url + path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def sign(self, order, text):
        padded = order.encode() + bytes(-len(order) % 8)
        return hmac.new(triple_des_cbc(self.key, padded), text, hashlib.sha256).digest()

    def login(self, licence=LICENCE, password=PASSWORD):
        body = json.dumps({"user": USER, "password": password}).encode()
        status, answer = self.post("/getmini/v1/login", body, X_App_License=licence, Content_Type="application/json")
        return status, json.loads(answer)

    def operate(self, order, **fields):
        """The decoded parameters of the answer, or its error."""
        names = {"DS_MERCHANT_" + name.upper(): value for name, value in fields.items()}
        text = base64.b64encode(json.dumps(dict(names, DS_MERCHANT_ORDER=order)).encode())
        envelope = {"Ds_SignatureVersion": "HMAC_SHA256_V1", "Ds_MerchantParameters": text.decode(),
                    "Ds_Signature": base64.b64encode(self.sign(order, text)).decode()}
        status, answer = self.post("/sis/rest/trataPeticionREST", json.dumps(envelope).encode())
        answer = json.loads(answer)
        self.expect(status == 200, "an operation is answered with 200, whatever became of it")
        if "errorCode" in answer:
            return answer["errorCode"]
        text = answer["Ds_MerchantParameters"].encode()
        proof = base64.urlsafe_b64decode(answer["Ds_Signature"])
        self.expect(answer["Ds_SignatureVersion"] == "HMAC_SHA256_V1", "an answer has the request's version")
        self.expect(hmac.compare_digest(proof, self.sign(order, text)), "an answer is signed for its order")
        return json.loads(base64.b64decode(text))

    def query(self, order, kind, merchant, terminal):
        """What is found, each as a dictionary, or an error."""
        fields = "".join("<%s>%s</%s>" % (name, value, name) for name, value in (
            ("Ds_MerchantCode", merchant), ("Ds_Terminal", terminal), ("Ds_Order", order),
            ("Ds_TransactionType", kind)))
        version = '<Version Ds_Version="0.0"><Message><Detail>%s</Detail></Message></Version>' % fields
        signature = base64.b64encode(self.sign(order, version.encode())).decode()
        body = (
            '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" '
            'xmlns:web="http://webservices.apl02.redsys.es"><soapenv:Header/><soapenv:Body><web:consultaOperaciones>'
            "<cadenaXML><![CDATA[<Messages>%s<Signature>%s</Signature><SignatureVersion>HMAC_SHA256_V1"
            "</SignatureVersion></Messages>]]></cadenaXML></web:consultaOperaciones></soapenv:Body></soapenv:Envelope>"
            % (version, signature))
        status, answer = self.post(
            "/apl02/services/SerClsWSConsulta", body.encode(), SOAPAction="consultaOperaciones",
            Content_Type="text/xml;charset=utf-8")
        self.expect(status == 200, "a query is answered with 200")
        text = next(node.text for node in tree.fromstring(answer).iter() if node.tag.endswith("Return"))
        messages = tree.fromstring(text)
        signed = text[text.index("<Version"):text.index("</Version>") + len("</Version>")]
        proof = base64.urlsafe_b64decode(messages.findtext("Signature"))
        self.expect(hmac.compare_digest(proof, self.sign(order, signed.encode())), "a query's answer is signed")
        error = messages.findtext("Version/Message/ErrorMsg/Ds_ErrorCode")
        found = [{field.tag: field.text for field in each} for each in messages.iter("Response")]
        return error or found


def run(gateway, order, amount):
    expect = gateway.expect
    expect(gateway.login(licence="OTHER") == (403, {"codigo": "4403"}), "another licence is refused")
    expect(gateway.login(password="other") == (401, {"codigo": "4401"}), "another password is refused")
    status, answer = gateway.login()
    merchant = answer["merchantList"][0]
    terminal = merchant["terminalList"][0]
    gateway.key = base64.b64decode(terminal["signatureKey"])
    expect(status == 200 and len(gateway.key) == 24, "a terminal has a key of 24 bytes")
    who = (merchant["fuc"], terminal["terminal"])
    sale = gateway.query(order, "0", *who)
    expect([each["Ds_Response"] for each in sale] == ["0000"], "the sale stands")
    expect(sale[0]["Ds_Amount"] == str(amount) and sale[0]["Ds_State"] == "F", "the sale is whole and finished")
    expect(gateway.query(order, "3", *who) == "XML0024", "nothing was given back so far")
    fields = {"merchantcode": who[0], "terminal": who[1], "currency": terminal["currency"], "transactiontype": "3"}
    done = gateway.operate(order, amount=str(amount - 1), **fields)
    expect(done["Ds_Response"] == "0900" and len(done["Ds_AuthorisationCode"].strip()) == 6, "a part is given back")
    expect((done["Ds_Order"], done["Ds_Amount"]) == (order, str(amount - 1)), "the answer is about it")
    expect(gateway.operate(order, amount="2", **fields) == "SIS0057", "more than is left is refused")
    expect(gateway.operate("9999ZZ", amount="2", **fields) == "SIS0054", "an unknown order is refused")
    found = gateway.query(order, "3", *who)
    expect([(each["Ds_Amount"], each["Ds_Response"]) for each in found] == [(str(amount - 1), "0900")], "found again")
    key, gateway.key = gateway.key, bytes(range(24))
    expect(gateway.operate(order, amount="1", **fields) == "SIS0042", "another key is refused")
    gateway.key = key
    print(json.dumps({"verdict": "bad" if gateway.violations else "good", "checks": gateway.checks}), flush=True)
    return 1 if gateway.violations else 0


def sell(acquirer, order, amount):
    """Makes the sale as a virtual pinpad does: two bytes of length, and words."""
    host, port = acquirer.rsplit(":", 1)
    text = "SALE terminal=99900001 serial=0123456789 stan=1 amount=%d currency=978 reference=%s" % (
        amount, order.encode().hex())
    with socket.create_connection((host, int(port)), timeout=20) as link:
        link.sendall(struct.pack(">H", len(text)) + text.encode())
        link.recv(1024)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True, help="the gateway's base")
    parser.add_argument("--order", required=True, help="of an authorised sale that nothing was given back of")
    parser.add_argument("--amount", type=int, required=True, help="its amount in minor units")
    parser.add_argument("--acquirer", help="HOST:PORT, where the sale is made first; else it is there")
    options = parser.parse_args()
    try:
        if options.acquirer:
            sell(options.acquirer, options.order, options.amount)
        return run(Gateway(options.url), options.order, options.amount)
    except OSError as error:
        print(json.dumps({"lost": str(error)}), flush=True)
        return 2


if __name__ == "__main__":
    sys.exit(main())
